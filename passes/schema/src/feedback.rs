//! The tables `[feedback.…]` of profiles: which passes the options in each belong to.

use crate::{Opt, Pass, passes};

/// One kind of feedback, as profiles ask for it.
#[derive(Debug)]
pub struct Feedback {
    /// `edges` of `[feedback.edges]`.
    pub name: &'static str,
    /// What a program gets.
    pub summary: &'static str,
    /// An option in the table is the first one's that has it.
    pub passes: &'static [&'static Pass],
    /// Keys of the table that are no options, with what each means. Besides them all tables have `off`.
    pub keys: &'static [(&'static str, &'static str)],
}

/// All of them, sorted by name.
pub const FEEDBACK: &[&Feedback] = &[
    &COMPARES,
    &CONDITIONS,
    &DICTIONARY,
    &DISTANCE,
    &EDGES,
    &STACK_DEPTH,
    &TAINT,
];

pub const COMPARES: Feedback = Feedback {
    name: "compares",
    summary: "what is compared is reported to the engine. `form` must be there, and each kind of site is on or off",
    passes: &[&passes::compares::PASS, &passes::sites::PASS],
    keys: &[],
};

pub const CONDITIONS: Feedback = Feedback {
    name: "conditions",
    summary: "the conditions of the source are kept, and which counters are outcomes of which is recorded. It needs \
              `[feedback.edges]`",
    passes: &[&passes::conditions::PASS],
    keys: &[],
};

pub const DICTIONARY: Feedback = Feedback {
    name: "dictionary",
    summary: "what the program compares its input with is recorded, and the code stays as it is. Which basic blocks use \
              a token is known where the profile has the pass `pins`",
    passes: &[&passes::dictionary::PASS],
    keys: &[],
};

pub const DISTANCE: Feedback = Feedback {
    name: "distance",
    summary: "each branch reports how far its operands were from another outcome, to an engine that shares memory for it \
              (`FZ_DISTANCE_SHM`). Without one nothing is reported",
    passes: &[&passes::distance::PASS],
    keys: &[],
};

pub const EDGES: Feedback = Feedback {
    name: "edges",
    summary: "a counter for each edge that a decision chooses, and for each function entry",
    passes: &[&passes::edges::PASS],
    keys: &[(
        "at",
        "where edges are counted in the design `extension-points`; in `own-pipeline` at the end, unless this is `source`",
    )],
};

pub const STACK_DEPTH: Feedback = Feedback {
    name: "stack-depth",
    summary: "functions that may call themselves record how deep the main thread's stack gets, which libFuzzer takes for \
              progress; nothing else listens yet. It needs `[feedback.edges]`",
    passes: &[&passes::stack_depth::PASS],
    keys: &[],
};

pub const TAINT: Feedback = Feedback {
    name: "taint",
    summary: "labels say which bytes of the input a value was computed from, and sites report them. It excludes \
              `[feedback.compares]`",
    passes: &[&passes::taint::PASS, &passes::sites::PASS],
    keys: &[],
};

impl Feedback {
    /// The options that a profile may write into the table, each with its pass.
    pub fn options(&self) -> impl Iterator<Item = (&'static Pass, &'static Opt)> {
        self.passes
            .iter()
            .flat_map(|pass| pass.options_for_profiles().map(|option| (*pass, option)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_and_their_keys_unique() {
        assert!(FEEDBACK.windows(2).all(|w| w[0].name < w[1].name));
        for feedback in FEEDBACK {
            let options = feedback.options().map(|(_, option)| option.name);
            let keys = feedback.keys.iter().map(|(key, _)| *key);
            let mut all: Vec<_> = options.chain(keys).chain(["off"]).collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "{}", feedback.name);
        }
    }
}
