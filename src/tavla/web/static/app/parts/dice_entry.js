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

/** The dice as they will be entered; in the opening each belongs to a player. @param {number[]} dice @param {string[] | null} names */
function readyText([first, second], names) {
  if (!names) return t('page.action.enter_roll.ready', { digits: `${first}-${second}` });
  return t('page.action.enter_roll.opening', { one: names[0], first, two: names[1], second });
}

/** @param {{ due: Due, names: string[] | null, press: (button: Button) => void, onDice: (values: Record<string, unknown>) => void }} props */
export function DiceEntry({ due, names, press, onDice }) {
  const args = due.dice?.args || {};
  const first = /** @type {number[]} */ (args.dice?.default || []);
  const [chosen, setChosen] = useState(first);
  const [onChecker, setOnChecker] = useState(false);
  useEffect(() => {
    setChosen(first);
    setOnChecker(false);
  }, [due.sentence]);
  const ready = chosen.length === 2;
  const label = ready ? readyText(chosen, names) : t('page.action.enter_roll');
  const primary = { name: 'enter_roll', label, enabled: ready && due.primary.enabled };
  function enter() {
    onDice({ dice: chosen, ...(args.on_checker && onChecker ? { on_checker: 'yes' } : {}) });
  }
  return html`
    <div class="dice-entry"><${FaceRow} count=${2} chosen=${chosen} onChange=${setChosen} label=${t('page.dice.label')} />
      ${args.on_checker && html`<label class="switch"><input type="checkbox" role="switch" checked=${onChecker} data-action="on-checker"
        onChange=${(/** @type {any} */ event) => setOnChecker(event.target.checked)} /><span>${t('page.dice.on_checker')}</span></label>`}</div>
    <${ActionRow} primary=${primary} others=${due.others} press=${(/** @type {Button} */ button) => (button.name === 'enter_roll' ? enter() : press(button))} />`;
}
