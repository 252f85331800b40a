//! GCC's c-torture: the execute tests of its source package, which say by abort that something is wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::program::{Program, Source};
use fz_harness::level::Language;
use xtask::{apt, proc, repo};

/// The dialect that the tests are written in, and what clang calls errors there.
const FLAGS: &[&str] = &[
    "-std=gnu89",
    "-w",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-return-type",
    "-Wno-implicit-int",
];

/// Those options of tests that change what a program means; all others only steer GCC's optimisers.
const MEANT: &[&str] = &[
    "-fwrapv",
    "-fno-strict-overflow",
    "-fno-strict-aliasing",
    "-fno-common",
    "-finstrument-functions",
];

/// `tests/differential/torture.toml`: where the tests come from, and which of them are exceptions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Torture {
    source: apt::Source,
    /// The file in the package that the tests are in.
    archive: String,
    #[serde(default)]
    except: Vec<Entry>,
}

/// A test that observes the optimiser, or whose behaviour is undefined.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    test: String,
    why: String,
}

impl Torture {
    fn parse(text: &str) -> Result<Torture> {
        let torture: Torture = toml::from_str(text)?;
        for (at, entry) in torture.except.iter().enumerate() {
            let test = &entry.test;
            ensure!(
                !entry.why.trim().is_empty(),
                "test {test}: say why it is listed"
            );
            let before = &torture.except[..at];
            ensure!(
                before.iter().all(|e| e.test < *test),
                "test {test} stands behind a later name or itself: keep the list sorted"
            );
        }
        Ok(torture)
    }
}

/// All tests, by name.
pub fn tests() -> Result<Vec<Program>> {
    let list = repo::root().join("tests/differential/torture.toml");
    let torture = Torture::parse(&fs::read_to_string(&list)?)
        .with_context(|| format!("in {}", repo::shown(&list)))?;
    let dir = torture.unpacked()?;
    let mut tests = Vec::new();
    for (sub, more) in [("", None), ("ieee", Some("-fno-inline"))] {
        let dir = dir.join(sub);
        for entry in
            fs::read_dir(&dir).with_context(|| format!("cannot read {}", repo::shown(&dir)))?
        {
            let path = entry?.path();
            if path.extension().is_some_and(|x| x == "c") {
                tests.push(torture.test(path, sub, more)?);
            }
        }
    }
    tests.sort_by(|a, b| a.name.cmp(&b.name));
    for entry in &torture.except {
        let name = &entry.test;
        ensure!(
            tests.iter().any(|t| t.name == *name),
            "{} lists {name}, which is no test: take it out",
            repo::shown(&list)
        );
    }
    Ok(tests)
}

/// Those of `tests` with these names.
pub fn only(tests: Vec<Program>, names: &[String]) -> Result<Vec<Program>> {
    let stranger = names.iter().find(|n| tests.iter().all(|t| t.name != **n));
    if let Some(stranger) = stranger {
        bail!("c-torture has no test {stranger}: names are those of files, without .c");
    }
    let wanted = |t: &Program| names.is_empty() || names.contains(&t.name);
    Ok(tests.into_iter().filter(wanted).collect())
}

impl Torture {
    fn test(&self, path: PathBuf, sub: &str, more: Option<&str>) -> Result<Program> {
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        let stem = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy();
        let name = if sub.is_empty() {
            stem.into_owned()
        } else {
            format!("{sub}-{stem}")
        };
        let listed = self.except.iter().find(|e| e.test == name);
        let flags = FLAGS.iter().copied().chain(more).map(String::from);
        Ok(Program {
            source: Source::Torture,
            language: Language::C,
            flags: flags.chain(meant(&text)).collect(),
            inputs: Vec::new(),
            exception: listed.map(|e| e.why.clone()),
            name,
            path,
        })
    }

    /// The folder with the tests, in the cache.
    fn unpacked(&self) -> Result<PathBuf> {
        let name = format!("c-torture_{}", self.source.version.replace(':', "-"));
        let dir = repo::cache().join(name);
        if dir.exists() {
            return Ok(dir);
        }
        // Within the cache, which may be a file system of its own: renaming does not leave one.
        fs::create_dir_all(repo::cache())?;
        let work = tempfile::tempdir_in(repo::cache())?;
        let package = work.path().join("package");
        self.source.unpack(&package)?;
        let mut tar = Command::new("tar");
        tar.arg("-xJf")
            .arg(package.join(&self.archive))
            .arg("-C")
            .arg(work.path())
            .args(["--wildcards", "*/gcc/testsuite/gcc.c-torture/execute/*"]);
        proc::run("unpack c-torture", &mut tar)?;
        let found = execute_folder(work.path())?;
        match fs::rename(found, &dir) {
            // Another run was faster.
            Err(_) if dir.exists() => Ok(dir),
            result => {
                result.with_context(|| format!("cannot make {}", repo::shown(&dir)))?;
                Ok(dir)
            }
        }
    }
}

fn execute_folder(work: &Path) -> Result<PathBuf> {
    let walk = walkdir::WalkDir::new(work).into_iter().flatten();
    let tests = Path::new("gcc.c-torture/execute");
    walk.map(walkdir::DirEntry::into_path)
        .find(|p| p.ends_with(tests))
        .context("the archive has no gcc.c-torture/execute: has the package changed its layout?")
}

/// What a test asks for that changes its meaning: in `{ dg-options "-fwrapv" }` and its kin.
fn meant(text: &str) -> Vec<String> {
    let asked = text
        .lines()
        .filter_map(|l| l.split_once("options ")?.1.split('"').nth(1));
    let words = asked.flat_map(str::split_whitespace);
    let meant = words.filter(|w| MEANT.contains(w) || w.starts_with("-std="));
    meant.map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::{Torture, meant};
    use xtask::repo;

    #[test]
    fn the_list_parses() {
        let path = repo::root().join("tests/differential/torture.toml");
        Torture::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    }

    #[test]
    fn an_entry_needs_a_reason_and_a_place() {
        let list = |entries: &str| {
            let head = "archive = 'a'\nsource = {package = 'p', version = '1'}\n";
            Torture::parse(&format!("{head}{entries}"))
        };
        let entry = |test: &str| format!("[[except]]\ntest = '{test}'\nwhy = 'x'\n");
        assert!(list(&(entry("a") + &entry("b"))).is_ok());
        assert!(list(&(entry("b") + &entry("a"))).is_err());
        assert!(list(&(entry("a") + &entry("a"))).is_err());
        assert!(list("[[except]]\ntest = 'a'\nwhy = ' '\n").is_err());
    }

    #[test]
    fn options_that_mean_something_are_kept() {
        let text = "/* { dg-options \"-fwrapv -fno-ipa-cp\" } */\n/* { dg-additional-options { \"-std=c99\" } } */\n\
                    /* options none */";
        assert_eq!(meant(text), ["-fwrapv", "-std=c99"]);
    }
}
