//! The table of scripts: one TOML file each, under `tests/oss-fuzz/`.

use std::collections::BTreeMap;

use anyhow::Result;
use serde::Deserialize;

use xtask::apt::Source;
use xtask::described;

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
    described::load(
        "tests/oss-fuzz",
        only,
        "no script of",
        |recipe: &mut Recipe, name, _| {
            recipe.name = name;
            Ok(())
        },
    )
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
