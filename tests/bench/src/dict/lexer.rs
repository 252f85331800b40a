//! C and C++ behind the preprocessor, as tokens with their places. Tokens of system headers are left out.

use std::rc::Rc;

/// What a token is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    Word(String),
    /// A string as it lies in memory, adjacent ones in one, without the NUL behind it; the size of its characters.
    Text(Vec<u8>, usize),
    Character(i128),
    Integer(i128),
    /// A double, and the float that it is if its suffix says so.
    Float(f64, bool),
    Sign(&'static str),
}

#[derive(Debug, Clone)]
pub struct Lexeme {
    pub kind: Kind,
    pub file: Rc<str>,
    pub line: u32,
}

/// The signs that are longer than a byte, longest first.
const SIGNS: [&str; 25] = [
    "<<=", ">>=", "...", "->*", "<=>", "<<", ">>", "&&", "||", "==", "!=", "<=", ">=", "->", "++",
    "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::",
];
const BYTES: [&str; 25] = [
    "(", ")", "[", "]", "{", "}", ";", ",", "?", ":", "+", "-", "*", "/", "%", "&", "|", "^", "~",
    "!", "=", "<", ">", ".", "@",
];

/// The tokens of a preprocessed unit.
pub fn tokens(text: &[u8]) -> Vec<Lexeme> {
    let mut lexer = Lexer {
        text,
        at: 0,
        file: Rc::from(""),
        line: 1,
        system: false,
    };
    let mut tokens: Vec<Lexeme> = Vec::new();
    let mut follows = false;
    while let Some(kind) = lexer.next() {
        if lexer.system {
            follows = false;
            continue;
        }
        if let (Kind::Text(more, size), true) = (&kind, follows)
            && let Some(Kind::Text(all, first)) = tokens.last_mut().map(|t| &mut t.kind)
        {
            join(all, first, more, *size);
            continue;
        }
        follows = matches!(kind, Kind::Text(..));
        tokens.push(Lexeme {
            kind,
            file: lexer.file.clone(),
            line: lexer.line,
        });
    }
    tokens
}

