//! A profile tried out on an empty source: what of it clang or LLVM would refuse in the middle of a build. Only they know
//! the names of LLVM's passes, their options and the flags.

use std::{ffi::OsString, path::Path, process::Output};

use super::plan::{self, Request, Step};
use fz_base::{error::Error, layout::Layout};
use fz_commandline::{invocation, parse};
use fz_engines::Parts;
use fz_profile::Profile;
use fz_settings::Settings;
use fz_settings::afl_names::Wishes;

/// No warning is of interest, and nothing is left behind.
const ARGUMENTS: [&str; 8] = ["-x", "c", "-O2", "-w", "-S", "/dev/null", "-o", "-"];

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
    let mut settings = settings.clone();
    // The error here names the profile already.
    settings.profile.value.clear();
    let texts: Vec<String> = ARGUMENTS.iter().map(|a| (*a).to_owned()).collect();
    let parsed = parse::parse(&texts, &|_| None);
    let scratch = fz_process::scratch()?;
    let plan = plan::plan(&Request {
        arguments: &texts.iter().map(OsString::from).collect::<Vec<_>>(),
        parsed: &parsed,
        invocation: &invocation::understand(&parsed, false),
        cxx: false,
        clang: clang.to_owned(),
        profile,
        engine: fz_engines::find("none")?,
        parts: &Parts::at(layout, Path::new(""), Path::new("")),
        settings: &settings,
        wishes: &Wishes::default(),
        layout,
        verify: false,
        scratch: scratch.path(),
        record: None,
    });
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
