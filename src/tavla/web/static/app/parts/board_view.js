/** The board as a part of a page: one Board that lives as long as the part, and hears of views and wishes. */

import { html, useEffect, useLayoutEffect, useRef } from '../../vendor/htm-preact.js';
import { Board } from '../../board/board.js';
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

/** A view as the board draws it: the opening dice lie there only until the first play. @param {import('../types.js').View} view */
export function boardView(view) {
  return view.plays.length ? { ...view, opening: null } : view;
}

/**
 * @param {{ onBoard: (board: Board | null) => void, callbacks?: Partial<Callbacks> }} props
 */
export function BoardPlace({ onBoard, callbacks = {} }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const latest = useRef(callbacks);
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
    onBoard(board);
    return () => {
      onBoard(null);
      board.destroy();
    };
  }, []);
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
