//! A real package, built once by a compiler that notes every command: its translation units, where their sources stay.
//!
//! Packages stand in the cache of downloads, so that all checkouts that share it compile the same files at the same paths:
//! records and debug information name them.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use xtask::package::{Compiler, Recipe};
use xtask::{proc, repo};

/// Changes when units are noted in another way.
const FORM: &str = "1";

/// Modes in which a compiler leaves no object file.
const NO_OBJECT: &[&str] = &["-E", "-S", "-fsyntax-only", "-emit-llvm", "-M", "-MM"];

/// What clang adds to a command that it notes: the flag, and whether a value follows.
const ADDED: &[(&str, bool)] = &[("-o", true), ("-dumpdir", true), ("-c", false)];

const SOURCES: &[&str] = &["c", "cc", "cpp", "cxx", "C"];

#[derive(Serialize, Deserialize)]
pub struct Package {
    pub name: String,
    /// Where it was built.
    pub src: PathBuf,
    /// Differs each time that the package is built anew: what was compiled of another build is not comparable.
    pub build: String,
    pub units: Vec<Unit>,
}

/// One run of the compiler over one source.
#[derive(Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit {
    pub dir: PathBuf,
    pub source: String,
    pub cxx: bool,
    /// Without source, output and `-c`.
    pub args: Vec<String>,
}

impl Unit {
    /// Names it among the units of its package.
    pub fn key(&self) -> String {
        format!("{:016x}", self.hash())
    }

    fn hash(&self) -> u64 {
        let args = self.args.iter().map(String::as_str);
        let words = [self.source.as_str(), if self.cxx { "c++" } else { "c" }];
        let text: Vec<&str> = words.into_iter().chain(args).collect();
        let dir = self.dir.as_os_str().as_encoded_bytes();
        xxh3_64(&[dir, b"\0", text.join("\0").as_bytes()].concat())
    }

    /// Whether its source and its folder are there, below `src`.
    fn is_below(&self, src: &Path) -> bool {
        let source = self.dir.join(&self.source).canonicalize();
        self.dir.exists() && source.is_ok_and(|s| s.starts_with(src))
    }

    /// Whether this unit is in a share of so many `parts` in so `many`.
    pub fn is_in(&self, (parts, many): (u64, u64)) -> bool {
        self.hash() % many < parts
    }
}

/// A line of what clang's `-MJ` writes.
#[derive(Deserialize)]
struct Noted {
    directory: PathBuf,
    file: String,
    arguments: Vec<String>,
}

/// Where packages, and what was compiled of them, are kept.
pub fn home() -> Result<PathBuf> {
    let cache = repo::cache();
    fs::create_dir_all(&cache).with_context(|| format!("cannot make {}", cache.display()))?;
    // Checkouts may reach one folder by different paths.
    Ok(cache.canonicalize()?.join("equal"))
}

impl Package {
    /// The units of `recipe`'s build, which is made unless it is there.
    pub fn of(recipe: &Recipe) -> Result<Package> {
        let clang = proc::output(Command::new(fz_llvm::CLANG).arg("--version"))?;
        let how = format!("{FORM} {clang} {:?} {:?}", recipe.source, recipe.build);
        let name = format!("{}-{:016x}", recipe.name, xxh3_64(how.as_bytes()));
        let dir = home()?.join("packages").join(name);
        fs::create_dir_all(&dir)?;
        let lock = File::create(dir.join("lock"))?;
        lock.lock()
            .with_context(|| format!("cannot lock {}", dir.display()))?;
        let list = dir.join("units.json");
        if let Ok(text) = fs::read(&list) {
            return serde_json::from_slice(&text)
                .with_context(|| format!("{} is broken: remove its folder", list.display()));
        }
        let package = Package::build(recipe, &dir)?;
        let partial = dir.join("units.partial");
        fs::write(&partial, serde_json::to_vec_pretty(&package)?)?;
        fs::rename(&partial, &list)?;
        Ok(package)
    }

