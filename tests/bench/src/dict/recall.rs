//! How many of the tokens that others wrote, and that the sources have as literals, are among the words that fz finds.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use fz_abi::tokens as layout;
use serde_json::{Map, json};

use super::literals::{As, Place, RULE};
use super::token::Token;
use super::truth::{Truth, share};
use super::{Measured, Options, package, words};
use crate::goal::{Goal, Limit};
use xtask::table;

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
            by_kind(&truth.occurring, &missing),
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
    table::under(
        "package | units | tokens | occur | found | recall | of each kind | by default | one byte | words | by default | precision | of the best",
        &rows,
    );
    Ok(Measured {
        goals: vec![goal],
        figures: figures.into(),
    })
}

/// Those with the best scores, in the order of `fz dict`; junk is none.
pub fn best(ours: &BTreeMap<Vec<u8>, words::Ours>) -> super::truth::Words {
    let mut all: Vec<_> = ours.iter().collect();
    all.retain(|(_, ours)| ours.score >= layout::JUNK);
    all.sort_by(|a, b| b.1.score.cmp(&a.1.score).then(a.0.cmp(b.0)));
    let best = all.into_iter().take(BEST);
    best.map(|(bytes, ours)| (bytes.clone(), ours.folded))
        .collect()
}

/// Found and occurring, by how a token stands in the sources; where it does in more than one way, by the first.
fn by_kind(occurring: &BTreeMap<Token, Vec<Place>>, missing: &[(&Token, &[Place])]) -> String {
    let kind = |places: &[Place]| places.iter().map(|p| p.how).min();
    let mut counts: BTreeMap<As, (usize, usize)> = BTreeMap::new();
    for how in occurring.values().filter_map(|places| kind(places)) {
        let (found, all) = counts.entry(how).or_default();
        (*found, *all) = (*found + 1, *all + 1);
    }
    for how in missing.iter().filter_map(|(_, places)| kind(places)) {
        counts.entry(how).or_default().0 -= 1;
    }
    let one = |(how, (found, all)): (As, (usize, usize))| format!("{} {found}/{all}", how.text());
    counts.into_iter().map(one).collect::<Vec<_>>().join(", ")
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::literals::{As, Place};
    use super::by_kind;

    #[test]
    fn a_token_counts_once_by_the_first_of_its_kinds() {
        let place = |how| Place {
            how,
            file: "a.c".into(),
            line: 1,
        };
        let both = vec![place(As::Number), place(As::String)];
        let occurring = BTreeMap::from([
            (b"a".to_vec(), both),
            (b"b".to_vec(), vec![place(As::Number)]),
            (b"c".to_vec(), vec![place(As::Number)]),
        ]);
        let missing = [(&b"c".to_vec(), &[place(As::Number)][..])];
        assert_eq!(by_kind(&occurring, &missing), "string 1/1, number 1/2");
    }
}
