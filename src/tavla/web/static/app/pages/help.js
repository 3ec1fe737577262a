/** Help: the server draws the text and its boards, the page shows them with a way from one to the next. */

import { html, useEffect, useRef } from '../../vendor/htm-preact.js';
import { fragment } from '../api.js';
import { useLoaded, useTitle } from '../hooks.js';
import { problemText } from '../parts/problem.js';
import { language, t } from '../words.js';

/** @param {{ params: string[] }} props */
export default function Help({ params }) {
  const page = params[0] || 'index';
  const { value, error } = useLoaded(() => fragment(`/help/${language()}/${page}`), [page]);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useTitle(t('page.nav.help'));
  useEffect(() => {
    const title = place.current?.querySelector('h1')?.textContent;
    if (title) document.title = `${title} · tavla`;
  }, [value]);
  return html`
    <div class="sheet">
      ${page !== 'index' && html`<p><a href="/help" data-action="help-index">${t('page.help.index')}</a></p>`}
      ${error && html`<p class="notice warn" role="alert">${problemText(error)}</p>`}
      ${value !== undefined && html`<article class="prose" ref=${place} dangerouslySetInnerHTML=${{ __html: value }} />`}
    </div>`;
}
