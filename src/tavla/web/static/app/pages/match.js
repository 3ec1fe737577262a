/** The table: the board, what is due, and everything that belongs to one match. */

import { html, useEffect, useRef, useState } from '../../vendor/htm-preact.js';
import { useKeys, usePreferences, useRedraw, useTitle } from '../hooks.js';
import { MatchTable } from '../match_table.js';
import { ActionRow } from '../parts/action_row.js';
import { BoardPlace } from '../parts/board_view.js';
import { More } from '../parts/more.js';
import { PlayerBar, Pul } from '../parts/player_bar.js';
import { codeText, problemText } from '../parts/problem.js';
import { ResignDialog } from '../parts/resign_dialog.js';
import { ResultCard } from '../parts/result_card.js';
import { sound } from '../parts/sound.js';
import { TutorPanel } from '../parts/tutor_panel.js';
import { TypedPlay } from '../parts/typed_play.js';
import { DiceEntry } from '../parts/dice_entry.js';
import { navigate } from '../router.js';
import { nameOf } from '../due.js';
import { rematch } from '../start.js';
import { loadStyle } from '../style.js';
import { t } from '../words.js';

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {import('../due.js').Button} Button */

loadStyle('/static/css/tutor.css');

/** @param {{ params: string[] }} props */
export default function Match({ params }) {
  const [id] = params;
  const table = useTable(id);
  const [asking, setAsking] = useState('');
  const [problem, setProblem] = useState('');
  const due = table.due();
  const { view, shown } = table;
  useTitle(view ? `${nameOf(view, 0)} – ${nameOf(view, 1)}` : t('page.match.title'));

  /** @param {Button} button */
  async function press(button) {
    if (!button.enabled || (button.action && table.waits)) return;
    if (button.name === 'confirm') table.confirm();
    else if (button.name === 'hint') await table.tutor.askHint();
    else if (button.name === 'go_on') table.tutor.goOn();
    else if (button.name === 'try_again') table.tutor.tryAgain();
    else if (button.name === 'undo') table.undo();
    else if (button.name === 'review') navigate(`/review/${id}`);
    else if (button.name === 'live') table.present();
    else if (button.name === 'board_shown') table.sendBoard();
    else if (button.name === 'board_given_up') table.present();
    else if (button.name === 'resign') setAsking('resign');
    else if (button.name === 'again' && view) await rematch(view, id).catch((error) => setProblem(problemText(error)));
    else if (button.action) table.send(button.action, button.seat);
  }
  useMatchKeys(table, press, () => setAsking('typed'), () => setAsking(''), asking);

  if (table.broken) return html`<${Broken} problem=${table.broken} />`;
  const top = /** @type {Seat} */ (1 - table.perspective);
  return html`
    <div class="table match" data-phase=${view?.phase} data-version=${view?.version} data-busy=${String(table.waits)}>
      <h1 class="unseen">${t('page.match.title')}</h1>
      <div class="top">${view && html`<${PlayerBar} view=${shown} live=${view} seat=${top} own=${table.seats[0] ?? 0} held=${table.seats} />`}</div>
      <div class="board-frame">
        <${BoardPlace} onBoard=${(/** @type {any} */ board) => table.setBoard(board)} callbacks=${{
          onPlay: () => table.moved(), onUndo: () => table.moved(), onSound: sound,
          onWhy: (/** @type {any} */ moves, /** @type {number} */ source, /** @type {number} */ target) => table.why(moves, source, target),
        }} />
        ${view && view.result && !table.tutor.lesson && !table.past && !table.busy && html`<${ResultCard} view=${view} seats=${table.seats} />`}
      </div>
      <div class="bottom">${view && html`<${PlayerBar} view=${shown} live=${view} seat=${table.perspective} own=${table.seats[0] ?? 0} held=${table.seats} />`}</div>
      <${Due} table=${table} sentence=${due?.sentence ?? ''} remark=${problem ? { text: problem, wrong: true } : table.remark} />
      <div class="actions-place">
        ${asking === 'typed' && html`<${TypedPlay} onPlay=${async (/** @type {string} */ text) => {
          if (await table.send({ type: 'play', text })) setAsking((now) => (now === 'typed' ? '' : now));
        }} onClose=${() => setAsking('')} />`}
        ${table.editing && html`<${Brush} table=${table} />`}
        ${due && view && html`<${Row} table=${table} due=${due} press=${press} onType=${() => setAsking(asking === 'typed' ? '' : 'typed')} />`}
      </div>
      ${table.tutor.lesson || table.tutor.advice ? html`<${TutorPanel} table=${table} />` : view && html`<${More} table=${table} view=${view} />`}
      ${asking === 'resign' && view && html`<${ResignDialog} view=${view} seat=${due?.seat ?? table.seats[0]}
        onClose=${() => setAsking('')} onResign=${(/** @type {number} */ value, /** @type {Seat} */ seat) => {
          setAsking('');
          table.send({ type: 'resign', value }, seat);
        }} />`}
    </div>`;
}

/** @param {string} id @returns {MatchTable} */
function useTable(id) {
  const redraw = useRedraw();
  const held = useRef(/** @type {MatchTable | null} */ (null));
  held.current ??= new MatchTable(id, redraw);
  const table = held.current;
  const wishes = usePreferences();
  useEffect(() => () => table.close(), []);
  useEffect(() => table.wished(), [wishes]);
  return table;
}

