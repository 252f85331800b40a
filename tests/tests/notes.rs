//! What only notes leaves the code as it is: machine code and its relocations, byte by byte, with a pass and without it;
//! and builds that are used side by side have the same sites under the same numbers.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fz_harness::code::{self, Code};
use fz_tests::{fz, rooms};
use serde_json::Value;

/// Programs of other tests, of all kinds.
const SOURCES: [&str; 8] = [
    "angora/answers.c",
    "angora/breaks.c",
    "angora/conditions.c",
    "angora/settings.cc",
    "run/compares.c",
    "run/modern.cc",
    "run/odd.c",
    "run/told.c",
];
const LEVELS: [&str; 2] = ["-O0", "-O2"];

fn run(command: &mut Command) -> Vec<u8> {
    let out = command.output().unwrap();
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{command:?}: {said}");
    out.stdout
}

fn compile(profile: &str, flags: &[&str], source: &str, object: &Path) {
    let (name, standard) = match source.ends_with(".c") {
        true => ("bin/fz-cc", "-std=gnu17"),
        false => ("bin/fz-cxx", "-std=gnu++20"),
    };
    let mut compiler = Command::new(fz().join(name));
    fz_tests::env::bare(&mut compiler)
        .arg(format!("--fz-profile={profile}"))
        .args(["-w", "-c", standard])
        .args(flags)
        .arg(rooms().join("tests").join(source))
        .arg("-o")
        .arg(object);
    run(&mut compiler);
}

/// The machine code of an object, but for what fz adds of its own.
fn code(object: &Path) -> Code {
    let code = code::of(object).unwrap();
    assert!(!code.is_empty(), "{} has no code", object.display());
    code
}

fn profile(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(format!("{name}.toml"));
    fs::write(&path, format!("summary = \"for a test\"\n{text}")).unwrap();
    path.display().to_string()
}

#[test]
fn the_dictionary_changes_no_code() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let [with, without] = ["with.o", "without.o"].map(|name| dir.join(name));
    for parent in ["fuzz", "vanilla"] {
        let on = format!("extends = \"{parent}\"\n[feedback.dictionary]\n");
        let (on, off) = match parent {
            "fuzz" => (
                parent.to_owned(),
                profile(dir, "off", &format!("{on}off = true\n")),
            ),
            _ => (profile(dir, "on", &on), parent.to_owned()),
        };
        for source in SOURCES {
            for level in LEVELS {
                compile(&on, &[level], source, &with);
                compile(&off, &[level], source, &without);
                assert!(code(&with) == code(&without), "{parent} {source} {level}");
            }
        }
    }
}

/// What records say of the sites of an object: by function and number, what both builds want.
fn sites(object: &Path) -> BTreeMap<(String, u64), String> {
    let mut inspect = Command::new(fz().join("bin/fz"));
    fz_tests::env::bare(&mut inspect)
        .args(["inspect", "--list", "sites", "--json"])
        .arg(object);
    let report: Value = serde_json::from_slice(&run(&mut inspect)).unwrap();
    let mut sites = BTreeMap::new();
    for image in report["images"].as_array().unwrap() {
        for function in image["functions"].as_array().unwrap() {
            let name = function["function"].as_str().unwrap();
            for site in function["sites"].as_array().unwrap() {
                let number = site["number"].as_u64().unwrap();
                sites.insert((name.to_owned(), number), site.to_string());
            }
        }
    }
    sites
}

#[test]
fn sites_have_one_number_in_all_builds_of_a_source() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let objects: Vec<PathBuf> = ["angora", "taint", "compares", "off"]
        .iter()
        .map(|name| dir.join(format!("{name}.o")))
        .collect();
    let off = "extends = \"angora\"\n[feedback.dictionary]\noff = true\n";
    let off = profile(dir, "off", off);
    let mut all = 0;
    for source in SOURCES {
        for level in LEVELS {
            for (name, object) in ["angora", "taint", "compares", &off].iter().zip(&objects) {
                compile(name, &[level], source, object);
            }
            let [angora, others @ ..] = &objects[..] else {
                unreachable!("four builds");
            };
            let angora = sites(angora);
            for other in others {
                let found = sites(other);
                for (place, site) in &angora {
                    // `compares` wants fewer kinds.
                    if let Some(same) = found.get(place) {
                        assert_eq!(same, site, "{source} {level} {place:?} {other:?}");
                        all += 1;
                    } else {
                        assert!(other.ends_with("compares.o"), "{source} {level} {site}");
                    }
                }
            }
        }
    }
    assert!(all > 1000, "{all}");
}
