/**
 * Everything that is drawn, dressed in one theme and one stance: the scene, the checkers, the dice.
 *
 * @typedef {import("./types.js").Points} Points
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").ShowOptions} ShowOptions
 * @typedef {import("./geometry.js").Stance} Stance
 * @typedef {import("./zones.js").Zone} Zone
 */

import { measure, svg } from "./art.js";
import { Checkers } from "./checkers.js";
import { Dice } from "./dice.js";
import { G } from "./geometry.js";
import { Scene } from "./scene.js";
import { zoneAt } from "./zones.js";

/** @param {number[]} counts */
const pipCount = (counts) => counts.reduce((sum, count, point) => sum + count * point, 0);

export class Stage {
  /** @param {HTMLElement} element */
  constructor(element) {
    this.element = element;
    /** @type {Stance} */
    this.stance = { bottom: 0, home: "right" };
    this.scene = new Scene();
    this.checkers = new Checkers(this.scene.layers.checkers, this.scene.id, this.stance);
    const diceLayer = svg("g");
    this.dice = new Dice(diceLayer, this.scene.id, this.stance);
    this.swap = svg("g", { class: "swap", role: "button" }, [
      svg("rect", { class: "touch" }),
      svg("rect", { class: "halo", rx: 0.4 }),
      svg("rect", { class: "ring", rx: 0.4 }),
    ]);
    this.scene.layers.dice.append(this.swap, diceLayer);
    this.scene.furnish(this.stance);
    element.replaceChildren(this.scene.root);
    this.sizes = new ResizeObserver(([entry]) => this.scene.fit(entry.contentRect.width));
    this.sizes.observe(element);
  }

  /** Put on a theme, a stance and the colours of the seats. @param {Required<ShowOptions>} options */
  dress({ theme, home, perspective, light, speed }) {
    if (this.element.dataset.theme !== theme) this.paint(theme);
    this.element.classList.toggle("instant", speed === 0);
    const changed = this.stance.home !== home || this.stance.bottom !== perspective;
    this.stance = { bottom: perspective, home };
    this.checkers.turn(this.stance, light);
    this.dice.turn(this.stance, light);
    if (changed) this.scene.furnish(this.stance);
  }

  /** @param {string} theme */
  paint(theme) {
    this.element.dataset.theme = theme;
    for (const [name, colour] of Object.entries(G.themes[theme])) {
      this.element.style.setProperty(`--tavla-${name}`, colour);
    }
  }

  /** Bring every motion to its end. */
  finish() {
    this.checkers.finish();
    this.dice.finish();
  }

  /**
   * Numbers and pip counts at the edges, numbers of checkers borne off.
   * @param {Points} points @param {Seat|null} numbering @param {boolean} pips
   */
  layCounts(points, numbering, pips) {
    const counts = /** @type {[number, number]} */ (points.map(pipCount));
    this.scene.edge(this.stance, numbering, pips ? counts : null);
    this.scene.count(this.checkers.trayCounts());
  }

  /**
   * The button over the dice that changes them over; null when there is nothing to change.
   * @param {Seat} seat @param {string|null} name
   */
  laySwap(seat, name) {
    this.swap.classList.toggle("ready", name !== null);
    if (name === null) {
      this.swap.setAttribute("tabindex", "-1");
      this.swap.setAttribute("aria-hidden", "true");
      return;
    }
    this.swap.setAttribute("tabindex", "0");
    this.swap.removeAttribute("aria-hidden");
    this.swap.setAttribute("aria-label", name);
    const width = G.die.pitch * 2 + 0.3;
    const box = { x: this.dice.middle(seat) - width / 2, y: G.height / 2 - 1.3, width, height: 2.6 };
    for (const rect of this.swap.children) measure(rect, box);
  }

  /** The zone under a spot. @param {{x: number, y: number}} at @returns {Zone|null} */
  zone({ x, y }) {
    return zoneAt(this.stance, x, y);
  }

  /** @param {EventTarget|null} target @returns {Zone|null} */
  zoneOfElement(target) {
    const g = target instanceof Element ? target.closest(".zone") : null;
    return g instanceof SVGElement ? (g.dataset.zone ?? null) : null;
  }

  /** @param {EventTarget|null} target */
  isSwap(target) {
    return target instanceof Element && target.closest(".swap") !== null;
  }

  destroy() {
    this.sizes.disconnect();
    this.element.replaceChildren();
  }
}
