/**
 * Hands on the board: taps, drags, the right button and two fingers, told apart and reported in board units.
 *
 * @typedef {{x: number, y: number}} Spot
 * @typedef {object} Hand
 * @property {(at: Spot) => boolean} canLift            whether a drag may begin here
 * @property {(at: Spot) => void} lift
 * @property {(at: Spot, touch: boolean) => void} carry
 * @property {(at: Spot) => void} drop
 * @property {() => void} letGo                         a drag broken off
 * @property {(at: Spot) => void} tap
 * @property {() => boolean} isActive                   whether the right button means anything now
 * @property {(at: Spot) => void} second                the right button
 * @property {(at: Spot) => boolean} hold               a long press; false when it means nothing here
 * @property {() => void} twoFingers                    tapped
 */

const STILL = { mouse: 4, pen: 6, touch: 9 };
const LONG = 550;
const QUICK = 350;

export class Pointer {
  /** @param {SVGSVGElement} svg @param {Hand} hand */
  constructor(svg, hand) {
    this.svg = svg;
    this.hand = hand;
    /** @type {{id: number, at: Spot, x: number, y: number, time: number, dragging: boolean, spent: boolean}|null} */
    this.press = null;
    /** @type {{time: number, x: number, y: number}|null} */
    this.pair = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.long = undefined;
    this.fingers = new Set();
    this.stop = new AbortController();
    const signal = this.stop.signal;
    svg.addEventListener("pointerdown", (event) => this.down(event), { signal });
    svg.addEventListener("pointermove", (event) => this.move(event), { signal });
    svg.addEventListener("pointerup", (event) => this.up(event), { signal });
    svg.addEventListener("pointercancel", (event) => this.cancel(event), { signal });
    svg.addEventListener("touchstart", (event) => this.claim(event), { signal, passive: false });
    svg.addEventListener("contextmenu", (event) => this.menu(event), { signal });
  }

  /** A spot of the screen in board units. @param {{clientX: number, clientY: number}} event @returns {Spot} */
  spot({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    return { x, y };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "touch") this.fingers.add(event.pointerId);
    if (this.fingers.size === 2) return this.second(event);
    if (event.button !== 0 || this.press?.dragging) return;
    clearTimeout(this.long);
    const at = this.spot(event);
    const { pointerId: id, clientX: x, clientY: y, timeStamp: time } = event;
    this.press = { id, at, x, y, time, dragging: false, spent: false };
    this.long = setTimeout(() => this.longPress(), LONG);
  }

  /** A finger on a checker drags it, anywhere else it scrolls the page. @param {TouchEvent} event */
  claim(event) {
    if (event.touches.length === 1 && this.hand.canLift(this.spot(event.touches[0]))) event.preventDefault();
  }

  /** A second finger comes down. @param {PointerEvent} event */
  second({ timeStamp: time, clientX: x, clientY: y }) {
    if (this.press?.dragging) this.hand.letGo();
    if (this.press) this.press.spent = true;
    clearTimeout(this.long);
    this.pair = { time, x, y };
  }

  /** @param {PointerEvent} event */
  liftFinger(event) {
    this.fingers.delete(event.pointerId);
    if (this.pair && event.timeStamp - this.pair.time < QUICK) this.hand.twoFingers();
    this.pair = null;
  }

  longPress() {
    if (!this.press || this.press.dragging || this.press.spent) return;
    this.press.spent = this.hand.hold(this.press.at);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId || press.spent) return;
    const kind = /** @type {keyof typeof STILL} */ (event.pointerType);
    const moved = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.dragging && moved > (STILL[kind] ?? STILL.mouse)) this.start(press, event);
    if (press.dragging) this.hand.carry(this.spot(event), event.pointerType === "touch");
  }

  /** @param {NonNullable<Pointer['press']>} press @param {PointerEvent} event */
  start(press, event) {
    clearTimeout(this.long);
    if (!this.hand.canLift(press.at)) return;
    press.dragging = true;
    this.svg.setPointerCapture(event.pointerId);
    this.hand.lift(press.at);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.liftFinger(event);
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    this.press = null;
    clearTimeout(this.long);
    if (press.spent) return;
    if (press.dragging) return this.hand.drop(this.spot(event));
    this.hand.tap(press.at);
  }

  /** @param {PointerEvent} event */
  cancel(event) {
    this.fingers.delete(event.pointerId);
    this.pair = null;
    clearTimeout(this.long);
    if (this.press?.id !== event.pointerId) return;
    if (this.press.dragging && !this.press.spent) this.hand.letGo();
    this.press = null;
  }

  /** @param {MouseEvent} event */
  menu(event) {
    if (!this.hand.isActive()) return;
    event.preventDefault();
    const byTouch = /** @type {PointerEvent} */ (event).pointerType === "touch";
    if (!byTouch) this.hand.second(this.spot(event));
  }

  destroy() {
    clearTimeout(this.long);
    this.stop.abort();
  }
}

/** Whether two taps are a double tap. @param {number} before @param {number} now  milliseconds */
export const isDouble = (before, now) => now - before < QUICK;
