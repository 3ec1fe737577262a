/** A player at the edge of the board: colour, name, whose turn it is, pips, clock, score. */

import { html, useEffect, useLayoutEffect, useRef, useState } from '../../vendor/htm-preact.js';
import { nameOf } from '../due.js';
import { usePreferences, useRedraw } from '../hooks.js';
import { number, t } from '../words.js';

/** @typedef {import('../types.js').View} View */
/** @typedef {import('../types.js').Seat} Seat */

/** Whether a seat plays the dark checkers, by the wish for the own ones. @param {number} seat @param {number} own @param {0 | 1} colour */
export function isDark(seat, own, colour) {
  return (seat === own) === (colour === 1);
}

/** @param {{ seat: number, own: number }} props */
export function Pul({ seat, own }) {
  const { colour } = usePreferences();
  return html`<span class=${isDark(seat, own, colour) ? 'pul dark' : 'pul'} aria-hidden="true"></span>`;
}

/** @param {{ view: View, seat: Seat, own: number, held?: number[], live?: View }} props held are the seats that are played here; clocks are those of the live view */
export function PlayerBar({ view, seat, own, held = [], live = view }) {
  const wishes = usePreferences();
  const acts = view.act.includes(seat) && !view.result && view.phase !== 'opening';
  return html`
    <div class="player" data-seat=${seat} data-own=${held.includes(seat) ? '' : undefined} data-part="player">
      <${Pul} seat=${seat} own=${own} />
      <${Name} name=${nameOf(view, seat)} />
      ${acts && html`<span class="turn" title=${t('page.player.turn')}><span class="unseen">${t('page.player.turn')}</span></span>`}
      <span class="facts">
        ${wishes.pips && html`<span class="pips" data-part="pips">${t('page.player.pips', { n: view.pips[seat] })}</span>`}
        ${live.clock && html`<${ClockFace} view=${live} seat=${seat} />`}
        ${view.length !== 'one' && html`<span class="score" data-part="score"><span class="unseen">${t('page.player.score')} </span>${number(view.score[seat])}</span>`}
      </span>
    </div>`;
}

/** A name; where the room cuts it, it can be hovered over, tapped or reached by key, and then shows whole. @param {{ name: string }} props */
function Name({ name }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const box = /** @type {HTMLElement} */ (place.current);
    const watch = new ResizeObserver(() => setCut(box.scrollWidth > box.clientWidth));
    watch.observe(box);
    return () => watch.disconnect();
  }, [name]);
  return html`<span class="name" ref=${place} title=${cut ? name : undefined} data-whole=${cut ? name : undefined} tabindex=${cut ? 0 : undefined}>${name}</span>`;
}

/** @param {{ view: View, seat: Seat }} props */
function ClockFace({ view, seat }) {
  const clock = /** @type {import('../types.js').Clock} */ (view.clock);
  const redraw = useRedraw();
  const running = clock.running === seat;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(redraw, 500);
    return () => clearInterval(timer);
  }, [running]);
  const left = Math.max(0, clock.left[seat] - (running ? spent(view) : 0));
  return html`<span class=${`clock ${running ? 'running' : ''} ${left < 30 ? 'low' : ''}`} data-part="clock" role="timer">${clockText(left)}</span>`;
}

/** When a view came here: its clock is counted on from there. @type {WeakMap<View, number>} */
const arrived = new WeakMap();

/** @param {View} view @returns {number} seconds of reserve used since the view came */
function spent(view) {
  const clock = /** @type {import('../types.js').Clock} */ (view.clock);
  if (!arrived.has(view)) arrived.set(view, Date.now());
  const passed = (Date.now() - /** @type {number} */ (arrived.get(view))) / 1000;
  return Math.max(0, passed - Math.max(0, clock.delay));
}

/** @param {number} seconds */
function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
