//! Output folders of fuzzers, and what they tell of the fuzzers that write to them, whoever started these (`fz status`).
//!
//! One file a layout reads ([`LAYOUTS`]); [`life`] says whether a process lives; [`problems`] and [`rows`] are pure.

mod afl;
mod bare;
pub mod life;
mod own;
pub mod problems;
pub mod rows;

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use fz_base::error::Error;
use serde::Serialize;

use crate::launch::{
    folder,
    live::Figures,
    watched::{self, Watched},
};
use life::Life;
use problems::Problem;

/// What an output folder tells.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Campaign {
    pub folder: PathBuf,
    /// With its version where that is known.
    pub engine: String,
    /// Empty: nothing says it.
    pub program: String,
    pub arguments: Vec<String>,
    pub instances: Vec<Instance>,
    /// What `fz cov collect` has seen of it last.
    pub watched: Option<Watched>,
    /// Bytes that are free where the folder is; `None`: nobody could look.
    pub free: Option<u64>,
    pub problems: Vec<Problem>,
}

/// A fuzzer's process.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Instance {
    pub name: String,
    #[serde(flatten)]
    pub life: Life,
    pub pid: Option<u32>,
    /// Seconds, of all parts of a run that was resumed.
    #[serde(serialize_with = "seconds")]
    pub run_time: Option<Duration>,
    /// `None`: it has not said anything yet.
    pub figures: Option<Figures>,
    /// Seconds since it last found something; `None`: nothing yet, or nobody knows.
    #[serde(serialize_with = "seconds")]
    pub last_find: Option<Duration>,
    /// Where its own words are, if they were kept.
    pub log: Option<PathBuf>,
}

fn seconds<S: serde::Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
    time.map(|t| t.as_secs()).serialize(to)
}

/// A way in which fuzzers leave files.
struct Layout {
    is: fn(&Path) -> bool,
    read: fn(&Path, SystemTime) -> Result<Campaign, Error>,
}

/// The first that fits reads.
const LAYOUTS: [Layout; 3] = [
    Layout {
        is: afl::is,
        read: afl::read,
    },
    Layout {
        is: own::is,
        read: own::read,
    },
    Layout {
        is: bare::is,
        read: bare::read,
    },
];

/// Whether any fuzzer is known to leave such a folder.
pub fn is_one(folder: &Path) -> bool {
    LAYOUTS.iter().any(|layout| (layout.is)(folder))
}

pub fn read(folder: &Path, now: SystemTime) -> Result<Campaign, Error> {
    let wrong = |message: &str| Error::file(folder, message);
    let about = fs::metadata(folder).map_err(|error| match error.kind() {
        ErrorKind::NotFound => wrong("no such folder: name what the fuzzer writes to (-o)"),
        _ => folder::failed(folder, &error),
    })?;
    if !about.is_dir() {
        return Err(wrong(
            "it is not a folder: name what the fuzzer writes to (-o)",
        ));
    }
    fs::read_dir(folder).map_err(|e| folder::failed(folder, &e))?;
    let layout = LAYOUTS.iter().find(|layout| (layout.is)(folder));
    let layout = layout.ok_or_else(|| {
        wrong(
            "nothing in it is of a fuzzer that fz knows (AFL++, libFuzzer, honggfuzz, LibAFL): name the folder that it \
             writes to (-o)",
        )
    })?;
    let mut campaign = (layout.read)(folder, now)?;
    campaign.watched = watched::read(folder);
    campaign.free = rustix::fs::statvfs(folder)
        .ok()
        .map(|s| s.f_bavail * s.f_frsize);
    campaign.problems = problems::of(&campaign);
    Ok(campaign)
}

/// When a file was written to.
fn written(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|about| about.modified()).ok()
}

/// The youngest file of folders, among those that `is` one.
fn youngest(folders: &[PathBuf], is: impl Fn(&str) -> bool) -> Option<SystemTime> {
    let entries = folders
        .iter()
        .filter_map(|f| fs::read_dir(f).ok())
        .flatten();
    entries
        .flatten()
        .filter(|e| is(&e.file_name().to_string_lossy()))
        .filter_map(|e| e.metadata().ok()?.modified().ok())
        .max()
}
