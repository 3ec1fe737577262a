/** A new match: against whom, by which rules, how long; every option of the profile explained in words. */

import { html, useState } from '../../vendor/htm-preact.js';
import { optionsTable } from '../api.js';
import { useLoaded, usePreferences, useTitle } from '../hooks.js';
import { lastSetup } from '../memory.js';
import { optionValueText } from '../parts/facts.js';
import { LengthChoice } from '../parts/length_choice.js';
import { problemText } from '../parts/problem.js';
import { prefer } from '../preferences.js';
import { startMatch } from '../start.js';
import { has, t } from '../words.js';

/** @typedef {import('../memory.js').Setup} Setup */
/** @typedef {{ name: string, options: Record<string, string> }} Profile */
/** @typedef {{ name: string, values: string[], default?: string }} OptionInfo */
/** @typedef {{ profiles: Profile[], options: OptionInfo[], bots: string[], bot_groups: Record<string, string[]>, variants: string[] }} Table */

/** @type {[string, string[]][]} */
const GROUPS = [
  ['game', ['variant', 'opening', 'starter', 'compulsion', 'hit_and_run_home', 'closed_board', 'stack_limit']],
  ['bearoff', ['bearoff_big_first', 'bearoff_freeze']],
  ['score', ['triple', 'mars', 'crawford', 'holland', 'jacoby']],
  ['cube', ['cube', 'cube_max', 'dead_cube', 'beavers', 'auto_double']],
  ['table', ['dice', 'mix', 'cocked', 'premature', 'forgotten_die', 'setup_fix', 'illegal', 'clock']],
];
const ELSEWHERE = ['length', 'home'];

/** @param {{ query: URLSearchParams }} props */
export default function New({ query }) {
  useTitle(t('page.new.title'));
  const { value, error, again } = useLoaded(optionsTable, []);
  return html`
    <div class="sheet">
      <header><h1>${t('page.new.title')}</h1></header>
      ${error && html`<p class="notice warn" role="alert">${problemText(error)} <button type="button" class="button" onClick=${again}>${t('page.action.retry')}</button></p>`}
      ${value && html`<${Form} table=${value} way=${query.get('way') || 'bot'} bot=${query.get('bot') || ''} position=${query.get('position') || ''} />`}
    </div>`;
}

/** @param {{ table: Table, way: string, bot: string, position: string }} props */
function Form({ table, way: firstWay, bot, position }) {
  const [way, setWay] = useState(/** @type {import('../start.js').Way} */ (['bot', 'hotseat', 'table'].includes(firstWay) ? firstWay : 'bot'));
  const [setup, setSetup] = useState(() => known({ ...lastSetup(), ...(table.bots.includes(bot) ? { bot } : {}) }, table));
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const profile = profileOf(table, setup.profile);
  /** @param {Partial<Setup>} changes */
  function change(changes) {
    setSetup({ ...setup, ...changes });
    setProblem(null);
  }
  /** @param {Event} event */
  async function start(event) {
    event.preventDefault();
    setBusy(true);
    await startMatch(setup, way, position ? { position } : {}).catch(setProblem);
    setBusy(false);
  }
  return html`
    <form class="new" onSubmit=${start}>
      ${position && html`<p class="notice">${t('page.new.position')} <code>${position}</code></p>`}
      <${WayChoice} way=${way} onChange=${setWay} />
      <${Players} way=${way} setup=${setup} table=${table} change=${change} />
      <fieldset class="block"><legend><h2>${t('page.new.rules')}</h2></legend>
        <div class="cards">${table.profiles.map((one) => html`
          <label class="card" key=${one.name}><input type="radio" name="profile" value=${one.name} checked=${one.name === setup.profile} data-action=${`profile-${one.name}`}
            onChange=${() => change({ profile: one.name, options: {}, length: '' })} />
            <span><b>${t(`profile.${one.name}`)}</b><span>${t(`profile.${one.name}.help`)}</span></span></label>`)}</div>
      </fieldset>
      <${LengthChoice} value=${setup.length || profile.options.length} onChange=${(/** @type {string} */ length) => change({ length })} />
      <${AllOptions} table=${table} profile=${profile} setup=${setup} change=${change} />
      <${Looks} />
      <div class="sticky">
        ${problem && html`<p class="notice warn" role="alert" data-part="problem">${problemText(problem)}</p>`}
        <button type="submit" class="button primary large" data-action="start" disabled=${busy}>${t('page.new.start')}</button>
      </div>
    </form>`;
}

