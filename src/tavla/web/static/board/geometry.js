/**
 * Where things lie on the board: the same places, from the same `geometry.json`, as `tavla/drawing/geometry.py`.
 *
 * The unit is one checker's radius, x grows to the right and y downwards.
 *
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {{x: number, y: number}} Place
 * @typedef {{bottom: Seat, home: 'right'|'left'}} Stance   who sits at the bottom, and where the home boards are
 * @typedef {{rect?: number[], circle?: number[], path?: string, fill?: string, stroke?: string, width?: number,
 *   dash?: number[], round?: boolean, opacity?: number}} Shape
 * @typedef {object} Geometry
 * @property {number} width
 * @property {number} height
 * @property {number} frame
 * @property {number} slim_crop
 * @property {{width: number, length: number}} point
 * @property {{width: number, clear: number, full: number}} bar
 * @property {{wall: number, width: number, pitch: number, count: number}} tray
 * @property {number} stack
 * @property {{radius: number, text: number}} checker
 * @property {{size: number, pip: number, spread: number, pitch: number}} die
 * @property {{size: number, text: number, edge: number, offered: number}} cube
 * @property {{size: number, drop: number}} number
 * @property {{size: number}} pip_count
 * @property {{size: number}} count
 * @property {{radius: number, ring: number, hit: number, width: number}} target
 * @property {{point: string, tray: string}} glow   what lights up under a target, as paths from the top edge down
 * @property {{width: number, head: number}} arrow
 * @property {Record<string, [number, number][]>} pips
 * @property {Record<string, [number, number, number, number]>} fades
 * @property {number} fade
 * @property {Record<string, Shape[]>} art
 * @property {Record<string, Record<string, string>>} themes
 */

export const OFF = 0;
export const BAR = 25;

/** @returns {Promise<Geometry>} */
async function load() {
  const address = new URL("./geometry.json", import.meta.url);
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return answer.json();
}

export const G = await load();

/** The other player. @param {Seat} seat @returns {Seat} */
export const other = (seat) => (seat === 0 ? 1 : 0);

/** A column drawn for home on the right, on the side it has here. @param {Stance} stance @param {number} x */
export const mirrored = (stance, x) => (stance.home === "right" ? x : G.width - x);

/**
 * A player's point in the numbering of the seat at the bottom (1 to 24 only).
 * @param {Stance} stance @param {Seat} seat @param {number} point
 */
export const seen = (stance, seat, point) => (seat === stance.bottom ? point : 25 - point);

/**
 * Whether a place lies in the lower half; checkers on the bar wait beside the board that they enter.
 * @param {Stance} stance @param {Seat} seat @param {number} point
 */
export function isLow(stance, seat, point) {
  if (point === BAR) return seat !== stance.bottom;
  if (point === OFF) return seat === stance.bottom;
  return seen(stance, seat, point) <= 12;
}

/** The x of a point, the bar or a tray. @param {Stance} stance @param {Seat} seat @param {number} point */
export function column(stance, seat, point) {
  const { frame, bar, tray } = G;
  const width = G.point.width;
  if (point === BAR) return mirrored(stance, frame + 6 * width + bar.width / 2);
  if (point === OFF) return mirrored(stance, frame + 12 * width + bar.width + tray.wall + tray.width / 2);
  const at = seen(stance, seat, point);
  const fromLeft = at <= 12 ? 12 - at : at - 13;
  return mirrored(stance, frame + (fromLeft + 0.5) * width + (fromLeft >= 6 ? bar.width : 0));
}

/**
 * The centre of one checker of a place: touching up to five (four on the bar), overlapping beyond.
 * @param {Stance} stance @param {Seat} seat @param {number} point
 * @param {number} index  0 at the base of the stack
 * @param {number} count  checkers in the stack
 * @returns {Place}
 */
export function checkerAt(stance, seat, point, index, count) {
  const low = isLow(stance, seat, point);
  const x = column(stance, seat, point);
  if (point === OFF) {
    const rise = G.tray.pitch / 2 + 0.1 + index * G.tray.pitch;
    return { x, y: low ? G.height - G.frame - rise : G.frame + rise };
  }
  const full = fullStack(point);
  const step = count <= full ? 2 : (2 * (full - 1)) / (count - 1);
  if (point === BAR) {
    const rise = G.bar.clear + 1 + index * step;
    return { x, y: G.height / 2 + (low ? rise : -rise) };
  }
  const rise = 1 + index * step;
  return { x, y: low ? G.height - G.frame - rise : G.frame + rise };
}

/** How many checkers a place holds before they overlap and are counted. @param {number} point */
export const fullStack = (point) => (point === BAR ? G.bar.full : G.stack);

/** Where a tray's count is written. @param {Stance} stance @param {Seat} seat @returns {Place} */
export function trayCount(stance, seat) {
  const drop = isLow(stance, seat, OFF) ? G.tray.count : -G.tray.count;
  return { x: column(stance, seat, OFF), y: G.height / 2 + drop };
}

/**
 * The centre of a seat's die, in the half at its right hand when home is on the right.
 * @param {Stance} stance @param {Seat} seat @param {number} index @param {number} count
 * @returns {Place}
 */
export function dieAt(stance, seat, index, count) {
  const quadrant = 6 * G.point.width;
  const left = G.frame + (seat === stance.bottom ? quadrant + G.bar.width : 0);
  const middle = mirrored(stance, left + quadrant / 2);
  return { x: middle + (index - (count - 1) / 2) * G.die.pitch, y: G.height / 2 };
}

/** The centre of the cube. @param {Stance} stance @param {Seat|null} owner @returns {Place} */
export function cubeAt(stance, owner) {
  const x = column(stance, stance.bottom, BAR);
  if (owner === null) return { x, y: G.height / 2 };
  const edge = G.frame + G.cube.edge;
  return { x, y: owner === stance.bottom ? G.height - edge : edge };
}

/** Where the number of a point is written. @param {Stance} stance @param {Seat} seat @param {number} point */
export function numberAt(stance, seat, point) {
  const drop = G.number.drop;
  return { x: column(stance, seat, point), y: isLow(stance, seat, point) ? G.height - drop : drop };
}
