// A page that is made again and again is loaded again: at a moment when its reader does nothing, and to show the same place.

const KEPT = 'fz-kept';
// Milliseconds in which the reader has done nothing.
const IDLE = 4000;

function keep() {
  const box = byId('view').querySelector('.rows');
  if (box) places.set(location.hash, box.scrollTop);
  const { by, down } = folders;
  const kept = { hash: location.hash, down: scrollY, places: [...places], open: [...folders.open], order: { by, down } };
  try { sessionStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* Pages of files may not keep anything. */ }
}

// What the reader had open. The function that is returned goes to where they were, once that is shown.
function recall() {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(KEPT)); sessionStorage.removeItem(KEPT); } catch { /* As above. */ }
  if (!kept) return () => {};
  for (const [hash, top] of kept.places) places.set(hash, top);
  folders.open = new Set(kept.open);
  Object.assign(folders, kept.order);
  return () => { if (kept.hash === location.hash) scrollTo(0, kept.down); };
}

function stayFresh() {
  const every = Number(document.documentElement.dataset.reload) * 1000;
  if (!every) return;
  const loaded = Date.now();
  let touched = 0;
  for (const kind of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'scroll', 'selectionchange', 'touchmove']) {
    document.addEventListener(kind, () => { touched = Date.now(); }, { capture: true, passive: true });
  }
  const isBusy = () => document.hidden || byId('help').open || !getSelection().isCollapsed
    || document.activeElement?.matches('input, select, textarea') || Date.now() - touched < IDLE;
  setInterval(() => {
    if (Date.now() - loaded < every || isBusy()) return;
    keep();
    location.reload();
  }, 500);
}
