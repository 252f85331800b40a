//! Tables that people write, held against the sources that they speak of. (Those that are written from a source are in
//! `documentation.rs`.)

use std::{collections::BTreeSet, fs, path::Path};

use fz_settings::KEYS;
use walkdir::WalkDir;

/// A check's name, and what it says of the checkout.
type Check = (&'static str, fn(&Path) -> Vec<String>);

pub const CHECKS: &[Check] = &[
    ("reasons are those of the sources", reasons),
    ("the example of fz.toml has every key", keys),
];

/// Guides with tables of reasons, and the rooms that give these.
const REASONS: &[&str] = &["toolchain/binary/README.md", "toolchain/guards/README.md"];
const GIVE_REASONS: &[&str] = &[
    "passes/src",
    "runtime/abi/src",
    "toolchain/binary/src",
    "toolchain/commandline/src",
    "toolchain/driver/src",
];

/// A reason in a table is a text of the source that gives it.
fn reasons(root: &Path) -> Vec<String> {
    let mut given = BTreeSet::new();
    for room in GIVE_REASONS {
        for entry in WalkDir::new(root.join(room)) {
            let entry = entry.expect("sources can be read");
            if entry.path().extension().is_some_and(|x| x == "rs") {
                let text = fs::read_to_string(entry.path()).expect("a source is text");
                given.extend(text.split('"').map(str::to_owned));
            }
        }
    }
    // Kinds of sites are reasons, too.
    let sites = fz_schema::passes::sites::PASS.options;
    given.extend(sites.iter().map(|o| o.name.to_owned()));
    let mut wrong = Vec::new();
    for guide in REASONS {
        let text = fs::read_to_string(root.join(guide)).expect("a guide can be read");
        let mut in_table = false;
        for (number, line) in text.lines().enumerate() {
            if !line.starts_with('|') {
                in_table = false;
            } else if line.starts_with("| reason |") {
                in_table = true;
            } else if in_table && !line.starts_with("|---") {
                let first = line.split('|').nth(1).unwrap_or_default();
                let named = first.split('`').skip(1).step_by(2);
                let unknown = named.filter(|n| !given.contains(*n));
                wrong.extend(unknown.map(|name| {
                    format!("{guide}:{}: nothing gives the reason `{name}`", number + 1)
                }));
            }
        }
    }
    wrong
}

fn keys(root: &Path) -> Vec<String> {
    const GUIDE: &str = "toolchain/settings/README.md";
    let text = fs::read_to_string(root.join(GUIDE)).expect("a guide can be read");
    let has = |key: &str| {
        let begins = [format!("{key} = "), format!("[{key}]")];
        text.lines()
            .any(|l| begins.iter().any(|b| l.starts_with(b)) || l.contains(&format!("`{key}`:")))
    };
    let missing = KEYS.iter().filter(|key| !has(key));
    missing
        .map(|key| format!("{GUIDE} does not show the key `{key}` of fz.toml"))
        .collect()
}
