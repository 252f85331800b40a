//! `tests/mutations.toml`: the faults, and which tests are asked about them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use xtask::repo;

/// Where the list stands.
const FILE: &str = "tests/mutations.toml";

/// The list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    #[serde(rename = "area")]
    areas: Vec<Area>,
    #[serde(rename = "mutation")]
    pub mutations: Vec<Mutation>,
}

/// Which tests are asked about faults in some files.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    /// Files, or folders that hold them.
    files: Vec<PathBuf>,
    /// See [`Mutation::ask`].
    ask: Vec<String>,
}

/// A fault: one piece of text for another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutation {
    /// From the checkout's root.
    pub file: PathBuf,
    pub find: String,
    pub replace: String,
    /// What it does to programs, or to what is said of them.
    pub breaks: String,
    /// Arguments of `cargo test`, for each test that is asked, the quickest first; else those of the area.
    #[serde(default)]
    ask: Vec<String>,
    /// Whether CI seeds it: a test of one crate catches it, without what is staged.
    #[serde(default)]
    ci: bool,
}

/// A fault that is seeded.
pub struct Fault<'a> {
    pub mutation: &'a Mutation,
    pub part: Part,
    /// That are asked, in this order.
    pub tests: Vec<&'a str>,
}

/// The tests that look at the staged toolchain; others build what they need themselves.
const STAGED: &str = "fz-tests";

/// Whether a test looks at the staged toolchain.
pub fn is_staged(test: &str) -> bool {
    test.split_whitespace().any(|word| word == STAGED)
}

/// What has to be built after a fault is seeded, for tests that look at the staged toolchain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Plugin,
    Toolchain,
    Runtime,
}

/// Where the sources of each part stand.
const PARTS: &[(&str, Part)] = &[
    ("passes/src", Part::Plugin),
    ("passes/ir", Part::Plugin),
    ("toolchain", Part::Toolchain),
    ("runtime/core", Part::Runtime),
    ("runtime/protocol", Part::Runtime),
    ("runtime/harness", Part::Runtime),
    ("runtime/taint", Part::Runtime),
];

impl Mutation {
    /// What the fault gets into.
    pub fn part(&self) -> Result<Part> {
        let found = PARTS.iter().find(|(place, _)| self.file.starts_with(place));
        let places = || PARTS.iter().map(|(place, _)| *place).collect::<Vec<_>>();
        let (_, part) = found.with_context(|| {
            format!(
                "{}: faults are seeded below {}",
                self.file.display(),
                places().join(", ")
            )
        })?;
        Ok(*part)
    }

    /// Puts the fault into the checkout at `root`; what stood there before.
    pub fn seed(&self, root: &Path) -> Result<String> {
        let path = root.join(&self.file);
        let original =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        fs::write(&path, self.seeded(&original)?)?;
        Ok(original)
    }

    fn seeded(&self, original: &str) -> Result<String> {
        let found = original.matches(&self.find).count();
        ensure!(
            found == 1,
            "`{}`: {} has its text {found} times; a fault is one change: write more of what stands around it",
            self.breaks,
            self.file.display()
        );
        ensure!(
            self.find != self.replace,
            "`{}` changes nothing",
            self.breaks
        );
        Ok(original.replace(&self.find, &self.replace))
    }
}

impl List {
    pub fn load() -> Result<List> {
        let path = repo::root().join(FILE);
        let text = fs::read_to_string(&path).with_context(|| repo::shown(&path))?;
        toml::from_str(&text).with_context(|| repo::shown(&path))
    }

