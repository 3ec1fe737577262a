/** The door of analysis: drop a file, pick one, paste a text, or take a match that is kept here. */

import { html, useEffect, useRef, useState } from '../../vendor/htm-preact.js';
import { ask } from '../api.js';
import { nameOf } from '../due.js';
import { useLoaded, useTitle } from '../hooks.js';
import { read, write } from '../preferences.js';
import { problemText } from '../parts/problem.js';
import { navigate } from '../router.js';
import { moment, number, t } from '../words.js';
import { LevelChoice, wantedLevel } from './level.js';
import { recent } from './recent.js';
import { openFile, openMatch } from './wire.js';

const PASTED = 'tavla.pasted';

export function Start() {
  useTitle(t('study.title'));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  /** @param {() => Promise<import('./types.js').Outline>} begin */
  async function open(begin) {
    setBusy(true);
    setProblem(null);
    try {
      const { id } = await begin();
      navigate(`/analysis/${id}`);
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  }
  /** @param {Blob | string} held @param {string} [name] */
  const take = (held, name = '') => open(() => openFile(held, name, wantedLevel()));
  const over = useDropped(take);
  usePasted(take);
  return html`
    <div class="sheet analysis">
      <header><h1>${t('study.title')}</h1><p class="quiet">${t('study.intro')}</p></header>
      <${Door} over=${over} busy=${busy} take=${take} />
      ${problem && html`<p class="notice warn" role="alert" data-part="problem">${problemText(problem)}</p>`}
      <div class="pair">
        <${Paste} busy=${busy} take=${take} />
        <div class="block"><${LevelChoice} /></div>
      </div>
      <${Recent} />
      <${Kept} busy=${busy} open=${(/** @type {string} */ match) => open(() => openMatch(match, wantedLevel()))} />
    </div>`;
}

/** @param {{ over: boolean, busy: boolean, take: (held: Blob | string, name?: string) => void }} props */
function Door({ over, busy, take }) {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  return html`
    <section class=${`door ${over ? 'over' : ''}`} data-part="drop" aria-busy=${busy} aria-label=${t('study.drop')}>
      <svg class="door-sign" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
        <path d="M12 4h16l10 10v30H12z" /><path d="M28 4v10h10" /><path d="M18 34l5-7 4 4 6-9" /></svg>
      <p class="door-title">${t(busy ? 'study.reading' : over ? 'study.drop.now' : 'study.drop')}</p>
      <p><button type="button" class="button primary" data-action="pick-file" disabled=${busy} onClick=${() => field.current?.click()}>${t('study.pick')}</button></p>
      <input type="file" class="unseen" tabindex="-1" aria-hidden="true" ref=${field} data-part="file" onChange=${(/** @type {any} */ event) => {
        const [file] = event.target.files;
        if (file) take(file, file.name);
        event.target.value = '';
      }} />
      <p class="quiet small">${t('study.formats')}</p>
    </section>`;
}

/** @param {{ busy: boolean, take: (text: string) => void }} props */
function Paste({ busy, take }) {
  const [text, setText] = useState(() => read(PASTED, '', sessionStorage));
  return html`
    <form class="block" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (text.trim()) take(text);
    }}>
      <label class="field"><span>${t('study.paste')}</span>
        <textarea rows="3" spellcheck=${false} autocomplete="off" autocapitalize="off" data-part="paste" value=${text} placeholder="XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10"
          onInput=${(/** @type {any} */ event) => {
            setText(event.target.value);
            write(PASTED, event.target.value.length < 20000 ? event.target.value : null, sessionStorage);
          }}></textarea></label>
      <div class="row"><button type="submit" class="button" data-action="analyse-text" disabled=${busy || !text.trim()}>${t('study.analyse')}</button>
        <span class="quiet small">${t('study.paste.help')}</span></div>
    </form>`;
}

/** Analyses that this browser opened before; the server keeps them for a while. */
function Recent() {
  const seen = recent();
  if (!seen.length) return null;
  return html`
    <section class="block" data-part="recent"><h2>${t('study.recent')}</h2>
      <ul class="matches">${seen.map(({ id, name, when }) => html`
        <li key=${id} class="match-line"><span class="who"><a href=${`/analysis/${id}`} data-action="recent">${name}</a></span>
          <span class="quiet small">${moment(when)}</span></li>`)}</ul>
    </section>`;
}

/** The matches of this server that are over. @param {{ busy: boolean, open: (match: string) => void }} props */
function Kept({ busy, open }) {
  const { value } = useLoaded(async () => (await ask('/api/matches?limit=50')).matches, []);
  const over = (value ?? []).filter((/** @type {any} */ one) => one.over).slice(0, 12);
  if (!over.length) return null;
  return html`
    <section class="block" data-part="kept"><h2>${t('study.kept')}</h2>
      <ul class="matches">${over.map((/** @type {any} */ one) => html`
        <li key=${one.id} class="match-line" data-match=${one.id}>
          <span class="who">${nameOf(one, 0)} <b>${number(one.score[0])}–${number(one.score[1])}</b> ${nameOf(one, 1)}</span>
          <span class="ways-on"><button type="button" class="button" data-action="analyse-match" disabled=${busy} onClick=${() => open(one.id)}>${t('study.analyse')}</button></span>
          <span class="quiet small">${moment(one.updated)}</span>
        </li>`)}</ul>
    </section>`;
}

/**
 * A file may be dropped anywhere on the page; true while one hangs over it.
 * @param {(held: Blob | string, name?: string) => void} take
 */
export function useDropped(take) {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    /** @param {DragEvent} event */
    const isOurs = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === 'Files' || type === 'text/plain');
    document.addEventListener('dragover', (event) => {
      if (!isOurs(event)) return;
      event.preventDefault();
      setOver(true);
    }, { signal });
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    document.addEventListener('drop', (event) => {
      if (!isOurs(event) || (event.target instanceof Element && event.target.closest('textarea, input'))) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData('text/plain');
      if (file) latest.current(file, file.name);
      else if (text) latest.current(text);
    }, { signal });
    return () => leaving.abort();
  }, []);
  return over;
}

/** What is pasted outside of a field is taken as well. @param {(held: Blob | string, name?: string) => void} take */
function usePasted(take) {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    /** @param {ClipboardEvent} event */
    function paste(event) {
      if (event.target instanceof Element && event.target.closest('textarea, input')) return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text/plain');
      if (file) latest.current(file, file.name);
      else if (text?.trim()) latest.current(text);
    }
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}
