//! Which lines and functions ran, held against clang's own coverage: programs of `tests/coverage/clang`.
//!
//! ```text
//! // differs: line 5: why clang is wrong, or means something else
//! // differs: function _Z1fv: …
//! ```
//!
//! fz counts lines with code, and clang whole regions. So a line counts here if both have it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use fz_tests::{fz, in_parallel};

use super::{collect, run, sources};

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

fn ours(source: &Path, scratch: &Path) -> Result<String, String> {
    collect(source, "coverage", &["x"], scratch)?;
    let lcov = scratch.join("ours.info");
    run(Command::new(fz().join("bin/fz"))
        .args(["cov", "export", "--format", "lcov", "-o"])
        .arg(&lcov)
        .arg(scratch.join("s.fzcov")))?;
    fs::read_to_string(lcov).map_err(|e| e.to_string())
}

fn clangs(source: &Path, scratch: &Path) -> Result<String, String> {
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
    let export = Command::new(fz_llvm::COV)
        .args(["export", "-format=lcov", "-instr-profile"])
        .arg(&data)
        .arg(&program)
        .output();
    let export = export.map_err(|e| e.to_string())?;
    Ok(String::from_utf8_lossy(&export.stdout).into_owned())
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
        Ok((ours, clangs)) => (ran(&ours), ran(&clangs)),
        Err(said) => return format!("{name}: {said}\n"),
    };
    assert!(ours.len() > 3 && clangs.len() > 3, "{name}");
    let all: BTreeSet<&String> = ours.keys().chain(clangs.keys()).collect();
    let differs = |what: &str| match (ours.get(what), clangs.get(what)) {
        (None, _) | (_, None) => what.starts_with("function"),
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
fn lines_and_functions_ran_as_clang_says() {
    let sources = sources("tests/coverage/clang");
    assert!(sources.len() >= 30, "{sources:?}");
    let wrong = in_parallel(&sources, |source| wrong(source)).concat();
    assert!(wrong.is_empty(), "\n{wrong}");
}
