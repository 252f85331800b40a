// From place to place in the order of the list that was on the screen last: keys `n` and `p`.

// `place(number)`: the address of each, and what to open there; `list`: rows of which only some are made, or none.
const walk = { of: '', count: 0, at: -1, place: null, list: null };

function listed(of, count, place, list = null) {
  if (walk.of !== of || walk.count !== count) walk.at = -1;
  Object.assign(walk, { of, count, place, list });
}

const placeOfRow = ({ file, line, condition }) => ({ hash: placeOf(files[file], line), condition });

// The ten places, and the bugs, as they stand in the page itself.
function listStanding() {
  const links = [...byId('overview').querySelectorAll('.stops .where > a')];
  if (links.length > 0) listed('overview', links.length, (number) => ({ hash: links[number].getAttribute('href'), link: links[number] }));
}

function focusPlace(number) {
  if (!walk.list) return walk.place(number).link?.focus();
  const row = walk.list.show(walk.list.rowOf(number));
  return row?.querySelector('a')?.focus({ preventScroll: true });
}

function goToPlace(number) {
  const { hash, condition = null } = walk.place(number);
  source.asked = walk.of === 'diff' ? 'differs' : 'condition';
  source.exact = condition;
  if (location.hash === hash) show();
  else location.hash = hash;
}

// The next (1) or the one before (-1): on the list itself the focus moves, elsewhere the place is shown.
function stepPlace(direction) {
  const { view } = route();
  const here = view in VIEWS || view === 'comparison' ? view : 'overview';
  const isOnList = walk.of === here;
  if (!walk.of) listed('frontier', index.frontier.length, (number) => placeOfRow(index.frontier[number]));
  const next = walk.at + direction;
  if (next < 0 || next >= walk.count) return say(`no ${direction > 0 ? 'further' : 'earlier'} place in the list`);
  walk.at = next;
  if (isOnList) focusPlace(next);
  else goToPlace(next);
  return say(`place ${next + 1} of ${walk.count}`);
}

// Where the reader is in the list: at what has the focus, or was followed.
function keepPlace(target) {
  const row = target.closest?.('[data-place]');
  if (row && walk.list?.box.contains(row)) {
    walk.at = Number(row.dataset.place);
    source.exact = walk.place(walk.at).condition ?? null;
  } else if (walk.of === 'overview' && target.closest?.('.stops li')) {
    const link = target.closest('.stops li').querySelector('.where > a');
    for (let at = 0; at < walk.count; at += 1) if (walk.place(at).link === link) walk.at = at;
  }
}
