
const filters = document.querySelector('.filters');
const rows = [...document.querySelectorAll('.all tbody tr')];
const cards = [...document.querySelectorAll('.cards > li')];
if (filters) {
  filters.hidden = false;
  filters.addEventListener('change', () => {
    const wanted = [...new FormData(filters)].filter(([, value]) => value !== '');
    for (const row of rows) row.hidden = wanted.some(([name, value]) => row.dataset[name] !== value);
  });
}
for (const card of cards) card.tabIndex = -1;
addEventListener('keydown', (event) => {
  const step = { j: 1, n: 1, k: -1, p: -1 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.target instanceof HTMLSelectElement) return;
  const now = cards.indexOf(document.activeElement);
  const next = cards[Math.max(0, Math.min(cards.length - 1, now + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'start' });
});
