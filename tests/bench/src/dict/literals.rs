//! What stands as a literal in preprocessed sources, so that a token of a dictionary can be said to occur there.

use std::collections::HashMap;

use super::constant;
use super::lexer::{Kind, Lexeme};

/// The rule, for people; each line is one of [`As`].
pub const RULE: &str = "\
A token occurs if, in what the preprocessor leaves of the units, outside system headers, attributes, assembly, static
assertions and linkage names, it equals
  string     a string literal, as it lies in memory (adjacent ones joined, prefixes and escapes applied), with or without one NUL behind it;
  list       a part of such a literal that holds three or more, set apart by one of | , ; NUL, none of them empty or with white space;
  number     the bytes, in 16, 32 or 64 bits and either order, of an integer constant expression from 256 on, or of a float or double;
  condition  character literals that one expression compares one after the other (== joined by &&, or != by ||); a single one, too;
  bytes      an initialiser of two or more constants below 256, with or without one NUL behind it.";

/// How a token stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum As {
    String,
    List,
    Number,
    Condition,
    Bytes,
}

impl As {
    pub fn text(self) -> &'static str {
        match self {
            As::String => "string",
            As::List => "list",
            As::Number => "number",
            As::Condition => "condition",
            As::Bytes => "bytes",
        }
    }
}

/// Where a token occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub how: As,
    pub file: String,
    pub line: u32,
}

/// Everything that occurs, with its first places. Conditions are kept as whole rows: each part of one occurs.
#[derive(Default)]
pub struct Literals {
    found: HashMap<Vec<u8>, Vec<Place>>,
    rows: Vec<(Vec<u8>, Place)>,
}

/// More places of a token are of no use.
const PLACES: usize = 4;

impl Literals {
    pub fn add(&mut self, tokens: &[Lexeme]) {
        let tokens = judged(tokens);
        for (at, token) in tokens.iter().enumerate() {
            match &token.kind {
                Kind::Text(bytes, size) => self.text(bytes, *size, token),
                Kind::Float(value, is_float) => {
                    self.number(&value.to_le_bytes(), token);
                    if *is_float {
                        self.number(&(*value as f32).to_le_bytes(), token);
                    }
                }
                Kind::Integer(_) | Kind::Character(_) | Kind::Sign("(" | "-" | "~") => {
                    self.integer(&tokens, at);
                }
                Kind::Sign("{") => self.initialiser(&tokens, at),
                _ => {}
            }
        }
        self.conditions(&tokens);
    }

    pub fn merge(&mut self, other: Literals) {
        for (bytes, places) in other.found {
            let all = self.found.entry(bytes).or_default();
            all.extend(places);
            all.truncate(PLACES);
        }
        self.rows.extend(other.rows);
    }

    /// Where `token` occurs.
    pub fn places(&self, token: &[u8]) -> Vec<Place> {
        let mut places = self.found.get(token).cloned().unwrap_or_default();
        let in_row = |(row, _): &&(Vec<u8>, Place)| row.windows(token.len()).any(|w| w == token);
        if !token.is_empty() {
            let rows = self.rows.iter().filter(in_row);
            places.extend(rows.map(|(_, place)| place.clone()).take(PLACES));
        }
        places
    }

    fn insert(&mut self, bytes: Vec<u8>, how: As, token: &Lexeme) {
        let places = self.found.entry(bytes).or_default();
        let place = place(how, token);
        if places.len() < PLACES && !places.contains(&place) {
            places.push(place);
        }
    }

    fn text(&mut self, bytes: &[u8], size: usize, token: &Lexeme) {
        let mut with_nul = bytes.to_vec();
        with_nul.resize(bytes.len() + size, 0);
        self.insert(bytes.to_vec(), As::String, token);
        self.insert(with_nul, As::String, token);
        if size > 1 {
            return;
        }
        for separator in *b"|,;\0" {
            let body = bytes.strip_suffix(&[separator]).unwrap_or(bytes);
            let parts: Vec<&[u8]> = body.split(|&b| b == separator).collect();
            let is_part =
                |part: &&[u8]| !part.is_empty() && !part.iter().any(u8::is_ascii_whitespace);
            if parts.len() >= 3 && parts.iter().all(is_part) {
                for part in parts {
                    self.insert(part.to_vec(), As::List, token);
                }
            }
        }
    }

    fn number(&mut self, bytes: &[u8], token: &Lexeme) {
        let mut bytes = bytes.to_vec();
        self.insert(bytes.clone(), As::Number, token);
        bytes.reverse();
        self.insert(bytes, As::Number, token);
    }

