/**
 * The board of the page: an SVG that shows a view of a game and lets the player on roll build a play.
 *
 * It knows no rule. What may be played is the graph `view.tree`; the board walks it and reports where it stands:
 *
 *     import { Board } from "/static/board/board.js";        // and link /static/board/board.css
 *     const board = new Board(element, { t, onPlay, onUndo, onWhy, onDieOrder, announce });
 *     board.show(view, { perspective: 0, interactive: true, theme: "dark" });
 *     board.pending();                 // [[13, 6], [13, 3]]: what the page sends when the player confirms
 *
 * Life of a turn: `show(view)` with a tree starts at node 0. Every move made here calls `onPlay(moves, pending)`,
 * every undo `onUndo(moves, pending)`; the page enables its confirm button by `pending.end` and sends `moves`.
 * `show()` of the same match and version keeps what is pending (a theme may change in mid-turn), any other drops
 * it. News of the opponent: `await board.animate(event)` for each event in turn, then `board.show(view)`.
 *
 * By hand: tap a checker, then one of its marked targets (a disc: as far as it can go; a ring: on the way; a
 * cross: hits); drag; tap a die first to play that die with the next checker tapped; double tap plays the die
 * shown first; right button or two fingers undo. By keyboard: arrows walk the points, the bar and the trays,
 * Enter picks up and puts down, Escape lets go, U undoes. Space, D and `/` belong to the page (`onKey`).
 *
 * The geometry is fetched once from `geometry.json` beside this file, which the server answers with
 * `tavla/drawing/geometry.json`: the page and the drawer of the help pages share it.
 *
 * @typedef {import("./types.js").BoardView} BoardView
 * @typedef {import("./draft.js").Target} Target
 * @typedef {import("./types.js").Points} Points
 * @typedef {import("./types.js").TreeMove} TreeMove
 * @typedef {import("./types.js").ShowOptions} ShowOptions
 * @typedef {import("./types.js").Callbacks} Callbacks
 * @typedef {import("./types.js").EditOptions} EditOptions
 * @typedef {import("./types.js").Mark} Mark
 * @typedef {import("./types.js").Pending} Pending
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").Step} Step
 */

import { after, Draft } from "./draft.js";
import { Editing } from "./editing.js";
import { checkerAt, OFF } from "./geometry.js";
import { Hands } from "./hands.js";
import { Keyboard } from "./keyboard.js";
import { still } from "./motion.js";
import { animate } from "./news.js";
import { Playing } from "./playing.js";
import { fillTrays } from "./setup.js";
import { moved, nameOf, picked, targetWord } from "./speech.js";
import { Stage } from "./stage.js";
import { pointOf } from "./zones.js";

/** One checker's move, in milliseconds. */
const MOVE = 220;

/** @type {Required<ShowOptions>} */
const DEFAULTS = {
  perspective: 0,
  home: "right",
  interactive: false,
  theme: "light",
  speed: 1,
  oneTap: false,
  hints: true,
  light: 0,
  numbers: "mover",
  pips: true,
};

/** @returns {Points} */
const nobody = () => [new Array(26).fill(0), new Array(26).fill(0)];

/** @param {number[]} roll */
const isDoubles = (roll) => roll.length === 2 && roll[0] === roll[1];

export class Board {
  /**
   * @param {HTMLElement} element  an empty block; the board takes its width and the height that follows
   * @param {Callbacks} callbacks
   */
  constructor(element, callbacks) {
    this.element = element;
    this.callbacks = callbacks;
    this.options = { ...DEFAULTS };
    /** @type {BoardView|null} */
    this.view = null;
    /** @type {Draft|null} */
    this.draft = null;
    /** @type {Points} what lies on the board before the draft */
    this.base = nobody();
    /** @type {number[]} the roll, in the order the player wants it */
    this.order = [];
    /** Whether the next checker tapped plays the die shown first. */
    this.armed = false;
    /** @type {number|null} the point of the checker in hand */
    this.selected = null;
    /** @type {Map<number, Target>} */
    this.targets = new Map();
    /** @type {Mark} */
    this.marks = {};
    /** Grows whenever what is shown is settled anew: a motion under way then knows that it is out of date. */
    this.epoch = 0;
    element.classList.add("tavla-board");
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", callbacks.t("board.name"));
    element.setAttribute("aria-roledescription", callbacks.t("board.role"));
    this.stage = new Stage(element);
    /** @type {Playing|Editing} */
    this.mode = new Playing(this);
    this.hands = new Hands(this);
    this.keyboard = new Keyboard(this);
  }

  /** The seat whose turn is built here. @returns {Seat} */
  get mover() {
    return this.view?.turn ?? this.options.perspective;
  }

