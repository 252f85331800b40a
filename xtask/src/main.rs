//! What a person types while developing fz: one subcommand per file.

mod afl;
mod apt;
mod ask;
mod bench;
mod bless;
mod build;
mod demo;
mod differential;
mod engines;
mod env;
mod flips;
mod fresh;
mod guards;
mod harness_mains;
mod install;
mod limited;
mod llvm;
mod mutations;
mod oss_fuzz;
mod parallel;
mod proc;
mod progress;
mod random;
mod real;
mod repo;
mod runtime;
mod said;
mod setup;
mod stage;
mod table;
mod taint;
mod taint_runtime;
mod test;
mod tidy;
mod truth;

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
    /// Build what is linked into programs, alone
    #[command(hide = true)]
    BuildRuntime(runtime::Options),
    /// Build a real program with fz-cc and fuzz it with Debian's afl-fuzz
    Demo(demo::Options),
    /// Copy the toolchain to a place of your choice
    Install(install::Options),
    /// Run every check: formatting, lints, tidiness, tests
    Test(Box<test::Options>),
    /// Check the house rules: where things stand, sizes, names
    Tidy,
    /// Rewrite the expectations of file tests and snapshots
    Bless(bless::Options),
    /// Compare with other fuzzers' builds
    Bench {
        #[command(subcommand)]
        bench: bench::Bench,
    },
    /// Try the README's two commands in a Debian 12 made for it (as root; slow)
    Fresh(fresh::Options),
    /// What CI runs: `setup --engines`, then `test`, all of it, and every engine's smoke test
    Ci,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Task::Setup(options) => setup::main(&options),
        Task::Build => build::main(),
        Task::BuildRuntime(options) => runtime::build(&options.lib, &options.include),
        Task::Demo(options) => demo::main(&options),
        Task::Install(options) => install::main(&options),
        Task::Bless(options) => bless::main(&options),
        Task::Bench { bench } => bench::main(&bench),
        Task::Fresh(options) => fresh::main(&options),
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