    /// What starts behind an operand is the operand of something that is not constant.
    fn integer(&mut self, tokens: &[Lexeme], at: usize) {
        let is_literal = matches!(tokens[at].kind, Kind::Integer(_) | Kind::Character(_));
        let behind_operand = at > 0
            && matches!(
                tokens[at - 1].kind,
                Kind::Integer(_) | Kind::Character(_) | Kind::Word(_) | Kind::Sign(")" | "]")
            );
        if !is_literal && behind_operand {
            return;
        }
        let mut values = Vec::new();
        if let Kind::Integer(value) | Kind::Character(value) = tokens[at].kind {
            values.push(value);
        }
        values.extend(constant::evaluate(tokens, at).map(|(value, _)| value));
        values.dedup();
        for value in values.into_iter().filter(|&v| v >= 256) {
            for size in [2, 4, 8] {
                if value >> (8 * size) == 0 {
                    self.number(&value.to_le_bytes()[..size], &tokens[at]);
                }
            }
        }
    }

    fn initialiser(&mut self, tokens: &[Lexeme], open: usize) {
        let (mut bytes, mut at) = (Vec::new(), open + 1);
        loop {
            match (constant::evaluate(tokens, at), tokens.get(at)) {
                (Some((value @ 0..=255, next)), _) => {
                    bytes.push(value as u8);
                    at = next;
                }
                (None, Some(end)) if end.kind == Kind::Sign("}") => break,
                _ => return,
            }
            if tokens.get(at).is_some_and(|t| t.kind == Kind::Sign(",")) {
                at += 1;
            }
        }
        if bytes.len() >= 2 {
            self.insert(bytes.clone(), As::Bytes, &tokens[open]);
            match bytes.pop() {
                Some(0) => {}
                Some(last) => bytes.extend([last, 0]),
                None => {}
            }
            self.insert(bytes, As::Bytes, &tokens[open]);
        }
    }

    /// Rows of characters that are compared.
    fn conditions(&mut self, tokens: &[Lexeme]) {
        let mut row: Option<Row> = None;
        let mut end = |row: Option<Row>| self.rows.extend(row.map(|r| (r.bytes, r.place)));
        for at in 0..tokens.len() {
            let Kind::Sign(sign) = tokens[at].kind else {
                continue;
            };
            if [";", "{", "}", "?"].contains(&sign) {
                end(row.take());
            } else if ["&&", "||"].contains(&sign) {
                row = match row.take() {
                    Some(mut before) if before.joint == sign => {
                        // One that compares something else stands between.
                        if before.joined {
                            end(Some(before));
                            None
                        } else {
                            before.joined = true;
                            Some(before)
                        }
                    }
                    before => {
                        end(before);
                        None
                    }
                };
            } else if ["==", "!="].contains(&sign)
                && let Some(byte) = compared(tokens, at)
            {
                let joint = if sign == "==" { "&&" } else { "||" };
                match &mut row {
                    Some(before) if before.joined && before.joint == joint => {
                        before.bytes.push(byte);
                        before.joined = false;
                    }
                    _ => {
                        end(row.take());
                        row = Some(Row {
                            bytes: vec![byte],
                            joint,
                            joined: false,
                            place: place(As::Condition, &tokens[at]),
                        });
                    }
                }
            }
        }
        end(row);
    }
}

/// Compares so far, one after the other.
struct Row {
    bytes: Vec<u8>,
    /// What joins them, and whether it stood behind the last.
    joint: &'static str,
    joined: bool,
    place: Place,
}

/// The character that the compare at `at` has on one of its sides.
fn compared(tokens: &[Lexeme], at: usize) -> Option<u8> {
    let mut right = at + 1;
    while tokens.get(right)?.kind == Kind::Sign("(") {
        right = constant::cast(tokens, right).unwrap_or(right + 1);
    }
    let left = tokens[..at]
        .iter()
        .rev()
        .find(|t| t.kind != Kind::Sign(")"));
    let character = |token: Option<&Lexeme>| match token?.kind {
        Kind::Character(value) => u8::try_from(value).ok(),
        _ => None,
    };
    character(tokens.get(right)).or_else(|| character(left))
}

fn place(how: As, token: &Lexeme) -> Place {
    Place {
        how,
        file: token.file.to_string(),
        line: token.line,
    }
}

