//! Counts of one run, side by side.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use super::clang::Regions;
use super::ours::{Counts, Seen};

/// Where a condition begins.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Below the folder of the sources, if it is there.
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A file's name below `dir`, without steps back.
pub fn inside(dir: &Path, file: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    let below = Path::new(file).strip_prefix(dir);
    let shown = below.map_or(file.into(), |p| p.to_string_lossy());
    for part in shown.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|p| !p.is_empty() && *p != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Why counts differ.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize,
)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// The compiler knows the answer: no branch asks. Clang counts how often control came there.
    Constant,
    /// A macro of a system header: clang tells of it where it stands, and counts conditions below a `sizeof` as well.
    SystemMacro,
    /// Where temporaries are cleaned up behind `a && b`, clang counts all of it as one more condition, in the place of `a`.
    CleanUp,
    /// None of these.
    Other,
}

/// A place where one outcome or both were counted differently.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    pub key: Key,
    pub class: Class,
    /// In the first run that showed it.
    pub said: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ({:?}): {}", self.key, self.class, self.said)
    }
}

#[derive(Debug, Default)]
pub struct Report {
    /// Of clang's: each outcome of each place in each run.
    pub counts: u64,
    pub equal: u64,
    pub conditions: usize,
    pub differences: BTreeMap<Key, Difference>,
    seen: BTreeSet<Key>,
}

impl Report {
    pub fn share(&self) -> f64 {
        self.equal as f64 / self.counts.max(1) as f64
    }
}

/// Adds one run.
pub fn compare(clang: &Regions, ours: &Counts, report: &mut Report) {
    for (key, regions) in clang {
        let own = ours.places.get(key);
        let theirs = regions
            .iter()
            .fold([0, 0], |s, r| [s[0] + r[0], s[1] + r[1]]);
        if own.is_none() && theirs == [0, 0] {
            // Folded, and never reached or not told of: nothing was counted.
            continue;
        }
        report.seen.insert(key.clone());
        for outcome in [0, 1] {
            report.counts += 1;
            let found = own.or(ours.system.get(key)).map(|p| p.seen[outcome]);
            if is_equal(theirs[outcome], found.unwrap_or_default()) {
                report.equal += 1;
                continue;
            }
            let is_system = ours.system.contains_key(key);
            let is_twice = matches!(regions[..], [a, b] if a == b)
                && found.is_some_and(|f| 2 * f.count == theirs[outcome]);
            let class = match is_twice && own.is_some() {
                true => Class::CleanUp,
                false => class_of(regions, own.is_some(), is_system),
            };
            let said = format!(
                "clang counts {} {}, here are {}; its regions {regions:?}",
                theirs[outcome],
                ["true", "false"][outcome],
                found.map_or("none".into(), |f| f.count.to_string())
            );
            report.differences.entry(key.clone()).or_insert(Difference {
                key: key.clone(),
                class,
                said,
            });
        }
    }
    report.conditions = report.seen.len();
}

fn is_equal(theirs: u64, ours: Seen) -> bool {
    theirs == ours.count || (ours.is_full && theirs >= ours.count)
}

fn class_of(regions: &[[u64; 2]], is_known: bool, is_system: bool) -> Class {
    let one_sided = |r: &[u64; 2]| r.contains(&0);
    match (is_known, is_system) {
        (false, true) => Class::SystemMacro,
        (false, false) if regions.iter().all(one_sided) => Class::Constant,
        // Of several expansions of one macro some may be constant.
        (true, _) if regions.len() > 1 && regions.iter().any(one_sided) => Class::Constant,
        _ => Class::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::truth::ours::Place;

    fn key(line: u32) -> Key {
        Key {
            file: "a.c".into(),
            line,
            column: 3,
        }
    }

    fn place(yes: u64, no: u64) -> Place {
        let seen = |count| Seen {
            count,
            is_full: count >= 255,
        };
        Place {
            seen: [seen(yes), seen(no)],
        }
    }

    #[test]
    fn counts_are_equal_up_to_what_a_counter_holds() {
        let clang = Regions::from([
            (key(1), vec![[3, 4]]),
            (key(2), vec![[300, 2]]),
            (key(3), vec![[7, 0]]),
            (key(4), vec![[0, 0]]),
            (key(5), vec![[0, 5], [5, 0]]),
            (key(6), vec![[2, 1]]),
            (key(7), vec![[0, 3], [0, 3]]),
        ]);
        let ours = Counts {
            places: BTreeMap::from([
                (key(1), place(3, 4)),
                (key(2), place(255, 2)),
                (key(6), place(1, 1)),
                (key(7), place(0, 3)),
            ]),
            system: BTreeMap::from([(key(5), place(5, 0))]),
        };
        let mut report = Report::default();
        compare(&clang, &ours, &mut report);
        assert_eq!((report.counts, report.equal, report.conditions), (12, 8, 6));
        let classes: Vec<_> = report
            .differences
            .values()
            .map(|d| (d.key.line, d.class))
            .collect();
        let expected = [
            (3, Class::Constant),
            (5, Class::SystemMacro),
            (6, Class::Other),
            (7, Class::CleanUp),
        ];
        assert_eq!(classes, expected);
    }

    #[test]
    fn files_are_named_below_the_sources() {
        let dir = Path::new("/s");
        assert_eq!(inside(dir, "/s/lib/../a.c"), "a.c");
        assert_eq!(inside(dir, "./lib/a.c"), "lib/a.c");
        assert_eq!(inside(dir, "/usr/include/a.h"), "/usr/include/a.h");
    }
}
