/** The server's side of an analysis: what is sent, and the lines that come back. */

import { ask, Refusal } from '../api.js';
import { holding } from '../memory.js';
import { read, write } from '../preferences.js';

/** @typedef {import('./types.js').Outline} Outline */

/** The largest file that the server takes. */
export const MOST = 64 * 1024 * 1024;

/** An outline that was just opened here, so that its page need not ask for it again. @type {Outline | null} */
let opened = null;

/**
 * Begin the analysis of a file or of a text, and get its outline.
 * @param {Blob | string} held @param {string} name of the file, empty for a text @param {string} level
 */
export async function openFile(held, name, level) {
  const size = typeof held === 'string' ? held.length : held.size;
  if (size > MOST) throw new Refusal(413, 'server.too_large', { most: MOST });
  const query = new URLSearchParams({ name: name.slice(-200), level });
  return keep(await send(`/api/studies?${query}`, held));
}

/** Begin the analysis of a match that the server keeps. @param {string} match @param {string} level */
export async function openMatch(match, level) {
  return keep(await send(`/api/studies?${new URLSearchParams({ match, level })}`, '', holding(match)));
}

/** @param {Outline & { key: string }} answer */
function keep({ key, ...outline }) {
  opened = outline;
  write(keyed(outline.id), key);
  return outline;
}

/** What stands fast about an analysis. @param {string} id @returns {Promise<Outline>} */
export async function outlineOf(id) {
  const held = opened;
  opened = null;
  return held?.id === id ? held : ask(`/api/studies/${id}`);
}

/** @param {string} path @param {Blob | string} body @param {Record<string, string>} [who] @returns {Promise<any>} */
async function send(path, body, who = {}) {
  let answer;
  try {
    answer = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream', ...who }, body });
  } catch {
    throw new Refusal(0, 'page.error.offline', {});
  }
  const held = await answer.json().catch(() => null);
  if (answer.ok) return held;
  throw new Refusal(answer.status, held?.error?.code || 'page.error.server', held?.error?.values || {});
}

/** Where the key of an analysis that was begun here is remembered. @param {string} id */
const keyed = (id) => `tavla.study.${id}`;

/** The key by which an analysis is commanded; empty where it was begun elsewhere. @param {string} id */
export function keyOf(id) {
  return read(keyed(id), '');
}

/** How it is said who asks about an analysis. @param {string} id @returns {RequestInit} */
export function owning(id) {
  const key = keyOf(id);
  return key ? { headers: { Authorization: `Bearer ${key}` } } : {};
}

/** Forget the key of an analysis that is there no more. @param {string} id */
export function loseKey(id) {
  write(keyed(id), null);
}

/** Let the server forget an analysis that was begun here. @param {string} id */
export async function forget(id) {
  await fetch(`/api/studies/${id}`, { method: 'DELETE', ...owning(id) }).catch(() => undefined);
  loseKey(id);
}

/**
 * The news of an analysis from a place on, some lines at a time; ends when the server has told all.
 * @param {string} id @param {number} from @param {AbortSignal} signal
 * @returns {AsyncGenerator<any[]>}
 */
export async function* news(id, from, signal) {
  const answer = await fetch(`/api/studies/${id}/news?from=${from}`, { signal });
  if (!answer.ok || !answer.body) throw new Refusal(answer.status, answer.status === 404 ? 'study.error.gone' : 'page.error.server', {});
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = /** @type {string} */ (lines.pop());
    if (lines.length) yield lines.map((line) => JSON.parse(line));
  }
}
