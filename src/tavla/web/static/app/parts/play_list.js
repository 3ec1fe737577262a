/** The plays of a game, one line each; a line opens the game as it was after it. */

import { html, useEffect, useRef } from '../../vendor/htm-preact.js';
import { number, t } from '../words.js';
import { Pul } from './player_bar.js';

/** @typedef {import('../types.js').PlayLine} PlayLine */

/** @param {{ plays: PlayLine[], current: number, own: number, names: string[], onPick: (index: number) => void }} props */
export function PlayList({ plays, current, own, names, onPick }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const line = place.current?.querySelector('[aria-current="true"]') || place.current?.lastElementChild;
    const box = place.current?.parentElement;
    if (line instanceof HTMLElement && box && box.scrollHeight > box.clientHeight) {
      box.scrollTop = line.offsetTop - box.clientHeight / 2;
    }
  }, [plays.length, current]);
  if (!plays.length) return html`<p class="quiet small">${t('page.plays.none')}</p>`;
  return html`
    <ol class="plays" ref=${place}>
      ${plays.map((play, index) => html`
        <li key=${index}>
          <button type="button" data-play=${index} aria-current=${index === current ? 'true' : undefined} onClick=${() => onPick(index)}>
            <span class="count" aria-hidden="true">${number(index + 1)}</span>
            <span><${Pul} seat=${play.seat} own=${own} /><span class="unseen">${names[play.seat]}</span></span>
            <span class="roll">${play.roll ? play.roll.join('-') : ''}</span>
            <span>${playText(play.text)}</span>
          </button>
        </li>`)}
    </ol>`;
}

/** A play in notation as it stands, anything else by its words. @param {string} text */
function playText(text) {
  return text === '' ? t('page.plays.nothing') : t(text);
}
