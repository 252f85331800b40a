// What only one of two sides reached.

const diff = { on: false, a: 0, b: 0 };

// `A`, `B`, both (``), or none (`-`).
function only(reach) {
  const runs = index.reaches[reach];
  const [a, b] = [runs[diff.a] > 0, runs[diff.b] > 0];
  if (a && !b) return 'A';
  if (b && !a) return 'B';
  return a ? '' : '-';
}

const letterOf = (reach) => (diff.on && 'AB'.includes(only(reach)) ? only(reach) : '');
const nameOf = (letter) => visible(index.sides[letter === 'A' ? diff.a : diff.b]);

// How many lines and outcomes of files only A and only B reached.
function differences(some) {
  const sum = { A: [0, 0], B: [0, 0] };
  for (const file of some) {
    for (const [reach, [lines, outcomes]] of file.reaches) {
      const letter = only(reach);
      if (letter !== 'A' && letter !== 'B') continue;
      sum[letter][0] += lines;
      sum[letter][1] += outcomes;
    }
  }
  return sum;
}

const badge = (letter) => make('span', { class: `badge only-${letter}`, title: `only ${nameOf(letter)}` }, letter);

// Each side has its colour everywhere, whichever of the two it is.
function colourSides() {
  const colours = 6;
  for (const [name, side] of [['a', diff.a], ['b', diff.b]]) {
    document.documentElement.style.setProperty(`--${name}`, `var(--side-${side % colours})`);
    document.documentElement.style.setProperty(`--${name}-bg`, `var(--side-${side % colours}-bg)`);
  }
}

function prepareDiff(changed) {
  if (index.sides.length < 2) return;
  const [a, b] = index.pair ?? [index.baseline, index.baseline === 0 ? 1 : 0];
  Object.assign(diff, { on: index.pair !== null, a, b });
  colourSides();
  const box = byId('diff-on');
  box.checked = diff.on;
  const set = (values) => {
    Object.assign(diff, values);
    colourSides();
    box.checked = diff.on;
    document.documentElement.toggleAttribute('data-diff', diff.on);
    return changed();
  };
  box.addEventListener('change', () => set({ on: box.checked }));
  for (const [id, key] of [['side-a', 'a'], ['side-b', 'b']]) {
    const select = byId(id);
    index.sides.forEach((name, side) => {
      select.append(make('option', { value: side, selected: side === diff[key] }, visible(name)));
    });
    select.addEventListener('change', () => set({ on: true, [key]: Number(select.value) }));
  }
  document.documentElement.toggleAttribute('data-diff', diff.on);
  prepareDiff.mark = () => {
    diff.on = box.checked = true;
    document.documentElement.toggleAttribute('data-diff', true);
  };
  prepareDiff.toggle = () => set({ on: !diff.on });
}

