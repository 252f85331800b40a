// Folders and files with bars: the tree grid of WAI-ARIA, of which only the rows that can be seen are made.

const folders = { root: null, elsewhere: null, rows: [], focus: 0, open: new Set(), by: 'name', down: false };

// What no path is.
const ELSEWHERE = '\u0000';

const folderOf = (name, path) => ({ name, path, folders: new Map(), files: [], all: [] });

// Puts a file where it belongs below a folder.
function put(root, file) {
  const parts = file.path.split('/');
  let folder = root;
  root.all.push(file);
  for (let at = 0; at < parts.length - 1; at += 1) {
    if (!folder.folders.has(parts[at])) {
      folder.folders.set(parts[at], folderOf(parts[at], parts.slice(0, at + 1).join('/')));
    }
    folder = folder.folders.get(parts[at]);
    folder.all.push(file);
  }
  folder.files.push(file);
}

function plant() {
  folders.root = folderOf('', '');
  folders.elsewhere = folderOf('Outside the project', ELSEWHERE);
  // Of a header without code of its own there is nothing to say.
  const counted = files.filter((file) => ['functions', 'lines', 'outcomes'].some((what) => file[what][2] > 0));
  for (const file of counted) put(file.elsewhere ? folders.elsewhere : folders.root, file);
  const openAll = (folder) => {
    folders.open.add(folder.path);
    folder.folders.forEach(openAll);
  };
  if (files.length > 60) return;
  openAll(folders.root);
  folders.elsewhere.folders.forEach(openAll);
}

// A folder with nothing but a folder in it is one row with it.
function merged(folder) {
  let name = folder.name || '/';
  while (folder.files.length === 0 && folder.folders.size === 1) {
    [folder] = folder.folders.values();
    name += `/${folder.name}`;
  }
  return { folder, name: name.replace('//', '/') };
}

const missing = (part) => part[1] - part[0];

// What a column shows, and is sorted by. Of nothing there is no share: it comes last.
const COLUMNS = [
  { key: 'name', title: 'file', of: (row) => row.name },
  { key: 'functions', title: 'functions', of: (row) => share(row, 'functions') },
  { key: 'lines', title: 'lines', of: (row) => share(row, 'lines') },
  { key: 'outcomes', title: 'outcomes', of: (row) => share(row, 'outcomes') },
  { key: 'missing', title: 'lines missed', of: (row) => missing(total(row.all, 'lines')), most: true },
];

function share(row, what) {
  const part = total(row.all, what);
  return part[1] === 0 ? null : percent(part);
}

// Folders first if names are sorted, else as the figures have it.
function sorted(rows) {
  const column = COLUMNS.find((c) => c.key === folders.by);
  const values = new Map(rows.map((row) => [row, column.of(row)]));
  const order = folders.down ? -1 : 1;
  return rows.sort((a, b) => {
    const [x, y] = [values.get(a), values.get(b)];
    if (column.key === 'name' && Boolean(a.folder) !== Boolean(b.folder)) return a.folder ? -1 : 1;
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    if (x !== y) return x < y ? -order : order;
    return a.name < b.name ? -1 : 1;
  });
}

function addRows(folder, level, rows) {
  const inner = [...folder.folders.values()].map(merged).map((child) => ({ name: child.name, folder: child.folder, all: child.folder.all }));
  const own = folder.files.map((file) => ({ name: file.path.split('/').pop(), file, all: [file] }));
  const children = sorted([...inner, ...own]);
  // Last, however the rest is sorted.
  if (folder === folders.root && folders.elsewhere.all.length > 0) {
    const { name, all } = folders.elsewhere;
    children.push({ name: `${name} (${count(all.length)})`, folder: folders.elsewhere, all });
  }
  children.forEach((child, at) => {
    const isOpen = Boolean(child.folder) && folders.open.has(child.folder.path);
    rows.push({ ...child, level, position: at + 1, size: children.length, canOpen: Boolean(child.folder), isOpen });
    if (isOpen) addRows(child.folder, level + 1, rows);
  });
}

// Reached, reachable, all.
const total = (all, what) => all.reduce((sum, file) => sum.map((n, at) => n + file[what][at]), [0, 0, 0]);

function barCell(part) {
  const [some, can, all] = part;
  const rest = all > can ? `${count(all - can)} of ${count(all)} cannot be reached` : null;
  if (can === 0) return make('span', { class: 'barcell none', title: rest }, make('span'), make('span', { class: 'n dim dead' }, all > 0 ? 'unreachable' : '–'));
  return make('span', { class: `barcell ${gradeOf(part)}`, title: rest }, meter(part),
    make('span', { class: 'n' }, shareOf(part)), make('span', { class: 'n of' }, `${count(some)}/${count(can)}`));
}

