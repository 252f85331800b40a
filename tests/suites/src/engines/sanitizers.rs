//! Each sanitizer under each engine, with a harness that has one fault for each: the fault is found, or the link is
//! refused, as the table says.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail, ensure};

use super::build;
use super::hunt::{self, FUZZERS, Fuzzer, Hunt, Shape};
use xtask::{proc, table};

const LIMIT: Duration = Duration::from_secs(120);
const PROFILE: &str = "compares";

/// Sanitizers, and the engines of which a fuzzer finds what they find. The link for any other engine is refused.
const TABLE: [(&str, &[&str]); 6] = [
    ("address", &["afl", "libfuzzer", "honggfuzz", "libafl"]),
    ("undefined", &["afl", "libfuzzer", "honggfuzz", "libafl"]),
    ("memory", &["afl", "libfuzzer", "honggfuzz"]),
    ("thread", &["afl", "libfuzzer", "honggfuzz"]),
    ("leak", &["afl", "libfuzzer"]),
    ("integer", &["afl", "libfuzzer", "honggfuzz", "libafl"]),
];

/// With those fuzzers whose names contain `only`.
pub fn run(only: &str) -> Result<()> {
    let dir = build::fresh("sanitizers")?;
    let seeds = build::seeds(&dir)?;
    let fuzzers: Vec<Fuzzer> = FUZZERS
        .into_iter()
        .filter(|f| f.name().to_lowercase().contains(&only.to_lowercase()))
        .collect();
    let mut rows = Vec::new();
    let mut failed = Vec::new();
    for (sanitizer, engines) in TABLE {
        let flag = format!("-fsanitize={sanitizer}");
        let object = dir.join(format!("{sanitizer}.o"));
        let fault = format!("-DFAULT=fault_{sanitizer}");
        let source = build::source("faults.c");
        build::compile(&source, PROFILE, &[&flag, &fault, "-pthread"], &object)?;
        let mut row = vec![sanitizer.to_string()];
        for &fuzzer in &fuzzers {
            let takes = engines.contains(&fuzzer.engine());
            eprintln!("   .. {sanitizer}, {}", fuzzer.name());
            let cell = if takes {
                found(&dir, &seeds, &object, sanitizer, fuzzer)
            } else {
                refused(&dir, &object, sanitizer, fuzzer).map(|()| "refused".to_string())
            };
            row.push(cell.unwrap_or_else(|error| {
                eprintln!("error: {sanitizer}, {}: {error:#}", fuzzer.name());
                failed.push(format!("{sanitizer} under {}", fuzzer.name()));
                "FAILED".into()
            }));
        }
        rows.push(row);
    }
    let mut head = vec!["sanitizer"];
    head.extend(fuzzers.iter().map(|f| f.name()));
    table::print(&head, &rows);
    ensure!(
        failed.is_empty(),
        "not as the table says: {}",
        failed.join("; ")
    );
    Ok(())
}

/// The time in which the fault is found.
fn found(
    dir: &Path,
    seeds: &Path,
    object: &Path,
    sanitizer: &str,
    fuzzer: Fuzzer,
) -> Result<String> {
    let flag = format!("-fsanitize={sanitizer}");
    let program = dir.join(format!("{sanitizer}.{}", fuzzer.engine()));
    build::linked(fuzzer.engine(), object, &[&flag, "-pthread"], &program)?;
    let hunt = Hunt {
        program: &program,
        shape: Shape::Harness,
        seeds,
        cmplog: None,
        limit: LIMIT,
    };
    let out = dir.join(format!("{sanitizer}-{fuzzer:?}").to_lowercase());
    let catch = hunt.run(fuzzer, &out)?;
    match catch.found {
        Some(input) => {
            let bytes = std::fs::read(&input)?;
            ensure!(
                bytes.starts_with(b"fz"),
                "{} is no fault's input",
                input.display()
            );
            Ok(proc::seconds(catch.took))
        }
        None => bail!(
            "nothing found in {}: {}",
            proc::seconds(catch.took),
            hunt::tail(&catch.log)
        ),
    }
}

/// The link fails, and says of what.
fn refused(dir: &Path, object: &Path, sanitizer: &str, fuzzer: Fuzzer) -> Result<()> {
    let flag = format!("-fsanitize={sanitizer}");
    let program = dir.join("refused");
    let out = build::link(fuzzer.engine(), object, &[&flag, "-pthread"], &program).output()?;
    let text = String::from_utf8_lossy(&out.stderr);
    ensure!(!out.status.success(), "the link is not refused");
    ensure!(
        text.contains(sanitizer) && text.contains(fuzzer.engine()),
        "the refusal does not name the sanitizer and the engine: {text}"
    );
    ensure!(!program.exists(), "a refused link leaves a program");
    Ok(())
}
