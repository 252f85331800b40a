//! The table of real packages: one TOML file each, under `tests/real/`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::afl::Target;
use crate::{apt::Source, repo};

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
    let dir = repo::root().join("tests/real");
    let mut recipes = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", repo::shown(&dir)))? {
        let path = entry?.path();
        if path.extension().is_none_or(|x| x != "toml") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let mut recipe: Recipe =
            toml::from_str(&text).with_context(|| format!("in {}", repo::shown(&path)))?;
        recipe.name = path
            .file_stem()
            .expect("a file has a name")
            .to_string_lossy()
            .into_owned();
        recipes.push(recipe);
    }
    recipes.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<&str> = recipes.iter().map(|r| r.name.as_str()).collect();
    if let Some(stranger) = only.iter().find(|o| !names.contains(&o.as_str())) {
        bail!(
            "no real package {stranger}; there are: {}",
            names.join(", ")
        );
    }
    recipes.retain(|r| only.is_empty() || only.contains(&r.name));
    Ok(recipes)
}

#[cfg(test)]
mod tests {
    use super::{NotRun, load};

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
}
