/** What could have been done, the best first: worth, loss, chances. One of them is looked at, and its arrows lie on the board. */

import { html, useState } from '../../vendor/htm-preact.js';
import { language, t } from '../words.js';
import { chance, equity, loss, named } from './say.js';

/** @typedef {import('./types.js').Choice} Choice */
/** @typedef {import('./types.js').Detail} Detail */

const FEW = 5;

/** @param {Choice} choice */
const keyOf = (choice) => choice.play ?? choice.name;

/**
 * @param {{ detail: Detail, picked: string | null, pick: (play: string | null) => void, trial: import('./decision.js').Trial }} props
 */
export function Candidates({ detail, picked, pick, trial }) {
  const [all, setAll] = useState(false);
  const answer = /** @type {import('./types.js').Answer} */ (detail.answer);
  const choices = withTried(answer.choices, trial);
  const here = choices.find((one) => keyOf(one) === picked) ?? choices[0];
  const program = answer.opinion?.program;
  const shown = choices.filter((one, at) => all || at < FEW || one.made || one === here || trial.all.has(keyOf(one)));
  /** @param {Choice} choice */
  async function choose(choice) {
    pick(keyOf(choice));
    const asks = choice !== choices[0] && !choice.made;
    if (choice.play && asks && !trial.all.has(keyOf(choice))) await trial.judge({ text: choice.play });
  }
  return html`
    <table class="candidates" data-part="candidates">
      <caption class="unseen">${t('study.candidates')}</caption>
      <thead><tr><th scope="col">${t(detail.kind === 'play' ? 'study.head.play' : 'study.head.action')}</th><th scope="col">${t('study.head.equity')}</th><th scope="col">${t('study.head.loss')}</th><th scope="col">${t('study.head.win')}</th>${program && html`<th scope="col">${program}</th>`}</tr></thead>
      <tbody>${shown.map((one) => html`
        <tr key=${keyOf(one)} class=${`${one === here ? 'here' : ''} ${one.made ? 'made' : ''} ${one.loss < 0.0005 ? 'good' : ''}`} data-choice=${keyOf(one)} onClick=${() => choose(one)}>
          <th scope="row"><button type="button" class="choice-name" aria-pressed=${one === here} data-action="choice" onClick=${(/** @type {Event} */ event) => {
            event.stopPropagation();
            choose(one);
          }}>${named(one)}</button>
            ${one.made && html`<span class="tag">${t('study.made')}</span>`}${trial.all.has(keyOf(one)) && !one.made && html`<span class="tag">${t('study.tried')}</span>`}${shallow(one, choices[0])}</th>
          <td>${equity(one.equity)}</td><td class="loss">${one.loss < 0.0005 ? '' : loss(one.loss)}</td><td>${chance(one.probs[0])}</td>${program && html`<td class="quiet">${one.opinion === null || one.opinion === undefined ? '' : equity(one.opinion)}</td>`}</tr>
        ${one === here && html`<tr class="more-of" key="more"><td colspan=${program ? 5 : 4}><${Chances} choice=${one} /><${Reasons} said=${reasonsOf(one, detail, trial)} /></td></tr>`}`)}
      </tbody>
    </table>
    ${choices.length > shown.length || all ? html`<p><button type="button" class="link" data-action="all-plays" aria-expanded=${all} onClick=${() => setAll(!all)}>${t(all ? 'study.fewer' : 'study.all_plays', { n: choices.length })}</button></p>` : null}`;
}

/** Plays that were tried take the place of the glance at them. @param {Choice[]} choices @param {import('./decision.js').Trial} trial */
function withTried(choices, trial) {
  return choices.map((one) => {
    const tried = one.play === null ? undefined : trial.all.get(one.play);
    return tried && tried.choice.plies > one.plies ? { ...one, ...tried.choice, made: one.made } : one;
  });
}

/** Why a choice is worse, as far as it was asked. @param {Choice} choice @param {Detail} detail @param {import('./decision.js').Trial} trial */
function reasonsOf(choice, detail, trial) {
  if (choice.made) return null;
  return trial.all.get(keyOf(choice))?.themes ?? (detail.open && choice === detail.answer?.choices[0] ? detail.themes : null);
}

/** Sentences that were computed from the position. @param {{ said: import('./types.js').Themes, title?: string }} props */
export function Reasons({ said, title }) {
  const sentences = said?.[language()] ?? [];
  if (!sentences.length) return null;
  return html`
    <div class="reasons" data-part="reasons">${title && html`<h2>${title}</h2>`}
      <ul>${sentences.map((text, at) => html`<li key=${at}>${text}</li>`)}</ul></div>`;
}

/** @param {Choice} choice @param {Choice} best */
function shallow(choice, best) {
  return choice.plies < best.plies ? html`<small class="quiet shallow" title=${t('study.shallow', { n: choice.plies })}>${choice.plies}-ply</small>` : null;
}

/** The chances of a choice as a bar and in figures. @param {{ choice: Choice }} props */
export function Chances({ choice }) {
  const [win, gammon, backgammon, lostGammon, lostBackgammon] = choice.probs;
  const parts = [
    ['win-3', backgammon], ['win-2', gammon - backgammon], ['win-1', win - gammon],
    ['lose-1', 1 - win - lostGammon], ['lose-2', lostGammon - lostBackgammon], ['lose-3', lostBackgammon],
  ];
  let x = 0;
  return html`
    <div class="chances" data-part="chances">
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">${parts.map(([name, width]) => {
        const at = x;
        x += 100 * Math.max(0, Number(width));
        return html`<rect key=${name} class=${name} x=${at.toFixed(2)} y="0" height="6" width=${(100 * Math.max(0, Number(width))).toFixed(2)} />`;
      })}</svg>
      <p><span>${t('study.chances.win', { win: chance(win), gammon: chance(gammon), backgammon: chance(backgammon) })}</span>
        <span>${t('study.chances.lose', { lose: chance(1 - win), gammon: chance(lostGammon), backgammon: chance(lostBackgammon) })}</span></p>
      ${choice.match_chance !== null && html`<p data-part="match-chance">${t('study.chances.match', { chance: chance(choice.match_chance, 2) })}${choice.match_loss ? html` <b>(${chance(-choice.match_loss, 2)})</b>` : ''}</p>`}
    </div>`;
}
