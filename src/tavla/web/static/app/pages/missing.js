/** An address that leads nowhere. */

import { html } from '../../vendor/htm-preact.js';
import { useTitle } from '../hooks.js';
import { t } from '../words.js';

export default function Missing() {
  useTitle(t('page.missing.title'));
  return html`
    <div class="sheet">
      <header><h1>${t('page.missing.title')}</h1><p>${t('page.missing.help')}</p></header>
      <p><a class="button primary" href="/">${t('page.nav.home')}</a></p>
    </div>`;
}
