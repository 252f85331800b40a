//! `fz extract`: lists, files, and programs without what they carry.

use std::fs;

use object::{Object, ObjectSection, SectionFlags, elf::SHF_ALLOC};
use serde_json::Value;

use fz_tests::Sandbox;

use super::{
    LINKERS,
    place::{clang, objects},
};

/// A program of all kinds of inputs.
fn program(place: &Sandbox, flags: &str) {
    place.run("ar rcs lib.a other.o one.o").ok();
    place.cc(&format!("{flags} main.o lib.a more.o -lm -o program"));
}

/// What `fz doctor` says of the program, which has units of other compilers.
fn told(place: &Sandbox) -> String {
    String::from_utf8_lossy(&place.fz("doctor -v program").stdout).into_owned()
}

fn json(place: &Sandbox, args: &str) -> Value {
    serde_json::from_str(&place.prints(args)).unwrap()
}

/// Names and bytes of all that is loaded.
fn loaded(data: &[u8]) -> Vec<(String, u64, Vec<u8>)> {
    let file = object::File::parse(data).unwrap();
    let is_loaded = |flags| match flags {
        SectionFlags::Elf { sh_flags, .. } => sh_flags.contains(SHF_ALLOC),
        _ => false,
    };
    let sections = file.sections().filter(|s| is_loaded(s.flags()));
    sections
        .map(|s| {
            let data = s.data().unwrap_or_default().to_vec();
            (s.name().unwrap().to_owned(), s.address(), data)
        })
        .collect()
}

#[test]
fn a_program_is_listed() {
    let place = objects();
    program(&place, "");
    let text = place.prints("extract ./program");
    for line in [
        "unit     main.c: C, ",
        "unit     one.c: C, ",
        "link     program: fuzz, afl, 4 inputs, in ",
        "carried  lib.a(other.o): ",
        "carried  more.o: ",
        "foreign  /",
        "./program: 2 units, 1 link, 2 carried, 1 foreign; ",
    ] {
        assert!(text.lines().any(|l| l.starts_with(line)), "{line}: {text}");
    }
    assert!(text.contains(": unchanged"), "{text}");
    let all = json(&place, "extract --json ./program");
    let program = &all["programs"][0];
    assert_eq!(program["units"][0]["source"], "main.c");
    assert_eq!(
        program["units"][0]["directory"],
        place.dir().to_str().unwrap()
    );
    assert_eq!(program["units"][0]["files"], 1);
    assert_eq!(
        program["units"][0]["bytes"],
        fs::metadata(place.at("main.c")).unwrap().len()
    );
    assert_eq!(program["links"][0]["made-this"], true);
    assert_eq!(program["without-capture"], serde_json::json!([]));
    assert!(program["capture-bytes"].as_u64() < program["bytes"].as_u64());
    // Archives and objects.
    let text = place.prints("extract lib.a main.o");
    assert!(text.contains("unit     one.c (one.o): C"), "{text}");
    assert!(text.contains("main.o: 1 unit, 0 links"), "{text}");
}