/** A remembered set-up, without what this server does not know. @param {Setup} setup @param {Table} table @returns {Setup} */
function known(setup, table) {
  const profile = table.profiles.some((one) => one.name === setup.profile) ? setup.profile : table.profiles[0].name;
  const bot = table.bots.includes(setup.bot) ? setup.bot : table.bots[0];
  return profile === setup.profile ? { ...setup, bot } : { ...setup, profile, bot, options: {}, length: '' };
}

/** @param {Table} table @param {string} name */
function profileOf(table, name) {
  return table.profiles.find((one) => one.name === name) || table.profiles[0];
}

/** @param {{ way: string, onChange: (way: any) => void }} props */
function WayChoice({ way, onChange }) {
  return html`
    <fieldset class="block"><legend><h2>${t('page.new.against')}</h2></legend>
      <div class="cards">${['bot', 'hotseat', 'table'].map((one) => html`
        <label class="card" key=${one}><input type="radio" name="way" value=${one} checked=${one === way} data-action=${`way-${one}`} onChange=${() => onChange(one)} />
          <span><b>${t(`page.way.${one}`)}</b><span>${t(`page.way.${one}.help`)}</span></span></label>`)}</div>
    </fieldset>`;
}

/** @param {{ way: string, setup: Setup, table: Table, change: (changes: Partial<Setup>) => void }} props */
function Players({ way, setup, table, change }) {
  /** @param {0 | 1} seat @param {string} label */
  const name = (seat, label) => html`
    <label class="field"><span>${label}</span><input type="text" maxlength="40" autocomplete="off" data-part=${`name-${seat}`} value=${setup.names[seat]}
      placeholder=${t(way === 'bot' ? 'page.seat.me' : `page.seat.${seat}`)}
      onInput=${(/** @type {any} */ event) => {
        const names = /** @type {[string, string]} */ ([...setup.names]);
        names[seat] = event.target.value;
        change({ names });
      }} /></label>`;
  if (way !== 'bot') return html`<div class="pair">${name(0, t('page.new.name.0'))}${name(1, t('page.new.name.1'))}</div>`;
  return html`
    <${BotChoice} groups=${table.bot_groups} bot=${setup.bot} onChange=${(/** @type {string} */ bot) => change({ bot })} />
    <div class="pair">${name(0, t('page.new.name.me'))}
      <fieldset class="choice"><legend>${t('page.new.side')}</legend>
        <div class="segments">${[0, 1].map((side) => html`
          <label key=${side}><input type="radio" name="side" checked=${side === setup.side} data-action=${`side-${side}`} onChange=${() => change({ side: /** @type {0 | 1} */ (side) })} />
            ${t(`page.new.side.${side}`)}</label>`)}</div><p>${t('page.new.side.help')}</p></fieldset></div>`;
}

/** The bots by group; the group of the one chosen at first is open, and none closes under the hand.
 * @param {{ groups: Record<string, string[]>, bot: string, onChange: (bot: string) => void }} props */
function BotChoice({ groups, bot, onChange }) {
  const [first] = useState(bot);
  return html`
    <fieldset class="block"><legend><h3>${t('page.new.bot')}</h3></legend>
      ${Object.entries(groups).map(([group, bots]) => html`
        <details class="fold" key=${group} data-group=${`bots-${group}`} open=${bots.includes(first)}>
          <summary>${t(`bots.${group}`)} <span class="quiet small">${bots.includes(bot) ? t(`bot.${bot}`) : t(`bots.${group}.help`)}</span></summary>
          <div class="folded"><div class="cards">${bots.map((one) => html`
            <label class="card" key=${one}><input type="radio" name="bot" value=${one} checked=${one === bot} data-action=${`bot-${one}`} onChange=${() => onChange(one)} />
              <span><b>${t(`bot.${one}`)}</b>${has(`bot.${one}.help`) && html`<span>${t(`bot.${one}.help`)}</span>`}</span></label>`)}</div></div>
        </details>`)}
    </fieldset>`;
}

