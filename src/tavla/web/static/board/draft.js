/**
 * A play being built: a walk through the server's graph of legal moves. It knows no rule beyond the graph.
 *
 * @typedef {import("./types.js").TreeMove} TreeMove
 * @typedef {import("./types.js").TreeNode} TreeNode
 * @typedef {import("./types.js").Pending} Pending
 * @typedef {import("./types.js").Seat} Seat
 * @typedef {import("./types.js").Step} Step
 * @typedef {import("./types.js").Points} Points
 *
 * @typedef {object} Target   a place that one checker can reach
 * @property {TreeMove[]} path
 * @property {boolean} last   the checker cannot go on from here
 * @property {boolean} hits   it hits on landing or on the way
 */

export class Draft {
  /** @param {TreeNode[]} tree */
  constructor(tree) {
    this.tree = tree;
    /** @type {TreeMove[][]} one entry a gesture */
    this.gestures = [];
  }

  /** Every move made so far. @returns {TreeMove[]} */
  get steps() {
    return this.gestures.flat();
  }

  /** @returns {TreeNode} */
  get node() {
    const last = this.steps.at(-1);
    return this.tree[last ? last[4] : 0];
  }

  /** @returns {Pending} */
  get pending() {
    const { end, left } = this.node;
    return { moves: this.steps.map(([source, , die]) => [source, die]), end, left: [...left] };
  }

  /** Places from which a checker can move now. @returns {Set<number>} */
  sources() {
    return new Set(this.node.moves.map(([source]) => source));
  }

  /**
   * Where the checker on `source` can go, by one die or by several in a row.
   * @param {number} source
   * @param {number[]} order   of two ways of equal length, the one that begins with the earlier die here is taken
   * @returns {Map<number, Target>}
   */
  targets(source, order) {
    /** @type {Map<number, Target>} */
    const found = new Map();
    /** @param {TreeMove[]} path */
    const better = (path) => {
      const known = found.get(path[path.length - 1][1])?.path;
      if (!known || path.length !== known.length) return !known || path.length < known.length;
      return order.indexOf(path[0][2]) < order.indexOf(known[0][2]);
    };
    /** @param {TreeNode} node @param {number} place @param {TreeMove[]} path */
    const follow = (node, place, path) => {
      for (const move of node.moves) {
        if (move[0] !== place) continue;
        const longer = [...path, move];
        const next = this.tree[move[4]];
        if (better(longer)) {
          const last = move[1] === 0 || !next.moves.some((on) => on[0] === move[1]);
          found.set(move[1], { path: longer, last, hits: longer.some((step) => step[3] === 1) });
        }
        if (move[1] !== 0) follow(next, move[1], longer);
      }
    };
    follow(this.node, source, []);
    return found;
  }

  /** The single move of a checker by a die, if the graph has it. @param {number} source @param {number} die */
  step(source, die) {
    return this.node.moves.find((move) => move[0] === source && move[2] === die) ?? null;
  }

  /** Make a gesture's moves. @param {TreeMove[]} path */
  take(path) {
    this.gestures.push(path);
  }

  /**
   * Make these moves, as the server writes them, instead of what was made so far.
   * @param {Step[]} moves
   * @returns {boolean}  false, and nothing changed, where the graph does not hold them
   */
  replace(moves) {
    const before = this.gestures;
    this.gestures = [];
    for (const [source, die] of moves) {
      const move = this.step(source, die);
      if (move) this.take([move]);
    }
    if (this.gestures.length === moves.length) return true;
    this.gestures = before;
    return false;
  }

  /** Take back the last gesture. @returns {boolean} */
  undo() {
    return this.gestures.pop() !== undefined;
  }

  reset() {
    this.gestures = [];
  }
}

/**
 * The checkers after some moves of a seat; a checker that lands on another's sends it to the bar.
 * @param {Points} points @param {Seat} seat @param {[source: number, target: number, ...rest: number[]][]} moves
 * @returns {Points}
 */
export function after(points, seat, moves) {
  /** @type {Points} */
  const now = [[...points[0]], [...points[1]]];
  for (const [source, target] of moves) {
    const mine = now[seat];
    const theirs = now[1 - seat];
    mine[source] -= 1;
    mine[target] += 1;
    if (isHit(theirs, target)) {
      theirs[25 - target] -= 1;
      theirs[25] += 1;
    }
  }
  return now;
}

/** Whether an arriving checker finds one of the other player there. @param {number[]} theirs @param {number} target */
export const isHit = (theirs, target) => target >= 1 && target <= 24 && theirs[25 - target] > 0;
