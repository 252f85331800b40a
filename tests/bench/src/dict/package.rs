//! Whose dictionaries are held against ours: one TOML file each under `tests/bench/dict/`. A package is built once by its
//! own build system, with compilers that write down how each unit is compiled.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::token::{self, Token};
use fz_harness::parallel;
use fz_harness::subject::sorted;
use xtask::package::{self, Compiler, Recipe};
use xtask::{apt, described, env, proc, repo, setup};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    #[serde(skip)]
    pub name: String,
    #[serde(skip)]
    text: String,
    /// For people.
    #[serde(rename = "about")]
    _about: String,
    /// Its file in `tests/real/`, else as such files are written.
    recipe: Option<String>,
    package: Option<Recipe>,
    /// The units that count: paths from the source's folder, where one `*` stands for anything.
    units: Vec<String>,
    /// Of these, those that are left out.
    #[serde(default)]
    except: Vec<String>,
    /// Dictionaries in the source, and those of AFL++ for the same formats.
    #[serde(default)]
    own: Vec<String>,
    #[serde(default)]
    afl: Vec<String>,
    /// What calls the units with an input: paths from the source's folder, or from the checkout where they begin with
    /// `tests/bench/`.
    harness: Option<Harness>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harness {
    sources: Vec<String>,
    #[serde(default)]
    pub flags: Vec<String>,
    #[serde(default)]
    pub link: Vec<String>,
    /// Folders of inputs, each with the extension of those that are meant, "" for none.
    seeds: Vec<(String, String)>,
}

/// How a unit is compiled, without what it is compiled to.
pub struct Unit {
    /// From the source's folder.
    pub source: PathBuf,
    dir: PathBuf,
    arguments: Vec<String>,
}

impl Unit {
    pub fn is_cxx(&self) -> bool {
        let extension = self.source.extension().and_then(|x| x.to_str());
        extension.is_some_and(|x| ["cc", "cpp", "cxx", "C"].contains(&x))
    }

    /// `compiler` with the unit's flags and source, where it has to run.
    pub fn command(&self, compiler: &Path) -> Command {
        let mut command = Command::new(compiler);
        env::unsteered(&mut command);
        command.args(&self.arguments).current_dir(&self.dir);
        command
    }
}

/// The packages with these names, or all.
pub fn load(only: &[String]) -> Result<Vec<Package>> {
    let no = "no package with a dictionary named";
    described::load(
        "tests/bench/dict",
        only,
        no,
        |package: &mut Package, name, text| {
            (package.name, package.text) = (name, text);
            ensure!(
                package.recipe.is_some() != package.package.is_some(),
                "either `recipe` or `[package]`"
            );
            Ok(())
        },
    )
}

impl Package {
    /// Everything that is made for this package.
    pub fn dir(&self) -> PathBuf {
        repo::made().join("bench/dict").join(&self.name)
    }

    fn recipe(&self) -> Result<Recipe> {
        if let Some(name) = &self.recipe {
            return package::recipe(name);
        }
        let read: Package = toml::from_str(&self.text)?;
        let mut recipe = read.package.context("a package of its own")?;
        recipe.name.clone_from(&self.name);
        Ok(recipe)
    }

    /// Builds it, unless that was done, and says how each unit that counts is compiled.
    pub fn units(&self) -> Result<Vec<Unit>> {
        let recipe = self.recipe()?;
        let (done, log) = (self.dir().join("built"), self.dir().join("commands"));
        let stamp = format!("{:?}\n{:?}", recipe.source, recipe.build);
        if !fs::read_to_string(&done).is_ok_and(|text| text.starts_with(&stamp)) {
            apt::ensure_installed(&recipe.needs)?;
            repo::clear(self.dir())?;
            fs::create_dir_all(&log)?;
            let cc = recorder(&self.dir().join("cc"), fz_llvm::CLANG, &log)?;
            let cxx = recorder(&self.dir().join("c++"), fz_llvm::CLANGXX, &log)?;
            let src = Compiler::other("recorded", cc, cxx).build(&recipe)?;
            fs::write(&done, format!("{stamp}\n{}", src.display()))?;
        }
        let text = fs::read_to_string(&done)?;
        let src = PathBuf::from(&text[stamp.len() + 1..]);
        let units = self.recorded(&src, &log)?;
        ensure!(
            !units.is_empty(),
            "{}: no unit that is compiled matches `units`",
            self.name
        );
        Ok(units)
    }

    /// Of several commands for a source the first in the order of their texts, so that it is always the same one.
    fn recorded(&self, src: &Path, log: &Path) -> Result<Vec<Unit>> {
        let mut commands = Vec::new();
        for path in sorted(log)? {
            commands.push(fs::read_to_string(path)?);
        }
        commands.sort();
        let mut seen = BTreeSet::new();
        let mut units = Vec::new();
        for command in &commands {
            let mut words = command.split('\0').map(String::from);
            let dir = PathBuf::from(words.next().context("a command has a folder")?);
            let Some((source, arguments)) = compiled(words) else {
                continue;
            };
            let Ok(path) = dir.join(&source).canonicalize() else {
                continue;
            };
            let Ok(source) = path.strip_prefix(src.canonicalize()?) else {
                continue;
            };
            let name = source.to_string_lossy();
            let fits = |pattern: &String| matches(pattern, &name);
            let counts = self.units.iter().any(fits) && !self.except.iter().any(fits);
            if counts && seen.insert(source.to_path_buf()) {
                units.push(Unit {
                    source: source.to_path_buf(),
                    dir,
                    arguments,
                });
            }
        }
        units.sort_by(|a, b| a.source.cmp(&b.source));
        Ok(units)
    }

