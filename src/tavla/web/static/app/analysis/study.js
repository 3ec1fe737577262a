/** One analysis: the board with the decision that is looked at, and beside it the summary, the decision, the list, the file. */

import { html, useEffect, useLayoutEffect, useRef, useState } from '../../vendor/htm-preact.js';
import { useKeys, useLoaded, useRedraw, useTitle } from '../hooks.js';
import { Refusal } from '../api.js';
import { FactsLine } from '../parts/more.js';
import { PlayerBar } from '../parts/player_bar.js';
import { codeText, problemText } from '../parts/problem.js';
import { navigate } from '../router.js';
import { t } from '../words.js';
import { StudyBoard } from './board.js';
import { Decision, useTrial } from './decision.js';
import { DueLine, Steps } from './due_line.js';
import { File } from './file.js';
import { Keep } from './keep.js';
import { wantedLevel } from './level.js';
import { List } from './list.js';
import { Study } from './model.js';
import { disremember, remember } from './recent.js';
import { titleOf } from './say.js';
import { useDropped } from './start.js';
import { Summary } from './summary.js';
import { openFile } from './wire.js';

/** @typedef {import('../types.js').Seat} Seat */
/** @typedef {{ n: number, tab: string }} Place what is looked at, as the address says */

/** @param {{ id: string }} props */
export function StudyPage({ id }) {
  const study = useStudy(id);
  useTitle(study.outline ? titleOf(study.outline) : t('study.title'));
  if (study.broken) return html`<${Broken} problem=${study.broken} />`;
  if (!study.outline) return html`<div class="sheet"><p class="quiet" role="status">${t('page.loading')}</p></div>`;
  if (study.outline.count === 0) return html`<${Nothing} study=${study} />`;
  return html`<${Open} study=${study} />`;
}

/** @param {string} id */
function useStudy(id) {
  const redraw = useRedraw();
  const held = useRef(/** @type {Study | null} */ (null));
  held.current ??= new Study(id, redraw);
  const study = held.current;
  useEffect(() => {
    study.open().then(() => {
      if (study.broken instanceof Refusal && study.broken.status === 404) disremember(id);
      else if (study.outline) remember(id, titleOf(study.outline));
    });
    return () => study.close();
  }, []);
  return study;
}

/** @param {{ problem: Refusal }} props */
function Broken({ problem }) {
  return html`
    <div class="sheet">
      <h1>${t('study.title')}</h1>
      <p class="notice warn" role="alert" data-part="problem">${codeText(problem.code, problem.values)}</p>
      <p class="row"><a class="button primary" href="/analysis" data-action="analyse-new">${t('study.again.file')}</a></p>
    </div>`;
}

/** A file in which nobody had anything to decide: there is no board to show. @param {{ study: Study }} props */
function Nothing({ study }) {
  return html`
    <div class="sheet study" data-busy=${String(study.state.busy)}>
      <h1>${t('study.title')}</h1>
      <p class="notice" data-part="nothing">${t('study.nothing')}</p>
      <${File} study=${study} />
    </div>`;
}

/** @param {{ study: Study }} props */
function Open({ study }) {
  const outline = /** @type {import('./types.js').Outline} */ (study.outline);
  const alone = outline.of_positions || outline.count < 2;
  const tabs = alone ? (outline.count > 1 ? ['decision', 'list', 'file'] : ['decision', 'file']) : ['summary', 'decision', 'list', 'file'];
  const [place, go] = usePlace(tabs, outline.count);
  const { n, tab } = place;
  const [turned, setTurned] = useState(false);
  const [choice, setChoice] = useState({ n, play: /** @type {string | null} */ (null) });
  const picked = choice.n === n ? choice.play : null;
  const setPicked = (/** @type {string | null} */ play) => setChoice({ n, play });
  const answered = study.found.get(n)?.level;
  const { value: detail, error } = useLoaded(() => study.detail(n), [n, answered]);
  const shown = detail?.n === n ? detail : undefined;
  const trial = useTrial(study, n);
  const asked = study.decisions[n];
  const bottom = /** @type {Seat} */ (Number(bottomOf(study, asked)) ^ Number(turned));
  const own = /** @type {Seat} */ (outline.of_positions && asked ? asked.seat : 0);
  useStudyKeys(study, n, (next) => go({ n: next, tab: 'decision' }), trial);
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const panel = useRef(/** @type {HTMLElement | null} */ (null));
  useTop(panel, tab);
  useEffect(() => setProblem(null), [n, tab]);
  useDropped(async (held, name = '') => {
    try {
      navigate(`/analysis/${(await openFile(held, name, wantedLevel())).id}`);
    } catch (refused) {
      setProblem(refused);
    }
  });
  return html`
    <div class="table study" data-tab=${tab} data-n=${n} data-busy=${String(study.state.busy)} data-done=${study.state.done}>
      <h1 class="unseen">${t('study.of', { name: titleOf(outline) })}</h1>
      <div class="top">${shown && html`<${PlayerBar} view=${shown.view} seat=${/** @type {Seat} */ (1 - bottom)} own=${own} />`}</div>
      <div class="board-frame" hidden=${Boolean(error) && !shown}><${StudyBoard} own=${own} detail=${shown} picked=${picked} bottom=${bottom} trial=${trial} /></div>
      <div class="bottom">${shown && html`<${PlayerBar} view=${shown.view} seat=${bottom} own=${own} />`}</div>
      ${asked && html`<${DueLine} study=${study} asked=${asked} trial=${trial} />`}
      <div class="actions-place">${outline.count > 1 && html`<${Steps} study=${study} n=${n} go=${(/** @type {number} */ next) => go({ n: next, tab: 'decision' })} />`}</div>
      <${Tabs} tabs=${tabs} tab=${tab} go=${(/** @type {string} */ name) => go({ n, tab: name })} />
      <div class="panel study-panel" id="study-panel" ref=${panel} role="tabpanel" aria-labelledby=${`study-tab-${tab}`} tabindex="0" data-part=${`study-${tab}`}>
        ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
        ${error && html`<p class="notice warn" role="alert">${problemText(error)}</p>`}
        ${tab === 'summary' && html`<${Summary} study=${study} n=${n} go=${(/** @type {number} */ next) => go({ n: next, tab: 'decision' })} />`}
        ${tab === 'decision' && asked && html`
          ${shown && html`<div class="facts-row"><${FactsLine} view=${shown.view} />
            ${!asked.open && html`<${Keep} key=${n} detail=${shown} />`}
            <button type="button" class="button plainly icon" data-action="turn" aria-label=${t('page.review.turn')} title=${t('page.review.turn')} onClick=${() => setTurned(!turned)}>
              <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4" /></svg></button></div>`}
          <${Decision} study=${study} asked=${asked} detail=${shown} picked=${picked} pick=${setPicked} trial=${trial} />`}
        ${tab === 'list' && html`<${List} study=${study} n=${n} go=${(/** @type {number} */ next) => go({ n: next, tab: 'decision' })} />`}
        ${tab === 'file' && html`<${File} study=${study} />`}
      </div>
    </div>`;
}

