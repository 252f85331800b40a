//! Conditions on text and bytes: the comparisons of `string.h` with constants and between two parts of the input.

use super::input::near;
use super::{Generator, Scope, escaped};

/// Words like those that parsers wait for.
const WORDS: &[&str] = &[
    "GET",
    "POST",
    "magic",
    "ELF",
    "true",
    "false",
    "null",
    "-help",
    "BEGIN",
    "END",
    "key=",
    "a",
    "ab",
    "http://",
    "RIFF",
    "IHDR",
    "xml",
    "<!--",
    "Content-Type:",
    "0x",
    "utf-8",
    "select",
    "q",
    "version",
    "1.0",
    "===",
];

/// A text that a function looks at.
pub struct Text {
    /// A `char` array that ends with a NUL.
    pub name: String,
    /// Where the text lies in the input, and how long it can be.
    pub at: usize,
    pub length: usize,
}

impl Generator {
    /// A constant to compare with; sometimes with bytes that are no ASCII.
    pub fn word(&mut self) -> Vec<u8> {
        let mut word = self.random.pick(WORDS).as_bytes().to_vec();
        match self.random.below(5) {
            0 => word.extend(self.random.pick(WORDS).bytes()),
            1 => {
                let at = self.random.below(word.len());
                word[at] = *self.random.pick(b"\x80\xff\xfe\xc3\x01\x7f");
            }
            2 => {
                let length = self.random.within(1, 6);
                let letter = |_| *self.random.pick(b"abcxyzABCXYZ019_\xe4\xa0");
                word = (0..length).map(letter).collect();
            }
            _ => {}
        }
        word
    }

    /// A copy of a region with an end.
    pub fn text(&mut self, scope: &mut Scope, length: usize, contents: Vec<Vec<u8>>) -> Text {
        let at = self.layout.region(length, contents);
        let name = self.name("s");
        scope.declare(&format!("char {name}[{}];", length + 1));
        scope.declare(&format!("memcpy({name}, in + {at}, {length});"));
        scope.declare(&format!("{name}[{length}] = 0;"));
        Text { name, at, length }
    }

    /// A text that may be `word`.
    pub fn text_near(&mut self, scope: &mut Scope, word: &[u8]) -> Text {
        let contents = near(&mut self.random, word);
        let length = word.len() + self.random.within(0, 4);
        self.text(scope, length, contents)
    }

