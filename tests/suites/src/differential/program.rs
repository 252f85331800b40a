//! What is compared: a program, what it is fed, and how to make it again.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use fz_harness::level::Language;
use serde::{Deserialize, Serialize};

/// Where programs come from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The execute tests of GCC's c-torture
    Torture,
    /// Our own generator's: they parse their input
    Generated,
    /// csmith's, every other one with floating point
    Csmith,
}

impl Source {
    pub const ALL: [Source; 3] = [Source::Torture, Source::Generated, Source::Csmith];

    pub fn name(self) -> &'static str {
        match self {
            Source::Torture => "torture",
            Source::Generated => "generated",
            Source::Csmith => "csmith",
        }
    }
}

/// A sanitizer that both compilers are given: what it reports has to stay the same, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sanitizer {
    Undefined,
    Memory,
}

impl Sanitizer {
    pub fn name(self) -> &'static str {
        match self {
            Sanitizer::Undefined => "undefined",
            Sanitizer::Memory => "memory",
        }
    }
}

/// A program to compile, and what to feed it.
#[derive(Debug)]
pub struct Program {
    pub source: Source,
    /// A seed, or the name of a test.
    pub name: String,
    pub language: Language,
    pub path: PathBuf,
    /// What every compiler is given besides.
    pub flags: Vec<String>,
    /// Files with standard input; a program that reads none has one run without.
    pub inputs: Vec<PathBuf>,
    /// Why it need not do the same, if so: it observes the optimiser, or has undefined behaviour.
    pub exception: Option<String>,
}

impl Program {
    /// How long clang's build of it may run. csmith's programs are often endless.
    pub fn limit(&self) -> Duration {
        Duration::from_secs(match self.source {
            Source::Csmith => 4,
            Source::Torture | Source::Generated => 20,
        })
    }

    /// The options that make only this program again.
    pub fn again(&self) -> String {
        match self.source {
            Source::Torture => format!("--sources torture --test {}", self.name),
            source => format!("--sources {} --seed {} --count 1", source.name(), self.name),
        }
    }
}
