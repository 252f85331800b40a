//! How many of the tokens that others wrote, and that the sources have as literals, are among the words that fz finds.

use std::path::Path;

use anyhow::Result;
use fz_abi::words as layout;
use serde_json::{Map, json};

use super::literals::{Place, RULE};
use super::truth::{Truth, share};
use super::{Measured, Options, package, words};
use crate::bench::goal::{Goal, Limit};
use crate::table;

/// How much of the truth has to be found.
const RECALL: f64 = 0.95;
/// A person reads so many of a dictionary.
pub const BEST: usize = 100;

pub fn measure(options: &Options) -> Result<Measured> {
    println!("{RULE}\n");
    let mut goal = Goal::new("recall", Limit::AtLeast(RECALL));
    let mut figures = Map::new();
    let mut rows = Vec::new();
    for package in package::load(&options.packages)? {
        let units = package.units()?;
        let truth = Truth::of(&package, &units)?;
        let ours = words::of_library(&words::library(&package, &units, "fuzz")?)?;
        let (all, default) = (words::from(&ours, 0), words::from(&ours, layout::JUNK));
        let missing = Truth::missing(&truth.occurring, &all);
        let single = Truth::missing(&truth.single, &all);
        let found = truth.occurring.len() - missing.len();
        let found_single = truth.single.len() - single.len();
        let recall = share(found, truth.occurring.len());
        let by_default = truth.occurring.len() - Truth::missing(&truth.occurring, &default).len();
        let shared = share(truth.shared(&default), default.len());
        let best = best(&ours);
        let shared_best = truth.shared(&best);
        goal.measured(&package.name, recall);
        rows.push(vec![
            package.name.clone(),
            units.len().to_string(),
            truth.tokens.len().to_string(),
            truth.occurring.len().to_string(),
            found.to_string(),
            format!("{recall:.3}"),
            by_default.to_string(),
            format!("{found_single} of {}", truth.single.len()),
            all.len().to_string(),
            default.len().to_string(),
            format!("{shared:.3}"),
            format!("{shared_best} of {}", best.len()),
        ]);
        if options.verbose {
            for (token, places) in missing.iter().chain(&single) {
                println!(
                    "{}: missing \"{}\"{}",
                    package.name,
                    token.escape_ascii(),
                    shown(places)
                );
            }
        }
        let texts: Vec<String> = missing
            .iter()
            .map(|(t, _)| t.escape_ascii().to_string())
            .collect();
        figures.insert(
            package.name.clone(),
            json!({"dictionaries": truth.dictionaries, "tokens": truth.tokens.len(), "occurring": truth.occurring.len(),
                "found": found, "recall": recall, "found_by_default": by_default, "single": truth.single.len(),
                "found_single": found_single, "words": all.len(), "by_default": default.len(), "precision": shared,
                "of_best": shared_best, "missing": texts}),
        );
    }
    println!(
        "\nTokens of one byte stand apart: a fuzzer finds those by itself. Precision: the share of our words, as `fz dict`"
    );
    println!(
        "shows them by default, that a dictionary has, too; these are not complete, so it is a lower bound."
    );
    table::print(
        &[
            "package",
            "units",
            "tokens",
            "occur",
            "found",
            "recall",
            "by default",
            "one byte",
            "words",
            "by default",
            "precision",
            "of the best",
        ],
        &rows,
    );
    Ok(Measured {
        goals: vec![goal],
        figures: figures.into(),
    })
}

/// Those with the best scores, in the order of `fz dict`.
pub fn best(ours: &std::collections::BTreeMap<Vec<u8>, words::Ours>) -> super::truth::Words {
    let mut all: Vec<_> = ours.iter().collect();
    all.sort_by(|a, b| b.1.score.cmp(&a.1.score).then(a.0.cmp(b.0)));
    let best = all.into_iter().take(BEST);
    best.map(|(bytes, ours)| (bytes.clone(), ours.folded))
        .collect()
}

fn shown(places: &[Place]) -> String {
    let one = |place: &Place| {
        let file = Path::new(&place.file).file_name().unwrap_or_default();
        format!(
            "{} in {}:{}",
            place.how.text(),
            file.to_string_lossy(),
            place.line
        )
    };
    let all: Vec<String> = places.iter().map(one).collect();
    if all.is_empty() {
        String::new()
    } else {
        format!(" ({})", all.join(", "))
    }
}
