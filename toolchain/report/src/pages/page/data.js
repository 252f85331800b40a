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
  for (const lead of index.leads) leads.set(lead.how, lead);
  const part = ({ reached, reachable, all }) => [reached, reachable, all];
  for (const file of index.files) {
    const [functions, lines, outcomes] = [file.functions, file.lines, file.outcomes].map(part);
    files.push({ ...file, number: files.length, functions, lines, outcomes });
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
  const lines = raw.lines.flatMap(([first, texts]) => texts.map((text, at) => [first + at, text]));
  const data = {
    lines,
    texts: new Map(lines),
    // Of a line, among those that are shown.
    places: new Map(lines.map(([line], place) => [line, place])),
    why: raw.why ?? '',
    age: raw.age,
    cut: new Map(raw.cut),
    counts: new Map(raw.counts.map((line) => [line.number, { ...line, dead: line.how === 'never' && line.inputs === 0 }])),
    // The parts of each line that run as one: of a region on several lines, a part on each.
    parts: new Map(),
    marks: new Map(),
    functions: new Map(),
    cases: new Map(),
    decisions: raw.decisions,
    // Dead: nothing in the program leads to it.
    conditions: raw.conditions.map((condition) => ({ ...condition, dead: condition.how === 'never' })),
  };
  const add = (map, line, value) => {
    if (!map.has(line)) map.set(line, []);
    map.get(line).push(value);
  };
  for (const { file, line, inputs, reach } of index.functions) {
    if (file === number) add(data.functions, line, { inputs, reach });
  }
  raw.regions.forEach((region, number) => {
    for (const part of partsOf(region, raw.regions[number + 1], data.texts)) {
      add(data.parts, part.line, { ...part, number, inputs: region.inputs, reach: region.reach });
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
  data.cases = casesOf(data.conditions);
  for (const marks of data.marks.values()) marks.sort((a, b) => a.at - b.at);
  return data;
}

// Line by line, from where to where. If it is not known where a region ends, it does where the next one begins.
function partsOf({ line, at, end: place }, next, texts) {
  const lengthOf = (number) => (texts.get(number) ?? '').length;
  if (place === null) {
    const to = next && next.line === line && next.at > at ? next.at : lengthOf(line);
    return [{ line, at, to, begins: true }];
  }
  const [endLine, end] = place;
  const parts = [];
  for (let number = line; number <= endLine; number += 1) {
    const indent = (texts.get(number) ?? '').search(/\S/);
    const from = number === line ? at : Math.max(indent, 0);
    parts.push({ line: number, at: from, to: number === endLine ? end : lengthOf(number), begins: number === line });
  }
  return parts;
}

const runsOf = (file, side) => index.programs[file.program].runs[side];
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
  return `${sum(index.reaches[reach])}/${sum(index.programs[file.program].runs)}`;
}

const plain = new Intl.NumberFormat('en', { useGrouping: true });
const brief = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const count = (n) => plain.format(n);
const many = (n, what) => `${count(n)} ${what}${n === 1 ? '' : 's'}`;
// Everywhere the same: `62.5 %`.
const shareOf = (part) => `${percent(part).toFixed(1)} %`;
const percent = ([part, all]) => (all === 0 ? 0 : (100 * part) / all);

// How good a share is, as genhtml has it.
const GRADES = [['high', 90], ['medium', 75], ['low', 0]];
const gradeOf = (part) => (part[1] === 0 ? 'none' : GRADES.find(([, from]) => percent(part) >= from)[0]);
