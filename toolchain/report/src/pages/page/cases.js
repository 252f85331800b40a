// Labels of a switch: each says whether its way was seen. And lines of which nothing is known by themselves.

const NEAR_LINES = 60;

function casesOf(conditions) {
  const cases = new Map();
  for (const condition of conditions) {
    for (const outcome of condition.outcomes) {
      if (!outcome.case) continue;
      const [line, at] = outcome.case;
      if (!cases.has(line)) cases.set(line, []);
      // Those of a template's functions stand at one place.
      const same = cases.get(line).find((other) => other.at === at);
      if (!same) cases.get(line).push({ at, condition, outcome });
      else if (outcome.inputs > same.outcome.inputs) Object.assign(same, { condition, outcome });
    }
  }
  for (const labels of cases.values()) labels.sort((a, b) => a.at - b.at);
  return cases;
}

function caseButton(data, { condition, outcome }) {
  const state = outcome.inputs > 0 ? 'all' : condition.dead ? 'dead' : 'never';
  const words = outcome.inputs > 0 ? many(outcome.inputs, 'input') : state === 'dead' ? 'cannot be reached' : 'never';
  const { line } = condition;
  const number = data.marks.get(line).findIndex((mark) => mark.conditions.includes(condition));
  return make('button', {
    type: 'button', class: `mark case ${state}`, title: `${outcome.label}: ${words}`,
    'aria-label': `${SIGNS[state]}: ${outcome.label}: ${words}`, onclick: () => openPanel(line, number),
  }, SIGNS[state]);
}

// Jumps are no regions. One goes with what stands before it, unless another branch begins between them, or not all ways of a
// condition there were seen.
const JUMP = /\b(?:goto|break|continue)\b/;
const BRANCH = /\belse\b|\}|^\s*\w+\s*:(?!:)/;

function jumpsWith(data, line, before) {
  for (let at = before.at + 1; at <= line; at += 1) if (BRANCH.test(data.texts.get(at))) return false;
  return before.state === 'miss' || !(data.marks.get(before.at) ?? []).some(lacks);
}

// What the lines before and after say of one that says nothing: `within-miss`, `within-hit`, or nothing where they differ, or
// where another function begins.
function aroundOf(data, line) {
  const said = (direction) => {
    for (let at = line + direction; Math.abs(at - line) <= NEAR_LINES && data.texts.has(at); at += direction) {
      const state = lineState(data, at);
      if (state) return direction > 0 && data.functions.has(at) ? null : { at, ...state };
    }
    return null;
  };
  const before = said(-1);
  const isJump = JUMP.test(data.texts.get(line));
  const after = isJump ? before : said(1);
  if (!before || !after || (isJump && !jumpsWith(data, line, before))) return '';
  const kind = ({ state }) => (state === 'part' ? 'hit' : state);
  if (kind(before) !== kind(after)) return '';
  const lead = before.lead?.word && before.lead.how === after.lead?.how ? ` ${before.lead.how}` : '';
  const [letter] = before.letters.length === 1 ? before.letters : [];
  return `within-${kind(before)}${lead}${letter && after.letters.join() === letter ? ` only-${letter}` : ''}`;
}
