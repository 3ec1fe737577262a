/**
 * The tutor at one match: asked for a hint, and after each own decision whether it was a mistake. The answer comes beside
 * the play and holds nothing up; only a mistake that the person wants to hear of stops what is shown.
 */

import { ask } from './api.js';
import { addCard } from './cards.js';
import { announce } from './live.js';
import { keepLesson, keptLesson, token } from './memory.js';
import { choiceText, lossText } from './parts/choices.js';
import { problemText } from './parts/problem.js';
import { preferences } from './preferences.js';
import { forced, nothingToPlay } from './tree.js';
import { language, t } from './words.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').WireEvent} WireEvent */
/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').Hint} Hint */
/** @typedef {import('./types.js').Verdict} Verdict */
/** @typedef {import('./match_table.js').MatchTable} MatchTable */

/** @typedef {{ verdict: Verdict, view: View, picked: number, card: 'none' | 'asked' | 'kept' }} Lesson */
/** @typedef {Hint & { picked: number }} Advice */

const DECIDED = ['played', 'rolled', 'doubled', 'taken', 'dropped', 'beavered'];
const CAN_BE_TAKEN_BACK = ['played', 'doubled', 'taken', 'dropped'];

export class TableTutor {
  /** @param {MatchTable} table */
  constructor(table) {
    this.table = table;
    this.allowed = false;
    this.asking = false;
    /** @type {Advice | null} */
    this.advice = null;
    /** @type {Lesson | null} */
    this.lesson = null;
    /** the decision that is being judged */
    this.judging = 0;
    /** the version of each seat's last decision, by seat */
    this.last = [0, 0];
    /** @type {Seat | null} a seat that wants its last decision back as soon as the table takes commands */
    this.wantsBack = null;
  }

  /** Whether there is something to ask about now. @param {View} view @param {Seat | null} seat */
  mayHint(view, seat) {
    if (!this.allowed || seat === null || this.advice || this.asking) return false;
    if (view.phase === 'play') return view.tree !== null && !nothingToPlay(view.tree) && !forced(view.tree, 0);
    return view.phase === 'double' || view.phase === 'resign' || (view.can[seat] || []).includes('double');
  }

  async askHint() {
    const { view } = this.table;
    if (!view || this.asking) return;
    this.asking = true;
    this.table.redraw();
    try {
      const hint = /** @type {Hint} */ (await this.#ask('hint', view.version));
      if (this.table.view?.version === view.version && !this.lesson) this.#advise(hint);
    } catch (error) {
      this.table.say(problemText(error), true);
    }
    this.asking = false;
    this.table.redraw();
  }

  /** @param {Hint} hint */
  #advise(hint) {
    this.advice = { ...hint, picked: 0 };
    announce(t('page.tutor.hint.said', { best: choiceText(hint.choices[0]) }));
    this.table.board?.mark({ arrows: arrows(hint.choices[0], hint.seat) });
  }

  /** The advice is drawn on the board again, after something else was shown there. */
  point() {
    if (this.advice && !this.table.draft.begun) this.table.board?.mark({ arrows: arrows(this.advice.choices[this.advice.picked], this.advice.seat) });
  }

  /** What lies on the board is no longer what the advice was about. */
  moved() {
    if (this.advice) this.table.board?.mark({});
  }

  /** The match has gone on. */
  wentOn() {
    if (this.advice) this.table.board?.mark({});
    this.advice = null;
  }

  closeAdvice() {
    this.wentOn();
    this.table.redraw();
  }

  /** Show another of the choices. @param {number} index */
  pick(index) {
    const held = this.lesson ?? this.advice;
    if (!held) return;
    held.picked = index;
    const choices = this.lesson ? this.lesson.verdict.choices : /** @type {Advice} */ (this.advice).choices;
    const seat = this.lesson ? this.lesson.verdict.seat : /** @type {Advice} */ (this.advice).seat;
    this.table.board?.mark({ arrows: arrows(choices[index], seat) });
    this.table.redraw();
  }

  /** What happened: each own decision is asked about. @param {WireEvent[]} events @param {View | null} before the view in which it was made */
  heard(events, before) {
    for (const event of events) {
      if (event.type === 'taken_back') {
        this.wantsBack = null;
        if (this.lesson && this.lesson.verdict.version > Number(event.to)) this.#end();
      }
      if (event.seat === null || !this.table.seats.includes(event.seat) || !isDecision(event)) continue;
      if (CAN_BE_TAKEN_BACK.includes(event.type)) this.last[event.seat] = event.version;
      const here = before?.version === event.version - 1;
      if (before && here && this.#wants(event, before)) this.#judge(event.version, before);
    }
  }

  /** @param {WireEvent} event @param {View} before */
  #wants(event, before) {
    if (!this.allowed || preferences().tutor === 'off') return false;
    if (event.type === 'played') return before.tree !== null && !forced(before.tree, 0);
    if (event.type === 'rolled') return (before.can[/** @type {Seat} */ (event.seat)] || []).includes('double');
    return true;
  }

