/**
 * The one place where the page speaks to a screen reader. What is said in quick succession, a move and then whose turn it
 * is, is said together: a later sentence must not swallow the one before.
 */

const TOGETHER = 700;

/** @type {string[]} */
let said = [];
let last = 0;

/** @param {string} text */
export function announce(text) {
  const place = document.getElementById('live');
  if (!place || !text) return;
  const now = Date.now();
  if (now - last > TOGETHER) said = [];
  last = now;
  said = said.slice(-2);
  said.push(/[.!?…]$/.test(text) ? text : `${text}.`);
  const whole = said.join(' ');
  place.textContent = whole === place.textContent ? `${whole}\u00a0` : whole;
}
