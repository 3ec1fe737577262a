/**
 * The checkers on the board, each an element that keeps its identity while it moves from place to place.
 *
 * @typedef {import("./types.js").Points} Points
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./geometry.js").Place} Place
 * @typedef {import("./geometry.js").Stance} Stance
 * @typedef {object} Checker
 * @property {Seat} seat
 * @property {number} point    its owner's numbering
 * @property {number} order    0 at the base of its stack
 * @property {SVGGElement} element
 */

import { isHit } from "./draft.js";
import { checkerAt, fullStack, G, OFF, trayCount } from "./geometry.js";
import { glide } from "./motion.js";
import { label, piece, svg } from "./art.js";

const HIT_LATER = 120;

export class Checkers {
  /**
   * @param {SVGGElement} layer
   * @param {string} id       of the board, for its fades
   * @param {Stance} stance
   */
  constructor(layer, id, stance) {
    this.layer = layer;
    this.id = id;
    this.stance = stance;
    /** @type {Seat} */
    this.light = 0;
    /** @type {Checker[]} */
    this.all = [];
    this.moving = 0;
  }

  /** The counts of both seats as they are shown. @returns {Points} */
  get points() {
    /** @type {Points} */
    const counts = [new Array(26).fill(0), new Array(26).fill(0)];
    for (const { seat, point } of this.all) counts[seat][point] += 1;
    return counts;
  }

  /** The checkers of a place, base first. @param {Seat} seat @param {number} point */
  stack(seat, point) {
    return this.all.filter((c) => c.seat === seat && c.point === point).sort((a, b) => a.order - b.order);
  }

  /** @param {Seat} seat @param {number} point @returns {Checker|undefined} */
  top(seat, point) {
    return this.stack(seat, point).at(-1);
  }

  /** Draw them in another stance or with the colours changed over. @param {Stance} stance @param {Seat} light */
  turn(stance, light) {
    this.stance = stance;
    if (light !== this.light) for (const checker of this.all) this.paint(checker, light);
    this.light = light;
  }

  /**
   * Bring both sides to these counts, moving as few checkers as needed.
   * @param {Points} points
   * @param {number} duration  milliseconds; 0 jumps
   */
  set(points, duration) {
    for (const seat of /** @type {Seat[]} */ ([0, 1])) this.regroup(seat, points[seat]);
    return this.settle(duration);
  }

  /** @param {Seat} seat @param {number[]} counts */
  regroup(seat, counts) {
    /** @type {Checker[]} */
    const spare = [];
    for (let point = 25; point >= 0; point--) spare.push(...this.stack(seat, point).slice(counts[point]));
    for (let point = 25; point >= 0; point--) {
      let order = this.stack(seat, point).filter((c) => !spare.includes(c)).length;
      while (order < counts[point]) this.land(spare.shift() ?? this.make(seat, point), point, order++);
    }
    for (const { element } of spare) element.remove();
    this.all = this.all.filter((c) => !spare.includes(c));
  }

  /** @param {Checker} checker @param {number} point @param {number} order */
  land(checker, point, order) {
    checker.point = point;
    checker.order = order;
    this.layer.append(checker.element);
  }

  /** @param {Seat} seat @param {number} point @returns {Checker} */
  make(seat, point) {
    const checker = { seat, point, order: 0, element: svg("g", { class: "checker" }) };
    this.paint(checker, this.light);
    checker.element.style.transform = `translate(${G.width / 2}px, ${G.height / 2}px)`;
    this.all.push(checker);
    return checker;
  }

  /** @param {Checker} checker @param {Seat} light */
  paint({ seat, element }, light) {
    const kind = seat === light ? "light" : "dark";
    const count = label("", 0, 0, G.checker.text, `${kind}-text`);
    count.setAttribute("class", "count");
    const lift = svg("g", { class: "lift" }, [piece(kind, this.id, { class: "disc" }), count]);
    const slab = piece(`${kind}-slab`, this.id, { class: "slab" });
    element.replaceChildren(piece("shadow", this.id, { class: "shadow" }), lift, slab);
  }

  /**
   * One checker's move; one of the other player on its target goes to the bar a moment later.
   * @param {Seat} seat @param {number} source @param {number} target @param {number} duration
   * @returns {{hit: boolean, done: Promise<void>}}
   */
  move(seat, source, target, duration) {
    const checker = this.top(seat, source);
    if (!checker) return { hit: false, done: Promise.resolve() };
    const rival = /** @type {Seat} */ (1 - seat);
    const hit = isHit(this.points[rival], target);
    const struck = hit ? this.top(rival, 25 - target) : undefined;
    if (struck) this.land(struck, 25, this.stack(rival, 25).length);
    this.land(checker, target, this.stack(seat, target).length);
    const delays = new Map(struck ? [[struck, duration > 0 ? HIT_LATER : 0]] : []);
    return { hit, done: this.settle(duration, delays) };
  }

  /**
   * Let every checker glide to where its stack has it, and write the counts.
   * @param {number} duration
   * @param {Map<Checker, number>} [delays]
   * @returns {Promise<void>}
   */
  async settle(duration, delays = new Map()) {
    const motions = [];
    for (const [checker, to, size] of this.targets()) {
      this.mark(checker, size);
      const motion = glide(checker.element, to, { duration, delay: delays.get(checker) });
      if (motion) motions.push(motion.finished);
    }
    this.moving += 1;
    await Promise.allSettled(motions);
    this.moving -= 1;
    if (this.moving === 0) this.restack();
  }

  /** Shake the head. @param {Checker} checker @param {number} duration */
  shake({ element }, duration) {
    const frames = [0, 0.1, -0.1, 0.06, 0].map((x) => ({ transform: `translate(${x}px, 0px)` }));
    if (duration > 0) element.querySelector(".lift")?.animate(frames, { duration });
  }

  /** Stop every motion at its end. */
  finish() {
    for (const { element } of this.all) for (const motion of element.getAnimations()) motion.finish();
  }

  /** @returns {[Checker, Place, number][]} every checker, its place and the size of its stack */
  targets() {
    const sizes = this.points;
    return this.all.map((checker) => {
      const { seat, point, order } = checker;
      const size = sizes[seat][point];
      return [checker, checkerAt(this.stance, seat, point, order, size), size];
    });
  }

  /** @param {Checker} checker @param {number} size  of its stack */
  mark({ point, order, element }, size) {
    element.classList.toggle("off", point === OFF);
    const counted = point !== OFF && order === size - 1 && size > fullStack(point);
    const text = element.querySelector(".count");
    if (text) text.textContent = counted ? String(size) : "";
  }

  /** Put the elements in the order in which they overlap. */
  restack() {
    const sorted = [...this.all].sort((a, b) => a.order - b.order);
    const now = [...this.layer.children];
    if (sorted.some((checker, index) => now[index] !== checker.element)) {
      this.layer.append(...sorted.map((checker) => checker.element));
    }
  }

  /** The numbers of checkers borne off, for their layer. @returns {SVGElement[]} */
  trayCounts() {
    const { points } = this;
    return /** @type {Seat[]} */ ([0, 1])
      .filter((seat) => points[seat][OFF] > 0)
      .map((seat) => {
        const { x, y } = trayCount(this.stance, seat);
        return label(String(points[seat][OFF]), x, y, G.count.size, "frame-text");
      });
  }
}
