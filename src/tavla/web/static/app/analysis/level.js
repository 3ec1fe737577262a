/** How deep the engine looks: chosen once, kept by the browser. */

import { html, useState } from '../../vendor/htm-preact.js';
import { read, write } from '../preferences.js';
import { t } from '../words.js';

export const LEVELS = ['0-ply', '1-ply', '2-ply', '3-ply'];
const KEY = 'tavla.analysis.level';

/** The level that was chosen last. */
export function wantedLevel() {
  const kept = read(KEY, '2-ply');
  return LEVELS.includes(kept) ? kept : '2-ply';
}

export function LevelChoice() {
  const [level, setLevel] = useState(wantedLevel);
  return html`
    <fieldset class="choice"><legend>${t('study.level')}</legend>
      <div class="segments">${LEVELS.map((name) => html`
        <label key=${name}><input type="radio" name="level" checked=${name === level} data-action=${`level-${name}`} onChange=${() => {
          write(KEY, name);
          setLevel(name);
        }} />${t(`study.level.${name}`)}</label>`)}</div>
      <p>${t(`study.level.${level}.help`)}</p>
    </fieldset>`;
}
