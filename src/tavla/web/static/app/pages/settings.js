/** Wishes of this browser: language, looks, pace, what happens by itself. Every change holds at once. */

import { html } from '../../vendor/htm-preact.js';
import { usePreferences, useTitle } from '../hooks.js';
import { prefer } from '../preferences.js';
import { t } from '../words.js';

/** @typedef {import('../preferences.js').Preferences} Preferences */

/** @type {[keyof Preferences, (string | number)[]][]} */
const LOOKS = [['language', ['auto', 'tr', 'en']], ['theme', ['auto', 'light', 'dark', 'plain']], ['home', ['right', 'left']], ['colour', [0, 1]]];
/** @type {(keyof Preferences)[]} */
const BY_ITSELF = ['autoRoll', 'autoForced', 'autoBearOff', 'oneTap'];
/** @type {(keyof Preferences)[]} */
const SHOWN = ['boardTurns', 'pips', 'sound'];

export default function Settings() {
  useTitle(t('page.settings.title'));
  const wishes = usePreferences();
  return html`
    <div class="sheet">
      <header><h1>${t('page.settings.title')}</h1><p class="quiet">${t('page.settings.help')}</p></header>
      <section class="block"><h2>${t('page.settings.looks')}</h2>
        <div class="pair">${LOOKS.map(([name, values]) => html`<${Choice} key=${name} name=${name} values=${values} wishes=${wishes} />`)}</div>
        <div class="switches">${SHOWN.map((name) => html`<${Switch} key=${name} name=${name} wishes=${wishes} />`)}</div>
      </section>
      <section class="block"><h2>${t('page.settings.play')}</h2>
        <${Choice} name="speed" values=${['slow', 'normal', 'fast', 'instant']} wishes=${wishes} />
        <div class="switches">${BY_ITSELF.map((name) => html`<${Switch} key=${name} name=${name} wishes=${wishes} />`)}</div>
      </section>
      <section class="block"><h2>${t('page.settings.tutor')}</h2>
        <${Choice} name="tutor" values=${['off', 'blunders', 'all']} wishes=${wishes} />
        <div class="switches"><${Switch} name="autoCards" wishes=${wishes} /></div>
        <p class="quiet small">${t('page.settings.tutor.help')} <a href="/training" data-action="training">${t('page.nav.training')}</a></p>
      </section>
      <section class="block"><h2>${t('page.settings.keys')}</h2>
        <dl class="rules">${['space', 'd', 'u', 'h', 'slash', 'arrows', 'enter', 'escape'].map((name) => html`
          <div key=${name}><dt><kbd>${t(`page.key.${name}`)}</kbd></dt><dd>${t(`page.key.${name}.help`)}</dd></div>`)}</dl>
      </section>
    </div>`;
}

/** @param {{ name: keyof Preferences, values: (string | number)[], wishes: Preferences }} props */
function Choice({ name, values, wishes }) {
  return html`
    <fieldset class="choice"><legend>${t(`page.wish.${name}`)}</legend>
      <div class="segments">${values.map((value) => html`
        <label key=${value}><input type="radio" name=${name} value=${value} checked=${wishes[name] === value} data-action=${`wish-${name}-${value}`}
          onChange=${() => prefer({ [name]: value })} />${t(`page.wish.${name}.${value}`)}</label>`)}</div>
    </fieldset>`;
}

/** @param {{ name: keyof Preferences, wishes: Preferences }} props */
function Switch({ name, wishes }) {
  return html`
    <label class="switch"><input type="checkbox" role="switch" checked=${wishes[name] === true} data-action=${`wish-${name}`}
      onChange=${(/** @type {any} */ event) => prefer({ [name]: event.target.checked })} />
      <span><b>${t(`page.wish.${name}`)}</b><span>${t(`page.wish.${name}.help`)}</span></span></label>`;
}
