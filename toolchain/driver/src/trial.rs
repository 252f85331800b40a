//! A profile tried out on an empty source: what of it clang or LLVM would refuse in the middle of a build. Only they know
//! the names of LLVM's passes, their options and the flags.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Output,
};

use fz_base::{env::Environment, error::Error, layout::Layout};
use fz_commandline::invocation::Linker;
use fz_engines::{Engine, Parts};
use fz_profile::Profile;
use fz_settings::{Capture, Flags, Settings, afl_names::Wishes};

use crate::{
    compile::{CommandLine, compile},
    invoked::Facts,
    plan::Step,
};

/// No warning is of interest, and nothing is left behind.
const ARGUMENTS: [&str; 8] = ["-x", "c", "-O2", "-w", "-S", "/dev/null", "-o", "-"];

/// The facts of this machine, but for the profile.
struct Trial<'a> {
    profile: &'a Profile,
    settings: &'a Settings,
    layout: &'a Layout,
    clang: &'a Path,
}

impl Facts for Trial<'_> {
    fn text(&self, _: &str) -> Option<String> {
        None
    }

    fn settings(&self, _: &Flags, _: &Environment) -> Result<Settings, Error> {
        let mut settings = self.settings.clone();
        // The error here names the profile already, and nothing is linked.
        settings.profile.value.clear();
        settings.engine.value = NO_ENGINE.to_owned();
        settings.sanitizers.value.clear();
        settings.capture.value = Capture::Off;
        Ok(settings)
    }

    fn layout(&self) -> &Layout {
        self.layout
    }

    fn profile(&self, _: &Settings) -> Result<Profile, Error> {
        Ok(self.profile.clone())
    }

    fn clang(&self, _: &Settings, _: &Wishes, _: bool) -> Result<PathBuf, Error> {
        Ok(self.clang.to_owned())
    }

    fn parts(&self, _: &Engine, _: &Settings, _: &Path) -> (Parts, Result<(), Error>) {
        let nowhere = Path::new("");
        (Parts::at(self.layout, nowhere, nowhere), Ok(()))
    }

    fn linker(&self) -> Linker {
        Linker::Unknown
    }
}

const NO_ENGINE: &str = "none";

/// Compiles with the profile that the user calls `name`.
pub fn try_out(
    name: &str,
    profile: &Profile,
    settings: &Settings,
    layout: &Layout,
    clang: &Path,
) -> Result<(), Error> {
    let fail = |message: String| Error::Profile {
        profile: name.to_owned(),
        message,
    };
    let trial = Trial {
        profile,
        settings,
        layout,
        clang,
    };
    let line = CommandLine {
        cxx: false,
        arguments: ARGUMENTS.map(OsString::from).to_vec(),
    };
    let scratch = fz_process::scratch()?;
    let plan = compile(line, &Environment::default(), &trial, scratch.path())?;
    for step in &plan.steps {
        let command = match step {
            Step::Run(command) => command.clone(),
            // All that the profile asks for is in it.
            Step::Unit(unit) => {
                let _ = std::fs::create_dir_all(&unit.folder);
                unit.original("trial", false)
            }
        };
        let words: Vec<_> = command.arguments.iter().map(OsString::as_os_str).collect();
        let output = fz_process::output(&command.program, &words).map_err(|e| Error::Spawn {
            program: command.program.display().to_string(),
            message: e.to_string(),
        })?;
        if !output.status.success() {
            return Err(fail(complaint(&output)));
        }
    }
    Ok(())
}

/// The error in what a compiler printed, without its prefix.
fn complaint(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text
        .lines()
        .find(|l| l.contains("error: "))
        .or_else(|| text.lines().next());
    match line {
        Some(line) => line
            .strip_prefix("error: fz: ")
            .map_or_else(|| format!("clang says: {line}"), str::to_owned),
        None => format!("clang ended with {}", output.status),
    }
}

#[cfg(test)]
mod tests {
    use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

    use super::*;

    #[test]
    fn one_line_says_what_is_wrong() {
        for (stderr, said) in [
            (
                "error: fz: pass `edges`: no\n1 error generated.\n",
                "pass `edges`: no",
            ),
            (
                "note: x\nclang: error: unknown argument: '-fx'\n",
                "clang says: clang: error: unknown argument: '-fx'",
            ),
            (
                "clang (LLVM option parsing): Unknown '-x'.\nclang: Did you mean '-y'?\n",
                "clang says: clang (LLVM option parsing): Unknown '-x'.",
            ),
            ("", "clang ended with signal: 11 (SIGSEGV)"),
        ] {
            let output = Output {
                status: ExitStatus::from_raw(libc::SIGSEGV),
                stdout: Vec::new(),
                stderr: stderr.into(),
            };
            assert_eq!(complaint(&output), said);
        }
    }
}
