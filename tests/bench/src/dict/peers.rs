//! The same truth against what AFL++'s compiler extracts from the same sources (RQ3 of the paper on controlled compilation),
//! and the dictionaries that were written by hand beside both.

use anyhow::Result;
use fz_abi::tokens as layout;
use serde_json::{Map, Value, json};

use super::truth::{Truth, Words, share};
use super::{Measured, Options, package, words};
use crate::goal::{Goal, Limit};
use xtask::{setup, table};

/// How AFL++'s compiler is asked.
struct Way {
    name: &'static str,
    settings: &'static [(&'static str, &'static str)],
    flags: &'static [&'static str],
}

const WAYS: [Way; 3] = [
    Way {
        name: "dict2file",
        settings: &[],
        flags: &[],
    },
    Way {
        name: "dict2file -O0",
        settings: &[],
        flags: &["-O0"],
    },
    Way {
        name: "dict2file, no main",
        settings: &[("AFL_LLVM_DICT2FILE_NO_MAIN", "1")],
        flags: &[],
    },
];

pub fn measure(options: &Options) -> Result<Measured> {
    setup::peers()?;
    let mut goal = Goal::new(
        "tokens found, ours - the best of afl-clang-fast's",
        Limit::AtLeast(1.0),
    );
    let mut figures = Map::new();
    for package in package::load(&options.packages)? {
        let units = package.units()?;
        let truth = Truth::of(&package, &units)?;
        let library = words::library(&package, &units, "fuzz")?;
        let ours = words::of_library(&library)?;
        let found =
            |words: &Words| truth.occurring.len() - Truth::missing(&truth.occurring, words).len();
        let mut rows = Vec::new();
        let mut row = |name: &str, words: &Words| {
            let (found, all) = (found(words), truth.occurring.len());
            rows.push(vec![
                name.to_string(),
                words.len().to_string(),
                found.to_string(),
                format!("{:.3}", share(found, all)),
                format!("{:.3}", share(truth.shared(words), words.len())),
            ]);
            json!({"words": words.len(), "found": found})
        };
        let mut json = Map::new();
        json.insert("fz, all".into(), row("fz, all", &words::from(&ours, 0)));
        let ours = words::from(&ours, layout::JUNK);
        json.insert("fz".into(), row("fz", &ours));
        let mut most = 0;
        for Way {
            name,
            settings,
            flags,
        } in &WAYS
        {
            let theirs = words::of_afl(&package, &units, name, settings, flags)?;
            most = most.max(found(&theirs));
            json.insert((*name).into(), row(name, &theirs));
        }
        goal.measured(&package.name, found(&ours) as f64 - most as f64);
        println!(
            "\n{}: {} of {} tokens occur ({})",
            package.name,
            truth.occurring.len(),
            truth.tokens.len(),
            shipped(&truth.dictionaries)
        );
        table::under("by | words | found | recall | precision", &rows);
        json.insert("occurring".into(), Value::from(truth.occurring.len()));
        json.insert("dictionaries".into(), json!(truth.dictionaries));
        figures.insert(package.name.clone(), json.into());
    }
    Ok(Measured {
        goals: vec![goal],
        figures: figures.into(),
    })
}

fn shipped(dictionaries: &[(String, usize)]) -> String {
    let one = |(name, size): &(String, usize)| format!("{name} {size}");
    dictionaries.iter().map(one).collect::<Vec<_>>().join(", ")
}