    pub fn relation(&mut self) -> &'static str {
        const RELATIONS: &[&str] = &["==", "==", "==", "!=", "!=", "<", ">", "<=", ">="];
        self.random.pick::<&str>(RELATIONS)
    }

    pub fn string_condition(&mut self, scope: &mut Scope) -> String {
        match self.random.below(10) {
            0..4 => self.ordered_string(scope),
            4 => self.bytes(scope),
            5 | 6 => self.two_strings(scope),
            7 | 8 => self.searched(scope),
            _ => self.spelled_out(scope),
        }
    }

    /// `strcmp` and its siblings against a constant.
    fn ordered_string(&mut self, scope: &mut Scope) -> String {
        let word = self.word();
        let (literal, op) = (escaped(&word), self.relation());
        let count = self.random.within(0, word.len() + 2);
        let text = self.text_near(scope, &word).name;
        let call = match self.random.below(6) {
            0 | 1 => format!("strcmp({text}, \"{literal}\")"),
            2 => format!("strcmp(\"{literal}\", {text})"),
            3 => format!("strncmp({text}, \"{literal}\", {count})"),
            4 => format!("strcasecmp({text}, \"{literal}\")"),
            _ => format!("strncasecmp({text}, \"{literal}\", {count})"),
        };
        match self.random.below(8) {
            0 => format!("!{call}"),
            1 => format!("sign({call}) {op} {}", self.random.pick(&["-1", "0", "1"])),
            2 => format!("order({text}, \"{literal}\") {op} 0"),
            _ => format!("{call} {op} 0"),
        }
    }

    /// `memcmp` and `bcmp` against a constant, which may hold anything.
    fn bytes(&mut self, scope: &mut Scope) -> String {
        let mut word = self.word();
        if self.random.chance(50) {
            let at = self.random.below(word.len() + 1);
            word.insert(at, 0);
            let more = self.random.within(0, 9);
            word.extend(self.random.bytes(more));
        }
        let contents = near(&mut self.random, &word);
        let at = self.layout.region(word.len(), contents);
        let (literal, op) = (escaped(&word), self.relation());
        let length = self.random.within(word.len().saturating_sub(2), word.len());
        match self.random.below(6) {
            0 => format!("!memcmp(in + {at}, \"{literal}\", {length})"),
            1 => format!(
                "bcmp(in + {at}, \"{literal}\", {length}) {} 0",
                self.random.pick(&["==", "!="])
            ),
            2 => {
                // A length that only the run knows.
                let n = self.name("n");
                scope.declare(&format!(
                    "size_t {n} = (x ^ in[{at}]) % {}u;",
                    word.len() + 1
                ));
                format!("memcmp(in + {at}, \"{literal}\", {n}) {op} 0")
            }
            3 => {
                let table = self.name("k");
                let bytes: Vec<String> = word.iter().map(ToString::to_string).collect();
                let storage = self
                    .random
                    .pick(&["static const u8", "static u8", "const u8"]);
                scope.declare(&format!("{storage} {table}[] = {{{}}};", bytes.join(", ")));
                format!("memcmp({table}, in + {at}, {length}) {op} 0")
            }
            4 => format!(
                "sign(memcmp(in + {at}, \"{literal}\", {length})) {op} {}",
                self.random.pick(&["-1", "1"])
            ),
            _ => format!("memcmp(in + {at}, \"{literal}\", {length}) {op} 0"),
        }
    }

    /// Two parts of the input against each other.
    fn two_strings(&mut self, scope: &mut Scope) -> String {
        let word = self.word();
        let (one, two) = (self.text_near(scope, &word), self.text_near(scope, &word));
        let op = self.relation();
        let shorter = one.length.min(two.length);
        let count = self.random.within(1, shorter);
        let (a, b) = (&one.name, &two.name);
        match self.random.below(7) {
            0 | 1 => format!("strcmp({a}, {b}) {op} 0"),
            2 => format!("strncmp({a}, {b}, {count}) {op} 0"),
            3 => format!("memcmp(in + {}, in + {}, {count}) {op} 0", one.at, two.at),
            4 => format!("strcasecmp({a}, {b}) {op} 0"),
            5 => format!("strstr({a}, {b}) != NULL"),
            _ => format!("strncasecmp({a}, {b}, x % {}u) {op} 0", shorter + 1),
        }
    }

    /// Searches, spans and lengths.
    fn searched(&mut self, scope: &mut Scope) -> String {
        let word = self.word();
        let literal = escaped(&word);
        let mut contents = near(&mut self.random, &word);
        contents.push([b"..", &word[..]].concat());
        contents.push([&word[..], &word[..]].concat());
        let length = word.len() + self.random.within(2, 8);
        let text = self.text(scope, length, contents);
        let (name, at) = (&text.name, text.at);
        let letter = u32::from(*self.random.pick(&word));
        let (n, op) = (self.random.within(0, word.len()), self.relation());
        match self.random.below(12) {
            0 | 1 => format!(
                "strstr({name}, \"{literal}\") {} NULL",
                self.random.pick(&["==", "!="])
            ),
            2 => format!(
                "strstr({name}, \"{literal}\") == {name} + {}",
                self.random.pick(&[0, 2])
            ),
            3 | 4 => format!(
                "memmem(in + {at}, {length}, \"{literal}\", {}) != NULL",
                word.len()
            ),
            5 => format!("strchr({name}, {letter}) != NULL"),
            6 => format!("strrchr({name}, {letter}) == {name} + {n}"),
            7 => format!("memchr(in + {at}, {letter}, {length}) == in + {at} + {n}"),
            8 => format!("strspn({name}, \"{literal}\") {op} {n}"),
            9 => format!("strcspn({name}, \"{literal}\") {op} {n}"),
            10 => format!("strpbrk({name}, \"{literal}\") != NULL"),
            _ => format!("strlen({name}) {op} {n}"),
        }
    }

    /// Comparisons byte by byte.
    fn spelled_out(&mut self, scope: &mut Scope) -> String {
        let word = self.word();
        let contents = near(&mut self.random, &word);
        let at = self.layout.region(word.len(), contents);
        if self.random.chance(25) {
            return format!("same(in + {at}, \"{}\", {})", escaped(&word), word.len());
        }
        let style = self.random.below(4);
        let join = self.random.pick(&[" && ", " && ", " & "]);
        let bytes = word.iter().enumerate().map(|(i, &byte)| {
            let place = format!("in[{}]", at + i);
            match style {
                0 => format!("({place} == {byte})"),
                1 => format!("((char){place} == '{}')", escaped(&[byte])),
                2 if byte.is_ascii_alphabetic() => {
                    format!("(tolower({place}) == {})", byte.to_ascii_lowercase())
                }
                2 => format!("({place} == {byte}u)"),
                _ => format!("((i8){place} == {})", byte as i8),
            }
        });
        let all = bytes.collect::<Vec<_>>().join(join);
        if self.random.chance(20) {
            let flag = self.name("b");
            scope.declare(&format!("int {flag} = ({all});"));
            return flag;
        }
        format!("({all})")
    }
}
