/**
 * Real dice: what the referee allows now. The list comes from the server. What waits for an answer stands open; of the
 * rest only the names are shown, the rare ones folded away, and a name opens a small form drawn from its arguments.
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

/** A question has been asked, or something is wrong: the game waits for these. */
const WAITING = ['choose_die', 'agree_mix', 'refuse_mix', 'agree_board', 'refuse_board', 'demand', 'claim', 'play_forgotten', 'let_stand'];

/** What happens once in many games, by what it is about. @type {Record<string, string[]>} */
const RARE = { dice: ['early_roll', 'ask_mix'], board: ['found_setup', 'propose_board'], cube: ['void_cube', 'centre_cube'] };

/** @param {{ table: MatchTable, view: View }} props */
export function TablePanel({ table, view }) {
  const held = /** @type {import('../types.js').TableState} */ (view.table);
  const [open, setOpen] = useState('');
  const groups = grouped(held.acts.filter((one) => table.seats.includes(one.seat) && !ELSEWHERE.includes(one.act)));
  const waiting = groups.filter(([one]) => WAITING.includes(one.act));
  const rare = groups.filter(([one]) => Object.values(RARE).flat().includes(one.act));
  const common = groups.filter((acts) => !waiting.includes(acts) && !rare.includes(acts));
  const log = held.log || [];
  const notes = held.state.notes || [];
  const shared = { table, view, open, setOpen };
  return html`
    <ul class="log" data-notes role="status">${notes.map((line, index) => html`<li key=${index}>${t(line.code, spoken(view, line))}</li>`)}</ul>
    <div class="acts">
      ${groups.length === 0 && html`<p class="quiet small">${t('page.table.none')}</p>`}
      ${waiting.map((acts) => html`<${Act} key=${acts[0].act} acts=${acts} view=${view} table=${table} done=${() => setOpen('')} />`)}
      ${common.length > 0 && html`<${Names} groups=${common} ...${shared} />`}
      ${rare.length > 0 && html`<${Rare} groups=${rare} ...${shared} />`}
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

/**
 * Acts by their names; the one that is open has its form under them.
 * @param {{ groups: TableAct[][], view: View, table: MatchTable, open: string, setOpen: (act: string) => void }} props
 */
function Names({ groups, view, table, open, setOpen }) {
  const chosen = groups.find(([one]) => one.act === open);
  return html`
    <div class="act-names">${groups.map(([{ act }]) => html`
      <button type="button" class="button" key=${act} data-action=${`open-${act}`} data-listed=${act} aria-expanded=${act === open}
        onClick=${() => setOpen(act === open ? '' : act)}>${t(`table.act.${act}`)}</button>`)}</div>
    ${chosen && html`<${Act} key=${open} acts=${chosen} view=${view} table=${table} done=${() => setOpen('')} />`}`;
}

/** @param {{ groups: TableAct[][], view: View, table: MatchTable, open: string, setOpen: (act: string) => void }} props */
function Rare({ groups, ...shared }) {
  const kinds = Object.entries(RARE).map(([kind, acts]) => ({ kind, found: groups.filter(([one]) => acts.includes(one.act)) }));
  return html`
    <details class="fold" data-part="rare"><summary>${t('page.table.rare')}</summary>
      <div class="folded">${kinds.filter(({ found }) => found.length > 0).map(({ kind, found }) => html`
        <section key=${kind}><h4>${t(`page.table.rare.${kind}`)}</h4><${Names} groups=${found} ...${shared} /></section>`)}</div>
    </details>`;
}

/** @param {View} view @param {import('../types.js').TableLine} line */
function spoken(view, line) {
  return { ...line.values, ...(line.seat === undefined || line.seat === null ? {} : { name: nameOf(view, line.seat) }) };
}

/** @param {{ acts: TableAct[], view: View, table: MatchTable, done: () => void }} props */
function Act({ acts, view, table, done }) {
  const [{ act, args }] = acts;
  const specs = Object.entries(args || {});
  const onBoard = specs.find(([, spec]) => spec.type === 'points');
  const [values, setValues] = useState(/** @type {Record<string, unknown>} */ (defaults(specs)));
  const ready = specs.every(([name, spec]) => spec.optional || spec.type === 'points' || complete(spec, values[name]));
  const help = `table.act.${act}.help`;
  /** @param {TableAct} one */
  function go(one) {
    done();
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
          ${table.seats.length > 1 ? t('page.table.by', { name: nameOf(view, one.seat), act: t(`table.act.${act}`) }) : t(`table.act.${act}`)}</button>`)}</div>
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
