//! The table of real packages: one TOML file each, under `tests/real/`; and building one, with our compiler or another.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::afl::Target;
use crate::apt::Source;
use crate::{described, env, proc, repo};

/// A step that takes longer hangs.
const STEP_SECONDS: &str = "1200";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Recipe {
    /// The file's name without `.toml`.
    #[serde(skip)]
    pub name: String,
    /// What this package stands for.
    pub about: String,
    pub system: String,
    pub source: Source,
    /// Debian packages that the build or the suite needs.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Shell scripts, each run in the source's folder with `CC`, `CXX` and `JOBS` set.
    pub build: Vec<String>,
    pub suite: Vec<String>,
    /// What a suite that really ran says.
    #[serde(default)]
    pub suite_says: Vec<String>,
    /// Linked objects that the suite never runs.
    #[serde(default)]
    pub not_run: Vec<NotRun>,
    /// Sources in linked objects that another compiler built.
    #[serde(default)]
    pub foreign: Vec<String>,
    pub fuzz: Option<Fuzz>,
    pub harness: Option<Harness>,
}

/// A harness that the package ships, to be linked with what its build leaves.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harness {
    /// From the source's folder, where everything here is run.
    pub sources: Vec<String>,
    /// For its compile.
    #[serde(default)]
    pub flags: Vec<String>,
    /// The package's libraries, and what they need.
    pub link: Vec<String>,
    /// A folder of inputs in the source, and the extension of those that are meant, `""` for none; one made input
    /// without it.
    pub seeds: Option<(String, String)>,
}

/// Linked objects that the suite cannot hit, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotRun {
    /// A path from the source's folder; one `*` stands for anything.
    pub object: String,
    /// For people.
    #[serde(rename = "why")]
    _why: String,
}

impl NotRun {
    pub fn matches(&self, object: &str) -> bool {
        match self.object.split_once('*') {
            Some((before, after)) => {
                object.len() >= before.len() + after.len()
                    && object.starts_with(before)
                    && object.ends_with(after)
            }
            None => object == self.object,
        }
    }
}

/// How to fuzz the package.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fuzz {
    /// The program, from the source's folder.
    pub program: String,
    /// Where its shared libraries are, from there too.
    pub library_path: Option<String>,
    /// Its arguments; `@@` stands for the input file.
    pub arguments: Vec<String>,
    /// A folder of inputs in the source, and the extension of those that are meant.
    pub seeds: String,
    pub extension: String,
}

impl Fuzz {
    /// What a fuzzer runs, for a source built in `src`.
    pub fn target(&self, src: &Path) -> Target {
        Target {
            program: src.join(&self.program),
            arguments: self.arguments.clone(),
            dir: src.to_path_buf(),
            library_path: self.library_path.as_ref().map(|dir| src.join(dir)),
        }
    }
}

/// The recipes with these names, or all.
pub fn load(only: &[String]) -> Result<Vec<Recipe>> {
    described::load(
        "tests/real",
        only,
        "no real package",
        |recipe: &mut Recipe, name, _| {
            recipe.name = name;
            Ok(())
        },
    )
}

/// A compiler that builds packages.
pub struct Compiler {
    /// The folder of what it builds has this name.
    pub label: String,
    cc: PathBuf,
    cxx: PathBuf,
    /// Of ours, if it is not the default.
    pub profile: Option<String>,
}

impl Compiler {
    pub fn fz(profile: Option<&str>) -> Compiler {
        let bin = repo::stage().join("bin");
        let label = profile.unwrap_or("default").to_string();
        Compiler {
            label,
            cc: bin.join("fz-cc"),
            cxx: bin.join("fz-cxx"),
            profile: profile.map(String::from),
        }
    }

    pub fn clang() -> Compiler {
        Compiler {
            label: "baseline".into(),
            cc: fz_llvm::CLANG.into(),
            cxx: fz_llvm::CLANGXX.into(),
            profile: None,
        }
    }

    /// The same with another label.
    pub fn labelled(self, label: &str) -> Compiler {
        Compiler {
            label: label.to_string(),
            ..self
        }
    }

    /// AFL++'s own compiler, with its default instrumentation, from the folder of its programs.
    pub fn afl_clang_fast(bin: &Path) -> Compiler {
        Compiler::other(
            "afl-clang-fast",
            bin.join("afl-clang-fast"),
            bin.join("afl-clang-fast++"),
        )
    }

    /// Somebody else's.
    pub fn other(label: &str, cc: PathBuf, cxx: PathBuf) -> Compiler {
        Compiler {
            label: label.to_string(),
            cc,
            cxx,
            profile: None,
        }
    }

