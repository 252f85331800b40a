//! What a person types while developing fz: one subcommand per file.

mod apt;
mod build;
mod env;
mod proc;
mod real;
mod repo;
mod runtime;
mod setup;
mod stage;
mod table;
mod test;
mod tidy;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Builds, tests and demonstrates fz
#[derive(Parser)]
#[command(
    name = "cargo xtask",
    bin_name = "cargo xtask",
    arg_required_else_help = true
)]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what is missing on this machine (every other command does this too)
    Setup(setup::Options),
    /// Build the toolchain into target/fz
    Build,
    /// Run every check: formatting, lints, tidiness, tests
    Test(test::Options),
    /// Check the house rules: where things stand, sizes, names
    Tidy,
    /// What CI runs: `test`, all of it
    Ci,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Task::Setup(options) => setup::main(&options),
        Task::Build => build::main(),
        Task::Test(options) => test::main(&options),
        Task::Tidy => tidy::main(),
        Task::Ci => test::main(&test::Options::all()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
