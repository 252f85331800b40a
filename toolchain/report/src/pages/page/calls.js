// The tree of calls: what inputs reached and what they can, a tree grid of which only the rows that can be seen are made.

// `all`: every row; `rows`: those that are not folded away; `open`: numbers of rows whose calls are shown.
const calls = { all: null, rows: [], focus: 0, open: new Set() };

// So many rows are all open at first; of more, each program's first.
const ALL_OPEN = 300;

const wordOf = (how) => (how === 'ran' ? 'reached' : leads.get(how).word);

async function loadCalls() {
  const all = [];
  const programs = byId('calls') ? await unpack('calls') : [];
  const isNamed = programs.length > 1;
  for (const { name, functions = [], rows = [] } of programs) {
    if (isNamed) all.push({ level: 1, name });
    for (const { depth, function: number, again } of rows) {
      all.push({ level: depth + (isNamed ? 2 : 1), ...functions[number], again });
    }
  }
  measureCalls(all);
  const isSmall = all.length <= ALL_OPEN;
  all.forEach((row, number) => {
    row.number = number;
    row.canOpen = row.end > number + 1;
    if (row.canOpen && (isSmall || (isNamed && row.level === 1))) calls.open.add(number);
  });
  calls.all = all;
}

// Where what is below each row ends, and its place among those beside it.
function measureCalls(all) {
  const around = [];
  const close = (level, end) => {
    while (around.length > level) {
      const beside = around.pop();
      beside.at(-1).end = end;
      beside.forEach((row, at) => Object.assign(row, { position: at + 1, size: beside.length }));
    }
  };
  all.forEach((row, number) => {
    close(row.level, number);
    if (around.length === row.level) {
      around.at(-1).at(-1).end = number;
      around.at(-1).push(row);
    } else around.push([row]);
  });
  close(0, all.length);
}

function redrawCalls(list) {
  calls.rows = [];
  for (let at = 0; at < calls.all.length;) {
    const row = calls.all[at];
    row.isOpen = calls.open.has(at);
    calls.rows.push(row);
    at = row.isOpen ? at + 1 : row.end;
  }
  calls.focus = Math.min(calls.focus, Math.max(0, calls.rows.length - 1));
  list.set(calls.rows.length);
}

function foldCalls(list, number, isOpen) {
  const row = calls.rows[number];
  if (isOpen) calls.open.add(row.number);
  else calls.open.delete(row.number);
  redrawCalls(list);
  focusRow(calls, list, number);
}

const callPlace = ({ place }) => (place ? placeOf(files[place[0]], place[1]) : null);

function callRow(number, list) {
  const row = calls.rows[number];
  const fold = () => { if (row.canOpen) foldCalls(list, number, !row.isOpen); };
  const address = callPlace(row);
  const state = row.how === undefined ? 'none' : row.how === 'ran' ? 'hit' : 'miss';
  const element = make('div', {
    class: `row ${state}${state === 'miss' ? ` ${row.how}` : ''}`, role: 'row',
    'aria-level': row.level, 'aria-posinset': row.position, 'aria-setsize': row.size,
    'aria-expanded': row.canOpen ? String(row.isOpen) : null,
    tabindex: number === calls.focus ? '0' : '-1', 'data-row': number,
    onclick: (event) => { if (!event.target.closest('a')) fold(); },
  });
  const name = make('span', { class: 'name', role: 'rowheader' },
    make('span', { class: 'fold', 'aria-hidden': 'true' }, row.canOpen ? (row.isOpen ? '▾' : '▸') : ''),
    address ? make('a', { href: address, tabindex: '-1' }, said(row.name)) : said(row.name),
    row.again && make('span', { class: 'dim', title: 'what it calls is shown where it is named first' }, ' …'));
  name.style.paddingInlineStart = `${Math.min(row.level - 1, 40) * 18}px`;
  const place = row.place ? `${files[row.place[0]].path}:${row.place[1]}` : '';
  element.append(name,
    make('span', { class: 'n', role: 'gridcell' }, row.how === undefined ? '' : row.inputs > 0 ? count(row.inputs) : '–'),
    make('span', { class: 'lead', role: 'gridcell', title: state === 'miss' ? leads.get(row.how).what : null }, state === 'none' ? '' : wordOf(row.how)),
    make('span', { class: 'where dim', role: 'gridcell' }, said(place)));
  return element;
}

async function showCalls(view, isCurrent) {
  if (!calls.all) await loadCalls();
  if (!isCurrent()) return;
  view.append(make('h1', { tabindex: '-1' }, 'Calls'));
  if (calls.all.length === 0) {
    view.append(make('p', {}, 'The calls are not known: collect from a build by the profile coverage.'));
    return;
  }
  view.append(make('p', { class: 'note' }, 'Call tree of the functions that can be reached. Functions that are called through pointers begin trees of their own. …: shown above.'));
  const box = make('div', { class: 'rows calls', role: 'treegrid', 'aria-label': 'calls' });
  box.append(make('div', { class: 'row head', role: 'row' },
    ['function', 'inputs', 'reachable', 'place'].map((head) => make('span', { role: 'columnheader', class: head === 'inputs' ? 'n' : null }, head))));
  view.append(box);
  const list = new Rows(box, 26, (number) => callRow(number, list));
  const fold = (number, isOpen) => foldCalls(list, number, isOpen);
  const act = (number) => {
    const address = callPlace(calls.rows[number]);
    if (address) location.hash = address;
    else if (calls.rows[number].canOpen) fold(number, !calls.rows[number].isOpen);
  };
  listenTree(box, calls, list, { fold, act });
  redrawCalls(list);
}
