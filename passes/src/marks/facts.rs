//! Facts that one pass leaves for a later one, as named metadata ([`crate::ir::named`]).

use super::Life;
use std::collections::BTreeMap;

use crate::ir::{Module, named::Field};

/// Who makes the mark, who reads it, and after whom it is gone.
pub const LIFE: Life = Life {
    made_by: &["edges", "guards", "selection"],
    read_by: &["unit-record"],
    gone_after: &["code generation"],
    leftover: None,
};

const FACTS: &str = "fz.facts";

/// What files said that the unit was made of.
const FILES: &str = "fz.files";

/// Keys. Those that end in `:` are followed by a name.
pub const RECORDED: &str = "recorded";
pub const FUNCTIONS: &str = "functions";
pub const COUNTERS: &str = "counters";
/// Before pruning, each function once.
pub const EDGES: &str = "edges";
/// Its counters say what they count of the source.
pub const COVERAGE: &str = "coverage";
pub const SELECTION: &str = "selection:";
/// What a transformation did; a pass follows.
pub const DONE: &str = "done:";
/// What a transformation skipped; pass and reason follow, with a `:` between them.
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

/// Says what a file's hash is.
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
