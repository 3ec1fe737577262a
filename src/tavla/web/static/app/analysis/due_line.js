/** What stands under the board: the decision in a sentence, the play that is being tried, and the way to the next one. */

import { html } from '../../vendor/htm-preact.js';
import { StepIcon } from '../parts/icons.js';
import { problemText } from '../parts/problem.js';
import { t } from '../words.js';
import { Narrowed } from './list.js';
import { done, dueText, loss, named, playerOf } from './say.js';

/** @typedef {import('./model.js').Study} Study */

/** @param {{ study: Study, asked: import('./types.js').Asked, trial: import('./decision.js').Trial }} props */
export function DueLine({ study, asked, trial }) {
  const found = study.found.get(asked.n);
  const name = playerOf(study.match(asked.n), asked.seat);
  if (trial.moves.length) return html`<${TriedLine} trial=${trial} />`;
  return html`
    <div class="due study-due">
      <p class="sentence" role="status" data-part="sentence"><b>${name}</b> ${(asked.kind === 'play' || !found?.made) && dueText(asked)}
        ${found?.made && html`<span class="what">${done(found.made)}</span>`}
        ${found && found.loss !== null && html` <${Verdict} found=${found} />`}</p>
      <p class="reason" data-part="better">${better(asked, found)}</p>
    </div>`;
}

/** What would have been right. @param {import('./types.js').Asked} asked @param {import('./types.js').Found | undefined} found */
function better(asked, found) {
  if (!found) return t('study.looking');
  if (asked.open) return t('study.best', { best: named(found.best) });
  return found.grade ? t('study.better', { best: named(found.best) }) : '';
}

/** The class of a decision with what it lost. @param {{ found: import('./types.js').Found }} props */
export function Verdict({ found }) {
  const grade = found.grade ?? 'sound';
  return html`<span class=${`verdict ${grade}`} data-grade=${grade}>${t(`study.grade.${grade}`)}${found.loss && found.loss >= 0.0005 ? html` <b>${loss(found.loss)}</b>` : ''}</span>`;
}

/** @param {{ trial: import('./decision.js').Trial }} props */
function TriedLine({ trial }) {
  const { tried, problem, complete } = trial;
  const text = problem ? problemText(problem) : tried ? '' : t(complete ? 'study.try.asking' : 'study.try.go_on');
  return html`
    <div class="due study-due trying">
      <p class="sentence" role="status" data-part="tried">${tried
        ? html`${t('study.try.result')} <span class="what">${named(tried.choice)}</span> <span class=${`verdict ${tried.choice.loss < 0.0005 ? 'sound' : 'plain'}`}>${tried.choice.loss < 0.0005 ? t('study.try.best') : html`<b>${loss(tried.choice.loss)}</b>`}</span>`
        : text}</p>
      <p class="row"><button type="button" class="button small" data-action="try-undo" aria-keyshortcuts="U" onClick=${() => trial.undo()}>${t('page.action.undo')}</button>
        <button type="button" class="button small" data-action="try-end" onClick=${() => trial.reset()}>${t('study.try.end')}</button></p>
    </div>`;
}

/** @param {{ study: Study, n: number, go: (n: number) => void }} props */
export function Steps({ study, n, go }) {
  /** @param {string} name @param {1 | -1} way @param {boolean} mistakes @param {unknown} sign @param {string} keys */
  const button = (name, way, mistakes, sign, keys) => {
    const to = study.next(n, way, mistakes);
    return html`<button type="button" class=${`button ${name === 'next-mistake' ? 'primary' : ''} ${mistakes ? 'mistake' : ''}`} data-action=${name} aria-label=${t(`study.step.${name}`)}
      title=${t(`study.step.${name}`)} aria-keyshortcuts=${keys} disabled=${to === null} onClick=${() => to !== null && go(to)}>${sign}</button>`;
  };
  const shown = study.shown;
  const at = shown.findIndex((one) => one.n === n);
  return html`
    <div class="steps study-steps" role="group" aria-label=${t('page.steps')}>
      ${button('back-mistake', -1, true, html`${StepIcon('back')}<span>${t('study.mistake')}</span>`, 'K')}
      ${button('back', -1, false, StepIcon('back'), 'ArrowLeft')}
      <span class="quiet small at" data-part="at">${at < 0 ? '–' : at + 1} / ${shown.length}</span>
      ${button('next', 1, false, StepIcon('next'), 'ArrowRight')}
      ${button('next-mistake', 1, true, html`<span>${t('study.mistake')}</span>${StepIcon('next')}`, 'J')}
    </div>
    <${Narrowed} study=${study} />`;
}
