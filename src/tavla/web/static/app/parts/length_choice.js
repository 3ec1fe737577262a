/** How long a match is: so many points, the best of so many games, one game, or play without an end. */

import { html } from '../../vendor/htm-preact.js';
import { t } from '../words.js';
import { lengthText } from './facts.js';

const KINDS = ['points', 'games', 'one', 'money'];
/** @type {Record<string, number[]>} */
const USUAL = { points: [1, 3, 5, 7, 9, 11], games: [3, 5, 7, 9] };

/** @param {string} length @returns {[string, number]} */
export function partsOf(length) {
  const found = /^(\w+)(?:\((\d+)\))?$/.exec(length || 'points(5)');
  return found ? [found[1], Number(found[2] || 5)] : ['points', 5];
}

/** @param {string} kind @param {number} count */
function lengthOf(kind, count) {
  if (!USUAL[kind]) return kind;
  return `${kind}(${kind === 'games' && count % 2 === 0 ? count + 1 : count})`;
}

/** @param {{ value: string, onChange: (length: string) => void }} props */
export function LengthChoice({ value, onChange }) {
  const [kind, count] = partsOf(value);
  return html`
    <fieldset class="block"><legend><h2>${t('page.new.length')}</h2></legend>
      <div class="segments">${KINDS.map((one) => html`
        <label key=${one}><input type="radio" name="length-kind" value=${one} checked=${one === kind} data-action=${`length-${one}`} onChange=${() => onChange(lengthOf(one, count))} />
          ${t(`page.length.${one}`)}</label>`)}</div>
      ${USUAL[kind] && html`
        <div class="row">
          <div class="segments" role="radiogroup" aria-label=${t('page.new.length')}>${USUAL[kind].map((one) => html`
            <label key=${one}><input type="radio" name="length-count" value=${one} checked=${one === count} data-action=${`length-count-${one}`} onChange=${() => onChange(lengthOf(kind, one))} />${one}</label>`)}</div>
          <label class="row small quiet"><span>${t('page.length.other')}</span>
            <input type="number" class="count" min="1" max="999" step=${kind === 'games' ? 2 : 1} value=${count} data-part="length-count"
              onChange=${(/** @type {any} */ event) => onChange(`${kind}(${Math.max(1, Math.min(999, Math.round(Number(event.target.value)) || 1))})`)} /></label>
        </div>`}
      <p class="quiet small" data-part="length">${lengthText(value)}</p>
    </fieldset>`;
}
