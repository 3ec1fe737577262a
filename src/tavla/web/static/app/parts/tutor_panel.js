/** What the tutor says beside the board: advice before a decision, or what a mistake has cost and why. */

import { html } from '../../vendor/htm-preact.js';
import { prefer } from '../preferences.js';
import { t } from '../words.js';
import { Choices } from './choices.js';

/** @typedef {import('../match_table.js').MatchTable} MatchTable */

/** @param {{ table: MatchTable }} props */
export function TutorPanel({ table }) {
  const { tutor } = table;
  return tutor.lesson ? html`<${LessonPanel} table=${table} />` : html`<${AdvicePanel} table=${table} />`;
}

/** Where the tutor may speak and was never asked to, he says that he is there; whoever does not want him is not asked again. */
export function TutorOffer() {
  return html`
    <div class="tutor-offer" role="group" aria-label=${t('page.tutor.title')} data-part="tutor-offer">
      <p>${t('page.tutor.offer')}</p>
      <p class="row">${/** @type {('blunders' | 'all')[]} */ (['blunders', 'all']).map((wish) => html`
        <button type="button" class="button small" key=${wish} data-action=${`tutor-${wish}`} onClick=${() => prefer({ tutor: wish })}>${t(`page.wish.tutor.${wish}`)}</button>`)}
        <button type="button" class="button small plainly" data-action="tutor-no" onClick=${() => prefer({ tutorOffered: true })}>${t('page.tutor.offer.no')}</button></p>
    </div>`;
}

/** @param {{ table: MatchTable }} props */
function AdvicePanel({ table }) {
  const { advice } = table.tutor;
  if (!advice) return null;
  return html`
    <section class="more tutor" aria-label=${t('page.tutor.hint')} data-part="advice">
      <div class="spread head-line"><h2>${t('page.tutor.hint.title')}</h2>
        <button type="button" class="button plainly icon" aria-label=${t('page.action.close')} data-action="close-advice" onClick=${() => table.tutor.closeAdvice()}>×</button></div>
      <${Choices} choices=${advice.choices} picked=${advice.picked} onPick=${(/** @type {number} */ index) => table.tutor.pick(index)} why=${advice.why} />
    </section>`;
}

/** @param {{ table: MatchTable }} props */
function LessonPanel({ table }) {
  const { tutor } = table;
  const { verdict, picked, card } = /** @type {import('../tutor.js').Lesson} */ (tutor.lesson);
  return html`
    <section class="more tutor" aria-label=${t('page.tutor.title')} data-part="lesson" data-grade=${verdict.grade}>
      <div class="spread head-line"><h2>${t(`page.tutor.grade.${verdict.grade}`)}</h2>
        <button type="button" class="button" data-action="study" disabled=${card !== 'none'} onClick=${() => tutor.study()}>
          ${t(card === 'kept' ? 'page.tutor.kept' : 'page.tutor.study')}</button></div>
      <${Choices} choices=${verdict.choices} made=${verdict.chosen} picked=${picked} onPick=${(/** @type {number} */ index) => tutor.pick(index)} why=${verdict.why} />
    </section>`;
}
