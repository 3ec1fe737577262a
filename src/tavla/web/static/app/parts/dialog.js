/** A modal question. It opens when it is drawn, holds the focus, and closes on Escape. */

import { html, useEffect, useRef } from '../../vendor/htm-preact.js';

/** @param {{ label: string, onClose: () => void, children?: unknown }} props */
export function Dialog({ label, onClose, children }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const held = place.current;
    const before = document.activeElement;
    held?.showModal();
    return () => {
      held?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return html`
    <dialog ref=${place} aria-label=${label} onClose=${onClose} onClick=${(/** @type {MouseEvent} */ event) => event.target === place.current && onClose()}>
      <div class="dialog">${children}</div>
    </dialog>`;
}
