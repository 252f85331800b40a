//! The table itself, `table/*.toml`: which columns a row may have, and what they mean.

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use super::string::{Compare, Member, Search, Span, StdString, StringFunction};

/// Each file of the table, with its name.
const FILES: [(&str, &str); 7] = [
    ("cxx.toml", include_str!("table/cxx.toml")),
    ("libraries.toml", include_str!("table/libraries.toml")),
    ("math.toml", include_str!("table/math.toml")),
    ("posix.toml", include_str!("table/posix.toml")),
    ("stdio.toml", include_str!("table/stdio.toml")),
    ("stdlib.toml", include_str!("table/stdlib.toml")),
    ("string.toml", include_str!("table/string.toml")),
];

type Table = HashMap<String, LibraryFunction>;

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let files = FILES.iter().map(|(_, text)| toml::from_str::<Table>(text));
    let files = files.map(|file| file.expect("a unit test parses it"));
    files.flatten().collect()
});

/// What the table says of the function of this name: a symbol, or a C++ function's qualified name for all its overloads.
pub fn function(name: &str) -> Option<&'static LibraryFunction> {
    TABLE.get(name)
}

/// What is known of a library function; each field is a facet of its own, and at least one is there.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Row")]
pub struct LibraryFunction {
    /// What it compares or searches, exactly.
    pub string: Option<StringFunction>,
    /// What it allocates, or how much memory it accesses.
    pub size: Option<Size>,
    /// What it does with the texts that it is passed.
    pub text: Option<TextUse>,
    /// Which labels its result has, though it passes none on.
    pub labels: Option<Labels>,
    /// Whether it returns one byte that it reads, as an `int`.
    pub reads_byte: bool,
    /// Whether it calls a function that it is passed before it returns.
    pub calls_back: bool,
}

/// A size that a function is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size {
    pub purpose: Purpose,
    /// The argument that is the size, or the two whose product it is.
    pub factors: Vec<u32>,
}

/// What a size is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    Allocate,
    /// So many bytes of memory are read or written.
    Access,
}

/// What a function does with a text that it is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextUse {
    /// It looks whether something is the text, begins or ends with it, or contains it.
    Compare,
    /// It looks for any of the text's characters.
    Set,
    /// It reads what the text, a format, describes.
    Scan,
    /// It makes a string object of the text.
    Make,
    /// It most likely compares, to judge by its name.
    Ask,
    /// It puts the text into its output, or somewhere else.
    Write,
    /// The text says nothing of the input: it is a message, or the name of a file.
    Ignore,
}

/// Which labels the result of a function has that is not instrumented, in DFSan's terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Labels {
    /// Those of all arguments.
    Functional,
    /// None.
    Discard,
}

/// A row as it is written: a key for each column.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Row {
    compare: Option<Compare>,
    search: Option<Search>,
    member: Option<Member>,
    span: Option<Span>,
    std_string: Option<StdString>,
    allocates: Option<Vec<u32>>,
    accesses: Option<Vec<u32>>,
    text: Option<TextUse>,
    labels: Option<Labels>,
    #[serde(default)]
    reads_byte: bool,
    #[serde(default)]
    calls_back: bool,
}

impl TryFrom<Row> for LibraryFunction {
    type Error = &'static str;

    fn try_from(row: Row) -> Result<Self, Self::Error> {
        let strings = [
            row.compare.map(StringFunction::Compare),
            row.search.map(StringFunction::Search),
            row.member.map(StringFunction::Member),
            row.span.map(StringFunction::Span),
            row.std_string.map(StringFunction::StdString),
        ];
        let size = |purpose| move |factors| Size { purpose, factors };
        let sizes = [
            row.allocates.map(size(Purpose::Allocate)),
            row.accesses.map(size(Purpose::Access)),
        ];
        let function = LibraryFunction {
            string: at_most_one(strings).ok_or(
                "a function is one of `compare`, `search`, `member`, `span`, `std-string`",
            )?,
            size: at_most_one(sizes).ok_or("a function has one of `allocates` and `accesses`")?,
            text: row.text,
            labels: row.labels,
            reads_byte: row.reads_byte,
            calls_back: row.calls_back,
        };
        let has_facet = function.string.is_some()
            || function.size.is_some()
            || function.text.is_some()
            || function.labels.is_some()
            || function.reads_byte
            || function.calls_back;
        match has_facet {
            true => Ok(function),
            false => Err("the row says nothing"),
        }
    }
}