/// `"a" L"b"` is `L"ab"`.
fn join(all: &mut Vec<u8>, size: &mut usize, more: &[u8], more_size: usize) {
    let wide = (*size).max(more_size);
    let widened = |bytes: &[u8], of: usize| -> Vec<u8> {
        let character = |unit: &[u8]| {
            let mut unit = unit.to_vec();
            unit.resize(wide, 0);
            unit
        };
        bytes.chunks(of).flat_map(character).collect()
    };
    let mut joined = widened(all, *size);
    joined.extend(widened(more, more_size));
    (*all, *size) = (joined, wide);
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    file: Rc<str>,
    line: u32,
    /// Whether what stands here is a system header's.
    system: bool,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn next(&mut self) -> Option<Kind> {
        loop {
            let byte = *self.text.get(self.at)?;
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                    if self.peek(0) == b'#' {
                        self.directive();
                    }
                }
                b'#' if self.at == 0 => self.directive(),
                b'"' => return Some(self.string(1)),
                b'\'' => return Some(self.character(1)),
                b'0'..=b'9' => return Some(self.number()),
                b'.' if self.peek(1).is_ascii_digit() => return Some(self.number()),
                b'_' | b'$' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => return Some(self.word()),
                _ => {
                    if let Some(sign) = self.sign() {
                        return Some(Kind::Sign(sign));
                    }
                    self.at += 1;
                }
            }
        }
    }

    fn sign(&mut self) -> Option<&'static str> {
        let rest = &self.text[self.at..];
        let mut signs = SIGNS.iter().chain(&BYTES);
        let sign = signs.find(|sign| rest.starts_with(sign.as_bytes()))?;
        self.at += sign.len();
        Some(sign)
    }

    /// `# LINE "FILE" FLAGS`, where the flag 3 is for system headers; others, pragmas mostly, say nothing.
    fn directive(&mut self) {
        let rest = &self.text[self.at..];
        let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let line = String::from_utf8_lossy(&rest[1..end]);
        self.at += end;
        let line = line.trim_start();
        let Some((number, rest)) = line.split_once(' ') else {
            return;
        };
        let (Ok(number), Some((file, flags))) = (
            number.parse::<u32>(),
            rest.strip_prefix('"').and_then(|r| r.rsplit_once('"')),
        ) else {
            return;
        };
        // The line's own end counts.
        self.line = number.wrapping_sub(1);
        self.file = Rc::from(file);
        self.system = flags.split(' ').any(|flag| flag == "3");
    }

    fn identifier(&mut self) -> String {
        let rest = &self.text[self.at..];
        let is_part = |b: &u8| *b == b'_' || *b == b'$' || b.is_ascii_alphanumeric() || *b >= 0x80;
        let end = rest.iter().position(|b| !is_part(b)).unwrap_or(rest.len());
        self.at += end;
        String::from_utf8_lossy(&rest[..end]).into_owned()
    }

    fn word(&mut self) -> Kind {
        let word = self.identifier();
        let size = match word.trim_end_matches('R') {
            "" | "u8" => 1,
            "u" => 2,
            "U" | "L" => 4,
            _ => return Kind::Word(word),
        };
        match self.peek(0) {
            b'"' if word.ends_with('R') => self.raw_string(size),
            b'"' => self.string(size),
            b'\'' if !word.ends_with('R') => self.character(size),
            _ => Kind::Word(word),
        }
    }

    fn string(&mut self, size: usize) -> Kind {
        self.at += 1;
        let mut units = Units::new(size);
        while !matches!(self.peek(0), b'"' | b'\n') && self.at < self.text.len() {
            self.unit(&mut units);
        }
        self.at += 1;
        // A suffix makes it an operand of a function; its characters are still there.
        self.identifier();
        Kind::Text(units.bytes, size)
    }

    fn raw_string(&mut self, size: usize) -> Kind {
        self.at += 1;
        let rest = &self.text[self.at..];
        let open = rest.iter().position(|&b| b == b'(').unwrap_or(0);
        let close: Vec<u8> = [b")", &rest[..open], b"\""].concat();
        let body = &rest[(open + 1).min(rest.len())..];
        let end = body.windows(close.len()).position(|w| w == close);
        let body = &body[..end.unwrap_or(body.len())];
        let mut units = Units::new(size);
        for character in String::from_utf8_lossy(body).chars() {
            units.character(character);
        }
        if size == 1 {
            units.bytes = body.to_vec();
        }
        self.line += body.iter().filter(|&&b| b == b'\n').count() as u32;
        self.at += (open + 1 + body.len() + close.len()).min(rest.len());
        Kind::Text(units.bytes, size)
    }

    /// Of several characters the first is the most significant byte, as clang has it.
    fn character(&mut self, size: usize) -> Kind {
        self.at += 1;
        let mut units = Units::new(size);
        while !matches!(self.peek(0), b'\'' | b'\n') && self.at < self.text.len() {
            self.unit(&mut units);
        }
        self.at += 1;
        let value = match size {
            1 => units
                .bytes
                .iter()
                .fold(0, |value, &b| value << 8 | i128::from(b)),
            _ => units
                .bytes
                .iter()
                .rev()
                .fold(0, |value, &b| value << 8 | i128::from(b)),
        };
        Kind::Character(value)
    }

    /// One character of a literal.
    fn unit(&mut self, units: &mut Units) {
        let byte = self.peek(0);
        if byte != b'\\' {
            if byte < 0x80 || units.size == 1 {
                units.number(u32::from(byte));
                self.at += 1;
                return;
            }
            let rest = &self.text[self.at..];
            let length = match byte {
                0xf0.. => 4,
                0xe0.. => 3,
                _ => 2,
            };
            let character = rest.get(..length).and_then(|c| str::from_utf8(c).ok());
            match character.and_then(|c| c.chars().next()) {
                Some(character) => {
                    units.character(character);
                    self.at += length;
                }
                None => {
                    units.number(u32::from(byte));
                    self.at += 1;
                }
            }
            return;
        }
        let escape = self.peek(1);
        self.at += 2;
        match escape {
            b'x' => {
                let value = self.digits(16, usize::MAX);
                units.number(value);
            }
            b'0'..=b'7' => {
                self.at -= 1;
                let value = self.digits(8, 3);
                units.number(value);
            }
            b'u' | b'U' => {
                let value = self.digits(16, if escape == b'u' { 4 } else { 8 });
                units.character(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            b'\n' => self.line += 1,
            _ => units.number(u32::from(match escape {
                b'n' => b'\n',
                b't' => b'\t',
                b'r' => b'\r',
                b'a' => 7,
                b'b' => 8,
                b'v' => 11,
                b'f' => 12,
                b'e' | b'E' => 27,
                other => other,
            })),
        }
    }

    fn digits(&mut self, radix: u32, most: usize) -> u32 {
        let mut value = 0u32;
        for _ in 0..most {
            let Some(digit) = char::from(self.peek(0)).to_digit(radix) else {
                break;
            };
            value = value.wrapping_mul(radix).wrapping_add(digit);
            self.at += 1;
        }
        value
    }

    fn number(&mut self) -> Kind {
        let start = self.at;
        let hexadecimal = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X');
        loop {
            let (byte, next) = (self.peek(0), self.peek(1));
            let exponent = match byte {
                b'e' | b'E' => !hexadecimal,
                b'p' | b'P' => true,
                _ => false,
            };
            if exponent && matches!(next, b'+' | b'-') {
                self.at += 2;
            } else if byte.is_ascii_alphanumeric()
                || matches!(byte, b'.' | b'_')
                || byte == b'\'' && next.is_ascii_alphanumeric()
            {
                self.at += 1;
            } else {
                break;
            }
        }
        let text: String = self.text[start..self.at]
            .iter()
            .filter(|&&b| b != b'\'')
            .map(|&b| char::from(b.to_ascii_lowercase()))
            .collect();
        integer(&text)
            .or_else(|| float(&text))
            .unwrap_or(Kind::Word(text))
    }
}

fn integer(text: &str) -> Option<Kind> {
    let digits = text.trim_end_matches(['u', 'l', 'z']);
    let value = if let Some(digits) = digits.strip_prefix("0x") {
        i128::from_str_radix(digits, 16)
    } else if let Some(digits) = digits.strip_prefix("0b") {
        i128::from_str_radix(digits, 2)
    } else if digits.len() > 1 && digits.starts_with('0') {
        i128::from_str_radix(digits, 8)
    } else {
        digits.parse()
    };
    value.ok().map(Kind::Integer)
}

fn float(text: &str) -> Option<Kind> {
    let is_float = text.ends_with('f') && !text.starts_with("0x");
    let digits = text.trim_end_matches(['f', 'l']);
    digits
        .parse()
        .ok()
        .map(|value| Kind::Float(value, is_float))
}

/// The characters of a literal, in the target's order.
struct Units {
    bytes: Vec<u8>,
    size: usize,
}

impl Units {
    fn new(size: usize) -> Units {
        Units {
            bytes: Vec::new(),
            size,
        }
    }

    fn number(&mut self, value: u32) {
        self.bytes.extend(&value.to_le_bytes()[..self.size]);
    }

    fn character(&mut self, character: char) {
        match self.size {
            1 => {
                let mut buffer = [0; 4];
                self.bytes
                    .extend(character.encode_utf8(&mut buffer).as_bytes());
            }
            2 => {
                let mut buffer = [0; 2];
                for unit in character.encode_utf16(&mut buffer) {
                    self.bytes.extend(unit.to_le_bytes());
                }
            }
            _ => self.number(character.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, tokens};

    fn kinds(text: &str) -> Vec<Kind> {
        tokens(text.as_bytes())
            .into_iter()
            .map(|t| t.kind)
            .collect()
    }

    fn text(bytes: &[u8]) -> Kind {
        Kind::Text(bytes.to_vec(), 1)
    }

    #[test]
    fn strings_are_what_lies_in_memory() {
        assert_eq!(kinds(r#""a\x41\102\n\"" "c""#), [text(b"aAB\n\"c")]);
        assert_eq!(kinds("\"a\\0\"\n\"\""), [text(b"a\0")]);
        assert_eq!(kinds(r#"u8"é" "\u00e9""#), [text("éé".as_bytes())]);
        assert_eq!(kinds(r#"u"é""#), [Kind::Text(vec![0xe9, 0], 2)]);
        assert_eq!(
            kinds(r#""a" L"b""#),
            [Kind::Text(vec![97, 0, 0, 0, 98, 0, 0, 0], 4)]
        );
        assert_eq!(kinds("R\"x(a\")\\n)x\""), [text(b"a\")\\n")]);
        assert_eq!(kinds("\"a\"_s"), [text(b"a")]);
    }

    #[test]
    fn numbers_have_their_values() {
        let integer = Kind::Integer;
        assert_eq!(
            kinds("0x1F 017 0b11 1'000u 5ull 0 '\\'' 'ab'"),
            [
                integer(31),
                integer(15),
                integer(3),
                integer(1000),
                integer(5),
                integer(0),
                Kind::Character(39),
                Kind::Character(0x6162)
            ]
        );
        assert_eq!(
            kinds("1.5 2e-3f .5"),
            [
                Kind::Float(1.5, false),
                Kind::Float(2e-3, true),
                Kind::Float(0.5, false)
            ]
        );
        assert_eq!(kinds("0xe+1"), [integer(14), Kind::Sign("+"), integer(1)]);
    }

    #[test]
    fn what_system_headers_say_is_left_out() {
        let all = "# 1 \"a.c\"\n# 1 \"/usr/include/x.h\" 1 3\n\"x\";\n# 7 \"a.c\" 2\n\n\"y\"\n";
        let tokens = tokens(all.as_bytes());
        assert_eq!(tokens.len(), 1);
        assert_eq!((&*tokens[0].file, tokens[0].line), ("a.c", 8));
    }
}
