// The report's stepper, chart and filters. Boards are drawn from the pieces in the page; every text comes with the data.

const data = JSON.parse(document.getElementById('data').textContent);
const { entries, geometry: g, words, names } = data;
const language = document.documentElement.lang;
const OFF = 0;
const BAR = 25;
const DEAR = ['error', 'blunder'];

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const fill = (key, values) => words[key].replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

/** A number as the language writes it. */
function number(value, digits) {
  const text = value.toFixed(digits).replace('-', '−');
  const plain = /[1-9]/.test(text) ? text : text.replace('−', '');
  return language === 'tr' ? plain.replace('.', ',') : plain;
}

function percent(share, digits = 1) {
  const text = number(100 * share, digits);
  const plain = text.replace('−', '');
  return (plain === text ? '' : '−') + fill('percent', { n: plain });
}

// The board

const mirrored = (x) => (data.home === 'right' ? x : g.width - x);
const seen = (seat, point) => (seat === 0 ? point : 25 - point);

function isLow(seat, point) {
  if (point === BAR) return seat !== 0;
  return point === OFF ? seat === 0 : seen(seat, point) <= 12;
}

function column(seat, point) {
  if (point === BAR) return mirrored(g.frame + 6 * g.point.width + g.bar.width / 2);
  if (point === OFF) return mirrored(g.frame + 12 * g.point.width + g.bar.width + g.tray.wall + g.tray.width / 2);
  const at = seen(seat, point);
  const left = at <= 12 ? 12 - at : at - 13;
  return mirrored(g.frame + (left + 0.5) * g.point.width + (left >= 6 ? g.bar.width : 0));
}

/** The centres of the checkers of a place, the first at its base. */
function stack(seat, point, count) {
  const x = column(seat, point);
  const low = isLow(seat, point);
  const full = point === BAR ? g.bar.full : g.stack;
  const step = point === OFF ? g.tray.pitch : count <= full ? 2 : (2 * (full - 1)) / (count - 1);
  const start = point === OFF ? g.tray.pitch / 2 + 0.1 : point === BAR ? g.bar.clear + 1 : 1;
  const base = point === BAR ? g.height / 2 : low ? g.height - g.frame : g.frame;
  const way = (point === BAR) === low ? 1 : -1;
  return Array.from({ length: count }, (_, i) => [x, base + way * (start + step * i)]);
}

const use = (name, [x, y]) => `<use href="#tavla-${name}" x="${x.toFixed(3)}" y="${y.toFixed(3)}"/>`;

function text([x, y], content, size, colour) {
  return `<text x="${x}" y="${y}" dy="0.355em" font-size="${size}" fill="var(--tavla-${colour})">${content}</text>`;
}

function place(seat, point, count) {
  if (!count) return '';
  const kind = ['light', 'dark'][seat];
  const at = stack(seat, point, count);
  const pieces = at.map((each) => use(point === OFF ? `${kind}-slab` : kind, each)).join('');
  if (point === OFF) {
    const y = g.height / 2 + g.tray.count * (isLow(seat, OFF) ? 1 : -1);
    return pieces + text([column(seat, OFF), y], count, g.count.size, 'frame-text');
  }
  const most = point === BAR ? g.bar.full : g.stack;
  return pieces + (count > most ? text(at[count - 1], count, g.checker.text, `${kind}-text`) : '');
}

function dice(seat, roll) {
  const faces = roll[0] === roll[1] ? Array(4).fill(roll[0]) : roll;
  const left = g.frame + (seat === 0 ? 6 * g.point.width + g.bar.width : 0);
  const middle = mirrored(left + 3 * g.point.width);
  const kind = ['light', 'dark'][seat];
  return faces
    .map((face, i) => use(`${kind}-die-${face}`, [middle + (i - (faces.length - 1) / 2) * g.die.pitch, g.height / 2]))
    .join('');
}

function cube([value, owner]) {
  const edge = g.frame + g.cube.edge;
  const y = owner === null ? g.height / 2 : owner === 0 ? g.height - edge : edge;
  const size = g.cube.text * (value < 100 ? 1 : 0.75);
  const at = `translate(${column(0, BAR)} ${y}) rotate(${owner === 1 ? 180 : 0})`;
  return `<g transform="${at}"><use href="#tavla-cube"/>${text([0, 0], value, size, 'cube-text')}</g>`;
}

