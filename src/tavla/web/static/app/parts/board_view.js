/** The board as a part of a page: one Board that lives as long as the part, and hears of views and wishes. */

import { html, useEffect, useLayoutEffect, useRef } from '../../vendor/htm-preact.js';
import { Board } from '../../board/board.js';
import { usePreferences } from '../hooks.js';
import { announce } from '../live.js';
import { t } from '../words.js';

/** @typedef {import('../../board/types.js').ShowOptions} ShowOptions */
/** @typedef {import('../../board/types.js').Callbacks} Callbacks */
/** @typedef {import('../preferences.js').Preferences} Preferences */

/** How long a motion takes, by the speed a person chose. @type {Record<string, number>} */
export const PACE = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };

/**
 * The wishes that concern the look of the board. Pip counts stand beside the names, with their word.
 * @param {Preferences} wishes
 * @returns {ShowOptions}
 */
export function boardLook(wishes) {
  const theme = /** @type {'light' | 'dark' | 'plain'} */ (document.documentElement.dataset.theme || 'light');
  return { theme, home: wishes.home, speed: PACE[wishes.speed], oneTap: wishes.oneTap, pips: false };
}

/**
 * A view as the board draws it: the opening dice lie there only until the first play, after that those of the last one.
 * @param {import('../types.js').View} view @returns {import('../../board/types.js').BoardView}
 */
export function boardView(view) {
  const played = view.plays.filter((play) => play.roll !== null).pop();
  const last = played ? { seat: played.seat, roll: /** @type {number[]} */ (played.roll) } : null;
  return { ...view, last, opening: view.plays.length ? null : view.opening };
}

/**
 * The board in its frame, dressed as the person wishes from the first moment on and whenever that changes, whatever is
 * under way on it.
 * @param {{ onBoard: (board: Board | null) => void, callbacks?: Partial<Callbacks> }} props
 */
export function BoardPlace({ onBoard, callbacks = {} }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef(callbacks);
  const held = useRef(/** @type {Board | null} */ (null));
  const wishes = usePreferences();
  latest.current = callbacks;
  useLayoutEffect(() => {
    const board = new Board(/** @type {HTMLElement} */ (place.current), {
      t,
      announce,
      onPlay: (moves, pending) => latest.current.onPlay?.(moves, pending),
      onUndo: (moves, pending) => latest.current.onUndo?.(moves, pending),
      onWhy: (moves, source, target) => latest.current.onWhy?.(moves, source, target) ?? '',
      onDieOrder: (order) => latest.current.onDieOrder?.(order),
      onSound: (sound) => latest.current.onSound?.(sound),
    });
    held.current = board;
    onBoard(board);
    return () => {
      held.current = null;
      onBoard(null);
      board.destroy();
    };
  }, []);
  useLayoutEffect(() => held.current?.dress(boardLook(wishes)), [wishes]);
  return html`<div class="board-place" ref=${place} data-part="board"></div>`;
}

/**
 * A board that only shows.
 * @param {{ view: import('../../board/types.js').BoardView, look: ShowOptions }} props
 */
export function StillBoard({ view, look }) {
  const board = useRef(/** @type {Board | null} */ (null));
  useEffect(() => {
    board.current?.show(view, { interactive: false, ...look });
  });
  return html`<${BoardPlace} onBoard=${(/** @type {Board | null} */ made) => {
    board.current = made;
  }} />`;
}
