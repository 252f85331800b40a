//! The suites: what each checks, how long it takes, and which share of it other commands run. `tests/README.md` shows the
//! same table.

use anyhow::Result;
use clap::Subcommand;

use crate::{
    differential, docs, emit, engines, equal, flips, frontier, fuzz, guards, llvm, mcdc, mutations,
    oss_fuzz, packages, real, taint, truth,
};

#[derive(Subcommand)]
pub enum Suite {
    /// Programs built with fz-cc do what clang's own builds of them do
    Differential(differential::Options),
    /// Guards report what goes wrong in programs after patterns of CWE, and nothing else
    Guards(guards::Options),
    /// Labels of the taint build are DataFlowSanitizer's
    Taint(taint::Options),
    /// What taint calls independent of a byte stays the same when that byte changes
    Flips(flips::Options),
    /// Coverage builds count what clang's own coverage counts
    Truth(truth::Options),
    /// Decisions are evaluated, and shown to decide, as llvm-cov says
    Mcdc(mcdc::Options),
    /// What `fz frontier` says of real programs is what their sources say
    Frontier(frontier::Options),
    /// Readers of fz hold out against what a stranger may have written
    Fuzz(fuzz::Options),
    /// Real packages build with fz-cc, pass their own test suites, and fuzz
    Real(real::Options),
    /// Variants of real packages out of what they carry are what direct builds are
    Emit(emit::Options),
    /// Debian packages build unchanged, pass their suites as with clang, and give variants
    Packages(packages::Options),
    /// Every engine solves programs, under each sanitizer and mode
    Engines(engines::Options),
    /// Build scripts that packages ship for OSS-Fuzz run unmodified
    OssFuzz(oss_fuzz::Options),
    /// Faults seeded into fz are caught by its tests
    Mutations(mutations::Options),
    /// Another checkout's toolchain gives programs the same as this one's
    Equal(equal::Options),
    /// fz works with another release of LLVM (as root)
    Llvm(llvm::Options),
    /// Every command that a README prints is run
    Docs,
}

/// What people plan with.
pub struct Row {
    pub name: &'static str,
    /// All of it, on two cores.
    pub takes: &'static str,
    /// What `cargo xtask test` runs of it.
    pub in_test: &'static str,
    /// What `cargo xtask ci` runs of it.
    pub in_ci: &'static str,
}

const fn row(
    name: &'static str,
    takes: &'static str,
    in_test: &'static str,
    in_ci: &'static str,
) -> Row {
    Row {
        name,
        takes,
        in_test,
        in_ci,
    }
}

pub const ROWS: &[Row] = &[
    row("differential", "5 min, with --full hours", "5 min", "5 min"),
    row("guards", "15 min", "100 programs", "100 programs"),
    row(
        "taint",
        "5 min",
        "10 generated programs",
        "10 generated programs",
    ),
    row("flips", "10 min", "200 changes", "200 changes"),
    row("truth", "10 min", "", "expat, libyaml"),
    row("mcdc", "5 min", "", "expat, generated decisions"),
    row("frontier", "10 min", "", "xmllint"),
    row("fuzz", "10 min", "", "10 s of each target"),
    row("real", "1 h", "", "cjson, libyaml, zlib"),
    row("emit", "1 h", "", ""),
    row("packages", "1 h", "", "`--quick`"),
    row("engines", "1 h", "", "`--part smoke --quick`"),
    row("oss-fuzz", "1 h", "", ""),
    row("mutations", "hours", "", "those with `ci = true`"),
    row("equal", "hours", "", ""),
    row("llvm", "30 min", "", ""),
    row("docs", "minutes", "all", "all"),
];

/// The command line with what its suites take, and which share of them runs elsewhere.
pub fn described(command: clap::Command) -> clap::Command {
    ROWS.iter().fold(command, |command, row| {
        command.mut_subcommand(row.name, |suite| {
            let about = suite.get_about().expect("a suite says what it checks");
            let about = format!("{about} ({})", row.takes);
            let share = |share: &str| if share.is_empty() { "none" } else { share }.to_owned();
            let long = format!(
                "{about}\n\n`cargo xtask test` alone runs this share: {}; `cargo xtask ci`: {}",
                share(row.in_test),
                share(row.in_ci)
            );
            suite.about(about).long_about(long)
        })
    })
}

pub fn main(suite: &Suite) -> Result<()> {
    match suite {
        Suite::Differential(options) => differential::main(options),
        Suite::Guards(options) => guards::main(options),
        Suite::Taint(options) => taint::main(options),
        Suite::Flips(options) => flips::main(options),
        Suite::Truth(options) => truth::main(options),
        Suite::Mcdc(options) => mcdc::main(options),
        Suite::Frontier(options) => frontier::main(options),
        Suite::Fuzz(options) => fuzz::main(options),
        Suite::Real(options) => real::main(options),
        Suite::Emit(options) => emit::main(options),
        Suite::Packages(options) => packages::main(options),
        Suite::Engines(options) => engines::main(options),
        Suite::OssFuzz(options) => oss_fuzz::main(options),
        Suite::Mutations(options) => mutations::main(options),
        Suite::Equal(options) => equal::main(options),
        Suite::Llvm(options) => llvm::main(options),
        Suite::Docs => docs::main(),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::{Command, Subcommand};
    use xtask::{env, repo};

    use super::{ROWS, Suite};

    /// Where the table stands for people.
    const FILE: &str = "tests/README.md";
    const BEGIN: &str =
        "<!-- From tests/suites/src/suites.rs; `cargo xtask bless suites` writes it. -->\n";
    const END: &str = "<!-- end -->";

    fn commands() -> Vec<Command> {
        let command = Suite::augment_subcommands(Command::new("test"));
        command.get_subcommands().cloned().collect()
    }

    #[test]
    fn every_suite_has_a_row() {
        let commands = commands();
        let names = commands.iter().map(Command::get_name);
        assert!(names.eq(ROWS.iter().map(|row| row.name)));
    }

    #[test]
    fn the_readme_has_the_table() {
        let mut table = String::from(
            "| `cargo xtask test …` | what it checks | takes | in `cargo xtask test` | in `cargo xtask ci` |\n\
             |---|---|---|---|---|\n",
        );
        for (row, command) in ROWS.iter().zip(commands()) {
            let about = command.get_about().expect("a suite says what it checks");
            table += &format!(
                "| `{}` | {about} | {} | {} | {} |\n",
                row.name, row.takes, row.in_test, row.in_ci
            );
        }
        let path = repo::root().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(BEGIN).expect("the README marks the table");
        let (shown, after) = rest.split_once(END).expect("the README marks its end");
        if env::bless() {
            fs::write(&path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        } else {
            assert_eq!(
                shown, table,
                "{FILE} is not what the table says; `cargo xtask bless suites` writes it"
            );
        }
    }
}
