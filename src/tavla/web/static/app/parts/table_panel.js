/**
 * Real dice: what the referee allows now. The list comes from the server; an act without arguments is a button, one with
 * arguments a small form drawn from their description.
 */

import { html, useState } from '../../vendor/htm-preact.js';
import { nameOf } from '../due.js';
import { has, t } from '../words.js';
import { FaceRow } from './dice_entry.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').TableAct} TableAct */
/** @typedef {import('../types.js').ArgSpec} ArgSpec */
/** @typedef {import('../match_table.js').MatchTable} MatchTable */

/** @param {{ table: MatchTable, view: View }} props */
export function TablePanel({ table, view }) {
  const held = /** @type {import('../types.js').TableState} */ (view.table);
  const acts = held.acts.filter((one) => table.seats.includes(one.seat));
  return html`
    <div class="acts">
      ${acts.length === 0 && html`<p class="quiet small">${t('page.table.none')}</p>`}
      ${acts.map((one) => html`<${Act} key=${`${one.act}-${one.seat}`} one=${one} view=${view}
        onAct=${(/** @type {Record<string, unknown>} */ values) => table.send({ type: one.act, ...values }, one.seat)} />`)}
    </div>
    ${held.log.length > 0 && html`
      <h3>${t('page.table.log')}</h3>
      <ul class="log">${held.log.map((line, index) => html`<li key=${index}>${t(line.code, spoken(view, line))}</li>`)}</ul>`}`;
}

/** @param {View} view @param {import('../types.js').TableLine} line */
function spoken(view, line) {
  return { ...line.values, ...(line.seat === undefined ? {} : { name: nameOf(view, line.seat) }) };
}

/** @param {{ one: TableAct, view: View, onAct: (values: Record<string, unknown>) => void }} props */
function Act({ one, view, onAct }) {
  const specs = Object.entries(one.args || {});
  const [values, setValues] = useState(/** @type {Record<string, unknown>} */ (defaults(specs)));
  const ready = specs.every(([name, spec]) => spec.optional || complete(spec, values[name]));
  const help = `table.act.${one.act}.help`;
  return html`
    <form class="act" data-act=${one.act} data-seat=${one.seat} onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      onAct(values);
    }}>
      ${specs.map(([name, spec]) => html`<${Argument} key=${name} act=${one.act} name=${name} spec=${spec} value=${values[name]} view=${view}
        onChange=${(/** @type {unknown} */ value) => setValues({ ...values, [name]: value })} />`)}
      <button type="submit" class="button" data-action=${`act-${one.act}`} disabled=${!ready}>
        ${t(`table.act.${one.act}`)}<span class="quiet small">${nameOf(view, one.seat)}</span></button>
      ${has(help) && html`<p>${t(help)}</p>`}
    </form>`;
}

/** @param {[string, ArgSpec][]} specs */
function defaults(specs) {
  return Object.fromEntries(specs.map(([name, spec]) => [name, spec.default ?? (isDice(spec) ? [] : spec.choices?.[0] ?? '')]));
}

/** @param {ArgSpec} spec */
function isDice(spec) {
  return spec.type === 'dice' || spec.type === 'die';
}

/** @param {ArgSpec} spec @param {unknown} value */
function complete(spec, value) {
  if (isDice(spec)) return Array.isArray(value) && value.length === (spec.count ?? (spec.type === 'die' ? 1 : 2));
  return value !== '' && value !== undefined;
}

/** @param {{ act: string, name: string, spec: ArgSpec, value: unknown, view: View, onChange: (value: unknown) => void }} props */
function Argument({ act, name, spec, value, view, onChange }) {
  const label = t(has(`table.act.${act}.${name}`) ? `table.act.${act}.${name}` : `table.arg.${name}`);
  if (isDice(spec)) {
    return html`<div class="field"><span>${label}</span>
      <${FaceRow} count=${spec.count ?? (spec.type === 'die' ? 1 : 2)} chosen=${/** @type {number[]} */ (value)} onChange=${onChange} label=${label} /></div>`;
  }
  if (spec.choices) {
    return html`<label class="field"><span>${label}</span>
      <select data-arg=${name} onChange=${(/** @type {any} */ event) => onChange(choice(spec, event.target.value))}>
        ${spec.choices.map((one) => html`<option key=${one} value=${one} selected=${one === value}>${choiceText(act, name, spec, one, view)}</option>`)}
      </select></label>`;
  }
  const kind = spec.type === 'int' || spec.type === 'number' ? 'number' : 'text';
  return html`<label class="field"><span>${label}</span>
    <input type=${kind} data-arg=${name} min=${spec.min} max=${spec.max} maxlength="200" value=${value}
      onInput=${(/** @type {any} */ event) => onChange(kind === 'number' && event.target.value !== '' ? Number(event.target.value) : event.target.value)} /></label>`;
}

/** @param {ArgSpec} spec @param {string} text */
function choice(spec, text) {
  return spec.choices?.find((one) => String(one) === text) ?? text;
}

/** @param {string} act @param {string} name @param {ArgSpec} spec @param {string | number} value @param {View} view */
function choiceText(act, name, spec, value, view) {
  if (spec.type === 'seat') return nameOf(view, Number(value));
  const key = [`table.act.${act}.${name}.${value}`, `table.arg.${name}.${value}`].find(has);
  return key ? t(key) : String(value);
}