    /// Those with any of `which` in their descriptions or files, sorted by the part that they get into; all if it is empty.
    pub fn chosen(&self, which: &[String]) -> Result<Vec<Fault<'_>>> {
        let has = |m: &Mutation, text: &str| {
            m.breaks.contains(text) || m.file.to_string_lossy().contains(text)
        };
        let is_chosen = |m: &&Mutation| which.is_empty() || which.iter().any(|text| has(m, text));
        let chosen = self.mutations.iter().filter(is_chosen);
        let mut chosen: Vec<Fault> = chosen.map(|m| self.fault(m)).collect::<Result<_>>()?;
        ensure!(
            !chosen.is_empty(),
            "no fault of {FILE} has `{}` in its description or the name of its file",
            which.join("` or `")
        );
        chosen.sort_by_key(|fault| fault.part);
        Ok(chosen)
    }

    /// Those that CI seeds, with the tests that build quickly.
    pub fn of_ci(&self) -> Result<Vec<Fault<'_>>> {
        let chosen = self.mutations.iter().filter(|m| m.ci);
        let quick = |m| -> Result<Fault> {
            let mut fault = self.fault(m)?;
            fault.tests.retain(|test| !is_staged(test));
            Ok(fault)
        };
        chosen.map(quick).collect()
    }

    fn fault<'a>(&'a self, mutation: &'a Mutation) -> Result<Fault<'a>> {
        Ok(Fault {
            mutation,
            part: mutation.part()?,
            tests: self.tests(mutation)?.iter().map(String::as_str).collect(),
        })
    }

    /// The tests that have to catch a fault, the quickest first.
    fn tests<'a>(&'a self, mutation: &'a Mutation) -> Result<&'a [String]> {
        if !mutation.ask.is_empty() {
            return Ok(&mutation.ask);
        }
        let areas = self
            .areas
            .iter()
            .flat_map(|a| a.files.iter().map(move |f| (f, a)));
        let of_file = areas.filter(|(place, _)| mutation.file.starts_with(place));
        let (_, area) = of_file
            .max_by_key(|(place, _)| place.components().count())
            .with_context(|| {
                format!(
                    "no area of {FILE} has {}, and `{}` says no tests itself",
                    mutation.file.display(),
                    mutation.breaks
                )
            })?;
        Ok(&area.ask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_finds_its_place_once_and_has_tests() {
        let list = List::load().unwrap();
        assert!(list.mutations.len() >= 100, "{}", list.mutations.len());
        let mut wrong = Vec::new();
        for mutation in &list.mutations {
            let path = repo::root().join(&mutation.file);
            let text = fs::read_to_string(&path).unwrap_or_default();
            wrong.extend(mutation.seeded(&text).err().map(|e| e.to_string()));
            wrong.extend(mutation.part().err().map(|e| e.to_string()));
            match list.tests(mutation) {
                Ok(tests) => assert!(!tests.is_empty(), "{}", mutation.breaks),
                Err(error) => wrong.push(error.to_string()),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_area_has_faults() {
        let list = List::load().unwrap();
        for place in list.areas.iter().flat_map(|area| &area.files) {
            assert!(repo::root().join(place).exists(), "{}", place.display());
        }
        for area in &list.areas {
            let mut mutations = list.mutations.iter();
            let has_one = mutations.any(|m| area.files.iter().any(|f| m.file.starts_with(f)));
            assert!(has_one, "{:?}", area.files);
        }
    }

    #[test]
    fn faults_of_ci_have_quick_tests() {
        let list = List::load().unwrap();
        let faults = list.of_ci().unwrap();
        assert!(!faults.is_empty());
        for fault in faults {
            assert!(!fault.tests.is_empty(), "{}", fault.mutation.breaks);
        }
    }

    #[test]
    fn tests_of_the_staged_toolchain_are_known() {
        assert!(is_staged("-p fz-tests --test dict"));
        assert!(!is_staged("-p fz-passes --lib prune"));
    }

    fn list(text: &str) -> List {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn the_nearest_area_is_asked_unless_a_fault_says_whom() {
        let mut list = list(
            r#"
            area = [
                { files = ["passes/src"], ask = ["all"] },
                { files = ["passes/src/edges", "passes/src/edges.rs"], ask = ["edges"] },
            ]
            [[mutation]]
            file = "passes/src/edges/order.rs"
            find = "a"
            replace = "b"
            breaks = "one"
            [[mutation]]
            file = "passes/src/pins.rs"
            find = "a"
            replace = "b"
            breaks = "two"
            [[mutation]]
            file = "passes/src/pins.rs"
            find = "a"
            replace = "b"
            breaks = "three"
            ask = ["own"]
            [[mutation]]
            file = "runtime/core/src/map.rs"
            find = "a"
            replace = "b"
            breaks = "four"
            "#,
        );
        let asked = |at: usize| list.tests(&list.mutations[at]).map(<[String]>::to_vec);
        assert_eq!(asked(0).unwrap(), ["edges"]);
        assert_eq!(asked(1).unwrap(), ["all"]);
        assert_eq!(asked(2).unwrap(), ["own"]);
        assert!(asked(3).unwrap_err().to_string().contains("no area of"));
        let chosen = |list: &List, which: &[&str]| -> Result<Vec<Part>> {
            let which: Vec<String> = which.iter().map(ToString::to_string).collect();
            Ok(list.chosen(&which)?.iter().map(|c| c.part).collect())
        };
        // Before anything is built.
        assert!(chosen(&list, &["four"]).is_err());
        list.mutations[3].ask.push("core".into());
        let [plugin, runtime] = [Part::Plugin, Part::Runtime];
        assert_eq!(
            chosen(&list, &[]).unwrap(),
            [plugin, plugin, plugin, runtime]
        );
        assert_eq!(chosen(&list, &["pins.rs"]).unwrap(), [plugin, plugin]);
        assert_eq!(chosen(&list, &["four"]).unwrap(), [runtime]);
        assert_eq!(chosen(&list, &["one", "four"]).unwrap(), [plugin, runtime]);
        assert!(chosen(&list, &["nothing"]).is_err());
    }

    #[test]
    fn a_fault_is_one_change_in_a_place_that_is_built() {
        let mut mutation = list(
            "area = []\n[[mutation]]\nfile = \"tests/x.rs\"\nfind = \"a\"\nreplace = \"b\"\nbreaks = \"x\"",
        )
        .mutations
        .remove(0);
        assert_eq!(mutation.seeded("1 a").unwrap(), "1 b");
        assert!(
            mutation
                .seeded("a a")
                .unwrap_err()
                .to_string()
                .contains("2 times")
        );
        assert!(
            mutation
                .seeded("")
                .unwrap_err()
                .to_string()
                .contains("0 times")
        );
        assert!(
            mutation
                .part()
                .unwrap_err()
                .to_string()
                .contains("faults are seeded below")
        );
        mutation.replace = "a".to_owned();
        assert!(
            mutation
                .seeded("a")
                .unwrap_err()
                .to_string()
                .contains("changes nothing")
        );
    }
}
