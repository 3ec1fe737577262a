/**
 * What is due: from a view and the seats held here to one sentence and one row of actions. Pure; the match page shows it,
 * the live region says it, the keyboard presses it.
 */

import { nothingToPlay } from './tree.js';
import { firstOf, has, t } from './words.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {{ name: string, label: string, enabled: boolean, action?: import('./types.js').Action, key?: string, danger?: boolean, seat?: Seat }} Button */
/** @typedef {{ sentence: string, primary: Button, others: Button[], seat: Seat | null, dice: TableAct | null }} Due dice: real ones are to be entered */
/** @typedef {import('./types.js').TableAct} TableAct */
/** @typedef {{ begun: boolean, complete: boolean }} Draft how far the play at hand has come */

/** The seat that acts for the person here, or null. @param {View} view @param {number[]} seats @returns {Seat | null} */
export function actingSeat(view, seats) {
  const mine = view.act.filter((seat) => seats.includes(seat));
  if (!mine.length) return null;
  return view.turn !== null && mine.includes(view.turn) ? view.turn : mine[0];
}

/** How a roll is said: "6-3 (şeş-ü se)". @param {number[]} roll */
export function rollText(roll) {
  const [high, low] = roll[0] >= roll[1] ? roll : [roll[1], roll[0]];
  const key = `roll.${high}${low}`;
  const digits = `${high}-${low}`;
  return has(key) ? t('page.roll.named', { digits, name: t(key) }) : digits;
}

/** @param {Pick<View, 'players'>} view @param {number} seat */
export function nameOf(view, seat) {
  const player = view.players[seat];
  return botName(player) || player.name || t(`page.seat.${seat}`);
}

/** A bot is called by its kind, in the language of whoever reads, whatever it was called when the match began. @param {import('./types.js').Player} player */
function botName({ kind, bot }) {
  const key = `bot.${bot}`;
  return kind === 'bot' && has(key) ? t(key) : '';
}

/** @param {View} view @param {number[]} seats @param {Draft} draft @returns {Due} */
export function due(view, seats, draft) {
  const seat = actingSeat(view, seats);
  const can = seat === null ? [] : view.can[seat] || [];
  const two = seats.length > 1;
  const speaker = { view, seat, can, two, draft, seats, dice: diceAct(view, seat) };
  const found = refereeing(speaker) ? refereed(speaker) : (BY_PHASE[view.phase] || watching)(speaker);
  return { ...found, seat, dice: speaker.dice, others: [...found.others, ...always(speaker)] };
}

/** @typedef {{ view: View, seat: Seat | null, can: string[], two: boolean, draft: Draft, seats: number[], dice: TableAct | null }} Speaker */
/** @typedef {{ sentence: string, primary: Button, others: Button[] }} Said */

/** @type {Record<string, (speaker: Speaker) => Said>} */
const BY_PHASE = {
  opening, roll: rolling, play: playing, double: doubled, resign: resigning, settle: resigning, takeback: takingBack,
  game_over: gameOver, match_over: matchOver,
};

/** Real dice that this seat may enter now. @param {View} view @param {Seat | null} seat @returns {TableAct | null} */
function diceAct(view, seat) {
  return view.table?.acts.find((one) => one.act === 'enter_roll' && one.seat === seat) ?? null;
}

/**
 * "Sıra sizde" to the one person here, the name where two share the screen.
 * @param {Speaker} speaker @param {string} key @param {Record<string, unknown>} [values]
 */
function say(speaker, key, values = {}) {
  const { view, seat, two } = speaker;
  const who = seat ?? view.turn ?? view.act[0] ?? 0;
  const all = { name: nameOf(view, who), ...values };
  if (seat === null) return t(`${key}.other`, all);
  return t(two ? `${key}.name` : `${key}.you`, all);
}

/** @param {string} name @param {boolean} [enabled] @param {Partial<Button>} [more] @returns {Button} */
function button(name, enabled = true, more = {}) {
  return { name, label: t(`page.action.${name}`), enabled, action: { type: name }, ...more };
}

/** @param {Speaker} speaker @param {string[]} names @param {Partial<Button>} [more] */
function offered(speaker, names, more = {}) {
  return names.filter((name) => speaker.can.includes(name)).map((name) => button(name, true, { ...KEYS[name], ...more }));
}

/** @type {Record<string, Partial<Button>>} */
const KEYS = { double: { key: 'd' } };

const WAITING = 'wait';

