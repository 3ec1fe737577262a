/** The matches of this server, newest first: go on, look back, take the record along. */

import { html } from '../../vendor/htm-preact.js';
import { ask } from '../api.js';
import { nameOf } from '../due.js';
import { useLoaded, useTitle } from '../hooks.js';
import { token } from '../memory.js';
import { lengthText } from '../parts/facts.js';
import { problemText } from '../parts/problem.js';
import { moment, number, t } from '../words.js';

/** @typedef {import('../types.js').MatchSummary} MatchSummary */

export default function Matches() {
  useTitle(t('page.matches.title'));
  const { value, error, again } = useLoaded(list, []);
  return html`
    <div class="sheet">
      <header class="spread"><h1>${t('page.matches.title')}</h1><a class="button primary" href="/new" data-action="new">${t('page.nav.new')}</a></header>
      ${error && html`<p class="notice warn" role="alert">${problemText(error)} <button type="button" class="button" onClick=${again}>${t('page.action.retry')}</button></p>`}
      ${value && value.length === 0 && html`<p class="quiet">${t('page.matches.none')}</p>`}
      <ul class="matches">${value?.map((match) => html`<${Line} key=${match.id} match=${match} />`)}</ul>
    </div>`;
}

/** @returns {Promise<MatchSummary[]>} */
async function list() {
  const answer = await ask('/api/matches');
  return Array.isArray(answer) ? answer : answer.matches;
}

/** @param {{ match: MatchSummary }} props */
function Line({ match }) {
  const when = typeof match.updated === 'number' ? match.updated : match.created;
  return html`
    <li class="match-line" data-match=${match.id}>
      <span class="who">${nameOf(match, 0)} <b>${number(match.score[0])}–${number(match.score[1])}</b> ${nameOf(match, 1)}</span>
      <span class="ways-on">
        ${match.phase !== 'match_over' && html`<a class="button" href=${`/match/${match.id}`} data-action="open">${t(token(match.id) ? 'page.matches.go_on' : 'page.matches.watch')}</a>`}
        <a class="button" href=${`/review/${match.id}`} data-action="review">${t('page.action.review')}</a>
      </span>
      <span class="quiet small">${[match.phase === 'match_over' ? t('page.matches.over') : '', t(`profile.${match.profile}`), lengthText(match.length), typeof when === 'number' ? moment(when) : ''].filter(Boolean).join(' · ')}</span>
    </li>`;
}
