/** What a person's wishes do by themselves: roll, pass, play what is forced, bear off in a race. Pure. */

import { allOff, forced, nothingToPlay } from './tree.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./preferences.js').Preferences} Preferences */
/** @typedef {{ what: 'roll' } | { what: 'confirm' } | { what: 'play', moves: [number, number][] }} Deed moves are source and die */

/**
 * @param {View} view
 * @param {Seat} seat that is to act here
 * @param {boolean} begun whether checkers have been moved already
 * @param {Preferences} wishes
 * @returns {Deed | null} null: the person decides
 */
export function byItself(view, seat, begun, wishes) {
  const can = view.can[seat] || [];
  if (wishes.autoRoll && can.includes('roll') && !can.includes('double') && !can.includes('pass')) return { what: 'roll' };
  if (view.phase !== 'play' || !view.tree || begun) return null;
  if (nothingToPlay(view.tree)) return wishes.autoForced ? { what: 'confirm' } : null;
  const path = (wishes.autoForced && forced(view.tree, 0)) || (wishes.autoBearOff && view.race && allOff(view.tree, 0));
  if (!path || !path.length) return null;
  return { what: 'play', moves: path.map((move) => [move[0], move[2]]) };
}
