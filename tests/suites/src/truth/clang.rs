//! What clang's own coverage counts in one run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::compare::{Key, inside};
use crate::truth::ours::run_for;
use xtask::proc;

/// The regions of each place, with how often each was true and false.
pub type Regions = BTreeMap<Key, Vec<[u64; 2]>>;

#[derive(Deserialize)]
struct Export {
    data: Vec<Data>,
}

#[derive(Deserialize)]
struct Data {
    functions: Vec<Function>,
}

#[derive(Deserialize)]
struct Function {
    filenames: Vec<String>,
    /// Line, column, end line, end column, true, false, file, expanded file, kind.
    branches: Vec<[u64; 9]>,
}

pub fn counts(program: &Path, arguments: &[String], dir: &Path) -> Result<Regions> {
    let scratch = tempfile::tempdir()?;
    let (raw, data) = (scratch.path().join("raw"), scratch.path().join("data"));
    run_for(program, arguments, dir, ("LLVM_PROFILE_FILE", &raw))?;
    proc::output(
        Command::new(fz_llvm::PROFDATA)
            .arg("merge")
            .arg(&raw)
            .arg("-o")
            .arg(&data),
    )?;
    let mut export = Command::new(fz_llvm::COV);
    export
        .arg("export")
        .arg(program)
        .arg("-instr-profile")
        .arg(&data);
    let text = proc::output(&mut export)?;
    let export: Export = serde_json::from_str(&text).context("what llvm-cov exports")?;
    let mut regions = Regions::new();
    for function in export.data.iter().flat_map(|d| &d.functions) {
        for [line, column, _, _, yes, no, file, ..] in &function.branches {
            let name = function.filenames.get(*file as usize);
            let key = Key {
                file: inside(dir, name.context("a file's number")?),
                line: *line as u32,
                column: *column as u32,
            };
            regions.entry(key).or_default().push([*yes, *no]);
        }
    }
    Ok(regions)
}