/// The one that is there, if any is; `None` where there are several.
fn at_most_one<T, const N: usize>(all: [Option<T>; N]) -> Option<Option<T>> {
    let mut there = all.into_iter().flatten();
    let first = there.next();
    there.next().is_none().then_some(first)
}

/// Every row, with its function's name.
#[cfg(test)]
pub fn all() -> impl Iterator<Item = (&'static str, &'static LibraryFunction)> {
    TABLE.iter().map(|(name, row)| (name.as_str(), row))
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, fs};

    use super::*;

    fn names(text: &str) -> Vec<&str> {
        let is_row = |l: &&str| !l.is_empty() && !l.starts_with('#');
        let rows = text.lines().filter(is_row);
        rows.map(|l| l.split(" = ").next().unwrap().trim_matches('"'))
            .collect()
    }

    #[test]
    fn files_are_sorted_and_no_function_stands_twice() {
        let mut seen = HashSet::new();
        for (file, text) in FILES {
            let names = names(text);
            assert!(names.is_sorted(), "{file}: {names:?}");
            for name in names {
                assert!(seen.insert(name), "{file}: {name} stands twice");
                assert!(function(name).is_some(), "{file}: {name}");
            }
        }
        assert_eq!(seen.len(), TABLE.len());
    }

    #[test]
    fn all_files_are_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/libc/table");
        let there = fs::read_dir(folder).unwrap();
        let there: HashSet<_> = there.map(|e| e.unwrap().file_name()).collect();
        let read: HashSet<_> = FILES.iter().map(|(file, _)| (*file).into()).collect();
        assert_eq!(there, read);
    }

    #[test]
    fn wrong_rows_are_refused() {
        for (wrong, said) in [
            ("f = { colour = 1 }", "colour"),
            ("f = { compare = { ends = 'nul', colour = 1 } }", "colour"),
            ("f = { compare = { ends = 'never' } }", "never"),
            ("f = { span = { while = 'inside' } }", "result"),
            ("f = { text = 'copy' }", "copy"),
            ("f = { labels = 'custom' }", "custom"),
            ("f = {}", "says nothing"),
            ("f = { calls-back = false }", "says nothing"),
            ("f = { allocates = [0], accesses = [0] }", "one of"),
            (
                "f = { compare = { ends = 'nul' }, member = { ends = 'nul' } }",
                "one of",
            ),
        ] {
            let error = toml::from_str::<Table>(wrong).unwrap_err().to_string();
            assert!(error.contains(said), "{wrong}: {error}");
        }
    }

    #[test]
    fn sizes_have_one_factor_or_two() {
        for (name, function) in TABLE.iter() {
            let factors = function.size.as_ref().map_or(1, |size| size.factors.len());
            assert!((1..=2).contains(&factors), "{name}");
        }
    }

    #[test]
    fn one_row_has_all_that_is_known() {
        let fwrite = function("fwrite").unwrap();
        assert_eq!(fwrite.size.as_ref().unwrap().purpose, Purpose::Access);
        assert_eq!(fwrite.size.as_ref().unwrap().factors, [1, 2]);
        assert_eq!(fwrite.text, Some(TextUse::Write));
        assert_eq!(fwrite.labels, Some(Labels::Discard));
        let memchr = function("memchr").unwrap();
        assert!(matches!(memchr.string, Some(StringFunction::Member(_))));
        assert!(memchr.size.is_some() && memchr.text.is_none());
        assert!(function("qsort").unwrap().calls_back);
        assert!(function("frobnicate").is_none());
    }
}
