//! What a person types while developing fz, as functions: `main.rs` is their command line, and suites and benches under
//! `tests/` call them.

pub mod afl;
pub mod apt;
pub mod bless;
pub mod build;
pub mod demo;
pub mod described;
pub mod dispatch;
pub mod dist;
pub mod env;
pub mod fresh;
mod harness_mains;
pub mod install;
pub mod package;
mod parts;
pub mod proc;
pub mod record;
pub mod repo;
pub mod runtime;
pub mod setup;
pub mod stage;
pub mod table;
mod taint_runtime;

use std::process::ExitCode;

/// What a program's `main` returns; an error is shown.
pub fn ended(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
