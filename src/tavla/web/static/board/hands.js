/**
 * Hands on the board: taps and drags brought to the place they mean, and a checker carried through the air.
 *
 * What they do there is decided by the board's mode, `Playing` or `Editing`.
 *
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./checkers.js").Checker} Checker
 * @typedef {import("./pointer.js").Spot} Spot
 * @typedef {import("./zones.js").Zone} Zone
 *
 * @typedef {object} Mode
 * @property {(zone: Zone, twice: boolean) => void} press     a place is meant; `twice`: by a double tap
 * @property {() => void} pressNothing                        a tap beside every place
 * @property {(at: Spot) => boolean} pressDie                 whether the spot was a die that means something
 * @property {(zone: Zone) => {seat: Seat, point: number}|null} liftable   the checker that a drag from here takes
 * @property {(seat: Seat, point: number) => void} lifted
 * @property {(seat: Seat, point: number, zone: Zone|null) => void} dropped  null: outside
 * @property {(zone: Zone|null) => void} second               the right button, two fingers
 * @property {(zone: Zone) => boolean} hold                   a long press; false when it means nothing
 * @property {(key: string, zone: Zone|null) => boolean} key  false when it means nothing
 */

import { shift } from "./motion.js";
import { isDouble, Pointer } from "./pointer.js";

/** How far above a finger the checker is carried, so that it stays in sight. */
const ABOVE_FINGER = 1.6;
const ABOVE_MOUSE = 0.3;

export class Hands {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.stage = board.stage;
    /** @type {Checker|null} the checker in the air */
    this.carried = null;
    this.tapped = { zone: "", time: 0 };
    this.pointer = new Pointer(this.stage.scene.root, {
      canLift: (at) => this.liftable(at) !== null,
      lift: (at) => this.lift(at),
      carry: (at, touch) => this.carry(at, touch),
      drop: (at) => this.drop(at),
      letGo: () => this.letGo(),
      tap: (at) => this.tap(at),
      isActive: () => board.live || board.edited,
      second: (at) => board.mode.second(this.stage.zone(at)),
      hold: (at) => this.hold(at),
      twoFingers: () => board.mode.second(null),
    });
  }

  /** @param {Spot} at */
  tap(at) {
    const { mode } = this.board;
    if (mode.pressDie(at)) return;
    const zone = this.stage.zone(at);
    if (!zone) return mode.pressNothing();
    const now = performance.now();
    const twice = this.tapped.zone === zone && isDouble(this.tapped.time, now);
    this.tapped = { zone, time: twice ? 0 : now };
    mode.press(zone, twice);
  }

  /** @param {Spot} at */
  hold(at) {
    const zone = this.stage.zone(at);
    return zone !== null && this.board.mode.hold(zone);
  }

  /** @param {Spot} at */
  liftable(at) {
    const zone = this.stage.zone(at);
    return zone && !this.stage.dice.at(at.x, at.y) ? this.board.mode.liftable(zone) : null;
  }

  /** @param {Spot} at */
  lift(at) {
    const from = this.liftable(at);
    if (!from) return;
    const { seat, point } = from;
    this.board.settle();
    const checker = this.stage.checkers.top(seat, point);
    if (!checker) return;
    this.board.release();
    this.carried = checker;
    this.stage.element.classList.add("dragging");
    checker.element.classList.add("carried");
    this.stage.checkers.layer.append(checker.element);
    this.board.mode.lifted(seat, point);
  }

  /** @param {Spot} at @param {boolean} touch */
  carry(at, touch) {
    if (!this.carried) return;
    const y = at.y - (touch ? ABOVE_FINGER : ABOVE_MOUSE);
    this.carried.element.style.transform = shift({ x: at.x, y });
  }

  /** @param {Spot} at */
  drop(at) {
    if (!this.carried) return;
    const { seat, point } = this.carried;
    this.board.mode.dropped(seat, point, this.stage.zone(at));
  }

  /** A drag broken off. */
  letGo() {
    this.board.release();
    this.board.render(this.board.duration);
  }

  /** Nothing is in the air any more. */
  empty() {
    this.carried?.element.classList.remove("carried");
    this.carried = null;
    this.stage.element.classList.remove("dragging");
  }

  destroy() {
    this.pointer.destroy();
  }
}
