//! What reports are made of: a small program that was built and run, and stores that nobody could have collected.

use std::{collections::BTreeSet, fs, path::Path};

use fz_coverage::{
    blocks::{Fate, Input},
    flow::Flow,
    identities::{Catalogue, Function, Identity, Kind, Place, Source},
    sets::Set,
    store::{Build, Run, Store},
};
use fz_tests::Sandbox;
use xxhash_rust::xxh3::xxh3_64;

/// Where programs are built and collected.
pub fn empty() -> Sandbox {
    Sandbox::new()
        .env("FZ_PROFILE", "coverage")
        .env("FZ_ENGINE", "afl")
}

/// `old.fzcov` and `new.fzcov`: four runs each of a program that stands below `source`.
pub fn campaigns() -> Sandbox {
    let dir = empty();
    dir.write("source/main.c", include_str!("main.c"));
    dir.write("source/util/check.h", include_str!("check.h"));
    dir.write("source/util/check.c", include_str!("check.c"));
    dir.cc("-g -w source/main.c source/util/check.c -o p");
    let old = ["12", "13", "xabc_09", "ybeta", "zz", "zM", "aa"];
    let new = ["32", "longer text here", "ygamma", "xZ", "zMA"];
    for (side, inputs) in [("old", &old[..]), ("new", &new[..])] {
        for number in 1..=4 {
            let folder = format!("{side}/run{number}");
            dir.write(format!("{folder}/fuzzer_stats"), "");
            // Two of the runs find one thing more.
            let more = (side == "new" && number > 2).then_some("zMAG");
            for (at, input) in inputs.iter().copied().chain(more).enumerate() {
                let time = at * 700 * number;
                dir.write(
                    format!("{folder}/queue/id:{at:06},time:{time},orig:seed"),
                    input,
                );
            }
            dir.says(&format!(
                "cov collect ./p --label configuration={side} -i {folder} -o {side}.fzcov"
            ));
        }
    }
    dir
}

pub fn place(file: &str, line: u32, column: u32) -> Place {
    Place {
        file: file.to_owned(),
        line,
        column,
    }
}

/// An identity of a function; keys are told by `add`.
pub fn identity(kind: Kind, function: usize, place: Place, text: &str, outcome: &str) -> Identity {
    Identity {
        key: 0,
        kind,
        function,
        place: Some(place),
        end: None,
        spelled: None,
        expansion: None,
        text: text.to_owned(),
        outcome: outcome.to_owned(),
        nth: 0,
        is_unstable: false,
    }
}

pub fn function(number: usize, symbol: &str, file: &str) -> Function {
    Function {
        key: number as u64,
        symbol: symbol.to_owned(),
        file: file.to_owned(),
    }
}

/// The files that identities stand in, as they are now.
fn sources(catalogue: &Catalogue) -> Vec<Source> {
    let places = catalogue.identities.iter().filter_map(|i| i.place.as_ref());
    let files: BTreeSet<&str> = places.map(|place| place.file.as_str()).collect();
    let source = |file: &str| {
        let text = fs::read(Path::new(&catalogue.root).join(file)).ok()?;
        Some(Source {
            file: file.to_owned(),
            hash: format!("{:016x}", xxh3_64(&text)),
        })
    };
    files.into_iter().filter_map(source).collect()
}

/// An input's name, and what it reaches.
pub type Named = (String, Vec<usize>);

/// A store with these identities, numbered by their place; and runs, each with names of inputs and what they reach.
pub fn store(
    path: &Path,
    root: &Path,
    functions: Vec<Function>,
    mut identities: Vec<Identity>,
    runs: &[(Run, Vec<Named>)],
) {
    for (identity, number) in identities.iter_mut().zip(0..) {
        identity.key = functions[identity.function].key << 32 | number;
        // Places are not in the way of texts that are equal.
        identity.nth = number as u32;
        if identity.kind == Kind::Outcome {
            identity.nth = identity.place.as_ref().map_or(0, |p| p.line);
        }
    }
    let limit = identities.len();
    let root = root.to_string_lossy().into_owned();
    let (mut catalogue, numbers) = Catalogue::of(root, functions, identities);
    catalogue.sources = sources(&catalogue);
    let build = Build {
        fingerprint: "1".to_owned(),
        program: "program".to_owned(),
        members: Set::of(limit, 0..limit),
        unrecorded: Vec::new(),
    };
    let mut store = Store::create(path, catalogue, vec![build], &Flow::default()).unwrap();
    for (run, inputs) in runs {
        let number = store.run(run).unwrap();
        let inputs = inputs
            .iter()
            .zip(0u64..)
            .map(|((name, reached), at)| Input {
                name: name.clone().into_bytes(),
                size: 10 + at,
                hash: at,
                time: Some(at * 1000),
                fate: Fate::Exit(0),
                set: Set::of(limit, reached.iter().map(|n| numbers[*n])),
            });
        let inputs: Vec<Input> = inputs.collect();
        store.add(number, &inputs).unwrap();
    }
}

pub fn named(configuration: &str, name: &str) -> Run {
    Run {
        configuration: configuration.to_owned(),
        name: name.to_owned(),
        fuzzer: "afl++".to_owned(),
        ..Run::default()
    }
}
