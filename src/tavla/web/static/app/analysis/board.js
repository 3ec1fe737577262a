/** The board of an analysis: the position of a decision, arrows for the choice that is looked at, and moves to be tried. */

import { html, useEffect, useRef } from '../../vendor/htm-preact.js';
import { usePreferences } from '../hooks.js';
import { boardLook, BoardPlace, boardView } from '../parts/board_view.js';
import { sound } from '../parts/sound.js';
import { t } from '../words.js';

/** @typedef {import('../../board/board.js').Board} Board */
/** @typedef {import('../types.js').Seat} Seat */

/**
 * @param {{ own: Seat, detail?: import('./types.js').Detail, picked: string | null, bottom: Seat, trial: import('./decision.js').Trial }} props
 */
export function StudyBoard({ own, detail, picked, bottom, trial }) {
  const board = useRef(/** @type {Board | null} */ (null));
  const wishes = usePreferences();
  const arrows = trial.moves.length ? [] : arrowsOf(detail, picked);
  useEffect(() => {
    if (!detail || !board.current) return;
    const playable = detail.kind === 'play' && detail.view.phase === 'play';
    board.current.show({ ...boardView(detail.view), last: null, tree: playable ? detail.view.tree : null }, {
      ...boardLook(wishes), perspective: bottom, light: /** @type {Seat} */ (own ^ wishes.colour), interactive: playable, hints: false,
    });
  }, [detail, bottom, own, wishes]);
  useEffect(() => board.current?.mark({ arrows }), [detail, picked, trial.moves.length > 0]);
  useEffect(() => trial.hold(() => board.current), [trial]);
  return html`<${BoardPlace} onBoard=${(/** @type {Board | null} */ made) => {
    board.current = made;
  }} callbacks=${{ onPlay: trial.moved, onUndo: trial.moved, onSound: sound, onWhy: () => t('study.try.illegal') }} />`;
}

/** @param {import('./types.js').Detail | undefined} detail @param {string | null} picked */
function arrowsOf(detail, picked) {
  const choices = detail?.answer?.choices ?? [];
  const choice = choices.find((one) => one.play === picked) ?? (picked === null ? choices[0] : undefined);
  const seat = /** @type {Seat} */ (detail?.seat ?? 0);
  return (choice?.moves ?? []).map(([source, target]) => ({ seat, source, target }));
}
