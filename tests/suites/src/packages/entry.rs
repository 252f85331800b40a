//! The list of packages: one TOML file each, under `tests/packages/`.

use std::fmt;

use anyhow::Result;
use serde::Deserialize;

use xtask::apt::Source;
use xtask::described;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// The file's name without `.toml`.
    #[serde(skip)]
    pub name: String,
    /// The file's text: what another has shown is stale.
    #[serde(skip)]
    pub text: String,
    /// What this package stands for.
    pub about: String,
    pub system: String,
    pub language: Language,
    pub source: Source,
    /// `dpkg-buildpackage` builds it, after `apt-get build-dep`, and runs its suite: there are no scripts then.
    #[serde(default)]
    pub debian: bool,
    /// CI builds it.
    #[serde(default)]
    pub quick: bool,
    /// Debian packages that the build or the suite needs.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Shell scripts, each run in the source's folder with `CC`, `CXX` and `JOBS` set.
    #[serde(default)]
    pub build: Vec<String>,
    #[serde(default)]
    pub suite: Vec<String>,
    /// Parts of lines that the suite has to print, the same with either compiler; besides the counts of Automake, CTest and
    /// Meson.
    #[serde(default)]
    pub suite_says: Vec<String>,
    pub emit: Emit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Language {
    C,
    #[serde(rename = "C++")]
    Cxx,
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::C => "C",
            Language::Cxx => "C++",
        })
    }
}

/// What is made of the build that is left.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emit {
    /// From the source's folder, like the libraries.
    pub program: String,
    /// Its libraries of the same build: the loader looked for them in a tree that is gone.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// A profile, or a profile and a sanitizer.
    pub variant: String,
    /// A shell script that starts the variant, which is `$PROGRAM`.
    pub smoke: String,
    /// What that prints.
    pub says: String,
}

/// The entries with these names, or all.
pub fn load(only: &[String]) -> Result<Vec<Entry>> {
    described::load(
        "tests/packages",
        only,
        "no package",
        |entry: &mut Entry, name, text| {
            (entry.name, entry.text) = (name, text);
            Ok(())
        },
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Entry, Language, load};

    #[test]
    fn the_list_is_as_broad_as_it_says() {
        let entries = load(&[]).unwrap();
        let count = |is: fn(&Entry) -> bool| entries.iter().filter(|e| is(e)).count();
        assert!(entries.len() >= 36);
        assert!(count(|e| e.language == Language::Cxx) >= 8);
        assert_eq!(count(|e| e.debian), 4);
        assert_eq!(count(|e| e.quick), 6);
        let systems: BTreeSet<&str> = entries.iter().map(|e| e.system.as_str()).collect();
        let all = ["CMake", "Meson", "autotools", "configure", "make"];
        assert!(systems.into_iter().eq(all));
        assert!(load(&["none".to_string()]).is_err());
    }

    #[test]
    fn an_entry_has_scripts_or_is_built_as_debian_does() {
        for entry in load(&[]).unwrap() {
            let has_none = entry.build.is_empty() && entry.suite.is_empty();
            let has_both = !entry.build.is_empty() && !entry.suite.is_empty();
            let is_whole = match entry.debian {
                true => has_none && entry.source.patches,
                false => has_both,
            };
            assert!(is_whole, "{}", entry.name);
        }
    }
}
