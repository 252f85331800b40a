//! Calls that `split-calls` takes apart say what the function says, for all short operands, and read no more.
//!
//! Every function of the pass's table is called in every way that is taken apart: each operand constant and variable,
//! lengths built in and passed, the result used and branched on. `split_calls/driver.c` asks them all.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fz_tests::{RunCommand, fz, rooms};
use serde::Deserialize;

/// The columns of the table that say what a function compares or searches.
const KINDS: [&str; 5] = ["compare", "search", "member", "span", "std-string"];

/// What such a column says; the pass checks that it makes sense.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Line {
    /// The column.
    #[serde(skip)]
    kind: String,
    #[serde(default)]
    ends: String,
    length: Option<u32>,
    needle: Option<u32>,
    #[serde(default)]
    signed: bool,
    #[serde(default)]
    null: bool,
    result: Option<String>,
    other: Option<String>,
}

const STRINGS: &[&[u8]] = &[
    b"", b"a", b"B", b"b", b"i", b"I", b"_", b"[", b"{", b"[a{", b"{b[", b"\x80", b"\xff", b"ab",
    b"aB", b"Bi", b"iI", b"a_", b"_b", b"\x80a", b"a\xff", b"II", b"abi", b"aBa", b"I\x80b",
    b"aab", b"abab", b"BiB\xff",
];
const BLOCKS: &[&[u8]] = &[
    b"a", b"\0", b"\x80", b"a\0", b"\0a", b"ab", b"\0\0b", b"a\0\xff", b"ba\x80", b"a\0b\0",
];
const NEEDLES: &[&[u8]] = &[
    b"ab", b"aa", b"aB", b"iI", b"bi", b"\x80a", b"a\xff", b"aab", b"abi", b"aba", b"bIa", b"a{",
    b"b[",
];
/// Of those with a length: built in, also beyond the end of the strings above.
const LENGTHS: [i64; 3] = [1, 3, 6];

/// The code of all rows, and the table of them.
#[derive(Default)]
struct Rows {
    code: String,
    table: String,
    count: usize,
}

/// How one row calls the function.
struct Row<'a> {
    label: String,
    call: String,
    reference: &'a str,
    constant: Option<&'a [u8]>,
    side: usize,
    length: Option<i64>,
    flags: String,
    how: &'a str,
}

fn literal(bytes: &[u8]) -> String {
    let escaped = bytes.iter().map(|b| format!("\\{b:03o}"));
    format!("\"{}\"", escaped.collect::<String>())
}

impl Rows {
    /// As a value, and as the condition of a branch.
    fn add(&mut self, row: &Row) {
        let Row { call, how, .. } = row;
        self.one(row, how, &format!("return (long)({call});"));
        self.one(row, "TRUTH", &format!("if ({call}) return 1; return 0;"));
        if row.length.is_none() {
            self.one(
                row,
                "TRUTH",
                &format!("return ({call}) == 0 ? 0 : n + m + 5000;"),
            );
        }
    }

    fn one(&mut self, row: &Row, how: &str, body: &str) {
        let at = self.count;
        self.count += 1;
        writeln!(
            self.code,
            "static long code{at}(const char *a, const char *b, long n, long m) {{ {body} }}"
        )
        .unwrap();
        let (constant, length) = match row.constant {
            Some(bytes) => (literal(bytes), bytes.len()),
            None => ("0".to_owned(), 0),
        };
        writeln!(
            self.table,
            "  {{{:?}, code{at}, {}, {constant}, {length}, {}, {}, {}, {how}}},",
            format!("{} {how}", row.label),
            row.reference,
            row.side,
            row.length.map_or("ANY".to_owned(), |n| n.to_string()),
            row.flags,
        )
        .unwrap();
    }
}