/// The tokens without those that only speak to the compiler.
fn judged(tokens: &[Lexeme]) -> Vec<Lexeme> {
    const SPOKEN: [&str; 9] = [
        "__attribute__",
        "__attribute",
        "__declspec",
        "asm",
        "__asm__",
        "__asm",
        "_Static_assert",
        "static_assert",
        "_Pragma",
    ];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        let Kind::Word(word) = &token.kind else {
            kept.push(token.clone());
            continue;
        };
        if SPOKEN.contains(&word.as_str()) {
            while tokens
                .get(at)
                .is_some_and(|t| matches!(t.kind, Kind::Word(_)))
            {
                at += 1;
            }
            at = behind_parentheses(tokens, at);
        } else if word == "extern"
            && matches!(tokens.get(at).map(|t| &t.kind), Some(Kind::Text(..)))
        {
            at += 1;
        } else {
            kept.push(token.clone());
        }
    }
    kept
}

fn behind_parentheses(tokens: &[Lexeme], start: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.kind {
            Kind::Sign("(") => depth += 1,
            Kind::Sign(")") => depth -= 1,
            _ if depth == 0 => return start,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokens;
    use super::{As, Literals};

    fn occurs(source: &str, token: &[u8]) -> Option<As> {
        let mut literals = Literals::default();
        literals.add(&tokens(source.as_bytes()));
        literals.places(token).first().map(|p| p.how)
    }

    #[test]
    fn strings_occur_whole() {
        let source = r#"f("abc" "d", L"w");"#;
        assert_eq!(occurs(source, b"abcd"), Some(As::String));
        assert_eq!(occurs(source, b"abcd\0"), Some(As::String));
        assert_eq!(occurs(source, b"abc"), None);
        assert_eq!(occurs(source, b"w\0\0\0"), Some(As::String));
    }

    #[test]
    fn lists_occur_by_their_parts() {
        assert_eq!(occurs(r#"f("<a>|<b>|<c>");"#, b"<b>"), Some(As::List));
        assert_eq!(occurs(r#"f("one,two");"#, b"two"), None);
        assert_eq!(occurs(r#"f("one, two, three");"#, b"three"), None);
        assert_eq!(occurs(r#"f("a\0bc\0d\0");"#, b"bc"), Some(As::List));
    }

    #[test]
    fn numbers_occur_in_both_orders() {
        let source = "x == 0x4949 || y == (((u)(73) << 24) | ((u)(72) << 16) | (68 << 8) | 82)";
        assert_eq!(occurs(source, b"II"), Some(As::Number));
        assert_eq!(occurs(source, b"IHDR"), Some(As::Number));
        assert_eq!(occurs(source, b"RDHI"), Some(As::Number));
        assert_eq!(occurs("x = 1;", b"\0\x01"), None);
        assert_eq!(occurs("x == 1.5", &1.5f64.to_be_bytes()), Some(As::Number));
    }

    #[test]
    fn conditions_occur_where_they_have_to_hold_together() {
        let all = "if ((p[0] == '<') && (p[1] == ((c)'!')) && '-' == p[2]) f('x');";
        assert_eq!(occurs(all, b"<!-"), Some(As::Condition));
        assert_eq!(occurs(all, b"!-"), Some(As::Condition));
        assert_eq!(occurs(all, b"-x"), None);
        assert_eq!(occurs("p[0] == 'a' || p[1] == 'b'", b"ab"), None);
        assert_eq!(
            occurs("p[0] != 'a' || p[1] != 'b'", b"ab"),
            Some(As::Condition)
        );
        assert_eq!(occurs("p[0] == 'a' && q && p[1] == 'b'", b"ab"), None);
        assert_eq!(occurs("p[0] == 'a'; p[1] == 'b'", b"ab"), None);
    }

    #[test]
    fn initialisers_occur_as_they_lie_in_memory() {
        let source = "u8 s[] = {137, 'P', 0x4e, 71};";
        assert_eq!(occurs(source, b"\x89PNG"), Some(As::Bytes));
        assert_eq!(occurs(source, b"\x89PN"), None);
        assert_eq!(occurs("int s[] = {2, 300};", &[2, 44]), None);
    }

    #[test]
    fn what_speaks_to_the_compiler_does_not_count() {
        let source = r#"extern "C" { asm volatile("nop" : : "r"(x)); } int a __attribute__((section("s")));"#;
        for token in ["C", "nop", "r", "s"] {
            assert_eq!(occurs(source, token.as_bytes()), None, "{token}");
        }
    }
}
