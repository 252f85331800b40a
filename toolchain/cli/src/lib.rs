//! The `fz` command line: one subcommand per file.

mod args;
mod cmake_toolchain;
mod cov;
mod crashes;
mod dict;
mod doctor;
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

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, error::ContextValue};
use fz_base::{terminal, words::visible};

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

#[derive(Subcommand)]
enum Command {
    /// Print a toolchain file for CMake
    #[command(after_help = cmake_toolchain::EXAMPLES)]
    CmakeToolchain(cmake_toolchain::FileArgs),
    /// Collect what inputs reach in a program, and show it
    #[command(after_help = cov::EXAMPLES)]
    Cov(cov::CovArgs),
    /// Run what crashed again under sanitizers, and report the bugs
    #[command(after_help = crashes::EXAMPLES)]
    Crashes(Box<crashes::CrashesArgs>),
    /// Write a dictionary for fuzzers: the tokens that a program compares its input with
    #[command(after_help = dict::EXAMPLES)]
    Dict(Box<dict::DictArgs>),
    /// Check the installation and the settings, or what was instrumented in PROGRAMs
    #[command(after_help = doctor::EXAMPLES)]
    Doctor(doctor::DoctorArgs),
    /// Build variants of a program out of what it carries
    #[command(after_help = emit::EXAMPLES)]
    Emit(emit::EmitArgs),
    /// List the engines: which are installed, and what fits each
    #[command(after_help = engines::EXAMPLES)]
    Engines(engines::EnginesArgs),
    /// Print the environment for a build, as a shell takes it
    #[command(after_help = env::EXAMPLES)]
    Env(env::EnvArgs),
    /// Write what programs carry as files: sources, command lines, bitcode
    #[command(after_help = extract::EXAMPLES)]
    Extract(extract::ExtractArgs),
    /// Write the tables that FOX's afl-fuzz reads
    #[command(after_help = fox_tables::EXAMPLES)]
    FoxTables(fox_tables::TablesArgs),
    /// Show where inputs stop, and what lies behind these places
    #[command(after_help = frontier::EXAMPLES)]
    Frontier(frontier::FrontierArgs),
    /// Fuzz a program with the engine that it was linked for
    #[command(after_help = fuzz::EXAMPLES)]
    Fuzz(Box<fuzz::FuzzArgs>),
    /// Run inputs, and report integer operations that went wrong
    #[command(after_help = guards::EXAMPLES)]
    Guards(guards::GuardsArgs),
    /// Show the counters of instrumented programs, and what they stand for
    #[command(after_help = inspect::EXAMPLES)]
    Inspect(inspect::InspectArgs),
    /// Print a native file for Meson
    #[command(after_help = meson_native::EXAMPLES)]
    MesonNative(cmake_toolchain::FileArgs),
    /// Make a corpus smaller, and keep what it reaches
    #[command(after_help = min::EXAMPLES)]
    Min(min::MinArgs),
    /// Write a commented fz.toml for a project, and say what to type next
    #[command(after_help = new::EXAMPLES)]
    New(new::NewArgs),
    /// List the profiles, or show one with all that it inherits
    #[command(after_help = profiles::EXAMPLES)]
    Profiles(profiles::ProfilesArgs),
    /// Lay a source out so that each condition has a line of its own
    #[command(after_help = refactor::EXAMPLES)]
    Refactor(refactor::RefactorArgs),
    /// Write the reference page, the man pages and the shell completions
    #[command(hide = true, after_help = reference::EXAMPLES)]
    Reference(reference::ReferenceArgs),
    /// Run a build whose compilers are fz-cc and fz-cxx, and list what went past them
    #[command(after_help = run::EXAMPLES)]
    Run(run::RunArgs),
    /// Look after campaigns: who of their fuzzers runs, what they found, and what is wrong
    #[command(after_help = status::EXAMPLES)]
    Status(status::StatusArgs),
    /// Run a taint build over inputs, and show which of their bytes decide what
    #[command(after_help = taint::examples(&this_fz()))]
    Taint(taint::TaintArgs),
    /// List what programs carry to be built again: sources, links; or take it out
    #[command(after_help = units::EXAMPLES)]
    Units(units::UnitsArgs),
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
    let run = || match cli.command {
        Command::CmakeToolchain(args) => cmake_toolchain::run(&args),
        Command::Cov(args) => cov::run(&args),
        Command::Crashes(args) => crashes::run(&args),
        Command::Dict(args) => dict::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Emit(args) => emit::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Env(args) => env::run(&args),
        Command::Extract(args) => extract::run(&args),
        Command::FoxTables(args) => fox_tables::run(&args),
        Command::Frontier(args) => frontier::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Guards(args) => guards::run(&args),
        Command::Inspect(args) => inspect::run(&args),
        Command::MesonNative(args) => meson_native::run(&args),
        Command::Min(args) => min::run(&args),
        Command::New(args) => new::run(&args),
        Command::Profiles(args) => profiles::run(&args),
        Command::Refactor(args) => refactor::run(&args),
        Command::Reference(args) => reference::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Status(args) => status::run(&args),
        Command::Taint(args) => taint::run(&args),
        Command::Units(args) => units::run(&args),
    };
    exit::of(run).into()
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
