// Lists over all files: the frontier, and what only one of two sides reached.

// Blocks and functions that nothing else leads to; the names of some of them.
function behindOf({ blocks, functions, names }) {
  const sizes = [many(blocks, 'block'), functions > 0 && many(functions, 'function')].filter(Boolean);
  const more = functions > names.length && names.length > 0 ? ` and ${functions - names.length} more` : '';
  return { sizes, names: names.length > 0 ? [names.map((name, at) => [at > 0 ? ', ' : '', said(name)]).flat(), more] : null };
}

// Ways that never were, a few of them.
const waysOf = (never) => [never.slice(0, 8).map((label, at) => [at > 0 ? ', ' : '', coded(label)]),
  never.length > 8 ? ` and ${never.length - 8} more` : ''].flat(2);

// Inputs with their sizes.
const inputsOf = (near) => near.map(({ size, run, name }, at) => [at > 0 ? ', ' : '', said(run ? `${run}: ${name}` : name), ` (${many(size, 'byte')})`]).flat();

// Wherever one taps a row; but who marks its text stays.
const goesTo = (file, line) => (event) => {
  if (!event.target.closest('a') && getSelection().isCollapsed) location.hash = placeOf(file, line);
};

// Rows of lists have one height; on narrow screens what stands side by side elsewhere stands below each other.
const isNarrow = () => matchMedia('(max-width: 700px)').matches;

function frontierRow(row, number) {
  const { line, inputs, text, macro, where, never, near, behind } = row;
  const file = files[row.file];
  const hidden = behind?.blocks > 0 ? behindOf(behind) : null;
  return make('div', { class: 'row', role: 'row', 'data-place': number, onclick: goesTo(file, line) },
    make('span', { role: 'cell', class: 'hidden' }, hidden ? hidden.sizes.map((size) => make('span', {}, size)) : make('span', { class: 'dim' }, behind ? 'nothing' : 'not known')),
    make('span', { class: 'n', role: 'cell' }, count(inputs), make('span', { class: 'unit' }, inputs === 1 ? ' input' : ' inputs')),
    make('span', { role: 'cell', class: 'what' },
      make('span', { class: 'condition' }, make('span', {}, coded(text), macro ? [make('span', { class: 'dim' }, ' in macro '), said(macro)] : ''),
        make('span', { class: 'never' }, 'never'), make('span', {}, waysOf(never))),
      make('span', { class: 'dim near' }, hidden?.names ? ['behind it: ', hidden.names, near.length > 0 ? '; ' : ''] : '',
        near.length > 0 ? ['smallest: ', preview(near[0]), preview(near[0]) && ', ', inputsOf(near)] : '')),
    make('span', { role: 'cell', class: 'where' },
      make('a', { href: placeOf(file, line) }, pathed(`${file.path}:${line}`)), make('span', { class: 'dim' }, 'in ', said(where))));
}

function showFrontier(view) {
  let rows = index.frontier;
  const box = make('div', { class: 'rows frontier', role: 'table', 'aria-label': 'frontier', tabindex: '0' });
  const list = new Rows(box, isNarrow() ? 92 : 48, (number) => frontierRow(rows[number], number));
  const order = () => listed('frontier', rows.length, (number) => placeOfRow(rows[number]), list);
  const filter = make('input', {
    type: 'search', placeholder: 'only with …', 'aria-label': 'only conditions, functions or files with this text', autocomplete: 'off',
    oninput: (event) => {
      const wanted = event.target.value.toLowerCase();
      rows = index.frontier.filter((row) => `${row.text} ${row.where} ${files[row.file].path}`.toLowerCase().includes(wanted));
      list.set(rows.length);
      order();
      say(many(rows.length, 'condition'));
    },
  });
  const all = index.open > index.frontier.length ? ` Of ${count(index.open)} those that hide most are listed.` : '';
  view.append(make('h1', { tabindex: '-1' }, 'Frontier'),
    make('p', { class: 'note' }, `${many(index.frontier.length, 'condition')} that always came out the same way. Those that block most code come first; the inputs named are the smallest that come to it.${all} `, filter));
  box.prepend(make('div', { class: 'row head', role: 'row' },
    ['hides', 'inputs', 'condition', 'place'].map((head) => make('span', { role: 'columnheader' }, head))));
  view.append(box);
  list.set(rows.length);
  order();
}

// What of a file only A and only B reached: lines with such regions, in ranges, and outcomes.
function differencesOf(file, data) {
  const rows = [];
  let last = null;
  for (const [line, text] of data.lines) {
    const begin = (data.parts.get(line) ?? []).filter((p) => p.begins);
    const reaches = [...new Set(begin.map((p) => p.reach))].filter((reach) => 'AB'.includes(only(reach) || '-'));
    for (const reach of reaches) {
      if (last && last.reach === reach && last.end === line - 1) last.end = line;
      else rows.push(last = { file, letter: only(reach), reach, line, end: line, text: text.trim() });
    }
  }
  for (const condition of data.conditions) {
    for (const outcome of condition.outcomes) {
      const letter = only(outcome.reach);
      if (letter === 'A' || letter === 'B') rows.push({ file, letter, reach: outcome.reach, line: condition.line, end: condition.line, condition, outcome });
    }
  }
  return rows.sort((a, b) => a.line - b.line);
}

