/** Real dice: the faces that lie on the table are tapped, then entered. */

import { html, useEffect, useState } from '../../vendor/htm-preact.js';
import { t } from '../words.js';
import { ActionRow } from './action_row.js';
import { Face } from './icons.js';

/** @typedef {import('../due.js').Due} Due */
/** @typedef {import('../due.js').Button} Button */

const FACES = [1, 2, 3, 4, 5, 6];

/**
 * @param {{ count: number, chosen: number[], onChange: (dice: number[]) => void, label: string }} props
 */
export function FaceRow({ count, chosen, onChange, label }) {
  /** @param {number} face */
  function tap(face) {
    onChange(chosen.length >= count ? [face] : [...chosen, face]);
  }
  return html`
    <div class="faces" role="group" aria-label=${label}>
      ${FACES.map((face) => {
        const times = chosen.filter((one) => one === face).length;
        return html`<button type="button" class="face" key=${face} data-face=${face} aria-pressed=${times > 0} aria-label=${t('page.dice.face', { n: face })}
          onClick=${() => tap(face)}><${Face} face=${face} />${times > 1 && html`<span class="twice" aria-hidden="true">×2</span>`}</button>`;
      })}
      ${chosen.length > 0 && html`<button type="button" class="button plainly icon" data-action="dice-clear" aria-label=${t('page.dice.clear')} onClick=${() => onChange([])}>×</button>`}
    </div>`;
}

/** @param {{ due: Due, press: (button: Button) => void, onDice: (dice: number[]) => void }} props */
export function DiceEntry({ due, press, onDice }) {
  const [chosen, setChosen] = useState(/** @type {number[]} */ ([]));
  useEffect(() => setChosen([]), [due.sentence]);
  const ready = chosen.length === 2;
  const label = ready ? t('page.action.enter_roll.ready', { digits: chosen.join('-') }) : t('page.action.enter_roll');
  const primary = { name: 'enter_roll', label, enabled: ready && due.primary.enabled };
  return html`
    <div class="dice-entry"><${FaceRow} count=${2} chosen=${chosen} onChange=${setChosen} label=${t('page.dice.label')} /></div>
    <${ActionRow} primary=${primary} others=${due.others} press=${(/** @type {Button} */ button) => (button.name === 'enter_roll' ? onDice(chosen) : press(button))} />`;
}