/** @param {Speaker} speaker @returns {Button} */
function waiting(speaker) {
  const { view } = speaker;
  const who = view.act[0] ?? view.turn ?? 0;
  const label = t(view.players[who].kind === 'bot' ? 'page.action.wait.bot' : 'page.action.wait');
  return { name: WAITING, label, enabled: false };
}

/** @param {Speaker} speaker @returns {Said} */
function watching(speaker) {
  return { sentence: say(speaker, 'page.due.wait'), primary: waiting(speaker), others: [] };
}

/** @param {Speaker} speaker @returns {Said} */
function opening(speaker) {
  const { view, seat } = speaker;
  const tied = Boolean(view.opening && view.opening[0] && view.opening[0] === view.opening[1]);
  const sentence = tied ? t('page.due.opening.tie', { die: view.opening?.[0] }) : say(speaker, 'page.due.opening');
  if (seat === null) return { sentence, primary: waiting(speaker), others: [] };
  const primary = button('roll', canThrow(speaker), { label: t('page.action.opening') });
  return { sentence: speaker.dice ? t('page.due.enter_opening', names(view)) : sentence, primary, others: [] };
}

/** Whether something in the referee's list has to be settled before dice are thrown. @param {Speaker} speaker */
function refereeing(speaker) {
  const { view, can } = speaker;
  const throwing = view.phase === 'opening' || view.phase === 'roll';
  return throwing && !canThrow(speaker) && !can.includes('pass') && Boolean(view.table?.acts.length);
}

/** @param {Speaker} speaker @returns {Said} */
function refereed(speaker) {
  const primary = { ...waiting(speaker), label: t('page.action.referee') };
  return { sentence: t('page.due.referee'), primary, others: offered(speaker, ['double']) };
}

/** @param {Speaker} speaker */
function canThrow({ can, dice }) {
  return can.includes('roll') || dice !== null;
}

/** Both names, for a sentence about both. @param {View} view */
function names(view) {
  return { one: nameOf(view, 0), two: nameOf(view, 1) };
}

/** @param {Speaker} speaker @returns {Said} */
function rolling(speaker) {
  const { can, seat } = speaker;
  if (seat === null) return { sentence: say(speaker, 'page.due.roll'), primary: waiting(speaker), others: [] };
  const others = offered(speaker, ['double']);
  if (can.includes('pass') && !can.includes('roll')) {
    return { sentence: say(speaker, 'page.due.closed'), primary: button('pass'), others };
  }
  if (speaker.dice) return { sentence: say(speaker, 'page.due.enter_roll'), primary: button('roll'), others };
  const closed = can.includes('pass');
  const key = closed ? 'page.due.closed_choice' : can.includes('double') ? 'page.due.roll_or_double' : 'page.due.roll';
  if (closed) others.push(button('pass'));
  return { sentence: say(speaker, key), primary: button('roll', can.includes('roll')), others };
}

/** @param {Speaker} speaker @returns {Said} */
function playing(speaker) {
  const { view, seat, draft } = speaker;
  const roll = rollText(view.roll || [0, 0]);
  if (seat === null) return { sentence: say(speaker, 'page.due.play', { roll }), primary: waiting(speaker), others: [] };
  if (nothingToPlay(view.tree)) {
    const key = view.points[seat][25] > 0 ? 'page.due.dance' : 'page.due.stuck';
    const primary = button('confirm', true, { label: t('page.action.pass') });
    return { sentence: say(speaker, key, { roll }), primary, others: [] };
  }
  const key = draft.complete ? 'page.due.confirm' : draft.begun ? 'page.due.play_on' : 'page.due.play';
  return {
    sentence: say(speaker, key, { roll }),
    primary: button('confirm', draft.complete),
    others: [button('undo', draft.begun, { key: 'u' })],
  };
}

/** @param {Speaker} speaker @returns {Said} */
function doubled(speaker) {
  const { view, seat } = speaker;
  const by = view.offer?.by ?? 0;
  const key = view.offer?.kind === 'beaver' ? 'page.due.beaver' : 'page.due.double';
  const values = { by: nameOf(view, by), value: view.offer?.value ?? view.cube.value * 2 };
  const sentence = say(speaker, key, values);
  if (seat === null) return { sentence, primary: waiting(speaker), others: [] };
  return { sentence, primary: button('take', speaker.can.includes('take')), others: offered(speaker, ['drop', 'beaver']) };
}

