//! The `fz` command line: one subcommand per file.

mod args;
mod build;
mod carried;
mod check;
mod commands;
mod cov;
mod crashes;
mod dict;
mod doctor;
mod doctor_answer;
mod doctor_ccache;
mod doctor_check;
mod doctor_engines;
mod doctor_machine;
mod doctor_program;
mod emit;
mod env;
mod exit;
mod extract;
mod frontier;
mod fuzz;
mod groups;
mod guards;
mod headings;
mod inspect;
mod last;
mod min;
mod new;
mod opened;
mod place;
mod profile_options;
mod profiles;
mod refactor;
mod reference;
mod screen;
mod status;
mod taint;
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
    #[command(flatten)]
    trust: args::trust::Trust,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  CC=fz-cc CXX=fz-cxx ./configure && make
  fz doctor
  fz fuzz -i seeds -o out -- ./program @@
  fz cov report -o report.html
  fz crashes

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
    /// Run a build with fz's compilers; list what has no counters
    Build(build::BuildArgs), build::EXAMPLES;
    /// Check gates: is enough reached, is anything lost?
    Check(check::CheckArgs), check::EXAMPLES;
    /// Collect what inputs reach, and report it
    Cov(cov::CovArgs), cov::EXAMPLES;
    /// Run what crashed again under sanitizers; report the bugs
    Crashes(crashes::CrashesArgs), crashes::EXAMPLES;
    /// Write the tokens that a program compares its input with
    Dict(dict::DictArgs), dict::EXAMPLES;
    /// Check the machine and the settings, or what programs have
    Doctor(doctor::DoctorArgs), doctor::EXAMPLES;
    /// Make other builds of a program from what it carries
    Emit(emit::EmitArgs), emit::EXAMPLES;
    /// Print what a shell, CMake or Meson builds with
    Env(env::EnvArgs), env::EXAMPLES;
    /// List what a program carries; write it, or take it out
    Extract(extract::ExtractArgs), extract::EXAMPLES;
    /// Show where inputs stop, and what lies behind
    Frontier(frontier::FrontierArgs), frontier::EXAMPLES;
    /// Fuzz a program with the engine that it was linked for
    Fuzz(fuzz::FuzzArgs), fuzz::EXAMPLES;
    /// Report integer operations that went wrong
    Guards(guards::GuardsArgs), guards::EXAMPLES;
    /// Show counters and maps in terms of the source
    Inspect(inspect::InspectArgs), inspect::EXAMPLES;
    /// Make a corpus or an input smaller
    Min(min::MinArgs), min::EXAMPLES;
    /// Write fz.toml for a project, and say what to type next
    New(new::NewArgs), new::EXAMPLES;
    /// List the profiles, or show one with all that it inherits
    Profiles(profiles::ProfilesArgs), profiles::EXAMPLES;
    /// Lay a source out so that each condition has its own line
    Refactor(refactor::RefactorArgs), refactor::EXAMPLES;
    /// Write the reference page, the man pages and the shell completions
    #[command(hide = true)]
    Reference(reference::ReferenceArgs), reference::EXAMPLES;
    /// Look after campaigns: what they found, and what is wrong
    Status(status::StatusArgs), status::EXAMPLES;
    /// Show which bytes of inputs decide what
    Taint(taint::TaintArgs), taint::examples(&this_fz());
}

/// Its path.
fn this_fz() -> String {
    let path = std::env::current_exe();
    path.map_or_else(|_| "fz".to_owned(), |p| p.display().to_string())
}

/// The grammar of the whole command line.
fn command() -> clap::Command {
    headings::under(Cli::command().term_width(WIDTH)).override_help(groups::help())
}

/// Columns of help, as in most manuals.
const WIDTH: usize = 79;

pub fn main() -> ExitCode {
    end_quietly_with_the_reader();
    terminal::tell_of_panics();
    let parsed = command()
        .try_get_matches_from(std::env::args_os())
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = parsed.unwrap_or_else(|error| refuse(error));
    cli.trust.take();
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
