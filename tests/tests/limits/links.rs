//! Links of links, and lists that are long.

use std::time::{Duration, Instant};

use fz_binary::capture::{Archived, Hash, Input, InputKind, Link, Member};

use super::forged::Place;

fn object(name: &str, link: Hash) -> Input {
    Input {
        argument: name.to_owned(),
        path: format!("/{name}").into(),
        kind: InputKind::Object {
            object: Member {
                link: Some(link),
                ..Member::default()
            },
        },
    }
}

/// Partial links, each of which takes the one before it so many times.
fn nested(first: &Link, depth: usize, times: usize) -> Vec<Link> {
    let mut links = vec![first.clone()];
    for number in 0..depth {
        let taken = Hash::of(&serde_json::to_vec(links.last().unwrap()).unwrap());
        let names = (0..times).map(|n| format!("{n}.o"));
        let inputs: Vec<Input> = names.map(|name| object(&name, taken)).collect();
        let arguments = inputs.iter().map(|i| i.argument.clone());
        links.push(Link {
            output: format!("{number}.o"),
            arguments: std::iter::once("-r".to_owned()).chain(arguments).collect(),
            inputs,
            ..first.clone()
        });
    }
    links
}

const BUILDS: [&str; 3] = [
    "emit program split -o builds --ninja plan.ninja",
    "extract program --bitcode -o program.bc",
    "extract program --bitcode -o program.bc --link program.link",
];

#[test]
fn partial_links_are_nested_a_few_deep() {
    let place = Place::new();
    let (unit, link, contents) = place.capture();
    for depth in [40, 3000] {
        place.forge(
            std::slice::from_ref(&unit),
            &nested(&link, depth, 1),
            &contents,
        );
        for args in ["extract program"].iter().chain(&BUILDS) {
            place.refused(args).says("nested more than 32 deep");
        }
    }
    // As real ones are.
    place.forge(std::slice::from_ref(&unit), &nested(&link, 5, 1), &contents);
    place.fz("extract program").ok();
}

#[test]
fn a_link_that_is_taken_again_and_again_is_planned_once() {
    let place = Place::new();
    let (unit, link, contents) = place.capture();
    place.forge(&[unit], &nested(&link, 30, 3), &contents);
    let begun = Instant::now();
    for args in BUILDS {
        place.fz(args);
    }
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn long_lists_take_no_longer_than_they_are() {
    let place = Place::new();
    let (unit, link, contents) = place.capture();
    let mut units = vec![unit.clone()];
    let mut long = link.clone();
    // Units and sources of one name each, foreign files of one, and an archive that is named over and over.
    for number in 0..20_000 {
        let mut unit = unit.clone();
        unit.files.truncate(1);
        unit.output = Some(format!("{number}.o"));
        units.push(unit);
        for kind in [
            InputKind::Source,
            InputKind::Foreign {
                content: Hash::of(b""),
            },
        ] {
            long.inputs.push(Input {
                argument: format!("{number}.c"),
                path: format!("/gone/{number}").into(),
                kind,
            });
        }
        long.arguments
            .extend([format!("{number}.c"), "all.a".to_owned()]);
    }
    let member = |number| Archived {
        name: format!("{number}.o"),
        object: Member::default(),
    };
    long.inputs.push(Input {
        argument: "all.a".to_owned(),
        path: "/gone/all.a".into(),
        kind: InputKind::Archive {
            members: (0..20_000).map(member).collect(),
        },
    });
    units
        .iter_mut()
        .for_each(|u| u.arguments = long.arguments[..8].to_vec());
    place.forge(&units, &[long], &contents);
    let begun = Instant::now();
    place.fz("extract program");
    BUILDS.iter().for_each(|args| drop(place.fz(args)));
    assert!(
        begun.elapsed() < Duration::from_secs(60),
        "{:?}",
        begun.elapsed()
    );
}
