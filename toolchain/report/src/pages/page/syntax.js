// Colours of C and C++: comments, strings, numbers, keywords and directives, line by line, from what is open where a line
// begins: `*` a comment, `/` one to the end of its line, `#` a directive, `)…"` a raw string, or nothing.

const KEYWORDS = new Set(`alignas alignof asm auto bool break case catch char char16_t char32_t char8_t class co_await co_return
  co_yield concept const const_cast consteval constexpr constinit continue decltype default delete do double dynamic_cast else
  enum explicit extern false final float for friend goto if inline int long mutable namespace new noexcept nullptr operator
  override private protected public register reinterpret_cast requires restrict return short signed sizeof static
  static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename typeof union
  unsigned using virtual void volatile wchar_t while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Noreturn
  _Static_assert _Thread_local`.split(/\s+/));

// A raw string, a comment, a text, a number, a word; the rest has no colour.
const TOKEN = new RegExp([
  /(?:u8|[uUL])?R"([^\s()\\"]{0,16})\(/, /\/\*|\/\//, /(?:u8|[uUL])?(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)/,
  /\.?\d(?:[eEpP][+-]|'?[\w.])*/, /[A-Za-z_$][\w$]*/,
].map((part) => part.source).join('|'), 'g');
const DIRECTIVE = /^\s*#\s*\w*/;
// Without one of these a line leaves nothing open.
const OPENS = /\/\*|R"|\\$/;
// And if one is all that it has, a comment that ends.
const CLOSED = /^[^"'\\]*\*\/[^"'\\/]*$/;

// The coloured parts of a line, [from, to, kind], and what is open at its end.
function tokens(text, begin) {
  const found = [];
  let [at, open] = [0, begin];
  // The rest of a comment or of a raw string.
  const close = (end, kind) => {
    const place = text.indexOf(end, at);
    const to = place < 0 ? text.length : place + end.length;
    found.push([found.length > 0 && found.at(-1)[1] === at ? found.pop()[0] : at, to, kind]);
    at = to;
    return place >= 0;
  };
  if (open === '*' && !close('*/', 'comment')) return { found, open };
  if (open.startsWith(')') && !close(open, 'string')) return { found, open };
  const goesOn = text.endsWith('\\');
  if (open === '/') return { found: [[0, text.length, 'comment']], open: goesOn ? '/' : '' };
  let directive = open === '#';
  const head = at === 0 && !directive ? DIRECTIVE.exec(text) : null;
  if (head) {
    directive = true;
    at = head[0].length;
    found.push([head[0].search(/#/), at, 'directive']);
    const angled = /^\s*<[^>]*>/.exec(text.slice(at));
    if (angled && /include|import|embed/.test(head[0])) {
      found.push([at, at + angled[0].length, 'string']);
      at += angled[0].length;
    }
  }
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    if (!token) break;
    const [word, delimiter] = token;
    at = token.index + word.length;
    if (word === '//') {
      found.push([token.index, text.length, 'comment']);
      return { found, open: goesOn ? '/' : '' };
    }
    const ends = word === '/*' ? ['*/', 'comment', '*'] : delimiter !== undefined ? [`)${delimiter}"`, 'string', `)${delimiter}"`] : null;
    if (ends) {
      found.push([token.index, at, ends[1]]);
      if (!close(ends[0], ends[1])) return { found, open: ends[2] };
    } else if (/["']$|^["']|^(?:u8|[uUL])["']/.test(word)) found.push([token.index, at, 'string']);
    else if (/^\.?\d/.test(word)) found.push([token.index, at, 'number']);
    else if (KEYWORDS.has(word)) found.push([token.index, at, 'keyword']);
  }
  return { found, open: directive && goesOn ? '#' : '' };
}

// The coloured parts of the line at a place of a file's; what is open where it begins is found once.
function coloured(data, place) {
  const begins = (data.begins ??= ['']);
  while (begins.length <= place) {
    const at = begins.length - 1;
    const [line, text] = data.lines[at];
    // Where the source is not known in full, what follows may be elsewhere.
    const follows = data.lines[at + 1][0] === line + 1;
    const isClosed = CLOSED.test(text) && !text.includes('//') && text.lastIndexOf('*/') >= text.lastIndexOf('/*') + 2;
    const leaves = begins[at] !== '' || (OPENS.test(text) && !isClosed);
    begins.push(follows && leaves ? tokens(text, begins[at]).open : '');
  }
  return tokens(data.lines[place][1], begins[place]).found;
}
