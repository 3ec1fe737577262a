/** What went wrong, in words, whatever threw it. */

import { Refusal } from '../api.js';
import { has, language, t } from '../words.js';

/** @param {unknown} problem a Refusal, a message of the socket, or anything thrown */
export function problemText(problem) {
  if (problem instanceof Refusal || isCoded(problem)) return codeText(problem.code, problem.values);
  return t('page.error.unexpected');
}

/** @param {string} code @param {Record<string, unknown>} [values] */
export function codeText(code, values = {}) {
  return has(code) ? asSentence(t(code, values)) : t('page.error.code', { code });
}

/** A reason as a sentence of its own: the terminal says it after a colon. @param {string} text */
function asSentence(text) {
  const begun = text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** @param {any} problem @returns {problem is import('../types.js').Problem} */
function isCoded(problem) {
  return Boolean(problem) && typeof problem.code === 'string';
}
