/** The choices of a decision, the best first, each with what it costs, and why the best one is better. */

import { html } from '../../vendor/htm-preact.js';
import { language, t } from '../words.js';

/** @typedef {import('../types.js').Choice} Choice */

/** @param {number} value @param {Intl.NumberFormatOptions} options */
function written(value, options) {
  return new Intl.NumberFormat(language(), options).format(value).replace('-', '−');
}

/** What is lost, as players write it: "−0,142". @param {number} loss */
export function lossText(loss) {
  return written(-loss || 0, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
}

/** A chance: "%51,2" or "51.2%". @param {number} value */
function chanceText(value) {
  return written(value, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** What is done: a play in notation, all else by its name. @param {Choice} choice */
export function choiceText(choice) {
  return decidedText(choice.play ?? choice.name);
}

/** The same from text, as cards have it. @param {string} text */
export function decidedText(text) {
  return /^[a-z]+$/.test(text) ? t(`choice.${text}`) : text || t('choice.no_play');
}

/**
 * @param {{ choices: Choice[], made?: Choice, picked: number, onPick: (index: number) => void, why: string[], children?: unknown }} props
 *   `made` is what was decided
 */
export function Choices({ choices, made, picked, onPick, why, children }) {
  return html`
    <div class="panel choices" data-part="choices">
      <ol class="ranked" aria-label=${t('page.tutor.choices')}>
        ${choices.map((choice, index) => html`<${Line} key=${index} choice=${choice} made=${made !== undefined && isSame(choice, made)}
          shallow=${choice.plies < choices[0].plies} picked=${index === picked} onPick=${() => onPick(index)} />`)}
      </ol>
      ${why.length > 0 && html`<ul class="why" aria-label=${t('page.tutor.why')} data-part="why">${why.map((sentence) => html`<li key=${sentence}>${sentence}</li>`)}</ul>`}
      ${children}
    </div>`;
}

/** @param {{ choice: Choice, made: boolean, shallow: boolean, picked: boolean, onPick: () => void }} props shallow: the best was looked at deeper */
function Line({ choice, made, shallow, picked, onPick }) {
  const chance = choice.match_chance ?? choice.probs[0];
  return html`
    <li><button type="button" aria-pressed=${picked} data-choice=${choice.name} onClick=${onPick}>
      <span class="what">${choiceText(choice)}${made && html` <span class="tag">${t('page.tutor.made')}</span>`}
        ${shallow && html` <small class="quiet" title=${t('study.shallow', { n: choice.plies })}>${choice.plies}-ply<span class="unseen"> (${t('study.shallow', { n: choice.plies })})</span></small>`}</span>
      <span class="chance">${t(choice.match_chance === null ? 'page.tutor.wins' : 'page.tutor.match_wins', { chance: chanceText(chance) })}</span>
      <span class="cost">${choice.loss > 0.0005 ? lossText(choice.loss) : t('page.tutor.best')}</span>
    </button></li>`;
}

/** @param {Choice} one @param {Choice} other */
function isSame(one, other) {
  return one.name === other.name && one.play === other.play;
}
