//! Counts and file hashes that one pass leaves for a later one, as named metadata ([`crate::ir::named`]).

use super::Life;
use std::collections::BTreeMap;

use crate::ir::{Module, named::Field};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["capture", "edges", "guards", "selection"],
    read_by: &["capture", "unit-record"],
    gone_after: &["code generation"],
    leftover: None,
};

const FACTS: &str = "fz.facts";

/// The named metadata with the hashes of the unit's files.
const FILES: &str = "fz.files";

/// The key of a unit that has its record. In keys that end in `:` a name follows.
pub const RECORDED: &str = "recorded";
/// The key of a unit that carries what makes it again.
pub const CAPTURED: &str = "captured";
/// Functions with counters.
pub const FUNCTIONS: &str = "functions";
/// Counters.
pub const COUNTERS: &str = "counters";
/// Edges before pruning, each function counted once.
pub const EDGES: &str = "edges";
/// The unit's counters have a coverage map.
pub const COVERAGE: &str = "coverage";
/// Functions that a rule of a list matches; the rule follows.
pub const SELECTION: &str = "selection:";
/// What a transformation did; the pass's name follows.
pub const DONE: &str = "done:";
/// What a transformation skipped; the pass's name and the reason follow, with a `:` between them.
pub const SKIPPED: &str = "skipped:";

/// Adds `amount` to the count `key`.
pub fn count(module: Module, key: &str, amount: u64) {
    let amount = amount.to_string();
    module.note(
        FACTS,
        &[key, &amount].map(|text| Field::Text(text.as_bytes().to_vec())),
    );
}

/// All counts by key.
pub fn counts(module: Module) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for node in module.noted(FACTS) {
        if let [Field::Text(key), Field::Text(amount)] = &node[..]
            && let Ok(amount) = String::from_utf8_lossy(amount).parse::<u64>()
        {
            let key = String::from_utf8_lossy(key).into_owned();
            *counts.entry(key).or_default() += amount;
        }
    }
    counts
}

/// Notes a file's hash.
pub fn file(module: Module, path: &str, hash: &str) {
    module.note(
        FILES,
        &[path, hash].map(|text| Field::Text(text.as_bytes().to_vec())),
    );
}

/// The hashes of files by their paths.
pub fn files(module: Module) -> BTreeMap<String, String> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let file = |node: Vec<Field>| match &node[..] {
        [Field::Text(path), Field::Text(hash)] => Some((text(path), text(hash))),
        _ => None,
    };
    module.noted(FILES).into_iter().filter_map(file).collect()
}
