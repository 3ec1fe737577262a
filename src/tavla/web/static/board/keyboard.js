/**
 * The board by keyboard: one place has the focus, arrows walk, the other keys go to what is being done.
 *
 * @typedef {import("./zones.js").Zone} Zone
 */

import { walk } from "./zones.js";

const PAGE_KEYS = /** @type {const} */ ({ " ": "primary", d: "double", D: "double", "/": "notation" });

export class Keyboard {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.stage = board.stage;
    /** @type {Zone} the place that Tab leads to */
    this.roving = "p24";
    this.stop = new AbortController();
    const { signal } = this.stop;
    const { root } = this.stage.scene;
    root.addEventListener("keydown", (event) => this.down(event), { signal });
    root.addEventListener("focusin", (event) => this.focused(event), { signal });
    root.addEventListener("click", (event) => this.click(event), { signal });
    this.rove(this.roving);
  }

  /** @param {Zone} zone */
  rove(zone) {
    this.stage.scene.zones.get(this.roving)?.setAttribute("tabindex", "-1");
    this.roving = zone;
    this.stage.scene.zones.get(zone)?.setAttribute("tabindex", "0");
  }

  focus() {
    this.stage.scene.zones.get(this.roving)?.focus();
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const zone = this.stage.zoneOfElement(event.target);
    if (zone) this.rove(zone);
  }

  /** A press by a screen reader, which sends no pointer. @param {MouseEvent} event */
  click(event) {
    if (event.detail === 0) this.enter(event.target);
  }

  /** @param {KeyboardEvent} event */
  down(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (this.means(event)) event.preventDefault();
  }

  /** Do what a key means here. @param {KeyboardEvent} event @returns {boolean} false when it means nothing */
  means({ key, target }) {
    const zone = this.stage.zoneOfElement(target);
    const next = zone && walk(this.stage.stance, zone, key);
    if (next) {
      this.stage.scene.zones.get(next)?.focus();
      return true;
    }
    if (key === "Enter") return this.enter(target);
    return this.board.mode.key(key, zone) || this.pageKey(key);
  }

  /** @param {EventTarget|null} target */
  enter(target) {
    const zone = this.stage.zoneOfElement(target);
    const swap = this.stage.isSwap(target);
    if (zone) this.board.mode.press(zone, false);
    if (swap) this.board.swapDice();
    return zone !== null || swap;
  }

  /** @param {string} key */
  pageKey(key) {
    const { onKey } = this.board.callbacks;
    if (!onKey || !(key in PAGE_KEYS)) return false;
    onKey(PAGE_KEYS[/** @type {keyof typeof PAGE_KEYS} */ (key)]);
    return true;
  }

  destroy() {
    this.stop.abort();
  }
}
