//! `cargo xtask`: its command line.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use xtask::{bless, build, demo, dispatch, dist, fresh, install, record, runtime, setup};

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
    /// Build a real program with fz-cc, fuzz it with Debian's afl-fuzz, and show on a page what was reached
    Demo(demo::Options),
    /// Draw the picture of the README: its program, built, fuzzed and shown in a terminal
    Record(record::Options),
    /// Copy the toolchain to a place of your choice
    Install(install::Options),
    /// Make a Debian package and a tarball in target/dist
    Dist(dist::Options),
    /// Run every check: formatting, lints, tidiness, tests; or one suite
    #[command(disable_help_flag = true)]
    Test(Passed),
    /// Check the house rules: where things stand, sizes, names
    Tidy,
    /// Rewrite the expectations of file tests and snapshots
    Bless(bless::Options),
    /// Show that another checkout's toolchain gives programs the same as this one's
    #[command(disable_help_flag = true, hide = true)]
    Equal(Passed),
    /// Compare with other fuzzers' builds
    #[command(disable_help_flag = true)]
    Bench(Passed),
    /// Try the README's two commands in a Debian 12 made for it (as root; slow)
    Fresh(fresh::Options),
    /// What CI runs: `setup --engines`, then `test`, and a share of the long suites
    Ci,
}

/// What a program of another crate reads.
#[derive(Args)]
struct Passed {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

fn main() -> ExitCode {
    xtask::ended(match Cli::parse().command {
        Task::Setup(options) => setup::main(&options),
        Task::Build => build::main(),
        Task::BuildRuntime(options) => runtime::build(&options.lib, &options.include),
        Task::Demo(options) => demo::main(&options),
        Task::Record(options) => record::main(&options),
        Task::Dist(options) => dist::main(&options),
        Task::Install(options) => install::main(&options),
        Task::Bless(options) => bless::main(&options),
        Task::Equal(Passed { arguments }) => {
            eprintln!("fz: this is now spelled `cargo xtask test equal`");
            dispatch::run("fz-suites", &[&["equal".into()], &arguments[..]].concat())
        }
        Task::Bench(Passed { arguments }) => dispatch::run("fz-bench", &arguments),
        Task::Fresh(options) => fresh::main(&options),
        Task::Test(Passed { arguments }) => dispatch::run("fz-suites", &arguments),
        Task::Tidy => dispatch::run("fz-tidy", &[]),
        Task::Ci => dispatch::run("fz-suites", &["--ci".into()]),
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_holds_together() {
        super::Cli::command().debug_assert();
    }
}
