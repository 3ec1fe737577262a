/** Where the page begins: wishes, words, then the shell. */

import { html, render } from '../vendor/htm-preact.js';
import { applyTheme, onPreferences, preferences } from './preferences.js';
import { route, startRouter } from './router.js';
import { Shell } from './shell.js';
import { browserLanguage, language, loadWords } from './words.js';

function wantedLanguage() {
  const wanted = preferences().language;
  return wanted === 'auto' ? browserLanguage() : wanted;
}

function draw() {
  const root = /** @type {HTMLElement} */ (document.getElementById('page'));
  render(html`<${Shell} key=${language()} />`, root);
}

async function start() {
  applyTheme();
  route(location.pathname).load().catch(() => undefined);
  await loadWords(wantedLanguage());
  startRouter();
  draw();
}

onPreferences(async () => {
  if (wantedLanguage() === language()) return;
  await loadWords(wantedLanguage());
  draw();
});

start();
