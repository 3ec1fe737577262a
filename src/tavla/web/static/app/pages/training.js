/** Training of one's own mistakes: the card that is due as a board, the answer played on it, the verdict at once. */

import { html, useEffect, useRef, useState } from '../../vendor/htm-preact.js';
import { allCards, answerCard, cardKey, dueCard, isCardKey, oneCard, removeCard, takeCardKey } from '../cards.js';
import { rollText } from '../due.js';
import { useKeys, useLoaded, usePreferences, useTitle } from '../hooks.js';
import { announce } from '../live.js';
import { ActionRow } from '../parts/action_row.js';
import { boardLook, BoardPlace, StillBoard } from '../parts/board_view.js';
import { Choices, choiceText, decidedText, lossText } from '../parts/choices.js';
import { lengthText } from '../parts/facts.js';
import { problemText } from '../parts/problem.js';
import { sound } from '../parts/sound.js';
import { TypedPlay } from '../parts/typed_play.js';
import { navigate } from '../router.js';
import { loadStyle } from '../style.js';
import { arrows } from '../tutor.js';
import { moment, number, t } from '../words.js';

/** @typedef {import('../types.js').Card} Card */
/** @typedef {import('../types.js').ShownCard} ShownCard */
/** @typedef {import('../types.js').CardCounts} CardCounts */
/** @typedef {import('../types.js').CardAnswer} CardAnswer */
/** @typedef {import('../due.js').Button} Button */
/** @typedef {import('../../board/board.js').Board} Board */

loadStyle('/static/css/tutor.css');

/** A loss that no third place shows. */
const SAME = 0.0005;
const ANSWERS = ['double', 'roll', 'pass', 'take', 'drop', 'beaver'];

/** @param {{ query: URLSearchParams }} props */
export default function Training({ query }) {
  useTitle(t('page.training.title'));
  const wanted = query.get('card');
  const [round, setRound] = useState(0);
  const { value, error, again } = useLoaded(() => next(wanted), [round, wanted]);
  const onNext = () => {
    if (wanted) navigate('/training');
    setRound(round + 1);
  };
  if (error) return html`<div class="sheet"><h1>${t('page.training.title')}</h1>
    <p class="notice warn" role="alert">${problemText(error)} <button type="button" class="button" onClick=${again}>${t('page.action.retry')}</button></p></div>`;
  if (!value) return html`<div class="sheet"><p class="quiet">${t('page.loading')}</p></div>`;
  if (value.card) return html`<${Asked} key=${`${value.card.id} ${value.card.reviews}`} card=${value.card} counts=${value} onNext=${onNext} />`;
  return html`<${NothingDue} counts=${value} onChange=${() => setRound(round + 1)} />`;
}

/** The card that an address names, else the one that is due. @param {string | null} wanted @returns {Promise<CardCounts & { card: ShownCard | null }>} */
async function next(wanted) {
  const due = await dueCard();
  return wanted ? { ...due, ...(await oneCard(wanted)) } : due;
}

