/** What this browser remembers of a person's wishes. Kept in localStorage; a browser that refuses storage still plays. */

/**
 * @typedef {object} Preferences
 * @property {'auto' | 'tr' | 'en'} language
 * @property {'auto' | 'light' | 'dark' | 'plain'} theme
 * @property {'slow' | 'normal' | 'fast' | 'instant'} speed
 * @property {boolean} autoRoll roll at once where doubling is not possible
 * @property {boolean} autoBearOff in a race, bear off by itself as long as every die takes a checker off
 * @property {boolean} autoForced play by itself where only one result is possible
 * @property {boolean} oneTap one tap moves a checker that has a single target
 * @property {'right' | 'left'} home the side of the own home
 * @property {boolean} boardTurns hot-seat: the board turns to the player on roll
 * @property {boolean} pips show the pip counts
 * @property {boolean} sound
 * @property {'off' | 'blunders' | 'all'} tutor which mistakes the tutor speaks of
 * @property {boolean} tutorOffered whether it was said no when the tutor was offered
 * @property {boolean} autoCards mistakes that the tutor speaks of become cards to train by themselves
 * @property {0 | 1} colour the look of the own checkers: light or dark
 */

/** @type {Preferences} */
export const DEFAULTS = {
  language: 'auto', theme: 'auto', speed: 'normal', autoRoll: false, autoBearOff: false, autoForced: false, oneTap: false,
  home: 'right', boardTurns: true, pips: true, sound: false, colour: 0, tutor: 'off', tutorOffered: false, autoCards: false,
};
const KEY = 'tavla.preferences';

/** @type {Set<(now: Preferences) => void>} */
const listeners = new Set();
/** @type {Preferences} */
let now = { ...DEFAULTS, ...read(KEY, {}) };

/**
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @param {Storage | null} [place]
 * @returns {T}
 */
export function read(key, fallback, place = storage('localStorage')) {
  try {
    const text = place && place.getItem(key);
    return text ? JSON.parse(text) : fallback;
  } catch {
    return fallback;
  }
}

/** @param {string} key @param {unknown} value null forgets the key @param {Storage | null} [place] */
export function write(key, value, place = storage('localStorage')) {
  try {
    if (value === null) place?.removeItem(key);
    else place?.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden storage costs memory of the wish, nothing else
  }
}

/** @param {'localStorage' | 'sessionStorage'} name @returns {Storage | null} */
export function storage(name) {
  try {
    return window[name];
  } catch {
    return null;
  }
}

export function preferences() {
  return now;
}

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  now = { ...now, ...changes };
  write(KEY, now);
  tell();
}

function tell() {
  for (const listener of [...listeners]) listener(now);
}

/** @param {(now: Preferences) => void} listener @returns {() => void} */
export function onPreferences(listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const contrast = window.matchMedia('(prefers-contrast: more)');

/** Put the theme on the page's root, where the style sheets read it. */
export function applyTheme() {
  const wanted = now.theme === 'auto' ? (contrast.matches ? 'plain' : dark.matches ? 'dark' : 'light') : now.theme;
  document.documentElement.dataset.theme = wanted;
}

/** What the person's system looks like is a wish as well: whoever draws by the wishes draws anew. */
function systemChanged() {
  now = { ...now };
  tell();
}

dark.addEventListener('change', systemChanged);
contrast.addEventListener('change', systemChanged);
onPreferences(applyTheme);
