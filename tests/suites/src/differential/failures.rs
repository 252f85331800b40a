//! What differs from clang's builds, laid down for people: `target/differential/failures`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::compare::Lab;
use super::compile::{Compiler, file_name};
use super::program::{Program, Source};
use fz_harness::level::Level;
use fz_harness::limited::Run;
use xtask::{proc, repo};

/// A build that behaves in another way than clang's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub source: Source,
    pub program: String,
    pub profile: String,
    pub level: Level,
    pub what: String,
    /// The command that shows it again.
    pub replay: String,
    /// Where source, input and outputs are.
    pub kept: PathBuf,
}

/// An input, and what clang's build and ours made of it.
pub struct Runs<'a> {
    pub input: Option<&'a Path>,
    pub clang: &'a Run,
    pub ours: &'a Run,
}

impl Difference {
    pub fn of(lab: &Lab, program: &Program, profile: &str, level: Level, what: &str) -> Difference {
        let mut replay = format!(
            "cargo xtask test differential {} --levels {}",
            program.again(),
            level.name()
        );
        if profile != Compiler::clang().name() {
            replay += &format!(" --profiles {profile}");
        }
        if let Some(sanitizer) = lab.sanitizer {
            replay += &format!(" --sanitize {}", sanitizer.name());
        }
        if lab.listeners {
            replay += " --listeners";
        }
        let kept = lab.failures.join(format!(
            "{}-{}-{}-{}",
            program.source.name(),
            program.name,
            file_name(profile),
            level.name()
        ));
        Difference {
            source: program.source,
            program: program.name.clone(),
            profile: profile.to_string(),
            level,
            what: what.to_string(),
            replay,
            kept,
        }
    }

    /// Lays it down: the program, what was done with it, and what it did.
    pub fn keep(&self, lab: &Lab, program: &Program, runs: Option<Runs>) -> Result<()> {
        let dir = &self.kept;
        repo::fresh(dir)?;
        let path = &program.path;
        let name = path.file_name().expect("a file has a name");
        fs::copy(path, dir.join(name))?;
        let path = path.to_string_lossy();
        let plain =
            Compiler::clang().command(program, self.level, &lab.flags(), Path::new("program"));
        // Where it was made is gone by the time that someone reads this.
        let plain = proc::rendered(&plain).replace(&*path, &name.to_string_lossy());
        fs::write(
            dir.join("about.txt"),
            format!(
                "{}\n\n{}\n\nclang: {plain}\nfz: the same with fz-cc (fz-cxx) --fz-profile={}\n",
                self.what, self.replay, self.profile
            ),
        )?;
        let Some(Runs { input, clang, ours }) = runs else {
            return Ok(());
        };
        if let Some(input) = input {
            fs::copy(input, dir.join("input"))?;
        }
        for (name, run) in [("clang", clang), ("fz", ours)] {
            fs::write(dir.join(format!("{name}.stdout")), &run.stdout)?;
            fs::write(dir.join(format!("{name}.stderr")), &run.stderr)?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference {
            source,
            program,
            profile,
            level,
            what,
            replay,
            kept,
        } = self;
        let kept = repo::shown(kept);
        let (source, level) = (source.name(), level.name());
        write!(
            f,
            "{source} {program}, {profile} at -{level}: {what}\n  {replay}\n  {kept}"
        )
    }
}

/// How many differences an error names: they are all above it, and one command shows one again.
const TOLD: usize = 10;

/// The error that some differences are.
pub fn told(differences: &[Difference]) -> Option<String> {
    let mut text = match differences.len() {
        0 => return None,
        1 => "1 difference from clang".to_string(),
        count => format!("{count} differences from clang"),
    };
    for difference in differences.iter().take(TOLD) {
        text += &format!("\n{difference}");
    }
    if differences.len() > TOLD {
        text += &format!("\nand {} more, above", differences.len() - TOLD);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::{Difference, Level, Source, told};

    #[test]
    fn an_error_tells_each_difference_with_its_command() {
        assert_eq!(told(&[]), None);
        let difference = Difference {
            source: Source::Csmith,
            program: "17".into(),
            profile: "fuzz".into(),
            level: Level::O2,
            what: "stdout, line 1: clang's `a`, this `b`".into(),
            replay: "cargo xtask test differential --seed 17".into(),
            kept: "kept".into(),
        };
        let one = told(std::slice::from_ref(&difference)).unwrap();
        assert!(one.starts_with("1 difference from clang\ncsmith 17, fuzz at -O2: stdout"));
        assert!(one.contains("--seed 17"), "{one}");
        let many = told(&vec![difference; 12]).unwrap();
        assert!(many.ends_with("and 2 more, above"), "{many}");
        assert_eq!(many.matches("--seed 17").count(), 10);
    }
}
