/** What belongs to the file as a whole: what was odd about it, what can be taken along, another level, another file. */

import { html } from '../../vendor/htm-preact.js';
import { navigate } from '../router.js';
import { language, number, t } from '../words.js';
import { disremember } from './recent.js';
import { Narrow } from './list.js';
import { oddityText, titleOf } from './say.js';
import { Progress } from './summary.js';
import { forget } from './wire.js';

/** @typedef {import('./model.js').Study} Study */

const FORMS = ['html', 'mat', 'xg-text', 'sgf', 'native', 'json'];

/** @param {{ study: Study }} props */
export function File({ study }) {
  const outline = /** @type {import('./types.js').Outline} */ (study.outline);
  return html`
    <h2>${titleOf(outline)}</h2>
    <p class="quiet small">${[outline.name, t(`study.form.${outline.form}`), t('study.matches', { n: outline.matches.length })].filter(Boolean).join(' · ')}</p>
    ${study.state.count > 0 && html`<${Progress} study=${study} whole />`}
    <${Narrow} study=${study} names=${['match']} />
    <${Exports} study=${study} />
    <${Oddities} outline=${outline} />
    <div class="row">
      <a class="button" href="/analysis" data-action="analyse-new">${t('study.again.file')}</a>
      ${study.mine && html`<button type="button" class="button" data-action="forget" onClick=${async () => {
        await forget(study.id);
        disremember(study.id);
        navigate('/analysis');
      }}>${t('study.forget')}</button>`}
    </div>`;
}

/** @param {{ study: Study }} props */
function Exports({ study }) {
  const { match } = study.filter;
  if (!study.outline?.matches.length) return null;
  return html`
    <section class="block tight" data-part="exports"><h3>${t('study.export')}</h3>
      <div class="row">${FORMS.map((form) => html`
        <a class="button small" key=${form} href=${`/api/studies/${study.id}/export/${form}?${new URLSearchParams({ match: String(match), language: language() })}`} download="" data-action=${`export-${form}`}>${t(`study.export.${form}`)}</a>`)}</div>
    </section>`;
}

/** @param {{ outline: import('./types.js').Outline }} props */
function Oddities({ outline }) {
  const { oddities, more } = outline;
  return html`
    <section class="block tight" data-part="oddities"><h3>${t('study.oddities')}</h3>
      ${oddities.length === 0 ? html`<p class="quiet">${t('study.oddities.none')}</p>` : html`
        <div class="wide" tabindex="0" role="group" aria-label=${t('study.oddities')}><table class="oddities"><thead><tr><th scope="col">${t('study.head.line')}</th><th scope="col">${t('study.head.what')}</th></tr></thead>
          <tbody>${oddities.map((one, at) => html`<tr key=${at}><td>${one.line ? number(one.line) : '–'}</td><td>${oddityText(one)}</td></tr>`)}</tbody></table></div>`}
      ${more > 0 && html`<p class="quiet small">${t('formats.more', { n: more })}</p>`}
    </section>`;
}
