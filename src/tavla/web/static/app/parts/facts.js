/** Facts of a match in a few words. */

import { has, t } from '../words.js';

/** "5 sayılık maç" from "points(5)". @param {string} length */
export function lengthText(length) {
  const found = /^(\w+)(?:\((\d+)\))?$/.exec(length);
  if (!found) return length;
  const key = `length.${found[1]}`;
  return has(key) ? t(key, { n: Number(found[2] || 0) }) : length;
}

/** A value of an option in words; numbers have one phrase for all. @param {string} name @param {string} value */
export function optionValueText(name, value) {
  const own = `option.${name}.${value}`;
  if (has(own)) return t(own);
  const counted = `option.${name}.n`;
  if (has(counted) && /^\d+$/.test(value)) return t(counted, { n: Number(value) });
  if (has(`option.value.${value}`)) return t(`option.value.${value}`);
  return value;
}