/**
 * Another tab begins at its top, or where the decision stands that is looked at; not where the one before was left.
 * @param {{ current: HTMLElement | null }} panel @param {string} tab
 */
function useTop(panel, tab) {
  const before = useRef(tab);
  useLayoutEffect(() => {
    if (before.current === tab || !panel.current) return;
    before.current = tab;
    panel.current.scrollTop = 0;
    scrollTo(0, 0);
    panel.current.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [tab]);
}

/** Who sits at the bottom: the player whose decisions are looked at, of a lone position who decides. @param {Study} study @param {import('./types.js').Asked | undefined} asked */
function bottomOf(study, asked) {
  if (study.filter.seat >= 0) return study.filter.seat;
  return study.outline?.of_positions && asked ? asked.seat : 0;
}

/**
 * What is looked at, kept in the address after `#`: a decision by its number, counted from 1, or the name of a tab
 * and the number of the decision that was looked at before. A way
 * into the decisions is one that the back button leads out of; a step among them is not.
 * @param {string[]} tabs @param {number} count
 * @returns {[Place, (next: Place) => void]}
 */
function usePlace(tabs, count) {
  const [place, setPlace] = useState(() => read(tabs, count, 0));
  useEffect(() => {
    const back = () => setPlace((before) => read(tabs, count, before.n));
    addEventListener('popstate', back);
    addEventListener('hashchange', back);
    return () => {
      removeEventListener('popstate', back);
      removeEventListener('hashchange', back);
    };
  }, []);
  /** @param {Place} next */
  function go(next) {
    const hash = next.tab === 'decision' ? `#${next.n + 1}` : next.n > 0 ? `#${next.tab}-${next.n + 1}` : next.tab === tabs[0] ? '' : `#${next.tab}`;
    const address = location.pathname + hash;
    if (next.tab === place.tab || next.tab !== 'decision') history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    setPlace(next);
  }
  return [place, go];
}

/** @param {string[]} tabs @param {number} count @param {number} n where one was before @returns {Place} */
function read(tabs, count, n) {
  const [, name, number] = /^#?([a-z]*)-?(\d{0,6})$/.exec(location.hash) ?? [];
  const at = number ? Math.max(0, Math.min(count - 1, Number(number) - 1)) : n;
  if (number && !name) return { n: at, tab: 'decision' };
  return { n: at, tab: tabs.includes(name) ? name : tabs[0] };
}

/**
 * Arrows step, J and K jump from mistake to mistake, U takes a tried move back.
 * @param {Study} study @param {number} n @param {(n: number) => void} go @param {import('./decision.js').Trial} trial
 */
function useStudyKeys(study, n, go, trial) {
  useKeys((event) => {
    if (event.target instanceof HTMLElement && event.target.closest('[role="tablist"], select, [data-part="board"], [role="radiogroup"]')) return;
    /** @type {Record<string, [1 | -1, boolean]>} */
    const ways = { ArrowLeft: [-1, false], ArrowRight: [1, false], k: [-1, true], j: [1, true] };
    const way = ways[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.key.toLowerCase() === 'u') trial.undo();
    if (!way) return;
    event.preventDefault();
    const next = study.next(n, ...way);
    if (next !== null) go(next);
  });
}

/** @param {{ tabs: string[], tab: string, go: (name: string) => void }} props */
function Tabs({ tabs, tab, go }) {
  /** @param {KeyboardEvent} event */
  function walk(event) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    go(next);
    document.getElementById(`study-tab-${next}`)?.focus();
  }
  return html`
    <div class="tabs study-tabs" role="tablist" aria-label=${t('study.tabs')}>
      ${tabs.map((name) => html`
        <button type="button" role="tab" key=${name} id=${`study-tab-${name}`} aria-selected=${name === tab} aria-controls="study-panel"
          tabindex=${name === tab ? 0 : -1} data-action=${`study-tab-${name}`} onClick=${() => go(name)} onKeyDown=${walk}>${t(`study.tab.${name}`)}</button>`)}
    </div>`;
}
