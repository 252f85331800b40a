//! Which outcomes are of one condition: an input came to it if it reached any of them.

use std::collections::HashMap;

use super::identities::{Catalogue, Kind};

/// By identity: the number of its condition, if it is an outcome of one.
pub fn of(catalogue: &Catalogue) -> Vec<Option<u32>> {
    let mut numbers: HashMap<(usize, &str, u32), u32> = HashMap::new();
    let identities = catalogue.identities.iter();
    let number = identities.map(|identity| {
        (identity.kind == Kind::Outcome).then(|| {
            let next = numbers.len() as u32;
            let condition = (identity.function, &*identity.text, identity.nth);
            *numbers.entry(condition).or_insert(next)
        })
    });
    number.collect()
}