  /** Whether a hand may move checkers now. */
  get live() {
    return this.options.interactive && this.draft !== null && this.mode instanceof Playing;
  }

  /** Whether a position is being set up. */
  get edited() {
    return this.mode instanceof Editing;
  }

  /** How long one checker's move takes, in milliseconds. */
  get duration() {
    return still() ? 0 : MOVE * this.options.speed;
  }

  /** Whether there are two dice to change over. */
  get canSwap() {
    return this.live && this.order.length === 2 && !isDoubles(this.order);
  }

  /** The dice not yet used, in the order shown. @returns {number[]} */
  get diceLeft() {
    const left = this.state().left;
    return this.order.filter((die) => left.includes(die));
  }

  /** @returns {import("./speech.js").Reader} */
  get reader() {
    const { light, perspective, numbers, interactive } = this.options;
    const turn = this.mode instanceof Editing ? this.mode.seat : this.view?.turn;
    const numbering = numbers === "mover" ? (turn ?? perspective) : perspective;
    const you = interactive && !this.edited ? this.mover : perspective;
    return { t: this.callbacks.t, stance: this.stage.stance, numbering, you, light };
  }

  /**
   * Show a view. Options not named keep their last value.
   * @param {BoardView} view
   * @param {ShowOptions} [options]
   */
  show(view, options = {}) {
    const first = this.view === null;
    const same = this.mode instanceof Playing && this.isSameTurn(view);
    const sameRoll = same || this.isSameRoll(view);
    this.mode = new Playing(this);
    this.options = { ...this.options, ...options };
    this.base = view.points;
    if (!same) this.draft = view.tree ? new Draft(view.tree) : null;
    if (!sameRoll || this.order.length === 0) this.order = [...(view.roll ?? [])];
    this.view = view;
    if (!same) this.release();
    this.render(first ? 0 : this.duration);
  }

  /** @param {BoardView} view */
  isSameTurn(view) {
    const now = this.view;
    return now !== null && now.match === view.match && now.version === view.version && view.version !== undefined;
  }

  /** Whether it is the same player's roll in the same match: only then the order that was wished for still holds. @param {BoardView} view */
  isSameRoll(view) {
    const now = this.view;
    return now !== null && now.match === view.match && now.turn === view.turn && String(now.roll) === String(view.roll);
  }

  /**
   * Put on other looks; what is shown and what is pending stay as they are, and what is moving goes on.
   * @param {ShowOptions} look
   */
  dress(look) {
    const turned = look.home !== undefined && look.home !== this.options.home;
    this.options = { ...this.options, ...look };
    if (turned && (this.view || this.edited)) this.render(0);
    else this.stage.dress(this.options);
  }

  /**
   * Play one event of the log before the eyes: "thrown" and "rolled" throw the dice, "played" moves checker by
   * checker (nothing, if these moves already lie on the board), "doubled" moves the cube; others resolve at once.
   * @param {import("./news.js").BoardEvent} event
   * @returns {Promise<void>}
   */
  animate(event) {
    return animate(this, event);
  }

  /** The checkers as they now lie, pending moves and edits included. @returns {Points} */
  points() {
    if (!this.draft) return [[...this.base[0]], [...this.base[1]]];
    return after(this.base, this.mover, this.draft.steps);
  }

  /** The moves built so far, as the server wants them. @returns {Step[]} */
  pending() {
    return this.state().moves;
  }

  /** Where the play stands: moves, whether it may be confirmed, dice left. @returns {Pending} */
  state() {
    return this.draft?.pending ?? { moves: [], end: false, left: [] };
  }

  /** Take back the last gesture; false when there is none. @returns {boolean} */
  undo() {
    if (!this.live || !this.draft?.undo()) return false;
    this.say(this.callbacks.t("board.undone"));
    this.retreat();
    return true;
  }

  /** Take back the whole pending play. */
  reset() {
    if (!this.draft || this.draft.gestures.length === 0) return;
    this.draft.reset();
    this.retreat();
  }

  retreat() {
    this.release();
    this.render(this.duration);
    this.callbacks.onUndo?.(this.pending(), this.state());
  }

  /** Change the order of the two dice. */
  swapDice() {
    if (!this.canSwap) return;
    this.order.reverse();
    if (this.selected !== null && this.draft) this.targets = this.draft.targets(this.selected, this.order);
    this.refresh();
    this.callbacks.onDieOrder?.([...this.order]);
  }

