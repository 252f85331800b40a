//! Lists that a program takes apart when it runs: `"<html>|<body>|<p>"`, `"GET POST PUT"`, `"a\0b\0c\0"`.

/// The separators, the most likely first.
const SEPARATORS: &[u8] = b"|;,\n\t:& ";
/// Fewer parts are not a list.
const FEWEST: usize = 3;
const LONGEST: usize = 32;

/// Words that sentences have and lists do not.
const SPOKEN: &[&str] = &[
    "a",
    "after",
    "already",
    "an",
    "and",
    "any",
    "are",
    "as",
    "at",
    "bad",
    "be",
    "because",
    "before",
    "by",
    "can",
    "cannot",
    "could",
    "during",
    "error",
    "exceeds",
    "expected",
    "failed",
    "found",
    "from",
    "has",
    "have",
    "illegal",
    "in",
    "incorrect",
    "into",
    "invalid",
    "is",
    "it",
    "known",
    "malformed",
    "missing",
    "must",
    "no",
    "not",
    "of",
    "on",
    "only",
    "or",
    "reserved",
    "should",
    "than",
    "that",
    "the",
    "this",
    "to",
    "too",
    "unable",
    "undefined",
    "unexpected",
    "unknown",
    "unsupported",
    "was",
    "when",
    "with",
    "without",
    "wrong",
];

/// The parts of a text that is a list; empty for any other text.
pub fn parts(text: &[u8]) -> Vec<&[u8]> {
    let mut found = SEPARATORS.iter().map(|by| separated(text, *by));
    found.find(|parts| !parts.is_empty()).unwrap_or_default()
}

/// The strings that follow one another in an array.
pub fn strings(array: &[u8]) -> Vec<&[u8]> {
    let parts: Vec<_> = array.split(|b| *b == 0).filter(|p| !p.is_empty()).collect();
    let is_text = |p: &&[u8]| p.len() <= LONGEST && p.iter().all(|b| *b >= b' ' || *b == b'\t');
    match parts.len() >= FEWEST && parts.iter().all(is_text) {
        true => parts,
        false => Vec::new(),
    }
}

fn separated(text: &[u8], by: u8) -> Vec<&[u8]> {
    let mut parts: Vec<_> = text.split(|b| *b == by).map(<[u8]>::trim_ascii).collect();
    // A separator at the end belongs to the list, too.
    if parts.last().is_some_and(|p| p.is_empty()) {
        parts.pop();
    }
    if parts.first().is_some_and(|p| p.is_empty()) {
        parts.remove(0);
    }
    match is_list(&parts, by) {
        true => parts,
        false => Vec::new(),
    }
}

fn is_list(parts: &[&[u8]], by: u8) -> bool {
    if parts.len() < FEWEST {
        return false;
    }
    let is_part = |p: &&[u8]| {
        (1..=LONGEST).contains(&p.len())
            && p.iter().all(|b| *b > b' ' && *b < 0x7f)
            && !super::score::has_conversion(p)
    };
    let is_number = |p: &&[u8]| p.iter().all(u8::is_ascii_digit);
    let characters: usize = parts.iter().map(|p| p.len()).sum();
    if !parts.iter().all(is_part) || parts.iter().all(is_number) || characters < 2 * parts.len() {
        return false;
    }
    by != b' ' || !is_spoken(parts)
}

/// Whether parts with blanks between them are a sentence.
fn is_spoken(parts: &[&[u8]]) -> bool {
    let is_name = |b: &u8| b.is_ascii_alphanumeric() || b"_-<>/#@.".contains(b);
    let ends = parts.last().is_some_and(|p| p.ends_with(b"."));
    let is_lower = |p: &&&[u8]| p.iter().any(u8::is_ascii_lowercase);
    let common = |p: &&[u8]| SPOKEN.iter().any(|s| s.as_bytes().eq_ignore_ascii_case(p));
    // Three words may be a name, four are not. A sentence begins with a capital letter and continues in lower case.
    let lower = parts.iter().filter(is_lower).count();
    let begins = |p: &&&[u8]| p.first().is_some_and(u8::is_ascii_lowercase);
    let capitals = parts.len() - parts.iter().filter(begins).count();
    let is_short = parts.len() == FEWEST && lower > 0;
    let is_mixed = lower > 0 && capitals > 0 && capitals < parts.len();
    ends || is_mixed || is_short || parts.iter().any(common) || !parts.concat().iter().all(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<String> {
        let parts = parts(text.as_bytes()).into_iter();
        parts
            .map(|p| String::from_utf8(p.to_vec()).unwrap())
            .collect()
    }

    #[test]
    fn lists() {
        assert_eq!(of("<html>|<body>|<p>"), ["<html>", "<body>", "<p>"]);
        assert_eq!(of("red, green, blue"), ["red", "green", "blue"]);
        assert_eq!(of("GET POST PUT"), ["GET", "POST", "PUT"]);
        assert_eq!(
            of("if else while return"),
            ["if", "else", "while", "return"]
        );
        assert_eq!(of(":min:max:step:"), ["min", "max", "step"]);
        assert_eq!(of("one\ntwo\nthree\n"), ["one", "two", "three"]);
    }

    #[test]
    fn no_lists() {
        for text in [
            "this is not a list",
            "out of memory",
            "First, this goes wrong, then that",
            "red,green",
            "12:34:56",
            "%d,%d,%d",
            "a:b:c:",
            "std::string::npos",
            "a,,b,,c",
            "The end comes soon.",
            "Empty escape sequence",
            "sRGB profile Known",
            "junk after document element",
            "illegal parameter entity reference",
            "known incorrect sRGB profile",
            "Broken header line ignored",
            "",
        ] {
            assert!(of(text).is_empty(), "{text}: {:?}", of(text));
        }
    }

    #[test]
    fn strings_side_by_side() {
        let parts = strings(b"get\0put\0post\0\0");
        assert_eq!(parts, [&b"get"[..], b"put", b"post"]);
        assert!(strings(b"name\0\0\0\0").is_empty());
        assert!(strings(b"\x01\0\x02\0\x03\0").is_empty());
    }
}
