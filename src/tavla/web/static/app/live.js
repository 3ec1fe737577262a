/** The one place where the page speaks to a screen reader. */

let last = '';

/** Say a sentence; the same one twice in a row is said twice. @param {string} text */
export function announce(text) {
  const place = document.getElementById('live');
  if (!place || !text) return;
  place.textContent = text === last ? `${text}\u00a0` : text;
  last = place.textContent;
}
