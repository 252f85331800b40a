// Search: names at once, conditions and code as files are unpacked.

const MOST = 100;

function found(title, rows) {
  if (rows.length === 0) return null;
  return make('section', {}, make('h2', {}, `${title} `, make('span', { class: 'dim' }, rows.length > MOST ? `more than ${MOST}` : String(rows.length))),
    make('ul', { class: 'found' }, rows.slice(0, MOST).map((row) => make('li', {}, row))));
}

// A text with what was looked for marked.
function marked(text, wanted) {
  const from = Math.max(0, text.toLowerCase().indexOf(wanted));
  const begin = Math.max(0, from - 60);
  const [a, b, c] = [text.slice(begin, from), text.slice(from, from + wanted.length), text.slice(from + wanted.length, from + 140)];
  return make('code', {}, make('bdi', {}, begin > 0 ? '…' : '', shown(a), make('mark', {}, shown(b)), shown(c)));
}

async function showSearch(view, query, isCurrent) {
  const wanted = query.trim().toLowerCase();
  const heading = make('h1', { tabindex: '-1' }, 'Search');
  view.append(heading);
  if (wanted === '') return;
  const has = (text) => text.toLowerCase().includes(wanted);
  const functions = index.functions.filter(({ name }) => has(name)).slice(0, MOST + 1)
    .map(({ name, file, line, inputs, how }) => [make('a', { href: placeOf(files[file], line) }, marked(name, wanted)),
      make('span', { class: 'dim' }, ' ', said(files[file].path), `, ${inputs > 0 ? many(inputs, 'input') : how === 'never' ? 'cannot be reached' : 'never reached'}`)]);
  const paths = files.filter((file) => has(file.path)).slice(0, MOST + 1)
    .map((file) => [make('a', { href: placeOf(file) }, marked(file.path, wanted)), make('span', { class: 'dim' }, ` ${shareOf(file.lines)} of lines`)]);
  const progress = make('p', { class: 'note' });
  const [conditions, code] = [[], []];
  const results = make('div', {});
  const show = () => results.replaceChildren(...[found('Functions', functions), found('Files', paths), found('Conditions', conditions), found('Code', code)].filter(Boolean));
  view.append(progress, results);
  show();
  let last = performance.now();
  for (const file of files) {
    const data = await load(file.number);
    if (!isCurrent()) return;
    for (const condition of data.conditions) {
      if (conditions.length > MOST) break;
      if (has(condition.text)) conditions.push([make('a', { href: placeOf(file, condition.line) }, marked(condition.text, wanted)), make('span', { class: 'dim' }, ' ', said(`${file.path}:${condition.line}`), ` ${labelOf([condition])}`)]);
    }
    for (const [line, text] of data.lines) {
      if (code.length > MOST) break;
      if (has(text)) code.push([make('a', { href: placeOf(file, line) }, said(`${file.path}:${line}`)), ' ', marked(text.trim(), wanted)]);
    }
    if (performance.now() - last > 150) {
      last = performance.now();
      progress.textContent = `${file.number + 1} of ${files.length} files …`;
      show();
    }
    if (conditions.length > MOST && code.length > MOST) break;
  }
  show();
  const all = functions.length + paths.length + conditions.length + code.length;
  progress.textContent = all === 0 ? 'Nothing has this text.' : '';
  say(all === 0 ? 'nothing found' : `${all} found`);
}

