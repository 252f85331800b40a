//! What words cost: time to compile, time to run, and room in the objects, of `fuzz` with and without them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::{Measured, Options, package, words};
use crate::goal::{Goal, Limit};
use fz_harness::variant::{Around, Variant, build_all, section};
use fz_harness::{measure, subject};
use xtask::{env, proc, repo, table};

/// Packages that are compiled, and libraries of `tests/bench/` that are run.
const COMPILED: [&str; 4] = ["expat", "libpng", "libxml2", "jsoncpp"];
const RUN: [&str; 3] = ["expat", "libpng", "libyaml"];
const WITHOUT: &str = "[feedback.dictionary]\noff = true\n";
/// Of one object.
const STRINGS: usize = 50_000;

pub fn measure(options: &Options) -> Result<Measured> {
    let (compile_goal, compile) = compile(options)?;
    let (run_goal, run) = run(options)?;
    let strings = strings(options)?;
    Ok(Measured {
        goals: vec![compile_goal, run_goal],
        figures: json!({"compile": compile, "run": run, "strings": strings}),
    })
}

/// `fuzz` without words, as a file.
fn without() -> Result<PathBuf> {
    let dir = repo::made().join("bench/dict");
    fs::create_dir_all(&dir)?;
    let file = dir.join("without.toml");
    let text = format!("summary = \"fuzz, without words\"\nextends = \"fuzz\"\n{WITHOUT}");
    fs::write(&file, text)?;
    Ok(file)
}

/// Each unit's fastest compile; the two take turns.
fn compile(options: &Options) -> Result<(Goal, Value)> {
    let mut goal = Goal::new("compile time, with words / without", Limit::AtMost(1.03));
    let profiles = [
        without()?.to_string_lossy().into_owned(),
        "fuzz".to_string(),
    ];
    let (mut rows, mut json) = (Vec::new(), Map::new());
    for package in package::load(&COMPILED.map(String::from))? {
        if !options.packages.is_empty() && !options.packages.contains(&package.name) {
            continue;
        }
        let units = package.units()?;
        let dir = package.dir();
        let object = |at: usize| dir.join(["without.o", "with.o"][at % 2]);
        let label = format!("{}: compile {} units", package.name, units.len());
        let times = measure::fastest(&label, options.runs, 2 * units.len(), |at| {
            let unit = &units[at / 2];
            let mut command = words::of_unit(unit, &profiles[at % 2]);
            command.arg("-c").arg("-o").arg(object(at));
            command
        })?;
        let total = |with: usize| -> f64 {
            let own = times.iter().skip(with).step_by(2);
            own.map(Duration::as_secs_f64).sum()
        };
        let library = words::library(&package, &units, "fuzz")?;
        let [full, loaded] = ["_fz_words", "__fz_words"].map(|name| section(&library, name));
        let (full, loaded, file) = (full?, loaded?, fs::metadata(&library)?.len());
        let (without, with) = (total(0), total(1));
        goal.measured(&package.name, with / without);
        rows.push(vec![
            package.name.clone(),
            format!("{without:.2}"),
            format!("{with:.2}"),
            format!("{:.3}", with / without),
            table::grouped(full),
            table::grouped(loaded),
            format!("{:.3}", full as f64 / file as f64),
        ]);
        json.insert(
            package.name.clone(),
            json!({"without": without, "with": with, "records": full, "loaded": loaded, "file": file}),
        );
    }
    println!(
        "\nprocessor time to compile, each unit's fastest; bytes of records, and of what is loaded"
    );
    table::under(
        "package | without | with | ratio | records | loaded | of the file",
        &rows,
    );
    Ok((goal, json.into()))
}

