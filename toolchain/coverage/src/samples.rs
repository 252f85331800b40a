//! Stores in the small, for tests of this crate and of those that read stores.

use crate::{
    blocks::{Fate, Input},
    crashes::{Crash, Frame},
    decisions::{Asked, Decision},
    flow::{self, Flow},
    identities::{Catalogue, Function, Identity, Kind, Place, Source},
    sets::Set,
    store::{Build, Run},
};

pub fn identity(key: u64) -> Identity {
    Identity {
        key,
        kind: Kind::Edge,
        function: 0,
        place: Some(Place::new("a.c", key as u32, 3)),
        end: key.is_multiple_of(2).then_some((key as u32, 9)),
        spelled: None,
        expansion: None,
        text: format!("x{key} < 3"),
        outcome: "true".to_owned(),
        nth: 0,
        is_unstable: false,
    }
}

/// Of identities with these keys.
pub fn catalogue(keys: impl IntoIterator<Item = u64>) -> Catalogue {
    let function = Function {
        key: 7,
        symbol: "f".to_owned(),
        file: "a.c".to_owned(),
    };
    let identities = keys.into_iter().map(identity).collect();
    let source = Source {
        file: "a.c".to_owned(),
        hash: "00000000000000AA".to_owned(),
    };
    Catalogue {
        sources: vec![source],
        ..Catalogue::of("/src".to_owned(), vec![function], identities).0
    }
}

pub fn build(catalogue: &Catalogue) -> Build {
    let limit = catalogue.identities.len();
    Build {
        fingerprint: format!("{limit:016x}"),
        program: "p".to_owned(),
        members: Set::of(limit, 0..limit),
        unrecorded: Vec::new(),
    }
}

/// By what follows each condition if it is true, and if it is false.
pub fn decision(key: u64, then: &[[u32; 2]]) -> Decision {
    let asked = then.iter().zip(0..).map(|(then, at)| Asked {
        text: format!("c{at}"),
        outcomes: None,
        then: *then,
        known: None,
    });
    Decision {
        key,
        function: 7,
        place: Some(Place::new("a.c", key as u32, 5)),
        spelled: None,
        expansion: None,
        text: format!("decision {key}"),
        asked: asked.collect(),
        is_recorded: true,
    }
}

/// A function that goes from each identity to the next.
pub fn flow(catalogue: &Catalogue) -> Flow {
    let place = |number: usize| catalogue.identities[number].place.clone().unwrap();
    let all = 0..catalogue.identities.len();
    let block = |number: usize| flow::Block {
        place: place(number),
        decides: place(number),
        counter: Some(number),
        is_copy: false,
    };
    let edge = |to: usize| flow::Edge {
        from: to - 1,
        to,
        outcome: Some(to),
        counter: Some(to),
    };
    Flow {
        functions: vec![flow::Function {
            symbol: "f".to_owned(),
            function: Some(0),
            blocks: all.clone().map(block).collect(),
            edges: all.skip(1).map(edge).collect(),
            calls: vec![(0, flow::Call::ByName(0)), (0, flow::Call::Data(0))],
            signature: 0,
            start: flow::Start::Always,
        }],
        data: vec![flow::Data {
            symbol: "table".to_owned(),
            calls: vec![flow::Call::Address(0), flow::Call::Data(0)],
            start: flow::Start::Named,
        }],
        types: vec!["void ()".to_owned()],
    }
}

pub fn input(name: &str, limit: usize, numbers: &[usize]) -> Input {
    Input {
        name: name.into(),
        size: name.len() as u64,
        hash: xxhash_rust::xxh3::xxh3_64(name.as_bytes()),
        time: Some(numbers.len() as u64),
        fate: Fate::Exit(0),
        set: Set::of(limit, numbers.iter().copied()),
    }
}

pub fn run(name: &str) -> Run {
    Run {
        name: name.to_owned(),
        ..Run::default()
    }
}

pub fn crash_in(run: usize, input: &str) -> Crash {
    Crash {
        run,
        input: input.into(),
        time: Some(3),
        left_out: 7,
        ..crash("SIGSEGV", &["!abort", "f a.c 3"])
    }
}

/// Frames as `function file line`; those of the machinery begin with `!`.
pub fn crash(what: &str, frames: &[&str]) -> Crash {
    let frame = |text: &&str| {
        let own = text.trim_start_matches('!');
        let mut words = own.split(' ');
        Frame {
            is_machinery: own.len() < text.len(),
            function: words.next().unwrap_or_default().to_owned(),
            file: words.next().unwrap_or_default().to_owned(),
            line: words.next().map_or(0, |w| w.parse().unwrap()),
            module: "p".to_owned(),
        }
    };
    Crash {
        what: what.to_owned(),
        frames: frames.iter().map(frame).collect(),
        ..Crash::default()
    }
}
