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
 * @typedef {import("./geometry.js").Stance} Stance
 * @typedef {import("./pointer.js").Spot} Spot
 * @typedef {import("./zones.js").Zone} Zone
 * @typedef {import("./types.js").ShowOptions} ShowOptions
 * @typedef {import("./types.js").Callbacks} Callbacks
 * @typedef {import("./types.js").EditOptions} EditOptions
 * @typedef {import("./types.js").Mark} Mark
 * @typedef {import("./types.js").Pending} Pending
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").Step} Step
 */

import { svg } from "./art.js";
import { Checkers } from "./checkers.js";
import { Dice } from "./dice.js";
import { after, Draft } from "./draft.js";
import { carry, put, setCount, takeAway } from "./editor.js";
import { BAR, checkerAt, G, OFF, other } from "./geometry.js";
import { pause, shift, still } from "./motion.js";
import { isDouble, Pointer } from "./pointer.js";
import { Scene } from "./scene.js";
import { moved, nameOf, picked, targetWord } from "./speech.js";
import { ownerOf, pointOf, walk, zoneAt, zoneOf } from "./zones.js";

const MOVE = 220;
const BETWEEN = 140;
/** How far above a finger the checker is carried, so that it stays in sight. */
const ABOVE_FINGER = 1.6;
const PAGE_KEYS = /** @type {const} */ ({ " ": "primary", d: "double", D: "double", "/": "notation" });

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

/** @returns {[number[], number[]]} */
const nobody = () => [new Array(26).fill(0), new Array(26).fill(0)];