  /**
   * Put moves on the board as if made by hand (a play typed in notation, the best play in a review).
   * False, and nothing changed, when the tree does not hold them.
   * @param {Step[]} moves
   * @returns {boolean}
   */
  play(moves) {
    if (!this.draft?.replace(moves)) return false;
    this.release();
    this.render(this.duration);
    this.callbacks.onPlay?.(this.pending(), this.state());
    return true;
  }

  /** Draw arrows and point marks over the board; `mark({})` clears them. @param {Mark} marks */
  mark(marks) {
    this.marks = marks;
    this.layMarks();
  }

  /**
   * Turn the board into an editor until the next `show`: a tap puts a checker of the brush on a point, right
   * button, long press, Delete or dragging off takes one away, digits set a count, X changes the brush.
   * @param {EditOptions} options
   */
  edit({ onChange, onBrush, points = this.points(), checkers = 15, seat = this.options.perspective }) {
    this.base = fillTrays(points, checkers);
    this.draft = null;
    this.mode = new Editing(this, seat, { onChange, onBrush });
    this.release();
    this.render(this.duration);
  }

  /** Whose checkers a tap places in the editor. @param {Seat} seat */
  brush(seat) {
    if (!(this.mode instanceof Editing) || this.mode.seat === seat) return;
    this.mode.seat = seat;
    this.refresh();
  }

  /** Put the keyboard's focus on the board. */
  focus() {
    this.keyboard.focus();
  }

  /** Take everything off the element and stop listening. */
  destroy() {
    this.epoch += 1;
    this.hands.destroy();
    this.keyboard.destroy();
    this.stage.destroy();
    this.element.classList.remove("tavla-board");
  }

  /** Bring everything to where it belongs. @param {number} duration  of a checker's move, in milliseconds */
  render(duration) {
    this.stage.dress(this.options);
    this.settle(duration);
    this.refresh();
  }

  /** Break off what is moving, and bring the checkers to where they lie. @param {number} [duration] */
  settle(duration = 0) {
    this.epoch += 1;
    this.stage.finish();
    this.stage.checkers.set(this.points(), duration);
  }

  /** Everything but the checkers. */
  refresh() {
    const { stage, view } = this;
    this.layCounts();
    this.layMarks();
    stage.scene.layCube(stage.stance, view?.cube ?? null, view?.offer ?? null);
    stage.dice.set(this.diceNow(), this.armed ? 0 : -1);
    const [first, second] = this.order;
    stage.laySwap(this.mover, this.canSwap ? this.callbacks.t("board.dice.swap", { first, second }) : null);
    this.layTargets();
    this.name();
  }

  layMarks() {
    this.stage.scene.mark(this.stage.stance, this.marks, this.points());
  }

  layCounts() {
    const { numbers, pips } = this.options;
    this.stage.layCounts(this.points(), numbers === "none" ? null : this.reader.numbering, pips);
  }

  /**
   * The dice to show; those of the last play stay, faded, while the next player has not rolled. They come from the
   * view: what lay here before may have belonged to another position.
   * @returns {import("./dice.js").Die[]}
   */
  diceNow() {
    const { view } = this;
    if (!view) return [];
    if (view.roll && view.turn !== null) return this.rolled(view.turn, view.roll);
    if (view.opening) return this.opened(view.opening);
    return view.phase === "roll" && view.last ? this.played(view.last.seat, view.last.roll) : [];
  }

  /** A roll that was played, where it lies if it lies here. @param {Seat} seat @param {number[]} roll @returns {import("./dice.js").Die[]} */
  played(seat, roll) {
    const faces = isDoubles(roll) ? [...roll, ...roll] : roll;
    const now = this.stage.dice.all;
    const lies = now.every((die) => die.seat === seat) && String(now.map(({ face }) => face).sort()) === String([...faces].sort());
    const dice = lies ? now : faces.map((face, slot) => ({ seat, face, slot, slots: faces.length }));
    return dice.map((die) => ({ ...die, used: true }));
  }

  /** A seat's roll as dice, used ones from the first on. @param {Seat} seat @param {number[]} roll @returns {import("./dice.js").Die[]} */
  rolled(seat, roll) {
    const faces = isDoubles(roll) ? [...roll, ...roll] : roll;
    const left = [...(this.draft ? this.draft.node.left : faces)];
    const used = faces.map(() => true);
    for (const index of [...faces.keys()].reverse()) {
      const at = left.indexOf(faces[index]);
      if (at >= 0) left.splice(at, 1);
      used[index] = at < 0;
    }
    const turned = faces.length === 2 && this.order[0] !== faces[0];
    const slot = (/** @type {number} */ index) => (turned ? 1 - index : index);
    return faces.map((face, index) => ({ seat, face, used: used[index], slot: slot(index), slots: faces.length }));
  }

