//! The list of places where counts differ, each with its class.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::compare::{Class, Difference, Report};
use xtask::repo;

pub const FILE: &str = "tests/coverage/truth.toml";

const HEAD: &str = "\
# Where a coverage build counts conditions otherwise than clang's own coverage: see `cargo xtask test truth`, which
# also writes this list (INSTA_UPDATE=always). `constant`: the compiler knows the answer, in all uses of a macro or in some, and no branch
# asks; clang counts how often control came there. `system-macro`: clang tells of such a macro's conditions where it stands,
# and counts what is below a `sizeof`, too (`assert`). `clean-up`: where temporaries are cleaned up behind `a && b`, clang counts
# all of it as one more condition, in the place of `a`.

";

/// Places by program and class.
#[derive(Default, Deserialize, Serialize)]
pub struct Differences(BTreeMap<String, BTreeMap<Class, Vec<String>>>);

impl Differences {
    pub fn load() -> Result<Differences> {
        let path = repo::root().join(FILE);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {FILE}"))?;
        toml::from_str(&text).with_context(|| format!("in {FILE}"))
    }

    pub fn save(&self) -> Result<()> {
        let text = format!("{HEAD}{}", toml::to_string_pretty(self)?);
        fs::write(repo::root().join(FILE), text).with_context(|| format!("cannot write {FILE}"))
    }

    /// What has no class is never listed.
    pub fn replace(&mut self, program: &str, report: &Report) {
        let mut listed: BTreeMap<Class, Vec<String>> = BTreeMap::new();
        for difference in report.differences.values() {
            if difference.class != Class::Other {
                let places = listed.entry(difference.class).or_default();
                places.push(difference.key.to_string());
            }
        }
        self.0.insert(program.to_owned(), listed);
    }

    pub fn unlisted<'a>(&self, program: &str, report: &'a Report) -> Vec<&'a Difference> {
        let is_listed = |d: &Difference| {
            let places = self.0.get(program).and_then(|p| p.get(&d.class));
            places.is_some_and(|p| p.contains(&d.key.to_string()))
        };
        report
            .differences
            .values()
            .filter(|d| !is_listed(d))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_list_is_read() {
        assert!(!super::Differences::load().unwrap().0.is_empty());
    }
}
