//! What llvm-cov says of decisions.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::Deserialize;
use serde_json::Value;

use super::compare::{Decision, Decisions};
use crate::truth::clang;

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
    let with = |input: &PathBuf| {
        let input = input.display().to_string();
        arguments.iter().cloned().chain([input]).collect()
    };
    let runs: Vec<_> = inputs.iter().map(with).collect();
    let mut decisions = Decisions::new();
    for function in clang::functions(program, &runs, src)? {
        for record in &function.mcdc_records {
            let [line, column, file] = [0, 1, 6].map(|at| {
                let number = record.get(at).and_then(Value::as_u64);
                number.unwrap_or_default()
            });
            let (Some(shown), Some(evaluations)) = (record.get(9), record.get(10)) else {
                bail!("a record of llvm-cov's has other fields");
            };
            let key = function.key(src, line, column, file)?;
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