/** @param {Speaker} speaker @returns {Said} */
function resigning(speaker) {
  const { view, seat } = speaker;
  const kind = view.offer?.kind === 'settle' ? 'settle' : 'resign';
  const values = { by: nameOf(view, view.offer?.by ?? 0), value: t(`page.kind.${view.offer?.value ?? 1}`) };
  const sentence = say(speaker, `page.due.${kind}`, values);
  if (seat === null) return { sentence, primary: waiting(speaker), others: [] };
  return { sentence, primary: button('accept', speaker.can.includes('accept')), others: offered(speaker, ['refuse']) };
}

/** @param {Speaker} speaker @returns {Said} */
function takingBack(speaker) {
  const { view, seat } = speaker;
  const by = view.offer?.by ?? 0;
  const sentence = say(speaker, 'page.due.takeback', { by: nameOf(view, by) });
  if (seat === null) {
    const asked = speaker.seats.includes(by) && (view.can[by] || []).includes('refuse');
    const withdraw = button('refuse', true, { label: t('page.action.cancel'), seat: by });
    return { sentence, primary: waiting(speaker), others: asked ? [withdraw] : [] };
  }
  const primary = button('accept', speaker.can.includes('accept'), { label: t('page.action.allow') });
  return { sentence, primary, others: offered(speaker, ['refuse'], { label: t('page.action.disallow') }) };
}

/** @param {Speaker} speaker @returns {Said} */
function gameOver(speaker) {
  const { view, seat } = speaker;
  const sentence = resultText(view, speaker.seats);
  const mine = seat ?? speaker.seats.find((held) => (view.can[held] || []).includes('next_game')) ?? null;
  const primary = mine === null ? waiting(speaker) : button('next_game');
  return { sentence, primary, others: [...offered(speaker, ['end_session']), { name: 'review', label: t('page.action.review'), enabled: true }] };
}

/** @param {Speaker} speaker @returns {Said} */
function matchOver(speaker) {
  const sentence = [resultText(speaker.view, speaker.seats), matchText(speaker.view, speaker.seats)].filter(Boolean).join(' ');
  return {
    sentence,
    primary: { name: 'again', label: t('page.action.again'), enabled: true },
    others: [{ name: 'review', label: t('page.action.review'), enabled: true }],
  };
}

/** The end of a game in words: who, what kind, how many points. @param {View} view @param {number[]} seats */
export function resultText(view, seats) {
  const { result } = view;
  if (!result) return '';
  if (result.winner === null) return t('page.result.draw');
  const who = whose(result.winner, seats);
  const values = { name: nameOf(view, result.winner), kind: t(`page.kind.${result.kind}`), n: result.points };
  return firstOf([`page.result.${result.how}.${who}`, `page.result.${who}`], values);
}

/** The end of a match in words. @param {View} view @param {number[]} seats */
export function matchText(view, seats) {
  if (view.length === 'one') return '';
  if (view.winner === null) return view.closed === 'session_ended' ? t('page.result.session', { one: view.score[0], two: view.score[1] }) : '';
  const values = { name: nameOf(view, view.winner), own: view.score[view.winner], other: view.score[1 - view.winner] };
  return t(`page.result.match.${whose(view.winner, seats)}`, values);
}

/** How a winner is addressed: the one person here, the other side, or by name. @param {number} seat @param {number[]} seats */
function whose(seat, seats) {
  if (seats.length !== 1) return 'name';
  return seats[0] === seat ? 'you' : 'other';
}

/**
 * What may be done beside the thing that is due: asking for a play back, settling, resigning.
 * @param {Speaker} speaker @returns {Button[]}
 */
function always(speaker) {
  const { view, seats } = speaker;
  const seat = speaker.seat ?? /** @type {Seat | undefined} */ (seats[0]);
  if (seat === undefined) return [];
  const can = view.can[seat] || [];
  const rows = takebacks(speaker);
  if (can.includes('settle')) rows.push(button('settle'));
  if (can.includes('resign')) rows.push(button('resign', true, { action: undefined, danger: true }));
  return rows;
}

/** Everybody here may ask for his last decision back; who played last stands first. @param {Speaker} speaker @returns {Button[]} */
function takebacks({ view, seats, two }) {
  const last = view.plays[view.plays.length - 1]?.seat;
  const asking = /** @type {Seat[]} */ (seats.filter((seat) => (view.can[seat] || []).includes('takeback')));
  asking.sort((one, other) => Number(other === last) - Number(one === last));
  return asking.map((seat) => {
    const label = two ? t('page.action.takeback.name', { name: nameOf(view, seat) }) : t('page.action.takeback');
    return button('takeback', true, { seat, label });
  });
}
