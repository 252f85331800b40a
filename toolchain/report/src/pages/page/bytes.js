// What inputs consist of: the begin of each, as far as the report found its file.

const PER_ROW = 8;
const isPrinted = (byte) => byte >= 0x20 && byte < 0x7f;
const letterOfByte = (byte) => (isPrinted(byte) ? String.fromCharCode(byte) : '·');
const hexOf = (byte) => byte.toString(16).padStart(2, '0');

// Of an input near a condition; nothing where its file was not found.
function bytesOf({ bytes }) {
  const known = bytes === null ? null : index.inputs[bytes];
  return known && { ...known, begin: Uint8Array.from(atob(known.begin), (c) => c.charCodeAt(0)) };
}

// In a few letters: as text if it is one, else in hexadecimal.
function preview(near) {
  const known = bytesOf(near);
  if (!known) return null;
  const some = [...known.begin.subarray(0, 24)];
  const isText = some.every((byte) => isPrinted(byte) || [9, 10, 13].includes(byte));
  const shown = isText ? `"${some.map(letterOfByte).join('')}"` : some.slice(0, 12).map(hexOf).join(' ');
  return make('code', {}, said(`${shown}${(isText ? some.length : Math.min(some.length, 12)) < known.size ? ' …' : ''}`));
}

// The bytes that decide a condition are marked in both columns.
function dump({ begin }, deciding) {
  const isMarked = (at) => deciding.some(([from, to]) => from <= at && at < to);
  const parts = [];
  for (let at = 0; at < begin.length; at += PER_ROW) {
    const some = [...begin.subarray(at, at + PER_ROW)];
    const cell = (text, offset) => (isMarked(offset) ? make('mark', {}, said(text)) : text);
    const hex = some.flatMap((byte, n) => [n > 0 ? ' ' : '', cell(hexOf(byte), at + n)]);
    const letters = some.map((byte, n) => cell(letterOfByte(byte), at + n));
    const gap = ' '.repeat(3 * (PER_ROW - some.length) + 2);
    parts.push(at > 0 ? '\n' : '', make('span', { class: 'dim' }, at.toString(16).padStart(4, '0')), '  ', ...hex, gap, ...letters);
  }
  const nodes = parts.filter((part) => part !== '').map((part) => (typeof part === 'string' ? document.createTextNode(part) : part));
  return make('pre', { class: 'hex', tabindex: '0', role: 'region', 'aria-label': 'bytes of the input' }, nodes);
}

// `byte 8`, `bytes 0 to 3, 9`
function offsetsOf(deciding) {
  const MOST = 6;
  const some = deciding.slice(0, MOST).map(([from, to]) => (to - from === 1 ? `${from}` : `${from} to ${to - 1}`));
  const isOne = deciding.length === 1 && deciding[0][1] - deciding[0][0] === 1;
  return `${isOne ? 'byte' : 'bytes'} ${some.join(', ')}${deciding.length > MOST ? ' …' : ''}`;
}

const quoted = (word) => (/^[\w./:,+@%=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

// The nearest input by its bytes, and how to find out which of them decide.
function bytesSection(file, { line, near: [near] }) {
  const known = near && bytesOf(near);
  const { name } = index.programs[file.program];
  const site = `${index.programs.length > 1 && file.path.startsWith(`${name}/`) ? file.path.slice(name.length + 1) : file.path}:${line}`;
  const deciding = near?.deciding ?? [];
  const command = near && deciding.length === 0 && make('p', { class: 'dim' }, 'Which of its bytes decide: ',
    make('code', {}, said(`fz taint ${quoted(`./${name}`)} --map --site ${quoted(site)} -i ${quoted(known?.file ?? near.name)}`)));
  if (!known) {
    return near && [make('p', { class: 'dim' }, 'Its bytes are not here: no file below the store\'s folder is this input.'), command];
  }
  const rest = known.size - known.begin.length;
  const decided = deciding.length > 0 && make('p', {}, `Decided by ${offsetsOf(deciding)}.`);
  return [decided, dump(known, deciding), rest > 0 && make('p', { class: 'dim' }, `and ${many(rest, 'more byte')}`), command];
}
