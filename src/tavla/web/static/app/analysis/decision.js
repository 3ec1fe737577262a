/** One decision: why, the candidates with their chances, plays to be tried, rollouts, IDs. */

import { html, useRef, useState } from '../../vendor/htm-preact.js';
import { useRedraw } from '../hooks.js';
import { Identifiers } from '../parts/identifiers.js';
import { problemText } from '../parts/problem.js';
import { TypedPlay } from '../parts/typed_play.js';
import { t } from '../words.js';
import { Candidates, Reasons } from './candidates.js';
import { LEVELS } from './level.js';
import { RolloutBlock } from './rollout.js';
import { equity, loss, named } from './say.js';

/** @typedef {import('./model.js').Study} Study */
/** @typedef {import('./types.js').Detail} Detail */
/** @typedef {import('./types.js').Tried} Tried */

/** A play tried on the board, and what the engine says of it. */
export class Trial {
  /** @param {Study} study @param {number} n @param {() => void} redraw */
  constructor(study, n, redraw) {
    this.study = study;
    this.n = n;
    this.redraw = redraw;
    /** @type {number[][]} */
    this.moves = [];
    this.complete = false;
    /** @type {Tried | null} */
    this.tried = null;
    /** Every play that was tried here, by its notation. @type {Map<string, Tried>} */
    this.all = new Map();
    /** @type {unknown} */
    this.problem = null;
    /** @type {string | null} */
    this.level = null;
    /** @type {() => import('../../board/board.js').Board | null} */
    this.board = () => null;
    this.moved = this.moved.bind(this);
  }

  /** @param {() => import('../../board/board.js').Board | null} board */
  hold(board) {
    this.board = board;
  }

  /** The level at which plays are judged. */
  get depth() {
    return this.level ?? this.study.found.get(this.n)?.level ?? this.study.state.level;
  }

  /** @param {number[][]} moves @param {{ end: boolean }} pending */
  moved(moves, { end }) {
    this.moves = moves;
    this.complete = end;
    this.tried = null;
    this.problem = null;
    if (end && moves.length) this.judge({ moves });
    this.redraw();
  }

  /** @param {{ moves?: number[][], text?: string }} play */
  async judge(play) {
    const asked = this.moves;
    try {
      const tried = await this.study.ask(`decisions/${this.n}/try`, { ...play, level: this.depth });
      this.all.set(tried.choice.play, tried);
      if (this.moves === asked && asked.length) this.tried = tried;
      this.problem = null;
      this.redraw();
      return /** @type {Tried} */ (tried);
    } catch (error) {
      this.problem = error;
      this.redraw();
      return null;
    }
  }

  undo() {
    this.board()?.undo();
  }

  reset() {
    this.board()?.reset();
  }
}

/** @param {Study} study @param {number} n @returns {Trial} */
export function useTrial(study, n) {
  const redraw = useRedraw();
  const held = useRef(/** @type {Trial | null} */ (null));
  if (held.current?.n !== n) {
    const board = held.current?.board;
    held.current = new Trial(study, n, redraw);
    if (board) held.current.board = board;
  }
  return /** @type {Trial} */ (held.current);
}

/**
 * @param {{ study: Study, asked: import('./types.js').Asked, detail?: Detail, picked: string | null, pick: (play: string | null) => void, trial: Trial }} props
 */
export function Decision({ study, asked, detail, picked, pick, trial }) {
  if (!detail) return html`<p class="quiet" role="status">${t('page.loading')}</p>`;
  if (!detail.answer) return html`<p class="quiet" role="status">${t('study.looking')}</p><${Ids} detail=${detail} />`;
  return html`
    ${!asked.open && html`<${Reasons} said=${detail.themes} title=${t('study.why')} />`}
    <${Candidates} key=${`candidates ${asked.n}`} detail=${detail} picked=${picked} pick=${pick} trial=${trial} />
    <${Facts} detail=${detail} />
    ${asked.kind === 'play' && html`<${Try} key=${`try ${asked.n}`} trial=${trial} pick=${pick} />`}
    <${Deeper} key=${`deeper ${asked.n}`} study=${study} n=${asked.n} trial=${trial} />
    <${RolloutBlock} study=${study} detail=${detail} trial=${trial} />
    <${Ids} detail=${detail} />`;
}

/** The luck of the roll, and what the program thought that wrote the file. @param {{ detail: Detail }} props */
function Facts({ detail }) {
  const { luck, answer } = detail;
  const opinion = answer?.opinion;
  if (luck === null && !opinion) return null;
  return html`
    <p class="quiet small spread" data-part="facts-of">
      ${luck !== null && html`<span>${t('study.luck', { luck: equity(luck) })}</span>`}
      ${opinion && html`<span data-part="opinion">${t('study.opinion', { program: opinion.program, level: opinion.level, best: named(opinion.best), loss: opinion.loss === null ? '–' : loss(opinion.loss) })}</span>`}
    </p>`;
}

/** @param {{ trial: Trial, pick: (play: string | null) => void }} props */
function Try({ trial, pick }) {
  const [typing, setTyping] = useState(false);
  return html`
    <div class="block tight" data-part="try">
      <p class="quiet small">${t('study.try.help')} ${!typing && html`<button type="button" class="link" data-action="try-type" onClick=${() => setTyping(true)}>${t('study.try.type')}</button>`}</p>
      ${typing && html`<${TypedPlay} onClose=${() => setTyping(false)} onPlay=${async (/** @type {string} */ text) => {
        const tried = await trial.judge({ text });
        if (tried) {
          setTyping(false);
          pick(tried.choice.play);
        }
      }} />`}
      ${trial.problem && !trial.moves.length && html`<p class="notice warn" role="alert" data-part="problem">${problemText(trial.problem)}</p>`}
    </div>`;
}

/** The level at which this decision is judged, and one or all at another. @param {{ study: Study, n: number, trial: Trial }} props */
function Deeper({ study, n, trial }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const redraw = useRedraw();
  const now = study.found.get(n)?.level ?? study.state.level;
  /** @param {number[] | null} decisions */
  async function again(decisions) {
    setProblem(null);
    try {
      await study.ask('again', { level: trial.depth, decisions });
    } catch (error) {
      setProblem(error);
    }
  }
  return html`
    <div class="deeper" data-part="deeper">
      <label><span class="small">${t('study.level')}</span>
        <select data-part="depth" onChange=${(/** @type {any} */ event) => {
          trial.level = event.target.value;
          redraw();
        }}>${LEVELS.map((name) => html`<option key=${name} value=${name} selected=${name === trial.depth}>${t(`study.level.${name}`)}</option>`)}</select></label>
      ${study.mine && html`<button type="button" class="button small" data-action="again-one" disabled=${trial.depth === now} onClick=${() => again([n])}>${t('study.again.one')}</button>`}
      ${study.mine && study.decisions.length > 1 && html`<button type="button" class="button small" data-action="again-all" disabled=${trial.depth === study.state.level} onClick=${() => again(null)}>${t('study.again.all')}</button>`}
      <span class="unseen" role="status" data-part="level-now">${t('study.level.now', { level: now })}</span>
      ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
    </div>`;
}

/** @param {{ detail: Detail }} props */
function Ids({ detail }) {
  return html`
    <details class="fold ids" data-part="ids"><summary>${t('study.ids')}</summary>
      <div class="folded"><${Identifiers} ids=${detail.ids} /></div></details>`;
}
