//! A plan's steps, one after the other; this process ends as the last command ended.

use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

use fz_base::{error::Error, tell};
use fz_process::{end_like, signal_received};

use super::units::Bench;
use crate::plan::{self, Plan, Step};

/// Runs the plan and ends this process as its last command ended, by exit code or by signal. Returns only errors.
pub fn run(plan: &Plan) -> Error {
    match &plan.steps[..] {
        [Step::Run(command)] => command.exec(),
        _ => run_then(plan, || Ok(())),
    }
}

/// The same, with something to do where all commands have succeeded.
pub fn run_then(plan: &Plan, then: impl FnOnce() -> Result<(), Error>) -> Error {
    let no_bench = |_: &plan::Unit| unreachable!("a plan with units runs on a bench");
    let ended = run_all(plan, no_bench);
    end_after(ended, then)
}

/// The same for a plan whose commands leave something for each other.
pub fn run_on(bench: Bench, plan: &Plan, then: impl FnOnce() -> Result<(), Error>) -> Error {
    let ended = run_all(plan, |unit| bench.compile(unit));
    bench.say_what_is_left();
    // This process ends without destructors.
    drop(bench);
    end_after(ended, then)
}

fn end_after(ended: Result<ExitStatus, Error>, then: impl FnOnce() -> Result<(), Error>) -> Error {
    match ended {
        Ok(status) if !status.success() => end_like(status),
        Ok(status) => match then() {
            Ok(()) => end_like(status),
            Err(error) => error,
        },
        Err(error) => error,
    }
}

/// How the first that failed ended. After a source that does not compile others are compiled, as clang does it, and
/// nothing is linked.
fn run_all(
    plan: &Plan,
    compile: impl Fn(&plan::Unit) -> Result<ExitStatus, Error>,
) -> Result<ExitStatus, Error> {
    let mut failed = None;
    for step in &plan.steps {
        let status = match step {
            Step::Run(_) if failed.is_some() => continue,
            Step::Run(command) => command.status()?,
            Step::Unit(unit) => compile(unit)?,
        };
        if let Some(signal) = signal_received() {
            return Ok(ExitStatus::from_raw(signal));
        }
        if let (Step::Unit(unit), Some(_)) = (step, status.signal()) {
            tell!(
                "fz: error: {}: clang ended with {status}; if FZ_PROFILE=none compiles it, it is fz's fault: please report it",
                unit.source.display()
            );
        }
        if !status.success() {
            failed.get_or_insert(status);
        }
    }
    Ok(failed.unwrap_or_default())
}
