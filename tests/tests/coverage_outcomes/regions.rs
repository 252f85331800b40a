//! What the page marks of a source, and for which inputs: programs of `tests/coverage/regions`.
//!
//! ```text
//! int kind = c == 'a' ? 5 : 6; // marks: int kind = xx ¦ c == 'a' xx ¦ 5 x- ¦ 6 -x
//! ```
//!
//! Of the regions that begin on a line, from left to right, the very text from their beginning to their end (space counts as
//! one), and a letter for each input: `x` it ran. What is there several times, in a macro or of a template, ran if one did.

use std::{collections::BTreeMap, fs, path::Path};

use fz_coverage::identities::{Identity, Kind};
use fz_tests::{diff, in_parallel};

use super::{collect, header, reached, sources};

const SAYS: &str = " // marks:";

/// Behind which column and line a region begins and ends.
type Extent = ((u32, u32), (u32, u32));

fn extent(identity: &Identity, name: &str) -> Option<Extent> {
    let place = identity.place.as_ref().filter(|p| p.file == name)?;
    let is_region = identity.kind == Kind::Region;
    is_region.then(|| ((place.line, place.column), identity.end.unwrap_or_default()))
}

/// The text from one place to another.
fn between(lines: &[&str], ((line, column), (end_line, end)): Extent) -> String {
    let of = |number: u32| match lines.get(number.wrapping_sub(1) as usize) {
        None => "?",
        Some(text) => {
            let from = if number == line {
                column as usize - 1
            } else {
                0
            };
            let to = if number == end_line {
                end as usize - 1
            } else {
                text.len()
            };
            text.get(from..to).unwrap_or("?")
        }
    };
    let texts: Vec<&str> = (line..=end_line).map(of).collect();
    let words: Vec<&str> = texts.iter().flat_map(|t| t.split_whitespace()).collect();
    words.join(" ")
}

/// The source, as it should say it.
fn told(source: &Path) -> (String, String) {
    let text = fs::read_to_string(source).unwrap();
    let inputs: Vec<&str> = header(&text, "inputs").unwrap().split(' ').collect();
    let scratch = tempfile::tempdir().unwrap();
    let name = source.file_name().unwrap().to_str().unwrap();
    let store = collect(source, "coverage", &inputs, scratch.path())
        .unwrap_or_else(|said| panic!("{name}: {said}"));
    let reached = reached(&store, inputs.len());
    let mut found: BTreeMap<Extent, Vec<bool>> = BTreeMap::new();
    for (number, identity) in store.catalogue.identities.iter().enumerate() {
        let Some(extent) = extent(identity, name) else {
            continue;
        };
        let ran = found
            .entry(extent)
            .or_insert_with(|| vec![false; inputs.len()]);
        for (ran, reached) in ran.iter_mut().zip(&reached) {
            *ran |= reached[number];
        }
    }
    let lines: Vec<&str> = text.lines().collect();
    let said = lines.iter().zip(1u32..).map(|(line, number)| {
        let Some((code, _)) = line.split_once(SAYS) else {
            return format!("{line}\n");
        };
        let marks = found.iter().filter(|(extent, _)| extent.0.0 == number);
        let marks = marks.map(|(extent, ran)| {
            let letters: String = ran.iter().map(|ran| if *ran { 'x' } else { '-' }).collect();
            format!("{} {letters}", between(&lines, *extent))
        });
        let marks: Vec<String> = marks.collect();
        format!("{code}{SAYS} {}\n", marks.join(" ¦ ")).replace(": \n", ":\n")
    });
    let said = said.collect();
    (text, said)
}

#[test]
fn marks_are_what_the_source_has_there() {
    let sources = sources("tests/coverage/regions");
    assert!(sources.len() > 2, "{sources:?}");
    let differences = in_parallel(&sources, |source| {
        let (text, said) = told(source);
        if fz_tests::env::bless() && text != said {
            fs::write(source, &said).unwrap();
            return String::new();
        }
        match text == said {
            true => String::new(),
            false => format!("{}\n{}", source.display(), diff(&text, &said)),
        }
    });
    let differences = differences.concat();
    assert!(differences.is_empty(), "{differences}");
}
