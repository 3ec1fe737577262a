/** The position editor: set up, have it checked, copy its identifiers, play on from it. */

import { html, useEffect, useRef, useState } from '../../vendor/htm-preact.js';
import { ask } from '../api.js';
import { usePreferences, useTitle } from '../hooks.js';
import { boardLook, BoardPlace } from '../parts/board_view.js';
import { FaceRow } from '../parts/dice_entry.js';
import { Identifiers } from '../parts/identifiers.js';
import { Pul } from '../parts/player_bar.js';
import { problemText } from '../parts/problem.js';
import { navigate } from '../router.js';
import { t } from '../words.js';
import { wantedLevel } from '../analysis/level.js';
import { openFile } from '../analysis/wire.js';

/** @typedef {import('../../board/board.js').Board} Board */
/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {[number[], number[]]} Points */
/** @typedef {{ points: Points, turn: Seat, roll: number[], cube: number, owner: Seat | null, length: number, score: [number, number], crawford: boolean }} Setting */

const EMPTY = Array.from({ length: 26 }, () => 0);
const START = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0];
const CHECKERS = 15;
const CUBES = [1, 2, 4, 8, 16, 32, 64];

/** @type {Setting} */
const FIRST = { points: [START, START], turn: 0, roll: [], cube: 1, owner: null, length: 0, score: [0, 0], crawford: false };

/** @param {{ query: URLSearchParams }} props */
export default function Editor({ query }) {
  useTitle(t('page.editor.title'));
  const [setting, setSetting] = useState(FIRST);
  const [brush, setBrush] = useState(/** @type {Seat} */ (0));
  const [found, setFound] = useState(/** @type {{ ids?: Record<string, string>, error?: any }} */ ({}));
  const told = useRef(/** @type {HTMLElement | null} */ (null));
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked) told.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);
  const board = useEditedBoard(setting, brush, (points) => change({ points }));
  /** @param {Partial<Setting>} changes */
  function change(changes) {
    setSetting((old) => ({ ...old, ...changes }));
    setFound({});
  }
  /** @param {unknown} body */
  async function check(body) {
    try {
      const answer = await ask('/api/position', body);
      setFound({ ids: answer.ids });
      return answer;
    } catch (error) {
      setFound({ error });
      return null;
    }
  }
  /** @param {string} text */
  async function read(text) {
    const answer = await check({ text });
    if (answer) setSetting({ ...FIRST, ...settingOf(answer) });
  }
  useEffect(() => {
    const text = query.get('position');
    if (text) read(text);
  }, []);
  const ids = found.ids;
  return html`
    <div class="table editor">
      <h1 class="unseen">${t('page.editor.title')}</h1>
      <div class="board-frame"><${BoardPlace} onBoard=${board} /></div>
      <div class="more"><div class="panel editor-panel">
        <${Brush} brush=${brush} points=${setting.points} onChange=${setBrush} />
        <div class="row">
          <button type="button" class="button" data-action="editor-start" onClick=${() => change({ points: [[...START], [...START]] })}>${t('page.editor.start')}</button>
          <button type="button" class="button" data-action="editor-clear" onClick=${() => change({ points: [off(), off()] })}>${t('page.editor.clear')}</button>
          <button type="button" class="button" data-action="editor-swap" onClick=${() => change({ points: [setting.points[1], setting.points[0]] })}>${t('page.editor.swap')}</button>
        </div>
        <${Facts} setting=${setting} change=${change} />
        ${ids && html`<div ref=${told}><${Identifiers} ids=${ids} /></div>`}
        <${Reader} onRead=${read} />
      </div>
      <div class="editor-acts">
        ${found.error && html`<p class="notice warn" role="alert" data-part="problem">${problemText(found.error)}</p>`}
        ${ids && html`<p class="notice" role="status" data-part="fine">${t('page.editor.fine')}</p>`}
        <div class="row">
          <button type="button" class="button primary" data-action="editor-check" onClick=${async () => {
            if (await check(body(setting))) setAsked(asked + 1);
          }}>${t('page.editor.check')}</button>
          <button type="button" class="button" data-action="editor-play" onClick=${async () => {
            const answer = await check(body(setting));
            const id = answer && playable(answer);
            if (id) navigate(`/new?position=${encodeURIComponent(id)}`);
          }}>${t('page.editor.play')}</button>
          <button type="button" class="button" data-action="editor-analyse" onClick=${async () => {
            const answer = await check(body(setting));
            if (!answer) return;
            try {
              navigate(`/analysis/${(await openFile(playable(answer), '', wantedLevel())).id}`);
            } catch (error) {
              setFound({ error });
            }
          }}>${t('study.analyse')}</button>
        </div>
      </div></div>
    </div>`;
}

