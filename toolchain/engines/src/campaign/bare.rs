//! Folders of inputs alone: a corpus of libFuzzer's, a workspace of honggfuzz's. They say what was found and when, and
//! nothing of the fuzzer.

use std::{fs, path::Path, time::SystemTime};

use fz_base::error::Error;

use super::{Campaign, Instance, life::Life, youngest};
use crate::launch::live::Figures;

struct Fuzzer {
    engine: &'static str,
    /// Whether a file of that name is an input of its.
    input: fn(&str) -> bool,
    crash: fn(&str) -> bool,
    hang: fn(&str) -> bool,
}

const FUZZERS: [Fuzzer; 2] = [
    Fuzzer {
        engine: "honggfuzz",
        input: |name| name.ends_with(".honggfuzz.cov"),
        crash: |name| name.starts_with("SIG") && name.ends_with(".fuzz"),
        hang: |_| false,
    },
    Fuzzer {
        engine: "libfuzzer",
        input: is_hash,
        crash: |name| has_hash(name, &["crash-", "leak-", "oom-"]),
        hang: |name| has_hash(name, &["timeout-", "slow-unit-"]),
    },
];

/// SHA-1, as libFuzzer calls its inputs.
fn is_hash(name: &str) -> bool {
    name.len() == 40 && name.bytes().all(|b| b.is_ascii_hexdigit())
}

fn has_hash(name: &str, kinds: &[&str]) -> bool {
    kinds
        .iter()
        .any(|k| name.strip_prefix(k).is_some_and(is_hash))
}

impl Fuzzer {
    fn has(&self, name: &str) -> bool {
        (self.input)(name) || (self.crash)(name) || (self.hang)(name)
    }
}

fn fuzzer(folder: &Path) -> Option<&'static Fuzzer> {
    let names = names(folder);
    FUZZERS.iter().find(|f| names.iter().any(|n| f.has(n)))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect()
}

pub fn is(folder: &Path) -> bool {
    fuzzer(folder).is_some()
}

pub fn read(folder: &Path, now: SystemTime) -> Result<Campaign, Error> {
    let fuzzer = fuzzer(folder).ok_or_else(|| Error::file(folder, "its files have gone"))?;
    let names = names(folder);
    let count = |is: fn(&str) -> bool| names.iter().filter(|n| is(n)).count() as u64;
    let last = youngest(&[folder.to_owned()], |n| fuzzer.has(n));
    let figures = Figures {
        corpus: count(fuzzer.input),
        crashes: count(fuzzer.crash),
        hangs: count(fuzzer.hang),
        ..Figures::default()
    };
    let instance = Instance {
        name: "main".to_owned(),
        life: Life::Unknown(
            "a folder of inputs alone does not say whether its fuzzer runs".to_owned(),
        ),
        pid: None,
        run_time: None,
        figures: Some(figures),
        last_find: last.map(|at| now.duration_since(at).unwrap_or_default()),
        log: None,
    };
    Ok(Campaign {
        folder: folder.to_owned(),
        engine: fuzzer.engine.to_owned(),
        program: String::new(),
        arguments: Vec::new(),
        instances: vec![instance],
        watched: None,
        free: None,
        problems: Vec::new(),
    })
}
