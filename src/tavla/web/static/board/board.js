/**
 * The board of the page: an SVG that shows a view of a game and lets the player on roll build a play.
 *
 * It knows no rule. What may be played is the graph `view.tree`; the board walks it and reports where it stands:
 *
 *     import { Board } from "/static/board/board.js";        // and link /static/board/board.css
 *     const board = new Board(element, { t, onPlay, onUndo, onWhy, onDieOrder, announce });
 *     board.show(view, { perspective: 0, interactive: true, theme: "dark" });
 *     board.pending();                 // [[13, 6], [13, 3]]: what the page sends when the player confirms
 *
 * Life of a turn: `show(view)` with a tree starts at node 0. Every move made here calls `onPlay(moves, pending)`,
 * every undo `onUndo(moves, pending)`; the page enables its confirm button by `pending.end` and sends `moves`.
 * `show()` of the same match and version keeps what is pending (a theme may change in mid-turn), any other drops
 * it. News of the opponent: `await board.animate(event)` for each event in turn, then `board.show(view)`.
 *
 * By hand: tap a checker, then one of its marked targets (a disc: as far as it can go; a ring: on the way; a
 * cross: hits); drag; tap a die first to play that die with the next checker tapped; double tap plays the die
 * shown first; right button or two fingers undo. By keyboard: arrows walk the points, the bar and the trays,
 * Enter picks up and puts down, Escape lets go, U undoes. Space, D and `/` belong to the page (`onKey`).
 *
 * The geometry is fetched once from `geometry.json` beside this file, which the server answers with
 * `tavla/drawing/geometry.json`: the page and the drawer of the help pages share it.
 *
 * @typedef {import("./types.js").BoardView} BoardView
 * @typedef {import("./types.js").ShowOptions} ShowOptions
 * @typedef {import("./types.js").Callbacks} Callbacks
 * @typedef {import("./types.js").EditOptions} EditOptions
 * @typedef {import("./types.js").Mark} Mark
 * @typedef {import("./types.js").Pending} Pending
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").Step} Step
 */

export class Board {
  /**
   * @param {HTMLElement} element  an empty block; the board takes its width and the height that follows
   * @param {Callbacks} callbacks
   */
  constructor(element, callbacks) {
    this.element = element;
    this.callbacks = callbacks;
  }

  /**
   * Show a view. Options not named keep their last value.
   * @param {BoardView} view
   * @param {ShowOptions} [options]
   */
  show(view, options) {}

  /**
   * Play one event of the log before the eyes: "rolled" and "opening" throw the dice, "played" moves checker by
   * checker (nothing, if these moves already lie on the board), "doubled" moves the cube; others resolve at once.
   * @param {{type: string, seat?: Seat|null, [field: string]: unknown}} event
   * @returns {Promise<void>}
   */
  async animate(event) {}

  /** The moves built so far, as the server wants them. @returns {Step[]} */
  pending() { return []; }

  /** Where the play stands: moves, whether it may be confirmed, dice left. @returns {Pending} */
  state() { return { moves: [], end: false, left: [] }; }

  /** Take back the last gesture; false when there is none. @returns {boolean} */
  undo() { return false; }

  /** Take back the whole pending play. */
  reset() {}

  /** Change the order of the two dice. */
  swapDice() {}

  /**
   * Put moves on the board as if made by hand (a play typed in notation, the best play in a review).
   * False, and nothing changed, when the tree does not hold them.
   * @param {Step[]} moves
   * @returns {boolean}
   */
  play(moves) { return false; }

  /** Draw arrows and point marks over the board; `mark({})` clears them. @param {Mark} marks */
  mark(marks) {}

  /**
   * Turn the board into an editor until the next `show`: a tap puts a checker of the brush on a point, right
   * button, long press, Delete or dragging off takes one away, digits set a count, X changes the brush.
   * @param {EditOptions} options
   */
  edit(options) {}

  /** Whose checkers a tap places in the editor. @param {Seat} seat */
  brush(seat) {}

  /** The checkers as they now lie, pending moves and edits included. @returns {[number[], number[]]} */
  points() { return [[], []]; }

  /** Put the keyboard's focus on the board. */
  focus() {}

  /** Take everything off the element and stop listening. */
  destroy() {}
}