/**
 * The board as an editor, kept in step with the setting.
 * @param {Setting} setting @param {Seat} brush @param {(points: Points) => void} onPoints
 */
function useEditedBoard(setting, brush, onPoints) {
  const board = useRef(/** @type {Board | null} */ (null));
  const heard = useRef(onPoints);
  heard.current = onPoints;
  const wishes = usePreferences();
  useEffect(() => {
    const { points, turn, roll, cube, owner } = setting;
    board.current?.show(
      { match: 'editor', turn, points, roll: roll.length === 2 ? roll : null, cube: { value: cube, owner, on: true } },
      { ...boardLook(wishes), perspective: 0, light: wishes.colour, interactive: false, numbers: 'own' },
    );
    board.current?.edit({ points, checkers: CHECKERS, seat: brush, onChange: (next) => heard.current(next) });
  }, [setting, wishes]);
  useEffect(() => board.current?.brush(brush), [brush]);
  return (/** @type {Board | null} */ made) => {
    board.current = made;
  };
}

function off() {
  const side = [...EMPTY];
  side[0] = CHECKERS;
  return side;
}

/** @param {{ brush: Seat, points: Points, onChange: (seat: Seat) => void }} props */
function Brush({ brush, points, onChange }) {
  return html`
    <fieldset class="choice"><legend>${t('page.editor.brush')}</legend>
      <div class="segments">${/** @type {Seat[]} */ ([0, 1]).map((seat) => html`
        <label key=${seat}><input type="radio" name="brush" checked=${seat === brush} data-action=${`brush-${seat}`} onChange=${() => onChange(seat)} />
          <${Pul} seat=${seat} own=${0} />${t(`page.seat.${seat}`)} · ${t('page.editor.on_board', { n: points[seat].slice(1).reduce((sum, count) => sum + count, 0) })}</label>`)}</div>
      <p>${t('page.editor.help')}</p>
    </fieldset>`;
}

