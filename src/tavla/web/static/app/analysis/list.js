/** All decisions, and the means to narrow them down. */

import { html } from '../../vendor/htm-preact.js';
import { t } from '../words.js';
import { EVERY } from './model.js';
import { playerOf } from './say.js';
import { Row } from './summary.js';

/** @typedef {import('./model.js').Study} Study */

const MOST = 1500;

/** @param {{ study: Study, n: number, go: (n: number) => void }} props */
export function List({ study, n, go }) {
  const shown = study.shown;
  let game = 0;
  return html`
    <div class="narrow-head">
      <${Narrow} study=${study} names=${study.outline?.of_positions ? ['grade'] : ['match', 'game', 'seat', 'kind', 'grade']} />
      <p class="quiet small spread"><span role="status" data-part="shown">${shownText(study, shown)}</span>
        ${study.narrowed && html`<${Widen} study=${study} />`}</p>
    </div>
    <ol class="decisions" data-part="decisions">${shown.slice(0, MOST).map((one) => {
      const head = one.game !== game && !study.outline?.of_positions;
      game = one.game;
      return html`${head && html`<li class="game-head" key=${`g${one.game}`}><${GameHead} study=${study} game=${one.game} /></li>`}
        <${Row} key=${one.n} study=${study} asked=${one} go=${go} current=${one.n === n} />`;
    })}</ol>`;
}

/** How many decisions are listed; with those that go without saying among them, how many of them count. @param {Study} study @param {import('./types.js').Asked[]} shown */
function shownText(study, shown) {
  if (study.filter.kind !== EVERY) return t('study.shown', { n: shown.length });
  return t('study.shown.every', { n: shown.length, counted: shown.filter((one) => study.counts(one)).length });
}

/** The way out of all filters. @param {{ study: Study }} props */
function Widen({ study }) {
  return html`<button type="button" class="link" data-action="widen" onClick=${() => study.widen()}>${t('study.filter.clear')}</button>`;
}

/** What the steps are narrowed down to, where the filters themselves are not in sight. @param {{ study: Study }} props */
export function Narrowed({ study }) {
  const { game, seat, kind, grade } = study.filter;
  if (!study.narrowed) return null;
  const told = [
    game > 0 && t('page.facts.game', { n: game }), seat >= 0 && playerOf(study.match(), seat), kind && t(`study.kind.${kind}`),
    grade && t(`study.filter.grade.${grade}`),
  ];
  return html`<p class="quiet small spread narrowed" data-part="narrowed"><span>${t('study.filter.on', { what: told.filter(Boolean).join(' · ') })}</span><${Widen} study=${study} /></p>`;
}

/** @param {{ study: Study, game: number }} props */
function GameHead({ study, game }) {
  const found = study.match()?.games.find((one) => one.number === game);
  return html`<span>${t('page.review.game', { n: game, one: found?.score[0] ?? 0, two: found?.score[1] ?? 0 })}</span>`;
}

/** @param {{ study: Study, names: string[], plain?: boolean }} props plain: on one line */
export function Narrow({ study, names, plain }) {
  const match = study.match();
  const matches = study.outline?.matches ?? [];
  const every = ['', t('study.filter.every')];
  /** @type {Record<string, [string | number, string][]>} */
  const choices = {
    match: study.outline?.of_positions || matches.length < 2 ? [] : matches.map((one, at) => [at, `${at + 1}. ${playerOf(one, 0)} – ${playerOf(one, 1)}`]),
    game: [[0, every[1]], ...(match?.games ?? []).map((one) => /** @type {[number, string]} */ ([one.number, t('page.review.game', { n: one.number, one: one.score[0], two: one.score[1] })]))],
    seat: [[-1, every[1]], ...[0, 1].map((seat) => /** @type {[number, string]} */ ([seat, playerOf(match, seat)]))],
    kind: [['', every[1]], ...['play', 'double', 'take', EVERY].map((kind) => /** @type {[string, string]} */ ([kind, t(`study.kind.${kind}`)]))],
    grade: [['', every[1]], ...['doubtful', 'error', 'blunder'].map((grade) => /** @type {[string, string]} */ ([grade, t(`study.filter.grade.${grade}`)]))],
  };
  const fields = names.filter((name) => choices[name].length > 1);
  if (!fields.length) return null;
  return html`
    <div class=${plain ? 'narrow plain' : 'narrow'} role="group" aria-label=${t('study.filter')}>${fields.map((name) => html`
      <label key=${name}><span class="small">${t(`study.filter.${name}`)}</span>
        <select data-filter=${name} onChange=${(/** @type {any} */ event) => study.narrow({ [name]: name === 'kind' || name === 'grade' ? event.target.value : Number(event.target.value) })}>
          ${choices[name].map(([value, text]) => html`<option key=${value} value=${value} selected=${String(value) === String(/** @type {any} */ (study.filter)[name])}>${text}</option>`)}
        </select></label>`)}</div>`;
}
