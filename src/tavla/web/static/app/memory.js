/** What this browser keeps of its matches: the seats' keys, the last set-up, and a play begun but not yet confirmed. */

import { read, storage, write } from './preferences.js';

/** @typedef {{ profile: string, options: Record<string, string>, length: string, bot: string, names: [string, string], side: 0 | 1 }} Setup */

/** @type {Setup} */
export const FIRST_SETUP = { profile: 'tavla', options: {}, length: '', bot: 'level4', names: ['', ''], side: 0 };

/** @returns {Setup} */
export function lastSetup() {
  return { ...FIRST_SETUP, ...read('tavla.setup', {}) };
}

/** @param {Partial<Setup>} setup */
export function keepSetup(setup) {
  write('tavla.setup', { ...lastSetup(), ...setup });
}

/** @param {string} match @param {Record<string, string>} tokens */
export function keepTokens(match, tokens) {
  write(`tavla.match.${match}`, { tokens });
}

/** The key of the seats this browser holds in a match; null watches. @param {string} match @returns {string | null} */
export function token(match) {
  const held = read(`tavla.match.${match}`, { tokens: /** @type {Record<string, string>} */ ({}) });
  return Object.values(held.tokens || {})[0] ?? null;
}

/** How a question over HTTP says who asks about a match. @param {string} match @returns {Record<string, string>} */
export function holding(match) {
  const held = token(match);
  return held === null ? {} : { Authorization: `Bearer ${held}` };
}

/** @typedef {{ version: number, moves: number[][] }} Begun moves played so far of one version's roll: [source, die] */

/** @param {string} match @param {number} version @param {number[][]} moves */
export function keepBegun(match, version, moves) {
  write(`tavla.begun.${match}`, moves.length ? { version, moves } : null, storage('sessionStorage'));
}

/** @param {string} match @param {number} version @returns {number[][]} */
export function begun(match, version) {
  const held = read(`tavla.begun.${match}`, /** @type {Begun | null} */ (null), storage('sessionStorage'));
  return held && held.version === version ? held.moves : [];
}

/** The decision of a match that the tutor is asked about or speaks of, so that a reload does not lose it. @param {string} match @param {number | null} version null forgets it */
export function keepLesson(match, version) {
  write(`tavla.lesson.${match}`, version, storage('sessionStorage'));
}

/** @param {string} match @returns {number | null} */
export function keptLesson(match) {
  return read(`tavla.lesson.${match}`, /** @type {number | null} */ (null), storage('sessionStorage'));
}
