//! The folder of a report: the page, the facts as JSON, an input of each bug, the builds, and what was seen.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use fz_base::{file, outputs};
use fz_coverage::triage::journal;
use fz_engines::launch::{arguments, folder};
use fz_report::crashes::{Bug, Report, page};
use serde_json::Value;

use super::file_name;
use crate::{args::json, place};

const INPUTS: &str = "bugs";
const PAGE: &str = "index.html";
const FACTS: &str = "crashes.json";
const ENDING: &str = ".input";
/// Of a kind's name, in that of a file.
const LONGEST: usize = 40;

pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The one that is named, or one by the program's name. A folder with something else in it is refused.
    pub fn open(named: Option<&Path>, program: &Path) -> Result<Folder> {
        let usual = || PathBuf::from(format!("{}.crashes", file_name(program)));
        let path = named.map_or_else(usual, Path::to_owned);
        let shown = path.display();
        if path.exists() {
            ensure!(
                path.is_dir(),
                "{shown}: it is a file: name a folder with -o"
            );
            let mut inside = fs::read_dir(&path).map_err(|e| folder::failed(&path, &e))?;
            ensure!(
                path.join(journal::NAME).is_file() || inside.next().is_none(),
                "{shown}: it holds something else than a report of `fz crashes`: name another folder with -o"
            );
        }
        outputs::stays_inside(&path)?;
        folder::make(&path.join(INPUTS))?;
        let path = path.canonicalize()?;
        Ok(Folder { path })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn builds(&self) -> PathBuf {
        self.path.join("builds")
    }

    pub fn page(&self) -> PathBuf {
        self.path.join(PAGE)
    }

    /// The inputs of the bugs, and no others.
    pub fn keep(&self, bugs: &[Bug]) -> Result<()> {
        for bug in bugs {
            self.write_file(&bug.smallest.file, &bug.smallest.bytes)?;
        }
        let inputs = self.path.join(INPUTS);
        for entry in fs::read_dir(&inputs).map_err(|e| folder::failed(&inputs, &e))? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_one = bugs
                .iter()
                .any(|b| b.smallest.file == format!("{INPUTS}/{name}"));
            if name.contains(ENDING) && !is_one {
                fs::remove_file(entry.path())
                    .with_context(|| format!("{}: cannot be removed", entry.path().display()))?;
            }
        }
        Ok(())
    }

    /// Whether an earlier report has bugs.
    pub fn has_bugs(&self) -> bool {
        let facts = file::read_text(&self.path.join(FACTS), file::NOTE).ok();
        let facts = facts.and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let bugs = facts.as_ref().and_then(|facts| facts["bugs"].as_array());
        bugs.is_some_and(|bugs| !bugs.is_empty())
    }

    pub fn write(&self, report: &Report) -> Result<()> {
        let mut facts = Vec::new();
        json::write(report, &mut facts)?;
        self.write_file(FACTS, &facts)?;
        self.write_file(PAGE, page::of(report).as_bytes())
    }

    fn write_file(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path.join(name);
        place::in_its_place(&path, |beside| {
            let written = fs::write(beside, bytes);
            written.with_context(|| format!("{}: cannot be written", path.display()))
        })
    }
}

/// Below the folder: by the kind and the key, which stay the same from report to report. It ends as the program wants it.
pub fn input_name(bug: &Bug, arguments: &[OsString]) -> String {
    let letters = bug
        .fault
        .what
        .chars()
        .map(|c| match c.is_ascii_alphanumeric() {
            true => c,
            false => '-',
        });
    let kind: String = letters.take(LONGEST).collect();
    let ending = arguments::ending(arguments).unwrap_or_default();
    format!("{INPUTS}/{kind}-{}{ENDING}{ending}", &bug.key[..8])
}
