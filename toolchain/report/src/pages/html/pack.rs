//! What scripts unpack: JSON, compressed as browsers can decompress it (gzip), in base 64, in which nothing is markup.

use std::{
    collections::{BTreeSet, HashMap},
    io::Write,
};

use base64::{Engine, prelude::BASE64_STANDARD};
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{
    super::model::{Condition, Decision, File, Open, Program, Report, Source},
    leads,
};

/// Conditions of the frontier that the page lists.
const OPEN: usize = 20_000;
/// Functions behind a condition that it names.
const NAMED: usize = 12;

/// Which style and script the page allows: these, and no requests.
pub fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| BASE64_STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// A text as an address that a browser saves.
pub fn link(kind: &str, text: &str) -> String {
    format!("data:{kind};base64,{}", BASE64_STANDARD.encode(text))
}

/// The page's address of a file, or of a line of it.
pub fn address(path: &str) -> String {
    let mut out = "#/file/".to_owned();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b':' | b'.' | b'-' | b'_' => {
                out.push(byte as char);
            }
            other => out.push_str(&format!("%{other:02X}")),
        }
    }
    out
}

fn packed(value: &Value) -> String {
    let mut out = GzEncoder::new(Vec::new(), Compression::default());
    let written = out.write_all(value.to_string().as_bytes());
    let bytes = written
        .and_then(|()| out.finish())
        .expect("memory is written to");
    BASE64_STANDARD.encode(bytes)
}

/// All but the files' lines. Rows are lists: there may be a hundred thousand.
pub fn index(report: &Report) -> String {
    let (mut files, mut functions, mut frontier) = (Vec::new(), Vec::new(), Vec::new());
    let mut all_open = 0;
    for (number, program) in report.programs.iter().enumerate() {
        let before = files.len();
        for file in &program.files {
            let reaches = file.reaches().into_iter();
            let reaches: Vec<_> = reaches
                .map(|(reach, [l, o])| json!([reach, l, o]))
                .collect();
            for function in &file.functions {
                functions.push(json!([
                    function.name,
                    files.len(),
                    function.line,
                    function.inputs,
                    function.reach,
                    function.also,
                    function.how
                ]));
            }
            let coverage = file.coverage();
            let [functions, lines, outcomes] =
                coverage.map(|c| json!([c.reached, c.reachable, c.all]));
            files.push(json!([
                file.path,
                number,
                functions,
                lines,
                outcomes,
                reaches,
                u8::from(file.is_elsewhere)
            ]));
        }
        all_open += program.frontier.len();
        for open in program.frontier.iter().take(OPEN) {
            let condition = &program.files[open.file].conditions[open.condition];
            let near = open.nearest.iter();
            let near: Vec<_> = near.map(|n| json!([n.size, n.run, n.name])).collect();
            frontier.push(json!([
                before + open.file,
                open.condition,
                condition.line,
                condition.inputs,
                condition.text,
                condition.expansion,
                condition.function,
                condition.missing().collect::<Vec<_>>(),
                near,
                behind(open)
            ]));
        }
    }
    frontier.sort_by_cached_key(|row| {
        let [blocks, functions] = [0, 1].map(|at| row[9][at].as_u64());
        std::cmp::Reverse((blocks, functions, row[3].as_u64()))
    });
    let programs = report.programs.iter();
    let programs: Vec<_> = programs.map(|p| json!([p.name, p.runs])).collect();
    packed(&json!({
        "title": report.title,
        "sides": report.sides,
        "baseline": report.baseline,
        "pair": report.pair,
        "programs": programs,
        "reaches": report.reaches.all,
        "files": files,
        "functions": functions,
        "frontier": frontier,
        "open": all_open,
        "leads": leads::all(),
    }))
}

/// What lies behind a condition: blocks, functions, decisions, and the names of some functions.
fn behind(open: &Open) -> Value {
    match &open.behind {
        None => Value::Null,
        Some(behind) => json!([
            behind.blocks,
            behind.functions.len(),
            behind.decisions,
            behind.functions.iter().take(NAMED).collect::<Vec<_>>()
        ]),
    }
}

/// By program: its name, its functions, and of each row of the tree of calls depth, function, and whether it was named
/// before; no rows where nobody knows.
pub fn calls(report: &Report) -> String {
    let mut before = 0;
    let programs = report.programs.iter().map(|program| {
        let Some(calls) = &program.calls else {
            before += program.files.len();
            return json!([program.name, [], []]);
        };
        let functions = calls.functions.iter().map(|f| {
            let place = f.place.map(|(file, line)| (before + file, line));
            json!([f.name, f.inputs, f.how, place])
        });
        let functions: Vec<_> = functions.collect();
        let rows = calls.rows.iter();
        let rows: Vec<_> = rows
            .map(|r| (r.depth, r.function, u8::from(r.again)))
            .collect();
        before += program.files.len();
        json!([program.name, functions, rows])
    });
    packed(&programs.collect())
}

/// A file's lines and what is known of them.
pub fn file(file: &File, program: &Program) -> String {
    let mut value = match &file.source {
        Source::Whole(text) => json!({
            "lines": text.lines,
            "cut": text.cut,
            "age": file.age,
        }),
        Source::Known { lines, why } => json!({"known": lines, "why": why}),
    };
    let regions = file.regions.iter().map(|r| {
        let (end_line, end) = r.end.unwrap_or_default();
        json!([r.line, r.at, end_line, end, r.inputs, r.reach])
    });
    value["regions"] = regions.collect();
    let counts = file.lines.iter();
    value["counts"] = counts
        .map(|l| json!([l.number, l.inputs, l.reach, l.how]))
        .collect();
    // Those of the file, by its own numbers.
    let of = file.conditions.iter().filter_map(|c| c.decision);
    let of: BTreeSet<usize> = of.map(|(decision, _)| decision).collect();
    let numbers: HashMap<usize, usize> = of.iter().copied().zip(0..).collect();
    let conditions = file.conditions.iter().map(|c| {
        let decision = c.decision.map(|(decision, at)| (numbers[&decision], at));
        condition(c, decision)
    });
    value["conditions"] = conditions.collect();
    value["decisions"] = of
        .iter()
        .map(|n| decision(&program.decisions[*n]))
        .collect();
    packed(&value)
}

fn decision(decision: &Decision) -> Value {
    let seen = decision.seen.iter();
    let seen: Vec<_> = seen.map(|s| json!([s.row, s.input])).collect();
    json!([
        decision.text,
        decision.conditions,
        decision.always,
        decision.pairs,
        decision.missing,
        seen,
        decision.more,
        u8::from(decision.lost)
    ])
}

/// `decision`: of the file, and which of its conditions it is.
fn condition(condition: &Condition, decision: Option<(usize, usize)>) -> Value {
    let outcomes = condition.outcomes.iter();
    let outcomes: Vec<_> = outcomes
        .map(|o| json!([o.label, o.inputs, o.reach]))
        .collect();
    json!([
        condition.line,
        condition.at,
        condition.text,
        condition.function,
        condition.expansion,
        condition.spelled,
        u8::from(condition.is_unstable) + 2 * u8::from(condition.is_guard),
        outcomes,
        condition.how,
        decision
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_nothing_that_means_something_else() {
        assert_eq!(address("src/a.c:12"), "#/file/src/a.c:12");
        assert_eq!(address("a b#%\"<é"), "#/file/a%20b%23%25%22%3C%C3%A9");
    }

    #[test]
    fn packed_values_are_no_markup() {
        let packed = packed(&json!(["</script><script>alert(1)</script>"]));
        assert!(
            packed
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b))
        );
    }
}
