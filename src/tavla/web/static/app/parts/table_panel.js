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

/** Acts that have a better place than the list. */
const ELSEWHERE = ['enter_roll'];

/** @param {{ table: MatchTable, view: View }} props */
export function TablePanel({ table, view }) {
  const held = /** @type {import('../types.js').TableState} */ (view.table);
  const groups = grouped(held.acts.filter((one) => table.seats.includes(one.seat) && !ELSEWHERE.includes(one.act)));
  const log = held.log || [];
  const notes = held.state.notes || [];
  return html`
    <ul class="log" data-notes role="status">${notes.map((line, index) => html`<li key=${index}>${t(line.code, spoken(view, line))}</li>`)}</ul>
    <div class="acts">
      ${groups.length === 0 && html`<p class="quiet small">${t('page.table.none')}</p>`}
      ${groups.map((acts) => html`<${Act} key=${acts[0].act} acts=${acts} view=${view} table=${table} />`)}
    </div>
    ${log.length > 0 && html`
      <h3>${t('page.table.log')}</h3>
      <ul class="log">${log.map((line, index) => html`<li key=${index}>${t(line.code, spoken(view, line))}</li>`)}</ul>`}`;
}

/** What both players may do stands once, with a button for each. @param {TableAct[]} acts @returns {TableAct[][]} */
function grouped(acts) {
  const names = [...new Set(acts.map((one) => one.act))];
  return names.map((name) => acts.filter((one) => one.act === name));
}

/** @param {View} view @param {import('../types.js').TableLine} line */
function spoken(view, line) {
  return { ...line.values, ...(line.seat === undefined || line.seat === null ? {} : { name: nameOf(view, line.seat) }) };
}

/** @param {{ acts: TableAct[], view: View, table: MatchTable }} props */
function Act({ acts, view, table }) {
  const [{ act, args }] = acts;
  const specs = Object.entries(args || {});
  const onBoard = specs.find(([, spec]) => spec.type === 'points');
  const [values, setValues] = useState(/** @type {Record<string, unknown>} */ (defaults(specs)));
  const ready = specs.every(([name, spec]) => spec.optional || spec.type === 'points' || complete(spec, values[name]));
  const help = `table.act.${act}.help`;
  /** @param {TableAct} one */
  function go(one) {
    if (onBoard) table.editBoard(one.act, one.seat, onBoard[0]);
    else table.send({ type: one.act, ...given(values) }, one.seat);
  }
  return html`
    <fieldset class="act" data-act=${act}>
      <legend>${t(`table.act.${act}`)}</legend>
      ${has(help) && html`<p>${t(help)}</p>`}
      ${specs.filter(([, spec]) => spec.type !== 'points').map(([name, spec]) => html`<${Argument} key=${name} act=${act} name=${name} spec=${spec}
        value=${values[name]} view=${view} onChange=${(/** @type {unknown} */ value) => setValues({ ...values, [name]: value })} />`)}
      <div class="row">${acts.map((one) => html`
        <button type="button" class="button" key=${one.seat} data-action=${`act-${act}`} data-seat=${one.seat} disabled=${!ready} onClick=${() => go(one)}>
          ${nameOf(view, one.seat)}</button>`)}</div>
    </fieldset>`;
}

/** Without what was left empty. @param {Record<string, unknown>} values */
function given(values) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)));
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
