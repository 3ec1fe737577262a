/** What surrounds every page: the head with its ways, the place of the page, and the change from one to the next. */

import { html, useEffect, useRef, useState } from '../vendor/htm-preact.js';
import { useKeys } from './hooks.js';
import { prefer } from './preferences.js';
import { onPlace, route } from './router.js';
import { language, t } from './words.js';

/** @typedef {import('./router.js').PageModule} PageModule */
/** @typedef {{ module: PageModule | null, params: string[], query: URLSearchParams, path: string, failed: boolean }} Shown */

const WAYS = [['/new', 'new'], ['/matches', 'matches'], ['/analysis', 'analysis'], ['/training', 'training'], ['/editor', 'editor'], ['/help', 'help'], ['/settings', 'settings']];

export function Shell() {
  const shown = usePlace();
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  useEffect(() => {
    if (!shown.module) return;
    if (!first.current) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    first.current = false;
  }, [shown.module, shown.path]);
  const Page = shown.module?.default;
  return html`
    <a class="skip" href="#main" onClick=${(/** @type {Event} */ event) => {
      event.preventDefault();
      main.current?.focus();
    }}>${t('page.skip')}</a>
    <${Head} path=${shown.path} />
    <main id="main" tabindex="-1" ref=${main} class="main" data-page=${shown.path.split('/')[1] || 'home'}>
      ${shown.failed && html`<div class="sheet"><p class="notice warn">${t('page.error.offline')}</p></div>`}
      ${Page && html`<${Page} key=${shown.path} params=${shown.params} query=${shown.query} />`}
    </main>`;
}

/** @returns {Shown} */
function usePlace() {
  const [shown, setShown] = useState(/** @type {Shown} */ ({
    module: null, params: [], query: new URLSearchParams(), path: location.pathname, failed: false,
  }));
  useEffect(() => {
    let turn = 0;
    async function open() {
      const mine = (turn += 1);
      const { pathname: path, search } = location;
      const { load, params } = route(path);
      const query = new URLSearchParams(search);
      try {
        const module = await load();
        if (mine === turn) setShown({ module, params, query, path, failed: false });
      } catch {
        if (mine === turn) setShown({ module: null, params, query, path, failed: true });
      }
    }
    onPlace(open);
    open();
  }, []);
  return shown;
}

/** @param {{ path: string }} props */
function Head({ path }) {
  return html`
    <header class="head">
      <a class="brand" href="/" title=${t('page.nav.home')} data-action="home"><${Mark} /><span>tavla</span></a>
      <nav class="nav" aria-label=${t('page.nav')}>
        ${WAYS.map(([address, name]) => html`<${Way} address=${address} name=${name} path=${path} />`)}
        <${Tongue} />
      </nav>
      <${Menu} path=${path} />
    </header>`;
}

/** @param {{ address: string, name: string, path: string }} props */
function Way({ address, name, path }) {
  const here = path === address || path.startsWith(`${address}/`);
  return html`<a href=${address} aria-current=${here ? 'page' : undefined} data-action=${`nav-${name}`}>${t(`page.nav.${name}`)}</a>`;
}

/** The other language, in its own words. */
function Tongue() {
  const other = language() === 'tr' ? 'en' : 'tr';
  return html`<button type="button" class="tongue" lang=${other} data-action="language"
    onClick=${() => prefer({ language: /** @type {'tr' | 'en'} */ (other) })}>${other === 'tr' ? 'Türkçe' : 'English'}</button>`;
}

/** The same ways behind one button, where the head is narrow. @param {{ path: string }} props */
function Menu({ path }) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [path]);
  useKeys((event) => event.key === 'Escape' && setOpen(false));
  return html`
    <nav class="menu" aria-label=${t('page.nav')}>
      <button type="button" class="button plainly icon" aria-expanded=${open} aria-label=${t('page.nav.menu')} data-action="menu"
        onClick=${() => setOpen(!open)}>
        <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14" /></svg>
      </button>
      ${open && html`<div class="menu-sheet">
        ${WAYS.map(([address, name]) => html`<${Way} address=${address} name=${name} path=${path} />`)}
        <${Tongue} />
      </div>`}
    </nav>`;
}

function Mark() {
  return html`<svg viewBox="0 0 38 30" aria-hidden="true">
    <circle cx="13" cy="18" r="10" fill="var(--pul-light)" stroke="var(--pul-light-rim)" stroke-width="2" />
    <circle cx="25" cy="12" r="10" fill="var(--pul-dark)" stroke="var(--pul-dark-rim)" stroke-width="2" />
  </svg>`;
}
