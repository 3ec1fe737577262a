/** The chances of the first player from decision to decision, with the mistakes on it. A tap leads to the decision. */

import { html } from '../../vendor/htm-preact.js';
import { t } from '../words.js';
import { chance, playerOf } from './say.js';

/** @typedef {import('./model.js').Study} Study */

const WIDTH = 600;
const HEIGHT = 150;
const EDGE = 6;

/** @param {{ study: Study, n: number, go: (n: number) => void }} props */
export function Curve({ study, n, go }) {
  const match = study.match();
  const { seat, kind, grade, ...part } = study.filter;
  const all = study.decisions.filter((one) => one.match === part.match && (!part.game || one.game === part.game));
  const step = (WIDTH - 2 * EDGE) / Math.max(1, all.length - 1);
  const x = (/** @type {number} */ at) => EDGE + at * step;
  const y = (/** @type {number} */ value) => EDGE + (1 - value) * (HEIGHT - 2 * EDGE);
  const points = all.map((one, at) => ({ one, at, found: study.found.get(one.n) })).filter(({ found }) => found);
  if (!match || all.length < 2 || points.length < 2) return null;
  const line = points.map(({ at, found }) => `${x(at).toFixed(1)},${y(/** @type {any} */ (found).chance).toFixed(1)}`).join(' ');
  const here = all.findIndex((one) => one.n === n);
  const last = /** @type {any} */ (points[points.length - 1].found);
  const name = playerOf(match, 0);
  /** @param {MouseEvent} event */
  function press(event) {
    const box = /** @type {SVGElement} */ (event.currentTarget).getBoundingClientRect();
    const at = Math.round((((event.clientX - box.left) / box.width) * WIDTH - EDGE) / step);
    const near = nearest(points.filter(({ one }) => study.counts(one)), at);
    if (near) go(near.one.n);
  }
  return html`
    <figure class="curve" data-part="curve">
      <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${t('study.curve.label', { name, chance: chance(last.chance) })} onClick=${press}>
        <rect class="field" x="0" y="0" width=${WIDTH} height=${HEIGHT} />
        <polygon class="area" points=${`${x(points[0].at).toFixed(1)},${HEIGHT} ${line} ${x(points[points.length - 1].at).toFixed(1)},${HEIGHT}`} />
        <line class="middle" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
        ${starts(all).map((at) => html`<line class="game" key=${at} x1=${x(at - 0.5)} x2=${x(at - 0.5)} y1="0" y2=${HEIGHT} />`)}
        ${here >= 0 && html`<line class="here" x1=${x(here)} x2=${x(here)} y1="0" y2=${HEIGHT} />`}
        <polyline points=${line} />
        ${points.filter(({ one }) => study.weight(one.n) > 1).map(({ one, at, found }) => html`
          <line key=${one.n} class=${`dot ${/** @type {any} */ (found).grade}`} x1=${x(at)} x2=${x(at)} y1=${y(/** @type {any} */ (found).chance)} y2=${y(/** @type {any} */ (found).chance)} />`)}
      </svg>
      <figcaption class="quiet small">${t(match.length === 'money' || match.length === 'one' ? 'study.curve.game' : 'study.curve', { name })}</figcaption>
    </figure>`;
}

/** Where games begin, but for the first. @param {import('./types.js').Asked[]} all */
function starts(all) {
  return all.map((one, at) => at).filter((at) => at > 0 && all[at].game !== all[at - 1].game);
}

/** @template {{ at: number }} T @param {T[]} points @param {number} at */
function nearest(points, at) {
  return points.reduce((best, one) => (Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best), points[0]);
}
