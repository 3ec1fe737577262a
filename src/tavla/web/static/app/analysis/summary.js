/** An analysis at a glance: how far it is, the figures of both players, the curve, the worst decisions. */

import { html } from '../../vendor/htm-preact.js';
import { Pul } from '../parts/player_bar.js';
import { lengthText } from '../parts/facts.js';
import { number, t } from '../words.js';
import { Curve } from './curve.js';
import { Verdict } from './due_line.js';
import { Narrow } from './list.js';
import { chance, dayText, done, due, equity, figure, loss, named, playerOf } from './say.js';

/** @typedef {import('./model.js').Study} Study */
/** @typedef {import('./types.js').Figure} Figure */

const WORST = 10;

/** @param {{ study: Study, n: number, go: (n: number) => void }} props */
export function Summary({ study, n, go }) {
  const match = study.match();
  if (!match) return null;
  const games = match.games.filter((game) => game.winner !== null || match.games.length > 1);
  return html`
    <header class="study-head">
      <${Sides} study=${study} match=${match} />
      <p class="quiet small">${[lengthText(match.length), t('study.games', { n: match.games.length }), dayText(match.tags.EventDate || match.tags.Date)].filter(Boolean).join(' · ')}</p>
    </header>
    <div class="over-figures"><${Progress} study=${study} />
      <${Narrow} study=${study} names=${games.length > 1 ? ['match', 'game'] : ['match']} plain /></div>
    <${Curve} study=${study} n=${n} go=${go} />
    <${Worst} study=${study} go=${go} />
    <${Table} study=${study} match=${match} />`;
}

/** The figures of both players in what is looked at: the match, or one game of it. @param {Study} study @returns {[Figure, Figure] | undefined} */
function figuresOf(study) {
  const { game, match } = study.filter;
  const figures = study.figures.get(match);
  return game ? figures?.games[game] : figures?.players;
}

/** Both players with their score and their rating. @param {{ study: Study, match: import('./types.js').Match }} props */
function Sides({ study, match }) {
  const pair = figuresOf(study);
  return html`
    <div class="sides" data-part="figures">${/** @type {(0 | 1)[]} */ ([0, 1]).map((seat) => {
      const one = pair?.[seat];
      const counted = one && t('study.shown', { n: one.decisions });
      return html`
        <div class="side" key=${seat}>
          <p class="who"><${Pul} seat=${seat} own=${0} /><b>${playerOf(match, seat)}</b><span class="score">${number(match.score[seat])}</span></p>
          <p class="pr" data-part=${`pr-${seat}`}><abbr title=${t('study.pr.help')}>PR</abbr> <strong>${one?.pr === undefined || one.pr === null ? '–' : figure(one.pr, 2)}</strong></p>
          <p class="quiet small">${[one?.strength && t(`strength.${one.strength}`), typeof one?.error === 'number' && `± ${figure(one.error, 1)}`, counted].filter(Boolean).join(' · ')}</p>
        </div>`;
    })}</div>`;
}

/** How far it is; when it is done, how many decisions there are: in the match that is looked at, or in the file. @param {{ study: Study, whole?: boolean }} props */
export function Progress({ study, whole = false }) {
  const { done, count, busy, level } = study.state;
  const all = done >= count;
  if (all && !busy) return html`<p class="quiet small" data-part="progress">${t('study.done', { n: study.count(whole), level: t(`study.level.${level}`) })}</p>`;
  return html`
    <div class="progress-row" data-part="progress">
      <progress value=${done} max=${Math.max(1, count)} aria-label=${t('study.progress')}></progress>
      <span class="small">${chance(Math.floor((100 * done) / Math.max(1, count)) / 100, 0)}</span>
      ${study.mine && (busy
        ? html`<button type="button" class="button small" data-action="stop" onClick=${() => study.ask('stop', { what: 'all' })}>${t('study.stop')}</button>`
        : html`<button type="button" class="button small" data-action="go-on" onClick=${() => study.ask('again', { level })}>${t('study.go_on')}</button>`)}
    </div>`;
}

/** @param {Figure} one @param {'blunders' | 'errors' | 'doubtful'} grade */
const count = (one, grade) => one.plays[grade] + one.doubles[grade] + one.takes[grade];

