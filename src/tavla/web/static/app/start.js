/** From a set-up to a table: the match is made on the server, its keys are kept here, and the page opens it. */

import { ask } from './api.js';
import { keepSetup, keepTokens, lastSetup, token } from './memory.js';
import { navigate } from './router.js';
import { t } from './words.js';

/** @typedef {import('./memory.js').Setup} Setup */
/** @typedef {'bot' | 'hotseat' | 'table'} Way against the computer, two at one screen, or real dice at the table */

/** @param {Setup} setup @param {Way} way */
export function players(setup, way) {
  /** @param {number} seat */
  const person = (seat) => ({ name: setup.names[seat].trim() || t(`page.seat.${seat}`), kind: 'person' });
  if (way !== 'bot') return [person(0), person(1)];
  const bot = { name: t(`bot.${setup.bot}`), kind: 'bot', bot: setup.bot };
  const me = { ...person(0), name: setup.names[0].trim() || t('page.seat.me') };
  return setup.side === 0 ? [me, bot] : [bot, me];
}

/**
 * Make a match and open it.
 * @param {Setup} setup
 * @param {Way} way
 * @param {{ position?: string }} [more] a position to play on from
 */
export async function startMatch(setup, way, more = {}) {
  const made = await ask('/api/matches', {
    profile: setup.profile,
    options: setup.options,
    ...(setup.length ? { length: setup.length } : {}),
    players: players(setup, way),
    mode: way === 'table' ? 'table' : 'play',
    ...more,
  });
  keepTokens(made.match, made.tokens);
  keepSetup(setup);
  navigate(`/match/${made.match}`);
}

/** Play against the computer at once, by the rules used last. */
export function playNow() {
  return startMatch({ ...lastSetup(), side: 0 }, 'bot');
}


/**
 * The same match once more: same players, same rules.
 * @param {import('./types.js').View} view @param {string} id the match that ended
 */
export async function rematch(view, id) {
  const { length, ...options } = /** @type {Record<string, string>} */ (view.options);
  const made = await ask('/api/matches', {
    profile: view.profile, options, length: length ?? view.length, players: view.players, mode: view.mode,
  });
  if (token(id) !== null) keepTokens(made.match, made.tokens);
  navigate(`/match/${made.match}`);
}
