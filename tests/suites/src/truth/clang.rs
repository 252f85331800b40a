//! What clang's own coverage counts in one run.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::Value;

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
pub struct Function {
    filenames: Vec<String>,
    /// Line, column, end line, end column, true, false, file, expanded file, kind.
    branches: Vec<[u64; 9]>,
    /// Line, column, end line, end column, evaluations that were true, and false, file, expanded file, kind, by condition
    /// whether it was shown, evaluations.
    #[serde(default)]
    pub mcdc_records: Vec<Vec<Value>>,
}

impl Function {
    pub fn key(&self, dir: &Path, line: u64, column: u64, file: u64) -> Result<Key> {
        let name = self.filenames.get(file as usize);
        Ok(Key {
            file: inside(dir, name.context("a file's number")?),
            line: line as u32,
            column: column as u32,
        })
    }
}

/// What llvm-cov says of the program's runs with each of these arguments. One that crashed counts nothing.
pub fn functions(program: &Path, runs: &[Vec<String>], dir: &Path) -> Result<Vec<Function>> {
    let scratch = tempfile::tempdir()?;
    let mut merge = Command::new(fz_llvm::PROFDATA);
    merge.arg("merge");
    for (number, arguments) in runs.iter().enumerate() {
        let raw = scratch.path().join(number.to_string());
        run_for(program, arguments, dir, ("LLVM_PROFILE_FILE", &raw))?;
        if raw.exists() {
            merge.arg(&raw);
        }
    }
    let data = scratch.path().join("data");
    proc::output(merge.arg("-o").arg(&data))?;
    let mut export = Command::new(fz_llvm::COV);
    export.arg("export").arg(program);
    let text = proc::output(export.arg("-instr-profile").arg(&data))?;
    let export: Export = serde_json::from_str(&text).context("what llvm-cov exports")?;
    Ok(export.data.into_iter().flat_map(|d| d.functions).collect())
}

pub fn counts(program: &Path, arguments: &[String], dir: &Path) -> Result<Regions> {
    let mut regions = Regions::new();
    for function in functions(program, &[arguments.to_vec()], dir)? {
        for &[line, column, _, _, yes, no, file, ..] in &function.branches {
            let key = function.key(dir, line, column, file)?;
            regions.entry(key).or_default().push([yes, no]);
        }
    }
    Ok(regions)
}
