/**
 * One analysis as the page knows it: the outline, what was found out so far, and what the person looks at. It listens to
 * the server as long as there is news, and takes up the thread where it was lost.
 */

import { ask, Refusal } from '../api.js';
import { keyOf, news, outlineOf, owning } from './wire.js';

/** @typedef {import('./types.js').Outline} Outline */
/** @typedef {import('./types.js').Found} Found */
/** @typedef {import('./types.js').Detail} Detail */
/** @typedef {import('./types.js').Filter} Filter */
/** @typedef {import('./types.js').Asked} Asked */

const ANEW = 1000;

/** From which class on a decision is one to jump to. @type {Record<string, number>} */
const WEIGHT = { doubtful: 1, error: 2, blunder: 3 };

/** The filter by kind that leaves nothing out, not even what goes without saying. */
export const EVERY = 'every';

export class Study {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    /** @type {Outline | null} */
    this.outline = null;
    /** @type {Map<number, Found>} */
    this.found = new Map();
    /** @type {Map<number, import('./types.js').Figures>} */
    this.figures = new Map();
    /** @type {Map<number, import('./types.js').Rollout>} */
    this.rollouts = new Map();
    /** @type {import('./types.js').State} */
    this.state = { busy: true, rolling: null, level: '2-ply', done: 0, count: 0 };
    /** @type {Refusal | null} what keeps the analysis from being shown at all */
    this.broken = null;
    /** @type {Filter} */
    this.filter = { match: 0, game: 0, seat: -1, kind: '', grade: '' };
    /** @type {Map<number, Promise<Detail>>} */
    this.details = new Map();
    this.at = 0;
    this.watching = false;
    this.leaving = new AbortController();
  }

  async open() {
    try {
      this.outline = await outlineOf(this.id);
      this.state = this.outline;
    } catch (error) {
      this.broken = error instanceof Refusal ? error : new Refusal(0, 'page.error.unexpected', {});
    }
    this.redraw();
    if (this.outline) this.watch();
  }

  close() {
    this.leaving.abort();
  }

  /** Listen until the server has nothing more to tell. */
  async watch() {
    if (this.watching) return;
    this.watching = true;
    while (!this.leaving.signal.aborted) {
      try {
        for await (const rows of news(this.id, this.at, this.leaving.signal)) this.hear(rows);
        if (!this.state.busy) break;
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) this.broken = error;
        if (this.broken || this.leaving.signal.aborted) break;
      }
      await new Promise((resolve) => setTimeout(resolve, ANEW));
    }
    this.watching = false;
    if (!this.leaving.signal.aborted) this.redraw();
  }

  /** @param {any[]} rows */
  hear(rows) {
    for (const row of rows) {
      this.at = row.at;
      if (row.type === 'decision') {
        this.found.set(row.n, row);
        this.details.delete(row.n);
      } else if (row.type === 'figures') this.figures.set(row.match, row);
      else if (row.type === 'rollout') this.rollouts.set(row.n, row);
      else if (row.type === 'state') this.state = row;
    }
    this.redraw();
  }

  /** Whether it was begun here: whoever was shown it looks and tries plays, and commands nothing. */
  get mine() {
    return keyOf(this.id) !== '';
  }

  /** @returns {Asked[]} */
  get decisions() {
    return this.outline?.decisions ?? [];
  }

  /** The match that is looked at; of a file of positions the one of the decision. @param {number} [n] */
  match(n) {
    const number = n === undefined ? this.filter.match : this.decisions[n].match;
    return this.outline?.matches[number];
  }

  /** Whether a decision is among those that the person wants to see. @param {Asked} one */
  fits(one) {
    const { seat, kind, grade } = this.filter;
    if (!this.belongs(one) || (kind !== EVERY && !this.counts(one))) return false;
    if ((seat >= 0 && one.seat !== seat) || (kind && kind !== EVERY && one.kind !== kind)) return false;
    return !grade || this.weight(one.n) >= WEIGHT[grade];
  }

  /** Whether a decision is of the match, or of the one game of it, that is looked at. @param {Asked} one */
  belongs(one) {
    const { match, game } = this.filter;
    return (this.outline?.of_positions || one.match === match) && (!game || one.game === game);
  }

  /**
   * Whether it is a decision that a rating is made of, as everywhere where decisions are counted: a play with a choice, a
   * cube decision that was close or wrong. Of the cube that is known only when it was looked at.
   * @param {Asked} one
   */
  counts(one) {
    return one.open || (this.found.get(one.n)?.counts ?? one.kind === 'play');
  }

  /** How many decisions count: of the match that is looked at, or of all. @param {boolean} [all] */
  count(all = false) {
    const { match } = this.filter;
    return this.decisions.filter((one) => (all || this.outline?.of_positions || one.match === match) && this.counts(one)).length;
  }

  /** Whether some decisions are left out by more than the match and the game that are looked at. */
  get narrowed() {
    const { seat, kind, grade, game } = this.filter;
    return seat >= 0 || kind !== '' || grade !== '' || game > 0;
  }

  /** Leave nothing out any more. */
  widen() {
    this.narrow({ game: 0, seat: -1, kind: '', grade: '' });
  }

  /** 0 for a sound decision up to 3 for a blunder. @param {number} n */
  weight(n) {
    return WEIGHT[this.found.get(n)?.grade ?? ''] ?? 0;
  }

  /** @returns {Asked[]} */
  get shown() {
    return this.decisions.filter((one) => this.fits(one));
  }

  /** The decisions that lost most in the match or the game that is looked at, whatever the list is narrowed down to. @param {number} most */
  worst(most) {
    const lost = (/** @type {Asked} */ one) => this.found.get(one.n)?.loss ?? 0;
    return this.decisions.filter((one) => this.belongs(one) && this.weight(one.n) > 0).sort((one, other) => lost(other) - lost(one)).slice(0, most);
  }

  /**
   * The next decision in a direction among those that fit, or the next mistake; null at the end.
   * @param {number} from @param {1 | -1} way @param {boolean} mistakes
   */
  next(from, way, mistakes) {
    const all = this.shown.filter((one) => (one.n - from) * way > 0 && (!mistakes || this.weight(one.n) >= WEIGHT.error));
    return (way === 1 ? all[0] : all[all.length - 1])?.n ?? null;
  }

  /** @param {number} n @returns {Promise<Detail>} */
  detail(n) {
    let held = this.details.get(n);
    if (!held) {
      held = ask(`/api/studies/${this.id}/decisions/${n}`);
      this.details.set(n, held);
      held.catch(() => this.details.delete(n));
      if (this.details.size > 40) this.details.delete(/** @type {number} */ (this.details.keys().next().value));
    }
    return held;
  }

  /** @param {Partial<Filter>} changes */
  narrow(changes) {
    this.filter = { ...this.filter, ...changes };
    if (changes.match !== undefined) this.filter = { ...this.filter, game: 0 };
    this.redraw();
  }

  /** Something that makes the server think: what it finds out is heard as news. @param {string} path @param {unknown} body */
  async ask(path, body) {
    const answer = await ask(`/api/studies/${this.id}/${path}`, body, owning(this.id));
    if (answer?.count !== undefined) this.state = answer;
    this.redraw();
    this.watch();
    return answer;
  }
}
