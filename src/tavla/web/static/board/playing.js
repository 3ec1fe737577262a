/**
 * What hands and keys do while a play is built: pick up, put down, play a die, take back.
 *
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./hands.js").Mode} Mode
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./zones.js").Zone} Zone
 */

import { OFF } from "./geometry.js";
import { pointOf } from "./zones.js";

/** @implements {Mode} */
export class Playing {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /** The play being built, if it is built here. @returns {Draft|null} */
  get draft() {
    return this.board.live ? this.board.draft : null;
  }

  /** The mover's point of a zone that holds its checkers, not its tray; else null. @param {Zone} zone */
  own(zone) {
    const point = this.point(zone);
    const held = point !== null && point !== OFF && this.board.points()[this.board.mover][point] > 0;
    return held ? point : null;
  }

  /** @param {Zone} zone */
  point(zone) {
    return pointOf(this.board.stage.stance, this.board.mover, zone);
  }

  /** @param {Zone} zone @param {boolean} twice */
  press(zone, twice) {
    const { draft, board } = this;
    if (!draft) return;
    if (board.selected !== null) return this.pressWith(draft, board.selected, this.point(zone), twice);
    const point = this.own(zone);
    if (point !== null) this.pressChecker(draft, point);
  }

  /** A checker is tapped with nothing in hand. @param {Draft} draft @param {number} point */
  pressChecker(draft, point) {
    const { board } = this;
    const lead = board.diceLeft[0] ?? board.order[0];
    const move = board.armed ? draft.step(point, lead) : null;
    if (move) return board.take([move]);
    const targets = draft.targets(point, board.order);
    if (board.armed || targets.size === 0) return board.refuse(point, Math.max(point - lead, OFF));
    const [only, ...more] = targets.values();
    if (board.options.oneTap && more.length === 0) return board.take(only.path);
    board.select(point);
  }

  /** A place is tapped with a checker in hand. @param {Draft} draft @param {number} source @param {number|null} point @param {boolean} twice */
  pressWith(draft, source, point, twice) {
    const { board } = this;
    const target = point === null ? undefined : board.targets.get(point);
    if (target) return board.take(target.path);
    if (point === source) {
      const move = board.diceLeft.map((die) => draft.step(source, die)).find(Boolean);
      return twice && move ? board.take([move]) : board.putBack();
    }
    if (point !== null && draft.sources().has(point)) return board.select(point);
    board.refuse(source, point);
  }

  pressNothing() {
    if (this.board.selected !== null) this.board.putBack();
  }

  /** @param {import("./pointer.js").Spot} at */
  pressDie({ x, y }) {
    const { board, draft } = this;
    const die = board.stage.dice.at(x, y);
    if (!draft || !die || die.used || die.seat !== board.mover) return false;
    if (board.selected !== null) this.playDie(draft, board.selected, die.face);
    else if (board.canSwap) this.armDie(die.face, die.slot === 0);
    return true;
  }

  /** @param {Draft} draft @param {number} source @param {number} face */
  playDie(draft, source, face) {
    const move = draft.step(source, face);
    if (move) this.board.take([move]);
    else this.board.refuse(source, Math.max(source - face, OFF));
  }

  /** The next checker tapped plays this die. @param {number} face @param {boolean} leads  it is shown first already */
  armDie(face, leads) {
    const { board } = this;
    if (!leads) board.swapDice();
    board.armed = leads ? !board.armed : true;
    board.refresh();
    if (board.armed) board.say(board.callbacks.t("board.dice.armed", { die: face }));
  }

  /** @param {Zone} zone */
  liftable(zone) {
    const point = this.draft ? this.own(zone) : null;
    return point === null ? null : { seat: this.board.mover, point };
  }

  /** @param {Seat} seat @param {number} point */
  lifted(seat, point) {
    this.board.select(point);
  }

  /** @param {Seat} seat @param {number} source @param {Zone|null} zone */
  dropped(seat, source, zone) {
    const point = zone ? this.point(zone) : null;
    const target = point === null ? undefined : this.board.targets.get(point);
    if (target) this.board.take(target.path);
    else this.board.refuse(source, point);
  }

  second() {
    this.board.undo();
  }

  hold() {
    return false;
  }

  /** @param {string} key */
  key(key) {
    if (key === "Escape" && this.board.selected !== null) this.board.putBack();
    else if ((key === "u" || key === "U") && this.draft) this.board.undo();
    else return false;
    return true;
  }
}
