//! `--notes`: packages built twice, with the passes that only note something and without them. The code has to be the same,
//! byte by byte, in every object.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind};
use walkdir::WalkDir;

use fz_harness::budget::Deadline;
use xtask::package::{Compiler, Recipe};
use xtask::{apt, build, repo};

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
    build::ready()?;
    let needs = recipes.iter().flat_map(|r| r.needs.iter());
    apt::ensure_installed(&needs.map(String::as_str).collect::<Vec<_>>())?;
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
        if code(entry.path())? != code(&other)? {
            differ.push(name.display().to_string());
        }
    }
    ensure!(objects > 0, "the build left no objects");
    if !differ.is_empty() {
        bail!("{} of {objects} differ: {}", differ.len(), differ.join(" "));
    }
    Ok(objects)
}

/// By function: its bytes, and what they refer to.
type Code = BTreeMap<String, (Vec<u8>, Vec<String>)>;

/// The functions of an object, but for those that are fz's own. Symbols without names are named by their sections.
fn code(path: &Path) -> Result<Code> {
    let data = fs::read(path)?;
    let file = object::File::parse(&*data)
        .with_context(|| format!("{} is no object file", path.display()))?;
    let mut code = Code::new();
    for section in file.sections().filter(|s| s.kind() == SectionKind::Text) {
        let bytes = section.data()?;
        let relocations: Vec<_> = section.relocations().collect();
        for function in file.symbols().filter(|s| s.size() > 0) {
            let name = function.name()?;
            let is_here = function.section_index() == Some(section.index());
            if !is_here || name.starts_with("__fz_") || name.starts_with("sancov.") {
                continue;
            }
            let (begin, end) = (function.address(), function.address() + function.size());
            let within = relocations
                .iter()
                .filter(|(at, _)| (begin..end).contains(at));
            let refers = within.map(|(at, relocation)| {
                let target = match relocation.target() {
                    RelocationTarget::Symbol(index) => symbol_name(&file, index)?,
                    other => format!("{other:?}"),
                };
                Ok(format!(
                    "{:x} {target} {:x}",
                    at - begin,
                    relocation.addend()
                ))
            });
            let refers = refers.collect::<Result<Vec<_>>>()?;
            let own = bytes[begin as usize..end as usize].to_vec();
            code.insert(name.to_string(), (own, refers));
        }
    }
    Ok(code)
}

fn symbol_name(file: &object::File, index: object::SymbolIndex) -> Result<String> {
    let symbol = file.symbol_by_index(index)?;
    let name = symbol.name()?;
    Ok(match symbol.section_index().filter(|_| name.is_empty()) {
        Some(section) => file.section_by_index(section)?.name()?.to_string(),
        None => name.to_string(),
    })
}
