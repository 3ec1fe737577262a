/** The names by which other programs know a position, each with a button that copies it. */

import { html, useState } from '../../vendor/htm-preact.js';
import { t } from '../words.js';

/** In the order in which people know them. */
const NAMES = ['gnu_position', 'gnu_match', 'gnu', 'xgid', 'ogid', 'fibs'];

/** @param {{ ids: Record<string, string> }} props */
export function Identifiers({ ids }) {
  const found = NAMES.filter((name) => typeof ids[name] === 'string');
  return html`
    <section class="block" data-part="identifiers"><h2>${t('page.editor.ids')}</h2>
      ${found.map((name) => html`
        <div class="identifier" key=${name}><span class="quiet small">${t(`page.id.${name}`)}</span><code data-id=${name}>${ids[name]}</code><${Copy} text=${ids[name]} name=${t(`page.id.${name}`)} /></div>`)}
    </section>`;
}

/** @param {{ text: string, name: string }} props */
function Copy({ text, name }) {
  const [done, setDone] = useState(false);
  async function copy() {
    await copyText(text);
    setDone(true);
    setTimeout(() => setDone(false), 1500);
  }
  return html`<button type="button" class="button" data-action="copy" onClick=${copy}>${t(done ? 'page.action.copied' : 'page.action.copy')}<span class="unseen"> ${name}</span></button>`;
}

/** To the clipboard, by the old way where a page without a secure context has no new one. @param {string} text */
async function copyText(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text).catch(() => undefined);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