/// A function's type in C, and the reference that calls it.
fn declaration(name: &str, line: &Line) -> (String, String) {
    let length = if line.signed { "int" } else { "unsigned long" };
    let (returns, parameters, arguments) = match line.kind.as_str() {
        "compare" => match line.length {
            Some(_) => (
                "int",
                format!("const char *, const char *, {length}"),
                "a, b, n",
            ),
            None => ("int", "const char *, const char *".to_owned(), "a, b"),
        },
        "search" => match (line.needle, line.length) {
            (Some(1), None) => (
                "const char *",
                "const char *, const char *".to_owned(),
                "a, b",
            ),
            (Some(2), Some(1)) if line.ends == "nul" => (
                "const char *",
                "const char *, long, const char *".to_owned(),
                "a, n, b",
            ),
            _ => (
                "const char *",
                "const char *, unsigned long, const char *, unsigned long".to_owned(),
                "a, n, b, m",
            ),
        },
        "member" => match line.length {
            Some(_) => (
                "const char *",
                "const char *, int, unsigned long".to_owned(),
                "a, n, m",
            ),
            None => ("const char *", "const char *, int".to_owned(), "a, n"),
        },
        "span" if line.result.as_deref() == Some("count") => (
            "unsigned long",
            "const char *, const char *".to_owned(),
            "a, b",
        ),
        "span" => (
            "const char *",
            "const char *, const char *".to_owned(),
            "a, b",
        ),
        other => panic!("{name}: kind `{other}` has no test"),
    };
    let declared = format!("{returns} {name}({parameters})");
    let call = match line.kind.as_str() {
        "member" => format!("const char *r = p({arguments}); return r ? r - a + 1 : 0;"),
        _ => format!("return (long)p({arguments});"),
    };
    let reference = format!(
        "long ref_{name}(const char *a, const char *b, long n, long m) {{ \
         static {returns} (*volatile p)({parameters}) = {name}; {call} }}\n"
    );
    (declared, reference)
}

fn add_compare(rows: &mut Rows, name: &str, line: &Line) {
    let memory = line.ends == "length";
    let reference = format!("ref_{name}");
    let mut flags = String::from("0");
    for (holds, flag) in [
        (memory, "MEMORY"),
        (line.length.is_some(), "BOUNDED"),
        (line.signed, "SIGNED"),
        (line.null, "NULLABLE"),
    ] {
        if holds {
            write!(flags, " | {flag}").unwrap();
        }
    }
    let how = match line.result.as_deref() {
        None => "SIGN",
        Some(_) => "TRUTH",
    };
    let mut add = |constant: Option<&[u8]>, side: usize, length: Option<i64>| {
        let mut operands = ["a".to_owned(), "b".to_owned()];
        if let Some(bytes) = constant {
            operands[side] = literal(bytes);
        }
        let [a, b] = operands;
        let third = match (line.length, length) {
            (Some(_), Some(n)) => format!(", {n}"),
            (Some(_), None) => ", n".to_owned(),
            (None, _) => String::new(),
        };
        let call = format!("{name}({a}, {b}{third})");
        rows.add(&Row {
            label: call.replace('"', "'"),
            call,
            reference: &reference,
            constant,
            side,
            length,
            flags: flags.clone(),
            how,
        });
    };
    let lengths: Vec<Option<i64>> = match line.length {
        Some(_) => LENGTHS.iter().copied().map(Some).chain([None]).collect(),
        None => vec![None],
    };
    for length in lengths {
        add(None, 2, length.filter(|n| *n < 6 || !memory));
        for constant in if memory { BLOCKS } else { STRINGS } {
            if memory && length.is_some_and(|n| n > constant.len() as i64) {
                continue;
            }
            for side in 0..2 {
                add(Some(constant), side, length);
            }
        }
    }
}

fn add_search(rows: &mut Rows, name: &str, line: &Line) {
    let bounded = line.length.is_some();
    let mut flags = String::from("SEARCH");
    for (holds, flag) in [
        (line.ends == "length", "MEMORY"),
        (bounded, "BOUNDED"),
        (line.signed, "SIGNED"),
        (line.null, "NULLABLE"),
    ] {
        if holds {
            write!(flags, " | {flag}").unwrap();
        }
    }
    for needle in NEEDLES {
        let text = literal(needle);
        let built_in: &[Option<i64>] = match bounded {
            true if line.signed => &[None, Some(-1), Some(3)],
            true => &[None, Some(4)],
            false => &[None],
        };
        for length in built_in {
            let n = length.map_or("n".to_owned(), |n| n.to_string());
            let call = match (bounded, line.ends == "length") {
                (true, true) => format!("{name}(a, {n}, {text}, {})", needle.len()),
                (true, false) => format!("{name}(a, {n}, {text})"),
                (false, _) => format!("{name}(a, {text})"),
            };
            rows.add(&Row {
                label: call.replace('"', "'"),
                call,
                reference: &format!("ref_{name}"),
                constant: Some(needle),
                side: 1,
                length: *length,
                flags: flags.clone(),
                how: "EXACT",
            });
        }
    }
}

