//! What names of functions suggest, by `names.toml`: patterns of names, and words of them.

use std::sync::LazyLock;

use globset::{Glob, GlobSet, GlobSetBuilder};
use serde::Deserialize;

use super::{TextUse, function};

const NAMES: &str = include_str!("names.toml");

static SUGGESTED: LazyLock<Names> =
    LazyLock::new(|| toml::from_str(NAMES).expect("a unit test parses it"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    /// The first that matches counts.
    patterns: Vec<TextPatterns>,
    /// The first that has one of the words counts.
    words: Vec<TextWords>,
    symbols: Symbols,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextPatterns {
    text: TextUse,
    names: Patterns,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TextWords {
    text: TextUse,
    words: Vec<String>,
}

/// Patterns of symbols.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Symbols {
    /// What asks of which kind a character is, or turns it into another one.
    pub character: Patterns,
    /// Of functions that compare by their name: they ignore case.
    pub folds_case: Patterns,
    /// Of functions that compare by their name: a number after a string is how many of its characters count.
    pub has_length: Patterns,
}

/// Patterns of names in which `*` stands for anything.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Patterns(GlobSet);

impl Patterns {
    pub fn matches(&self, name: &str) -> bool {
        self.0.is_match(name)
    }
}

impl TryFrom<Vec<String>> for Patterns {
    type Error = globset::Error;

    fn try_from(patterns: Vec<String>) -> Result<Patterns, globset::Error> {
        let mut all = GlobSetBuilder::new();
        for pattern in &patterns {
            all.add(Glob::new(pattern)?);
        }
        all.build().map(Patterns)
    }
}

/// What symbols suggest.
pub fn symbols() -> &'static Symbols {
    &SUGGESTED.symbols
}

/// What a function does with the texts that it is passed, by its [`plain`] name: as the table says, or as the name
/// suggests.
pub fn text_use(name: &str) -> Option<TextUse> {
    if let Some(said) = function(name).and_then(|f| f.text) {
        return Some(said);
    }
    let mut patterns = SUGGESTED.patterns.iter();
    if let Some(found) = patterns.find(|p| p.names.matches(name)) {
        return Some(found.text);
    }
    let of_name = words(name);
    let mut lists = SUGGESTED.words.iter();
    let found = lists.find(|list| list.words.iter().any(|w| of_name.contains(w)));
    found.map(|list| list.text)
}

/// A demangled name without templates, parameters, what is returned, and the namespaces of library versions.
pub fn plain(demangled: &str) -> String {
    const OPERATORS: [&str; 10] = [
        "operator<=>",
        "operator<<=",
        "operator<<",
        "operator<=",
        "operator<",
        "operator>>",
        "operator>=",
        "operator->",
        "operator>",
        "operator()",
    ];
    let mut name = String::new();
    let mut depth = 0;
    let mut rest = demangled;
    while let Some(next) = rest.chars().next() {
        if depth == 0
            && let Some(operator) = OPERATORS.iter().find(|o| rest.starts_with(**o))
        {
            name.push_str(operator);
            rest = &rest[operator.len()..];
            continue;
        }
        match next {
            '<' => depth += 1,
            '>' => depth -= 1,
            '(' if depth == 0 && !rest.starts_with("(anonymous namespace)") => break,
            // After what is returned.
            ' ' if depth == 0
                && !["operator", "operator\"\"", "(anonymous"]
                    .iter()
                    .any(|e| name.ends_with(e)) =>
            {
                name.clear()
            }
            _ if depth == 0 => name.push(next),
            _ => {}
        }
        rest = &rest[next.len_utf8()..];
    }
    name.replace("__cxx11::", "").replace("std::__1::", "std::")
}

/// The words of a name, in lower case: of `xmlParseURIRef` these are xml, parse, uri and ref.
fn words(name: &str) -> Vec<String> {
    let bytes = name.as_bytes();
    let mut all = vec![String::new()];
    for (at, byte) in bytes.iter().enumerate() {
        let is_upper = |n: usize| bytes.get(n).is_some_and(u8::is_ascii_uppercase);
        let is_lower = |n: usize| bytes.get(n).is_some_and(u8::is_ascii_lowercase);
        let begins =
            is_upper(at) && at > 0 && (is_lower(at - 1) || (is_upper(at - 1) && is_lower(at + 1)));
        if begins || !byte.is_ascii_alphabetic() {
            all.push(String::new());
        }
        if byte.is_ascii_alphabetic()
            && let Some(last) = all.last_mut()
        {
            last.push(byte.to_ascii_lowercase().into());
        }
    }
    all.retain(|w| !w.is_empty());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_the_tables_are_sorted_out() {
        use TextUse::*;
        for (name, text) in [
            ("png_warning", Some(Ignore)),
            ("xmlParseErr", Some(Ignore)),
            ("std::runtime_error::runtime_error", Some(Ignore)),
            ("fopen64", Some(Ignore)),
            ("xmlCatalogResolve", None),
            ("cJSON_GetObjectItem", Some(Ask)),
            ("xmlHasProp", Some(Ask)),
            ("xmlOutputBufferWriteString", Some(Write)),
            ("snprintf", Some(Write)),
            ("sscanf", Some(Scan)),
            ("__isoc99_sscanf", Some(Scan)),
            ("wcscmp", Some(Compare)),
            ("setvalue", None),
        ] {
            assert_eq!(text_use(name), text, "{name}");
        }
    }

    #[test]
    fn names_of_the_table_are_no_patterns() {
        for (name, row) in super::super::table::all() {
            let mut patterns = SUGGESTED.patterns.iter();
            let matching = patterns.find(|p| p.names.matches(name));
            assert!(row.text.is_none() || matching.is_none(), "{name}");
        }
    }

    #[test]
    fn symbols_are_matched_by_patterns() {
        let symbols = symbols();
        assert!(symbols.character.matches("__ctype_b_loc") && symbols.character.matches("isalpha"));
        assert!(!symbols.character.matches("xisalpha"));
        assert!(
            symbols.folds_case.matches("__strncasecmp") && !symbols.folds_case.matches("strcmp")
        );
        assert!(symbols.has_length.matches("strncmp") && !symbols.has_length.matches("strcmp"));
    }

    #[test]
    fn unknown_keys_are_errors() {
        let more = format!("{NAMES}\nfrobnicates = [\"f*\"]\n");
        assert!(toml::from_str::<Names>(&more).is_err());
    }

    #[test]
    fn plain_names() {
        for (demangled, name) in [
            ("strcmp", "strcmp"),
            (
                "bool std::operator==<char, std::char_traits<char>, std::allocator<char>>(std::__cxx11::basic_string<char, \
                 std::char_traits<char>, std::allocator<char>> const&, char const*)",
                "std::operator==",
            ),
            (
                "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char>>::find(char const*, unsigned \
                 long) const",
                "std::basic_string::find",
            ),
            (
                "std::basic_ostream<char, std::char_traits<char>>& std::operator<<<std::char_traits<char>>(std::basic_ostream<char, \
                 std::char_traits<char>>&, char const*)",
                "std::operator<<",
            ),
            (
                "std::__1::basic_string<char>::compare(char const*) const",
                "std::basic_string::compare",
            ),
            (
                "(anonymous namespace)::Lexer::is(char const*)",
                "(anonymous namespace)::Lexer::is",
            ),
            ("Functor::operator()(char const*)", "Functor::operator()"),
        ] {
            assert_eq!(plain(demangled), name);
        }
    }

    #[test]
    fn words_of_names() {
        assert_eq!(words("xmlParseURIRef"), ["xml", "parse", "uri", "ref"]);
        assert_eq!(words("png_chunk_warning2"), ["png", "chunk", "warning"]);
        assert_eq!(words("Logger::error"), ["logger", "error"]);
    }
}
