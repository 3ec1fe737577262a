/** Where the page begins: the page of the address is fetched while the words come, then the shell is drawn. */

import { html, render } from '../vendor/htm-preact.js';
import { wantedLanguage, words } from './first.js';
import { onPreferences } from './preferences.js';
import { route, startRouter } from './router.js';
import { Shell } from './shell.js';
import { language, loadWords } from './words.js';

function draw() {
  const root = /** @type {HTMLElement} */ (document.getElementById('page'));
  render(html`<${Shell} key=${language()} />`, root);
}

async function start() {
  route(location.pathname).load().catch(() => undefined);
  await words;
  startRouter();
  draw();
}

onPreferences(async () => {
  if (wantedLanguage() === language()) return;
  await loadWords(wantedLanguage());
  draw();
});

start();