/** An arrow from the rim of a place's top checker to where the checker lands. */
function arrow(seat, counts, [source, target]) {
  const top = (point, count) => stack(seat, point, Math.max(count, 1)).at(-1);
  const [x1, y1] = top(source, counts[source]);
  const [x2, y2] = top(target, counts[target] + 1);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const { head, width } = g.arrow;
  const [bx, by] = [x2 - ux * head, y2 - uy * head];
  const corner = (side) => `${bx + side * uy * head * 0.5} ${by - side * ux * head * 0.5}`;
  const colour = 'var(--tavla-arrow)';
  const start = g.checker.radius;
  return (
    `<path d="M${x1 + ux * start} ${y1 + uy * start}L${bx} ${by}" fill="none" stroke="${colour}" stroke-width="${width}"/>` +
    `<path d="M${x2} ${y2}L${corner(1)}L${corner(-1)}Z" fill="${colour}"/>`
  );
}

function board(entry) {
  const counts = [0, 26].map((from) => [...entry.board.slice(from, from + 26)].map((digit) => parseInt(digit, 16)));
  const turn = entry.turn ?? 0;
  const sides = turn === 0 ? counts : [counts[1], counts[0]];
  const points = Array.from({ length: 26 }, (_, point) => point);
  const numbers = points.slice(1, 25).map((point) => {
    const y = isLow(turn, point) ? g.height - g.number.drop : g.number.drop;
    return text([column(turn, point), y], point, g.number.size, 'frame-text');
  });
  const parts = [
    '<use href="#tavla-board"/>',
    ...numbers,
    ...[0, 1].flatMap((seat) => points.map((point) => place(seat, point, sides[seat][point]))),
    entry.roll ? dice(turn, entry.roll) : '',
    entry.cube ? cube(entry.cube) : '',
    ...(entry.arrows ?? []).map((each) => arrow(turn, counts[0], each)),
  ];
  const title = escape(fill('board', { name: names[turn] }));
  return (
    `<svg viewBox="0 0 ${g.width} ${g.height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif"` +
    ` font-weight="600" text-anchor="middle">${parts.join('')}</svg>`
  );
}

// One decision

function losses(entry) {
  const equity = number(-entry.loss || 0, 3);
  if (entry.matchLoss === undefined) return equity;
  return `${equity} <small>(${escape(fill('of_match', { share: percent(-entry.matchLoss || 0, 2) }))})</small>`;
}

function heading(entry) {
  const due = entry.roll ? `${entry.roll.join('-')} <small>(${escape(entry.rollName)})</small>` : escape(data.kinds[entry.kind]);
  return `${escape(names[entry.seat ?? 0])}: ${due} <span class="loss ${entry.grade}">${losses(entry)}</span>`;
}

function summary(entry) {
  const lines = [
    escape(fill('where', { game: entry.game, version: entry.version, score: entry.score })),
    `${escape(words.made)}: <b>${escape(entry.choices[entry.made ?? 0][0])}</b>`,
    `${escape(words.best)}: <b>${escape(entry.choices[0][0])}</b>`,
  ];
  if (entry.opinion) {
    const [program, loss, best] = entry.opinion;
    lines.push(escape(fill('opinion', { program, loss: number(-loss || 0, 3), best })));
  }
  return lines.map((line) => `<p>${line}</p>`).join('');
}

