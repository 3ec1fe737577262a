/** The analyses that this browser opened last. */

import { read, write } from '../preferences.js';
import { loseKey } from './wire.js';

const KEY = 'tavla.studies';
const MOST = 6;

/** @typedef {{ id: string, name: string, when: number }} Opened */

/** @returns {Opened[]} */
export function recent() {
  return read(KEY, /** @type {Opened[]} */ ([]));
}

/** @param {string} id @param {string} name */
export function remember(id, name) {
  const before = recent();
  const when = before.find((one) => one.id === id)?.when ?? Date.now() / 1000;
  write(KEY, [{ id, name, when }, ...before.filter((one) => one.id !== id)].slice(0, MOST));
}

/** @param {string} id */
export function disremember(id) {
  loseKey(id);
  write(KEY, recent().filter((one) => one.id !== id));
}