function differCell(all) {
  const sum = differences(all);
  return make('span', { class: 'barcell differs' }, ['A', 'B'].map((letter) => {
    const [lines, outcomes] = sum[letter];
    if (lines + outcomes === 0) return null;
    return make('span', { title: `only ${nameOf(letter)}: ${many(lines, 'line')}, ${many(outcomes, 'outcome')}` },
      badge(letter), ` ${count(lines)} + ${count(outcomes)} `);
  }));
}

function treeRow(number, list) {
  const row = folders.rows[number];
  const [functions, lines, outcomes] = ['functions', 'lines', 'outcomes'].map((what) => total(row.all, what));
  const element = make('div', {
    class: `row${row.folder === folders.elsewhere ? ' elsewhere' : ''}`, role: 'row',
    'aria-level': row.level, 'aria-posinset': row.position, 'aria-setsize': row.size,
    title: row.folder === folders.elsewhere ? 'system headers, and other files outside the project\'s folder' : null,
    'aria-expanded': row.folder ? String(row.isOpen) : null,
    tabindex: number === folders.focus ? '0' : '-1', 'data-row': number,
    onclick: () => act(list, number),
  });
  const mark = row.folder ? (row.isOpen ? '▾' : '▸') : '';
  const name = make('span', { class: 'name', role: 'rowheader' }, make('span', { class: 'fold', 'aria-hidden': 'true' }, mark),
    row.file ? make('a', { href: placeOf(row.file), tabindex: '-1' }, said(row.name)) : said(row.name));
  name.style.paddingInlineStart = `${(row.level - 1) * 18}px`;
  const cell = (kind, ...content) => make('span', { class: `cell ${kind}`, role: 'gridcell' }, content);
  element.append(name, cell('functions', barCell(functions)), cell('lines', barCell(lines)), cell('outcomes', barCell(outcomes)),
    cell('missing n', lines[1] === 0 ? '–' : count(missing(lines))), diff.on ? cell('differ', differCell(row.all)) : '');
  return element;
}

// Heads that sort. A share is sorted from the least on, what is missed from the most on.
function treeHead(list) {
  const head = make('div', { class: 'row head', role: 'row' });
  for (const column of COLUMNS) {
    const isIt = folders.by === column.key;
    head.append(make('span', {
      class: `cell ${column.key}`, role: 'columnheader', 'aria-sort': isIt ? (folders.down ? 'descending' : 'ascending') : 'none',
    }, make('button', { type: 'button', class: 'sort', 'data-sort': column.key, onclick: () => sortBy(list(), column) },
      column.title, make('span', { class: 'way', 'aria-hidden': 'true' }, isIt ? (folders.down ? ' ▼' : ' ▲') : ''))));
  }
  if (diff.on) head.append(make('span', { class: 'cell differ', role: 'columnheader' }, 'only one side: lines + outcomes'));
  return head;
}

function sortBy(list, column) {
  folders.down = folders.by === column.key ? !folders.down : Boolean(column.most);
  folders.by = column.key;
  list.box.querySelector('.head').replaceWith(treeHead(() => list));
  redrawTree(list);
  list.box.querySelector(`[data-sort="${column.key}"]`).focus({ preventScroll: true });
  say(`sorted by ${column.title}, ${folders.down ? 'descending' : 'ascending'}`);
}

function act(list, number) {
  const row = folders.rows[number];
  folders.focus = number;
  if (row.file) location.hash = placeOf(row.file);
  else fold(list, number, !row.isOpen);
}

function fold(list, number, isOpen) {
  const { path } = folders.rows[number].folder;
  if (isOpen) folders.open.add(path);
  else folders.open.delete(path);
  redrawTree(list);
  focusRow(folders, list, number);
}

function redrawTree(list) {
  folders.rows = [];
  addRows(folders.root, 1, folders.rows);
  folders.focus = Math.min(folders.focus, Math.max(0, folders.rows.length - 1));
  list.set(folders.rows.length);
}

// Of a tree: its rows, and which has the focus.
function focusRow(tree, list, number) {
  if (number < 0 || number >= tree.rows.length) return;
  tree.focus = number;
  for (const element of list.made.values()) element.tabIndex = -1;
  const element = list.show(number);
  element.tabIndex = 0;
  element.focus({ preventScroll: true });
}

