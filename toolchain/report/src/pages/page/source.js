// The source of a file: lines with their counts, and in them a mark for each condition, which opens a panel about it.

// `at`: the line and the number of the mark where the reader is; -1: none. `wanted`: where to go once a file is shown.
// `asked`: what the link that was followed is about, a condition or what differs; `exact`: the condition's number.
const source = { file: null, data: null, list: null, places: new Map(), current: -1, at: [0, -1], wanted: null, asked: null, exact: null };

// Which of a mark's conditions came out how.
function stateOf(conditions) {
  const guards = conditions.every((c) => c.guard);
  const dead = conditions.every((c) => c.dead);
  const outcomes = conditions.flatMap((c) => c.outcomes);
  const seen = outcomes.filter((o) => o.inputs > 0);
  if (guards) return { state: seen.length > 0 ? 'hit' : 'all', seen, outcomes, guards };
  const state = seen.length === 0 ? (dead ? 'dead' : 'never') : seen.length < outcomes.length ? 'some' : 'all';
  return { state, seen, outcomes, guards };
}

// How surely inputs can reach conditions that none came to.
const howOf = (conditions) => [...leads.keys()].find((how) => conditions.some((c) => c.how === how)) ?? null;

const lacks = (mark) => ['never', 'some'].includes(stateOf(mark.conditions).state);

const LETTERS = { true: 'T', false: 'F' };
const SIGNS = { dead: '–', never: '○', some: '◐', all: '●', hit: '▲' };

function labelOf(conditions) {
  const { state, seen, outcomes, guards } = stateOf(conditions);
  if (guards) return state === 'hit' ? '▲' : '△';
  const isSingle = conditions.length === 1 && outcomes.every((o) => o.label in LETTERS);
  if (state !== 'some') return isSingle || ['never', 'dead'].includes(state) ? SIGNS[state] : `${SIGNS[state]} ${outcomes.length}`;
  const lacking = outcomes.filter((o) => o.inputs === 0);
  return isSingle ? `◐ never ${lacking.map((o) => LETTERS[o.label]).join('')}` : `◐ ${lacking.length} of ${outcomes.length} never`;
}

function wordsOf(file, conditions) {
  const lines = conditions.flatMap((c) => [
    `${c.text}${c.macro ? ` (macro ${c.macro})` : ''}`,
    ...c.outcomes.map((o) => (o.inputs > 0
      ? `   ${o.label}: ${many(o.inputs, 'input')}; runs: ${byWhom(file, o.reach)}`
      : `   ${o.label}: never`)),
  ]);
  return lines.slice(0, 30).join('\n');
}

function markButton(file, line, mark, number) {
  const { state, seen, outcomes } = stateOf(mark.conditions);
  const macro = mark.conditions.find((c) => c.macro)?.macro;
  const letters = [...new Set(mark.conditions.flatMap((c) => c.outcomes.map((o) => letterOf(o.reach))))].filter(Boolean).sort();
  const how = state === 'never' ? howOf(mark.conditions) : null;
  const lead = leads.get(how);
  const unstable = mark.conditions.some((c) => c.unstable);
  const words = mark.conditions.length === 1 ? mark.conditions[0].text : `${mark.conditions.length} conditions`;
  const label = `${macro ? '⊞ ' : ''}${labelOf(mark.conditions)}${unstable ? ' ~' : ''}`;
  // What one sees is in the name, for those who speak to the machine.
  const what = `${label}${letters.join('')}: ${macro ? `macro ${macro}: ` : ''}${words}: ${state === 'dead' ? 'cannot be reached' : `${seen.length} of ${outcomes.length} ways seen`}${letters.map((letter) => `, some only by ${nameOf(letter)}`).join('')}${lead?.word ? `, ${lead.word}: ${lead.what}` : ''}`;
  const button = make('button', {
    type: 'button',
    class: `mark ${state}${lead?.word ? ` ${how}` : ''}${macro ? ' macro' : ''}${letters.length === 1 ? ` only-${letters[0]}` : ''}`,
    'aria-expanded': String(panel.mark === mark), 'aria-controls': 'panel', 'aria-label': what, 'data-mark': `${line}:${number}`,
    onclick: () => (panel.mark === mark ? closePanel() : openPanel(line, number)),
    onfocus: () => { source.at = [line, number]; },
  });
  // Not through `make`: lines between the outcomes are wanted here.
  button.title = wordsOf(file, mark.conditions).split('\n').map(visible).join('\n');
  button.append(label);
  if (letters.length > 0) button.append(make('sup', {}, letters.join('')));
  return button;
}