// Above the differences of a file: how many there are.
function differingFileRow({ file, sums }) {
  return make('div', { class: 'row whole', role: 'row' }, make('span', { role: 'cell', class: 'where' }, pathed(file.path)),
    make('span', { role: 'cell', class: 'sums' }, ['A', 'B'].filter((letter) => sums[letter].some((n) => n > 0)).map((letter) => [
      badge(letter), ` ${many(sums[letter][0], 'line')}, ${many(sums[letter][1], 'outcome')} `])));
}

function differenceRow({ file, letter, reach, line, end, text, condition, outcome }, number) {
  const what = condition
    ? [coded(condition.text), ' is ', coded(outcome.label), make('span', { class: 'dim' }, ` · ${many(outcome.inputs, 'input')}`)]
    : [coded(text), end > line ? make('span', { class: 'dim' }, ` and ${many(end - line, 'more line')}`) : ''];
  return make('div', { class: `row only-${letter}`, role: 'row', 'data-place': number, onclick: goesTo(file, line) },
    make('span', { role: 'cell' }, badge(letter)),
    make('span', { role: 'cell', class: 'where' }, make('a', { href: placeOf(file, line) }, pathed(`${file.path}:${line}${end > line ? `–${end}` : ''}`))),
    make('span', { role: 'cell', class: 'what one' }, what),
    make('span', { role: 'cell', class: 'runs', title: byWhom(file, reach) }, byWhom(file, reach)));
}

async function showDiff(view, isCurrent) {
  const sum = differences(files);
  // Where most differs comes first.
  const outcomes = ({ A, B }) => [A[1] + B[1], A[0] + B[0]];
  const differing = files.map((file) => ({ file, sums: differences([file]) }))
    .filter(({ sums: { A, B } }) => A[0] + A[1] + B[0] + B[1] > 0)
    .sort((a, b) => {
      const [one, other] = [outcomes(a.sums), outcomes(b.sums)];
      return other[0] - one[0] || other[1] - one[1];
    });
  const box = make('div', { class: 'rows differences', role: 'table', 'aria-label': 'what only one side reached', tabindex: '0' });
  // Who goes on to a file from here wants to see them there.
  box.addEventListener('click', () => prepareDiff.mark?.(), { capture: true });
  let [all, rows, ordered, wanted, text] = [[], [], [], '', ''];
  const list = new Rows(box, isNarrow() ? 68 : 26, (number) => (rows[number].sums ? differingFileRow(rows[number]) : differenceRow(rows[number], ordered.indexOf(rows[number]))));
  list.rowOf = (number) => rows.indexOf(ordered[number]);
  const apply = () => {
    const is = (row) => (!wanted || row.letter === wanted)
      && `${row.file.path}:${row.line} ${row.condition?.text ?? row.text}`.toLowerCase().includes(text);
    rows = all.filter((row) => row.sums || is(row)).filter((row, at, some) => !row.sums || (some[at + 1] && !some[at + 1].sums));
    ordered = rows.filter((row) => !row.sums);
    listed('diff', ordered.length, (number) => ({ hash: placeOf(ordered[number].file, ordered[number].line) }), list);
    list.set(rows.length);
  };
  const choose = make('select', { 'aria-label': 'of which side', onchange: (event) => { wanted = event.target.value; apply(); } },
    make('option', { value: '' }, 'both'), ['A', 'B'].map((l) => make('option', { value: l }, `only ${l}: ${nameOf(l)}`)));
  const filter = make('input', {
    type: 'search', placeholder: 'only with …', 'aria-label': 'only files, lines and conditions with this text', autocomplete: 'off',
    oninput: (event) => { text = event.target.value.toLowerCase(); apply(); },
  });
  view.append(make('h1', { tabindex: '-1' }, 'Differences'),
    make('p', { class: 'note' }, ['A', 'B'].map((l) => make('span', { class: 'figure' }, badge(l), make('span', {}, 'only ', said(nameOf(l)),
      ` reached ${many(sum[l][0], 'line')}, ${many(sum[l][1], 'outcome')} of conditions`))), choose, filter),
    box);
  box.prepend(make('div', { class: 'row head', role: 'row' }, ['only', 'place', 'what', 'runs that reached it'].map((head) => make('span', { role: 'columnheader' }, head))));
  for (const { file, sums } of differing) {
    const data = await load(file.number);
    if (!isCurrent()) return;
    all.push({ file, sums }, ...differencesOf(file, data));
    apply();
  }
  if (differing.length === 0) view.append(make('p', {}, 'Both reached the same.'));
}

