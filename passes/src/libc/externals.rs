//! What is known of functions without labels that the runtime does not stand in front of.

use std::{collections::BTreeSet, sync::LazyLock};

use serde::Deserialize;

use crate::ir::Call;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    functional: BTreeSet<String>,
    discard: BTreeSet<String>,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| {
    toml::from_str(include_str!("externals.toml")).expect("a unit test parses it")
});

/// What becomes of the result of a function that turns out to have no labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum External {
    /// It has those of all arguments.
    Functional,
    /// It has none.
    Discard,
    /// As the first, and that is reported.
    Unknown,
}

impl External {
    pub fn of(call: Call) -> External {
        let name = call.called_name();
        match &*LISTS {
            lists if lists.functional.contains(&name) => External::Functional,
            lists if lists.discard.contains(&name) => External::Discard,
            _ => External::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_function_is_in_two_lists() {
        let both: Vec<_> = LISTS.functional.intersection(&LISTS.discard).collect();
        assert!(both.is_empty(), "{both:?}");
        assert!(LISTS.functional.contains("sqrt"));
    }
}
