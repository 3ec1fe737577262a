/**
 * Setting up a position: what a touch does to the counts. Checkers not on the board lie in their tray.
 *
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").Points} Points
 */

import { other } from "./geometry.js";

/** @param {Points} points @returns {Points} */
const copy = (points) => [[...points[0]], [...points[1]]];

/**
 * Take checkers of a place into their tray.
 * @param {Points} points @param {Seat} seat @param {number} point @param {number} [count]
 * @returns {Points}
 */
export function takeAway(points, seat, point, count = 1) {
  const now = copy(points);
  if (point === 0) return now;
  const taken = Math.min(count, now[seat][point]);
  now[seat][point] -= taken;
  now[seat][0] += taken;
  return now;
}

/**
 * Put a checker from its tray on a place; checkers of the other player there make room.
 * @param {Points} points @param {Seat} seat @param {number} point
 * @returns {Points|null}  null when the tray is empty
 */
export function put(points, seat, point) {
  if (points[seat][0] === 0 || point === 0) return null;
  const now = makeRoom(points, seat, point);
  now[seat][0] -= 1;
  now[seat][point] += 1;
  return now;
}

/** @param {Points} points @param {Seat} seat @param {number} point @returns {Points} */
function makeRoom(points, seat, point) {
  const rival = other(seat);
  if (point < 1 || point > 24) return copy(points);
  return takeAway(points, rival, 25 - point, points[rival][25 - point]);
}

/**
 * Give a place exactly so many checkers, as far as the tray reaches.
 * @param {Points} points @param {Seat} seat @param {number} point @param {number} count
 * @returns {Points}
 */
export function setCount(points, seat, point, count) {
  let now = takeAway(points, seat, point, points[seat][point]);
  for (let n = 0; n < count; n++) now = put(now, seat, point) ?? now;
  return now;
}

/**
 * Carry a checker from one place to another (0 is the tray).
 * @param {Points} points @param {Seat} seat @param {number} source @param {number} target
 * @returns {Points}
 */
export function carry(points, seat, source, target) {
  if (source === target || points[seat][source] === 0) return copy(points);
  const now = makeRoom(points, seat, target);
  now[seat][source] -= 1;
  now[seat][target] += 1;
  return now;
}

/**
 * The same checkers on the board, with the trays holding the rest.
 * @param {Points} points @param {number} checkers  of a side
 * @returns {Points}
 */
export function fillTrays(points, checkers) {
  const now = copy(points);
  for (const counts of now) counts[0] = Math.max(checkers - counts.slice(1).reduce((sum, count) => sum + count, 0), 0);
  return now;
}
