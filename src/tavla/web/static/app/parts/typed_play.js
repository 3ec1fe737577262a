/** A field in which a play is written as players write it. It stays, with what was written, until the play is accepted. */

import { html, useEffect, useRef } from '../../vendor/htm-preact.js';
import { t } from '../words.js';

/** @param {{ onPlay: (text: string) => void, onClose: () => void }} props */
export function TypedPlay({ onPlay, onClose }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => field.current?.focus(), []);
  return html`
    <form class="typed" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      const text = field.current?.value.trim();
      if (text) onPlay(text);
    }}>
      <input type="text" ref=${field} data-part="typed" maxlength="120" autocomplete="off" autocapitalize="off" spellcheck=${false}
        aria-label=${t('page.typed.label')} placeholder="13/7 8/7"
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && onClose()} />
      <button type="submit" class="button" data-action="typed-play">${t('page.action.typed')}</button>
      <button type="button" class="button plainly icon" aria-label=${t('page.action.close')} data-action="typed-close" onClick=${onClose}>×</button>
    </form>`;
}
