/** A mistake of an analysis becomes a card to train. */

import { html, useState } from '../../vendor/htm-preact.js';
import { addCard } from '../cards.js';
import { announce } from '../live.js';
import { problemText } from '../parts/problem.js';
import { t } from '../words.js';

/** @param {{ detail: import('./types.js').Detail }} props */
export function Keep({ detail }) {
  const [state, setState] = useState(/** @type {'none' | 'asked' | 'kept'} */ ('none'));
  const [problem, setProblem] = useState('');
  const made = detail.answer?.made;
  if (!made || !detail.answer?.grade) return null;
  async function keep() {
    setState('asked');
    setProblem('');
    try {
      await addCard(cardOf(detail));
      setState('kept');
      announce(t('page.tutor.kept'));
    } catch (error) {
      setState('none');
      setProblem(problemText(error));
    }
  }
  return html`
    <div class="keep">
      ${state === 'kept' ? html`<a href="/training" data-action="training">${t('page.tutor.kept')}</a>`
        : html`<button type="button" class="button small" data-action="study" disabled=${state !== 'none'} onClick=${keep}>${t('page.tutor.study')}</button>`}
      ${problem && html`<p class="notice warn" role="alert">${problem}</p>`}
    </div>`;
}

/** The decision as the server makes a card of it. @param {import('./types.js').Detail} detail */
function cardOf({ ids, view, answer }) {
  const made = /** @type {import('./types.js').Named} */ (answer?.made);
  const decided = made.name === 'play' ? { action: 'play', text: made.play } : { action: made.name };
  return { xgid: ids.xgid, profile: view.profile, options: view.options, ...decided };
}
