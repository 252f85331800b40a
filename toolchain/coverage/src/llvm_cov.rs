//! What llvm-cov counts: to compare with pages that it makes, such as OSS-Fuzz's. fz counts lines with code, and llvm-cov each
//! line of a region.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use fz_base::file;
use object::Object;
use serde::{Deserialize, Serialize};

use crate::{server::Setup, visits};

/// The lines of `llvm-cov report`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct LlvmCov {
    /// Inputs that were run for it.
    pub inputs: usize,
    pub lines: Total,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Total {
    pub count: usize,
    pub covered: usize,
}

/// What `llvm-cov report -summary-only` says.
#[derive(Deserialize)]
struct Export {
    data: Vec<Data>,
}

#[derive(Deserialize)]
struct Data {
    totals: Totals,
}

#[derive(Deserialize)]
struct Totals {
    lines: Total,
}

/// Processes that end at the same time write to so many files.
const FILES: &str = "%4m.profraw";

impl LlvmCov {
    /// Runs inputs in a build by the profile `llvm-cov`, each in a process of its own: one that crashes or takes too long
    /// writes nothing. `objects`: the program and its libraries.
    pub fn of(objects: &[PathBuf], inputs: &[PathBuf], setup: &Setup) -> Result<LlvmCov> {
        let scratch = fz_process::scratch().context("cannot make a folder for llvm-cov")?;
        let raw = scratch.path().join("raw");
        std::fs::create_dir(&raw).context("cannot make a folder for llvm-cov")?;
        let mut setup = setup.clone();
        // There are no counters of ours, and yet there has to be a map.
        setup.map_size = setup.map_size.max(fz_abi::map::AREA_ALIGN);
        let files = raw.join(FILES).display().to_string();
        setup
            .environment
            .push(("LLVM_PROFILE_FILE".to_owned(), files));
        let visits = visits::of_inputs(inputs, &setup, |_| Ok(()), |(), _, _| (), |()| ())?;
        ensure!(!visits.interrupted, "interrupted");
        let data = scratch.path().join("data");
        let merge: [&OsStr; 4] = ["merge".as_ref(), raw.as_ref(), "-o".as_ref(), data.as_ref()];
        said(fz_llvm::PROFDATA, &merge)?;
        let mut export: Vec<&OsStr> = ["export", "-summary-only", "-instr-profile"]
            .map(OsStr::new)
            .to_vec();
        export.push(data.as_ref());
        let objects = objects.iter().filter(|object| has_regions(object));
        for (number, object) in objects.enumerate() {
            export.extend((number > 0).then_some(OsStr::new("-object")));
            export.push(object.as_ref());
        }
        let text = said(fz_llvm::COV, &export)?;
        let export: Export = serde_json::from_slice(&text).context("what llvm-cov says")?;
        let data = export.data.into_iter().next();
        let totals = data.context("llvm-cov says nothing")?.totals;
        Ok(LlvmCov {
            inputs: visits.ran,
            lines: totals.lines,
        })
    }
}

/// Whether llvm-cov would have anything to read there.
fn has_regions(object: &Path) -> bool {
    let data = file::read(object, file::PROGRAM).unwrap_or_default();
    let file = object::File::parse(&*data);
    file.is_ok_and(|file| file.section_by_name("__llvm_covmap").is_some())
}

/// What a tool prints.
fn said(tool: &str, words: &[&OsStr]) -> Result<Vec<u8>> {
    let out = fz_process::output(Path::new(tool), words);
    let out = out.with_context(|| format!("{tool} cannot be started: install LLVM's tools"))?;
    ensure!(
        out.status.success(),
        "{tool}: {}",
        String::from_utf8_lossy(&out.stderr).trim()
    );
    Ok(out.stdout)
}