  /** @param {number} version @param {View} before */
  async #judge(version, before) {
    keepLesson(this.table.id, version);
    this.judging = version;
    let verdict;
    try {
      verdict = /** @type {Verdict} */ (await this.#ask('verdict', version));
    } catch {
      this.#forget(version);
      return; // the tutor is there to help: when it cannot, play goes on
    }
    const wanted = preferences().tutor;
    if (this.table.closed) return;
    if (!verdict.grade || wanted === 'off' || (wanted === 'blunders' && verdict.grade !== 'blunder')) {
      this.#forget(version);
      if (!verdict.grade && wanted === 'all') this.#approve(verdict);
      return;
    }
    this.wentOn();
    this.lesson = { verdict, view: before, picked: 0, card: 'none' };
    this.table.openLesson();
    announce(this.sentence());
    if (preferences().autoCards) this.study();
  }

  /** A sound decision is told in a word; not to have doubled is no deed to speak of. @param {Verdict} verdict */
  #approve({ chosen }) {
    const { remark, draft } = this.table;
    if (chosen.name !== 'roll' && chosen.name !== 'pass' && !remark.text && !draft.begun) this.table.say(t('page.tutor.right', { made: choiceText(chosen) }));
  }

  /** After a reload: what the tutor spoke of, or was about to, is asked for again. */
  async resume() {
    const version = keptLesson(this.table.id);
    if (version === null || version === this.judging || !this.allowed) return;
    const found = await this.table.decision(version).catch(() => null);
    if (!found) {
      this.#forget(version);
      return;
    }
    const { event, before } = found;
    if (event.seat !== null && CAN_BE_TAKEN_BACK.includes(event.type)) this.last[event.seat] = Math.max(this.last[event.seat], version);
    await this.#judge(version, before);
  }

  #end() {
    if (this.lesson) this.#forget(this.lesson.verdict.version);
    this.lesson = null;
  }

  /** @param {number} version */
  #forget(version) {
    if (keptLesson(this.table.id) === version) keepLesson(this.table.id, null);
  }

  /** What a mistake has cost and what would have been better, in one sentence. */
  sentence() {
    if (!this.lesson) return '';
    const { verdict } = this.lesson;
    const values = { loss: lossText(verdict.loss), best: choiceText(verdict.choices[0]) };
    return t(`page.tutor.verdict.${verdict.grade}`, values);
  }

  /** Whether the decision may be taken back: it is the last one, and was not to let the dice fall. */
  get mayTryAgain() {
    const { view } = this.table;
    if (!this.lesson || !view) return false;
    const { seat, version } = this.lesson.verdict;
    return this.last[seat] === version && (view.can[seat] || []).includes('takeback');
  }

  tryAgain() {
    if (!this.lesson || !this.mayTryAgain) return;
    this.wantsBack = this.lesson.verdict.seat;
    this.goOn();
  }

  goOn() {
    this.#end();
    this.table.closeLesson();
  }

  /** The table takes commands again: what was wanted back is asked for. @param {View} view */
  presented(view) {
    if (this.wantsBack === null || this.table.waits) return;
    const seat = this.wantsBack;
    if (!(view.can[seat] || []).includes('takeback')) return;
    this.wantsBack = null;
    this.table.send({ type: 'takeback' }, seat);
  }

  /** Make a card of the mistake. */
  async study() {
    const { lesson } = this;
    if (!lesson || lesson.card !== 'none') return;
    lesson.card = 'asked';
    this.table.redraw();
    try {
      await addCard({ match: this.table.id, version: lesson.verdict.version, token: token(this.table.id) });
      lesson.card = 'kept';
      announce(t('page.tutor.kept'));
    } catch (error) {
      lesson.card = 'none';
      this.table.say(problemText(error), true);
    }
    this.table.redraw();
  }

  /** @param {'hint' | 'verdict'} what @param {number} version */
  #ask(what, version) {
    return ask(`/api/matches/${this.table.id}/${what}`, { token: token(this.table.id) ?? '-', version, language: language() });
  }
}

/** @param {WireEvent} event */
function isDecision(event) {
  return DECIDED.includes(event.type) && !(Array.isArray(event.moves) && event.moves.length === 0);
}

/** The arrows of a choice; what is no play has none. @param {Choice} choice @param {Seat} seat */
export function arrows(choice, seat) {
  return (choice.moves ?? []).map(([source, target]) => ({ seat, source, target }));
}