#[test]
fn what_is_missing_or_has_changed_is_told() {
    let place = objects();
    clang(&place, "-shared -fPIC shared.c -o libshared.so");
    clang(&place, "-shared -fPIC more.c -o libmore.so");
    place
        .run("objcopy --remove-section .debug_fz_captures one.o")
        .ok();
    place.cc("main.o one.o other.o libshared.so libmore.so -o program");
    fs::remove_file(place.at("libshared.so")).unwrap();
    place.write("libmore.so", "other");
    let text = place.prints("extract program");
    for words in [
        "libshared.so: MISSING",
        "libmore.so: CHANGED",
        "WITHOUT  one.c: ",
        ", and 1 without a capture",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    clang(&place, "-c more.c -o plain.o");
    let error = place.refuses("extract plain.o");
    assert!(
        error.contains("it was not compiled and linked with fz-cc"),
        "{error}"
    );
    assert!(place.refuses("extract nowhere").contains("nowhere"));
    assert!(
        place
            .refuses("extract program -o other")
            .contains("--remove")
    );
}

#[test]
fn captures_are_taken_out_and_nothing_else() {
    let place = objects();
    for linker in LINKERS {
        program(&place, &format!("-fuse-ld={linker}"));
        let before = fs::read(place.at("program")).unwrap();
        place.prints("extract --remove program -o plain");
        assert_eq!(fs::read(place.at("program")).unwrap(), before);
        place.prints("extract --remove program");
        let after = fs::read(place.at("program")).unwrap();
        assert_eq!(fs::read(place.at("plain")).unwrap(), after);
        assert_eq!(loaded(&after), loaded(&before), "{linker}");
        let error = place.refuses("extract program");
        assert!(error.contains("it carries no sources"), "{error}");
        let names = |data: &[u8]| -> Vec<String> {
            let file = object::File::parse(data).unwrap();
            let names = file.sections().map(|s| s.name().unwrap().to_owned());
            names.filter(|n| !n.is_empty()).collect()
        };
        let mut expected = names(&before);
        expected.retain(|n| !["_fz_captures", "_fz_sources"].contains(&n.as_str()));
        let mut found = names(&after);
        for list in [&mut expected, &mut found] {
            list.sort();
        }
        assert_eq!(found, expected, "{linker}");
        place.run("./program").ok();
        assert!(told(&place).contains("main.c: "), "{linker}");
        // Once more changes nothing.
        place.prints("extract --remove program");
        assert_eq!(fs::read(place.at("program")).unwrap(), after);
    }
}

#[test]
fn no_names_of_captures_stay() {
    let place = objects();
    for linker in LINKERS {
        program(&place, &format!("-fuse-ld={linker}"));
        fz_binary::capture::remove(&place.at("program"), None).unwrap();
        let data = fs::read(place.at("program")).unwrap();
        assert!(!data.windows(10).any(|w| w == b"fz.source."), "{linker}");
        place.run("./program").ok();
    }
}

#[test]
fn objects_and_archives_can_be_linked_without_their_captures() {
    let place = objects();
    place.run("ar rcs lib.a other.o one.o more.o").ok();
    for linker in LINKERS {
        let part = format!("part.{linker}.o");
        place.cc(&format!("-fuse-ld={linker} -r one.o more.o -o {part}"));
        place.prints(&format!("extract --remove {part}"));
        place.prints("extract --remove main.o -o main.plain.o");
        place.prints("extract --remove lib.a -o plain.a");
        for input in [&part, "main.plain.o", "plain.a"] {
            let data = fs::read(place.at(input)).unwrap();
            assert!(!data.windows(13).any(|w| w == b"other() + mor"), "{input}");
            assert!(
                place
                    .refuses(&format!("extract {input}"))
                    .contains("no sources")
            );
        }
        for inputs in [
            format!("main.plain.o {part} other.o"),
            "main.plain.o plain.a".to_owned(),
        ] {
            for linker in LINKERS {
                place.cc(&format!("-fuse-ld={linker} {inputs} -o program"));
                place.run("./program").ok();
                assert!(told(&place).contains("one.c: "), "{inputs}");
            }
        }
    }
    place.run("ar rcT thin.a one.o").ok();
    let error = place.refuses("extract --remove thin.a");
    assert!(error.contains("name its members"), "{error}");
}

#[test]
fn sources_are_written_below_a_folder() {
    let place = objects();
    program(&place, "");
    let tree = place.at("tree");
    place.prints("extract program --source -o tree");
    for source in ["main.c", "one.c"] {
        let path = tree.join(place.at(source).strip_prefix("/").unwrap());
        assert_eq!(fs::read(path).unwrap(), fs::read(place.at(source)).unwrap());
    }
    let error = place.refuses("extract program --source");
    assert!(error.contains("-o"), "{error}");
    let error = place.refuses("extract other.o --source -o tree");
    assert!(error.contains("it carries no sources"), "{error}");
    assert!(place.prints("extract program").contains("main.c"));
}

#[test]
fn commands_are_a_compilation_database() {
    let place = objects();
    program(&place, "");
    let all = json(&place, "extract program --commands");
    let files: Vec<_> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["file"].clone())
        .collect();
    assert_eq!(files, ["main.c", "one.c"]);
    assert_eq!(all[0]["directory"], place.dir().to_str().unwrap());
    place.prints("extract program --commands -o compile_commands.json");
    let text = fs::read_to_string(place.at("compile_commands.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), all);
}
