//! What is measured: one TOML file each under `tests/bench/subjects/`, a library with a harness or a program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use xtask::{apt, described, package, proc, repo};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Called in-process by a harness.
    Library,
    /// Run as it is.
    Program,
}

/// Sources are compiled file by file, without the package's build system: a benchmark builds them twenty times over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Subject {
    /// The file's name without `.toml`.
    #[serde(skip)]
    pub name: String,
    /// The file's text: what was prepared for another is stale.
    #[serde(skip)]
    text: String,
    /// For people.
    #[serde(rename = "about")]
    _about: String,
    pub kind: Kind,
    /// Packages of `tests/real/`, unpacked under their recipes' names.
    #[serde(default)]
    recipes: Vec<String>,
    /// Other packages, under their own.
    #[serde(default, rename = "source")]
    sources: Vec<apt::Source>,
    /// Debian packages that preparing needs.
    #[serde(default)]
    needs: Vec<String>,
    /// Shell scripts, run once in the folder of the sources. They put the inputs into `seeds/`.
    prepare: Vec<String>,
    /// A file of `tests/bench/harness/`.
    harness: Option<String>,
    /// For every file, after those of its unit.
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub link: Vec<String>,
    /// A program's arguments before its files.
    #[serde(default)]
    pub arguments: Vec<String>,
    #[serde(rename = "unit")]
    units: Vec<Unit>,
}

/// Files that are compiled alike.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Unit {
    /// Paths from the folder of the sources; a `*` in the file's name stands for anything.
    sources: Vec<String>,
    /// Of these, those that are left out.
    #[serde(default)]
    except: Vec<String>,
    #[serde(default)]
    flags: Vec<String>,
}

/// One file to compile.
pub struct File {
    pub path: PathBuf,
    pub flags: Vec<String>,
}

/// Where the harnesses and the drivers around them stand.
pub fn harness_dir() -> PathBuf {
    bench_dir().join("harness")
}

fn bench_dir() -> PathBuf {
    repo::root().join("tests/bench")
}

impl Subject {
    /// Everything that is made for this subject.
    pub fn dir(&self) -> PathBuf {
        repo::made().join("bench/edges").join(&self.name)
    }

    /// The folder of the sources.
    pub fn src(&self) -> PathBuf {
        self.dir().join("src")
    }

    /// Fetches, unpacks and prepares the sources, unless that was done.
    pub fn prepare(&self) -> Result<()> {
        let done = self.dir().join("prepared");
        if fs::read_to_string(&done).is_ok_and(|text| text == self.text) {
            return Ok(());
        }
        apt::ensure_installed(&self.needs)?;
        let src = self.src();
        repo::clear(&src)?;
        fs::create_dir_all(src.join("seeds"))?;
        for name in &self.recipes {
            package::recipe(name)?.source.unpack(&src.join(name))?;
        }
        for source in &self.sources {
            source.unpack(&src.join(&source.package))?;
        }
        for (at, script) in self.prepare.iter().enumerate() {
            let mut command = Command::new("sh");
            command
                .args(["-euc", script])
                .current_dir(&src)
                .env("BENCH", bench_dir())
                .env("CC", fz_llvm::CLANG)
                .env("JOBS", repo::jobs().to_string());
            proc::run(&format!("{} prepare {}", self.name, at + 1), &mut command)?;
        }
        fs::write(done, &self.text)?;
        Ok(())
    }

    /// The inputs, in a fixed order; those over `limit` bytes are left out.
    pub fn seeds(&self, limit: u64) -> Result<Vec<PathBuf>> {
        let dir = self.src().join("seeds");
        let mut seeds = Vec::new();
        for path in sorted(&dir)? {
            let metadata = path.metadata()?;
            if metadata.is_file() && metadata.len() <= limit {
                seeds.push(path);
            }
        }
        ensure!(
            !seeds.is_empty(),
            "no inputs of at most {limit} bytes in {}",
            repo::shown(&dir)
        );
        Ok(seeds)
    }

    /// At most so many of them, spread over all.
    pub fn sample(&self, limit: u64, most: usize) -> Result<Vec<PathBuf>> {
        let seeds = self.seeds(limit)?;
        let step = seeds.len().div_ceil(most.max(1));
        Ok(seeds.into_iter().step_by(step).collect())
    }

    /// What a build with a loop is told before its inputs.
    pub fn before_inputs(&self) -> Vec<String> {
        match self.kind {
            Kind::Program => self.arguments.clone(),
            Kind::Library => ["loop", "1"].map(String::from).to_vec(),
        }
    }

    /// What a fuzzer is told of it. A library's harness takes its inputs from shared memory.
    pub fn under_a_fuzzer(&self) -> Vec<String> {
        match self.kind {
            Kind::Library => Vec::new(),
            Kind::Program => [&self.arguments[..], &["@@".to_owned()]].concat(),
        }
    }

    /// The same in a folder of their own, as fuzzers take them.
    pub fn seed_folder(&self, limit: u64) -> Result<PathBuf> {
        let dir = self.dir().join("seeds");
        repo::fresh(&dir)?;
        for seed in self.seeds(limit)? {
            fs::copy(
                &seed,
                dir.join(seed.file_name().expect("a seed has a name")),
            )?;
        }
        Ok(dir)
    }

    /// What the builds compile, the harness first.
    pub fn files(&self) -> Result<Vec<File>> {
        let src = self.src();
        let mut files = Vec::new();
        if let Some(harness) = &self.harness {
            files.push(File {
                path: harness_dir().join(harness),
                flags: self.flags.clone(),
            });
        }
        for unit in &self.units {
            let flags: Vec<String> = unit.flags.iter().chain(&self.flags).cloned().collect();
            for pattern in &unit.sources {
                for path in matches(&src, pattern)? {
                    if !unit.except.iter().any(|e| path.ends_with(e)) {
                        files.push(File {
                            path,
                            flags: flags.clone(),
                        });
                    }
                }
            }
        }
        Ok(files)
    }
}

/// The files below `dir` that match `pattern`, in order.
fn matches(dir: &Path, pattern: &str) -> Result<Vec<PathBuf>> {
    let path = dir.join(pattern);
    let Some((before, after)) = pattern
        .rsplit('/')
        .next()
        .and_then(|name| name.split_once('*'))
    else {
        return Ok(vec![path]);
    };
    let fits = |path: &PathBuf| {
        path.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            name.len() >= before.len() + after.len()
                && name.starts_with(before)
                && name.ends_with(after)
        })
    };
    let found: Vec<PathBuf> = sorted(path.parent().expect("a pattern has a folder"))?
        .into_iter()
        .filter(fits)
        .collect();
    ensure!(!found.is_empty(), "nothing matches {pattern}");
    Ok(found)
}

pub fn sorted(dir: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot read {}", repo::shown(dir)))?;
    let mut paths = entries.map(|e| Ok(e?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// The subjects with these names, or all.
pub fn load(only: &[String]) -> Result<Vec<Subject>> {
    let no = "nothing to measure named";
    described::load(
        "tests/bench/subjects",
        only,
        no,
        |subject: &mut Subject, name, text| {
            (subject.name, subject.text) = (name, text);
            ensure!(
                subject.harness.is_some() == (subject.kind == Kind::Library),
                "a library has a harness, a program has none"
            );
            Ok(())
        },
    )
}

#[cfg(test)]
mod tests {
    use super::{Kind, load};

    #[test]
    fn every_subject_parses() {
        let subjects = load(&[]).unwrap();
        for kind in [Kind::Library, Kind::Program] {
            assert!(subjects.iter().filter(|s| s.kind == kind).count() >= 3);
        }
    }
}