/** @param {{ card: ShownCard, counts: CardCounts, onNext: () => void }} props */
function Asked({ card, counts, onNext }) {
  const wishes = usePreferences();
  const board = useRef(/** @type {Board | null} */ (null));
  const [draft, setDraft] = useState({ begun: false, complete: false });
  const [answer, setAnswer] = useState(/** @type {CardAnswer | null} */ (null));
  const [picked, setPicked] = useState(0);
  const [busy, setBusy] = useState(false);
  const [remark, setRemark] = useState('');
  const [typing, setTyping] = useState(false);
  const { view } = card;
  const left = counts.due - Number(answer !== null && card.due * 1000 <= Date.now() && counts.due > 0);
  const sentence = answer ? ratedText(answer) : askedText(card);

  function show() {
    board.current?.show(view, { ...lookOf(view, wishes), interactive: answer === null && view.phase === 'play' });
  }
  useEffect(show, [wishes, answer]);
  useEffect(() => announce(sentence), [sentence]);
  useEffect(() => {
    if (!answer) return;
    board.current?.reset();
    board.current?.mark({ arrows: arrows(answer.verdict.choices[picked], view.seat) });
  }, [answer, picked]);

  function drafted() {
    const state = board.current?.state() ?? { moves: [], end: false };
    setDraft({ begun: state.moves.length > 0, complete: state.end && state.moves.length > 0 });
    setRemark('');
  }
  /** @param {string} action @param {{ moves?: number[][], text?: string }} [play] */
  async function give(action, play = {}) {
    if (busy || answer) return;
    setBusy(true);
    setRemark('');
    try {
      setAnswer(await answerCard(card, { action, ...play }));
      setTyping(false);
    } catch (error) {
      setRemark(problemText(error));
    }
    setBusy(false);
  }
  /** @param {Button} button */
  function press(button) {
    if (!button.enabled) return;
    if (button.name === 'next') onNext();
    else if (button.name === 'undo') {
      if (board.current?.undo()) drafted();
    } else if (button.name === 'confirm') give('play', { moves: board.current?.pending() });
    else give(button.name);
  }
  const primary = answer ? NEXT(left) : { name: 'confirm', label: t('page.action.confirm'), enabled: draft.complete && !busy };
  const answers = answer || view.phase === 'play' ? [] : ANSWERS.filter((name) => view.can.includes(name));
  const onType = !answer && view.phase === 'play' ? () => setTyping(!typing) : undefined;
  useTrainingKeys(press, primary, answers, answer !== null || view.phase === 'play', onType);

  return html`
    <div class="table training" data-card=${card.id} data-kind=${card.kind} data-answered=${String(answer !== null)}>
      <h1 class="unseen">${t('page.training.title')}</h1>
      <${Stake} card=${card} left=${left} />
      <div class="board-frame"><${BoardPlace} onBoard=${(/** @type {Board | null} */ made) => {
        board.current = made;
        if (made) show();
      }} callbacks=${{ onPlay: drafted, onUndo: drafted, onSound: sound, onWhy: () => whyNot(setRemark) }} /></div>
      <div class="due">
        <p class=${answer ? 'sentence rated' : 'sentence'} data-part="sentence" data-rating=${answer?.rating}>${sentence}</p>
        <p class="reason" data-part="reason" hidden=${!remark && !answer}>${remark || (answer && dueText(answer.card.due))}</p>
      </div>
      <div class="actions-place">
        ${typing && html`<${TypedPlay} onPlay=${(/** @type {string} */ text) => give('play', { text })} onClose=${() => setTyping(false)} />`}
        ${answers.length > 0 ? html`<${Answers} names=${answers} busy=${busy} onAnswer=${give} />`
          : html`<${ActionRow} primary=${primary} others=${answer ? [] : [{ name: 'undo', label: t('page.action.undo'), enabled: draft.begun, key: 'u' }]} press=${press} onType=${onType} />`}
      </div>
      <section class="more tutor" aria-label=${t('page.more')}>
        ${answer ? html`
          <${Choices} choices=${answer.verdict.choices} made=${answer.verdict.chosen} picked=${picked} onPick=${setPicked} why=${answer.verdict.why}>
            <p class="quiet small">${t('page.training.then', { played: decidedText(answer.card.played), loss: lossText(answer.card.loss) })}</p>
          <//>` : html`<div class="panel"><p class="quiet">${t('page.training.help')}</p></div>`}
      </section>
    </div>`;
}

/** @param {(text: string) => void} show */
function whyNot(show) {
  const text = t('page.training.not_there');
  show(text);
  return text;
}

/** Space is what is due, U takes back, `/` opens the field for a play, the digits choose an answer. @param {(button: Button) => void} press @param {Button} primary @param {string[]} answers @param {boolean} hasPrimary @param {() => void} [onType] */
function useTrainingKeys(press, primary, answers, hasPrimary, onType) {
  useKeys((event) => {
    const onButton = event.target instanceof HTMLElement && event.target.closest('button:not([aria-disabled="true"]), a, summary, input') !== null;
    const chosen = answers[Number(event.key) - 1];
    if (event.key === ' ' && !onButton && hasPrimary) press(primary);
    else if (event.key === '/' && onType) onType();
    else if (event.key.toLowerCase() === 'u' && hasPrimary) press({ name: 'undo', label: '', enabled: true });
    else if (event.key.toLowerCase() === 'd' && answers.includes('double')) press({ name: 'double', label: '', enabled: true });
    else if (chosen) press({ name: chosen, label: '', enabled: true });
    else return;
    event.preventDefault();
  });
}

/** @param {number} left how many more cards are due @returns {Button} */
function NEXT(left) {
  return { name: 'next', label: t(left > 0 ? 'page.training.next' : 'page.training.done'), enabled: true };
}

/** Equal choices stand side by side: none of them is suggested. @param {{ names: string[], busy: boolean, onAnswer: (name: string) => void }} props */
function Answers({ names, busy, onAnswer }) {
  return html`<div class="cubes" role="group" aria-label=${t('page.actions')}>
    ${names.map((name, index) => html`<button type="button" class="button" key=${name} data-action=${`answer-${name}`} disabled=${busy}
      aria-keyshortcuts=${String(index + 1)} onClick=${() => onAnswer(name)}>${t(`page.tutor.act.${name}`)}</button>`)}</div>`;
}

/** What is played for, and how much there is still to do. @param {{ card: ShownCard, left: number }} props */
function Stake({ card, left }) {
  const { view } = card;
  const own = view.score[view.seat];
  const theirs = view.score[other(view.seat)];
  const cube = view.cube.owner === null ? 'page.training.cube' : view.cube.owner === view.seat ? 'page.training.cube.mine' : 'page.training.cube.theirs';
  return html`
    <p class="top stake" data-part="stake">
      ${left > 0 && html`<b data-part="left">${t('page.training.left', { n: left })}</b>`}
      <span>${lengthText(view.length)}${view.length.startsWith('points') ? `, ${number(own)}–${number(theirs)}` : ''}</span>
      ${view.crawford && html`<span class="tag">${t('page.facts.crawford')}</span>`}
      ${view.cube.on && html`<span>${t(cube, { value: view.cube.value })}</span>`}
      <span>${t('page.training.pips', { own: view.pips[view.seat], other: view.pips[other(view.seat)] })}</span>
    </p>`;
}

/** @param {import('../types.js').Seat} seat @returns {import('../types.js').Seat} */
function other(seat) {
  return seat === 0 ? 1 : 0;
}

/** @param {ShownCard} card */
function askedText({ view, kind }) {
  if (kind === 'play' && view.roll) return t('page.training.ask.play', { roll: rollText(view.roll) });
  return t(`page.training.ask.${kind}`, { value: view.offer?.value ?? view.cube.value * 2 });
}

/** @param {CardAnswer} answer */
function ratedText({ rating, verdict }) {
  if (rating === 'good' && verdict.loss < SAME) return t('page.training.rated.right');
  return t(`page.training.rated.${rating}`, { loss: lossText(verdict.loss), best: choiceText(verdict.choices[0]) });
}

const MINUTE = 60;
const DAY = 86400;

/** When a card comes back, in the words of a calendar. @param {number} due */
function dueText(due) {
  const seconds = due - Date.now() / 1000;
  if (seconds < 90 * MINUTE) return t('page.training.back.minutes', { n: Math.max(1, Math.round(seconds / MINUTE)) });
  return seconds < DAY ? t('page.training.back.at', { when: moment(due) }) : t('page.training.back.days', { n: Math.round(seconds / DAY), when: moment(due) });
}

/** @param {{ counts: CardCounts, onChange: () => void }} props */
function NothingDue({ counts, onChange }) {
  return html`
    <div class="sheet" data-part="nothing-due">
      <header><h1>${t('page.training.title')}</h1>
        <p data-part="when">${counts.next === null ? t('page.training.none') : t(counts.today ? 'page.training.rest.today' : 'page.training.rest', { when: moment(counts.next), n: counts.today })}</p></header>
      ${counts.total === 0 ? html`<${HowTo} />` : html`<${CardList} onChange=${onChange} />`}
      <${Elsewhere} onChange=${onChange} />
    </div>`;
}

function HowTo() {
  return html`
    <section class="block prose"><h2>${t('page.training.how')}</h2>
      <ul><li>${t('page.training.how.play')} <a href="/settings" data-action="settings">${t('page.nav.settings')}</a></li><li>${t('page.training.how.match')}</li></ul>
      <p><a class="button primary" href="/new?way=bot" data-action="play-bot">${t('page.training.how.begin')}</a></p>
    </section>`;
}

/** @param {{ onChange: () => void }} props */
function CardList({ onChange }) {
  const [offset, setOffset] = useState(0);
  const { value, error, again } = useLoaded(() => allCards(offset), [offset]);
  const [problem, setProblem] = useState('');
  if (error) return html`<p class="notice warn" role="alert">${problemText(error)}</p>`;
  if (!value) return html`<p class="quiet">${t('page.loading')}</p>`;
  /** @param {Card} card */
  async function remove(card) {
    try {
      await removeCard(card.id);
      announce(t('page.training.removed'));
    } catch (failure) {
      setProblem(problemText(failure));
    }
    if (value?.total === 1) onChange();
    else again();
  }
  return html`
    <section class="block"><h2>${t('page.training.cards', { n: value.total })}</h2>
      ${problem && html`<p class="notice warn" role="alert">${problem}</p>`}
      <ul class="card-list">${value.cards.map((card) => html`<${CardLine} key=${card.id} card=${card} onRemove=${() => remove(card)} />`)}</ul>
      ${value.total > 100 && html`<p class="row">
        <button type="button" class="button" disabled=${offset === 0} onClick=${() => setOffset(offset - 100)}>${t('page.training.earlier')}</button>
        <button type="button" class="button" disabled=${offset + 100 >= value.total} onClick=${() => setOffset(offset + 100)}>${t('page.training.later')}</button></p>`}
    </section>`;
}

/** @param {{ card: import('../types.js').ListedCard, onRemove: () => void }} props */
function CardLine({ card, onRemove }) {
  const name = t(`page.training.kind.${card.kind}`);
  return html`
    <li class="card-line" data-card=${card.id}>
      <${Picture} board=${card.board} />
      <span class="what">${name}: ${decidedText(card.played)} <span class="quiet">${lossText(card.loss)}</span></span>
      <span class="quiet small">${t('page.training.due', { when: moment(card.due), n: card.reviews })}
        ${card.match && html` · <a href=${`/review/${card.match}`}>${t('page.training.from')}</a>`}</span>
      <span class="ways-on"><a class="button" href=${`/training?card=${card.id}`} data-action="practise">${t('page.training.practise')}</a>
        <button type="button" class="button plainly" data-action="remove-card" onClick=${onRemove}>${t('page.training.remove')}</button></span>
    </li>`;
}

/** The position of a card, drawn when it comes into sight: a list may be long. @param {{ board: import('../types.js').CardBoard | null }} props */
function Picture({ board }) {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const [seen, setSeen] = useState(false);
  const wishes = usePreferences();
  useEffect(() => {
    const watch = new IntersectionObserver((met) => setSeen((before) => before || met.some((one) => one.isIntersecting)), { rootMargin: '200px' });
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return html`<div class="picture" ref=${place} aria-hidden="true" inert>${seen && board && html`<${StillBoard} view=${board} look=${lookOf(board, wishes)} />`}</div>`;
}

/** A card is seen by whoever decides. @param {import('../types.js').CardBoard} board @param {import('../preferences.js').Preferences} wishes */
function lookOf({ seat }, wishes) {
  return { ...boardLook(wishes), perspective: seat, light: wishes.colour === 0 ? seat : other(seat), numbers: /** @type {'own'} */ ('own') };
}

/** The key of the cards, for another browser of the same person. @param {{ onChange: () => void }} props */
function Elsewhere({ onChange }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  return html`
    <details class="fold"><summary>${t('page.training.elsewhere')}</summary><div class="folded">
      <p class="quiet">${t('page.training.key.help')}</p>
      <div class="key-line"><label class="field"><span>${t('page.training.key')}</span>
        <input type="text" readonly value=${cardKey()} data-part="card-key" onFocus=${(/** @type {any} */ event) => event.target.select()} /></label></div>
      <form class="key-line" onSubmit=${(/** @type {Event} */ event) => {
        event.preventDefault();
        setWrong(!isCardKey(typed.trim()));
        if (!isCardKey(typed.trim())) return;
        takeCardKey(typed.trim());
        onChange();
      }}><label class="field"><span>${t('page.training.key.other')}</span>
        <input type="text" value=${typed} maxlength="64" autocomplete="off" spellcheck=${false} data-part="other-key"
          onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} /></label>
        <button type="submit" class="button" data-action="take-key">${t('page.training.key.take')}</button></form>
      ${wrong && html`<p class="notice warn" role="alert">${t('tutor.no_key')}</p>`}
    </div></details>`;
}
