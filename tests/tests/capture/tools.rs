//! Captures in what linkers, archivers and `strip` make.

use std::{collections::HashSet, fs};

use fz_abi::{capture, sections};
use fz_tests::{Sandbox, in_parallel};
use object::{Object, ObjectSection};

use super::place::carried;

const SOURCES: [(&str, &str); 4] = [
    ("one.cc", include_str!("tools/sources/one.cc")),
    ("two.cc", include_str!("tools/sources/two.cc")),
    ("shared.h", include_str!("tools/sources/shared.h")),
    ("unused.cc", "int unused(int n) { return n > 3; }\n"),
];

/// How many contents a file has, and how many of them differ.
fn contents(place: &Sandbox, name: &str) -> (usize, usize) {
    let data = fs::read(place.at(name)).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let mut hashes = Vec::new();
    for section in file.sections() {
        if !sections::is(section.name().unwrap(), sections::SOURCES) {
            continue;
        }
        let data = section.data().unwrap();
        let mut at = 0;
        while at < data.len() {
            let number = |at: usize| u32::from_le_bytes(data[at..at + 4].try_into().unwrap());
            assert_eq!(number(at), capture::content::MAGIC, "{name}: at {at}");
            hashes.push(data[at + 16..at + 48].to_vec());
            at += number(at + 4) as usize;
        }
    }
    (hashes.len(), hashes.iter().collect::<HashSet<_>>().len())
}

fn sources(place: &Sandbox, name: &str) -> Vec<String> {
    let capture = carried(place, name);
    let mut sources: Vec<_> = capture
        .units
        .iter()
        .map(|(_, u)| u.source.clone())
        .collect();
    sources.sort();
    sources
}

const BOTH: [&str; 2] = ["one.cc", "two.cc"];

#[test]
fn linkers_keep_each_content_once() {
    let place = Sandbox::with(SOURCES);
    for source in ["one.cc", "two.cc", "unused.cc"] {
        place
            .call("fz-cxx", &["-c", "-ffunction-sections", source])
            .ok();
    }
    place
        .call("ar", &["rcs", "lib.a", "two.o", "unused.o"])
        .ok();
    let linkers = ["bfd", "gold", "lld"];
    let cases: Vec<_> = linkers
        .iter()
        .flat_map(|l| [(l, false), (l, true)])
        .collect();
    in_parallel(&cases, |(linker, collects)| {
        let (use_linker, program) = (format!("-fuse-ld={linker}"), format!("{linker}{collects}"));
        let mut words = vec![use_linker.as_str(), "one.o", "lib.a", "-o", &program];
        if *collects {
            words.extend(["-Wl,--gc-sections", "-s"]);
        }
        place.call("fz-cxx", &words).ok();
        assert_eq!(sources(&place, &program), BOTH, "{linker}");
        let (all, different) = contents(&place, &program);
        assert!(
            all == different && all > 100,
            "{linker}: {all} contents, {different} differ"
        );
        place.call("strip", &[&program]).ok();
        assert_eq!(sources(&place, &program), BOTH, "{linker}, stripped");
    });
}

#[test]
fn partial_links_and_archives_keep_them() {
    let place = Sandbox::with(SOURCES);
    for source in ["one.cc", "two.cc"] {
        place.call("fz-cxx", &["-c", source]).ok();
    }
    for linker in ["bfd", "gold", "lld"] {
        let flag = format!("-fuse-ld={linker}");
        place
            .call(
                "fz-cxx",
                &["-r", "-nostdlib", &flag, "one.o", "two.o", "-o", "both.o"],
            )
            .ok();
        place.call("ar", &["rcs", "both.a", "both.o"]).ok();
        let program = format!("program.{linker}");
        let words = [
            "-Wl,--whole-archive",
            "both.a",
            "-Wl,--no-whole-archive",
            "-o",
            &program,
        ];
        place.call("fz-cxx", &words).ok();
        assert_eq!(sources(&place, &program), BOTH, "{linker}");
    }
}

#[test]
fn link_time_optimisation_keeps_them() {
    let place = Sandbox::with(SOURCES);
    for kind in ["full", "thin"] {
        let (lto, program) = (format!("-flto={kind}"), format!("program.{kind}"));
        for source in BOTH {
            place.call("fz-cxx", &[&lto, "-O2", "-c", source]).ok();
        }
        place
            .call(
                "fz-cxx",
                &[
                    &lto,
                    "-O2",
                    "-fuse-ld=lld",
                    "one.o",
                    "two.o",
                    "-o",
                    &program,
                ],
            )
            .ok();
        assert_eq!(sources(&place, &program), BOTH, "{kind}");
    }
}

#[test]
fn text_and_bitcode_carry_them() {
    let place = Sandbox::with(SOURCES);
    place.call("fz-cxx", &["-S", "two.cc", "-o", "two.s"]).ok();
    place
        .call("fz-cxx", &["-c", "two.s", "-o", "assembled.o"])
        .ok();
    assert_eq!(sources(&place, "assembled.o"), ["two.cc"]);
    for (flags, name) in [
        (["-S", "-emit-llvm"], "two.ll"),
        (["-c", "-emit-llvm"], "two.bc"),
    ] {
        place
            .call("fz-cxx", &[&flags[..], &["two.cc", "-o", name]].concat())
            .ok();
        place.call("fz-cxx", &["-c", name, "-o", "compiled.o"]).ok();
        assert_eq!(sources(&place, "compiled.o"), ["two.cc"], "{name}");
    }
}
