//! Which lines ran, where calls do not come back: programs of `tests/coverage/lines`.
//!
//! ```text
//! puts("back"); // ran: -x----                   which input (`// inputs: …`) ran any of the line
//! n = 1; leave(c); n *= 3; // ran: xx, n *= 3 -x      and its parts, by their text
//! ```

use std::{collections::BTreeMap, fs, path::Path};

use fz_coverage::identities::Kind;
use fz_tests::in_parallel;

use super::{collect, header, reached, sources};

/// Line, text (empty: all of it), and a letter for each input.
fn expected(text: &str) -> Vec<(u32, &str, &str)> {
    let lines = text.lines().zip(1..);
    let said = lines.filter_map(|(text, line)| Some((line, text.split_once("// ran: ")?.1)));
    let parts = said.flat_map(|(line, said)| {
        said.split(", ")
            .map(move |part| match part.rsplit_once(' ') {
                Some((text, letters)) => (line, text, letters),
                None => (line, "", part),
            })
    });
    parts.collect()
}

fn wrong(source: &Path) -> String {
    let text = fs::read_to_string(source).unwrap();
    let inputs: Vec<&str> = header(&text, "inputs").unwrap().split(' ').collect();
    let scratch = tempfile::tempdir().unwrap();
    let name = source.file_name().unwrap().to_str().unwrap();
    let store = match collect(source, "coverage", &inputs, scratch.path()) {
        Ok(store) => store,
        Err(said) => return format!("{name}: {said}\n"),
    };
    let reached = reached(&store, inputs.len());
    let mut lines: BTreeMap<u32, Vec<(usize, &str)>> = BTreeMap::new();
    for (number, identity) in store.catalogue.identities.iter().enumerate() {
        let place = identity.place.as_ref().filter(|p| p.file == name);
        if let Some(place) = place.filter(|_| identity.kind == Kind::Region) {
            lines
                .entry(place.line)
                .or_default()
                .push((number, &identity.text));
        }
    }
    let expected = expected(&text);
    assert!(expected.len() > 8, "{name}");
    let found = |line: u32, text: &str| -> String {
        let parts = lines.get(&line).into_iter().flatten();
        let parts: Vec<usize> = parts
            .filter(|(_, t)| t.contains(text))
            .map(|(n, _)| *n)
            .collect();
        let ran = |r: &Vec<bool>| {
            if parts.iter().any(|n| r[*n]) {
                'x'
            } else {
                '-'
            }
        };
        match parts.is_empty() {
            true => "nothing".to_owned(),
            false => reached.iter().map(ran).collect(),
        }
    };
    let wrong = expected.iter().filter_map(|(line, part, letters)| {
        let found = found(*line, part);
        let told = || format!("{name}:{line}: {part} {letters} is expected, and it is {found}\n");
        (found != *letters).then(told)
    });
    wrong.collect()
}

#[test]
fn lines_ran_up_to_where_an_input_ended() {
    let sources = sources("tests/coverage/lines");
    assert!(sources.len() > 1, "{sources:?}");
    let wrong = in_parallel(&sources, |source| wrong(source)).concat();
    assert!(wrong.is_empty(), "\n{wrong}");
}
