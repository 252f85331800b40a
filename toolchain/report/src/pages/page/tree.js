// Folders and files with bars: the tree pattern of WAI-ARIA, of which only the rows that can be seen are made.

const folders = { root: null, rows: [], focus: 0, open: new Set() };

function plant() {
  const root = { name: '', path: '', folders: new Map(), files: [], all: [] };
  for (const file of files) {
    const parts = file.path.split('/');
    let folder = root;
    root.all.push(file);
    for (let at = 0; at < parts.length - 1; at += 1) {
      const path = parts.slice(0, at + 1).join('/');
      if (!folder.folders.has(parts[at])) {
        folder.folders.set(parts[at], { name: parts[at], path, folders: new Map(), files: [], all: [] });
      }
      folder = folder.folders.get(parts[at]);
      folder.all.push(file);
    }
    folder.files.push(file);
  }
  folders.root = root;
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

function addRows(folder, level, rows) {
  const children = [...folder.folders.values()].map(merged);
  children.sort((a, b) => (a.name < b.name ? -1 : 1));
  const size = children.length + folder.files.length;
  let position = 0;
  for (const child of children) {
    position += 1;
    const isOpen = folders.open.has(child.folder.path);
    rows.push({ name: child.name, folder: child.folder, all: child.folder.all, level, position, size, isOpen });
    if (isOpen) addRows(child.folder, level + 1, rows);
  }
  for (const file of folder.files) {
    position += 1;
    rows.push({ name: file.path.split('/').pop(), file, all: [file], level, position, size });
  }
}

const total = (all, what) => all.reduce(([a, b], file) => [a + file[what][0], b + file[what][1]], [0, 0]);

function barCell(part) {
  return make('span', { class: 'barcell' }, meter(part),
    make('span', { class: 'n' }, part[1] === 0 ? '–' : `${percent(part).toFixed(1)} %`),
    make('span', { class: 'n of' }, part[1] === 0 ? '' : `${count(part[0])}/${count(part[1])}`));
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
  const [lines, outcomes] = [total(row.all, 'lines'), total(row.all, 'outcomes')];
  const words = `${row.name}: ${percent(lines).toFixed(1)} percent of lines, ${percent(outcomes).toFixed(1)} percent of outcomes`;
  const element = make('div', {
    class: 'row', role: 'treeitem', 'aria-level': row.level, 'aria-posinset': row.position, 'aria-setsize': row.size,
    'aria-expanded': row.folder ? String(row.isOpen) : null, 'aria-label': words,
    tabindex: number === folders.focus ? '0' : '-1', 'data-row': number,
    onclick: () => act(list, number),
  });
  const mark = row.folder ? (row.isOpen ? '▾' : '▸') : '';
  const name = make('span', { class: 'name' }, make('span', { class: 'fold', 'aria-hidden': 'true' }, mark),
    row.file ? make('a', { href: placeOf(row.file), tabindex: '-1' }, said(row.name)) : said(row.name));
  name.style.paddingInlineStart = `${(row.level - 1) * 18}px`;
  element.append(name, barCell(lines), barCell(outcomes), diff.on ? differCell(row.all) : '');
  return element;
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
  focusRow(list, number);
}

function redrawTree(list) {
  folders.rows = [];
  addRows(folders.root, 1, folders.rows);
  folders.focus = Math.min(folders.focus, Math.max(0, folders.rows.length - 1));
  list.set(folders.rows.length);
}

function focusRow(list, number) {
  if (number < 0 || number >= folders.rows.length) return;
  folders.focus = number;
  for (const element of list.made.values()) element.tabIndex = -1;
  const element = list.show(number);
  element.tabIndex = 0;
  element.focus({ preventScroll: true });
}

function treeKey(list, event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const at = folders.focus;
  const row = folders.rows[at];
  const parent = () => {
    for (let up = at - 1; up >= 0; up -= 1) if (folders.rows[up].level < row.level) return up;
    return at;
  };
  const keys = {
    ArrowDown: () => focusRow(list, at + 1),
    ArrowUp: () => focusRow(list, at - 1),
    Home: () => focusRow(list, 0),
    End: () => focusRow(list, folders.rows.length - 1),
    ArrowRight: () => (row.folder && !row.isOpen ? fold(list, at, true) : row.folder && focusRow(list, at + 1)),
    ArrowLeft: () => (row.folder && row.isOpen ? fold(list, at, false) : focusRow(list, parent())),
    Enter: () => act(list, at),
    ' ': () => act(list, at),
  };
  if (!row || !keys[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  keys[event.key]();
}

// With a folder and those above it open.
function showTree(view, wanted) {
  if (!folders.root) {
    plant();
    const few = files.length <= 60;
    const openAll = (folder) => {
      folders.open.add(folder.path);
      folder.folders.forEach(openAll);
    };
    if (few) openAll(folders.root);
  }
  if (wanted) wanted.split('/').forEach((_, at, parts) => folders.open.add(parts.slice(0, at + 1).join('/')));
  const heads = ['file', 'lines', 'outcomes'].concat(diff.on ? ['only one side: lines + outcomes'] : []);
  const box = make('div', { class: 'rows tree', role: 'tree', 'aria-label': 'files' });
  view.append(
    make('h1', { tabindex: '-1' }, 'Files'),
    make('div', { class: `treehead${diff.on ? ' with-diff' : ''}`, 'aria-hidden': 'true' }, heads.map((h) => make('span', {}, h))),
    box);
  const list = new Rows(box, 30, (number) => treeRow(number, list));
  box.addEventListener('keydown', (event) => treeKey(list, event));
  redrawTree(list);
  const at = folders.rows.findIndex((row) => row.folder && row.folder.path === wanted);
  if (at >= 0) {
    folders.focus = at;
    redrawTree(list);
    list.show(at);
  }
}

