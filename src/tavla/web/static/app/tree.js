/** The legal continuations of a roll as the server sent them: a graph of nodes. Walking it needs no rule of the game. */

/** @typedef {import('./types.js').TreeNode} TreeNode */
/** @typedef {import('./types.js').TreeMove} TreeMove */

/**
 * The node that moves lead to, or null where they are not in the graph.
 * @param {TreeNode[]} tree
 * @param {number[][]} moves [source, die] each
 */
export function walk(tree, moves) {
  let node = 0;
  for (const [source, die] of moves) {
    const next = tree[node].moves.find((move) => move[0] === source && move[2] === die);
    if (!next) return null;
    node = next[4];
  }
  return node;
}

/** True where the roll allows no move at all. @param {TreeNode[] | null} tree */
export function nothingToPlay(tree) {
  return tree !== null && tree.length > 0 && tree[0].moves.length === 0;
}

/**
 * The one path from a node if every way leads to the same end; null where there is a choice (or nothing left to do).
 * @param {TreeNode[]} tree
 * @param {number} from
 * @returns {TreeMove[] | null}
 */
export function forced(tree, from) {
  const ends = new Set();
  const seen = new Set();
  const open = [from];
  while (open.length && ends.size < 2) {
    const node = /** @type {number} */ (open.pop());
    if (seen.has(node)) continue;
    seen.add(node);
    if (tree[node].end) ends.add(node);
    for (const move of tree[node].moves) open.push(move[4]);
  }
  if (ends.size !== 1 || tree[from].moves.length === 0) return null;
  return firstPath(tree, from);
}

/** @param {TreeNode[]} tree @param {number} from @returns {TreeMove[]} */
function firstPath(tree, from) {
  const path = [];
  let node = from;
  while (tree[node].moves.length) {
    const move = tree[node].moves[0];
    path.push(move);
    node = move[4];
  }
  return path;
}

/**
 * A path that takes a checker off with every die left, larger dice first; null where some die cannot.
 * @param {TreeNode[]} tree
 * @param {number} from
 * @returns {TreeMove[] | null}
 */
export function allOff(tree, from) {
  if (tree[from].moves.length === 0) return tree[from].end ? [] : null;
  const off = tree[from].moves.filter((move) => move[1] === 0).sort((one, two) => two[2] - one[2]);
  for (const move of off) {
    const rest = allOff(tree, move[4]);
    if (rest) return [move, ...rest];
  }
  return null;
}
