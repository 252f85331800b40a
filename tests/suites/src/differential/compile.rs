//! The compilers: plain clang, and fz's with each of the profiles that promise to keep a program's meaning.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::journal;
use super::program::Program;
use fz_harness::level::{Language, Level};
use fz_harness::limited::{End, Run, run};
use xtask::{env, proc, repo};

/// Profiles whose programs behave as clang's. Those that a toolchain does not have are passed over; `none` is clang.
const PROFILES: &[&str] = &[
    "fuzz",
    "vanilla",
    "context",
    "compares",
    "climb",
    "distance",
    "cmplog",
    "angora",
    "split",
    "split-light",
    "guards",
    "exploit",
    "taint",
    "coverage",
    "coverage-bytes",
    "coverage-guards",
    "coverage-mcdc",
    "O0",
];

/// Those of them that leave the user's level out.
const LEVELLED: [&str; 5] = [
    "coverage",
    "coverage-bytes",
    "coverage-guards",
    "coverage-mcdc",
    "O0",
];

/// A compile that takes longer hangs.
const LIMIT: Duration = Duration::from_secs(120);

/// What compilers say of themselves: clang's driver of its crashes, fz's plugin of passes that fail.
const CRASHES: [&str; 2] = ["PLEASE submit a bug report", "this is a bug of fz"];

/// A compiler for both languages.
#[derive(Debug, Clone)]
pub struct Compiler {
    cc: PathBuf,
    cxx: PathBuf,
    /// None for clang itself.
    profile: Option<String>,
    /// An object that every link is given: it listens to compare feedback.
    listeners: Option<PathBuf>,
}

/// How a compile ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Build {
    Done,
    /// What the compiler said.
    Refused(String),
    /// The same, where the fault is the compiler's.
    Crashed(String),
    Endless,
}

impl Build {
    /// Of a compiler that was called by `command` and ended like this.
    fn of(command: &str, end: End, stderr: &[u8]) -> Build {
        let said = String::from_utf8_lossy(stderr);
        let said = format!("{command} {end}\n{said}");
        match end {
            End::Exited(0) => Build::Done,
            End::TimedOut => Build::Endless,
            End::Signalled(_) => Build::Crashed(said),
            End::Exited(_) if CRASHES.iter().any(|c| said.contains(c)) => Build::Crashed(said),
            End::Exited(_) => Build::Refused(said),
        }
    }
}

impl Compiler {
    pub fn clang() -> Compiler {
        Compiler {
            cc: fz_llvm::CLANG.into(),
            cxx: fz_llvm::CLANGXX.into(),
            profile: None,
            listeners: None,
        }
    }

    /// That of the toolchain at `tree`.
    pub fn fz(tree: &Path, profile: &str, listeners: Option<&Path>) -> Compiler {
        Compiler {
            cc: tree.join("bin/fz-cc"),
            cxx: tree.join("bin/fz-cxx"),
            profile: Some(profile.to_string()),
            listeners: listeners.map(Path::to_owned),
        }
    }

    /// The profile's name; clang's own is `clang`.
    pub fn name(&self) -> &str {
        self.profile.as_deref().unwrap_or("clang")
    }

    /// Whether a build at this level is one of its own.
    pub fn heeds(&self, level: Level) -> bool {
        !LEVELLED.contains(&self.name()) || level == Level::O0
    }

    /// The command that makes `output` of `program`.
    pub fn command(
        &self,
        program: &Program,
        level: Level,
        flags: &[String],
        output: &Path,
    ) -> Command {
        let mut command = Command::new(match program.language {
            Language::C => &self.cc,
            Language::Cxx => &self.cxx,
        });
        env::unsteered(&mut command);
        // Broken code is then told from code that means something else.
        command.env("FZ_VERIFY", "1");
        if let Some(profile) = &self.profile {
            command.arg(format!("--fz-profile={profile}"));
        }
        if let Some(listeners) = &self.listeners {
            // A fuzzer's runtime listens, too: there can be only one.
            command.arg("--fz-engine=none").arg(listeners);
        }
        command
            .arg(level.flag())
            .args(&program.flags)
            .args(flags)
            .arg(&program.path)
            .arg("-o")
            .arg(output)
            .arg("-lm");
        command
    }

