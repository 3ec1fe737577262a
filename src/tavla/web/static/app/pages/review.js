/** A match read step by step: buttons, keys, the list of plays, and a jump to any game. */

import { html, useState } from '../../vendor/htm-preact.js';
import { ask } from '../api.js';
import { rollText, nameOf, resultText } from '../due.js';
import { useKeys, useLoaded, usePreferences, useTitle } from '../hooks.js';
import { holding, token } from '../memory.js';
import { boardLook, boardView, StillBoard } from '../parts/board_view.js';
import { StepIcon } from '../parts/icons.js';
import { FactsLine } from '../parts/more.js';
import { PlayList } from '../parts/play_list.js';
import { PlayerBar } from '../parts/player_bar.js';
import { problemText } from '../parts/problem.js';
import { navigate } from '../router.js';
import { wantedLevel } from '../analysis/level.js';
import { openMatch } from '../analysis/wire.js';
import { has, t } from '../words.js';

/** @typedef {import('../types.js').Step} Step */
/** @typedef {import('../types.js').Seat} Seat */

/** @param {{ params: string[], query: URLSearchParams }} props */
export default function Review({ params }) {
  const [id] = params;
  useTitle(t('page.review.title'));
  const { value, error } = useLoaded(() => ask(`/api/matches/${id}/replay`, undefined, { headers: holding(id) }), [id]);
  if (error) return html`<div class="sheet"><h1>${t('page.review.title')}</h1><p class="notice warn" role="alert">${problemText(error)}</p></div>`;
  if (!value) return html`<div class="sheet"><p class="quiet">${t('page.loading')}</p></div>`;
  const steps = value.steps.filter((/** @type {Step} */ step) => step.view.game > 0);
  if (!steps.length) return html`<div class="sheet"><h1>${t('page.review.title')}</h1><p>${t('page.review.empty')}</p></div>`;
  return html`<${Steps} id=${id} steps=${steps} mayJudge=${value.may_judge} />`;
}

/** @param {{ id: string, steps: Step[], mayJudge: boolean }} props */
function Steps({ id, steps, mayJudge }) {
  const [index, setIndex] = useState(0);
  const [bottom, setBottom] = useState(/** @type {Seat} */ (0));
  const wishes = usePreferences();
  /** @param {number} next */
  const go = (next) => setIndex(Math.max(0, Math.min(steps.length - 1, next)));
  useReviewKeys(go, index, steps.length);
  const { event, view } = steps[index];
  const look = { ...boardLook(wishes), perspective: bottom, light: /** @type {Seat} */ (wishes.colour) };
  return html`
    <div class="table review" data-step=${index}>
      <h1 class="unseen">${t('page.review.title')}</h1>
      <div class="top"><${PlayerBar} view=${view} seat=${/** @type {Seat} */ (1 - bottom)} own=${0} /></div>
      <div class="board-frame"><${StillBoard} view=${boardView(view)} look=${look} /></div>
      <div class="bottom"><${PlayerBar} view=${view} seat=${bottom} own=${0} /></div>
      <div class="due"><p class="sentence" role="status" data-part="sentence">${stepText(event, view)}</p></div>
      <div class="actions-place"><${StepButtons} index=${index} count=${steps.length} go=${go} /></div>
      <section class="more" aria-label=${t('page.more')}>
        <${FactsLine} view=${view} />
        <${Jump} steps=${steps} index=${index} go=${go} />
        <div class="panel" tabindex="0" role="region" aria-label=${t('page.tab.plays')}>
          <${PlayList} plays=${lastOfGame(steps, index).view.plays} current=${view.plays.length - 1} own=${wishes.colour} names=${[nameOf(view, 0), nameOf(view, 1)]}
            onPick=${(/** @type {number} */ play) => go(stepOfPlay(steps, index, play))} />
        </div>
        <div class="row foot">
          <button type="button" class="button" data-action="turn" onClick=${() => setBottom(/** @type {Seat} */ (1 - bottom))}>${t('page.review.turn')}</button>
          ${view.phase !== 'match_over' && token(id) && html`<a class="button" href=${`/match/${id}`} data-action="open">${t('page.matches.go_on')}</a>`}
          ${mayJudge && html`<${Analyse} id=${id} />`}
          <a class="button" href=${`/api/matches/${id}/record`} download=${`${id}.jsonl`} data-action="record">${t('page.review.record')}</a>
        </div>
      </section>
    </div>`;
}

