// What is known of a condition: its operands, how often it came out how, which inputs are near, what lies behind it.

const panel = { mark: null };

const COMPARED = {
  '==': 'equals', '!=': 'differs from', '<': 'is less than', '<=': 'is at most', '>': 'is greater than', '>=': 'is at least',
};
const PIECE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|->|<=>|<<=?|>>=?|[=!<>]=|&&|\|\||[()[\]{}<>?,;]/g;

// Left, operator, right of a text that compares two things; else nothing.
function operands(text) {
  let [depth, found] = [0, null];
  for (const { 0: piece, index: at } of text.matchAll(PIECE)) {
    if ('([{'.includes(piece)) depth += 1;
    else if (')]}'.includes(piece)) depth -= 1;
    else if (depth === 0 && piece in COMPARED) {
      if (found) return null;
      found = [text.slice(0, at).trim(), piece, text.slice(at + piece.length).trim()];
    } else if (depth === 0 && ['&&', '||', '?', ',', ';'].includes(piece)) return null;
  }
  return found && found[0] && found[2] ? found : null;
}

// The frontier's row of a condition.
function openOf(file, condition) {
  openOf.rows ??= new Map(index.frontier.map((row) => [`${row.file}:${row.condition}`, row]));
  return openOf.rows.get(`${file.number}:${condition.number}`);
}

function outcomesTable(file, condition) {
  const total = condition.outcomes.reduce((sum, outcome) => sum + outcome.inputs, 0);
  const rows = condition.outcomes.map((outcome) => {
    const isSeen = outcome.inputs > 0;
    const letter = letterOf(outcome.reach);
    return make('tr', { class: isSeen ? 'seen' : 'unseen-way' },
      make('th', { scope: 'row' }, make('span', { 'aria-hidden': 'true' }, isSeen ? '✓ ' : '✗ '), coded(outcome.label)),
      make('td', { class: 'n' }, isSeen ? count(outcome.inputs) : 'never'),
      make('td', { class: 'share' }, total > 0 && isSeen ? meter([outcome.inputs, total], 'plain') : ''),
      make('td', {}, isSeen ? said(byWhom(file, outcome.reach)) : '', letter ? [' ', badge(letter)] : ''));
  });
  return make('table', {}, make('caption', { class: 'unseen' }, 'outcomes'),
    make('thead', {}, make('tr', {}, ['outcome', 'inputs', 'share', 'runs'].map((head) => make('th', { scope: 'col', class: head === 'inputs' ? 'n' : null }, head)))),
    make('tbody', {}, rows));
}

function behindSection(file, row) {
  const { never, near, behind } = row;
  const hidden = behind ? behindOf(behind) : null;
  return [
    make('p', { class: 'lacks' }, make('span', { class: 'never' }, 'never'), ' ', waysOf(never)),
    make('h3', {}, 'Behind ', waysOf(never)),
    hidden === null ? make('p', {}, 'What lies behind it is not known: the store does not have the control flow.')
      : behind.blocks === 0 ? make('p', {}, 'Nothing: other conditions lead to all of it as well.')
        : make('p', {}, make('b', {}, hidden.sizes.join(', ')), ' that nothing else leads to', hidden.names ? [': ', hidden.names] : '', '.'),
    near.length > 0 && [make('h3', {}, 'Smallest input that comes to it'), make('p', { class: 'dim' }, inputsOf(near.slice(0, 1))), bytesSection(file, row)],
    near.length > 1 && [make('h3', {}, 'The next smallest'), make('ul', {}, near.slice(1).map((one) => make('li', {}, inputsOf([one]))))],
  ];
}

// Of a condition that no input came to: how sure it is that one can.
function leadSection(condition) {
  const lead = leads.get(condition.how);
  if (!lead || condition.guard || condition.outcomes.some((o) => o.inputs > 0)) return null;
  if (condition.dead) return make('p', {}, 'Nothing in the program leads here: no input can reach it.');
  return make('p', { class: 'lead' }, 'No input came here', lead.word ? [', and whether one can is ', make('b', {}, lead.word)] : '', `: ${lead.what}.`);
}

