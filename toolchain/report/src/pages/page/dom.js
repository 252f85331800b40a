// Elements. Texts become text nodes, and what is hidden or turns text around is shown: nothing in them acts.

const HIDDEN = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const named = (c) => `⟪U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟫`;
const visible = (text) => String(text).replace(HIDDEN, named);

// Names of attributes are ours; `on…` are listeners. Texts and values may be anybody's.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : visible(value));
  }
  const wanted = children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false);
  element.append(...wanted.map((c) => (typeof c === 'string' ? visible(c) : c)));
  return element;
}

// A text of a program's.
const said = (text) => make('bdi', {}, String(text));

// Code of a program's. Where a line ends is no place inside an arrow, or another operator that begins with a hyphen.
const coded = (text) => make('code', {}, make('bdi', {}, String(text).split(/(->|--|-=)/).map((part, at) => (at % 2 === 1 ? make('span', { class: 'op' }, part) : part))));

// A path, perhaps with a line: where room is short, its folder is cut, never its end.
function pathed(path) {
  const end = path.lastIndexOf('/') + 1;
  return make('span', { class: 'path' }, end > 0 && make('span', { class: 'folder' }, said(path.slice(0, end))), make('span', { class: 'base' }, said(path.slice(end))));
}

// A text of which what is hidden stands out.
function shown(text) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(HIDDEN)) {
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(make('span', { class: 'hid' }, named(found[0])));
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

const SVG = 'http://www.w3.org/2000/svg';

// A bar; its numbers stand beside it.
function meter(part, kind = gradeOf(part)) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', `meter ${kind}`);
  svg.setAttribute('viewBox', '0 0 100 10');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  for (const [name, width] of [['all', 100], ['part', percent(part)]]) {
    const rect = document.createElementNS(SVG, 'rect');
    rect.setAttribute('class', name);
    rect.setAttribute('width', width.toFixed(1));
    rect.setAttribute('height', '10');
    svg.append(rect);
  }
  return svg;
}

const address = (...parts) => `#/${parts.map((p) => p.split('/').map(encodeURIComponent).join('/')).join('/')}`;
const placeOf = (file, line) => `${address('file', file.path)}${line ? `:${line}` : ''}`;

function say(text) {
  byId('status').textContent = visible(text);
}

// Many rows of one height, of which only those that can be seen are made.
class Rows {
  constructor(box, height, row) {
    Object.assign(this, { box, height, row, count: 0, made: new Map() });
    this.space = make('div', { class: 'space', role: 'presentation' });
    box.append(this.space);
    box.addEventListener('scroll', () => this.draw(), { passive: true });
    this.watcher = new ResizeObserver(() => this.draw());
    this.watcher.observe(box);
  }

  // Which row a place of the list is in.
  rowOf(number) {
    return number;
  }

  set(number) {
    this.count = number;
    this.space.style.height = `${number * this.height}px`;
    this.renew();
  }

  draw() {
    const above = this.space.offsetTop;
    const top = Math.max(0, this.box.scrollTop - above);
    const first = Math.max(0, Math.floor(top / this.height) - 20);
    const last = Math.min(this.count, Math.ceil((top + this.box.clientHeight) / this.height) + 20);
    for (const [number, element] of this.made) {
      const isAway = number < first || number >= last;
      if (isAway && !element.contains(document.activeElement)) {
        element.remove();
        this.made.delete(number);
      }
    }
    for (let number = first; number < last; number += 1) {
      if (this.made.has(number)) continue;
      const element = this.row(number);
      element.style.top = `${number * this.height}px`;
      this.made.set(number, element);
      this.space.append(element);
    }
  }

  // Makes the rows that can be seen anew.
  renew() {
    for (const element of this.made.values()) element.remove();
    this.made.clear();
    this.draw();
  }

  // Scrolls to a row unless it can be seen.
  show(number, always = false) {
    const top = this.space.offsetTop + number * this.height;
    const { scrollTop, clientHeight } = this.box;
    const isSeen = top >= scrollTop + 2 * this.height && top + 3 * this.height <= scrollTop + clientHeight;
    if (always || !isSeen) this.box.scrollTop = Math.max(0, top - clientHeight / 3);
    this.draw();
    return this.made.get(number);
  }
}