fn add_set(rows: &mut Rows, name: &str, line: &Line) {
    for (at, set) in STRINGS.iter().chain([&&b"aabbab\x80a"[..]]).enumerate() {
        let text = literal(set);
        if line.kind == "span" {
            let call = format!("{name}(a, {text})");
            rows.add(&Row {
                label: call.replace('"', "'"),
                call,
                reference: &format!("ref_{name}"),
                constant: Some(set),
                side: 1,
                length: None,
                flags: "0".to_owned(),
                how: "EXACT",
            });
            continue;
        }
        // Of its own, so that the place in it can be told.
        writeln!(rows.code, "static const char {name}_set{at}[] = {text};").unwrap();
        let (third, lengths) = match line.length {
            Some(_) => (true, 1..=set.len() as i64 + 1),
            None => (false, 0..=0),
        };
        for length in lengths {
            let third = match third {
                true => format!(", {length}"),
                false => String::new(),
            };
            // Once as a place, once as the pointer itself.
            let call = format!("{name}({name}_set{at}, (int)n{third})");
            let place = format!("({{ const char *r = {call}; r ? r - {name}_set{at} + 1 : 0; }})");
            let mut row = Row {
                label: call.clone(),
                call: place,
                reference: &format!("ref_{name}"),
                constant: Some(set),
                side: 0,
                length: Some(length),
                flags: "CHARACTER".to_owned(),
                how: "EXACT",
            };
            rows.one(&row, "EXACT", &format!("return {};", row.call));
            row.call = call;
            rows.one(
                &row,
                "TRUTH",
                &format!("if ({}) return 1; return 0;", row.call),
            );
        }
    }
}

fn add_std_string(rows: &mut Rows, line: &Line) {
    let string = line.other.as_deref() == Some("string");
    let flags = match string {
        true => "STD_STRING | MEMORY",
        false => "STD_STRING",
    };
    let mut add = |constant: Option<&[u8]>, other: String| {
        rows.add(&Row {
            label: format!("compare({})", other.replace('"', "'")),
            call: format!("string(a, n).compare({other})"),
            reference: match string {
                true => "ref_string",
                false => "ref_pointer",
            },
            constant,
            side: 1,
            length: None,
            flags: flags.to_owned(),
            how: "SIGN",
        });
    };
    match string {
        true => add(None, "string(b, m)".to_owned()),
        false => {
            add(None, "b".to_owned());
            for constant in STRINGS {
                add(Some(constant), literal(constant));
            }
        }
    }
}

/// A string that is nothing but a pointer and a length, so that both may be anything. Inlined, the calls' operands are
/// what the rows say.
const STRING_PRELUDE: &str = include_str!("split_calls/string-prelude.cc");

/// Compiled, what is to be asked and what it is compared with: the rows' code and the references apart from each other.
struct Source {
    name: &'static str,
    text: String,
}

/// What the table says of the functions that the pass takes apart, by name.
fn table() -> BTreeMap<String, Line> {
    let folder = rooms().join("passes/src/libc/table");
    let files = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let rows = files.flat_map(|file| {
        let text = fs::read_to_string(&file).unwrap();
        toml::from_str::<BTreeMap<String, toml::Table>>(&text).unwrap()
    });
    let line = |(name, row): (String, toml::Table)| {
        let (kind, column) = KINDS.iter().find_map(|k| Some((k, row.get(*k)?)))?;
        let line: Line = column.clone().try_into().unwrap();
        let kind = kind.to_string();
        Some((name, Line { kind, ..line }))
    };
    rows.filter_map(line).collect()
}

