//! What compilers say that a package's input is compared with.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::package::{Package, Unit};
use super::token;
use super::truth::Words;
use xtask::{env, proc, repo, setup};

/// A word of ours, the best of those with its bytes.
pub struct Ours {
    pub score: u32,
    pub folded: bool,
    /// Where it stands, each file and line.
    pub places: Vec<(String, u32)>,
    /// The functions that it is passed to.
    pub callees: BTreeSet<String>,
}

/// fz's compiler under a profile, by its name or file.
pub fn compiler(is_c: bool, profile: &str) -> Command {
    let name = if is_c { "bin/fz-cc" } else { "bin/fz-cxx" };
    let mut command = Command::new(repo::stage().join(name));
    env::unsteered(&mut command);
    command.args([&format!("--fz-profile={profile}"), "--fz-engine=none"]);
    command
}

/// The same for a unit, with its flags and source.
pub fn of_unit(unit: &Unit, profile: &str) -> Command {
    let name = if unit.is_cxx() {
        "bin/fz-cxx"
    } else {
        "bin/fz-cc"
    };
    let mut command = unit.command(&repo::stage().join(name));
    command.args([&format!("--fz-profile={profile}"), "-w"]);
    command
}

/// All units, in a folder that is made anew, by their numbers.
pub fn objects(package: &Package, units: &[Unit], profile: &str, name: &str) -> Result<PathBuf> {
    let dir = fresh(&package.dir().join(name))?;
    package.each_unit(units, |at, unit| {
        let mut command = of_unit(unit, profile);
        command
            .args(["-g", "-fPIC", "-c", "-o"])
            .arg(dir.join(format!("{at}.o")));
        proc::output(&mut command).map(|_| ())
    })?;
    Ok(dir)
}

/// All units as one shared library: whoever calls it is no matter.
pub fn library(package: &Package, units: &[Unit], profile: &str) -> Result<PathBuf> {
    let dir = objects(package, units, profile, profile)?;
    let library = dir.join("library.so");
    let mut link = compiler(false, profile);
    link.args(["-shared", "-o"])
        .arg(&library)
        .args((0..units.len()).map(|at| dir.join(format!("{at}.o"))));
    proc::output(&mut link)?;
    Ok(library)
}

/// The words that its records name.
pub fn of_library(library: &Path) -> Result<BTreeMap<Vec<u8>, Ours>> {
    let mut words: BTreeMap<Vec<u8>, Ours> = BTreeMap::new();
    let images = fz_binary::Program::read(library)?.into_images()?;
    let functions = images.iter().flat_map(|image| &image.tokens);
    for word in functions.flat_map(|function| &function.tokens) {
        let entry = words.entry(word.bytes.clone()).or_insert(Ours {
            score: 0,
            folded: false,
            places: Vec::new(),
            callees: BTreeSet::new(),
        });
        entry.score = entry.score.max(word.score);
        entry.folded |= word.form.folded;
        entry.callees.extend(word.of.clone());
        let place = (word.place.file.clone(), word.place.line);
        if !entry.places.contains(&place) {
            entry.places.push(place);
        }
    }
    Ok(words)
}

/// Those with at least this score.
pub fn from(words: &BTreeMap<Vec<u8>, Ours>, least: u32) -> Words {
    let kept = words.iter().filter(|(_, ours)| ours.score >= least);
    kept.map(|(bytes, ours)| (bytes.clone(), ours.folded))
        .collect()
}

/// What AFL++'s compiler writes when it is asked for a dictionary, under these settings.
pub fn of_afl(
    package: &Package,
    units: &[Unit],
    name: &str,
    settings: &[(&str, &str)],
    flags: &[&str],
) -> Result<Words> {
    let bin = setup::aflpp().join("bin");
    let dir = fresh(&package.dir().join(name))?;
    package.each_unit(units, |at, unit| {
        let name = if unit.is_cxx() {
            "afl-clang-fast++"
        } else {
            "afl-clang-fast"
        };
        let mut command = unit.command(&bin.join(name));
        command
            .env("AFL_QUIET", "1")
            .env("AFL_LLVM_DICT2FILE", dir.join(format!("{at}.dict")))
            .envs(settings.iter().copied())
            .args(flags)
            .args(["-w", "-c", "-o"])
            .arg(dir.join(format!("{at}.o")));
        proc::output(&mut command).map(|_| ())
    })?;
    let mut words = Words::new();
    for at in 0..units.len() {
        let file = dir.join(format!("{at}.dict"));
        // A unit without any writes none.
        if file.exists() {
            let tokens = token::read(&file).with_context(|| format!("what {name} wrote"))?;
            words.extend(tokens.into_iter().map(|token| (token, false)));
        }
    }
    Ok(words)
}

fn fresh(dir: &Path) -> Result<PathBuf> {
    repo::fresh(dir)?;
    Ok(dir.to_path_buf())
}
