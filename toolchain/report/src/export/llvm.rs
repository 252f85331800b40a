//! JSON in the shape of `llvm-cov report`. Lines are its regions, for a store knows no others; of conditions those with two
//! ways are its branches.

use std::io::{self, Write};

use fz_coverage::decisions::{Decision, Shown};
use serde_json::{Value, json};

use super::{File, files, percent};
use crate::measure::{Condition, Count, Measure};

const VERSION: &str = "2.0.1";
/// What clang calls a branch's region.
const BRANCH: u32 = 4;
/// And a decision's.
const DECISION: u32 = 5;

pub fn write(measure: &Measure, out: &mut impl Write) -> io::Result<()> {
    let files = files(measure);
    let functions: Vec<Value> = files.iter().flat_map(functions).collect();
    let export = json!({
        "data": [{
            "files": files.iter().map(file).collect::<Vec<_>>(),
            "functions": functions,
            "totals": summary(&files.iter().collect::<Vec<_>>()),
        }],
        "type": "llvm.coverage.json.export",
        "version": VERSION,
    });
    writeln!(out, "{export}")
}

fn file(file: &File) -> Value {
    let mut segments: Vec<Value> = Vec::new();
    for (line, inputs) in &file.lines {
        segments.push(json!([line, 1, inputs, true, true, false]));
        if !file.lines.contains_key(&(line + 1)) {
            segments.push(json!([line + 1, 1, 0, false, false, false]));
        }
    }
    json!({
        "filename": file.path,
        "segments": segments,
        "branches": branches(file),
        "mcdc_records": decisions(file),
        "expansions": [],
        "summary": summary(&[file]),
    })
}

fn branches(file: &File) -> Vec<Value> {
    let of = |c: &&Condition| {
        let [("true", yes), ("false", no)] = c.outcomes[..] else {
            return None;
        };
        let (line, column) = (c.line(), c.column());
        Some(json!([line, column, line, column, yes, no, 0, 0, BRANCH]))
    };
    file.conditions.iter().filter_map(of).collect()
}

fn decisions(file: &File) -> Vec<Value> {
    let of = |(decision, shown): &&(&Decision, Shown)| {
        let place = decision.place.as_ref();
        let (line, column) = place.map_or((0, 0), |p| (p.line, p.column));
        let pairs = shown.pairs.iter().map(Option::is_some);
        let pairs: Vec<bool> = pairs.collect();
        json!([line, column, line, column, 0, DECISION, pairs])
    };
    file.decisions.iter().map(of).collect()
}

fn functions(file: &File) -> Vec<Value> {
    let of = |f: &super::Function| {
        json!({
            "name": f.symbol,
            "count": f.inputs,
            "regions": [[f.line, 1, f.line, 1, f.inputs, 0, 0, 0]],
            "branches": [],
            "mcdc_records": [],
            "filenames": [file.path],
        })
    };
    file.functions.iter().map(of).collect()
}

fn summary(files: &[&File]) -> Value {
    let sum = |of: fn(&File) -> usize| files.iter().map(|f| of(f)).sum::<usize>();
    let part = |count: usize, covered: usize| json!({"count": count, "covered": covered, "notcovered": count - covered, "percent": percent(covered, count)});
    let whole = |of: fn(&File) -> Count| {
        part(
            files.iter().map(|f| of(f).reachable).sum(),
            files.iter().map(|f| of(f).reached).sum(),
        )
    };
    let lines = whole(|f| f.coverage[1]);
    let functions = whole(|f| f.coverage[0]);
    let branches = part(
        sum(|f| branches(f).len() * 2),
        sum(|f| {
            branches(f)
                .iter()
                .flat_map(|b| [4, 5].map(|n| b[n] != 0))
                .filter(|n| *n)
                .count()
        }),
    );
    json!({
        "lines": lines,
        "functions": functions,
        "instantiations": functions,
        "regions": lines,
        "branches": branches,
        "mcdc": whole(|f| f.mcdc),
    })
}
