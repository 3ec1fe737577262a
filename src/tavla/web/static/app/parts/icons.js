/** The few drawn signs. All are decoration: words stand beside them or in the label of what they sit in. */

import { html } from '../../vendor/htm-preact.js';

/** @param {unknown} inside */
function icon(inside) {
  return html`<svg class="sign" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"
    stroke-linejoin="round" aria-hidden="true">${inside}</svg>`;
}

export function FriendIcon() {
  return icon(html`<circle cx="8.5" cy="8" r="3.25" /><path d="M2.5 19c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5" />
    <circle cx="17" cy="9.5" r="2.5" /><path d="M16.5 14.2c2.9-.2 4.6 1.3 5 4.3" />`);
}

export function BotIcon() {
  return icon(html`<rect x="3.5" y="8" width="17" height="11" rx="3" /><path d="M12 8V4.5M9 15.5h6" />
    <circle cx="8.5" cy="12" r=".6" fill="currentColor" /><circle cx="15.5" cy="12" r=".6" fill="currentColor" /><circle cx="12" cy="3.6" r="1" />`);
}

export function DiceIcon() {
  return icon(html`<rect x="2.5" y="8.5" width="11" height="11" rx="2.5" transform="rotate(-8 8 14)" />
    <path d="M11.5 6.3 13.3 4a2.5 2.5 0 0 1 3.5-.4l4.4 3.4a2.5 2.5 0 0 1 .4 3.5l-3.4 4.4a2.5 2.5 0 0 1-2 1" />
    <circle cx="6" cy="12" r=".7" fill="currentColor" /><circle cx="10.3" cy="16" r=".7" fill="currentColor" /><circle cx="17.3" cy="8.7" r=".7" fill="currentColor" />`);
}

/** A light that goes up. */
export function HintIcon() {
  return html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"
    aria-hidden="true"><path d="M9 16.5c-2-1.3-3.2-3.3-3.2-5.6a6.2 6.2 0 0 1 12.4 0c0 2.3-1.2 4.3-3.2 5.6V18H9zM10 21h4" /></svg>`;
}

/** @type {Record<string, string>} */
const STEPS = { first: 'M6 5v14M18 5 9 12l9 7z', back: 'M16 5 7 12l9 7z', next: 'M8 5l9 7-9 7z', last: 'M18 5v14M6 5l9 7-9 7z' };

/** A step through a game. @param {string} name */
export function StepIcon(name) {
  return html`<svg viewBox="0 0 24 24" fill="currentColor" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true">
    <path d=${STEPS[name]} /></svg>`;
}

/** @type {Record<number, number[][]>} */
const SPOTS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** A die's face without its edge. @param {{ face: number }} props */
export function Face({ face }) {
  return html`<svg viewBox="-10 -10 20 20" aria-hidden="true">
    ${SPOTS[face].map(([x, y]) => html`<circle cx=${x * 5} cy=${y * 5} r="2" />`)}
  </svg>`;
}