// The decision that a condition is of: whether evaluations show that it decides by itself (MC/DC).
function decisionSection(data, condition) {
  if (!condition.decision) return null;
  const [number, at] = condition.decision;
  const decision = data.decisions[number];
  const pair = decision.pairs[at];
  const verdict = decision.always[at] !== null ? `It is always ${decision.always[at]}: the compiler knows its answer.`
    : pair ? `Shown to decide by itself: evaluations ${pair[0] + 1} and ${pair[1] + 1} differ in its answer alone, and come out differently.`
      : decision.missing[at] ? ['Not shown to decide by itself. Missing: ', make('code', {}, decision.missing[at])]
        : 'Not shown to decide by itself.';
  const rows = decision.seen.map(({ row, input }, place) => make('tr', { class: pair?.includes(place) ? 'seen' : null },
    make('th', { scope: 'row' }, `${place + 1}`), make('td', {}, make('code', {}, row)), make('td', {}, said(input))));
  return [
    make('h3', {}, `Condition ${at + 1} of ${decision.conditions.length} of a decision`),
    make('p', {}, coded(decision.text)),
    make('p', {}, verdict),
    decision.seen.length > 0 && make('table', {}, make('caption', { class: 'unseen' }, 'evaluations'),
      make('thead', {}, make('tr', {}, ['', 'evaluation', 'first by'].map((head) => make('th', { scope: 'col' }, head || make('span', { class: 'unseen' }, 'number'))))),
      make('tbody', {}, rows)),
    decision.more > 0 && make('p', { class: 'dim' }, `and ${many(decision.more, 'further evaluation')}`),
    decision.lost && make('p', { class: 'dim' }, 'There were more evaluations than are kept.'),
    decision.seen.length > 0 && make('p', { class: 'dim' }, 'T: true, F: false, -: not asked, or always the same.'),
  ];
}

function conditionSection(file, condition) {
  const sides = operands(condition.text);
  const row = openOf(file, condition);
  return make('section', {},
    make('p', { class: 'text' }, make('span', { class: `mark ${stateOf([condition]).state}`, 'aria-hidden': 'true' }, labelOf([condition])), ' ', coded(condition.text)),
    sides && make('p', { class: 'operands' }, coded(sides[0]), ` ${COMPARED[sides[1]]} `, coded(sides[2])),
    make('p', { class: 'dim' }, 'in ', coded(condition.where), condition.macro ? [', in macro ', coded(condition.macro)] : '',
      condition.spelled ? [', written in ', spelledLink(condition.spelled)] : '', condition.unstable ? ', unstable: an input came out differently in some runs' : ''),
    leadSection(condition),
    // First what is missing, and what that hides; tables may be long.
    row && behindSection(file, row),
    outcomesTable(file, condition),
    decisionSection(source.data, condition));
}

function openPanel(line, number) {
  const mark = source.data.marks.get(line)[number];
  const box = byId('panel');
  panel.mark = mark;
  source.at = [line, number];
  const title = make('h2', { tabindex: '-1' }, mark.conditions.length === 1 ? 'Condition' : `${mark.conditions.length} conditions`, ` in line ${line}`);
  box.replaceChildren(
    make('div', { class: 'cardhead' }, title, make('button', { type: 'button', class: 'quiet', 'aria-label': 'close', onclick: closePanel }, '×')),
    ...mark.conditions.map((condition) => conditionSection(source.file, condition)));
  box.hidden = false;
  box.scrollTop = 0;
  source.list.renew();
  title.focus({ preventScroll: true });
}

// The mark of a line whose missing way hides most; of others the first that lacks a way.
function openWorst(line) {
  const marks = source.data.marks.get(line) ?? [];
  const hides = (mark) => Math.max(-1, ...mark.conditions.map((condition) => openOf(source.file, condition)?.behind?.blocks ?? -1));
  const lacking = marks.map((mark, number) => [mark, number]).filter(([mark]) => lacks(mark));
  if (lacking.length === 0) return;
  const [, number] = lacking.reduce((a, b) => (hides(b[0]) > hides(a[0]) ? b : a));
  openPanel(line, number);
}

// The mark of the condition that a list named, or else the worst of the line.
function openAsked(line, exact) {
  const marks = source.data.marks.get(line) ?? [];
  const number = marks.findIndex((mark) => mark.conditions.some((c) => c.number === exact));
  if (number >= 0) openPanel(line, number);
  else openWorst(line);
}

function closePanel() {
  const [line, number] = source.at;
  panel.mark = null;
  byId('panel').hidden = true;
  source.list.renew();
  visit(line, number);
}
