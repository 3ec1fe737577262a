/** The end of a game, said over the board. */

import { html, useState } from '../../vendor/htm-preact.js';
import { matchText, nameOf, resultText } from '../due.js';
import { number, t } from '../words.js';

/** @param {{ view: import('../types.js').View, seats: number[] }} props */
export function ResultCard({ view, seats }) {
  const [closed, setClosed] = useState(false);
  const { result } = view;
  if (!result || closed) return null;
  return html`
    <section class="result" aria-label=${t('page.result.title')} data-part="result">
      <button type="button" class="button plainly icon close" aria-label=${t('page.action.close')} data-action="close-result" onClick=${() => setClosed(true)}>×</button>
      <h2>${result.winner === null ? t('page.result.draw') : t(`page.kind.${result.kind}`)}</h2>
      <p>${resultText(view, seats)}</p>
      ${view.length !== 'one' && html`<p class="tally"><span>${nameOf(view, 0)}</span><b>${number(view.score[0])}–${number(view.score[1])}</b><span>${nameOf(view, 1)}</span></p>`}
      ${view.phase === 'match_over' && html`<p>${matchText(view, seats)}</p>`}
    </section>`;
}