function candidates(entry) {
  const best = entry.choices[0][1];
  const rows = entry.choices.map(([name, equity, ...chances], i) => {
    const made = i === (entry.made ?? 0);
    const cells = [number(equity, 3), best - equity >= 0.0005 ? number(equity - best, 3) : '', ...chances.map((each) => number(each, 1))];
    const mark = made ? ` <em>${escape(words.made)}</em>` : '';
    return `<tr${made ? ' class="made"' : ''}><th scope="row">${escape(name)}${mark}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const heads = data.heads.map((head) => `<th scope="col">${escape(head)}</th>`).join('');
  return (
    `<div class="wide" tabindex="0" role="group" aria-label="${escape(words.candidates)}"><table class="choices">` +
    `<thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}

function ids(entry) {
  const rows = [entry.ids[0], `GNU BG ID ${entry.ids[1]}`].map(
    (each) => `<p><code>${escape(each)}</code> <button type="button" class="copy">${escape(words.copy)}</button></p>`,
  );
  return `<div class="ids">${rows.join('')}</div>`;
}

function decision(entry) {
  const why = (entry.why ?? []).map((sentence) => `<li>${escape(sentence)}</li>`).join('');
  return (
    `<h3>${heading(entry)}</h3><div class="pair"><div class="board">${board(entry)}</div>` +
    `<div class="facts">${summary(entry)}${why ? `<ul class="why">${why}</ul>` : ''}</div>` +
    `${candidates(entry)}</div>${ids(entry)}`
  );
}

// Stepping, filters and the table

const stepper = $('.stepper');
const current = $('.current');
const form = $('.filters');
const rows = $$('.all tbody tr');
const home = rows.map((row) => row.parentNode)[0];
let order = [];
let at = 0;

function wanted() {
  return [...new FormData(form)].filter(([name, value]) => name !== 'order' && value !== '');
}

/** The rows that pass the filters, in the order that was asked for. */
function narrow() {
  const rules = wanted();
  const shown = rows.filter((row) => rules.every(([name, value]) => row.dataset[name] === value));
  const loss = (row) => entries[row.dataset.place].loss;
  const sorted = form.elements.order.value === 'loss' ? [...shown].sort((a, b) => loss(b) - loss(a)) : shown;
  for (const row of rows) row.hidden = true;
  for (const row of sorted) {
    row.hidden = false;
    home.append(row);
  }
  order = sorted.map((row) => Number(row.dataset.place));
  $('.shown').textContent = fill('shown', { n: order.length, of: rows.length });
  show(0);
}

function show(place) {
  at = Math.max(0, Math.min(order.length - 1, place));
  const entry = entries[order[at]];
  const told = entry ? `<span class="unseen"> ${heading(entry)}</span>` : '';
  $('.steps output').innerHTML = `${escape(fill('of', { n: entry ? at + 1 : 0, of: order.length }))}${told}`;
  current.hidden = !entry;
  if (!entry) return;
  current.innerHTML = decision(entry);
  for (const row of rows) {
    if (Number(row.dataset.place) === order[at]) row.setAttribute('aria-current', 'true');
    else row.removeAttribute('aria-current');
  }
  point(order[at]);
}

/** Show a decision wherever it stands, without the filters if they leave it out. */
function open(place) {
  if (!order.includes(place)) {
    const kept = form.elements.order.value;
    form.reset();
    form.elements.order.value = kept;
    narrow();
  }
  show(order.indexOf(place));
  stepper.scrollIntoView({ block: 'start' });
  current.focus({ preventScroll: true });
}

function worse(way) {
  for (let next = at + way; next >= 0 && next < order.length; next += way) {
    if (DEAR.includes(entries[order[next]].grade)) return show(next);
  }
}

const STEPS = {
  back: () => show(at - 1),
  on: () => show(at + 1),
  worse_back: () => worse(-1),
  worse_on: () => worse(1),
};
const KEYS = { ArrowRight: 'on', j: 'on', ArrowLeft: 'back', k: 'back', n: 'worse_on', p: 'worse_back' };

/** With the stepper at hand the dearest decisions are a list that leads into it; on paper they stay whole. */
function compact() {
  const list = $('.cards');
  if (!list) return;
  list.classList.add('compact');
  for (const card of list.children) {
    const title = $('h3', card);
    const button = document.createElement('button');
    button.type = 'button';
    button.innerHTML = title.innerHTML;
    title.replaceChildren(button);
    button.addEventListener('click', () => open(entries.findIndex((entry) => `d${entry.version}` === card.id)));
  }
}

// The chart

const chart = $('.chart');
const cursor = $('.cursor');
const tip = document.createElement('div');
let pointed = 0;

function pointedText(entry) {
  const due = entry.roll ? entry.roll.join('-') : data.kinds[entry.kind];
  const parts = [
    fill('curve.at', { game: entry.game, name: names[entry.seat ?? 0], due, choice: entry.choices[entry.made ?? 0][0] }),
    `${names[0]} ${percent(entry.chance ?? 0)}`,
  ];
  if (Math.abs(entry.luck ?? 0) >= 0.0005) parts.push(fill('curve.luck_at', { name: names[entry.luck > 0 ? 0 : 1], luck: number(Math.abs(entry.luck), 3) }));
  if (entry.loss >= 0.0005) parts.push(fill('curve.loss_at', { loss: number(-entry.loss, 3) }));
  return parts.join(' · ');
}

function point(place) {
  if (!chart) return;
  pointed = Math.max(0, Math.min(entries.length - 1, place));
  const entry = entries[pointed];
  const x = entry.x ?? 0;
  cursor.setAttribute('x1', x);
  cursor.setAttribute('x2', x);
  cursor.setAttribute('visibility', 'visible');
  chart.setAttribute('aria-valuenow', pointed + 1);
  chart.setAttribute('aria-valuetext', pointedText(entry));
  tip.textContent = pointedText(entry);
  tip.style[x < data.width / 2 ? 'right' : 'left'] = '.4rem';
  tip.style[x < data.width / 2 ? 'left' : 'right'] = 'auto';
}

function placeUnder(event) {
  const box = $('svg', chart).getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * data.width;
  return entries.reduce((best, entry, i) => (Math.abs((entry.x ?? 0) - x) < Math.abs((entries[best].x ?? 0) - x) ? i : best), 0);
}

function chartKey(event) {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
  const end = { Home: 0, End: entries.length - 1 }[event.key];
  if (step !== undefined) point(pointed + step);
  else if (end !== undefined) point(end);
  else if (event.key === 'Enter') open(pointed);
  else return;
  tip.hidden = false;
  event.preventDefault();
  event.stopPropagation();
}

if (chart) {
  tip.className = 'tip';
  tip.hidden = true;
  chart.append(tip);
  chart.classList.add('live');
  chart.tabIndex = 0;
  chart.setAttribute('role', 'slider');
  chart.setAttribute('aria-label', $('svg', chart).getAttribute('aria-label'));
  chart.setAttribute('aria-valuemin', 1);
  chart.setAttribute('aria-valuemax', entries.length);
  $('svg', chart).setAttribute('aria-hidden', 'true');
  chart.addEventListener('pointermove', (event) => {
    tip.hidden = false;
    point(placeUnder(event));
  });
  chart.addEventListener('pointerleave', () => {
    tip.hidden = true;
    point(order[at] ?? 0);
  });
  chart.addEventListener('focus', () => { tip.hidden = false; });
  chart.addEventListener('blur', () => { tip.hidden = true; });
  chart.addEventListener('click', (event) => open(placeUnder(event)));
  chart.addEventListener('keydown', chartKey);
}

if (stepper) {
  stepper.hidden = false;
  form.addEventListener('change', narrow);
  for (const button of $$('[data-step]')) button.addEventListener('click', STEPS[button.dataset.step]);
  for (const row of rows) {
    row.classList.add('live');
    const cell = $('.made', row);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = cell.textContent;
    cell.replaceChildren(button);
    row.addEventListener('click', () => open(Number(row.dataset.place)));
  }
  compact();
  narrow();
}

addEventListener('keydown', (event) => {
  const step = KEYS[event.key];
  if (!step || !stepper || event.ctrlKey || event.metaKey || event.altKey || event.target.matches('select, .wide')) return;
  STEPS[step]();
  event.preventDefault();
});

for (const button of $$('.copy')) button.hidden = false;
addEventListener('click', async (event) => {
  const button = event.target.closest?.('.copy');
  if (!button) return;
  const code = $('code', button.parentNode);
  try {
    await navigator.clipboard.writeText(code.textContent.replace('GNU BG ID ', ''));
    button.textContent = words.copied;
  } catch {
    getSelection().selectAllChildren(code);
  }
});
