/**
 * What hands and keys do while a position is set up.
 *
 * @typedef {import("./types.js").Points} Points
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./hands.js").Mode} Mode
 * @typedef {import("./zones.js").Zone} Zone
 */

import { OFF, other } from "./geometry.js";
import { carry, put, setCount, takeAway } from "./setup.js";
import { ownerOf, pointOf } from "./zones.js";

/** @implements {Mode} */
export class Editing {
  /**
   * @param {import("./board.js").Board} board
   * @param {Seat} seat  whose checkers a tap places
   * @param {Pick<import("./types.js").EditOptions, "onChange"|"onBrush">} hearers
   */
  constructor(board, seat, hearers) {
    this.board = board;
    this.seat = seat;
    this.hearers = hearers;
  }

  /** The seat whose checkers a place takes now. @param {Zone} zone */
  taker(zone) {
    return ownerOf(this.board.stage.stance, zone) ?? this.seat;
  }

  /** A zone in a player's numbering. @param {Seat} seat @param {Zone} zone */
  point(seat, zone) {
    return pointOf(this.board.stage.stance, seat, zone);
  }

  /** @param {Zone} zone */
  press(zone) {
    const seat = this.taker(zone);
    if (zone.startsWith("off")) return this.brush(seat);
    const points = put(this.board.base, seat, this.point(seat, zone) ?? OFF);
    if (points) this.change(points, zone);
    else this.board.say(this.board.callbacks.t("board.edit.none_left"));
  }

  pressNothing() {}

  pressDie() {
    return false;
  }

  /** @param {Zone} zone */
  liftable(zone) {
    const seats = /** @type {Seat[]} */ ([0, 1]);
    const seat = seats.find((each) => this.board.base[each][this.point(each, zone) ?? -1] > 0);
    return seat === undefined ? null : { seat, point: this.point(seat, zone) ?? OFF };
  }

  lifted() {}

  /** @param {Seat} seat @param {number} source @param {Zone|null} zone */
  dropped(seat, source, zone) {
    const target = zone ? this.point(seat, zone) : OFF;
    this.board.release();
    this.change(carry(this.board.base, seat, source, target ?? source), zone);
  }

  /** @param {Zone|null} zone */
  second(zone) {
    const held = zone && this.liftable(zone);
    if (held) this.change(takeAway(this.board.base, held.seat, held.point), zone);
  }

  /** @param {Zone} zone */
  hold(zone) {
    this.second(zone);
    return true;
  }

  /** @param {string} key @param {Zone|null} zone */
  key(key, zone) {
    if (key === "x" || key === "X") this.brush(other(this.seat));
    else if (!zone) return false;
    else if (key === "Delete" || key === "Backspace" || key === "-") this.second(zone);
    else if (key === "+") this.press(zone);
    else if (/^[0-9]$/.test(key) && !zone.startsWith("off")) this.setCount(zone, Number(key));
    else return false;
    return true;
  }

  /** @param {Zone} zone @param {number} count */
  setCount(zone, count) {
    const seat = this.taker(zone);
    this.change(setCount(this.board.base, seat, this.point(seat, zone) ?? OFF, count), zone);
  }

  /** @param {Seat} seat */
  brush(seat) {
    this.seat = seat;
    this.board.refresh();
    const light = seat === this.board.options.light;
    this.board.say(this.board.callbacks.t(light ? "board.edit.light" : "board.edit.dark"));
    this.hearers.onBrush?.(seat);
  }

  /** @param {Points} points @param {Zone|null} zone */
  change(points, zone) {
    const changed = String(points) !== String(this.board.base);
    this.board.base = points;
    this.board.render(this.board.duration);
    if (zone) this.board.say(this.board.nameOf(zone));
    if (changed) this.hearers.onChange([[...points[0]], [...points[1]]]);
  }
}
