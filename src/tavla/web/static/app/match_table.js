/**
 * One match as this browser sits at it: the line to the server, the board, what is under way on it, and what the person's
 * wishes do by themselves. It knows no rule: everything it may do is in the view.
 */

import { boardLook, boardView, PACE } from './parts/board_view.js';
import { codeText } from './parts/problem.js';
import { ask } from './api.js';
import { byItself } from './by_itself.js';
import { actingSeat, due, nameOf } from './due.js';
import { announce } from './live.js';
import { begun, keepBegun, token } from './memory.js';
import { preferences } from './preferences.js';
import { MatchSocket } from './socket.js';
import { nothingToPlay } from './tree.js';
import { TableTutor } from './tutor.js';
import { t } from './words.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').WireEvent} WireEvent */
/** @typedef {import('./types.js').Action} Action */
/** @typedef {import('./types.js').Problem} Problem */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('../board/board.js').Board} Board */
/** @typedef {import('../board/types.js').Step} BoardStep */

const BREATH = 350;
const LONG_BREATH = 1100;
const MANY = 12;

export class MatchTable {
  /** @param {string} id @param {() => void} redraw */
  constructor(id, redraw) {
    this.id = id;
    this.redraw = redraw;
    /** @type {View | null} */
    this.view = null;
    /** @type {number[]} */
    this.seats = [];
    /** @type {Board | null} */
    this.board = null;
    /** @type {'connecting' | 'open' | 'lost'} */
    this.line = 'connecting';
    /** @type {Problem | null} a problem that leaves nothing to show */
    this.broken = null;
    /** one sentence beside the thing that is due: why a move is not possible, or what the server refused */
    this.remark = { text: '', wrong: false };
    this.draft = { begun: false, complete: false };
    this.busy = false;
    /** @type {string | null} the command that waits for its answer */
    this.sent = null;
    /** @type {Map<string, (done: boolean) => void>} who waits to hear what became of a command */
    this.answers = new Map();
    /** the version that the last command led to */
    this.done = 0;
    /** @type {{ steps: Step[], index: number } | null} looking back */
    this.past = null;
    /** @type {{ act: string, seat: Seat, name: string } | null} checkers are shown as they really stand, for this act */
    this.editing = null;
    /** whether the last thing done here was done by key: then the board takes the focus when a play is due */
    this.byKey = false;
    /** @type {Seat} */
    this.perspective = 0;
    /** @type {Map<string, (text: string) => void>} */
    this.questions = new Map();
    this.chain = Promise.resolve();
    this.closed = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.said = '';
    this.tutor = new TableTutor(this);
    /** @type {View | null} what the last command was sent from */
    this.before = null;
    this.socket = new MatchSocket(id, token(id), {
      welcome: (seats, view, events, tutor) => {
        this.seats = seats;
        this.tutor.allowed = tutor;
        this.#news(events, view);
        this.chain.then(() => this.tutor.resume());
      },
      events: (events, view) => this.#news(events, view),
      resync: (view) => this.#news([], view),
      ack: (command, version) => this.#answered(command, version),
      reason: (question, reason) => this.#reason(question, reason),
      error: (command, problem) => this.#error(command, problem),
      state: (line) => {
        this.line = line;
        this.redraw();
      },
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }

  /** @param {Board | null} board */
  setBoard(board) {
    this.board = board;
    if (board && this.view) this.#present(this.view);
  }

  /** Whether nothing may be done because something is under way: sent, done but not yet shown, or being shown. */
  get waits() {
    return this.busy || this.sent !== null || (this.view?.version ?? 0) < this.done;
  }

  /** What is shown: the moment of a mistake, a step of the past, or the match as it stands. */
  get shown() {
    return this.tutor.lesson?.view ?? this.past?.steps[this.past.index].view ?? this.view;
  }

  /** What is due now, in words and buttons. */
  due() {
    if (!this.view) return null;
    const now = due(this.view, this.seats, this.draft);
    if (this.tutor.mayHint(this.view, now.seat)) now.others.unshift(HINT());
    if (this.waits) return { ...now, primary: { ...now.primary, enabled: false }, others: now.others.map((one) => ({ ...one, enabled: false })) };
    return now;
  }

  /**
   * Do an action for the seat whose turn it is to act here; whether it was done.
   * @param {Action} action @param {Seat} [seat] @returns {Promise<boolean>}
   */
  send(action, seat) {
    const own = seat ?? (this.view && actingSeat(this.view, this.seats)) ?? this.seats[0];
    if (!this.view || this.waits || own === undefined) return Promise.resolve(false);
    clearTimeout(this.timer);
    this.remark = { text: '', wrong: false };
    this.before = this.view;
    const command = this.socket.command(own, action);
    this.sent = command;
    this.redraw();
    return new Promise((resolve) => this.answers.set(command, resolve));
  }

  /** The turn as it lies on the board is what the player wants. */
  confirm() {
    if (!this.view?.tree) return;
    const moves = this.board?.pending() ?? [];
    if (this.draft.complete || nothingToPlay(this.view.tree)) this.send({ type: 'play', moves });
  }

  undo() {
    if (this.board?.undo()) this.#drafted();
  }

  /** @param {BoardStep[]} moves @param {number} source @param {number} target @returns {Promise<string>} */
  why(moves, source, target) {
    const question = this.socket.why(moves, source, target);
    return new Promise((resolve) => this.questions.set(question, resolve));
  }

  /** The board's news that checkers moved on it. */
  moved() {
    clearTimeout(this.timer);
    this.tutor.moved();
    this.remark = { text: '', wrong: false };
    this.#drafted();
  }

  /** Wishes have changed: the board takes them on, what is due may now happen by itself. */
  wished() {
    if (this.view && !this.busy) this.#present(this.view);
  }


  /** Let the checkers be put as they really stand; `sendBoard` sends them. @param {string} act @param {Seat} seat @param {string} name of the argument */
  editBoard(act, seat, name) {
    if (!this.view || !this.board || this.tutor.lesson) return;
    this.past = null;
    this.editing = { act, seat, name };
    const checkers = this.view.points[0].reduce((sum, count) => sum + count, 0);
    this.board.mark({});
    this.board.edit({ points: this.view.points, checkers, seat, onChange: () => this.redraw() });
    this.board.element.scrollIntoView({ block: 'nearest' });
    this.redraw();
  }

  sendBoard() {
    if (!this.editing || !this.board) return;
    const { act, seat, name } = this.editing;
    const points = this.board.points();
    this.editing = null;
    this.send({ type: act, [name]: points }, seat);
  }

  /** Look at the game after the n-th play of the list. @param {number} play counted from 0 */
  async lookAt(play) {
    if (this.tutor.lesson) return;
    const steps = await this.#steps();
    let seen = -1;
    const index = steps.findIndex((step) => {
      seen = Math.max(seen, step.view.plays.length - 1);
      return seen >= play;
    });
    this.#look(steps, index < 0 ? steps.length - 1 : index);
  }

  /** One step back or forward; past the last one is the game as it stands. @param {number} by */
  async step(by) {
    if (this.tutor.lesson || (!this.past && by > 0)) return;
    const steps = await this.#steps();
    const at = this.past ? this.past.index : steps.length - 1;
    const index = Math.max(0, at + by);
    if (index >= steps.length - 1) this.present();
    else this.#look(steps, index);
  }

  async first() {
    if (this.tutor.lesson) return;
    this.#look(await this.#steps(), 0);
  }

  /** The board goes back to a mistake and shows what was better, until the person goes on. */
  openLesson() {
    const { lesson } = this.tutor;
    if (!lesson) return;
    clearTimeout(this.timer);
    this.past = null;
    this.editing = null;
    this.remark = { text: '', wrong: false };
    this.perspective = this.#bottom(lesson.view, lesson.verdict.seat);
    this.board?.show(boardView(lesson.view), { ...this.#wishedLook(), perspective: this.perspective, interactive: false });
    this.tutor.pick(0);
  }

  closeLesson() {
    this.board?.mark({});
    this.present();
  }

  /** One sentence beside what is due. @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    this.remark = { text, wrong };
    announce(text);
    this.redraw();
  }

  /** Back to the game as it stands. */
  present() {
    this.past = null;
    this.editing = null;
    if (this.view) this.#present(this.view);
  }

  /** A decision of the game under way, and the view in which it was made. @param {number} version @returns {Promise<{ event: WireEvent, before: View } | null>} */
  async decision(version) {
    const steps = await this.#steps();
    const made = steps.find(({ event }) => event.version === version);
    const before = steps.find(({ view }) => view.version === version - 1);
    return made && before ? { event: made.event, before: before.view } : null;
  }

  /** @returns {Promise<Step[]>} the steps of the game under way */
  async #steps() {
    const last = this.past?.steps[this.past.steps.length - 1];
    if (this.past && last && last.view.version === this.view?.version) return this.past.steps;
    const game = /** @type {{ steps: Step[] }} */ (await ask(`/api/matches/${this.id}/replay?game=${this.view?.game}`));
    return game.steps;
  }

  /** @param {Step[]} steps @param {number} index */
  #look(steps, index) {
    if (!steps.length) return;
    this.past = { steps, index };
    this.board?.mark({});
    this.board?.show(boardView(steps[index].view), { ...this.#wishedLook(), perspective: this.perspective, interactive: false });
    this.redraw();
  }


  /** @param {WireEvent[]} events @param {View} view */
  #news(events, view) {
    this.tutor.heard(events, this.before);
    const animated = this.view !== null && events.length <= MANY && document.visibilityState !== 'hidden';
    this.chain = this.chain.then(() => this.#follow(animated ? events : [], view)).catch(() => this.#present(view));
  }

  /** @param {WireEvent[]} events @param {View} view */
  async #follow(events, view) {
    if (this.closed) return;
    this.busy = true;
    clearTimeout(this.timer);
    this.redraw();
    for (const event of events) {
      if (this.past || this.tutor.lesson || !this.board || this.closed) break;
      await this.board.animate(event);
      if (isLostTurn(event)) await this.#lostTurn(event, view);
      else if (this.#isFollowed(event)) await this.#breath(BREATH);
    }
    if (!this.closed) this.#present(view);
  }

  /** A roll that could not be played is passed by the table itself: it is said, and left to be seen. @param {WireEvent} event @param {View} view */
  async #lostTurn(event, view) {
    this.remark = { text: t('page.event.played_nothing', { name: nameOf(view, event.seat ?? 0) }), wrong: false };
    announce(this.remark.text);
    this.redraw();
    await this.#breath(LONG_BREATH);
  }

  /** A turn that somebody else plays is given time to be seen. @param {WireEvent} event */
  #isFollowed(event) {
    return event.seat !== null && !this.seats.includes(event.seat) && ['rolled', 'played', 'doubled'].includes(event.type);
  }

  /** @param {number} milliseconds */
  #breath(milliseconds) {
    const wait = milliseconds * PACE[preferences().speed];
    return wait ? new Promise((resolve) => setTimeout(resolve, wait)) : Promise.resolve();
  }

  #wishedLook() {
    const wishes = preferences();
    const own = /** @type {Seat} */ (this.seats[0] ?? 0);
    const light = /** @type {Seat} */ (wishes.colour === 0 ? own : 1 - own);
    return { ...boardLook(wishes), light, numbers: /** @type {'own' | 'mover'} */ (this.seats.length > 1 ? 'mover' : 'own') };
  }

