//! Fuzz targets: everything of fz that reads what strangers wrote. A target gets bytes, makes of them what its reader takes,
//! and does with the result what fz's commands do. `cargo xtask test fuzz` builds the targets for libFuzzer and runs them: a
//! panic, a run of more than ten seconds or more than half a gigabyte is a finding, and so is what a target asserts.

mod campaigns;
mod captures;
mod command_lines;
mod elf;
mod libtool;
mod maps;
mod patches;
mod profiles;
mod programs;
mod records;
mod settings;
mod stores;
mod traces;

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};

pub struct Target {
    pub name: &'static str,
    /// What it reads.
    pub reads: &'static str,
    pub start: fn(&Around) -> Result<Reader>,
}

/// What targets work with.
pub struct Around {
    /// A folder of what fz-cc has built: see [`Around::samples`].
    pub samples: PathBuf,
    /// A folder for what readers take as files.
    pub scratch: PathBuf,
}

/// What an input is given to.
pub type Read = Box<dyn Fn(&[u8])>;

pub struct Reader {
    /// Inputs to start from.
    pub seeds: Vec<Vec<u8>>,
    pub read: Read,
}

const fn target(
    name: &'static str,
    reads: &'static str,
    start: fn(&Around) -> Result<Reader>,
) -> Target {
    Target { name, reads, start }
}

pub const TARGETS: &[Target] = &[
    target(
        "records",
        "each section of fz's in programs, libraries and objects",
        records::start,
    ),
    target(
        "programs",
        "whole programs, objects, archives and scripts",
        programs::start,
    ),
    target(
        "captures",
        "what programs carry, and the plans of building them again",
        captures::start,
    ),
    target("stores", "stores of coverage", stores::start),
    target("patches", "unified diffs", patches::start),
    target("profiles", "profiles", profiles::start),
    target("settings", "fz.toml", settings::start),
    target("traces", "traces of taint builds", traces::start),
    target(
        "command-lines",
        "compilers' command lines and files of arguments",
        command_lines::start,
    ),
    target("campaigns", "what fuzzers leave", campaigns::start),
    target("maps", "maps of fuzzers", maps::start),
    target("libtool", "libtool's scripts", libtool::start),
];

impl Around {
    /// The contents of the samples with these endings, in the order of their names.
    fn samples(&self, endings: &[&str]) -> Result<Vec<Vec<u8>>> {
        let folder = || self.samples.display().to_string();
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.samples).with_context(folder)? {
            let path = entry?.path();
            if endings.iter().any(|ending| {
                path.extension()
                    .is_some_and(|extension| extension == *ending)
            }) {
                paths.push(path);
            }
        }
        paths.sort();
        let contents = paths.iter().map(fs::read).collect::<Result<_, _>>();
        contents.with_context(folder)
    }

    /// A file for what a reader takes as one, and what writes it.
    fn file(&self, name: &str) -> (PathBuf, impl Fn(&[u8]) + use<>) {
        let path = self.scratch.join(name);
        let to = path.clone();
        (path, move |content| write(&to, content))
    }
}

fn write(path: &Path, content: &[u8]) {
    fs::write(path, content).expect("the scratch folder is writable");
}