fn sources() -> Vec<Source> {
    let table = table();
    let (mut c, mut cpp) = (Rows::default(), Rows::default());
    let (mut declared, mut references) = (String::new(), String::new());
    for (name, line) in &table {
        if line.kind == "std-string" {
            add_std_string(&mut cpp, line);
            continue;
        }
        let (declaration, reference) = declaration(name, line);
        writeln!(declared, "{declaration};\nquestion ref_{name};").unwrap();
        references += &reference;
        match line.kind.as_str() {
            "compare" => add_compare(&mut c, name, line),
            "search" => add_search(&mut c, name, line),
            _ => add_set(&mut c, name, line),
        }
    }
    let rows = |prelude: &str, rows: &Rows| {
        format!(
            "#include \"rows.h\"\n{prelude}\n{}\nstruct row rows[] = {{\n{}}};\nconst int row_count = {};\n",
            rows.code, rows.table, rows.count
        )
    };
    let references = format!("#include \"rows.h\"\n{declared}{references}");
    vec![
        Source {
            name: "rows.c",
            text: rows(&declared, &c),
        },
        Source {
            name: "references.c",
            text: references,
        },
        Source {
            name: "strings.cc",
            text: rows(STRING_PRELUDE, &cpp),
        },
    ]
}

/// What happens to the code between the front end and code generation.
const PIPELINES: [(&str, &str); 3] = [
    ("alone", "function(mem2reg),split-calls"),
    // A few steps, and the rest by a call; what LLVM makes of it behind the pass.
    (
        "unroll",
        "function(mem2reg),split-calls<unroll=2>,default<O2>",
    ),
    (
        "held",
        "split-calls<hold=on>,default<O2>,split-calls<unroll=3>",
    ),
];

fn clang(source: &Path, arguments: &[&str], output: &Path) {
    let compiler = match source.extension().is_some_and(|e| e == "cc") {
        // Before C++20, when std::string::compare is a function of the library.
        true => [fz_llvm::CLANGXX, "-std=c++17"],
        false => [fz_llvm::CLANG, "-std=gnu17"],
    };
    Command::new(compiler[0])
        .args([compiler[1], "-w", "-fno-strict-aliasing", "-I"])
        .arg(rooms().join("tests/tests/split_calls"))
        .args(arguments)
        .arg(source)
        .arg("-o")
        .arg(output)
        .outcome()
        .ok();
}

/// One program: the rows through one pipeline, and the driver as it is.
fn check(dir: &Path, rows: &str, others: &[PathBuf], (name, pipeline): (&str, &str)) -> String {
    let bitcode = dir.join(rows).with_extension("bc");
    let split = dir.join(format!("{rows}-{name}.bc"));
    let plugin = fz().join("lib/fz/libfz_passes.so");
    Command::new(fz_llvm::OPT)
        .arg(format!("-load-pass-plugin={}", plugin.display()))
        .args(["-fz-verify", &format!("-passes={pipeline}")])
        .arg(&bitcode)
        .arg("-o")
        .arg(&split)
        .outcome()
        .ok();
    let program = split.with_extension("exe");
    Command::new(fz_llvm::CLANGXX)
        .args(["-w", "-O0"])
        .arg(&split)
        .args(others)
        .arg("-o")
        .arg(&program)
        .outcome()
        .ok();
    Command::new(program).outcome().ok().out()
}

#[test]
fn split_calls_say_what_the_functions_say() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    for source in sources() {
        fs::write(dir.join(source.name), source.text).unwrap();
    }
    let object = |path: PathBuf| {
        let object = dir.join(path.file_stem().unwrap()).with_extension("o");
        clang(&path, &["-c", "-O1", "-fno-builtin"], &object);
        object
    };
    let own = rooms().join("tests/tests/split_calls");
    let driver = object(own.join("driver.c"));
    let others = [
        object(own.join("stubs.c")),
        object(dir.join("references.c")),
    ];
    let front_end = ["-c", "-O1", "-Xclang", "-disable-llvm-passes", "-emit-llvm"];
    for rows in ["rows.c", "strings.cc"] {
        let path = dir.join(rows);
        clang(&path, &front_end, &path.with_extension("bc"));
    }
    let jobs: Vec<_> = ["rows.c", "strings.cc"]
        .iter()
        .flat_map(|rows| PIPELINES.iter().map(move |p| (*rows, *p)))
        .collect();
    let said = fz_tests::in_parallel(&jobs, |(rows, pipeline)| {
        let mut objects = vec![driver.clone()];
        if *rows == "rows.c" {
            objects.extend(others.clone());
        }
        check(dir, rows, &objects, *pipeline)
    });
    for (job, said) in jobs.iter().zip(&said) {
        let asked: u64 = said.split(' ').next().unwrap().parse().unwrap();
        assert!(
            asked > 10_000 && said.ends_with(" 0 wrong\n"),
            "{job:?}: {said}"
        );
    }
}
