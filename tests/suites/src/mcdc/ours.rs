//! What `fz cov report --view mcdc` says of decisions.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::compare::{Decision, Decisions, Key};
use crate::truth::compare::inside;
use xtask::{proc, repo};

#[derive(Deserialize)]
struct Said {
    listed: Vec<Listed>,
}

#[derive(Deserialize)]
pub struct Listed {
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    spelled: Option<Place>,
    pub function: Option<String>,
    pub text: String,
    pub recorded: bool,
    pub lost: bool,
    pub evaluations: Vec<Evaluation>,
    pub conditions: Vec<Condition>,
}

#[derive(Deserialize)]
struct Place {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Deserialize)]
pub struct Evaluation {
    pub answers: Vec<Option<bool>>,
    pub result: bool,
}

#[derive(Deserialize)]
pub struct Condition {
    pub always: Option<bool>,
    pub pair: Option<[usize; 2]>,
}

pub fn decisions(
    program: &Path,
    arguments: &[String],
    inputs: &[PathBuf],
    src: &Path,
) -> Result<Decisions> {
    let mut decisions = Decisions::new();
    for listed in listed(program, arguments, inputs)? {
        // Of macros of the system clang tells where they stand.
        let spelled = listed.spelled.as_ref();
        let spelled = spelled.filter(|place| !inside(src, &place.file).starts_with("/usr/"));
        let (file, line, column) = match spelled {
            Some(place) => (Some(&place.file), Some(place.line), Some(place.column)),
            None => (listed.file.as_ref(), listed.line, listed.column),
        };
        let key = Key {
            file: inside(src, file.context("a decision without a file")?),
            line: line.context("a line")?,
            column: column.context("a column")?,
        };
        let evaluations = listed.evaluations.into_iter();
        let conditions = &listed.conditions;
        decisions.entry(key).or_default().push(Decision {
            shown: conditions.iter().map(|c| c.pair.is_some()).collect(),
            evaluations: evaluations.map(|e| (e.answers, e.result)).collect(),
            known: conditions.iter().map(|c| c.always.is_some()).collect(),
            text: listed.text,
            is_recorded: listed.recorded,
        });
    }
    Ok(decisions)
}

/// All decisions of a program, after these inputs.
pub fn listed(program: &Path, arguments: &[String], inputs: &[PathBuf]) -> Result<Vec<Listed>> {
    let scratch = tempfile::tempdir()?;
    super::corpus(inputs, scratch.path())?;
    let store = tempfile::tempdir()?;
    let store = store.path().join("mcdc.fzcov");
    let fz = |words: &[&str]| -> Command {
        let mut command = repo::tool("fz");
        command.arg("cov").args(words);
        command
    };
    let mut collect = fz(&[
        "collect",
        "--build",
        "coverage-mcdc",
        "--no-stacks",
        "-j",
        "2",
        "-o",
    ]);
    collect
        .arg(&store)
        .arg(program)
        .arg("-i")
        .arg(scratch.path());
    proc::output(collect.arg("--").args(arguments))?;
    let text = proc::output(
        fz(&[
            "report", "--view", "mcdc", "--all", "--limit", "0", "--json",
        ])
        .arg(&store),
    )?;
    let said: Said =
        serde_json::from_str(&text).context("what `fz cov report --view mcdc` says")?;
    Ok(said.listed)
}