/**
 * Space is the thing that is due, D doubles, U takes back, `/` opens the field for a play, the arrows look back.
 * @param {MatchTable} table @param {(button: Button) => void} press @param {() => void} onType @param {() => void} onClose @param {string} asking
 */
function useMatchKeys(table, press, onType, onClose, asking) {
  useEffect(() => {
    const byHand = () => {
      table.byKey = false;
    };
    document.addEventListener('pointerdown', byHand);
    return () => document.removeEventListener('pointerdown', byHand);
  }, [table]);
  useKeys((event) => {
    if (asking === 'resign') return;
    table.byKey = true;
    const due = table.due();
    const primary = table.tutor.lesson ? GO_ON() : table.editing ? SHOWN() : table.past ? LIVE() : due?.primary;
    const onButton = event.target instanceof HTMLElement && event.target.closest('button:not([aria-disabled="true"]), a, summary, input') !== null;
    if (event.key === ' ' && !onButton && primary) press(primary);
    else if (event.key === '/') onType();
    else if (event.key === 'Escape' && table.tutor.advice && !asking) table.tutor.closeAdvice();
    else if (event.key === 'Escape') onClose();
    else if (table.tutor.lesson && event.key.toLowerCase() === 'r') table.tutor.tryAgain();
    else if (event.key === 'ArrowLeft') table.step(-1);
    else if (event.key === 'ArrowRight') table.step(1);
    else if (event.key === 'Home') table.first();
    else if (event.key === 'End') table.present();
    else {
      const found = due?.others.find((one) => one.key === event.key.toLowerCase());
      if (!found || table.past || table.editing || table.tutor.lesson) return;
      press(found);
    }
    if (!(event.key === ' ' && onButton)) event.preventDefault();
  });
}

/** @returns {Button} */
const LIVE = () => ({ name: 'live', label: t('page.action.live'), enabled: true });

/** @returns {Button} */
const GO_ON = () => ({ name: 'go_on', label: t('page.tutor.go_on'), enabled: true });

/** @param {boolean} enabled @returns {Button} */
const TRY_AGAIN = (enabled) => ({ name: 'try_again', label: t('page.tutor.try_again'), enabled, key: 'r' });

/** @returns {Button} */
const SHOWN = () => ({ name: 'board_shown', label: t('page.action.board_shown'), enabled: true });

/** @returns {Button} */
const GIVEN_UP = () => ({ name: 'board_given_up', label: t('page.action.cancel'), enabled: true });

/** @param {{ table: MatchTable, sentence: string, remark: { text: string, wrong: boolean } }} props */
function Due({ table, sentence, remark }) {
  return html`
    <div class="due">
      <p class="sentence" data-part="sentence">${table.tutor.lesson ? table.tutor.sentence() : table.editing ? t('page.due.edit') : table.past ? table.pastText() : sentence}</p>
      <p class=${`reason ${remark.wrong ? 'wrong' : ''}`} data-part="reason" hidden=${!remark.text}>${remark.text}</p>
      ${table.line !== 'open' && html`<p class="line-state" role="status">${t(table.view ? 'page.line.lost' : 'page.line.connecting')}</p>`}
    </div>`;
}

/** Whose checkers a tap puts down while the board is shown as it stands. @param {{ table: MatchTable }} props */
function Brush({ table }) {
  const [seat, setSeat] = useState(/** @type {Seat} */ (0));
  const { view, board } = table;
  useEffect(() => board?.brush(seat), [seat]);
  if (!view) return null;
  return html`
    <fieldset class="brush segments"><legend class="unseen">${t('page.editor.brush')}</legend>${/** @type {Seat[]} */ ([0, 1]).map((one) => html`
      <label key=${one}><input type="radio" name="brush" checked=${one === seat} data-action=${`brush-${one}`} onChange=${() => setSeat(one)} />
        <${Pul} seat=${one} own=${table.seats[0] ?? 0} />${nameOf(view, one)}</label>`)}</fieldset>`;
}

/** @param {{ table: MatchTable, due: import('../due.js').Due, press: (button: Button) => void, onType: () => void }} props */
function Row({ table, due, press, onType }) {
  if (table.tutor.lesson) return html`<${ActionRow} primary=${GO_ON()} others=${[TRY_AGAIN(table.tutor.mayTryAgain)]} press=${press} />`;
  if (table.editing) return html`<${ActionRow} primary=${SHOWN()} others=${[GIVEN_UP()]} press=${press} />`;
  if (table.past) return html`<${ActionRow} primary=${LIVE()} others=${[]} press=${press} />`;
  const opening = table.view?.phase === 'opening' ? [nameOf(table.view, 0), nameOf(table.view, 1)] : null;
  if (due.dice) return html`<${DiceEntry} due=${due} names=${opening} press=${press} onDice=${(/** @type {Record<string, unknown>} */ values) => table.send({ type: 'enter_roll', ...values })} />`;
  const typing = due.primary.name === 'confirm' ? onType : undefined;
  return html`<${ActionRow} primary=${due.primary} others=${due.others} press=${press} onType=${typing} />`;
}

/** @param {{ problem: import('../types.js').Problem }} props */
function Broken({ problem }) {
  return html`
    <div class="sheet">
      <h1>${t('page.match.title')}</h1>
      <p class="notice warn" role="alert">${codeText(problem.code, problem.values)}</p>
      <p class="row"><a class="button primary" href="/">${t('page.nav.home')}</a><a class="button" href="/matches">${t('page.nav.matches')}</a></p>
    </div>`;
}
