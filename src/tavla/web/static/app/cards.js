/** The cards that this browser trains. There are no accounts: a random key, kept here, names their owner. */

import { ask } from './api.js';
import { language } from './words.js';
import { read, write } from './preferences.js';

/** @typedef {import('./types.js').Card} Card */
/** @typedef {import('./types.js').ShownCard} ShownCard */
/** @typedef {import('./types.js').CardCounts} CardCounts */
/** @typedef {import('./types.js').CardAnswer} CardAnswer */

const KEY = 'tavla.training.key';
const FORM = /^[0-9A-Za-z_-]{16,64}$/;
const BYTES = 18;

/** The key of this browser, made when it is first needed. */
export function cardKey() {
  const kept = read(KEY, '');
  if (isCardKey(kept)) return kept;
  const random = crypto.getRandomValues(new Uint8Array(BYTES));
  const made = btoa(String.fromCharCode(...random)).replaceAll('+', '-').replaceAll('/', '_');
  write(KEY, made);
  return made;
}

/** @param {unknown} text */
export function isCardKey(text) {
  return typeof text === 'string' && FORM.test(text);
}

/** Train with the cards of another key from now on. @param {string} key */
export function takeCardKey(key) {
  write(KEY, key);
}

/** @param {string} path @param {unknown} [body] @param {RequestInit} [more] */
function askCards(path, body, more = {}) {
  return ask(`/api/cards${path}`, body, { ...more, headers: { Authorization: `Bearer ${cardKey()}` } });
}

/** The end of the day here, in seconds. */
function tonight() {
  return new Date().setHours(24, 0, 0, 0) / 1000;
}

/** Make a card of a decision of a match or of a position. @param {object} decision @returns {Promise<{ card: Card, new: boolean }>} */
export function addCard(decision) {
  return askCards('', decision);
}

/** @returns {Promise<CardCounts & { card: ShownCard | null }>} */
export function dueCard() {
  return askCards(`/due?until=${tonight()}`);
}

/** @param {string} id @returns {Promise<{ card: ShownCard }>} */
export function oneCard(id) {
  return askCards(`/${id}`);
}

/** @param {number} offset @returns {Promise<CardCounts & { cards: import('./types.js').ListedCard[] }>} */
export function allCards(offset) {
  return askCards(`?limit=100&offset=${offset}&until=${tonight()}`);
}

/** @param {ShownCard} card @param {{ action: string, moves?: number[][], text?: string }} answer @returns {Promise<CardAnswer>} */
export function answerCard(card, answer) {
  return askCards(`/${card.id}/answer`, { ...answer, reviews: card.reviews, language: language() });
}

/** @param {string} id */
export function removeCard(id) {
  return askCards(`/${id}`, undefined, { method: 'DELETE' });
}