    fn build(recipe: &Recipe, dir: &Path) -> Result<Package> {
        let notes = dir.join("notes");
        repo::fresh(&notes)?;
        let cc = noting(dir, "cc", fz_llvm::CLANG, &notes)?;
        let cxx = noting(dir, "c++", fz_llvm::CLANGXX, &notes)?;
        let src = dir.join("src");
        Compiler::other("noted", cc, cxx).build_in(recipe, &src)?;
        let mut units = Vec::new();
        for note in fs::read_dir(&notes)? {
            let note = note?.path();
            // Several sources make several lines, each with a comma at its end.
            for line in fs::read_to_string(&note)?.lines() {
                let noted: Noted = serde_json::from_str(line.trim_end_matches(','))
                    .with_context(|| format!("in {}", note.display()))?;
                // Of probes that the build removed, and of sources that it did not bring, there is nothing to compile again.
                let unit = unit(noted).filter(|u| u.is_below(&src));
                units.extend(unit);
            }
        }
        units.sort();
        units.dedup();
        ensure!(!units.is_empty(), "the build compiled nothing");
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?;
        Ok(Package {
            name: recipe.name.clone(),
            src,
            build: format!("{}-{:x}", recipe.name, now.as_millis()),
            units,
        })
    }
}

/// A compiler in `dir` that leaves a note of every command.
fn noting(dir: &Path, name: &str, clang: &str, notes: &Path) -> Result<PathBuf> {
    let script = format!(
        "#!/bin/sh\nnote=$(mktemp '{}/XXXXXXXXXX') || exit\n\
         exec {clang} --start-no-unused-arguments -MJ \"$note\" --end-no-unused-arguments \"$@\"\n",
        notes.display()
    );
    let path = dir.join(name);
    fs::write(&path, script)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    Ok(path)
}

/// The unit of a command that leaves an object.
fn unit(noted: Noted) -> Option<Unit> {
    let mut args = noted.arguments.into_iter();
    args.next()?;
    // The language by its source's name; where a command says it, the source's name does not matter, but to us.
    let language = args.next()?;
    let extension = Path::new(&noted.file).extension()?.to_str()?;
    if !SOURCES.contains(&extension) {
        return None;
    }
    let mut kept = Vec::new();
    let mut is_source_left = true;
    while let Some(arg) = args.next() {
        if is_source_left && arg == noted.file {
            is_source_left = false;
            continue;
        }
        match ADDED.iter().find(|(flag, _)| *flag == arg) {
            Some((_, true)) => {
                args.next();
            }
            Some(_) => {}
            None if arg.starts_with("--target=") => {}
            None => kept.push(arg),
        }
    }
    let leaves_none = kept.iter().any(|arg| NO_OBJECT.contains(&arg.as_str()));
    (!leaves_none).then(|| Unit {
        dir: noted.directory,
        source: noted.file,
        cxx: language == "-xc++",
        args: kept,
    })
}

#[cfg(test)]
mod tests {
    use super::{Noted, unit};

    fn noted(args: &[&str]) -> Option<Vec<String>> {
        let mut arguments = vec!["clang".to_string(), "-xc".to_string(), "a.c".to_string()];
        arguments.extend(args.iter().map(ToString::to_string));
        let unit = unit(Noted {
            directory: "/".into(),
            file: "a.c".to_string(),
            arguments,
        })?;
        assert!(!unit.cxx);
        Some(unit.args)
    }

    #[test]
    fn a_unit_has_the_arguments_that_its_command_had() {
        let args = [
            "-o",
            "a.o",
            "-O2",
            "-D",
            "X=a b",
            "-c",
            "-dumpdir",
            "p-",
            "--target=t",
        ];
        assert_eq!(noted(&args).unwrap(), ["-O2", "-D", "X=a b"]);
    }

    #[test]
    fn what_leaves_no_object_is_no_unit() {
        assert_eq!(noted(&["-o", "-", "-E"]), None);
    }
}
