/** What went wrong, in words, whatever threw it. */

import { Refusal } from '../api.js';
import { has, t } from '../words.js';

/** @param {unknown} problem a Refusal, a message of the socket, or anything thrown */
export function problemText(problem) {
  if (problem instanceof Refusal || isCoded(problem)) return codeText(problem.code, problem.values);
  return t('page.error.unexpected');
}

/** @param {string} code @param {Record<string, unknown>} [values] */
export function codeText(code, values = {}) {
  return has(code) ? t(code, values) : t('page.error.code', { code });
}

/** @param {any} problem @returns {problem is import('../types.js').Problem} */
function isCoded(problem) {
  return Boolean(problem) && typeof problem.code === 'string';
}
