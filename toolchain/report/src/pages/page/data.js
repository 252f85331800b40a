// What the page was given: the index at once, files when somebody looks at them.

const byId = (id) => document.getElementById(id);

async function unpack(id) {
  const bytes = Uint8Array.from(atob(byId(id).textContent), (c) => c.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(plain).text());
}

let index = null;
const files = [];
// How sure it is that inputs can reach what none reached, surest first: the word, and what leads there.
const leads = new Map();
const loaded = new Map();

async function open() {
  index = await unpack('index');
  for (const [how, word, what] of index.leads) leads.set(how, { word, what });
  for (const [path, program, functions, lines, outcomes, reaches, elsewhere] of index.files) {
    files.push({ number: files.length, path, program, functions, lines, outcomes, reaches, elsewhere: elsewhere === 1 });
  }
}

// Lines and conditions of a file; the last few are kept.
async function load(number) {
  if (!loaded.has(number)) {
    if (loaded.size > 24) loaded.delete(loaded.keys().next().value);
    loaded.set(number, unpack(`file-${number}`).then((raw) => parsed(raw, number)));
  }
  return loaded.get(number);
}

function parsed(raw, number) {
  const known = raw.lines ? raw.lines.map((text, at) => [at + 1, text]) : raw.known;
  const data = {
    lines: known,
    texts: new Map(known),
    // Of a line, among those that are shown.
    places: new Map(known.map(([line], place) => [line, place])),
    why: raw.why ?? '',
    age: raw.age ?? 'unknown',
    cut: new Map(raw.cut ?? []),
    counts: new Map(raw.counts.map(([line, inputs, reach, how]) => [line, { inputs, reach, how, dead: how === 'never' && inputs === 0 }])),
    // The parts of each line that run as one: of a region on several lines, a part on each.
    parts: new Map(),
    marks: new Map(),
    functions: new Map(),
    decisions: raw.decisions.map(([text, conditions, always, pairs, missing, seen, more, lost]) => ({
      text, conditions, always, pairs, missing, more,
      seen: seen.map(([row, input]) => ({ row, input })),
      lost: lost === 1,
    })),
    conditions: raw.conditions.map(([line, at, text, where, macro, spelled, flags, outcomes, how, decision]) => ({
      line, at, text, where, macro, spelled,
      unstable: (flags & 1) !== 0,
      guard: (flags & 2) !== 0,
      how,
      // Nothing in the program leads to it.
      dead: how === 'never',
      // The decision that it is of, and which of its conditions it is.
      decision,
      outcomes: outcomes.map(([label, inputs, reach]) => ({ label, inputs, reach })),
    })),
  };
  const add = (map, line, value) => {
    if (!map.has(line)) map.set(line, []);
    map.get(line).push(value);
  };
  for (const [, of, line, inputs, reach] of index.functions) {
    if (of === number) add(data.functions, line, { inputs, reach });
  }
  raw.regions.forEach((region, number) => {
    for (const part of partsOf(region, raw.regions[number + 1], data.texts)) {
      add(data.parts, part.line, { ...part, number, inputs: region[4], reach: region[5] });
    }
  });
  // All conditions of one place share a mark: those in a macro, those of a template.
  data.conditions.forEach((condition, number) => {
    condition.number = number;
    const marks = data.marks.get(condition.line) ?? [];
    const mark = marks.find((m) => m.at === condition.at);
    if (mark) mark.conditions.push(condition);
    else add(data.marks, condition.line, { at: condition.at, conditions: [condition] });
  });
  for (const marks of data.marks.values()) marks.sort((a, b) => a.at - b.at);
  return data;
}

// Line by line, from where to where. An older store does not say where a region ends: it does where the next one begins.
function partsOf([line, at, endLine, end], next, texts) {
  const lengthOf = (number) => (texts.get(number) ?? '').length;
  if (endLine === 0) {
    const to = next && next[0] === line && next[1] > at ? next[1] : lengthOf(line);
    return [{ line, at, to, begins: true }];
  }
  const parts = [];
  for (let number = line; number <= endLine; number += 1) {
    const indent = (texts.get(number) ?? '').search(/\S/);
    const from = number === line ? at : Math.max(indent, 0);
    parts.push({ line: number, at: from, to: number === endLine ? end : lengthOf(number), begins: number === line });
  }
  return parts;
}

const runsOf = (file, side) => index.programs[file.program][1][side];
const reached = (reach) => index.reaches[reach].some((runs) => runs > 0);

// `conf-a 4/4, conf-b 0/4`: runs that reach it, of those that there are.
function byWhom(file, reach) {
  const runs = index.reaches[reach];
  return index.sides
    .map((name, side) => [visible(name), runs[side], runsOf(file, side)])
    .filter(([, , all]) => all > 0)
    .map(([name, some, all]) => `${name} ${some}/${all}`)
    .join(', ');
}

function allRuns(file, reach) {
  const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
  return `${sum(index.reaches[reach])}/${sum(index.programs[file.program][1])}`;
}

const plain = new Intl.NumberFormat('en', { useGrouping: true });
const brief = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const count = (n) => plain.format(n).replaceAll(',', '\u202f');
const many = (n, what) => `${count(n)} ${what}${n === 1 ? '' : 's'}`;
const percent = ([part, all]) => (all === 0 ? 0 : (100 * part) / all);

// How good a share is, as genhtml has it.
const GRADES = [['high', 90], ['medium', 75], ['low', 0]];
const gradeOf = (part) => (part[1] === 0 ? 'none' : GRADES.find(([, from]) => percent(part) >= from)[0]);
