//! Why operands change that taint calls independent: what is known of it, by line.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::walk::Operand;

pub const FILE: &str = "tests/taint/flips.toml";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reasons {
    #[serde(default, rename = "reason")]
    pub reasons: Vec<Reason>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    program: String,
    /// Lines: `file.c:12`; or a file, where it shows at any of them.
    at: Vec<String>,
    pub why: String,
}

pub fn load(path: &Path) -> Result<Reasons> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in {}", path.display()))
}

impl Reasons {
    pub fn of(&self, program: &str, operand: &Operand) -> Option<&Reason> {
        let name = operand.file.rsplit('/').next().unwrap_or_default();
        let line = format!("{name}:{}", operand.line);
        let is_there = |at: &String| *at == line || at == name;
        let mut reasons = self.reasons.iter();
        reasons.find(|r| r.program == program && r.at.iter().any(is_there))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_reasons_are_read() {
        let path = xtask::repo::root().join(super::FILE);
        let reasons = super::load(&path).unwrap();
        assert!(
            reasons
                .reasons
                .iter()
                .all(|r| !r.why.is_empty() && !r.at.is_empty())
        );
    }
}
