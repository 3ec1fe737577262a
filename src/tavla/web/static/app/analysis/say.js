/** Figures and choices in words, in the language of the page. */

import { nameOf, rollText } from '../due.js';
import { codeText } from '../parts/problem.js';
import { language, t } from '../words.js';

/** @typedef {import('./types.js').Named} Named */
/** @typedef {import('./types.js').Asked} Asked */

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/** @param {number} value @param {Intl.NumberFormatOptions} options */
function written(value, options) {
  const key = language() + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language(), options);
    formats.set(key, format);
  }
  return format.format(value).replace('-', '−');
}

/** A number with so many digits behind the point. @param {number} value @param {number} digits @param {boolean} [signed] */
export function figure(value, digits, signed = false) {
  const whole = 10 ** digits;
  return written(Math.round(value * whole) / whole || 0, {
    minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: signed ? 'exceptZero' : 'auto',
  });
}

/** An equity: "+0,142". @param {number} value */
export function equity(value) {
  return figure(value, 3, true);
}

/** A loss as players write it: "−0,142"; what is lost in the fourth place is nothing. @param {number} value */
export function loss(value) {
  return figure(-value, 3);
}

/** A chance: "%51,2" or "51.2%". @param {number} value @param {number} [digits] */
export function chance(value, digits = 1) {
  return written(value, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** What is done: a play in notation, all else by its name. @param {Named} choice */
export function named(choice) {
  if (choice.name === 'play') return choice.play || t('choice.no_play');
  return t(`choice.${choice.name}`);
}

/** What somebody did: a play in notation, all else as a deed: "vido çekmedi". @param {Named} choice */
export function done(choice) {
  return choice.name === 'play' ? named(choice) : t(`study.did.${choice.name}`);
}

/** What a decision was about, in a word or as the roll. @param {Asked} asked */
export function due(asked) {
  return asked.roll ? `${asked.roll[0]}-${asked.roll[1]}` : t(`study.kind.${asked.kind}`);
}

/** The same in full: "6-3 (şeş-ü se)". @param {Asked} asked */
export function dueText(asked) {
  return asked.roll ? rollText(asked.roll) : t(`study.kind.${asked.kind}`);
}

/** The date of a file, as people of the language write it; what is no date stays as it is. @param {string | undefined} text */
export function dayText(text = '') {
  const [, year, month, day] = (/^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? []).map(Number);
  return year ? new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(year, month - 1, day)) : text;
}

/** A player's name in a match. @param {import('./types.js').Match | undefined} match @param {number} seat */
export function playerOf(match, seat) {
  return match ? nameOf(/** @type {any} */ (match), seat) : t(`page.seat.${seat}`);
}

/** What a whole analysis is called. @param {import('./types.js').Outline} outline */
export function titleOf(outline) {
  const [match] = outline.matches;
  if (outline.of_positions || !match) return outline.name || t('study.title.position');
  return `${playerOf(match, 0)} – ${playerOf(match, 1)}`;
}

/** An oddity of a file as a sentence. @param {import('./types.js').Oddity} one */
export function oddityText({ code, values, why }) {
  return codeText(code, { ...values, why: why ? t(why.code, why.values) : '' });
}