/** @type {[string, (one: Figure, inPoints: boolean) => unknown][]} */
const ROWS = [
  ['mistakes', (one) => html`<b class=${count(one, 'blunders') ? 'blunder' : ''}>${number(count(one, 'blunders'))}</b> / ${number(count(one, 'errors'))} / ${number(count(one, 'doubtful'))}`],
  ['loss', (one) => html`${loss(one.plays.loss)} / ${loss(one.doubles.loss + one.takes.loss)}`],
  ['luck', (one) => equity(one.luck)],
  ['without_luck', (one, inPoints) => withoutLuck(one.without_luck ?? null, inPoints)],
  ['pr_by_file', (one) => (one.pr_by_file === undefined || one.pr_by_file === null ? '' : figure(one.pr_by_file, 2))],
];

/** The result without the luck of both: points, or the chance to have won a match from an even start. @param {number | null} worth @param {boolean} inPoints */
function withoutLuck(worth, inPoints) {
  if (worth === null) return '';
  return inPoints ? figure(worth, 2, true) : chance(0.5 + worth);
}

/** @param {{ study: Study, match: import('./types.js').Match }} props */
function Table({ study, match }) {
  const pair = figuresOf(study);
  const inPoints = match.length === 'money' || match.length === 'one';
  if (!pair) return null;
  return html`
    <table class="figures">
      <caption class="unseen">${t('study.figures')}</caption>
      <thead><tr><td></td>${[0, 1].map((seat) => html`<th scope="col" key=${seat}><${Pul} seat=${seat} own=${0} />${playerOf(match, seat)}</th>`)}</tr></thead>
      <tbody>
        ${ROWS.filter(([, cell]) => pair.some((one) => cell(one, inPoints) !== '')).map(([name, cell]) => html`<tr key=${name}><th scope="row">${t(`study.figure.${name}`)}</th>${pair.map((one, seat) => html`<td key=${seat}>${cell(one, inPoints)}</td>`)}</tr>`)}
      </tbody>
    </table>`;
}

/** @param {{ study: Study, go: (n: number) => void }} props */
function Worst({ study, go }) {
  const found = study.worst(WORST);
  const busy = study.state.done < study.state.count;
  return html`
    <section class="block" data-part="worst"><h2>${t('study.worst')}</h2>
      ${found.length === 0 && html`<p class="quiet">${t(busy ? 'study.worst.none_yet' : 'study.worst.none')}</p>`}
      <ol class="decisions">${found.map((one, place) => html`<${Row} key=${one.n} study=${study} asked=${one} go=${go} place=${place} />`)}</ol>
    </section>`;
}

/** One decision as a line of a list. @param {{ study: Study, asked: import('./types.js').Asked, go: (n: number) => void, place?: number, current?: boolean }} props */
export function Row({ study, asked, go, place, current }) {
  const found = study.found.get(asked.n);
  const wrong = found?.grade;
  return html`
    <li><button type="button" class=${`decision-row ${wrong ?? ''}`} data-decision=${asked.n} data-place=${place} aria-current=${current ? 'true' : undefined} onClick=${() => go(asked.n)}>
      <${Pul} seat=${asked.seat} own=${0} /><span class="unseen">${playerOf(study.match(asked.n), asked.seat)}</span>
      <span class="roll">${asked.roll ? due(asked) : html`<${CubeSign} />`}</span>
      <span class="plays-of"><span class="made">${found ? done(found.made ?? found.best) : '…'}</span>
        ${wrong && html`<span class="quiet small best">${t('study.better', { best: named(found.best) })}</span>`}</span>
      ${found && wrong ? html`<${Verdict} found=${found} />` : html`<span></span>`}
    </button></li>`;
}

/** In place of a roll, where the cube is what it was about. */
function CubeSign() {
  return html`<svg class="cube-sign" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><rect x="3" y="3" width="14" height="14" rx="3" />
    <path d="M7.6 7.8c.4-1.2 1.3-1.8 2.5-1.8 1.4 0 2.4.9 2.4 2.1 0 2-3.2 3.2-4.7 5.4h4.8" stroke-linecap="round" stroke-linejoin="round" /></svg>`;
}
