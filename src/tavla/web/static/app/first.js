/** What cannot wait for the rest of the page: its colours, and the words on their way. */

import { applyTheme, preferences } from './preferences.js';
import { browserLanguage, loadWords } from './words.js';

/** The language that is wished for now. */
export function wantedLanguage() {
  const wanted = preferences().language;
  return wanted === 'auto' ? browserLanguage() : wanted;
}

applyTheme();

/** Settled when the page can speak. */
export const words = loadWords(wantedLanguage());