/** @param {{ setting: Setting, change: (changes: Partial<Setting>) => void }} props */
function Facts({ setting, change }) {
  const { turn, roll, cube, owner, length, score, crawford } = setting;
  /** @param {0 | 1} seat */
  const points = (seat) => html`
    <label class="field"><span>${t('page.editor.score', { name: t(`page.seat.${seat}`) })}</span>
      <input type="number" min="0" max=${Math.max(0, length - 1)} value=${score[seat]} data-part=${`score-${seat}`} onInput=${(/** @type {any} */ event) => {
        const next = /** @type {[number, number]} */ ([...score]);
        next[seat] = Number(event.target.value) || 0;
        change({ score: next });
      }} /></label>`;
  return html`
    <${Segments} name="turn" legend=${t('page.editor.turn')} value=${turn} values=${[0, 1]} text=${(/** @type {number} */ seat) => html`<${Pul} seat=${seat} own=${0} />${t(`page.seat.${seat}`)}`} onChange=${(/** @type {Seat} */ next) => change({ turn: next })} />
    <div class="field"><span>${t('page.editor.roll')}</span><${FaceRow} count=${2} chosen=${roll} onChange=${(/** @type {number[]} */ next) => change({ roll: next })} label=${t('page.editor.roll')} /></div>
    <div class="pair">
      <label class="field"><span>${t('page.editor.cube')}</span><select data-part="cube-value" onChange=${(/** @type {any} */ event) => change({ cube: Number(event.target.value) })}>
        ${CUBES.map((value) => html`<option key=${value} value=${value} selected=${value === cube}>${value}</option>`)}</select></label>
      <label class="field"><span>${t('page.editor.owner')}</span><select data-part="cube-owner" onChange=${(/** @type {any} */ event) => change({ owner: event.target.value === '' ? null : /** @type {Seat} */ (Number(event.target.value)) })}>
        <option value="" selected=${owner === null}>${t('page.editor.owner.none')}</option>
        ${[0, 1].map((seat) => html`<option key=${seat} value=${seat} selected=${seat === owner}>${t(`page.seat.${seat}`)}</option>`)}</select></label>
    </div>
    <div class="trio">
      <label class="field"><span>${t('page.editor.length')}</span>
        <input type="number" min="0" max="99" value=${length} data-part="match-length" onInput=${(/** @type {any} */ event) => change({ length: Number(event.target.value) || 0 })} /></label>
      ${points(0)}${points(1)}
    </div>
    <label class="switch"><input type="checkbox" role="switch" checked=${crawford} data-action="crawford" onChange=${(/** @type {any} */ event) => change({ crawford: event.target.checked })} />
      <span>${t('page.facts.crawford')}</span></label>`;
}

/** @param {{ name: string, legend: string, value: unknown, values: any[], text: (value: any) => unknown, onChange: (value: any) => void }} props */
function Segments({ name, legend, value, values, text, onChange }) {
  return html`
    <fieldset class="choice"><legend>${legend}</legend><div class="segments">${values.map((one) => html`
      <label key=${one}><input type="radio" name=${name} checked=${one === value} data-action=${`${name}-${one}`} onChange=${() => onChange(one)} />${text(one)}</label>`)}</div></fieldset>`;
}

/** @param {{ onRead: (text: string) => void }} props */
function Reader({ onRead }) {
  const [text, setText] = useState('');
  return html`
    <form class="block" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (text.trim()) onRead(text.trim());
    }}>
      <label class="field"><span>${t('page.editor.read')}</span>
        <input type="text" maxlength="400" autocomplete="off" spellcheck=${false} data-part="read-id" value=${text} placeholder="4HPwATDgc/ABMA:cIkqAAAAAAAE"
          onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
      <button type="submit" class="button" data-action="read-id">${t('page.editor.read.button')}</button>
    </form>`;
}

/** What the server is asked to check. @param {Setting} setting */
function body({ points, turn, roll, cube, owner, length, score, crawford }) {
  return {
    points, turn, roll: roll.length === 2 ? roll : null, cube: { value: cube, owner }, length: length ? `points(${length})` : 'money', score, crawford,
  };
}

/** The identifier that holds the most. @param {any} answer */
function playable(answer) {
  return answer.ids.xgid || answer.ids.gnu_position || '';
}

/** @param {any} answer @returns {Partial<Setting>} */
function settingOf(answer) {
  const found = /** @type {Partial<Setting>} */ ({ points: answer.points });
  if (answer.turn === 0 || answer.turn === 1) found.turn = answer.turn;
  if (Array.isArray(answer.roll)) found.roll = answer.roll;
  if (answer.cube) Object.assign(found, { cube: answer.cube.value, owner: answer.cube.owner });
  if (Array.isArray(answer.score)) found.score = answer.score;
  const length = /^points\((\d+)\)$/.exec(answer.length || '');
  if (length) found.length = Number(length[1]);
  if (typeof answer.crawford === 'boolean') found.crawford = answer.crawford;
  return found;
}