    /// A shell command in `dir` with `CC`, `CXX` and `JOBS` set, ended when it hangs.
    pub fn shell(&self, script: &str, dir: &Path) -> Command {
        let mut command = Command::new("timeout");
        command
            .args(["--kill-after=10", STEP_SECONDS, "sh", "-euc", script])
            .current_dir(dir);
        env::unsteered(&mut command);
        command
            .env("CC", &self.cc)
            .env("CXX", &self.cxx)
            .env("JOBS", repo::jobs().to_string())
            .env("LC_ALL", "C.UTF-8");
        if let Some(profile) = &self.profile {
            command.env("FZ_PROFILE", profile);
        }
        command
    }

    /// Unpacks `recipe`'s source and builds it, in a folder made anew.
    pub fn build(&self, recipe: &Recipe) -> Result<PathBuf> {
        Ok(self.build_timed(recipe)?.0)
    }

    /// The same, and how long its build system took.
    pub fn build_timed(&self, recipe: &Recipe) -> Result<(PathBuf, Duration)> {
        let src = repo::made()
            .join("real")
            .join(&self.label)
            .join(&recipe.name);
        let took = self.build_in(recipe, &src)?;
        Ok((src, took))
    }

    /// The same in a folder that the caller names.
    pub fn build_in(&self, recipe: &Recipe, src: &Path) -> Result<Duration> {
        recipe.source.unpack(src)?;
        let started = Instant::now();
        for (at, script) in recipe.build.iter().enumerate() {
            proc::run(
                &format!("{} {} build {}", recipe.name, self.label, at + 1),
                &mut self.shell(script, src),
            )?;
        }
        Ok(started.elapsed())
    }
}

/// A recipe by name, for the commands that fuzz it.
pub fn recipe(name: &str) -> Result<Recipe> {
    let only = [name.to_string()];
    load(&only)?
        .pop()
        .with_context(|| format!("no recipe {name}"))
}

/// Copies the seeds of a recipe's `[fuzz]` table into `into`; those over 64 KiB only slow a short run down.
pub fn seeds(fuzz: &Fuzz, src: &Path, into: &Path) -> Result<usize> {
    copy_seeds(&src.join(&fuzz.seeds), &fuzz.extension, into)
}

/// Copies the files below `from` with this extension.
pub fn copy_seeds(from: &Path, extension: &str, into: &Path) -> Result<usize> {
    if into.exists() {
        fs::remove_dir_all(into)?;
    }
    fs::create_dir_all(into)?;
    let mut copied = 0;
    for entry in walkdir::WalkDir::new(from).sort_by_file_name() {
        let entry = entry.with_context(|| format!("no seeds in {}", repo::shown(from)))?;
        let path = entry.path();
        let fits = path.metadata()?.len() <= 64 << 10;
        let is_meant = path.extension().unwrap_or_default() == extension;
        if entry.file_type().is_file() && fits && is_meant {
            fs::copy(path, into.join(format!("{copied:04}")))?;
            copied += 1;
        }
    }
    ensure!(copied > 0, "no *.{extension} in {}", repo::shown(from));
    Ok(copied)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{NotRun, copy_seeds, load};

    #[test]
    fn every_recipe_parses() {
        assert!(load(&[]).unwrap().len() >= 5);
    }

    #[test]
    fn a_star_stands_for_anything() {
        let object = |o: &str| NotRun {
            object: o.into(),
            _why: String::new(),
        };
        assert!(object("a/*.so").matches("a/b/c.so"));
        assert!(object("a").matches("a"));
        assert!(!object("a*a").matches("a"));
    }

    #[test]
    fn seeds_are_the_small_files_of_one_extension() {
        let dir = tempfile::tempdir().unwrap();
        let (from, into) = (dir.path().join("from"), dir.path().join("into"));
        fs::create_dir_all(from.join("sub")).unwrap();
        for (name, text) in [
            ("a.png", "1"),
            ("sub/b.png", "2"),
            ("c.txt", "3"),
            ("d", "4"),
        ] {
            fs::write(from.join(name), text).unwrap();
        }
        fs::write(from.join("large.png"), vec![0; (64 << 10) + 1]).unwrap();
        let copied = |extension| -> Option<Vec<String>> {
            let count = copy_seeds(&from, extension, &into).ok()?;
            let text = |at| fs::read_to_string(into.join(format!("{at:04}"))).unwrap();
            Some((0..count).map(text).collect())
        };
        assert_eq!(copied("png").unwrap(), ["1", "2"]);
        assert_eq!(copied("").unwrap(), ["4"]);
        assert_eq!(copied("jpg"), None);
    }
}
