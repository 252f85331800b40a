// Which view is shown, by the address behind `#`; keys; colours; what is printed.

let turn = 0;
const places = new Map();

function route() {
  const [, view = '', rest = ''] = /^#\/([a-z]*)\/?(.*)$/s.exec(location.hash) ?? [];
  const words = rest.split('/').map((part) => {
    try { return decodeURIComponent(part); } catch { return part; }
  }).join('/');
  return { view, words };
}

const VIEWS = {
  files: (view, words) => showTree(view, words),
  frontier: (view) => showFrontier(view),
  calls: (view, words, isCurrent) => showCalls(view, isCurrent),
  diff: (view, words, isCurrent) => showDiff(view, isCurrent),
  search: (view, words, isCurrent) => showSearch(view, words, isCurrent),
  file: (view, words, isCurrent) => {
    const whole = filesAt(words);
    const [, path, line] = /^(.*?)(?::(\d+))?$/s.exec(words);
    const [found, at] = whole.length > 0 || !line ? [whole, null] : [filesAt(path), Number(line)];
    if (found.length === 0) return unknown(view, 'file', words);
    if (found.length === 1) return showSource(view, found[0], at, isCurrent);
    return choose(view, words, found.map((file) => [file, at]));
  },
  function: (view, words, isCurrent) => {
    const all = functionsOf(words);
    if (all.length === 0) return unknown(view, 'function', words);
    if (all.length === 1) return showSource(view, files[all[0].file], all[0].line, isCurrent);
    return choose(view, words, all.map(({ name, file, line }) => [files[file], line, name]));
  },
};

// The functions of that name: as the page has it, as linkers do, or without parameters; without one, those in any namespace.
function functionsOf(name) {
  const called = (is) => index.functions.filter(({ name, also }) => is(name) || also.some(is));
  const same = called((known) => known === name);
  return same.length > 0 ? same : called((known) => known.endsWith(`::${name}`));
}

// The file of that path; without one, those whose paths end so: programs and folders before it may be left out.
function filesAt(path) {
  const same = files.filter((f) => f.path === path);
  return same.length > 0 ? same : files.filter((f) => f.path.endsWith(`/${path}`));
}

function choose(view, words, places) {
  const link = ([file, line, name]) => [make('a', { href: placeOf(file, line) }, said(line ? `${file.path}:${line}` : file.path)), name ? [' ', coded(name)] : ''];
  view.append(make('h1', { tabindex: '-1' }, said(words)), make('ul', { class: 'found' }, places.map((place) => make('li', {}, link(place)))));
  return null;
}

function unknown(view, what, name) {
  view.append(make('h1', { tabindex: '-1' }, `No such ${what}`), make('p', {}, said(name)));
}

let last = null;

async function show(focus = true) {
  turn += 1;
  const mine = turn;
  const isCurrent = () => mine === turn;
  const { view: name, words } = route();
  const known = VIEWS[name];
  const view = byId('view');
  // What stands in the page itself.
  const standing = ['overview', 'comparison'].map(byId).filter(Boolean);
  const here = known ? view : standing.find((section) => section.id === name) ?? standing[0];
  const old = view.querySelector('.rows');
  if (old && last) places.set(last, old.scrollTop);
  last = location.hash;
  Object.assign(source, { file: null, data: null, list: null });
  panel.mark = null;
  view.replaceChildren();
  byId('tree').replaceChildren();
  for (const section of [view, ...standing]) section.hidden = section !== here;
  if (here.id === 'overview') {
    grow(byId('tree'), '');
    listStanding();
  }
  view.dataset.view = name;
  for (const link of document.querySelectorAll('nav [data-view]')) {
    const isHere = link.dataset.view === (known ? { file: 'files', function: 'files' }[name] ?? name : here.id);
    if (isHere) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  const title = `${words || name ? `${visible(words || name)} – ` : ''}coverage of ${visible(index.title)}`;
  document.title = title;
  if (known) {
    await known(view, words, isCurrent);
    if (!isCurrent()) return;
    const box = view.querySelector('.rows');
    const isThere = view.contains(document.activeElement) || /:\d+$/.test(location.hash);
    if (box && places.has(location.hash) && !isThere) box.scrollTop = places.get(location.hash);
  }
  // Unless the view has put it somewhere already.
  if (focus && !view.contains(document.activeElement)) {
    const heading = here.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    if (!known) scrollTo(0, 0);
  }
  if (name === 'bugs') showBugs(words);
  document.documentElement.dataset.shown = location.hash || '#/';
}

// The list of a program's bugs, which stands in the overview.
function showBugs(number) {
  const heading = document.querySelector(`[data-bugs="${Number(number) || 0}"] h2`);
  heading?.focus({ preventScroll: true });
  heading?.closest('.bugs').scrollIntoView({ block: 'center' });
}

// Where one level up is.
function up() {
  const { view, words } = route();
  if (view === 'file') {
    const path = words.replace(/:\d+$/, '');
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    location.hash = folder ? address('files', folder) : '#/files';
  } else if (view === 'files' && words) {
    location.hash = words.includes('/') ? address('files', words.slice(0, words.lastIndexOf('/'))) : '#/files';
  } else location.hash = '#/';
}

const THEMES = ['', 'dark', 'light'];

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  byId('theme').setAttribute('aria-label', `dark or light: ${theme || 'as the system has it'}`);
  try { localStorage.setItem('fz-theme', theme); } catch { /* Pages of files may not keep anything. */ }
}

