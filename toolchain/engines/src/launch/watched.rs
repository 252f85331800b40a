//! What `fz cov collect` has seen of a campaign, in a file of the campaign's folder: for those that look at the folder while
//! it runs, and have no store at hand.

use std::{io::Write, path::Path, path::PathBuf};

use fz_base::{error::Error, file};
use serde::{Deserialize, Serialize};

use super::folder;

pub const FILE: &str = "fz-watched.json";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Watched {
    /// Seconds since 1970.
    pub at: u64,
    pub store: PathBuf,
    pub inputs: u64,
    pub counts: Vec<Count>,
    /// Those with most inputs first.
    pub bugs: Vec<Bug>,
}

/// How much of a kind was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Count {
    pub name: String,
    pub reached: u64,
    /// Of what can be reached, as far as that is known.
    pub all: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Bug {
    pub title: String,
    pub inputs: u64,
}

/// `None`: nobody watches, or what is there is damaged.
pub fn read(out: &Path) -> Option<Watched> {
    serde_json::from_slice(&file::read(&out.join(FILE), file::NOTE).ok()?).ok()
}

/// In the place of what was there, at once.
pub fn write(out: &Path, watched: &Watched) -> Result<(), Error> {
    let path = out.join(FILE);
    let failed = |e: &std::io::Error| folder::failed(&path, e);
    let text = serde_json::to_vec(watched).expect("text has a form in JSON");
    let mut beside = tempfile::Builder::new()
        .prefix(".fz-")
        .tempfile_in(out)
        .map_err(|e| failed(&e))?;
    beside.write_all(&text).map_err(|e| failed(&e))?;
    beside.persist(&path).map_err(|e| failed(&e.error))?;
    Ok(())
}
