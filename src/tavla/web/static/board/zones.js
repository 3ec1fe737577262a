/**
 * The 28 places that a hand or the keyboard can point at: 24 points, the two halves of the bar, two trays.
 *
 * A zone is named by what it is to the seat at the bottom: "p1" to "p24", "bar" and "off" are its own, "bar-far"
 * and "off-far" the other player's.
 *
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./geometry.js").Stance} Stance
 * @typedef {string} Zone
 */

import { BAR, G, OFF, mirrored, other, seen } from "./geometry.js";

const far = [13, 14, 15, 16, 17, 18].map((n) => `p${n}`);
const farHome = [19, 20, 21, 22, 23, 24].map((n) => `p${n}`);
const near = [12, 11, 10, 9, 8, 7].map((n) => `p${n}`);
const nearHome = [6, 5, 4, 3, 2, 1].map((n) => `p${n}`);

/** The two rows as the eye finds them with home on the right. */
const ROWS = [
  [...far, "bar", ...farHome, "off-far"],
  [...near, "bar-far", ...nearHome, "off"],
];

/** Every zone, in the order of a checker's way home. @type {Zone[]} */
export const ZONES = [
  "bar",
  ...[...farHome].reverse(),
  ...[...far].reverse(),
  ...near,
  ...nearHome,
  "off",
  "bar-far",
  "off-far",
];

/** The zone of a player's place. @param {Stance} stance @param {Seat} seat @param {number} point @returns {Zone} */
export function zoneOf(stance, seat, point) {
  const own = seat === stance.bottom;
  if (point === BAR) return own ? "bar" : "bar-far";
  if (point === OFF) return own ? "off" : "off-far";
  return `p${seen(stance, seat, point)}`;
}

/**
 * A zone in a player's numbering; null for the bar half and the tray of the other player.
 * @param {Stance} stance @param {Seat} seat @param {Zone} zone @returns {number|null}
 */
export function pointOf(stance, seat, zone) {
  const own = seat === stance.bottom;
  if (zone === "bar" || zone === "bar-far") return own === (zone === "bar") ? BAR : null;
  if (zone === "off" || zone === "off-far") return own === (zone === "off") ? OFF : null;
  return seen(stance, seat, Number(zone.slice(1)));
}

/** Whose bar half or tray a zone is; null for a point. @param {Stance} stance @param {Zone} zone @returns {Seat|null} */
export function ownerOf(stance, zone) {
  if (zone.startsWith("p")) return null;
  return zone.endsWith("-far") ? other(stance.bottom) : stance.bottom;
}

/** The zone's rectangle, frame included, so that a thumb at the edge still hits. @param {Stance} stance @param {Zone} zone */
export function box(stance, zone) {
  const row = ROWS[0].includes(zone) ? 0 : 1;
  const index = ROWS[row].indexOf(zone);
  const width = G.point.width;
  const barLeft = G.frame + 6 * width;
  const right = barLeft + G.bar.width;
  let x = index < 6 ? G.frame + index * width : right + (index - 7) * width;
  let w = width;
  if (index === 6) [x, w] = [barLeft, G.bar.width];
  if (index === 13) [x, w] = [right + 6 * width + G.tray.wall, G.tray.width];
  const left = stance.home === "right" ? x : mirrored(stance, x) - w;
  return { x: left, y: row === 0 ? 0 : G.height / 2, width: w, height: G.height / 2 };
}

/** The zone under a spot of the board; null between the trays and outside. @param {Stance} stance @param {number} x @param {number} y @returns {Zone|null} */
export function zoneAt(stance, x, y) {
  if (x < 0 || y < 0 || x > G.width || y > G.height) return null;
  const row = ROWS[y < G.height / 2 ? 0 : 1];
  let best = null;
  let least = 0.8;
  for (const zone of row) {
    const b = box(stance, zone);
    const away = Math.max(b.x - x, x - b.x - b.width, 0);
    if (away < least) [best, least] = [zone, away];
  }
  return best;
}

/**
 * The zone that an arrow key leads to.
 * @param {Stance} stance @param {Zone} zone
 * @param {'ArrowLeft'|'ArrowRight'|'ArrowUp'|'ArrowDown'|'Home'|'End'|string} key
 * @returns {Zone|null}  null for a key that walks nowhere
 */
export function walk(stance, zone, key) {
  const rows = stance.home === "right" ? ROWS : ROWS.map((row) => [...row].reverse());
  const row = rows[0].includes(zone) ? 0 : 1;
  const index = rows[row].indexOf(zone);
  const last = rows[row].length - 1;
  if (key === "ArrowLeft") return rows[row][Math.max(index - 1, 0)];
  if (key === "ArrowRight") return rows[row][Math.min(index + 1, last)];
  if (key === "ArrowUp") return rows[0][index];
  if (key === "ArrowDown") return rows[1][index];
  if (key === "Home") return rows[row][0];
  if (key === "End") return rows[row][last];
  return null;
}