// What is known of a line as a whole.
function lineState(data, line) {
  const regions = (data.parts.get(line) ?? []).filter((p) => p.begins);
  const outcomes = (data.marks.get(line) ?? []).flatMap((m) => m.conditions.filter((c) => !c.guard).flatMap((c) => c.outcomes));
  const cases = data.cases.get(line) ?? [];
  const all = [regions, outcomes, data.functions.get(line) ?? [], cases.map((c) => c.outcome)].find((some) => some.length > 0) ?? [];
  if (all.length === 0) return null;
  const most = data.counts.get(line) ?? all.reduce((a, b) => (b.inputs > a.inputs ? b : a));
  const misses = regions.filter((p) => p.inputs === 0).length;
  const letters = [...new Set(all.map((p) => letterOf(p.reach)))].filter(Boolean).sort();
  const isDeadCase = all.length > 0 && all.length === cases.length && cases.every((c) => c.condition.dead);
  const { dead: isDead = isDeadCase, how = null } = data.counts.get(line) ?? {};
  const state = isDead ? 'dead' : most.inputs === 0 ? 'miss' : misses > 0 ? 'part' : 'hit';
  return { state, most, letters, lead: state === 'miss' && leads.has(how) ? { how, ...leads.get(how) } : null };
}

// A line's text with its colours, its parts that differ in what reached them, and its marks.
function codeOf(file, data, line, state) {
  const text = data.texts.get(line) ?? '';
  const parts = data.parts.get(line) ?? [];
  const marks = data.marks.get(line) ?? [];
  const cases = data.cases.get(line) ?? [];
  const colours = coloured(data, data.places.get(line));
  const cuts = new Set([0, text.length, ...parts.flatMap((p) => [p.at, p.to]), ...[...marks, ...cases].map((m) => m.at), ...colours.flatMap(([from, to]) => [from, to])]);
  const ends = [...cuts].filter((at) => at <= text.length).sort((a, b) => a - b);
  const code = make('span', { class: 'code', role: 'cell', dir: 'ltr' });
  let colour = 0;
  ends.forEach((at, number) => {
    marks.forEach((mark, place) => {
      if (Math.min(mark.at, text.length) === at) code.append(markButton(file, line, mark, place));
    });
    for (const label of cases) if (Math.min(label.at, text.length) === at) code.append(caseButton(data, label));
    const part = text.slice(at, ends[number + 1] ?? at);
    if (part === '') return;
    while (colour < colours.length && colours[colour][1] <= at) colour += 1;
    const [from, , token] = colours[colour] ?? [Infinity, 0, ''];
    // Of regions inside each other the innermost says it.
    const around = parts.filter((p) => p.at <= at && at < p.to);
    const last = around.reduce((a, b) => (a && (b.begins < a.begins || b.at < a.at) ? a : b), null);
    const here = around.filter((p) => p.begins === last.begins && p.at === last.at);
    const isMissed = !['miss', 'dead'].includes(state?.state) && here.length > 0 && here.every((p) => p.inputs === 0);
    const letters = here.length > 0 ? [...new Set(here.map((p) => letterOf(p.reach)))] : [];
    const kinds = [isMissed && 'missed', letters.length === 1 && letters[0] && `only-${letters[0]}`, from <= at && token].filter(Boolean);
    if (kinds.length > 0 && part.trim()) code.append(make('span', { class: kinds.join(' ') }, shown(part)));
    else code.append(...shown(part));
  });
  if (data.cut.has(line)) {
    code.append(make('span', { class: 'cut' }, ` … ${count(data.cut.get(line))} more bytes of this line are left out`));
  }
  return code;
}

function lineRow(file, data, line, current) {
  const state = lineState(data, line);
  const kind = state ? state.state : 'none';
  const letters = state?.letters ?? [];
  const lead = state?.lead;
  const who = kind === 'dead' ? leads.get('never').what : state && state.most.inputs > 0 ? `${many(state.most.inputs, 'input')}; runs: ${byWhom(file, state.most.reach)}`
    : lead ? `no input; ${lead.word ? `${lead.word}: ` : ''}${lead.what}` : '';
  return make('div', {
    class: `row ${kind}${state ? '' : ` ${aroundOf(data, line)}`}${lead?.word ? ` ${lead.how}` : ''}${letters.length === 1 ? ` only-${letters[0]}` : ''}${line === current ? ' current' : ''}`,
    role: 'row', 'data-line': line,
  },
  make('span', { class: 'num', role: 'rowheader' }, make('a', { href: placeOf(file, line), tabindex: '-1', 'aria-label': `line ${line}` }, String(line))),
  make('span', { class: 'count', role: 'cell', title: who || null }, kind === 'dead' ? '–' : state ? brief.format(state.most.inputs) : ''),
  make('span', { class: 'who', role: 'cell', title: who || null }, letters.length > 0 ? letters.map(badge)
    : state && state.most.inputs > 0 ? allRuns(file, state.most.reach) : lead?.word ? make('span', { class: 'lead' }, lead.word) : ''),
  codeOf(file, data, line, state));
}