/** The same match with every mistake in it. @param {{ id: string }} props */
function Analyse({ id }) {
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  async function open() {
    try {
      navigate(`/analysis/${(await openMatch(id, wantedLevel())).id}`);
    } catch (error) {
      setProblem(error);
    }
  }
  return html`
    <button type="button" class="button primary" data-action="analyse" onClick=${open}>${t('study.analyse')}</button>
    ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}`;
}

/** @param {(next: number) => void} go @param {number} index @param {number} count */
function useReviewKeys(go, index, count) {
  useKeys((event) => {
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: count - 1 };
    if (ways[event.key] === undefined) return;
    if (event.target instanceof HTMLElement && event.target.closest('[role="tablist"], select, [data-part="board"]')) return;
    event.preventDefault();
    go(ways[event.key]);
  });
}

/** @param {{ index: number, count: number, go: (next: number) => void }} props */
function StepButtons({ index, count, go }) {
  /** @param {string} name @param {number} to @param {unknown} sign @param {boolean} possible */
  const button = (name, to, sign, possible) => html`
    <button type="button" class=${`button ${name === 'next' ? 'primary' : ''}`} data-action=${`step-${name}`} aria-label=${t(`page.step.${name}`)}
      title=${t(`page.step.${name}`)} disabled=${!possible} onClick=${() => go(to)}>${sign}</button>`;
  return html`
    <div class="steps" role="group" aria-label=${t('page.steps')}>
      ${button('first', 0, StepIcon('first'), index > 0)}${button('back', index - 1, StepIcon('back'), index > 0)}
      ${button('next', index + 1, StepIcon('next'), index < count - 1)}${button('last', count - 1, StepIcon('last'), index < count - 1)}
    </div>
    <p class="quiet small place">${t('page.step', { n: index + 1, count })}</p>`;
}

/** @param {{ steps: Step[], index: number, go: (next: number) => void }} props */
function Jump({ steps, index, go }) {
  const games = [...new Set(steps.map((step) => step.view.game))];
  if (games.length < 2) return null;
  const here = steps[index].view.game;
  return html`
    <label class="jump"><span class="unseen">${t('page.review.jump')}</span>
      <select data-action="jump" onChange=${(/** @type {any} */ event) => go(steps.findIndex((step) => step.view.game === Number(event.target.value)))}>
        ${games.map((game) => html`<option key=${game} value=${game} selected=${game === here}>${gameText(steps, game)}</option>`)}
      </select></label>`;
}

/** @param {Step[]} steps @param {number} game */
function gameText(steps, game) {
  const { view } = steps[steps.findIndex((step) => step.view.game === game)];
  return t('page.review.game', { n: game, one: view.score[0], two: view.score[1] });
}

/** @param {Step[]} steps @param {number} index */
function lastOfGame(steps, index) {
  const { game } = steps[index].view;
  return /** @type {Step} */ (steps.filter((step) => step.view.game === game).pop());
}

/** @param {Step[]} steps @param {number} index @param {number} play */
function stepOfPlay(steps, index, play) {
  const { game } = steps[index].view;
  return steps.findIndex((step) => step.view.game === game && step.view.plays.length > play);
}

/** What a step is, in words. @param {import('../types.js').WireEvent} event @param {import('../types.js').View} view */
export function stepText(event, view) {
  const who = event.seat ?? (typeof event.by === 'number' ? event.by : view.turn);
  const name = who === null ? '' : nameOf(view, who);
  if (view.result) return resultText(view, []);
  if (event.type === 'rolled' && view.roll) return t('page.event.rolled', { name, roll: rollText(view.roll) });
  const last = view.plays[view.plays.length - 1];
  if (event.type === 'played' && last) return t(last.text ? 'page.event.played' : 'page.event.played_nothing', { name, play: last.text });
  if (event.type === 'found' && last) return t('page.event.played', { name, play: last.text });
  const values = { name, n: view.game, ...event, value: event.value ?? view.offer?.value ?? view.cube.value };
  return t(keysOf(event, view).find(has) ?? 'page.event.other', values);
}

/** Where the words of an event may stand, the most particular first. @param {import('../types.js').WireEvent} event @param {import('../types.js').View} view */
function keysOf({ type, reason }, view) {
  const kinds = {
    game_started: view.phase,
    thrown: view.turn === null ? 'tie' : 'won',
    cocked: reason,
    early_roll: view.options.premature,
  };
  const kind = /** @type {Record<string, unknown>} */ (kinds)[type];
  return [`page.event.${type}.${kind}`, `page.event.${type}`, `table.log.${type}.${kind}`, `table.log.${type}`];
}
