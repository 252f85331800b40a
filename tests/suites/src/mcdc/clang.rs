//! What llvm-cov says of decisions.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::Value;

use super::compare::{Decision, Decisions, Key};
use crate::truth::{compare::inside, ours::run_for};
use xtask::proc;

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
    /// Line, column, end line, end column, evaluations that were true, and false, file, expanded file, kind, by condition
    /// whether it was shown, evaluations.
    mcdc_records: Vec<Vec<Value>>,
}

#[derive(Deserialize)]
struct Evaluation {
    conditions: Vec<Option<bool>>,
    executed: bool,
    result: bool,
}

pub fn decisions(
    program: &Path,
    arguments: &[String],
    inputs: &[PathBuf],
    src: &Path,
) -> Result<Decisions> {
    let scratch = tempfile::tempdir()?;
    let mut merge = Command::new(fz_llvm::PROFDATA);
    merge.arg("merge");
    for (number, input) in inputs.iter().enumerate() {
        let raw = scratch.path().join(number.to_string());
        let mut arguments = arguments.to_vec();
        arguments.push(input.display().to_string());
        run_for(program, &arguments, src, ("LLVM_PROFILE_FILE", &raw))?;
        // A crash leaves none.
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
    let mut decisions = Decisions::new();
    for function in export.data.iter().flat_map(|d| &d.functions) {
        for record in &function.mcdc_records {
            let [line, column, file] = [0, 1, 6].map(|at| {
                let number = record.get(at).and_then(Value::as_u64);
                number.unwrap_or_default() as usize
            });
            let (Some(shown), Some(evaluations)) = (record.get(9), record.get(10)) else {
                bail!("a record of llvm-cov's has other fields");
            };
            let name = function.filenames.get(file).context("a file's number")?;
            let key = Key {
                file: inside(src, name),
                line: line as u32,
                column: column as u32,
            };
            let mut decision = Decision {
                shown: serde_json::from_value(shown.clone())?,
                ..Decision::default()
            };
            let evaluations: Vec<Evaluation> = serde_json::from_value(evaluations.clone())?;
            for evaluation in evaluations {
                if evaluation.executed {
                    let seen = (evaluation.conditions, evaluation.result);
                    decision.evaluations.insert(seen);
                }
            }
            decisions.entry(key).or_default().push(decision);
        }
    }
    Ok(decisions)
}
