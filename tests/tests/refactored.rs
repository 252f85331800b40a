//! Sources that are refactored on their way: to who calls the compiler, nothing is other than with clang.

mod figures;
mod large;
mod same;
mod signals;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz};
use tempfile::TempDir;

/// A folder with sources, and one for what compilers leave for a time.
struct Place {
    sources: TempDir,
    temporary: TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let place = Place {
            sources: tempfile::tempdir().unwrap(),
            temporary: tempfile::tempdir().unwrap(),
        };
        for (name, text) in files {
            let path = place.sources.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.sources.path().join(name)
    }

    fn command(&self, program: &Path, args: &str) -> Command {
        let mut command = Command::new(program);
        env::bare(&mut command)
            .args(args.split_whitespace())
            .current_dir(self.sources.path())
            .env("TMPDIR", self.temporary.path())
            .env("FZ_PROFILE", "coverage")
            .stdin(Stdio::null());
        command
    }

    fn fz_cc(&self, args: &str) -> Command {
        self.command(&fz().join("bin/fz-cc"), args)
    }

    /// Runs what has to work.
    fn run(&self, command: &mut Command) -> Output {
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{command:?}: {}\n{said}",
            output.status
        );
        output
    }

    /// What is left in the folder for temporary files.
    fn left(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.temporary.path()).unwrap();
        entries.map(|e| e.unwrap().path()).collect()
    }

    /// `refactored` of each unit, as `fz doctor` has it, by source.
    fn refactored(&self, program: &str) -> Vec<(String, Option<String>)> {
        let mut doctor = self.command(&fz().join("bin/fz"), &format!("doctor --json {program}"));
        let report: serde_json::Value =
            serde_json::from_slice(&self.run(&mut doctor).stdout).unwrap();
        let units = report["units"].as_array().unwrap().iter();
        let ours = units.filter(|u| !u["profile"].is_null());
        ours.map(|u| {
            let text = |key: &str| u[key].as_str().map(str::to_owned);
            (text("source").unwrap(), text("refactored"))
        })
        .collect()
    }
}
