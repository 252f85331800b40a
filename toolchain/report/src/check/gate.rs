//! How gates came out, and what they found.

use serde::Serialize;

/// How a gate came out.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Gate {
    /// As the user wrote it.
    pub gate: String,
    pub passed: bool,
    /// A sentence.
    pub said: String,
}

/// A place of the source, and what is there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Thing {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub what: String,
}

impl Thing {
    pub fn place(&self) -> String {
        match self.line {
            0 => self.file.clone(),
            line => format!("{}:{line}", self.file),
        }
    }
}
