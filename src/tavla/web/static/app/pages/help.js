/** Help: the server draws the text and its boards, the page shows them with a way from one to the next. */

import { html, useEffect, useRef } from '../../vendor/htm-preact.js';
import { fragment } from '../api.js';
import { useLoaded, useTitle } from '../hooks.js';
import { problemText } from '../parts/problem.js';
import { language, t } from '../words.js';

/** In the order in which they are best read. */
const PAGES = ['start', 'rules', 'dice', 'cube', 'match', 'strategies', 'errors', 'analysis', 'options', 'profiles', 'notation', 'keys', 'glossary', 'faq'];

/** @param {{ params: string[] }} props */
export default function Help({ params }) {
  const page = params[0] || PAGES[0];
  const { value, error } = useLoaded(() => fragment(`/help/${language()}/${page}`), [page]);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useTitle(t('page.nav.help'));
  useEffect(() => {
    const title = place.current?.querySelector('h1')?.textContent;
    if (title) document.title = `${title} · tavla`;
    if (value !== undefined && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [value]);
  return html`
    <div class="sheet help">
      <nav class="help-pages" aria-label=${t('page.nav.help')}>
        ${PAGES.map((name) => html`<a key=${name} href=${`/help/${name}`} aria-current=${name === page ? 'page' : undefined} data-action=${`help-${name}`}>${t(`page.help.${name}`)}</a>`)}
      </nav>
      ${error && html`<p class="notice warn" role="alert">${problemText(error)}</p>`}
      ${value !== undefined && html`<article class="prose" ref=${place} dangerouslySetInnerHTML=${{ __html: value }} />`}
    </div>`;
}
