/**
 * What the board says: the name of every place with what lies there, and what a hand has just done.
 *
 * @typedef {import("./types.js").Points} Points
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").Translate} Translate
 * @typedef {import("./geometry.js").Stance} Stance
 * @typedef {import("./zones.js").Zone} Zone
 *
 * @typedef {object} Reader
 * @property {Translate} t
 * @property {Stance} stance
 * @property {Seat} numbering   whose numbers the points are called by
 * @property {Seat} you
 * @property {Seat} light
 */

import { ownerOf, pointOf } from "./zones.js";

/**
 * A zone with what lies there: "13. hane, 5 açık renkli pul, sizin".
 * @param {Reader} reader @param {Zone} zone @param {Points} points
 */
export function nameOf(reader, zone, points) {
  const { t } = reader;
  const owner = ownerOf(reader.stance, zone);
  const seats = /** @type {Seat[]} */ (owner === null ? [0, 1] : [owner]);
  const place = placeOf(reader, zone);
  for (const seat of seats) {
    const n = points[seat][pointOf(reader.stance, seat, zone) ?? 0];
    if (n > 0) return t("board.place.held", { place, checkers: checkers(reader, seat, n), whose: whose(reader, seat) });
  }
  if (owner !== null) return t("board.place.empty_of", { place, whose: whose(reader, owner) });
  return t("board.place.empty", { place });
}

/** @param {Reader} reader @param {Zone} zone */
function placeOf({ t, stance, numbering }, zone) {
  if (zone.startsWith("bar")) return t("board.place.bar");
  if (zone.startsWith("off")) return t("board.place.off");
  return t("board.place.point", { point: pointOf(stance, numbering, zone) ?? 0 });
}

/** @param {Reader} reader @param {Seat} seat @param {number} n */
const checkers = ({ t, light }, seat, n) => t(seat === light ? "board.checkers.light" : "board.checkers.dark", { n });

/** @param {Reader} reader @param {Seat} seat */
const whose = ({ t, you }, seat) => t(seat === you ? "board.yours" : "board.theirs");

/** A target's shape in words. @param {Reader} reader @param {import("./draft.js").Target} target */
export function targetWord({ t }, target) {
  if (target.hits) return t("board.target.hit");
  return t(target.last ? "board.target.full" : "board.target.half");
}

/** @param {Reader} reader @param {Seat} seat @param {number} source */
function from({ t, numbering }, seat, source) {
  if (source === 25) return t("board.from.bar");
  return t("board.from.point", { point: numbering === seat ? source : 25 - source });
}

/** A place a checker goes to. @param {Reader} reader @param {Seat} seat @param {number} target */
export function to({ t, numbering }, seat, target) {
  if (target === 0) return t("board.to.off");
  return t("board.to.point", { point: numbering === seat ? target : 25 - target });
}

/**
 * One move: "13. haneden 7. haneye, kırdı".
 * @param {Reader} reader @param {Seat} seat @param {number} source @param {number} target @param {boolean} hit
 */
export function moved(reader, seat, source, target, hit) {
  const key = hit ? "board.moved.hit" : "board.moved";
  return reader.t(key, { from: from(reader, seat, source), to: to(reader, seat, target) });
}

/**
 * A checker in hand and where it can go.
 * @param {Reader} reader @param {Seat} seat @param {number} source @param {Map<number, import("./draft.js").Target>} targets
 */
export function picked(reader, seat, source, targets) {
  const nearFirst = [...targets].sort(([a], [b]) => b - a);
  const list = nearFirst.map(([point, target]) => {
    const place = point === 0 ? reader.t("board.place.off") : String(reader.numbering === seat ? point : 25 - point);
    return target.hits ? reader.t("board.target.hitting", { place }) : place;
  });
  return reader.t("board.picked", { from: from(reader, seat, source), targets: list.join(", ") });
}