    pub fn build(
        &self,
        program: &Program,
        level: Level,
        flags: &[String],
        output: &Path,
    ) -> Result<Build> {
        let mut command = self.command(program, level, flags, output);
        let Run { end, stderr, .. } = run(&mut command, None, LIMIT)?;
        Ok(Build::of(&proc::rendered(&command), end, &stderr))
    }
}

/// Compiles what listens to compare feedback: `tests/differential/listeners.c`.
pub fn listeners(dir: &Path) -> Result<PathBuf> {
    let object = dir.join("listeners.o");
    let source = repo::root().join("tests/differential/listeners.c");
    let mut clang = Command::new(fz_llvm::CLANG);
    clang.args(["-O1", "-fno-builtin", "-fPIC", "-Wall", "-Werror", "-c"]);
    proc::output(clang.arg(source).arg("-o").arg(&object))?;
    Ok(object)
}

/// What stands for a toolchain's compilers: the parts that shape programs, and what is called with which arguments. The
/// tools' own files are no part of it, so that a change of what they say to people leaves results as they are.
pub fn fingerprint(tree: &Path, compilers: &[Compiler]) -> Result<u64> {
    let mut plans = Vec::new();
    for compiler in compilers {
        for level in Level::ALL {
            for (program, source) in [(&compiler.cc, "a.c"), (&compiler.cxx, "a.cc")] {
                let mut command = Command::new(program);
                env::unsteered(&mut command);
                let profile = format!("--fz-profile={}", compiler.name());
                command.args([&profile, "--fz-dry-run", &level.flag(), source, "-lm"]);
                let plan = proc::output(&mut command)?;
                plans.push(plan.replace(&tree.display().to_string(), "fz"));
            }
        }
    }
    Ok(journal::digest((
        journal::fingerprint(&tree.join("lib"))?,
        plans,
    )))
}

/// A profile's name or path as part of a file's name.
pub fn file_name(profile: &str) -> String {
    profile.replace('/', "_")
}

/// The profiles to compare: those of `wanted`, else all of the table that the toolchain at `tree` has.
pub fn profiles(tree: &Path, wanted: &[String]) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Profile {
        name: String,
    }
    let listed = proc::output(Command::new(tree.join("bin/fz")).args(["profiles", "--json"]))?;
    let listed: Vec<Profile> =
        serde_json::from_str(&listed).context("`fz profiles --json` prints something else")?;
    let there: Vec<String> = listed.into_iter().map(|p| p.name).collect();
    if wanted.is_empty() {
        let known = PROFILES.iter().map(ToString::to_string);
        let found: Vec<String> = known.filter(|p| there.contains(p)).collect();
        ensure!(
            !found.is_empty(),
            "the toolchain has none of the profiles {}",
            PROFILES.join(", ")
        );
        return Ok(found);
    }
    // A value with a slash is the path of a profile's file.
    let stranger = wanted
        .iter()
        .find(|w| !w.contains('/') && !there.contains(w));
    if let Some(stranger) = stranger {
        bail!("no profile {stranger}; there are: {}", there.join(", "));
    }
    Ok(wanted.to_vec())
}

#[cfg(test)]
mod tests {
    use super::Build;
    use fz_harness::limited::End;

    #[test]
    fn a_crash_is_no_refusal() {
        let build = |end, stderr: &str| Build::of("cc", end, stderr.as_bytes());
        let crashed = |end, stderr: &str| matches!(build(end, stderr), Build::Crashed(_));
        assert!(crashed(End::Signalled(11), ""));
        assert!(crashed(End::Exited(1), "PLEASE submit a bug report to …"));
        assert!(crashed(End::Exited(70), "fz: broken; this is a bug of fz"));
        assert_eq!(
            build(End::Exited(1), "error: no"),
            Build::Refused("cc exits with 1\nerror: no".into())
        );
        assert_eq!(build(End::Exited(0), "warning"), Build::Done);
        assert_eq!(build(End::TimedOut, ""), Build::Endless);
    }
}