/** @param {{ table: Table, profile: Profile, setup: Setup, change: (changes: Partial<Setup>) => void }} props */
function AllOptions({ table, profile, setup, change }) {
  const listed = new Set(GROUPS.flatMap(([, names]) => names).concat(ELSEWHERE));
  const rest = table.options.filter((one) => !listed.has(one.name)).map((one) => one.name);
  const groups = rest.length ? [...GROUPS, /** @type {[string, string[]]} */ (['other', rest])] : GROUPS;
  const changed = Object.keys(setup.options).length;
  return html`
    <section class="block">
      <div class="spread"><h2>${t('page.new.options')}</h2>
        ${changed > 0 && html`<button type="button" class="button" data-action="options-reset" onClick=${() => change({ options: {} })}>${t('page.new.reset', { n: changed })}</button>`}</div>
      <p class="quiet">${t('page.new.options.help', { profile: t(`profile.${profile.name}`) })}</p>
      ${groups.map(([group, names]) => html`
        <details class="fold" key=${group} data-group=${group}>
          <summary>${t(`page.group.${group}`)} <span class="quiet small">${t(`page.group.${group}.help`)}</span></summary>
          <div class="folded">${names.map((name) => table.options.find((one) => one.name === name)).map((one) => one
            && html`<${OptionChoice} key=${one.name} option=${one} profile=${profile} setup=${setup} change=${change} />`)}</div>
        </details>`)}
    </section>`;
}

/** @param {{ option: OptionInfo, profile: Profile, setup: Setup, change: (changes: Partial<Setup>) => void }} props */
function OptionChoice({ option, profile, setup, change }) {
  const { name } = option;
  const own = profile.options[name];
  const value = setup.options[name] ?? own;
  /** @param {string} next */
  function choose(next) {
    const { [name]: dropped, ...rest } = setup.options;
    change({ options: next === own ? rest : { ...rest, [name]: next } });
  }
  const values = option.values.length ? option.values : FREE[name] || [own];
  return html`
    <fieldset class="choice" data-option=${name}><legend>${t(`option.${name}`)}</legend>
      ${has(`option.${name}.help`) && html`<p>${t(`option.${name}.help`)}</p>`}
      <div class="segments">${(values.includes(value) ? values : [...values, value]).map((one) => html`
        <label key=${one}><input type="radio" name=${`option-${name}`} value=${one} checked=${one === value} data-action=${`option-${name}-${one}`} onChange=${() => choose(one)} />
          ${optionValueText(name, one)}</label>`)}</div>
    </fieldset>`;
}

/** Values offered where an option takes any number. @type {Record<string, string[]>} */
const FREE = { cube_max: ['none', '2', '4', '8', '16', '32', '64'], clock: ['none', '12/120', '12/60', '8/60', '20/180'] };

/** Colour and direction are the browser's own business: they change the drawing and no rule. */
function Looks() {
  const wishes = usePreferences();
  return html`
    <fieldset class="block"><legend><h2>${t('page.new.board')}</h2></legend>
      <div class="pair">${/** @type {[('colour' | 'home'), (string | number)[]][]} */ ([['colour', [0, 1]], ['home', ['right', 'left']]]).map(([name, values]) => html`
        <fieldset class="choice" key=${name}><legend>${t(`page.wish.${name}`)}</legend><div class="segments">${values.map((value) => html`
          <label key=${value}><input type="radio" name=${name} checked=${wishes[name] === value} data-action=${`${name}-${value}`} onChange=${() => prefer({ [name]: value })} />
            ${t(`page.wish.${name}.${value}`)}</label>`)}</div></fieldset>`)}</div>
    </fieldset>`;
}
