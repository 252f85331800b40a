//! What a run left behind.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Outcome {
    pub engine: &'static str,
    /// `None` where the engine did not say.
    pub executions: Option<u64>,
    pub corpus: u64,
    pub corpus_in: PathBuf,
    pub crashes: u64,
    pub hangs: u64,
    pub crashes_in: PathBuf,
}

impl Outcome {
    pub fn new(engine: &'static str) -> Outcome {
        Outcome {
            engine,
            ..Outcome::default()
        }
    }

    /// For people.
    pub fn line(&self) -> String {
        let executions = match self.executions {
            Some(n) => format!("{n} executions"),
            None => "executions not counted".to_owned(),
        };
        let crashes = match self.crashes {
            0 => "no crashes".to_owned(),
            1 => format!("1 crash in {}", self.crashes_in.display()),
            n => format!("{n} crashes in {}", self.crashes_in.display()),
        };
        let hangs = match self.hangs {
            0 => String::new(),
            1 => ", 1 time-out".to_owned(),
            n => format!(", {n} time-outs"),
        };
        let inputs = if self.corpus == 1 { "input" } else { "inputs" };
        format!(
            "{}: {executions}, {} {inputs} in {}, {crashes}{hangs}",
            self.engine,
            self.corpus,
            self.corpus_in.display()
        )
    }
}

/// Processes count up, and what they printed stands behind each other: the sum of each one's last number.
pub fn sum_of_last(numbers: impl Iterator<Item = u64>) -> Option<u64> {
    let (mut sum, mut last) = (None, 0);
    for number in numbers {
        let before = sum.unwrap_or(0);
        sum = Some(match number < last {
            true => before + number,
            false => before - last + number,
        });
        last = number;
    }
    sum
}

/// The number that a text begins with.
pub fn number(text: &str) -> Option<u64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text[..end].parse().ok()
}

/// How many files of a folder begin with one of these.
pub fn files(folder: &Path, beginnings: &[&str]) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let is_one =
        |name: &str| beginnings.iter().any(|b| name.starts_with(b)) && !name.starts_with('.');
    entries
        .flatten()
        .filter(|e| is_one(&e.file_name().to_string_lossy()))
        .filter(|e| e.path().is_file())
        .count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_in_words() {
        let mut outcome = Outcome {
            executions: Some(12),
            corpus: 1,
            corpus_in: "out/corpus".into(),
            crashes_in: "out/crashes".into(),
            ..Outcome::new("libfuzzer")
        };
        assert_eq!(
            outcome.line(),
            "libfuzzer: 12 executions, 1 input in out/corpus, no crashes"
        );
        outcome = Outcome {
            executions: None,
            crashes: 2,
            hangs: 1,
            ..outcome
        };
        assert_eq!(
            outcome.line(),
            "libfuzzer: executions not counted, 1 input in out/corpus, 2 crashes in out/crashes, 1 time-out"
        );
    }
}
