/**
 * The dice on the board: thrown, put in the order they will be played, faded when used.
 *
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./geometry.js").Stance} Stance
 * @typedef {{seat: Seat, face: number, used: boolean, slot: number, slots: number}} Die
 */

import { pips, piece, svg } from "./art.js";
import { dieAt, G } from "./geometry.js";
import { shift } from "./motion.js";

const ROLL = 500;

export class Dice {
  /** @param {SVGGElement} layer @param {string} id @param {Stance} stance */
  constructor(layer, id, stance) {
    this.layer = layer;
    this.id = id;
    this.stance = stance;
    /** @type {Seat} */
    this.light = 0;
    /** @type {Die[]} */
    this.all = [];
    /** @type {SVGGElement[]} */
    this.elements = [];
    this.key = "";
  }

  /** @param {Stance} stance @param {Seat} light */
  turn(stance, light) {
    this.stance = stance;
    this.light = light;
  }

  /**
   * Show these dice; the same dice in other slots glide there.
   * @param {Die[]} dice
   * @param {number} [armed]  the slot of the die that the next checker plays
   */
  set(dice, armed = -1) {
    const key = JSON.stringify([dice.map(({ seat, face }) => [seat, face]), this.light]);
    if (key !== this.key) this.build(dice);
    this.key = key;
    this.all = dice;
    dice.forEach((die, index) => {
      const element = this.elements[index];
      element.style.transform = shift(dieAt(this.stance, die.seat, die.slot, die.slots));
      element.classList.toggle("used", die.used);
      element.classList.toggle("armed", !die.used && die.slot === armed);
    });
  }

  /** @param {Die[]} dice */
  build(dice) {
    this.elements = dice.map(({ seat, face }) => {
      const kind = this.kind(seat);
      const faceOf = svg("g", { class: "face" }, pips(face, `${kind}-text`));
      const turn = svg("g", { class: "turn" }, [piece(`${kind}-die`, this.id), faceOf]);
      return svg("g", { class: "die" }, [turn]);
    });
    this.layer.replaceChildren(...this.elements);
  }

  /** @param {Seat} seat */
  kind(seat) {
    return seat === this.light ? "light" : "dark";
  }

  /**
   * Throw dice from their owner's edge; they land where they are read.
   * @param {Die[]} dice @param {number} speed  1 as designed, 0 at once
   * @returns {Promise<void>}
   */
  async throw(dice, speed) {
    this.key = "";
    this.set(dice);
    if (speed <= 0) return;
    const duration = ROLL * speed;
    const rolls = this.elements.map((element, index) => this.roll(element, dice[index], index, duration));
    await Promise.allSettled(rolls);
  }

  /** @param {SVGGElement} element @param {Die} die @param {number} index @param {number} duration */
  async roll(element, die, index, duration) {
    const end = dieAt(this.stance, die.seat, die.slot, die.slots);
    const low = die.seat === this.stance.bottom;
    const way = low ? 1 : -1;
    const start = { x: end.x + 4.5 * way + index * 0.6, y: end.y + 8 * way };
    const bounce = { x: end.x + 0.35 * way, y: end.y - 0.5 * way };
    element.style.transition = "none";
    const flight = element.animate(
      [
        { transform: `${shift(start)} rotate(${-400 * way}deg) scale(1.25)`, opacity: 0.2, easing: "ease-out" },
        { transform: `${shift(bounce)} rotate(${24 * way}deg) scale(1.06)`, opacity: 1, offset: 0.75, easing: "ease-in-out" },
        { transform: `${shift(end)} rotate(0deg) scale(1)`, opacity: 1 },
      ],
      { duration: duration * (0.88 + index * 0.04), fill: "backwards" },
    );
    const tumbling = setInterval(() => this.face(element, die.seat, 1 + Math.floor(Math.random() * 6)), duration / 8);
    const landing = setTimeout(() => {
      clearInterval(tumbling);
      this.face(element, die.seat, die.face);
    }, duration * 0.62);
    await flight.finished.catch(() => {});
    clearInterval(tumbling);
    clearTimeout(landing);
    this.face(element, die.seat, die.face);
    element.style.transition = "";
  }

  /** @param {SVGGElement} element @param {Seat} seat @param {number} face */
  face(element, seat, face) {
    element.querySelector(".face")?.replaceChildren(...pips(face, `${this.kind(seat)}-text`));
  }

  /** The x of the middle of a seat's dice. @param {Seat} seat */
  middle(seat) {
    return dieAt(this.stance, seat, 0, 1).x;
  }

  /** Fade one die of this face. @param {number} face */
  use(face) {
    const index = this.all.findIndex((die) => die.face === face && !die.used);
    if (index < 0) return;
    this.all = this.all.map((die, at) => (at === index ? { ...die, used: true } : die));
    this.elements[index].classList.add("used");
  }

  /** Stop every throw at its end. */
  finish() {
    for (const element of this.elements) for (const motion of element.getAnimations()) motion.finish();
  }

  /** The die under a spot. @param {number} x @param {number} y @returns {Die|null} */
  at(x, y) {
    const reach = G.die.size / 2 + 0.25;
    const found = this.all.find((die) => {
      const place = dieAt(this.stance, die.seat, die.slot, die.slots);
      return Math.abs(place.x - x) <= reach && Math.abs(place.y - y) <= reach;
    });
    return found ?? null;
  }
}