fn run(options: &Options) -> Result<(Goal, Value)> {
    let mut goal = Goal::new("run time, with words / without", Limit::AtMost(1.01));
    let variants = [
        Variant::profile("without words", "fuzz", WITHOUT),
        Variant::profile("with words", "fuzz", ""),
    ];
    let (mut rows, mut json) = (Vec::new(), Map::new());
    for subject in subject::load(&RUN.map(String::from))? {
        if !options.packages.is_empty() && !options.packages.contains(&subject.name) {
            continue;
        }
        subject.prepare()?;
        let built = build_all(&subject, &variants, Around::Loop)?;
        let seconds = measure::loops(&subject, &built, options.runs, &[])?;
        let ratio = seconds[1] / seconds[0];
        let text = |at: usize| section(&built[at].program, ".text");
        let size = text(1)? as f64 / text(0)? as f64;
        goal.measured(&subject.name, ratio);
        rows.push(vec![
            subject.name.clone(),
            format!("{:.3}", seconds[0]),
            format!("{:.3}", seconds[1]),
            format!("{ratio:.3}"),
            format!("{size:.3}"),
        ]);
        json.insert(subject.name.clone(), json!({"ratio": ratio, "text": size}));
    }
    println!("\nprocessor time to run");
    table::under("library | without | with | ratio | size of code", &rows);
    Ok((goal, json.into()))
}

/// One object with many strings, half of them in a table, half of them in calls.
fn strings(options: &Options) -> Result<Value> {
    let dir = repo::made().join("bench/dict");
    let source = dir.join("strings.c");
    fs::write(&source, many_strings())?;
    let builds = [
        ("clang", None),
        (
            "without words",
            Some(without()?.to_string_lossy().into_owned()),
        ),
        ("with words", Some("fuzz".to_string())),
    ];
    let object = |at: usize| dir.join(format!("strings-{at}.o"));
    let times = measure::fastest("50,000 strings", options.runs.min(3), builds.len(), |at| {
        let mut command = match &builds[at].1 {
            None => Command::new(fz_llvm::CLANG),
            Some(profile) => words::compiler(true, profile),
        };
        env::unsteered(&mut command);
        command
            .args(["-O2", "-w", "-c"])
            .arg(&source)
            .arg("-o")
            .arg(object(at));
        command
    })?;
    let (mut rows, mut json) = (Vec::new(), Map::new());
    for (at, ((name, _), time)) in builds.iter().zip(&times).enumerate() {
        let records = section(&object(at), ".debug_fz_words")?;
        rows.push(vec![
            (*name).to_string(),
            proc::seconds(*time),
            table::grouped(records),
            table::grouped(size(&object(at))?),
        ]);
        json.insert(
            (*name).into(),
            json!({"seconds": time.as_secs_f64(), "records": records}),
        );
    }
    println!(
        "\none object with {} strings",
        table::grouped(STRINGS as u64)
    );
    table::under("build | processor time | records | object", &rows);
    Ok(json.into())
}

fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file)?.len())
}

fn many_strings() -> String {
    /// A function holds so many calls.
    const CALLS: usize = 100;
    let mut text = String::from("int strcmp(const char *, const char *);\n");
    text += "static const struct { const char *name; int value; } table[] = {\n";
    for number in 0..STRINGS / 2 {
        let _ = writeln!(text, "    {{\"keyword-{number:05}\", {number}}},");
    }
    text += "};\nint find(const char *word) {\n    for (unsigned at = 0; at < sizeof table / sizeof *table; at++)\n        \
             if (!strcmp(word, table[at].name)) return table[at].value;\n    return -1;\n}\n";
    for function in 0..STRINGS / 2 / CALLS {
        let _ = writeln!(text, "int names{function}(const char *word) {{");
        for call in 0..CALLS {
            let number = function * CALLS + call;
            let _ = writeln!(
                text,
                "    if (!strcmp(word, \"name-{number:05}\")) return {number};"
            );
        }
        text += "    return -1;\n}\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{STRINGS, many_strings};

    #[test]
    fn each_string_is_there_once() {
        let text = many_strings();
        assert_eq!(text.matches('"').count(), 2 * STRINGS);
        for last in ["keyword-24999", "name-24999"] {
            assert_eq!(text.matches(last).count(), 1, "{last}");
        }
    }
}
