/** The door: a board, ready, and one button. */

import { html, useState } from '../../vendor/htm-preact.js';
import { useRedraw, usePreferences, useTitle } from '../hooks.js';
import { lastSetup } from '../memory.js';
import { boardLook, StillBoard } from '../parts/board_view.js';
import { BotIcon, DiceIcon, FriendIcon } from '../parts/icons.js';
import { lengthText } from '../parts/facts.js';
import { problemText } from '../parts/problem.js';
import { playNow } from '../start.js';
import { t } from '../words.js';

const SIDE = [0, 0, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0];

/** @type {import('../../board/types.js').BoardView} */
const READY = { match: 'door', version: 0, turn: null, points: [SIDE, SIDE] };

export default function Home() {
  const wishes = usePreferences();
  useTitle('');
  return html`
    <div class="table home">
      <${StillBoard} view=${READY} look=${{ ...boardLook(wishes), perspective: 0, numbers: 'own', hints: false }} />
      <div class="welcome">
        <h1>${t('page.home.title')}</h1>
        <${PlayNow} />
        <section class="ways" aria-label=${t('page.home.ways')}>
          <${Choice} way="hotseat" icon=${FriendIcon} />
          <${Choice} way="bot" icon=${BotIcon} />
          <${Choice} way="table" icon=${DiceIcon} />
        </section>
        <p class="quiet small"><a href="/help" data-action="learn">${t('page.home.learn')}</a></p>
      </div>
    </div>`;
}

function PlayNow() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {any} */ (null));
  const redraw = useRedraw();
  const setup = lastSetup();
  async function play() {
    setBusy(true);
    setProblem(null);
    try {
      await playNow();
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
    redraw();
  }
  const rules = [t(`profile.${setup.profile}`), setup.length ? lengthText(setup.length) : ''].filter(Boolean).join(', ');
  return html`
    <div class="play">
      <button type="button" class="button primary large" data-action="play" disabled=${busy} onClick=${play}>${t('page.home.play')}</button>
      <p class="quiet small spread"><span>${t('page.home.against', { bot: t(`bot.${setup.bot}`), rules })}</span>
        <a href="/new?way=bot" data-action="change">${t('page.home.change')}</a></p>
      ${problem && html`<p class="notice warn" role="alert">${problemText(problem)}</p>`}
    </div>`;
}

/** @param {{ way: string, icon: () => unknown }} props */
function Choice({ way, icon: Icon }) {
  return html`
    <a class="card" href=${`/new?way=${way}`} data-action=${`way-${way}`}>
      <${Icon} />
      <span><b>${t(`page.way.${way}`)}</b><span>${t(`page.way.${way}.help`)}</span></span>
    </a>`;
}
