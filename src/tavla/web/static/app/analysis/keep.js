/** A mistake of an analysis becomes a card to train. */

import { html, useEffect, useState } from '../../vendor/htm-preact.js';
import { addCard } from '../cards.js';
import { announce } from '../live.js';
import { problemText } from '../parts/problem.js';
import { t } from '../words.js';

/** @param {{ detail: import('./types.js').Detail }} props */
export function Keep({ detail }) {
  const [state, setState] = useState(/** @type {'none' | 'asked' | 'kept'} */ ('none'));
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setState('none');
    setProblem('');
  }, [detail.n]);
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
    <p class="row"><button type="button" class="button small" data-action="study" disabled=${state !== 'none'} onClick=${keep}>
      ${t(state === 'kept' ? 'page.tutor.kept' : 'page.tutor.study')}</button>
      ${state === 'kept' && html`<a href="/training" data-action="training">${t('page.nav.training')}</a>`}</p>
    ${problem && html`<p class="notice warn" role="alert">${problem}</p>`}`;
}

/** The decision as the server makes a card of it. @param {import('./types.js').Detail} detail */
function cardOf({ ids, view, answer }) {
  const made = /** @type {import('./types.js').Named} */ (answer?.made);
  const decided = made.name === 'play' ? { action: 'play', text: made.play } : { action: made.name };
  return { xgid: ids.xgid, profile: view.profile, options: view.options, ...decided };
}