function spelledLink(place) {
  const [, path, line] = /^(.*):(\d+)$/s.exec(place);
  const file = files.find((f) => f.path === path);
  return file ? make('a', { href: placeOf(file, line) }, said(place)) : said(place);
}

function crumbs(file) {
  const parts = file.path.split('/');
  return make('nav', { class: 'crumbs', 'aria-label': 'folders' },
    make('a', { href: '#/files' }, 'Files'), ' / ',
    parts.slice(0, -1).map((part, at) => [make('a', { href: address('files', parts.slice(0, at + 1).join('/')) }, said(part || '/')), ' / ']).flat());
}

function remarks(file, data) {
  return [
    data.why && make('details', { class: 'note warn' }, make('summary', {}, 'The source is not here: lines are put together from what is known (--source DIR tells where it is).'), said(data.why)),
    data.age === 'changed' && make('p', { class: 'note warn' }, 'The file has changed since the build: marks may stand in the wrong places.'),
    !data.why && data.age === 'unknown' && make('p', { class: 'note' }, 'Whether the file has changed since the build is not known: the store has nothing to tell by.'),
  ].filter(Boolean);
}

async function showSource(view, file, line, isCurrent) {
  const data = await load(file.number);
  if (!isCurrent()) return;
  const mine = index.functions.filter((f) => f.file === file.number);
  const jump = make('select', {
    'aria-label': 'go to a function',
    onchange: (event) => { if (event.target.value) location.hash = placeOf(file, event.target.value); },
  }, make('option', { value: '' }, `${many(mine.length, 'function')} …`), mine.map(({ name, line: at }) => make('option', { value: at }, name)));
  const box = make('div', { class: 'rows source', role: 'table', 'aria-label': `source of ${file.path}`, 'aria-rowcount': data.lines.length, tabindex: '0' });
  const heads = make('div', { class: 'row head', role: 'row' },
    [['num', 'line'], ['count', 'inputs'], ['who', diff.on ? 'only' : 'runs'], ['code', 'source']]
      .map(([kind, text]) => make('span', { class: kind, role: 'columnheader' }, text)));
  view.append(
    make('div', { class: 'filehead' }, crumbs(file), make('h1', { tabindex: '-1' }, said(file.path.split('/').pop())),
      ['functions', 'lines', 'outcomes'].map((what) => make('span', { class: 'figure' }, `${what} `, barCell(file[what]))),
      diff.on ? differCell([file]) : '', mine.length > 0 ? jump : ''),
    ...remarks(file, data), make('div', { class: 'around' }, box,
      make('section', { id: 'panel', 'aria-label': 'condition', tabindex: '-1', hidden: true })));
  box.append(heads);
  Object.assign(source, { file, data, places: data.places, current: line ?? -1, at: [line ?? 0, -1] });
  panel.mark = null;
  const widest = data.lines.reduce((most, [, text]) => Math.max(most, text.length), 0);
  source.list = new Rows(box, 21, (number) => lineRow(file, data, data.lines[number][0], source.current));
  source.list.space.style.minWidth = `calc(${Math.min(widest, 4000)}ch + 30ch)`;
  source.list.set(data.lines.length);
  const wanted = source.wanted?.file === file ? source.wanted : null;
  source.wanted = null;
  const { asked, exact } = source;
  Object.assign(source, { asked: null, exact: null });
  const differs = asked === 'differs' && !line ? LOOKED_FOR.differs.of(data) : [];
  if (wanted) visit(...wanted.at, wanted.what);
  else if (differs.length > 0) visit(...differs[0], LOOKED_FOR.differs.name);
  else if (line) showLine(line);
  else showLine(firstLine(data), 2);
  if (asked === 'condition' && line) openAsked(line, exact);
}

// Where code begins that counts: no license, no includes, nothing that cannot be reached.
function firstLine(data) {
  const counted = [...data.counts].filter(([, { dead }]) => !dead).map(([line]) => line);
  const some = [counted, ...[data.counts, data.functions, data.marks].map((map) => [...map.keys()])].find((lines) => lines.length > 0);
  return some ? some.reduce((a, b) => Math.min(a, b)) : data.lines[0]?.[0];
}

// With so many lines above it; else as a third of the window has.
function showLine(line, above = null) {
  const known = source.data.lines.map(([number]) => number);
  const nearest = source.places.has(line) ? line : known.findLast((number) => number <= line) ?? known[0];
  if (nearest === undefined) return;
  const place = source.places.get(nearest);
  if (above === null) source.list.show(place, true);
  else {
    source.list.box.scrollTop = Math.max(0, place - above) * source.list.height;
    source.list.draw();
  }
}
