/** Addresses to pages. A page's module is fetched when its address is first opened. */

/** @typedef {{ params: string[], query: URLSearchParams }} Place */
/** @typedef {{ default: (place: Place) => import('../vendor/htm-preact.js').VNode, title?: string }} PageModule */

/** @type {[RegExp, () => Promise<PageModule>][]} */
const ROUTES = [
  [/^\/$/, () => import('./pages/home.js')],
  [/^\/match\/([\w-]+)$/, () => import('./pages/match.js')],
  [/^\/new$/, () => import('./pages/new.js')],
  [/^\/editor$/, () => import('./pages/editor.js')],
  [/^\/analysis(?:\/([\w-]+))?$/, () => import('./pages/analysis.js')],
  [/^\/review\/([\w-]+)$/, () => import('./pages/review.js')],
  [/^\/matches$/, () => import('./pages/matches.js')],
  [/^\/training$/, () => import('./pages/training.js')],
  [/^\/settings$/, () => import('./pages/settings.js')],
  [/^\/help(?:\/([\w-]+))?$/, () => import('./pages/help.js')],
];

/** @param {string} path @returns {{ load: () => Promise<PageModule>, params: string[] }} */
export function route(path) {
  for (const [pattern, load] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return { load, params: found.slice(1).map((part) => part ?? '') };
  }
  return { load: () => import('./pages/missing.js'), params: [] };
}

/** @type {Set<() => void>} */
const listeners = new Set();

/** @param {() => void} listener */
export function onPlace(listener) {
  listeners.add(listener);
}

function changed() {
  for (const listener of listeners) listener();
}

/** Open an address of this page. @param {string} address @param {{ replace?: boolean }} [how] */
export function navigate(address, how = {}) {
  if (how.replace) history.replaceState(null, '', address);
  else if (address !== location.pathname + location.search + location.hash) history.pushState(null, '', address);
  changed();
}

/** A click on a link of our own opens the page here, unless the person asked for another tab. @param {MouseEvent} event */
function followLink(event) {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.search === location.search && link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

export function startRouter() {
  addEventListener('popstate', changed);
  document.addEventListener('click', followLink);
}