// `fold(number, isOpen)` and `act(number)` do what the keys say.
function treeKey(tree, list, event, { fold, act }) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = tree.focus;
  const row = tree.rows[at];
  if (event.target.closest('.head')) return;
  const parent = () => {
    for (let up = at - 1; up >= 0; up -= 1) if (tree.rows[up].level < row.level) return up;
    return at;
  };
  const keys = {
    ArrowDown: () => focusRow(tree, list, at + 1),
    ArrowUp: () => focusRow(tree, list, at - 1),
    Home: () => focusRow(tree, list, 0),
    End: () => focusRow(tree, list, tree.rows.length - 1),
    ArrowRight: () => (row.canOpen && !row.isOpen ? fold(at, true) : row.canOpen && focusRow(tree, list, at + 1)),
    ArrowLeft: () => (row.canOpen && row.isOpen ? fold(at, false) : focusRow(tree, list, parent())),
    Enter: () => act(at),
    ' ': () => (row.canOpen ? fold(at, !row.isOpen) : act(at)),
  };
  if (!row || !keys[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
}

function listenTree(box, tree, list, actions) {
  box.addEventListener('keydown', (event) => treeKey(tree, list, event, actions));
  box.addEventListener('focusin', (event) => {
    const row = event.target.closest('[data-row]');
    if (row) tree.focus = Number(row.dataset.row);
  });
}

// The tree in a box, with a folder and those above it open.
function grow(box, wanted) {
  if (!folders.root) plant();
  if (wanted) {
    wanted.split('/').forEach((_, at, parts) => folders.open.add(parts.slice(0, at + 1).join('/')));
    if (folders.elsewhere.all.some((file) => file.path.startsWith(`${wanted}/`))) folders.open.add(ELSEWHERE);
  }
  const rows = make('div', { class: 'rows tree', role: 'treegrid', 'aria-label': 'files' });
  let list = null;
  rows.append(treeHead(() => list));
  box.append(rows);
  list = new Rows(rows, 30, (number) => treeRow(number, list));
  listenTree(rows, folders, list, { fold: (number, isOpen) => fold(list, number, isOpen), act: (number) => act(list, number) });
  redrawTree(list);
  const at = folders.rows.findIndex((row) => row.folder && row.folder.path === wanted);
  if (at < 0) return;
  folders.focus = at;
  redrawTree(list);
  list.show(at);
}

const FUNCTIONS = 200;

// Functions that no input came to and that one can, surest first.
function missedFunctions() {
  const order = [...leads.keys()];
  const missed = index.functions.filter(({ inputs, how, file }) => inputs === 0 && how !== 'never' && !files[file].elsewhere)
    .sort((a, b) => order.indexOf(a.how) - order.indexOf(b.how) || a.file - b.file || a.line - b.line);
  const title = make('h2', {}, 'Functions that no input reached');
  if (missed.length === 0) return [title, make('p', { class: 'note' }, 'None: inputs came to each that can be reached.')];
  const rows = missed.slice(0, FUNCTIONS).map(({ name, file, line, how }) => make('tr', {},
    make('th', { scope: 'row' }, coded(name)),
    make('td', {}, make('a', { href: placeOf(files[file], line) }, pathed(`${files[file].path}:${line}`))),
    make('td', {}, leads.get(how)?.word ?? '')));
  return [title, make('div', { class: 'card' }, make('table', {}, make('caption', { class: 'unseen' }, 'functions that no input reached'),
    make('thead', {}, make('tr', {}, ['function', 'place', 'reachable'].map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, rows)),
  missed.length > FUNCTIONS && make('p', { class: 'note' }, `and ${count(missed.length - FUNCTIONS)} more: the search finds each`))];
}

function showTree(view, wanted) {
  const own = files.filter((file) => !file.elsewhere);
  const [reached, can] = total(own, 'lines');
  const hidden = files.filter((file) => ['functions', 'lines', 'outcomes'].every((what) => file[what][2] === 0)).length;
  view.append(make('h1', { tabindex: '-1' }, 'Files'),
    make('p', { class: 'note' }, `Inputs reached ${count(reached)} of ${many(can, 'line')} that can be reached, and missed ${count(can - reached)}.`,
      hidden > 0 ? ` ${many(hidden, 'file')} without code of ${hidden === 1 ? 'its' : 'their'} own ${hidden === 1 ? 'is' : 'are'} left out.` : ''));
  grow(view, wanted);
  view.append(...missedFunctions());
}
