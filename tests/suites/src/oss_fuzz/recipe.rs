//! The table of scripts: one TOML file each, under `tests/oss-fuzz/`.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use xtask::apt::Source;
use xtask::repo;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The file's name without `.toml`.
    #[serde(skip)]
    pub name: String,
    /// What this script stands for.
    pub about: String,
    /// The project's folder below `$SRC`.
    pub folder: String,
    /// From that folder.
    pub script: String,
    pub source: Source,
    /// Debian packages that the project's image installs.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Shell scripts, run in the folder before the script.
    #[serde(default)]
    pub prepare: Vec<String>,
    /// Variables that stand for what the project's image does not have.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// The programs that the script leaves in `$OUT`, sorted.
    pub fuzzers: Vec<String>,
}

/// The recipes with these names, or all.
pub fn load(only: &[String]) -> Result<Vec<Recipe>> {
    let dir = repo::root().join("tests/oss-fuzz");
    let mut recipes = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {}", repo::shown(&dir)))? {
        let path = entry?.path();
        let text = fs::read_to_string(&path)?;
        let mut recipe: Recipe =
            toml::from_str(&text).with_context(|| format!("in {}", repo::shown(&path)))?;
        let stem = path.file_stem().expect("a file has a name");
        recipe.name = stem.to_string_lossy().into_owned();
        recipes.push(recipe);
    }
    recipes.sort_by(|a, b| a.name.cmp(&b.name));
    let names: Vec<&str> = recipes.iter().map(|r| r.name.as_str()).collect();
    if let Some(stranger) = only.iter().find(|o| !names.contains(&o.as_str())) {
        bail!("no script of {stranger}; there are: {}", names.join(", "));
    }
    recipes.retain(|r| only.is_empty() || only.contains(&r.name));
    Ok(recipes)
}

#[cfg(test)]
mod tests {
    use super::load;

    #[test]
    fn every_recipe_parses_and_names_fuzzers_in_order() {
        let recipes = load(&[]).unwrap();
        assert!(recipes.len() >= 4);
        let good = |names: &[String]| !names.is_empty() && names.is_sorted();
        assert!(recipes.iter().all(|r| good(&r.fuzzers)));
        assert!(load(&["none".to_string()]).is_err());
    }
}
