/** Giving up: which value is offered, asked twice so that no slip of a finger loses a match. */

import { html, useState } from '../../vendor/htm-preact.js';
import { t } from '../words.js';
import { Dialog } from './dialog.js';

/** @typedef {import('../types.js').Seat} Seat */

/** @param {{ view: import('../types.js').View, seat: Seat, onResign: (value: number, seat: Seat) => void, onClose: () => void }} props */
export function ResignDialog({ view, seat, onResign, onClose }) {
  const values = view.resign_values[seat] || [];
  const [value, setValue] = useState(values[0]);
  const points = value * view.cube.value;
  return html`
    <${Dialog} label=${t('page.resign.title')} onClose=${onClose}>
      <h2>${t('page.resign.title')}</h2>
      <p>${t('page.resign.help')}</p>
      <fieldset class="segments"><legend class="unseen">${t('page.resign.value')}</legend>
        ${values.map((one) => html`<label key=${one}><input type="radio" name="resign" value=${one} checked=${one === value}
          onChange=${() => setValue(one)} data-action=${`resign-${one}`} />${t(`page.kind.${one}`)}</label>`)}
      </fieldset>
      <p class="quiet">${t('page.resign.points', { n: points })}</p>
      <div class="row">
        <button type="button" class="button" data-action="resign-cancel" onClick=${onClose}>${t('page.action.cancel')}</button>
        <button type="button" class="button primary" data-action="resign-confirm" onClick=${() => onResign(value, seat)}>${t('page.action.resign')}</button>
      </div>
    <//>`;
}
