//! The taint build names the bytes that flow into what a program compares, and no others: programs of
//! `tests/taint/ranges`, which say on their lines what is expected there.
//!
//! ```text
//! // input: "text\x00"        what the program reads; `// stdin: …`: from its standard input
//! if (a < b) …                // taint: 0-3 | 8       bytes 0 to 3 flow into the first operand, byte 8 into the second
//! if (at[0] == 'x') …         // taint: 0; 1,4-5      of two executions, in order
//! x = table[y] / z;           // taint[index]: 2      of sites of this kind alone
//! if (cleared == 'x') …       // taint: nothing       no execution has labels
//! ```
//!
//! An operand without bytes is `-`; at the end it is left out.

use std::{
    collections::BTreeMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fz_tests::{env, fz, in_parallel, rooms};
use serde_json::Value;

/// What a program says of one of its lines.
#[derive(Debug)]
struct Expected {
    line: u64,
    kind: Option<String>,
    executions: String,
}

/// What a program says of itself.
struct Header {
    input: Vec<u8>,
    is_standard: bool,
}

fn sources() -> Vec<PathBuf> {
    let room = fs::read_dir(rooms().join("tests/taint/ranges")).unwrap();
    let mut sources: Vec<_> = room.map(|e| e.unwrap().path()).collect();
    sources.retain(|s| s.extension().is_some_and(|x| x == "c" || x == "cc"));
    sources.sort();
    sources
}

/// A string as C writes it, with `\xNN` of two digits.
fn unescaped(literal: &str) -> Vec<u8> {
    let literal = literal.trim().strip_prefix('"').unwrap();
    let mut rest = literal.strip_suffix('"').unwrap().bytes();
    let mut bytes = Vec::new();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next().unwrap() {
                b'n' => b'\n',
                b'x' => {
                    let digits = [rest.next().unwrap(), rest.next().unwrap()];
                    u8::from_str_radix(str::from_utf8(&digits).unwrap(), 16).unwrap()
                }
                other => other,
            },
            byte => byte,
        });
    }
    bytes
}

fn header(text: &str) -> Header {
    let of = |key: &str| text.lines().find_map(|line| line.strip_prefix(key));
    match (of("// input: "), of("// stdin: ")) {
        (Some(input), None) | (None, Some(input)) => Header {
            input: unescaped(input),
            is_standard: of("// stdin: ").is_some(),
        },
        _ => panic!("a program has a line `// input:` or `// stdin:`"),
    }
}

fn expected(text: &str) -> Vec<Expected> {
    let lines = text.lines().zip(1..);
    let expected = lines.filter_map(|(text, line)| {
        let (_, said) = text.split_once("// taint")?;
        let (kind, executions) = said.split_once(": ").expect("`// taint: …`");
        let kind = kind.strip_prefix('[').map(|k| k.trim_end_matches(']'));
        Some(Expected {
            line,
            kind: kind.map(str::to_owned),
            executions: executions.trim().to_owned(),
        })
    });
    expected.collect()
}

/// Bytes as programs write them: both ends belong to a range.
fn bytes(operand: &Value) -> String {
    if operand["any"] == true {
        return "any".to_owned();
    }
    let ranges = operand["bytes"].as_array().unwrap().iter();
    let ranges = ranges.map(|range| {
        let (begin, end) = (range[0].as_u64().unwrap(), range[1].as_u64().unwrap());
        match end - begin {
            1 => begin.to_string(),
            _ => format!("{begin}-{}", end - 1),
        }
    });
    let ranges: Vec<_> = ranges.collect();
    match ranges.is_empty() {
        true => "-".to_owned(),
        false => ranges.join(","),
    }
}

fn execution(event: &Value) -> String {
    let operands = event["operands"].as_array().unwrap();
    let mut operands: Vec<_> = operands.iter().map(bytes).collect();
    while operands.len() > 1 && operands.last().unwrap() == "-" {
        operands.pop();
    }
    operands.join(" | ")
}

fn compile(source: &Path, level: &str, program: &Path) -> Result<(), String> {
    let is_cxx = source.extension().is_some_and(|x| x == "cc");
    let compiler = if is_cxx { "bin/fz-cxx" } else { "bin/fz-cc" };
    let mut compiler = Command::new(fz().join(compiler));
    let out = env::bare(&mut compiler)
        .args(["--fz-profile=taint", level, "-g1", "-w"])
        .arg(source)
        .args(["-lm", "-pthread", "-o"])
        .arg(program)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    let first: String = said.chars().take(500).collect();
    match out.status.success() {
        true => Ok(()),
        false => Err(format!("{compiler:?}: {first}\n")),
    }
}

/// What `fz taint` prints of the run, and what is wrong in it.
fn wrong(source: &Path, level: &str) -> String {
    let scratch = tempfile::tempdir().unwrap();
    let (program, input) = (scratch.path().join("program"), scratch.path().join("input"));
    if let Err(said) = compile(source, level, &program) {
        return said;
    }
    let text = fs::read_to_string(source).unwrap();
    let header = header(&text);
    fs::write(&input, &header.input).unwrap();
    let mut run = Command::new(fz().join("bin/fz"));
    env::bare(&mut run)
        .arg("taint")
        .arg(&program)
        .args(["--hits", "1000", "-i"])
        .arg(&input);
    if !header.is_standard {
        run.args(["--", "@@"]);
    }
    let out = run.output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout);
    let mut found: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
    let mut ended = Value::Null;
    for line in said.lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        match event["summary"].is_object() {
            true => ended = event["summary"]["ended"].clone(),
            false => {
                let at = &event["site"];
                let file = at["file"].as_str().unwrap();
                if Path::new(file).file_name() == source.file_name() {
                    let line = at["line"].as_u64().unwrap();
                    found.entry(line).or_default().push(event);
                }
            }
        }
    }
    let mut wrong = String::new();
    let name = source.file_name().unwrap().to_string_lossy();
    if ended != "exit 0" {
        writeln!(wrong, "{name} at {level}: it ended by {ended}").unwrap();
    }
    for expected in expected(&text) {
        let events = found.get(&expected.line).into_iter().flatten();
        let events = events.filter(|e| match &expected.kind {
            Some(kind) => e["site"]["kind"] == **kind,
            None => true,
        });
        let executions: Vec<_> = events.map(execution).collect();
        let executions = match executions.is_empty() {
            true => "nothing".to_owned(),
            false => executions.join("; "),
        };
        if executions != expected.executions {
            writeln!(
                wrong,
                "{name}:{} at {level}: {} is expected, and it is {executions}",
                expected.line, expected.executions
            )
            .unwrap();
        }
    }
    wrong
}

#[test]
fn the_bytes_that_flow_into_what_is_compared_are_named() {
    let sources = sources();
    assert!(sources.len() > 15, "{sources:?}");
    let levels = ["-O0", "-O2"];
    let builds: Vec<_> = sources
        .iter()
        .flat_map(|s| levels.map(|level| (s, level)))
        .collect();
    let wrong = in_parallel(&builds, |(source, level)| wrong(source, level)).concat();
    assert!(wrong.is_empty(), "\n{wrong}");
}
