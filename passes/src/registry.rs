//! Every pass of the plugin, by the name it has in pipeline texts, in its file and in `tests/passes/`.

use crate::{
    byte_split, compares, conditions, dictionary, edges, guards, narrow_compares,
    params::Params,
    pass::{ModulePass, OptionInfo},
    pins, select_reedge, selection, sites, split_calls, split_landing_pads, split_returns,
    stack_depth, strip_line_tables, taint, unify_returns, unit_record,
};

pub struct PassInfo {
    pub name: &'static str,
    pub summary: &'static str,
    pub options: &'static [OptionInfo],
    create: fn(&Params) -> Result<Box<dyn ModulePass>, String>,
}

/// Sorted by name.
pub const PASSES: &[PassInfo] = &[
    PassInfo {
        name: byte_split::NAME,
        summary: "compares of more than eight bits become steps of eight",
        options: byte_split::OPTIONS,
        create: |p| Ok(Box::new(byte_split::ByteSplit::new(p)?)),
    },
    PassInfo {
        name: compares::NAME,
        summary: "compare sites become calls to who listens, off the hot path",
        options: compares::OPTIONS,
        create: |p| Ok(Box::new(compares::Compares::new(p)?)),
    },
    PassInfo {
        name: conditions::NAME,
        summary: "conditions that clang's plugin has marked are told by branches",
        options: conditions::OPTIONS,
        create: |p| Ok(Box::new(conditions::Conditions::new(p)?)),
    },
    PassInfo {
        name: dictionary::NAME,
        summary: "notes what the program compares its input with, as words for fuzzers",
        options: dictionary::OPTIONS,
        create: |p| Ok(Box::new(dictionary::Dictionary::new(p)?)),
    },
    PassInfo {
        name: "edges",
        summary: "an 8-bit counter for every edge that a decision chooses, and for function entries",
        options: edges::OPTIONS,
        create: |p| Ok(Box::new(edges::Edges::new(p)?)),
    },
    PassInfo {
        name: guards::NAME,
        summary: "clang's checks of integers become branches of ours that report and go on",
        options: guards::OPTIONS,
        create: |p| Ok(Box::new(guards::Guards::new(p)?)),
    },
    PassInfo {
        name: narrow_compares::NAME,
        summary: "compares happen at the width of the source, not at that of C's promotions",
        options: &[],
        create: |p| Ok(Box::new(narrow_compares::NarrowCompares::new(p)?)),
    },
    PassInfo {
        name: pins::NAME,
        summary: "what the program asks, calls and stores stays in a block of its own",
        options: pins::OPTIONS,
        create: |p| Ok(Box::new(pins::Pins::new(p)?)),
    },
    PassInfo {
        name: select_reedge::NAME,
        summary: "decisions without branches become control flow",
        options: select_reedge::OPTIONS,
        create: |p| Ok(Box::new(select_reedge::SelectReedge::new(p)?)),
    },
    PassInfo {
        name: "selection",
        summary: "marks the functions that allow and deny lists leave out, before anything is inlined",
        options: selection::OPTIONS,
        create: |p| Ok(Box::new(selection::Selection::new(p)?)),
    },
    PassInfo {
        name: sites::NAME,
        summary: "numbers and describes the places where a program compares",
        options: sites::OPTIONS,
        create: |p| Ok(Box::new(sites::Sites::new(p)?)),
    },
    PassInfo {
        name: split_calls::NAME,
        summary: "calls that compare strings and memory become steps of a byte",
        options: split_calls::OPTIONS,
        create: |p| Ok(Box::new(split_calls::SplitCalls::new(p)?)),
    },
    PassInfo {
        name: split_landing_pads::NAME,
        summary: "a landing pad of its own for each call that may throw",
        options: &[],
        create: |p| Ok(Box::new(split_landing_pads::SplitLandingPads::new(p)?)),
    },
    PassInfo {
        name: split_returns::NAME,
        summary: "what comes behind a call that may not return is a block of its own",
        options: &[],
        create: |p| Ok(Box::new(split_returns::SplitReturns::new(p)?)),
    },
    PassInfo {
        name: stack_depth::NAME,
        summary: "functions that may call themselves note how low the stack got",
        options: &[],
        create: |p| Ok(Box::new(stack_depth::StackDepth::new(p)?)),
    },
    PassInfo {
        name: "strip-line-tables",
        summary: "removes debug information that only fz asked for",
        options: &[],
        create: |p| Ok(Box::new(strip_line_tables::StripLineTables::new(p)?)),
    },
    PassInfo {
        name: taint::NAME,
        summary: "labels that say which bytes of the input a value was computed from, told where it is compared",
        options: taint::OPTIONS,
        create: |p| Ok(Box::new(taint::Taint::new(p)?)),
    },
    PassInfo {
        name: unify_returns::NAME,
        summary: "one block of a function returns",
        options: &[],
        create: |p| Ok(Box::new(unify_returns::UnifyReturns::new(p)?)),
    },
    PassInfo {
        name: "unit-record",
        summary: "writes what was done to this translation unit into .debug_fz_units",
        options: unit_record::OPTIONS,
        create: |p| Ok(Box::new(unit_record::UnitRecord::new(p)?)),
    },
];

/// The names of those that a profile places where it likes.
pub fn for_profiles() -> Vec<&'static str> {
    const PLACED: [&str; 8] = [
        "compares",
        "dictionary",
        "edges",
        "selection",
        "sites",
        "strip-line-tables",
        "taint",
        "unit-record",
    ];
    let names = PASSES.iter().map(|p| p.name);
    names.filter(|name| !PLACED.contains(name)).collect()
}

/// A pass made ready from its pipeline text, with its name.
pub type Created = (&'static str, Box<dyn ModulePass>);

/// `Ok(None)` if no pass of ours has that name; `Err` if it has, and the options are wrong.
pub fn create(text: &str) -> Result<Option<Created>, String> {
    let name = text.split('<').next().unwrap_or(text);
    let Some(info) = PASSES.iter().find(|p| p.name == name) else {
        return Ok(None);
    };
    let (_, params) = Params::split(text)?;
    match (info.create)(&params) {
        Ok(pass) => Ok(Some((info.name, pass))),
        Err(why) => Err(format!("pass `{name}`: {why}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        assert!(PASSES.windows(2).all(|w| w[0].name < w[1].name));
    }

    #[test]
    fn every_pass_has_file_tests() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/passes");
        for pass in PASSES {
            let dir = std::path::Path::new(root).join(pass.name);
            assert!(dir.is_dir(), "{} is missing", dir.display());
        }
    }

    #[test]
    fn a_wrong_option_lists_the_right_ones() {
        let error = create("edges<count=sometimes>").err().unwrap();
        assert!(error.contains("saturate, wrap, never-zero"), "{error}");
        let error = create("edges<colour=red>").err().unwrap();
        assert!(
            error.contains("colour") && error.contains("count"),
            "{error}"
        );
    }
}
