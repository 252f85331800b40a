//! Which lines, functions and outcomes of conditions ran, held against clang's own coverage: programs of
//! `tests/coverage/clang`.
//!
//! ```text
//! // differs: line 5: why clang is wrong, or means something else
//! // differs: function _Z1fv: …
//! // differs: condition 7:9 true: …
//! ```
//!
//! fz counts lines with code, and clang whole regions. So a line counts here if both have it. fz has more conditions: those
//! that are stored, for example. But it has all that clang has.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use fz_tests::{fz, in_parallel};

use fz_coverage::identities::Kind;
use serde_json::Value;

use super::{collect, reached, run, sources};

/// What an lcov file says of each line and function: whether it ran.
fn ran(lcov: &str) -> BTreeMap<String, bool> {
    let rows = lcov.lines().filter_map(|row| {
        if let Some((line, count)) = row.strip_prefix("DA:").and_then(|r| r.split_once(',')) {
            return Some((format!("line {line}"), count != "0"));
        }
        let (count, symbol) = row.strip_prefix("FNDA:")?.split_once(',')?;
        // Clang names the file of what is local to it.
        let symbol = symbol.rsplit(':').next().unwrap_or(symbol);
        Some((format!("function {symbol}"), count != "0"))
    });
    rows.collect()
}

fn ours(source: &Path, scratch: &Path) -> Result<BTreeMap<String, bool>, String> {
    let store = collect(source, "coverage", &["x"], scratch)?;
    let lcov = scratch.join("ours.info");
    run(Command::new(fz().join("bin/fz"))
        .args(["cov", "report", "--format", "lcov", "-o"])
        .arg(&lcov)
        .arg(scratch.join("s.fzcov")))?;
    let mut all = ran(&fs::read_to_string(lcov).map_err(|e| e.to_string())?);
    let reached = &reached(&store, 1)[0];
    let name = source.file_name().unwrap().to_str().unwrap();
    for (number, identity) in store.catalogue.identities.iter().enumerate() {
        let place = match identity.outcome.as_str() {
            "true" | "false" => &identity.place,
            // A case has its own.
            _ => &identity.spelled,
        };
        let place = place.as_ref().filter(|p| p.file == name);
        if let Some(place) = place.filter(|_| identity.kind == Kind::Outcome) {
            let way = match identity.outcome.as_str() {
                "false" => "false",
                _ => "true",
            };
            let row = format!("condition {}:{} {way}", place.line, place.column);
            *all.entry(row).or_insert(false) |= reached[number];
        }
    }
    Ok(all)
}

/// Of the branches that clang's export has in this file: whether each came out in each way.
fn branches(export: &str, name: &str) -> BTreeMap<String, bool> {
    /// The kind of a case of a switch, which never comes out false.
    const CASE: u64 = 4;
    let export: Value = serde_json::from_str(export).unwrap();
    let functions = export["data"][0]["functions"].as_array().unwrap();
    let mut all = BTreeMap::new();
    for function in functions {
        for branch in function["branches"].as_array().unwrap() {
            let number = |at: usize| branch[at].as_u64().unwrap();
            let file = function["filenames"][number(6) as usize].as_str().unwrap();
            if !file.ends_with(name) {
                continue;
            }
            for (way, at) in [("true", 4), ("false", 5)] {
                if at == 4 || number(8) != CASE {
                    let row = format!("condition {}:{} {way}", number(0), number(1));
                    *all.entry(row).or_insert(false) |= number(at) > 0;
                }
            }
        }
    }
    all
}

fn clangs(source: &Path, scratch: &Path) -> Result<BTreeMap<String, bool>, String> {
    let [program, raw, data] = ["clangs", "raw", "data"].map(|name| scratch.join(name));
    run(Command::new(fz_llvm::CLANG)
        .args(["--driver-mode=g++", "-std=c++20", "-w"])
        .args(["-fprofile-instr-generate", "-fcoverage-mapping"])
        .arg(source)
        .arg("-o")
        .arg(&program))?;
    // `run` clears the environment, and the program has to know where to write.
    let ended = Command::new(&program)
        .env("LLVM_PROFILE_FILE", &raw)
        .status();
    assert!(ended.is_ok_and(|status| status.success()), "{source:?}");
    run(Command::new(fz_llvm::PROFDATA)
        .arg("merge")
        .arg(&raw)
        .arg("-o")
        .arg(&data))?;
    let export = |format: &str| {
        let mut export = Command::new(fz_llvm::COV);
        export.args(["export", format, "-instr-profile"]);
        let out = export.arg(&data).arg(&program).output();
        out.map(|out| String::from_utf8_lossy(&out.stdout).into_owned())
            .map_err(|e| e.to_string())
    };
    let mut all = ran(&export("-format=lcov")?);
    let name = source.file_name().unwrap().to_str().unwrap();
    all.extend(branches(&export("-format=text")?, name));
    Ok(all)
}

/// What is said otherwise than the source expects.
fn wrong(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap();
    let name = source.file_name().unwrap().to_str().unwrap();
    let expected = text.lines().filter_map(|l| l.strip_prefix("// differs: "));
    let expected: BTreeSet<&str> = expected
        .map(|said| said.split_once(": ").expect("a reason").0)
        .collect();
    let scratch = tempfile::tempdir().unwrap();
    let both = ours(source, scratch.path()).and_then(|o| Ok((o, clangs(source, scratch.path())?)));
    let (ours, clangs) = match both {
        Ok(both) => both,
        Err(said) => return format!("{name}: {said}\n"),
    };
    assert!(ours.len() > 3 && clangs.len() > 3, "{name}");
    let all: BTreeSet<&String> = ours.keys().chain(clangs.keys()).collect();
    let differs = |what: &str| match (ours.get(what), clangs.get(what)) {
        (None, _) => !what.starts_with("line"),
        (_, None) => what.starts_with("function"),
        (ours, clangs) => ours != clangs,
    };
    let different = all.into_iter().filter(|what| differs(what));
    let different: BTreeSet<&str> = different.map(String::as_str).collect();
    let told = different.symmetric_difference(&expected).map(|what| {
        let (ours, clangs) = (ours.get(*what), clangs.get(*what));
        format!("{name}: {what}: fz {ours:?}, clang {clangs:?}\n")
    });
    told.collect()
}

#[test]
fn lines_functions_and_conditions_ran_as_clang_says() {
    let sources = sources("tests/coverage/clang");
    assert!(sources.len() >= 30, "{sources:?}");
    let wrong = in_parallel(&sources, |source| wrong(source)).concat();
    assert!(wrong.is_empty(), "\n{wrong}");
}
