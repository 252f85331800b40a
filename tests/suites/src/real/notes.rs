//! `--notes`: packages built twice, with the passes that only note something and without them. The code has to be the same,
//! byte by byte, in every object.

use std::fs;

use anyhow::{Context, Result, bail, ensure};
use walkdir::WalkDir;

use fz_harness::budget::Deadline;
use fz_harness::code;
use xtask::package::{Compiler, Recipe};
use xtask::{apt, repo};

/// The profile without notes.
const PROFILE: &str = r#"summary = "fuzz without a dictionary"
extends = "fuzz"

[feedback.dictionary]
off = true
"#;

/// The folders of both builds: names of one length, since sources may hold their own paths.
const NOTED: &str = "noted";
const PLAIN: &str = "plain";

pub fn run(recipes: &[Recipe], deadline: Deadline) -> Result<()> {
    apt::ensure_installed(recipes.iter().flat_map(|one| &one.needs))?;
    let profile = repo::made().join("real/plain.toml");
    fs::create_dir_all(profile.parent().expect("a file in a folder"))?;
    fs::write(&profile, PROFILE).with_context(|| format!("cannot write {}", profile.display()))?;
    let profile = profile.display().to_string();
    let mut failed = Vec::new();
    let mut begun = 0;
    for recipe in deadline.cuts(recipes) {
        begun += 1;
        match package(recipe, &profile) {
            Ok(objects) => println!("{}: {objects} objects have the same code", recipe.name),
            Err(error) => {
                eprintln!("error: {}: {error:#}", recipe.name);
                failed.push(recipe.name.as_str());
            }
        }
    }
    deadline.tell(begun, recipes.len(), "packages");
    ensure!(
        failed.is_empty(),
        "notes change code: {}",
        failed.join(", ")
    );
    Ok(())
}

fn package(recipe: &Recipe, profile: &str) -> Result<usize> {
    let by = |profile| Compiler::fz(Some(profile));
    let noted = by("fuzz").labelled(NOTED).build(recipe)?;
    let plain = by(profile).labelled(PLAIN).build(recipe)?;
    let mut objects = 0;
    let mut differ = Vec::new();
    for entry in WalkDir::new(&noted).sort_by_file_name() {
        let entry = entry?;
        let is_object = entry.path().extension().is_some_and(|e| e == "o");
        if !entry.file_type().is_file() || !is_object {
            continue;
        }
        let name = entry.path().strip_prefix(&noted)?;
        let other = plain.join(name);
        // Probes of the compiler that a build left behind.
        if !other.exists() {
            continue;
        }
        objects += 1;
        if code::of(entry.path())? != code::of(&other)? {
            differ.push(name.display().to_string());
        }
    }
    ensure!(objects > 0, "the build left no objects");
    if !differ.is_empty() {
        bail!("{} of {objects} differ: {}", differ.len(), differ.join(" "));
    }
    Ok(objects)
}
