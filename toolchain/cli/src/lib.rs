//! The `fz` command line: one subcommand per file.

mod args;
mod carried;
mod cmake_toolchain;
mod commands;
mod cov;
mod crashes;
mod dict;
mod doctor;
mod doctor_answer;
mod doctor_ccache;
mod doctor_check;
mod doctor_machine;
mod doctor_program;
mod emit;
mod engines;
mod env;
mod exit;
mod extract;
mod fox_tables;
mod frontier;
mod fuzz;
mod guards;
mod inspect;
mod meson_native;
mod min;
mod new;
mod opened;
mod place;
mod profile_options;
mod profiles;
mod refactor;
mod reference;
mod run;
mod screen;
mod status;
mod taint;
mod units;
mod variants;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, error::ContextValue};
use fz_base::{terminal, words::visible};

use commands::commands;

#[derive(Parser)]
#[command(
    name = "fz",
    version,
    about = "Controlled compilation for fuzzing",
    after_help = after_help()
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  CC=fz-cc CXX=fz-cxx ./configure && make        the compilers are fz-cc and fz-cxx
  fz doctor                                      is this machine ready?
  fz fuzz -i seeds -o out -- ./program @@
  export FZ_PROFILE=coverage                     then build again, from clean:
  CC=fz-cc CXX=fz-cxx ./configure && make
  fz cov collect ./program -i out -o all.fzcov -- @@
  fz cov report all.fzcov -o report.html
  fz help cov report                             options and examples of a subcommand

Exit status:
";

fn after_help() -> String {
    let line = |(status, what): &(&str, &str)| format!("  {status:<4} {what}\n");
    let statuses = exit::STATUSES.iter().map(line);
    (EXAMPLES.to_owned() + &statuses.collect::<String>())
        .trim_end()
        .to_owned()
}

commands! {
    /// Print a toolchain file for CMake
    CmakeToolchain(cmake_toolchain::FileArgs), cmake_toolchain::EXAMPLES;
    /// Collect what inputs reach in a program, and show it
    Cov(cov::CovArgs), cov::EXAMPLES;
    /// Run what crashed again under sanitizers, and report the bugs
    Crashes(crashes::CrashesArgs), crashes::EXAMPLES;
    /// Write a dictionary for fuzzers: the tokens that a program compares its input with
    Dict(dict::DictArgs), dict::EXAMPLES;
    /// Check the installation and the settings, or what was instrumented in PROGRAMs
    Doctor(doctor::DoctorArgs), doctor::EXAMPLES;
    /// Build variants of a program out of what it carries
    Emit(emit::EmitArgs), emit::EXAMPLES;
    /// List the engines: which are installed, and what fits each
    Engines(engines::EnginesArgs), engines::EXAMPLES;
    /// Print the environment for a build, as a shell takes it
    Env(env::EnvArgs), env::EXAMPLES;
    /// Write what programs carry as files: sources, command lines, bitcode
    Extract(extract::ExtractArgs), extract::EXAMPLES;
    /// Write the tables that FOX's afl-fuzz reads
    FoxTables(fox_tables::TablesArgs), fox_tables::EXAMPLES;
    /// Show where inputs stop, and what lies behind these places
    Frontier(frontier::FrontierArgs), frontier::EXAMPLES;
    /// Fuzz a program with the engine that it was linked for
    Fuzz(fuzz::FuzzArgs), fuzz::EXAMPLES;
    /// Run inputs, and report integer operations that went wrong
    Guards(guards::GuardsArgs), guards::EXAMPLES;
    /// Show the counters of instrumented programs, and what they stand for
    Inspect(inspect::InspectArgs), inspect::EXAMPLES;
    /// Print a native file for Meson
    MesonNative(meson_native::FileArgs), meson_native::EXAMPLES;
    /// Make a corpus smaller, and keep what it reaches
    Min(min::MinArgs), min::EXAMPLES;
    /// Write a commented fz.toml for a project, and say what to type next
    New(new::NewArgs), new::EXAMPLES;
    /// List the profiles, or show one with all that it inherits
    Profiles(profiles::ProfilesArgs), profiles::EXAMPLES;
    /// Lay a source out so that each condition has a line of its own
    Refactor(refactor::RefactorArgs), refactor::EXAMPLES;
    /// Write the reference page, the man pages and the shell completions
    #[command(hide = true)]
    Reference(reference::ReferenceArgs), reference::EXAMPLES;
    /// Run a build whose compilers are fz-cc and fz-cxx, and list what went past them
    Run(run::RunArgs), run::EXAMPLES;
    /// Look after campaigns: who of their fuzzers runs, what they found, and what is wrong
    Status(status::StatusArgs), status::EXAMPLES;
    /// Run a taint build over inputs, and show which of their bytes decide what
    Taint(taint::TaintArgs), taint::examples(&this_fz());
    /// List what programs carry to be built again: sources, links; or take it out
    Units(units::UnitsArgs), units::EXAMPLES;
}

/// Its path.
fn this_fz() -> String {
    let path = std::env::current_exe();
    path.map_or_else(|_| "fz".to_owned(), |p| p.display().to_string())
}

/// The grammar of the whole command line.
fn command() -> clap::Command {
    Cli::command()
}

pub fn main() -> ExitCode {
    end_quietly_with_the_reader();
    terminal::tell_of_panics();
    let parsed = command()
        .try_get_matches_from(std::env::args_os())
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = parsed.unwrap_or_else(|error| refuse(error));
    exit::of(|| cli.command.run()).into()
}

/// Ends with what clap has to say; names of files stand on command lines, too.
fn refuse(mut error: clap::Error) -> ! {
    let mut words = std::env::args_os();
    let is_odd = words.any(|word| {
        let word = word.to_string_lossy();
        visible(&word) != word
    });
    let said: Vec<_> = error.context().map(|(k, v)| (k, v.clone())).collect();
    for (kind, value) in said {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(visible(&text)),
            ContextValue::Strings(all) => {
                ContextValue::Strings(all.iter().map(|text| visible(text)).collect())
            }
            // What it suggests says the word again, as it is.
            ContextValue::StyledStr(_) | ContextValue::StyledStrs(_) if is_odd => {
                ContextValue::None
            }
            other => other,
        };
        error.insert(kind, value);
    }
    // What a parser of ours says of a value.
    let said = error.render().to_string();
    if said.lines().any(|line| visible(line) != line) {
        terminal::tell_lines(&said);
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// `fz … | head`: as soon as nobody reads on there is nothing to complain about.
fn end_quietly_with_the_reader() {
    // SAFETY: at the start of the process, before anything else could care for signals.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
    }
}

#[cfg(test)]
mod grammar;