  /** The opening throw as dice. @param {(number|null)[]} opening @returns {import("./dice.js").Die[]} */
  opened(opening) {
    const dice = opening.map((face, seat) => ({ seat: /** @type {Seat} */ (seat), face: face ?? 0, used: false, slot: 0, slots: 1 }));
    return dice.filter(({ face }) => face > 0);
  }

  layTargets() {
    const { stage, mover, draft } = this;
    const points = this.points();
    const top = (/** @type {number} */ point) => {
      const count = points[mover][point];
      return checkerAt(stage.stance, mover, point, count - 1, count);
    };
    const sources = this.live && draft && this.selected === null && this.options.hints ? [...draft.sources()] : [];
    const hints = this.armed ? sources.filter((point) => draft?.step(point, this.order[0])) : sources;
    const inHand = this.selected === null || this.hands.carried ? null : top(this.selected);
    const targets = [...this.targets].map(([point, target]) => ({
      at: stage.scene.targetAt(stage.stance, mover, point, points),
      target,
    }));
    stage.scene.aim(hints.map(top), inHand, targets);
    this.raise();
  }

  raise() {
    const { checkers } = this.stage;
    for (const { element } of checkers.all) element.classList.remove("raised");
    if (this.selected !== null) checkers.top(this.mover, this.selected)?.element.classList.add("raised");
  }

  /** A place with what lies there. @param {import("./zones.js").Zone} zone */
  nameOf(zone) {
    return nameOf(this.reader, zone, this.points());
  }

  /** Names and states of all places. */
  name() {
    const { reader, mover, selected, stage } = this;
    const points = this.points();
    for (const [zone, g] of stage.scene.zones) {
      const point = pointOf(stage.stance, mover, zone);
      const target = point === null ? undefined : this.targets.get(point);
      const parts = [nameOf(reader, zone, points)];
      if (target) parts.push(targetWord(reader, target));
      if (point !== null && point === selected) parts.push(reader.t("board.in_hand"));
      g.setAttribute("aria-label", parts.join("; "));
      g.classList.toggle("movable", this.mode.liftable(zone) !== null);
      g.classList.toggle("reachable", target !== undefined);
    }
  }

  /** Make a gesture's moves, one after the other before the eyes. @param {TreeMove[]} path */
  take(path) {
    const { draft, mover, reader } = this;
    if (!draft) return;
    const fromHand = this.hands.carried !== null;
    if (!fromHand) this.settle();
    const epoch = ++this.epoch;
    draft.take(path);
    this.release();
    this.refresh();
    this.say(path.map(([source, target, , hit]) => moved(reader, mover, source, target, hit === 1)).join("; "));
    this.walkThrough(path, epoch);
    this.callbacks.onPlay?.(this.pending(), this.state());
  }

  /** @param {TreeMove[]} path @param {number} epoch */
  async walkThrough(path, epoch) {
    for (const [source, target] of path) {
      if (epoch !== this.epoch) return;
      await this.step(this.mover, source, target);
    }
  }

  /** One checker's move before the eyes. @param {Seat} seat @param {number} source @param {number} target */
  async step(seat, source, target) {
    const { hit, done } = this.stage.checkers.move(seat, source, target, this.duration);
    this.callbacks.onSound?.(hit ? "hit" : target === OFF ? "off" : "move");
    await done;
    this.stage.scene.count(this.stage.checkers.trayCounts());
  }

  /** Take the checker of a point in hand. @param {number} point */
  select(point) {
    this.targets = this.draft?.targets(point, this.order) ?? new Map();
    this.selected = point;
    this.refresh();
    this.say(picked(this.reader, this.mover, point, this.targets));
  }

  /** Nothing is in hand, no die chosen. */
  release() {
    this.selected = null;
    this.armed = false;
    this.targets = new Map();
    this.hands.empty();
  }

  putBack() {
    this.release();
    this.refresh();
    this.say(this.callbacks.t("board.put_back"));
  }

  /** The checker goes back, and one sentence says why. @param {number} source @param {number|null} target */
  refuse(source, target) {
    const checker = this.stage.checkers.top(this.mover, source);
    this.release();
    this.settle(this.duration);
    this.refresh();
    if (checker) this.stage.checkers.shake(checker, this.duration);
    if (target !== null && target !== source) this.why(source, target);
  }

  /** Ask why a move cannot be made. @param {number} source @param {number} target */
  async why(source, target) {
    const text = await this.callbacks.onWhy?.(this.pending(), source, target);
    if (text) this.say(text);
  }

  /** @param {string} text */
  say(text) {
    this.callbacks.announce?.(text);
  }
}
