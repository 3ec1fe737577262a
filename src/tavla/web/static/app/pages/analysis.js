/** Analysis: without a name the door through which files come in, with one the analysis itself. */

import { html } from '../../vendor/htm-preact.js';
import { Start } from '../analysis/start.js';
import { StudyPage } from '../analysis/study.js';
import { loadStyle } from '../style.js';

await loadStyle('/static/css/analysis.css');

/** @param {{ params: string[], query: URLSearchParams }} props */
export default function Analysis({ params }) {
  const [id] = params;
  return id ? html`<${StudyPage} id=${id} />` : html`<${Start} />`;
}
