//! The `fz` command line: one subcommand per file.

mod cov;
mod dict;
mod doctor;
mod doctor_ccache;
mod doctor_check;
mod doctor_machine;
mod doctor_program;
mod engines;
mod env;
mod fuzz;
mod guards;
mod inspect;
mod new;
mod oss_fuzz;
mod place;
mod profile_options;
mod profiles;
mod refactor;
mod replay;
mod taint;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use fz_base::words::visible_lines;

#[derive(Parser)]
#[command(
    name = "fz",
    version,
    about = "Controlled compilation for fuzzing",
    after_help = "The compilers are fz-cc and fz-cxx: CC=fz-cc CXX=fz-cxx ./configure && make"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Collect what inputs reach in a program, and show it
    #[command(after_help = cov::EXAMPLES)]
    Cov(cov::CovArgs),
    /// Write what a program compares its input with, as a dictionary for fuzzers
    #[command(after_help = dict::EXAMPLES)]
    Dict(dict::DictArgs),
    /// Check the installation and the settings, or what was instrumented in PROGRAMs
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::DoctorArgs),
    /// List the engines: which are installed, and what fits each
    #[command(after_help = engines::EXAMPLES)]
    Engines(engines::EnginesArgs),
    /// Print the environment for a build, as a shell takes it
    #[command(after_help = env::EXAMPLES)]
    Env(env::EnvArgs),
    /// Fuzz a program with the engine that it was linked for
    #[command(after_help = fuzz::EXAMPLES)]
    Fuzz(Box<fuzz::FuzzArgs>),
    /// Replay inputs, and say which operations of integers went wrong
    #[command(after_help = guards::EXAMPLES)]
    Guards(guards::GuardsArgs),
    /// Show the counters of instrumented programs, and what they stand for
    #[command(after_help = inspect::EXAMPLES)]
    Inspect(inspect::InspectArgs),
    /// Write a commented fz.toml for a project, and say what to type next
    #[command(after_help = new::EXAMPLES)]
    New(new::NewArgs),
    /// List the profiles, or show one with all that it inherits
    #[command(after_help = profiles::EXAMPLES)]
    Profiles(profiles::ProfilesArgs),
    /// Lay a source out so that each condition has a line of its own
    #[command(after_help = refactor::EXAMPLES)]
    Refactor(refactor::RefactorArgs),
    /// Run a taint build over inputs, and say which of their bytes decide what
    #[command(after_help = taint::examples())]
    Taint(taint::TaintArgs),
}

pub fn main() -> ExitCode {
    end_quietly_with_the_reader();
    let result = match Cli::parse().command {
        Command::Cov(args) => cov::run(&args),
        Command::Dict(args) => dict::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Env(args) => env::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Guards(args) => guards::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::New(args) => new::run(&args),
        Command::Profiles(args) => profiles::run(&args),
        Command::Refactor(args) => refactor::run(&args),
        Command::Taint(args) => taint::run(&args),
    };
    result.unwrap_or_else(|error| {
        let said = format!("{error:#}");
        eprintln!("fz: error: {}", visible_lines(&said));
        ExitCode::FAILURE
    })
}

/// `fz … | head`: as soon as nobody reads on there is nothing to complain about.
fn end_quietly_with_the_reader() {
    // SAFETY: at the start of the process, before anything else could care for signals.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
}
