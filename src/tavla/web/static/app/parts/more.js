/** What stands beside the board: the plays, the facts and rules of the match, the referee where dice are real. */

import { html, useLayoutEffect, useRef, useState } from '../../vendor/htm-preact.js';
import { nameOf } from '../due.js';
import { usePreferences } from '../hooks.js';
import { number, t } from '../words.js';
import { lengthText, optionValueText } from './facts.js';
import { PlayList } from './play_list.js';
import { TablePanel } from './table_panel.js';
import { TutorOffer } from './tutor_panel.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../match_table.js').MatchTable} MatchTable */

/** @param {{ table: MatchTable, view: View }} props */
export function More({ table, view }) {
  const names = view.table ? ['referee', 'plays', 'rules'] : ['plays', 'rules'];
  const [chosen, setChosen] = useState(names[0]);
  const tab = names.includes(chosen) ? chosen : names[0];
  const wishes = usePreferences();
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (panel.current && tab !== 'plays') panel.current.scrollTop = 0;
  }, [tab]);
  return html`
    <section class="more" aria-label=${t('page.more')}>
      <${FactsLine} view=${table.past ? table.past.steps[table.past.index].view : view} />
      <div class="tabs" role="tablist">
        ${names.map((name) => html`
          <button type="button" role="tab" id=${`tab-${name}`} aria-selected=${name === tab} aria-controls="panel" data-action=${`tab-${name}`}
            tabindex=${name === tab ? 0 : -1} onClick=${() => setChosen(name)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => walkTabs(event, names, tab, setChosen)}>
            ${t(`page.tab.${name}`)}</button>`)}
      </div>
      ${table.tutor.allowed && wishes.tutor === 'off' && !wishes.tutorOffered && !view.result && html`<${TutorOffer} />`}
      <div class="panel" id="panel" ref=${panel} role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0">
        ${tab === 'plays' && html`<${Plays} table=${table} view=${view} />`}
        ${tab === 'rules' && html`<${Rules} view=${view} />`}
        ${tab === 'referee' && html`<${TablePanel} table=${table} view=${view} />`}
      </div>
    </section>`;
}

/** @param {KeyboardEvent} event @param {string[]} names @param {string} tab @param {(name: string) => void} choose */
function walkTabs(event, names, tab, choose) {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (!by) return;
  event.preventDefault();
  const next = names[(names.indexOf(tab) + by + names.length) % names.length];
  choose(next);
  document.getElementById(`tab-${next}`)?.focus();
}

/** @param {{ view: View }} props */
export function FactsLine({ view }) {
  return html`
    <p class="facts-line" data-part="facts">
      <b>${lengthText(view.length)}</b>
      ${view.length !== 'one' && html`<span>${t('page.facts.game', { n: view.game })}</span>`}
      ${view.crawford && html`<span class="tag">${t('page.facts.crawford')}</span>`}
      <span data-part="phase">${t(view.race ? 'page.facts.race' : 'page.facts.contact')}</span>
      ${view.cube.on && html`<span data-part="cube">${cubeText(view)}</span>`}
    </p>`;
}

/** @param {View} view */
function cubeText({ cube, ...view }) {
  const values = { value: number(cube.value), name: cube.owner === null ? '' : nameOf(/** @type {View} */ (view), cube.owner) };
  return t(cube.owner === null ? 'page.facts.cube' : 'page.facts.cube.owned', values);
}

/** @param {{ table: MatchTable, view: View }} props */
function Plays({ table, view }) {
  const shown = table.past ? table.past.steps[table.past.index].view.plays.length - 1 : -1;
  return html`
    <${PlayList} plays=${view.plays} current=${shown} own=${table.seats[0] ?? 0} names=${[nameOf(view, 0), nameOf(view, 1)]}
      onPick=${(/** @type {number} */ index) => table.lookAt(index)} />`;
}

/** @param {{ view: View }} props */
function Rules({ view }) {
  const options = Object.entries(view.options).filter(([name]) => !['length', 'home'].includes(name));
  return html`
    <h2>${t(`profile.${view.profile}`)}</h2>
    <p class="quiet small">${t(`profile.${view.profile}.help`)}</p>
    <dl class="rules">
      ${options.map(([name, value]) => html`<div key=${name}><dt>${t(`option.${name}`)}</dt><dd>${optionValueText(name, String(value))}</dd></div>`)}
    </dl>
    ${view.dice && html`<${Seal} dice=${view.dice} />`}`;
}

/** What the table has promised about its dice, and the seed that proves it after the match. @param {{ dice: import('../types.js').Seal }} props */
function Seal({ dice }) {
  return html`
    <section class="block seal" data-part="seal">
      <h3>${t('page.seal.title')}</h3>
      <p class="quiet small">${t(dice.seed ? 'page.seal.shown' : 'page.seal.help')}</p>
      <code>${dice.commitment}</code>
      ${dice.seed && html`<code>${dice.seed}</code>`}
    </section>`;
}
