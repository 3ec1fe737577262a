/**
 * One row of actions: exactly one primary, always in the same place; the others beside it, what is rare behind a small
 * button. The primary is never taken out of the focus order, so that keys and screen readers do not lose their place.
 */

import { html, useEffect, useState } from '../../vendor/htm-preact.js';
import { useKeys } from '../hooks.js';
import { HintIcon } from './icons.js';
import { t } from '../words.js';

/** @typedef {import('../due.js').Button} Button */

const BESIDE = ['hint', 'try_again', 'undo', 'double', 'drop', 'refuse', 'beaver', 'pass', 'end_session', 'board_given_up', 'review'];

/** @param {{ primary: Button, others: Button[], press: (button: Button) => void, onType?: () => void }} props */
export function ActionRow({ primary, others, press, onType }) {
  const beside = others.filter((one) => BESIDE.includes(one.name));
  const rare = others.filter((one) => !BESIDE.includes(one.name));
  return html`
    <div class="actions" role="group" aria-label=${t('page.actions')}>
      ${(rare.length > 0 || onType) && html`<${Rare} buttons=${rare} press=${press} onType=${onType} />`}
      <div class="others">${beside.map((one) => html`<${Plain} key=${one.name} button=${one} press=${press} />`)}</div>
      <button type="button" class="button primary" data-action=${primary.name} data-primary aria-disabled=${primary.enabled ? undefined : 'true'}
        aria-keyshortcuts="Space" onClick=${() => press(primary)}>${primary.label}</button>
    </div>`;
}

/** @param {{ button: Button, press: (button: Button) => void }} props */
function Plain({ button, press }) {
  return html`<button type="button" class="button" data-action=${button.name} disabled=${!button.enabled}
    aria-keyshortcuts=${button.key?.toUpperCase()} title=${button.name === 'hint' ? button.label : undefined} onClick=${() => press(button)}>
    ${button.name === 'hint' ? html`<${HintIcon} /><span class="wide-only">${button.label}</span>` : button.label}</button>`;
}

/** @param {{ buttons: Button[], press: (button: Button) => void, onType?: () => void }} props */
function Rare({ buttons, press, onType }) {
  const [open, setOpen] = useState(false);
  useKeys((event) => event.key === 'Escape' && setOpen(false));
  useEffect(() => {
    if (!open) return undefined;
    const close = () => setOpen(false);
    document.addEventListener('click', close);
    return () => document.removeEventListener('click', close);
  }, [open]);
  return html`
    <div class="overflow">
      <button type="button" class="button icon rare" aria-expanded=${open} aria-label=${t('page.actions.more')} data-action="more"
        onClick=${(/** @type {Event} */ event) => {
          event.stopPropagation();
          setOpen(!open);
        }}>
        <svg viewBox="0 0 20 20" fill="currentColor" aria-hidden="true"><circle cx="4" cy="10" r="1.7" /><circle cx="10" cy="10" r="1.7" /><circle cx="16" cy="10" r="1.7" /></svg>
      </button>
      ${open && html`<div class="overflow-sheet">
        ${onType && html`<button type="button" data-action="type" aria-keyshortcuts="/" onClick=${onType}>${t('page.action.type')}</button>`}
        ${buttons.map((one) => html`<button type="button" key=${`${one.name}${one.seat ?? ''}`} class=${one.danger ? 'danger' : ''} data-action=${one.name}
          disabled=${!one.enabled} onClick=${() => press(one)}>${one.label}</button>`)}
      </div>`}
    </div>`;
}
