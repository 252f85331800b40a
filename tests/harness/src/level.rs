//! Languages and levels of optimisation of the programs that suites make.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Language {
    #[default]
    C,
    Cxx,
}

impl Language {
    /// Of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Cxx => "cc",
        }
    }
}

/// A level of optimisation.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum, Serialize, Deserialize,
)]
#[value(rename_all = "verbatim")]
pub enum Level {
    O0,
    O1,
    O2,
    O3,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::O0, Level::O1, Level::O2, Level::O3];

    pub fn name(self) -> &'static str {
        match self {
            Level::O0 => "O0",
            Level::O1 => "O1",
            Level::O2 => "O2",
            Level::O3 => "O3",
        }
    }

    pub fn flag(self) -> String {
        format!("-{}", self.name())
    }
}