  /** @param {View} view */
  #present(view) {
    const fresh = this.view?.version !== view.version;
    this.view = view;
    this.busy = false;
    if (fresh) this.editing = null;
    if (fresh) this.tutor.wentOn();
    if (this.past || this.editing || this.tutor.lesson) {
      this.redraw();
      return;
    }
    const seat = actingSeat(view, this.seats);
    this.perspective = this.#bottom(view, seat);
    const interactive = seat !== null && view.phase === 'play' && view.tree !== null;
    this.board?.show(boardView(view), { ...this.#wishedLook(), perspective: this.perspective, interactive });
    if (interactive) this.#resume(view);
    if (interactive && fresh && this.byKey) this.board?.focus();
    this.#drafted();
    this.tutor.point();
    if (fresh) this.#speak();
    this.tutor.presented(view);
    this.#byItself(view);
  }

  /** @param {View} view @param {Seat | null} seat @returns {Seat} */
  #bottom(view, seat) {
    if (this.seats.length === 1) return /** @type {Seat} */ (this.seats[0]);
    if (this.seats.length === 2 && preferences().boardTurns) return seat ?? this.perspective;
    return 0;
  }

  /** Put back the moves that were made before a reload. @param {View} view */
  #resume(view) {
    const moves = /** @type {BoardStep[]} */ (begun(this.id, view.version));
    if (moves.length && this.board?.pending().length === 0) this.board.play(moves);
  }

  #drafted() {
    const state = this.board?.state() ?? { moves: [], end: false };
    this.draft = { begun: state.moves.length > 0, complete: state.end && state.moves.length > 0 };
    if (this.view?.phase === 'play' && this.view.tree) keepBegun(this.id, this.view.version, state.moves);
    this.redraw();
  }

  #speak() {
    const sentence = this.due()?.sentence ?? '';
    if (sentence !== this.said) announce(sentence);
    this.said = sentence;
  }


  /** Done, but not over until the view of that version is shown. @param {string} command @param {number} version */
  #answered(command, version) {
    this.done = Math.max(this.done, version);
    if (command === this.sent) this.sent = null;
    this.#settle(command, true);
    this.redraw();
  }

  /** @param {string} command @param {boolean} done */
  #settle(command, done) {
    this.answers.get(command)?.(done);
    this.answers.delete(command);
  }

  /** @param {string} question @param {Problem} reason */
  #reason(question, reason) {
    const text = codeText(reason.code, reason.values);
    this.remark = { text, wrong: true };
    this.questions.get(question)?.(text);
    this.questions.delete(question);
    this.redraw();
  }

  /** @param {string | null} command @param {Problem} problem */
  #error(command, problem) {
    if (!this.view && command === null) {
      this.broken = problem;
      this.socket.close();
    }
    if (command !== null && this.questions.has(command)) {
      this.questions.get(command)?.(codeText(problem.code, problem.values));
      this.questions.delete(command);
    }
    if (command === this.sent) this.sent = null;
    if (command !== null) this.#settle(command, false);
    this.remark = { text: codeText(problem.code, problem.values), wrong: true };
    announce(this.remark.text);
    this.redraw();
  }


  /** @param {View} view */
  #byItself(view) {
    clearTimeout(this.timer);
    const seat = actingSeat(view, this.seats);
    if (seat === null || this.waits) return;
    const deed = byItself(view, seat, this.draft.begun, preferences());
    if (deed) this.timer = setTimeout(() => this.#carryOut(deed), (deed.what === 'confirm' ? LONG_BREATH : BREATH) * PACE[preferences().speed]);
  }

  /** @param {import('./by_itself.js').Deed} deed */
  #carryOut(deed) {
    if (deed.what === 'roll') this.send({ type: 'roll' });
    else if (deed.what === 'confirm') this.confirm();
    else this.#playOut(deed.moves);
  }

  /** Put a play on the board, leave it to be seen for a moment, then confirm it. @param {BoardStep[]} moves */
  #playOut(moves) {
    if (!this.board?.play(moves)) return;
    this.#drafted();
    this.timer = setTimeout(() => this.confirm(), LONG_BREATH * 0.7 * PACE[preferences().speed]);
  }

  /** How a step of the past is said. */
  pastText() {
    if (!this.past) return '';
    const { steps, index } = this.past;
    return t('page.step', { n: index + 1, count: steps.length });
  }
}

/** @returns {import('./due.js').Button} */
const HINT = () => ({ name: 'hint', label: t('page.tutor.hint'), enabled: true, key: 'h' });

/** @param {WireEvent} event */
function isLostTurn(event) {
  return event.type === 'played' && Array.isArray(event.moves) && event.moves.length === 0;
}
