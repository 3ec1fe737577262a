/** A decision played out many times: how it goes is seen while it goes, and it may be stopped at any time. */

import { html, useState } from '../../vendor/htm-preact.js';
import { problemText } from '../parts/problem.js';
import { number, t } from '../words.js';
import { equity, figure, named } from './say.js';

/** @typedef {import('./types.js').Rollout} Rollout */

const TRIALS = [324, 1296, 5184];

/**
 * @param {{ study: import('./model.js').Study, detail: import('./types.js').Detail, trial: import('./decision.js').Trial }} props
 */
export function RolloutBlock({ study, detail, trial }) {
  const { n } = detail;
  const [trials, setTrials] = useState(TRIALS[1]);
  const [failed, setFailed] = useState({ n, problem: /** @type {unknown} */ (null) });
  const problem = failed.n === n && failed.problem;
  const rollout = study.rollouts.get(n) ?? detail.rollout;
  const running = study.state.rolling === n;
  /** @param {string} path @param {unknown} body */
  async function go(path, body) {
    setFailed({ n, problem: null });
    try {
      await study.ask(path, body);
    } catch (error) {
      setFailed({ n, problem: error });
    }
  }
  if (!study.mine && !rollout && !running) return null;
  const plays = [...trial.all.values()].map(({ choice }) => choice.moves.map(([source, , die]) => [source, die])).slice(-5);
  return html`
    <section class="block tight rollout" data-part="rollout" data-running=${String(running)} data-trials=${rollout?.trials ?? 0}>
      <div class="spread"><h2>${t('study.rollout')}</h2>
        ${study.mine && html`<div class="row">
          ${!running && html`<label><span class="unseen">${t('study.rollout.trials')}</span><select data-part="trials" onChange=${(/** @type {any} */ event) => setTrials(Number(event.target.value))}>
            ${TRIALS.map((count) => html`<option key=${count} value=${count} selected=${count === trials}>${t('study.rollout.count', { n: count })}</option>`)}</select></label>`}
          ${running
            ? html`<button type="button" class="button small" data-action="rollout-stop" onClick=${() => go('stop', { what: 'rollout' })}>${t('study.stop')}</button>`
            : html`<button type="button" class="button small" data-action="rollout" onClick=${() => go(`decisions/${n}/rollout`, { trials, plays })}>${t('study.rollout.start')}</button>`}
        </div>`}</div>
      ${!rollout && !running && html`<p class="quiet small">${t('study.rollout.help')}</p>`}
      ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
      ${running && html`<progress value=${rollout?.trials ?? 0} max=${rollout?.of ?? trials} aria-label=${t('study.rollout')}></progress>`}
      ${rollout && html`<${Rows} rollout=${rollout} />`}
    </section>`;
}

/** @param {{ rollout: Rollout }} props */
function Rows({ rollout }) {
  const error = (/** @type {number} */ value) => html`<small class="quiet">± ${figure(value, 3)}</small>`;
  return html`
    <table class="candidates"><caption class="unseen">${t('study.rollout')}</caption>
      <thead><tr><th scope="col">${t('study.head.play')}</th><th scope="col">${t('study.head.equity')}</th><th scope="col">${t('study.head.trials')}</th></tr></thead>
      <tbody>${rollout.rows.map((row) => html`
        <tr key=${row.play ?? row.name}><th scope="row">${named(row)}</th><td>${equity(row.equity)} ${row.trials > 0 && error(row.error)}</td><td>${row.trials ? number(row.trials) : '–'}</td></tr>`)}
      </tbody></table>`;
}