    pub fn harness(&self) -> Option<&Harness> {
        self.harness.as_ref()
    }

    /// Where it was built.
    pub fn src(&self) -> Result<PathBuf> {
        let done = fs::read_to_string(self.dir().join("built"))?;
        Ok(PathBuf::from(done.lines().next_back().unwrap_or_default()))
    }

    /// Of the source, or of the checkout.
    fn path(&self, text: &str) -> Result<PathBuf> {
        Ok(match text.starts_with("tests/bench/") {
            true => repo::root().join(text),
            false => self.src()?.join(text),
        })
    }

    /// What its harness is compiled from.
    pub fn harness_sources(&self) -> Result<Vec<PathBuf>> {
        let sources = &self.harness().context("no harness")?.sources;
        sources.iter().map(|source| self.path(source)).collect()
    }

    /// So many of its harness's inputs, those in folders below, too.
    pub fn inputs(&self, most: usize, largest: u64) -> Result<Vec<PathBuf>> {
        let seeds = &self.harness().context("no harness")?.seeds;
        let mut inputs = Vec::new();
        for (folder, extension) in seeds {
            let dir = self.path(folder)?;
            for entry in walkdir::WalkDir::new(&dir).sort_by_file_name() {
                let entry = entry?;
                let is_meant = entry.path().extension().unwrap_or_default() == extension.as_str();
                if entry.file_type().is_file() && is_meant && entry.metadata()?.len() <= largest {
                    inputs.push(entry.into_path());
                }
            }
        }
        ensure!(!inputs.is_empty(), "{}: no inputs", self.name);
        inputs.truncate(most);
        Ok(inputs)
    }

    /// The tokens of its own dictionaries, and of AFL++'s.
    pub fn dictionaries(&self) -> Result<Vec<(String, Vec<Token>)>> {
        let src = self.src()?;
        let afl = setup::aflpp().join("share/afl/dictionaries");
        let own = self.own.iter().map(|name| (name, src.join(name)));
        let afl = self.afl.iter().map(|name| (name, afl.join(name)));
        own.chain(afl)
            .map(|(name, path)| Ok((name.clone(), token::read(&path)?)))
            .collect()
    }

    /// Does `work` on each unit, on all cores, with its number.
    pub fn each_unit(
        &self,
        units: &[Unit],
        work: impl Fn(usize, &Unit) -> Result<()> + Sync,
    ) -> Result<()> {
        parallel::each(units.iter().enumerate(), |_, (at, unit)| {
            work(at, unit).with_context(|| format!("{}: {}", self.name, unit.source.display()))
        })
    }
}

/// A compiler that leaves its folder and arguments in a file of `log`.
fn recorder(path: &Path, compiler: &str, log: &Path) -> Result<PathBuf> {
    let script = format!(
        "#!/bin/sh\nprintf '%s\\0' \"$PWD\" \"$@\" >\"$(mktemp '{}/XXXXXXXXXX')\"\nexec {compiler} \"$@\"\n",
        log.display()
    );
    fs::write(path, script)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    Ok(path.to_path_buf())
}

/// The source of a compile of one source, and what is said besides the output and lists of what it depends on.
fn compiled(words: impl Iterator<Item = String>) -> Option<(String, Vec<String>)> {
    const SOURCES: [&str; 5] = [".c", ".cc", ".cpp", ".cxx", ".C"];
    let (mut arguments, mut sources, mut compiles) = (Vec::new(), Vec::new(), false);
    let mut words = words.filter(|w| !w.is_empty());
    while let Some(word) = words.next() {
        match word.as_str() {
            "-c" => compiles = true,
            "-o" | "-MF" | "-MT" | "-MQ" => {
                words.next();
            }
            "-MD" | "-MMD" | "-MP" => {}
            _ => {
                if !word.starts_with('-') && SOURCES.iter().any(|s| word.ends_with(s)) {
                    sources.push(word.clone());
                }
                arguments.push(word);
            }
        }
    }
    match &sources[..] {
        [source] if compiles => Some((source.clone(), arguments)),
        _ => None,
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        Some((before, after)) => {
            name.len() >= before.len() + after.len()
                && name.starts_with(before)
                && name.ends_with(after)
        }
        None => name == pattern,
    }
}

/// The text of a unit behind the preprocessor.
pub fn preprocessed(unit: &Unit) -> Result<Vec<u8>> {
    let compiler = if unit.is_cxx() {
        fz_llvm::CLANGXX
    } else {
        fz_llvm::CLANG
    };
    let mut command = unit.command(Path::new(compiler));
    command.args(["-E", "-w"]);
    let out = command.output()?;
    ensure!(
        out.status.success(),
        "{} failed: {}",
        proc::rendered(&command),
        String::from_utf8_lossy(&out.stderr).trim()
    );
    Ok(out.stdout)
}

#[cfg(test)]
mod tests {
    use super::{compiled, load};

    #[test]
    fn every_package_parses() {
        assert!(load(&[]).unwrap().len() >= 5);
    }

    #[test]
    fn compiles_are_told_from_links() {
        let compile = |text: &str| compiled(text.split(' ').map(String::from));
        let (source, arguments) = compile("-O2 -MD -MF a.d -DX -c ../a.c -o a.o").unwrap();
        assert_eq!(source, "../a.c");
        assert_eq!(arguments, ["-O2", "-DX", "../a.c"]);
        assert!(compile("a.c b.c -c").is_none());
        assert!(compile("a.o -o a").is_none());
        assert!(compile("a.c -o a").is_none());
    }
}
