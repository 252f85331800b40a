//! The builds of a program that are compared: plain, which says the values at its marks, DFSan's, and ours.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::program::{self, Program};
use fz_harness::level::{Language, Level};
use xtask::{env, proc, repo};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Build {
    Plain,
    /// As the source has it, and behind an optimiser, which moves labels of its own.
    Dfsan(Level),
    Ours(Level),
}

impl Build {
    fn name(self) -> String {
        match self {
            Build::Plain => "plain".to_owned(),
            Build::Dfsan(level) => format!("dfsan-{}", level.name()),
            Build::Ours(level) => level.name().to_owned(),
        }
    }

    /// What runs a file's programs: the same for all levels.
    fn harness(self) -> &'static str {
        match self {
            Build::Plain => "plain.o",
            Build::Dfsan(_) => "dfsan.o",
            Build::Ours(_) => "ours.o",
        }
    }

    fn compiler(self, language: Language) -> Command {
        let (clang, ours) = match language {
            Language::C => (fz_llvm::CLANG, "fz-cc"),
            Language::Cxx => (fz_llvm::CLANGXX, "fz-cxx"),
        };
        let mut command = match self {
            Build::Ours(_) => Command::new(repo::stage().join("bin").join(ours)),
            _ => Command::new(clang),
        };
        env::unsteered(&mut command);
        match self {
            Build::Plain => command.args(["-O0", "-fsanitize-coverage=trace-pc-guard"]),
            Build::Dfsan(level) => command.arg("-fsanitize=dataflow").arg(level.flag()),
            Build::Ours(level) => command
                .args(["--fz-profile=taint", "-g1"])
                .arg(level.flag()),
        };
        if language == Language::Cxx {
            // There is no C++ library with DFSan's labels.
            command.args(["-fno-exceptions", "-fno-rtti"]);
        }
        command.args(["-w", "-fwrapv", "-I"]).arg(program::room());
        command
    }

    pub fn program(self, program: &Program, dir: &Path) -> PathBuf {
        dir.join(format!("{}.{}", program.name, self.name()))
    }

    pub fn compile(self, program: &Program, dir: &Path) -> Result<()> {
        let mut compiler = self.compiler(program.language);
        compiler
            .current_dir(dir)
            .arg(program.file())
            .args([self.harness(), "-o"])
            .arg(self.program(program, dir));
        proc::output(&mut compiler)?;
        Ok(())
    }
}

/// The objects that all programs are linked with.
pub fn harnesses(dir: &Path) -> Result<()> {
    let source = program::room().join("harness.c");
    let builds = [
        (Build::Plain, Some("-DHARNESS_PLAIN")),
        (Build::Dfsan(Level::O0), Some("-DHARNESS_DFSAN")),
        (Build::Ours(Level::O1), None),
    ];
    for (build, is) in builds {
        let mut compiler = match build {
            // It has what coverage calls, and is not covered itself.
            Build::Plain => {
                let mut clang = Command::new(fz_llvm::CLANG);
                clang.args(["-O1", "-w"]);
                clang
            }
            _ => build.compiler(Language::C),
        };
        compiler
            .current_dir(dir)
            .args(is)
            .arg("-c")
            .arg(&source)
            .args(["-o", build.harness()]);
        proc::output(&mut compiler).context("the harness of tests/taint/oracle")?;
    }
    Ok(())
}

/// Writes a program's text and inputs.
pub fn write(program: &Program, dir: &Path) -> Result<()> {
    fs::write(dir.join(program.file()), &program.text)?;
    for (number, input) in program.inputs.iter().enumerate() {
        fs::write(self::input(program, number, dir), input)?;
    }
    Ok(())
}

pub fn input(program: &Program, number: usize, dir: &Path) -> PathBuf {
    dir.join(format!("{}.input-{number}", program.name))
}
