//! How `fz` ends: the one list of its exit statuses.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

use anyhow::Result;
use fz_base::{tell, terminal};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All that was asked for is done.
    Done,
    /// It is done, and something is to be looked into: `fz crashes` found bugs, `fz doctor` something wrong, `fz cov collect`
    /// inputs that cannot be run, `fz check` a gate that fails, `fz cov report --at` no input, and `fz inspect --edge` nothing
    /// at the offset. The output has the details.
    Found,
    /// It cannot be done: the command line, a file or the machine is not as it has to be.
    Error,
    /// fz itself is wrong.
    Bug,
    /// By this signal. What was done until then is kept where the command says so.
    Interrupted(i32),
}

/// For `--help` and the reference.
pub const STATUSES: &[(&str, &str)] = &[
    ("0", "done"),
    (
        "1",
        "done, but look: a bug, a failed gate, something wrong, or nothing found",
    ),
    (
        "2",
        "not done: the command line, a file or the machine is not right",
    ),
    ("70", "a bug in fz"),
    ("130", "interrupted (128 + the signal's number)"),
];

impl Exit {
    /// It, where something is so; elsewhere all is done.
    pub fn when(self, is_so: bool) -> Exit {
        if is_so { self } else { Exit::Done }
    }

    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Found => 1,
            // As clap ends where it does not understand the command line.
            Exit::Error => 2,
            // EX_SOFTWARE of sysexits.h.
            Exit::Bug => 70,
            Exit::Interrupted(signal) => 128 + signal as u8,
        }
    }

    /// By the signal that came.
    pub fn interrupted() -> Exit {
        Exit::Interrupted(fz_process::signal_received().unwrap_or(libc::SIGINT))
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

/// Runs a subcommand, and says why it did not come to its end.
pub fn of(run: impl FnOnce() -> Result<Exit>) -> Exit {
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => {
            terminal::fail("fz", error.chain());
            Exit::Error
        }
        // What panicked where has been printed.
        Err(_) => {
            tell!(
                "fz: this is a bug in fz: please report it, with the command line and the lines above"
            );
            Exit::Bug
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_end_has_a_status_of_its_own_that_is_documented() {
        let ends = [
            (of(|| Ok(Exit::Done)), "0"),
            (of(|| Ok(Exit::Found)), "1"),
            (of(|| anyhow::bail!("it is not there")), "2"),
            (of(|| panic!("a bug")), "70"),
            (Exit::interrupted(), "130"),
        ];
        let documented = STATUSES.iter().map(|(status, _)| *status);
        assert!(documented.eq(ends.iter().map(|(_, status)| *status)));
        for (end, status) in ends {
            assert_eq!(end.code().to_string(), status);
        }
    }
}