function nextTheme() {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const order = isDark ? ['', 'light', 'dark'] : THEMES;
  const at = order.indexOf(document.documentElement.dataset.theme ?? '');
  setTheme(order[(at + 1) % order.length]);
}

const GO = { o: '#/', c: '#/comparison', f: '#/files', t: '#/frontier', a: '#/calls', d: '#/diff' };
const KEYS = {
  '/': () => { byId('search').focus(); byId('search').select(); },
  j: () => step('open', 1),
  k: () => step('open', -1),
  n: () => stepPlace(1),
  p: () => stepPlace(-1),
  m: () => step('unreached', 1),
  M: () => step('unreached', -1),
  c: () => step('half', 1),
  C: () => step('half', -1),
  d: () => step('differs', 1),
  D: () => step('differs', -1),
  u: up,
  t: nextTheme,
  x: () => prepareDiff.toggle?.(),
  '?': () => byId('help').showModal(),
};
let going = false;

function key(event) {
  const isTyping = event.target.matches?.('input, select, textarea') || byId('help').open;
  if (event.key === 'Escape' && event.target === byId('search')) byId('search').blur();
  else if (event.key === 'Escape' && panel.mark && !byId('help').open) closePanel();
  if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
  const action = going ? GO[event.key] && (() => { location.hash = GO[event.key]; }) : KEYS[event.key];
  going = !going && event.key === 'g';
  if (!action) return;
  event.preventDefault();
  action();
}

function printedTable(title, heads, rows) {
  return [make('h1', {}, title), make('table', {},
    make('thead', {}, make('tr', {}, heads.map((head) => make('th', { scope: 'col' }, head)))),
    make('tbody', {}, rows.map((cells) => make('tr', {}, cells.map((cell) => make('td', { class: typeof cell === 'number' ? 'n' : null }, typeof cell === 'number' ? count(cell) : cell))))))];
}

// What stands in for lists of which only the rows that can be seen are made.
const PRINTED = {
  frontier: () => printedTable('Frontier', ['hides', 'inputs', 'condition', 'never', 'place'],
    index.frontier.slice(0, 2000).map(({ file, line, inputs, text, never, behind }) => [
      behind ? behindOf(behind).sizes.join(', ') : '', inputs, coded(text), make('span', {}, waysOf(never)), said(`${files[file].path}:${line}`)])),
  calls: () => printedTable('Calls', ['function', 'inputs', 'reachable'],
    calls.rows.slice(0, 2000).map(({ level, name, inputs, how }) => [said(`${'\u2003'.repeat(level - 1)}${name}`), inputs ?? '', how ? wordOf(how) : ''])),
  files: () => printedTable('Files', ['file', 'functions', 'lines', 'outcomes', 'lines missed'],
    files.map((file) => [said(file.path), ...['functions', 'lines', 'outcomes'].map((what) => barCell(file[what])), missing(file.lines)])),
};

let themeOfScreen = '';

// The file that is shown, in full; else the frontier, the calls that are open, or all files. Paper is light.
function print() {
  themeOfScreen = document.documentElement.dataset.theme ?? '';
  document.documentElement.dataset.theme = 'light';
  const box = byId('printed');
  const { file, data } = source;
  const { view } = route();
  const what = data ? 'file' : ['frontier', 'calls'].includes(view) ? view : view === 'comparison' ? '' : 'files';
  box.dataset.what = what;
  if (data) box.replaceChildren(make('h1', {}, said(file.path)), make('div', { class: 'rows source all' }, data.lines.map(([line]) => lineRow(file, data, line, -1))));
  else if (what) box.replaceChildren(...PRINTED[what]());
}

let typing = 0;

// What a link is about is known from where it stands.
const ASKED = [['.frontier .space > .row, .stopping .stops li', 'condition'], ['#comparison table a', 'differs']];

function follow(event) {
  const found = ASKED.find(([where]) => event.target.closest(where));
  source.asked = found?.[1] ?? null;
  source.exact = null;
  keepPlace(event.target);
  if (source.asked === 'differs') prepareDiff.mark?.();
  const stop = event.target.closest('.stops li');
  if (stop && !event.target.closest('a') && getSelection().isCollapsed) location.hash = stop.querySelector('a')?.getAttribute('href') ?? location.hash;
}

function listen() {
  document.addEventListener('click', follow, { capture: true });
  addEventListener('hashchange', () => show());
  document.addEventListener('keydown', key);
  byId('theme').addEventListener('click', nextTheme);
  byId('help-open').addEventListener('click', () => byId('help').showModal());
  document.querySelector('.skip').addEventListener('click', (event) => { event.preventDefault(); byId('main').focus(); });
  const search = (isNew) => {
    const wanted = address('search', byId('search').value);
    if (isNew && route().view !== 'search') history.pushState(null, '', wanted);
    else history.replaceState(null, '', wanted);
    show(false);
  };
  byId('search').addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(() => search(true), 150); });
  byId('search-form').addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(typing);
    search(true);
    byId('view').querySelector('h1')?.focus();
  });
  addEventListener('popstate', () => { if (route().view === 'search') byId('search').value = route().words; });
  addEventListener('beforeprint', print);
  addEventListener('afterprint', () => {
    byId('printed').replaceChildren();
    setTheme(themeOfScreen);
  });
}

(async () => {
  let theme = '';
  try { theme = localStorage.getItem('fz-theme') ?? ''; } catch { /* As above. */ }
  setTheme(THEMES.includes(theme) ? theme : '');
  document.documentElement.classList.add('scripted');
  await open();
  prepareDiff(() => show(false));
  listen();
  const goBack = recall();
  await show(false);
  goBack();
  stayFresh();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
