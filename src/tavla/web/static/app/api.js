/** The server's plain questions and answers. A refusal arrives as a Refusal that carries the catalogue's code. */

export class Refusal extends Error {
  /** @param {number} status @param {string} code @param {Record<string, unknown>} values */
  constructor(status, code, values) {
    super(code);
    this.status = status;
    this.code = code;
    this.values = values;
  }
}

/**
 * @param {string} path
 * @param {unknown} [body] sent as JSON by POST where given
 * @param {RequestInit} [more] another method, further headers
 * @returns {Promise<any>}
 */
export async function ask(path, body, more = {}) {
  const answer = await request(path, body, more);
  const held = await answer.json().catch(() => null);
  if (answer.ok) return held;
  const problem = held?.error || {};
  throw new Refusal(answer.status, problem.code || 'page.error.server', problem.values || {});
}

/** @param {string} path @param {unknown} body @param {RequestInit} [more] */
async function request(path, body, more = {}) {
  try {
    return await fetch(path, body === undefined ? more : {
      method: 'POST', body: JSON.stringify(body), ...more, headers: { 'Content-Type': 'application/json', ...more.headers },
    });
  } catch {
    throw new Refusal(0, 'page.error.offline', {});
  }
}

/** A fragment of HTML that the server drew. @param {string} path */
export async function fragment(path) {
  const answer = await request(path, undefined);
  if (!answer.ok) throw new Refusal(answer.status, 'page.error.missing', {});
  return answer.text();
}

/** @type {Promise<any> | null} */
let options = null;

/** Profiles, options, bots and variants; asked once. */
export function optionsTable() {
  options ??= ask('/api/options').catch((problem) => {
    options = null;
    throw problem;
  });
  return options;
}
