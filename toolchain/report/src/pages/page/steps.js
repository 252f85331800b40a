// From one line or condition to the next: keys of the source, through all files.

// What can be looked for: its name, which files have any, and where in a file they are, as line and number of the mark.
const LOOKED_FOR = {
  open: {
    name: 'condition that lacks a way',
    has: (file) => file.outcomes[0] < file.outcomes[1],
    of: (data) => marksOf(data, lacks),
  },
  half: {
    name: 'half-taken condition',
    has: (file) => file.outcomes[0] > 0 && file.outcomes[0] < file.outcomes[1],
    of: (data) => marksOf(data, (mark) => stateOf(mark.conditions).state === 'some'),
  },
  unreached: {
    name: 'unreached line',
    has: (file) => file.lines[0] < file.lines[1],
    of: (data) => runsOfLines([...data.counts].map(([line, { inputs, dead }]) => [line, inputs === 0 && !dead])),
  },
  differs: {
    name: 'difference',
    has: (file) => Object.values(differences([file])).some(([lines, outcomes]) => lines + outcomes > 0),
    of: (data) => {
      const lines = runsOfLines([...data.counts].map(([line, { reach }]) => [line, letterOf(reach)]));
      const marks = marksOf(data, (mark) => mark.conditions.some((c) => c.outcomes.some((o) => letterOf(o.reach))));
      const own = new Set(lines.map(([line]) => line));
      return [...lines, ...marks.filter(([line]) => !own.has(line))].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    },
  },
};

function marksOf(data, is) {
  const found = [];
  for (const line of [...data.marks.keys()].sort((a, b) => a - b)) {
    data.marks.get(line).forEach((mark, number) => { if (is(mark)) found.push([line, number]); });
  }
  return found;
}

// Of lines one after the other that are the same in this, the first.
function runsOfLines(lines) {
  let before = false;
  return lines.sort(([a], [b]) => a - b).filter(([, is]) => {
    const begins = is && is !== before;
    before = is;
    return begins;
  }).map(([line]) => [line, -1]);
}

// Goes to a line, or to one of its marks.
function visit(line, number, what = null) {
  source.current = line;
  source.at = [line, number];
  const element = source.list.show(source.places.get(line));
  if (panel.mark && number >= 0) openPanel(line, number);
  source.list.renew();
  const row = source.list.made.get(source.places.get(line)) ?? element;
  row?.querySelector(number >= 0 ? `[data-mark="${line}:${number}"]` : '.num a')?.focus({ preventScroll: true });
  say(what ? `line ${line}: ${what}` : `line ${line}`);
}

// The next (1) or the one before (-1), from file to file.
async function step(key, direction) {
  const wanted = LOOKED_FOR[key];
  if (key === 'differs' && !diff.on) {
    if (!prepareDiff.toggle) return say('there is one side only');
    const { at } = source;
    await prepareDiff.toggle();
    source.at = at;
  }
  const mine = turn;
  const here = byId('view').contains(source.list?.box ?? null) ? source.file : null;
  if (here) {
    const [line, number] = source.at;
    const order = ([l, n]) => l - line || n - number;
    const all = wanted.of(source.data);
    const next = direction > 0 ? all.find((at) => order(at) > 0) : all.findLast((at) => order(at) < 0);
    if (next) return visit(...next, wanted.name);
  }
  // Files that are not the project's own are for readers who are in one.
  const others = files.filter((file) => wanted.has(file) && (!file.elsewhere || here?.elsewhere)
    && (!here || (direction > 0 ? file.number > here.number : file.number < here.number)));
  for (const file of direction > 0 ? others : others.reverse()) {
    const all = wanted.of(await load(file.number));
    if (mine !== turn) return undefined;
    if (all.length > 0) {
      const at = direction > 0 ? all[0] : all.at(-1);
      source.wanted = { file, at, what: wanted.name };
      location.hash = placeOf(file);
      return undefined;
    }
  }
  return say(`no ${direction > 0 ? 'further' : 'earlier'} ${wanted.name}`);
}
