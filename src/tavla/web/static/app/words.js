/**
 * What is said to a person. The catalogue comes from the server as one flat table; a key without words shows itself,
 * so that a gap is seen at once and never breaks the page.
 */

/** @type {Record<string, string | string[]>} */
let table = {};
let current = 'tr';
let numbers = new Intl.NumberFormat('tr');
let plurals = new Intl.PluralRules('tr');

export const LANGUAGES = ['tr', 'en'];

/** The language to begin with, from the browser's own list. */
export function browserLanguage() {
  const wanted = (navigator.languages || [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find((tag) => LANGUAGES.includes(tag)) || 'en';
}

/** @param {string} lang */
export async function loadWords(lang) {
  const answer = await fetch(`/api/words/${lang}`);
  if (!answer.ok) throw new Error(`words ${answer.status}`);
  table = await answer.json();
  current = lang;
  numbers = new Intl.NumberFormat(lang);
  plurals = new Intl.PluralRules(lang);
  document.documentElement.lang = lang;
}

export function language() {
  return current;
}

/** @param {string} key */
export function has(key) {
  return key in table;
}

/** @param {number} value */
export function number(value) {
  return numbers.format(value);
}

/**
 * Words of a key, with `{name}` filled. A plural entry is chosen by the value `count`.
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = table[key];
  if (entry === undefined) return key;
  return fill(typeof entry === 'string' ? entry : form(entry, values), values);
}

/** Words of the first key that has any. @param {string[]} keys @param {Record<string, unknown>} [values] */
export function firstOf(keys, values) {
  return t(keys.find(has) || keys[0], values);
}

/** @param {string[]} forms @param {Record<string, unknown>} values */
function form(forms, values) {
  const one = plurals.select(Number(values.count ?? values.n ?? 0)) === 'one';
  return one ? forms[0] : forms[forms.length - 1];
}

/** @param {string} text @param {Record<string, unknown>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined || value === null) return whole;
    return typeof value === 'number' ? numbers.format(value) : String(value);
  });
}

/** A list in the language's own way: "a, b ve c". @param {string[]} items */
export function list(items) {
  return new Intl.ListFormat(current, { type: 'conjunction' }).format(items);
}

/** @param {number} seconds since 1970 */
export function moment(seconds) {
  return new Intl.DateTimeFormat(current, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(seconds * 1000));
}
