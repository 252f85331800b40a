//! How many conditions share a line with another: in sources as they were written, and in what they are refactored to.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use anyhow::{Context, Result};
use fz_binary::Place;
use fz_records::Condition;
use serde_json::{Map, json};

use super::{Measured, Options};
use crate::goal::{Goal, Limit};
use xtask::apt::Source;
use xtask::{proc, repo, table};

struct Subject {
    name: &'static str,
    package: &'static str,
    version: &'static str,
    compiler: &'static str,
    /// Each is compiled alone; `text`: instead of a source, what includes one.
    units: &'static [&'static str],
    text: &'static str,
    flags: &'static [&'static str],
}

const SUBJECTS: [Subject; 3] = [
    Subject {
        name: "cJSON",
        package: "cjson",
        version: "1.7.15-1+deb12u4",
        compiler: "fz-cc",
        units: &["cJSON.c", "cJSON_Utils.c"],
        text: "",
        flags: &[],
    },
    Subject {
        name: "stb_image",
        package: "libstb",
        version: "0.0~git20220908.8b5f1f3+ds-1",
        compiler: "fz-cc",
        units: &["unit.c"],
        text: "#define STB_IMAGE_IMPLEMENTATION\n#include \"stb_image.h\"\n",
        flags: &[],
    },
    Subject {
        name: "jsoncpp",
        package: "libjsoncpp",
        version: "1.9.5-4",
        compiler: "fz-cxx",
        units: &[
            "src/lib_json/json_reader.cpp",
            "src/lib_json/json_value.cpp",
            "src/lib_json/json_writer.cpp",
        ],
        text: "",
        flags: &["-Iinclude"],
    },
];

/// Of conditions, those that share a refactored line with another.
const AT_MOST: f64 = 0.01;

/// A condition by where it stands: code may be there more than once for one of the source.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    unit: usize,
    /// Where a line of the source shows it: of what comes from a macro, where that is used.
    written: (String, u32, u32),
    spelled: (String, u32, u32),
    text: String,
    /// 0: the unit is compiled as it is.
    refactored: u32,
}

impl Row {
    fn of(unit: usize, condition: &Condition) -> Row {
        let place = |p: &Place| (p.file.clone(), p.line, p.column);
        let spelled = &condition.spelled;
        let written = spelled.in_macro.as_ref().map(|of| &of.written);
        Row {
            unit,
            written: place(written.unwrap_or(&spelled.place)),
            spelled: place(&spelled.place),
            text: condition.text.clone(),
            refactored: condition.refactored.unwrap_or(0),
        }
    }
}

pub fn measure(_: &Options) -> Result<Measured> {
    let mut goal = Goal::new(
        "conditions that share a refactored line / all",
        Limit::Below(AT_MOST),
    );
    let (mut figures, mut rows) = (Map::new(), Vec::new());
    for subject in &SUBJECTS {
        let conditions = conditions(subject)?;
        let all = conditions.len();
        let before = sharing(&conditions, |r| (r.unit, r.written.0.clone(), r.written.1));
        let after = sharing(&conditions, |r| match r.refactored {
            0 => (r.unit, r.written.0.clone(), r.written.1),
            line => (r.unit, String::new(), line),
        });
        let share = |n: usize| n as f64 / all as f64;
        goal.measured(subject.name, share(after));
        let shown = |n: usize| format!("{n} ({:.1} %)", 100.0 * share(n));
        rows.push(vec![
            subject.name.to_string(),
            all.to_string(),
            shown(before),
            shown(after),
        ]);
        figures.insert(
            subject.name.to_string(),
            json!({"conditions": all, "before": before, "after": after}),
        );
    }
    table::under("source | conditions | share a line | refactored", &rows);
    Ok(Measured {
        goals: vec![goal],
        figures: figures.into(),
    })
}

/// How many are not alone on their line.
fn sharing<L: Ord>(conditions: &BTreeSet<Row>, line: impl Fn(&Row) -> L) -> usize {
    let mut lines: BTreeMap<L, usize> = BTreeMap::new();
    for condition in conditions {
        *lines.entry(line(condition)).or_default() += 1;
    }
    lines.into_values().filter(|n| *n > 1).sum()
}

fn conditions(subject: &Subject) -> Result<BTreeSet<Row>> {
    let dir = repo::made().join("bench/cov/lines").join(subject.name);
    let source = Source {
        package: subject.package.to_string(),
        version: subject.version.to_string(),
        fallback: Vec::new(),
        suite: None,
        patches: false,
        tarball: false,
    };
    source.unpack(&dir)?;
    if !subject.text.is_empty() {
        fs::write(dir.join(subject.units[0]), subject.text)?;
    }
    let mut found = BTreeSet::new();
    for (number, unit) in subject.units.iter().enumerate() {
        let library = dir.join(format!("{number}.so"));
        compile(subject, unit, &dir, &library)?;
        let image = fz_binary::Program::read(&library)?
            .into_images()?
            .into_iter()
            .next();
        let image = image.with_context(|| format!("{} has no counters", library.display()))?;
        let all = image.coverage.iter().flat_map(|f| &f.conditions);
        found.extend(all.map(|condition| Row::of(number, condition)));
    }
    Ok(found)
}

fn compile(subject: &Subject, unit: &str, dir: &Path, library: &Path) -> Result<()> {
    let mut command = Command::new(repo::stage().join("bin").join(subject.compiler));
    command
        .current_dir(dir)
        .args(["--fz-profile=coverage", "-w", "-fPIC", "-shared", "-I."])
        .args(subject.flags)
        .arg(unit)
        .arg("-o")
        .arg(library);
    proc::output(&mut command)?;
    Ok(())
}