/** @param {number[]} counts */
const pipCount = (counts) => counts.reduce((sum, count, point) => sum + count * point, 0);

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
    /** @type {(EditOptions & {seat: Seat})|null} */
    this.editing = null;
    /** @type {[number[], number[]]} what lies on the board before the draft */
    this.base = nobody();
    /** @type {number[]} the roll, in the order the player wants it */
    this.order = [];
    this.armed = false;
    /** @type {number|null} the point of the checker in hand */
    this.selected = null;
    /** @type {Map<number, Target>} */
    this.targets = new Map();
    /** @type {{seat: Seat, point: number, element: SVGGElement}|null} */
    this.carried = null;
    this.tapped = { zone: "", time: 0 };
    /** @type {Zone} */
    this.roving = "p24";
    this.epoch = 0;
    /** @type {import("./types.js").Mark} */
    this.marks = {};
    this.build();
  }

  build() {
    this.scene = new Scene();
    this.checkers = new Checkers(this.scene.layers.checkers, this.scene.id, this.stance);
    const diceLayer = svg("g");
    this.dice = new Dice(diceLayer, this.scene.id, this.stance);
    this.swap = svg("g", { class: "swap", role: "button" }, [
      svg("rect", { class: "touch" }),
      svg("rect", { class: "ring", rx: 0.4 }),
    ]);
    this.scene.layers.dice.append(this.swap, diceLayer);
    this.scene.furnish(this.stance);
    this.element.classList.add("tavla-board");
    this.element.setAttribute("role", "application");
    this.element.setAttribute("aria-label", this.callbacks.t("board.name"));
    this.element.setAttribute("aria-roledescription", this.callbacks.t("board.role"));
    this.element.replaceChildren(this.scene.root);
    this.listen();
  }

  listen() {
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.pointer = new Pointer(this.scene.root, {
      canLift: (at) => this.canLift(at),
      lift: (at) => this.lift(at),
      carry: (at, touch) => this.carry(at, touch),
      drop: (at) => this.drop(at),
      letGo: () => this.letGo(),
      tap: (at) => this.tap(at),
      second: (at) => this.second(at),
      hold: (at) => this.hold(at),
      twoFingers: () => this.second(null),
    });
    this.scene.root.addEventListener("keydown", (event) => this.key(event), { signal });
    this.scene.root.addEventListener("focusin", (event) => this.focused(event), { signal });
    this.scene.root.addEventListener("click", (event) => this.click(event), { signal });
    this.sizes = new ResizeObserver(([entry]) => this.scene.fit(entry.contentRect.width));
    this.sizes.observe(this.element);
  }

  // What is shown

  /** @returns {Stance} */
  get stance() {
    return { bottom: this.options.perspective, home: this.options.home };
  }

  /** The seat whose turn is built here. @returns {Seat} */
  get mover() {
    return this.view?.turn ?? this.options.perspective;
  }

  /** Whether a hand may move checkers now. */
  get live() {
    return this.options.interactive && this.draft !== null && this.editing === null;
  }

  /** How long one checker's move takes, in milliseconds. */
  get duration() {
    return still() ? 0 : MOVE * this.options.speed;
  }

  /** @returns {import("./speech.js").Reader} */
  get reader() {
    const { light, perspective, numbers, interactive } = this.options;
    const turn = this.editing ? this.editing.seat : this.view?.turn;
    const numbering = numbers === "mover" ? (turn ?? perspective) : perspective;
    const you = interactive && !this.editing ? this.mover : perspective;
    return { t: this.callbacks.t, stance: this.stance, numbering, you, light };
  }

  /**
   * Show a view. Options not named keep their last value.
   * @param {BoardView} view
   * @param {ShowOptions} [options]
   */
  show(view, options = {}) {
    const first = this.view === null;
    const same = !this.editing && this.isSameTurn(view);
    const sameRoll = same || String(view.roll) === String(this.view?.roll);
    this.editing = null;
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

  /** The checkers as they now lie, pending moves and edits included. @returns {[number[], number[]]} */
  points() {
    if (!this.draft) return [[...this.base[0]], [...this.base[1]]];
    return after(this.base, this.mover, this.draft.steps);
  }

  /** Bring everything to where it belongs. @param {number} duration  of a checker's move, in milliseconds */
  render(duration) {
    this.epoch += 1;
    this.dress();
    this.checkers.finish();
    this.dice.finish();
    this.checkers.set(this.points(), duration);
    this.refresh();
  }

  /** Theme, stance and colours. */
  dress() {
    const { theme, home, perspective, light, speed } = this.options;
    if (this.element.dataset.theme !== theme) {
      this.element.dataset.theme = theme;
      for (const [name, colour] of Object.entries(G.themes[theme])) this.element.style.setProperty(`--tavla-${name}`, colour);
    }
    this.element.classList.toggle("instant", speed === 0);
    const changed = this.checkers.stance.home !== home || this.checkers.stance.bottom !== perspective;
    this.checkers.turn(this.stance, light);
    this.dice.turn(this.stance, light);
    if (changed) this.scene.furnish(this.stance);
    if (changed) this.scene.mark(this.stance, this.marks);
  }

  /** Everything but the checkers. */
  refresh() {
    const points = this.points();
    const { numbers, pips } = this.options;
    const numbering = numbers === "none" ? null : this.reader.numbering;
    const counts = /** @type {[number, number]} */ (points.map(pipCount));
    this.scene.edge(this.stance, numbering, pips ? counts : null);
    this.scene.count(this.checkers.trayCounts());
    this.scene.layCube(this.stance, this.view?.cube ?? null, this.view?.offer ?? null);
    this.layDice();
    this.layTargets(points);
    this.name(points);
  }

  layDice() {
    const dice = this.editing ? [] : this.diceNow();
    if (dice) this.dice.set(dice, this.armed ? 0 : -1);
    const can = this.live && this.order.length === 2 && this.order[0] !== this.order[1];
    this.swap.classList.toggle("ready", can);
    this.swap.setAttribute("tabindex", can ? "0" : "-1");
    if (can) this.laySwap();
    else this.swap.setAttribute("aria-hidden", "true");
  }

  laySwap() {
    const [first, second] = this.order;
    this.swap.removeAttribute("aria-hidden");
    this.swap.setAttribute("aria-label", this.callbacks.t("board.dice.swap", { first, second }));
    const size = G.die.pitch * 2 + 0.3;
    const x = this.dice.middle(this.mover) - size / 2;
    const box = { x, y: G.height / 2 - 1.3, width: size, height: 2.6 };
    for (const rect of this.swap.children) {
      for (const [name, value] of Object.entries(box)) rect.setAttribute(name, String(value));
    }
  }

  /**
   * The dice to show; null leaves the last ones, faded, while the next player has not rolled.
   * @returns {import("./dice.js").Die[]|null}
   */
  diceNow() {
    const view = this.view;
    if (!view) return [];
    if (view.roll && view.turn !== null) return this.rolled(view.turn, view.roll);
    if (view.opening) return this.opened(view.opening);
    const kept = this.dice.all.filter((die) => die.slots > 1).map((die) => ({ ...die, used: true }));
    return kept.length > 0 && view.phase === "roll" ? kept : [];
  }

  /** @param {Seat} seat @param {number[]} roll @returns {import("./dice.js").Die[]} */
  rolled(seat, roll) {
    const [first, second] = roll;
    const faces = roll.length === 2 && first === second ? [first, first, first, first] : roll;
    const left = this.draft ? [...this.draft.node.left] : [...faces];
    const used = faces.map(() => true);
    for (const slot of faces.keys()) {
      const face = faces[faces.length - 1 - slot];
      const found = left.indexOf(face);
      if (found >= 0) left.splice(found, 1);
      if (found >= 0) used[faces.length - 1 - slot] = false;
    }
    const turned = faces.length === 2 && this.order[0] !== roll[0];
    return faces.map((face, index) => ({
      seat,
      face,
      used: used[index],
      slot: turned ? 1 - index : index,
      slots: faces.length,
    }));
  }

  /** @param {(number|null)[]} opening @returns {import("./dice.js").Die[]} */
  opened(opening) {
    return opening.flatMap((face, index) => {
      const seat = /** @type {Seat} */ (index);
      return face === null ? [] : [{ seat, face, used: false, slot: 0, slots: 1 }];
    });
  }

  /** @param {[number[], number[]]} points */
  layTargets(points) {
    const mover = this.mover;
    const sources = this.live && this.draft ? [...this.draft.sources()] : [];
    const top = (/** @type {number} */ point) => {
      const count = points[mover][point];
      return checkerAt(this.stance, mover, point, count - 1, count);
    };
    const idle = this.selected === null && this.options.hints;
    const hints = idle ? sources.filter((point) => !this.armed || this.draft?.step(point, this.order[0])).map(top) : [];
    const inHand = this.selected === null || this.carried ? null : top(this.selected);
    const targets = [...this.targets].map(([point, target]) => ({
      at: this.scene.targetAt(this.stance, mover, point, points),
      target,
    }));
    this.scene.aim(hints, inHand, targets);
    this.raise();
  }

  raise() {
    for (const checker of this.checkers.all) checker.element.classList.remove("raised");
    if (this.selected !== null) this.checkers.top(this.mover, this.selected)?.element.classList.add("raised");
  }

  /** Names and states of the zones. @param {[number[], number[]]} points */
  name(points) {
    const reader = this.reader;
    const mover = this.mover;
    for (const [zone, g] of this.scene.zones) {
      const point = pointOf(this.stance, mover, zone);
      const target = point === null ? undefined : this.targets.get(point);
      const own = point !== null && point !== OFF && points[mover][point] > 0;
      const inHand = point !== null && point === this.selected;
      let name = nameOf(reader, zone, points);
      if (target) name = `${name}; ${targetWord(reader, target)}`;
      if (inHand) name = `${name}; ${reader.t("board.in_hand")}`;
      g.setAttribute("aria-label", name);
      g.setAttribute("tabindex", zone === this.roving ? "0" : "-1");
      g.classList.toggle("movable", (this.live && own) || this.editing !== null);
      g.classList.toggle("reachable", target !== undefined);
    }
  }

  /** Draw arrows and point marks over the board; `mark({})` clears them. @param {Mark} marks */
  mark(marks) {
    this.marks = marks;
    this.scene.mark(this.stance, marks);
  }

  // The play being built

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
    this.release();
    this.render(this.duration);
    this.say(this.callbacks.t("board.undone"));
    this.callbacks.onUndo?.(this.pending(), this.state());
    return true;
  }

  /** Take back the whole pending play. */
  reset() {
    if (!this.draft || this.draft.gestures.length === 0) return;
    this.draft.reset();
    this.release();
    this.render(this.duration);
    this.callbacks.onUndo?.(this.pending(), this.state());
  }

  /** Change the order of the two dice. */
  swapDice() {
    if (!this.live || this.order.length !== 2 || this.order[0] === this.order[1]) return;
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
    if (!this.draft) return false;
    const before = this.draft.gestures;
    this.draft.gestures = [];
    if (!this.draft.follow(moves)) {
      this.draft.gestures = before;
      return false;
    }
    this.release();
    this.render(this.duration);
    this.callbacks.onPlay?.(this.pending(), this.state());
    return true;
  }

  /** Make a gesture's moves, one after the other before the eyes. @param {import("./types.js").TreeMove[]} path */
  async take(path) {
    const draft = this.draft;
    if (!draft) return;
    const mover = this.mover;
    draft.take(path);
    this.release();
    this.checkers.finish();
    const epoch = ++this.epoch;
    this.refresh();
    const said = path.map(([source, target, , hit]) => moved(this.reader, mover, source, target, hit === 1));
    this.say(said.join("; "));
    this.callbacks.onPlay?.(this.pending(), this.state());
    for (const [source, target] of path) {
      if (epoch !== this.epoch) return;
      await this.step(mover, source, target);
    }
    if (epoch === this.epoch) this.scene.count(this.checkers.trayCounts());
  }

  /** One checker's move before the eyes. @param {Seat} seat @param {number} source @param {number} target */
  async step(seat, source, target) {
    const { hit, done } = this.checkers.move(seat, source, target, this.duration);
    this.callbacks.onSound?.(hit ? "hit" : target === OFF ? "off" : "move");
    await done;
    this.scene.count(this.checkers.trayCounts());
  }

  /** Put what is in hand back. */
  release() {
    this.selected = null;
    this.armed = false;
    this.targets = new Map();
    this.carried?.element.classList.remove("carried");
    this.carried = null;
    this.element.classList.remove("dragging");
  }

  /** Take the checker of a point in hand. @param {number} point */
  select(point) {
    this.targets = this.draft?.targets(point, this.order) ?? new Map();
    this.selected = point;
    this.refresh();
    this.say(picked(this.reader, this.mover, point, this.targets));
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

  /** The die that a double tap plays: the first shown that is left. @returns {number[]} */
  get diceLeft() {
    const left = this.state().left;
    return this.order.filter((die) => left.includes(die));
  }

  // Hands

  /** @param {Spot} at @returns {Zone|null} */
  zone(at) {
    return zoneAt(this.stance, at.x, at.y);
  }

  /** @param {Spot} at */
  tap(at) {
    if (this.live && this.tapDie(at)) return;
    const zone = this.zone(at);
    if (!zone) return this.selected === null ? undefined : this.putBack();
    const now = performance.now();
    const twice = this.tapped.zone === zone && isDouble(this.tapped.time, now);
    this.tapped = { zone, time: twice ? 0 : now };
    this.press(zone, twice);
  }

  /** @param {Spot} at @returns {boolean} whether a die was meant */
  tapDie({ x, y }) {
    const die = this.dice.at(x, y);
    if (!die || die.used || die.seat !== this.mover || this.order.length !== 2) return false;
    if (this.selected !== null) return this.tapDieInHand(die.face);
    if (this.order[0] === this.order[1]) return true;
    const leads = die.slot === 0;
    if (!leads) this.swapDice();
    this.armed = leads ? !this.armed : true;
    this.refresh();
    if (this.armed) this.say(this.callbacks.t("board.dice.armed", { die: die.face }));
    return true;
  }

  /** @param {number} face @returns {boolean} */
  tapDieInHand(face) {
    const source = this.selected ?? 0;
    const move = this.draft?.step(source, face);
    if (move) this.take([move]);
    else this.refuse(source, Math.max(source - face, 0));
    return true;
  }

  /** A zone is meant, by finger, mouse or key. @param {Zone} zone @param {boolean} twice  a double tap */
  press(zone, twice) {
    if (this.editing) return this.editPress(zone);
    if (!this.live || !this.draft) return;
    const point = pointOf(this.stance, this.mover, zone);
    if (this.selected !== null) return this.pressWithChecker(this.selected, point, twice);
    if (point === null || point === OFF || this.points()[this.mover][point] === 0) return;
    this.pressChecker(point);
  }

  /** @param {number} point */
  pressChecker(point) {
    const draft = /** @type {Draft} */ (this.draft);
    const lead = this.diceLeft[0] ?? this.order[0];
    const move = this.armed ? draft.step(point, lead) : null;
    if (move) return void this.take([move]);
    const targets = draft.targets(point, this.order);
    if (this.armed || targets.size === 0) return this.refuse(point, Math.max(point - lead, 0));
    const only = [...targets.values()];
    if (this.options.oneTap && only.length === 1) return void this.take(only[0].path);
    this.select(point);
  }

  /** @param {number} source @param {number|null} point @param {boolean} twice */
  pressWithChecker(source, point, twice) {
    const draft = /** @type {Draft} */ (this.draft);
    const target = point === null ? undefined : this.targets.get(point);
    if (target) return void this.take(target.path);
    if (point === source) {
      const move = this.diceLeft.map((die) => draft.step(source, die)).find(Boolean);
      return twice && move ? void this.take([move]) : this.putBack();
    }
    if (point !== null && draft.sources().has(point)) return this.select(point);
    this.refuse(source, point);
  }

  putBack() {
    this.release();
    this.refresh();
    this.say(this.callbacks.t("board.put_back"));
  }

  /** The checker goes back, and one sentence says why. @param {number} source @param {number|null} target */
  refuse(source, target) {
    const element = this.checkers.top(this.mover, source)?.element;
    this.release();
    this.checkers.settle(this.duration);
    this.refresh();
    if (this.duration > 0) this.shake(element);
    if (target !== null && target !== source) this.why(source, target);
  }

  /** @param {SVGGElement|undefined} element */
  shake(element) {
    const lift = element?.querySelector(".lift");
    const frames = [0, 0.1, -0.1, 0.06, 0].map((x) => ({ transform: `translate(${x}px, 0px)` }));
    lift?.animate(frames, { duration: this.duration });
  }

  /** @param {Spot} at */
  canLift(at) {
    const zone = this.zone(at);
    if (!zone || this.dice.at(at.x, at.y)) return false;
    return this.editing ? this.holder(zone) !== null : this.live && this.count(zone) > 0;
  }

  /** The mover's checkers on a zone that is not its tray. @param {Zone} zone */
  count(zone) {
    const point = pointOf(this.stance, this.mover, zone);
    return point === null || point === OFF ? 0 : this.points()[this.mover][point];
  }

  /** @param {Spot} at */
  lift(at) {
    const zone = /** @type {Zone} */ (this.zone(at));
    const seat = this.editing ? /** @type {Seat} */ (this.holder(zone)) : this.mover;
    const point = pointOf(this.stance, seat, zone) ?? 0;
    this.checkers.finish();
    this.epoch += 1;
    this.checkers.set(this.points(), 0);
    const checker = this.checkers.top(seat, point);
    if (!checker) return;
    this.release();
    this.carried = checker;
    this.element.classList.add("dragging");
    checker.element.classList.add("carried");
    this.checkers.layer.append(checker.element);
    if (!this.editing) this.select(point);
  }

  /** @param {Spot} at @param {boolean} touch */
  carry(at, touch) {
    if (!this.carried) return;
    this.carried.element.style.transform = shift({ x: at.x, y: at.y - (touch ? ABOVE_FINGER : 0.3) });
  }

  /** @param {Spot} at */
  drop(at) {
    const carried = this.carried;
    if (!carried) return;
    const zone = this.zone(at);
    if (this.editing) return this.editDrop(carried, zone);
    const point = zone ? pointOf(this.stance, this.mover, zone) : null;
    const target = point === null ? undefined : this.targets.get(point);
    if (target) return void this.take(target.path);
    this.refuse(carried.point, point);
  }

  /** A drag broken off. */
  letGo() {
    this.release();
    this.render(this.duration);
  }

  /** Right button or two fingers. @param {Spot|null} at */
  second(at) {
    if (!this.editing) return void this.undo();
    const zone = at && this.zone(at);
    if (zone) this.editRemove(zone);
  }

  /** A long press. @param {Spot} at */
  hold(at) {
    if (!this.editing) return false;
    this.second(at);
    return true;
  }

  /** A press by a screen reader, which sends no pointer. @param {MouseEvent} event */
  click(event) {
    if (event.detail !== 0) return;
    const zone = this.zoneOfElement(event.target);
    if (zone) this.press(zone, false);
    else if (this.isSwap(event.target)) this.swapDice();
  }

  // The keyboard

  /** @param {EventTarget|null} target @returns {Zone|null} */
  zoneOfElement(target) {
    const g = target instanceof Element ? target.closest(".zone") : null;
    return g instanceof SVGElement ? (g.dataset.zone ?? null) : null;
  }

  /** @param {EventTarget|null} target */
  isSwap(target) {
    return target instanceof Element && target.closest(".swap") !== null;
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const zone = this.zoneOfElement(event.target);
    if (zone) this.rove(zone);
  }

  /** @param {Zone} zone */
  rove(zone) {
    this.scene.zones.get(this.roving)?.setAttribute("tabindex", "-1");
    this.roving = zone;
    this.scene.zones.get(zone)?.setAttribute("tabindex", "0");
  }

  /** Put the keyboard's focus on the board. */
  focus() {
    this.scene.zones.get(this.roving)?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.keyDone(event)) event.preventDefault();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something here */
  keyDone({ key, target }) {
    const zone = this.zoneOfElement(target);
    const next = zone && walk(this.stance, zone, key);
    if (next) {
      this.scene.zones.get(next)?.focus();
      return true;
    }
    if (zone && this.editing && this.editKey(zone, key)) return true;
    if (key === "Enter") return this.enter(zone, target);
    if (key === "Escape" && this.selected !== null) {
      this.putBack();
      return true;
    }
    if ((key === "u" || key === "U") && this.live) {
      this.undo();
      return true;
    }
    return this.pageKey(key);
  }

  /** @param {Zone|null} zone @param {EventTarget|null} target */
  enter(zone, target) {
    if (zone) this.press(zone, false);
    else if (this.isSwap(target)) this.swapDice();
    return zone !== null || this.isSwap(target);
  }

  /** @param {string} key */
  pageKey(key) {
    const { onKey } = this.callbacks;
    if (!onKey || !(key in PAGE_KEYS)) return false;
    onKey(PAGE_KEYS[/** @type {keyof typeof PAGE_KEYS} */ (key)]);
    return true;
  }

  // What the other player does

  /**
   * Play one event of the log before the eyes: "thrown" and "rolled" throw the dice, "played" moves checker by
   * checker (nothing, if these moves already lie on the board), "doubled" moves the cube; others resolve at once.
   * @param {{type: string, seat?: Seat|null, [field: string]: unknown}} event
   * @returns {Promise<void>}
   */
  async animate(event) {
    const seat = event.seat ?? this.mover;
    if (event.type === "thrown") return this.animateThrow(/** @type {[number, number]} */ (event.dice));
    if (event.type === "rolled") return this.animateRoll(seat, /** @type {number[]} */ (event.dice));
    if (event.type === "played") return this.animatePlay(seat, /** @type {number[][]} */ (event.moves));
    if (event.type === "doubled" || event.type === "beavered") this.animateOffer(seat, event.type);
  }

  /** @param {[number, number]} dice */
  async animateThrow(dice) {
    this.callbacks.onSound?.("roll");
    await this.dice.throw(this.opened(dice), still() ? 0 : this.options.speed);
    await pause(this.duration * 2);
  }

  /** @param {Seat} seat @param {number[]} roll */
  async animateRoll(seat, roll) {
    this.draft = null;
    this.order = [...roll];
    this.callbacks.onSound?.("roll");
    await this.dice.throw(this.rolled(seat, roll), still() ? 0 : this.options.speed);
    await pause(this.duration);
  }

  /** @param {Seat} seat @param {number[][]} moves */
  async animatePlay(seat, moves) {
    const steps = /** @type {[number, number, number, number][]} */ (moves);
    const end = after(this.base, seat, steps);
    const known = String(this.points()) === String(end);
    this.base = end;
    this.draft = null;
    this.release();
    if (known) return;
    this.say(steps.map(([source, target, , hit]) => moved(this.reader, seat, source, target, hit === 1)).join("; "));
    await this.animateSteps(seat, steps);
  }

  /** @param {Seat} seat @param {[number, number, number, number][]} steps */
  async animateSteps(seat, steps) {
    const epoch = ++this.epoch;
    for (const [source, target, die] of steps) {
      await this.step(seat, source, target);
      if (epoch !== this.epoch) return;
      this.dice.use(die);
      await pause(still() ? 0 : BETWEEN * this.options.speed);
      if (epoch !== this.epoch) return;
    }
    this.refreshEdges();
  }

  refreshEdges() {
    const counts = /** @type {[number, number]} */ (this.base.map(pipCount));
    const numbering = this.options.numbers === "none" ? null : this.reader.numbering;
    this.scene.edge(this.stance, numbering, this.options.pips ? counts : null);
    this.name(this.base);
  }

  /** @param {Seat} by @param {string} kind */
  animateOffer(by, kind) {
    const cube = this.view?.cube ?? null;
    this.callbacks.onSound?.("cube");
    this.scene.layCube(this.stance, cube, { kind: kind === "doubled" ? "double" : "beaver", by });
  }

  // Setting up a position

  /**
   * Turn the board into an editor until the next `show`: a tap puts a checker of the brush on a point, right
   * button, long press, Delete or dragging off takes one away, digits set a count, X changes the brush.
   * @param {EditOptions} options
   */
  edit(options) {
    const checkers = options.checkers ?? 15;
    const points = options.points ?? this.points();
    this.base = /** @type {[number[], number[]]} */ (points.map((counts) => fill(counts, checkers)));
    this.editing = { ...options, seat: options.seat ?? this.options.perspective };
    this.draft = null;
    this.release();
    this.render(this.duration);
  }

  /** Whose checkers a tap places in the editor. @param {Seat} seat */
  brush(seat) {
    if (!this.editing) return;
    this.editing.seat = seat;
    this.refresh();
  }

  /** The seat whose checkers lie on a zone. @param {Zone} zone @returns {Seat|null} */
  holder(zone) {
    const seats = /** @type {Seat[]} */ ([0, 1]);
    return seats.find((seat) => this.base[seat][pointOf(this.stance, seat, zone) ?? -1] > 0) ?? null;
  }

  /** @param {Zone} zone */
  editPress(zone) {
    const editing = /** @type {NonNullable<Board['editing']>} */ (this.editing);
    const seat = ownerOf(this.stance, zone) ?? editing.seat;
    if (zone.startsWith("off")) return this.changeBrush(seat);
    const points = put(this.base, seat, pointOf(this.stance, seat, zone) ?? 0);
    if (points) this.edited(points, zone);
    else this.say(this.callbacks.t("board.edit.none_left"));
  }

  /** @param {Zone} zone */
  editRemove(zone) {
    const seat = this.holder(zone);
    if (seat !== null) this.edited(takeAway(this.base, seat, pointOf(this.stance, seat, zone) ?? 0), zone);
  }

  /** @param {{seat: Seat, point: number}} carried @param {Zone|null} zone */
  editDrop({ seat, point }, zone) {
    this.release();
    const target = zone ? pointOf(this.stance, seat, zone) : OFF;
    this.edited(carry(this.base, seat, point, target ?? point), zone);
  }

  /** @param {Zone} zone @param {string} key @returns {boolean} */
  editKey(zone, key) {
    const editing = /** @type {NonNullable<Board['editing']>} */ (this.editing);
    const seat = ownerOf(this.stance, zone) ?? editing.seat;
    if (key === "Delete" || key === "Backspace" || key === "-") this.editRemove(zone);
    else if (key === "+") this.editPress(zone);
    else if (key === "x" || key === "X") this.changeBrush(other(editing.seat));
    else if (/^[0-9]$/.test(key) && !zone.startsWith("off")) {
      const point = pointOf(this.stance, seat, zone) ?? BAR;
      this.edited(setCount(this.base, seat, point, Number(key)), zone);
    } else return false;
    return true;
  }

  /** @param {Seat} seat */
  changeBrush(seat) {
    this.brush(seat);
    this.say(this.callbacks.t(seat === this.options.light ? "board.edit.light" : "board.edit.dark"));
  }

  /** @param {[number[], number[]]} points @param {Zone|null} zone */
  edited(points, zone) {
    const changed = String(points) !== String(this.base);
    this.base = points;
    this.render(this.duration);
    if (zone) this.say(nameOf(this.reader, zone, points));
    if (changed) this.editing?.onChange([[...points[0]], [...points[1]]]);
  }

  /** Take everything off the element and stop listening. */
  destroy() {
    this.epoch += 1;
    this.stop?.abort();
    this.pointer?.destroy();
    this.sizes?.disconnect();
    this.element.replaceChildren();
    this.element.classList.remove("tavla-board");
  }
}

/** Counts with the tray holding what is not on the board. @param {number[]} counts @param {number} checkers */
function fill(counts, checkers) {
  const onBoard = counts.slice(1).reduce((sum, count) => sum + count, 0);
  return [Math.max(checkers - onBoard, 0), ...counts.slice(1)];
}
