//! The last campaign in a folder: what commands take where nothing is named.
//!
//! `fz fuzz` notes each in the user's own folder of state. Folders of campaigns name a program and its arguments as well, but
//! they may be a stranger's, and what they name is not run unasked.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{
    env::{self, Environment},
    file,
    shell::quoted,
    tell,
};
use fz_engines::launch::{arguments::Ran, folder::Run};
use fz_settings::{FILE, Flags, Fuzz, Settings};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::{cov, place};

/// What was run, from where to where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub out: PathBuf,
    /// What it began with, if the user named that.
    #[serde(default)]
    pub seeds: Option<PathBuf>,
}

/// The folder with a note for each folder that campaigns were started in.
const NOTES: &str = "campaigns";

/// How the name of a campaign's store ends.
const STORE: &str = "fzcov";

impl Campaign {
    pub fn of(run: &Run, out: &Path, seeds: Option<&Path>) -> Campaign {
        let whole = |path: &Path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        Campaign {
            program: run.program.clone(),
            arguments: run.arguments.clone(),
            out: whole(out),
            seeds: seeds.map(whole),
        }
    }

    /// Notes it for the working directory. A campaign goes on where that fails.
    pub fn note(&self) {
        let noted = note_of_here().and_then(|path| {
            fs::create_dir_all(path.parent()?).ok()?;
            let text = serde_json::to_string_pretty(self).ok()?;
            place::write(Some(&path), |to| Ok(to.write_all(text.as_bytes())?)).ok()
        });
        if noted.is_none() {
            tell!(
                "fz: note: this campaign cannot be remembered: name the program and the folder to commands that come after"
            );
        }
    }

    /// The last one of the working directory that is still there, or else the one that `fz.toml` has.
    fn find() -> Result<Campaign> {
        if let Some(noted) = Campaign::noted() {
            noted.tell("of the last campaign here");
            return Ok(noted);
        }
        let Fuzz {
            program: Some(program),
            arguments,
            output,
            seeds,
            ..
        } = project()?
        else {
            bail!("{}", none());
        };
        let out = output.unwrap_or_else(|| OUT.into());
        let campaign = Campaign {
            program,
            arguments,
            out,
            seeds,
        }
        .seen_from_here();
        campaign.tell(&format!("of {FILE}"));
        Ok(campaign)
    }

    /// The last one of the working directory that is still there.
    fn noted() -> Option<Campaign> {
        let noted = note()?;
        noted.out.is_dir().then(|| noted.seen_from_here())
    }

    /// With the paths that people would type.
    fn seen_from_here(self) -> Campaign {
        let here = std::env::current_dir().unwrap_or_default();
        let below = |path: &Path| path.strip_prefix(&here).map(Path::to_owned).ok();
        Campaign {
            program: below(&self.program).map_or(self.program, |path| Path::new(".").join(path)),
            out: below(&self.out).unwrap_or(self.out),
            seeds: self.seeds.map(|seeds| below(&seeds).unwrap_or(seeds)),
            arguments: self.arguments,
        }
    }

    fn tell(&self, whose: &str) {
        let words: Vec<String> = self.arguments.iter().map(quoted).collect();
        let program = quoted(&self.program);
        let command = match words.is_empty() {
            true => program,
            false => format!("{program} -- {}", words.join(" ")),
        };
        tell!("fz: {whose}: {command}, {}", quoted(&self.out));
    }
}

/// Why there is no last campaign, and what to do.
fn none() -> String {
    let campaign = match note() {
        Some(gone) => format!(
            "the output of the last campaign here, {}, is missing",
            gone.out.display()
        ),
        None => "no campaign was started with `fz fuzz` in this folder".to_owned(),
    };
    match Path::new(FILE).is_file() {
        true => format!(
            "{campaign}, and {FILE} has no `program` in [fuzz]: write one there, or name PROGRAM, and its inputs with -i"
        ),
        false => {
            format!("{campaign}, and no {FILE} names one: name PROGRAM, and its inputs with -i")
        }
    }
}

/// What was noted of the last campaign of this folder.
fn note() -> Option<Campaign> {
    let text = file::read_text(&note_of_here()?, file::NOTE).ok()?;
    serde_json::from_str(&text).ok()
}

/// The folder of a campaign, unless the user names one.
pub const OUT: &str = "out";

/// What `fz.toml` says of campaigns.
pub fn project() -> Result<Fuzz> {
    let here = std::env::current_dir()?;
    Ok(Settings::resolve(&Flags::default(), &Environment::read(), &here)?.fuzz)
}

fn note_of_here() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?.canonicalize().ok()?;
    let number = xxh3_64(here.as_os_str().as_encoded_bytes());
    Some(
        env::state_folder()?
            .join(NOTES)
            .join(format!("{number:016x}.json")),
    )
}

/// The last campaign, once for a process: it is told which it is.
pub fn campaign() -> Result<Campaign> {
    static FOUND: std::sync::OnceLock<Campaign> = std::sync::OnceLock::new();
    match FOUND.get() {
        Some(found) => Ok(found.clone()),
        None => {
            let found = Campaign::find()?;
            Ok(FOUND.get_or_init(|| found).clone())
        }
    }
}

/// The last campaign, if a store is of what it has reached.
pub fn campaign_of_store(store: &Path) -> Option<Campaign> {
    let noted = Campaign::noted()?;
    let own = store_of(&noted.out).canonicalize().ok()?;
    (store.canonicalize().ok()? == own).then_some(noted)
}

/// The same, where it is of builds of a program: inputs of another program are of no use to it.
pub fn campaign_of(program: &Path) -> Result<Campaign> {
    let campaign = campaign()?;
    let ran = Ran {
        folder: campaign.out.clone(),
        program: campaign.program.clone(),
        arguments: Vec::new(),
    };
    ensure!(
        ran.fits(program),
        "the last campaign here is not of {}: name its inputs with -i",
        program.display()
    );
    Ok(campaign)
}

/// Where what a campaign reaches is stored: beside its folder.
pub fn store_of(out: &Path) -> PathBuf {
    // `out/` and `out` are one folder, and `.` has a name elsewhere.
    let plain: PathBuf = out.components().collect();
    let plain = match plain.file_name() {
        Some(_) => plain,
        None => out.canonicalize().unwrap_or(plain),
    };
    let mut name = plain.into_os_string();
    name.push(".");
    name.push(STORE);
    name.into()
}

/// What the last campaign has reached, collected now.
pub fn store() -> Result<PathBuf> {
    let campaign = campaign()?;
    let store = store_of(&campaign.out);
    cov::into_store(&campaign).with_context(|| {
        format!(
            "what {} has reached cannot be collected",
            campaign.out.display()
        )
    })?;
    Ok(store)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_stands_beside_its_campaign() {
        for (out, store) in [
            ("out", "out.fzcov"),
            ("a/out/", "a/out.fzcov"),
            ("./out", "./out.fzcov"),
        ] {
            assert_eq!(store_of(Path::new(out)), Path::new(store), "{out}");
        }
        let here = std::env::current_dir().unwrap();
        let above = here.parent().unwrap();
        assert_eq!(store_of(Path::new(".")).parent(), Some(above));
    }
}
