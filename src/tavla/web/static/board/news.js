/**
 * What happened elsewhere, played before the eyes: the other player's dice, moves and cube.
 *
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").TreeMove} TreeMove
 * @typedef {[source: number, target: number, die: number, hit: number]} Move
 * @typedef {{type: string, seat?: Seat|null, [field: string]: unknown}} BoardEvent
 */

import { after } from "./draft.js";
import { pause, still } from "./motion.js";
import { moved } from "./speech.js";

const BETWEEN = 140;

/** @param {import("./board.js").Board} board @param {BoardEvent} event @returns {Promise<void>} */
export async function animate(board, event) {
  const seat = event.seat ?? board.mover;
  if (event.type === "thrown") await thrown(board, /** @type {[number, number]} */ (event.dice));
  if (event.type === "rolled") await rolled(board, seat, /** @type {number[]} */ (event.dice));
  if (event.type === "played") await played(board, seat, /** @type {Move[]} */ (event.moves));
  if (event.type === "doubled") offered(board, seat, "double");
  if (event.type === "beavered") offered(board, seat, "beaver");
}

/** @param {import("./board.js").Board} board */
const tempo = (board) => (still() ? 0 : board.options.speed);

/** @param {import("./board.js").Board} board @param {[number, number]} dice */
async function thrown(board, dice) {
  board.callbacks.onSound?.("roll");
  await board.stage.dice.throw(board.opened(dice), tempo(board));
  await pause(board.duration * 2);
}

/** @param {import("./board.js").Board} board @param {Seat} seat @param {number[]} dice */
async function rolled(board, seat, dice) {
  board.draft = null;
  board.order = [...dice];
  board.callbacks.onSound?.("roll");
  await board.stage.dice.throw(board.rolled(seat, dice), tempo(board));
  await pause(board.duration);
}

/** @param {import("./board.js").Board} board @param {Seat} seat @param {Move[]} moves */
async function played(board, seat, moves) {
  const end = after(board.base, seat, moves);
  const lies = String(board.points()) === String(end);
  board.base = end;
  board.draft = null;
  board.release();
  if (lies) return;
  const { reader } = board;
  board.say(moves.map(([source, target, , hit]) => moved(reader, seat, source, target, hit === 1)).join("; "));
  await walkThrough(board, seat, moves);
}

/** @param {import("./board.js").Board} board @param {Seat} seat @param {Move[]} moves */
async function walkThrough(board, seat, moves) {
  const epoch = ++board.epoch;
  for (const [source, target, die] of moves) {
    await board.step(seat, source, target);
    if (epoch !== board.epoch) return;
    board.stage.dice.use(die);
    await pause(BETWEEN * tempo(board));
    if (epoch !== board.epoch) return;
  }
  board.layCounts();
  board.name();
}

/** @param {import("./board.js").Board} board @param {Seat} by @param {string} kind */
function offered(board, by, kind) {
  board.callbacks.onSound?.("cube");
  board.stage.scene.layCube(board.stage.stance, board.view?.cube ?? null, { kind, by });
}
