//! What called functions do with the texts that they are passed, by their names.

use std::{collections::HashMap, rc::Rc, sync::LazyLock};

use globset::{Glob, GlobSet, GlobSetBuilder};
use serde::Deserialize;

use crate::{
    ir::{Call, Function, Value, demangle},
    libc::functions,
};

const CALLEES: &str = include_str!("callees.toml");
const IGNORED: &str = include_str!("ignored.toml");

#[derive(Clone, Copy, Debug)]
pub enum Duty {
    /// In the table of `split-calls`, and not defined here.
    Table(functions::Function),
    Compare,
    Set,
    Scan,
    Make,
    Ask,
    Write,
    Ignored,
    /// LLVM's own.
    Intrinsic,
    Other,
}

#[derive(Debug)]
pub struct Callee {
    pub duty: Duty,
    /// Its symbol; empty where nobody knows what is called.
    pub symbol: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    names: Names,
    words: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    compare: Vec<String>,
    set: Vec<String>,
    scan: Vec<String>,
    make: Vec<String>,
    ask: Vec<String>,
    write: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    ask: Vec<String>,
    write: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ignored {
    words: Vec<String>,
    names: Vec<String>,
}

/// The rules, in the order in which they are asked.
struct Rules {
    names: Vec<(GlobSet, Duty)>,
    words: HashMap<String, Duty>,
}

static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let known: Known = toml::from_str(CALLEES).expect("a unit test parses it");
    let ignored: Ignored = toml::from_str(IGNORED).expect("a unit test parses it");
    let names = [
        (&known.names.compare, Duty::Compare),
        (&known.names.set, Duty::Set),
        (&known.names.scan, Duty::Scan),
        (&known.names.make, Duty::Make),
        (&known.names.ask, Duty::Ask),
        (&ignored.names, Duty::Ignored),
        (&known.names.write, Duty::Write),
    ];
    let words = [
        (&known.words.ask, Duty::Ask),
        // What asks for errors, or writes them, is about errors.
        (&known.words.write, Duty::Write),
        (&ignored.words, Duty::Ignored),
    ];
    let all = words
        .into_iter()
        .flat_map(|(w, d)| w.iter().map(move |w| (w.clone(), d)));
    Rules {
        names: names
            .into_iter()
            .map(|(n, d)| (globs(n).expect("a unit test builds it"), d))
            .collect(),
        words: all.collect(),
    }
});

pub struct Callees {
    known: HashMap<Value, Rc<Callee>>,
    ignored: GlobSet,
}

impl Callees {
    /// With further names of functions that are ignored.
    pub fn new(ignored: GlobSet) -> Callees {
        Callees {
            known: HashMap::new(),
            ignored,
        }
    }

    /// What a call calls.
    pub fn of(&mut self, call: Call) -> Rc<Callee> {
        let Some(function) = call.called() else {
            return self.known(call.callee(), |_| Callee {
                duty: Duty::Other,
                symbol: String::new(),
            });
        };
        self.known(function.value(), |ignored| callee(function, ignored))
    }

    fn known(&mut self, value: Value, of: impl FnOnce(&GlobSet) -> Callee) -> Rc<Callee> {
        let ignored = &self.ignored;
        self.known
            .entry(value)
            .or_insert_with(|| Rc::new(of(ignored)))
            .clone()
    }
}

fn callee(function: Function, ignored: &GlobSet) -> Callee {
    let symbol = function.name();
    let duty = duty(function, &symbol, ignored);
    Callee { duty, symbol }
}

fn duty(function: Function, symbol: &str, ignored: &GlobSet) -> Duty {
    if function.is_intrinsic() {
        return Duty::Intrinsic;
    }
    if let Some(known) = functions::by_name(symbol)
        && !function.is_definition()
    {
        return Duty::Table(known);
    }
    let demangled = demangle(symbol);
    let name = plain(&demangled);
    if [symbol, &name, &demangled]
        .iter()
        .any(|n| ignored.is_match(n))
    {
        return Duty::Ignored;
    }
    match by_name(&name) {
        // Whoever only tells something returns nothing of interest: `trace_cmp` compares.
        Duty::Ignored | Duty::Write if function.is_definition() && returns(function) => Duty::Other,
        duty => duty,
    }
}

fn returns(function: Function) -> bool {
    let (result, _) = function.function_type().signature();
    !result.is_void()
}

fn by_name(name: &str) -> Duty {
    let mut names = RULES.names.iter();
    if let Some((_, duty)) = names.find(|(globs, _)| globs.is_match(name)) {
        return *duty;
    }
    let found: Vec<_> = words(name)
        .iter()
        .filter_map(|w| RULES.words.get(w))
        .copied()
        .collect();
    let is = |of: fn(&Duty) -> bool| found.iter().find(|d| of(d));
    // What asks for errors, or writes them, is about errors.
    is(|d| matches!(d, Duty::Ignored))
        .or(is(|d| matches!(d, Duty::Write)))
        .or(found.first())
        .copied()
        .unwrap_or(Duty::Other)
}

/// Patterns of names in which `*` stands for anything.
pub fn globs(patterns: &[String]) -> Result<GlobSet, globset::Error> {
    let mut all = GlobSetBuilder::new();
    for pattern in patterns {
        all.add(Glob::new(pattern)?);
    }
    all.build()
}

/// A demangled name without templates, parameters, what is returned, and the namespaces of library versions.
fn plain(demangled: &str) -> String {
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
            // Behind what is returned.
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
        let of = |name| format!("{:?}", by_name(name));
        for (name, duty) in [
            ("png_warning", "Ignored"),
            ("xmlParseErr", "Ignored"),
            ("std::runtime_error::runtime_error", "Ignored"),
            ("fopen64", "Ignored"),
            ("xmlCatalogResolve", "Other"),
            ("cJSON_GetObjectItem", "Ask"),
            ("xmlHasProp", "Ask"),
            ("xmlOutputBufferWriteString", "Write"),
            ("snprintf", "Write"),
            ("sscanf", "Scan"),
            ("__isoc99_sscanf", "Scan"),
            ("wcscmp", "Compare"),
            ("setvalue", "Other"),
        ] {
            assert_eq!(of(name), duty, "{name}");
        }
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
