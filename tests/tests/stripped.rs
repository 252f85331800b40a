//! Programs that were stripped, by the linker or later: what is loaded is as it was, and `fz` tells of them what it told.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use fz_tests::{RunCommand, Sandbox, in_parallel};
use object::{Object, ObjectSection, SectionFlags, elf::SHF_ALLOC};
use serde_json::Value;

const LINKERS: [&str; 3] = ["bfd", "gold", "lld"];

/// What leaves records in a program that fz-cc has linked.
const KEEPING: [&[&str]; 6] = [
    &["strip", "-s"],
    &["strip", "-g"],
    &["strip", "--strip-unneeded"],
    &["objcopy", "--strip-all"],
    &[fz_llvm::STRIP, "-g"],
    &[fz_llvm::STRIP, "--strip-all-gnu"],
];

/// `main` of C, a member of an archive beside one that nobody needs, and two units of C++ that share a function.
const SOURCES: [(&str, &str); 6] = [
    ("main.c", include_str!("stripped/sources/main.c")),
    ("used.c", include_str!("stripped/sources/used.c")),
    ("unused.c", "int unused(int x) { return x > 4 ? 5 : x; }\n"),
    ("shared.h", include_str!("stripped/sources/shared.h")),
    ("one.cc", include_str!("stripped/sources/one.cc")),
    ("two.cc", include_str!("stripped/sources/two.cc")),
];

fn place() -> Sandbox {
    let place = Sandbox::with(SOURCES);
    place.write("input", "NIAM");
    // The build ID is of all sections, and what makes a link again names its options.
    place.env("FZ_CAPTURE", "off")
}

/// The objects, and `lib.a`, whose other member another compiler made.
fn objects(place: &Sandbox, flags: &str) {
    place.cc(&format!("-O2 {flags} -c main.c used.c one.cc two.cc"));
    place
        .run(&format!("{} -O2 -fPIC -c unused.c", fz_llvm::CLANG))
        .ok();
    place.run("ar rcs lib.a used.o unused.o").ok();
}

fn link(place: &Sandbox, flags: &str, to: &str) {
    let objects = "main.o one.o two.o lib.a";
    place.cxx(&format!("{objects} {flags} -o {to}"));
}

/// What fz tells of a program, but for its name and for whose the system's units are, which only symbols tell.
fn told_of(place: &Sandbox, program: &str) -> Told {
    let inspected = place.prints(&format!("inspect --json {program}"));
    let map: Value = serde_json::from_str(&inspected).unwrap();
    let size = map["programs"][0]["map"].as_u64().unwrap();
    place.write("map", vec![1; size as usize]);
    let doctor: Value = place.json(&format!("doctor --json {program}"));
    let units = doctor["units"].as_array().unwrap().iter();
    let words = format!("dict {program} -o {program}.dict");
    place.prints(&words);
    let said = [
        inspected.replace(program, "p"),
        place
            .prints(&format!("inspect --list sites {program}"))
            .replace(program, "p"),
        place
            .prints(&format!("inspect --map map {program}"))
            .replace(program, "p"),
        place.text(format!("{program}.dict")),
    ];
    Told {
        said,
        units: units
            .filter(|u| u["owner"] != "system")
            .map(|u| u.to_string().replace(program, "p"))
            .collect(),
        complaints: doctor["complaints"].to_string(),
    }
}

/// Sections that are loaded with other bytes than those of another program.
fn loaded_otherwise(place: &Sandbox, program: &str, than: &str) -> Vec<String> {
    let (mut of, other) = (loaded(place, program), loaded(place, than));
    for (name, section) in &other {
        if of.get(name) == Some(section) {
            of.remove(name);
        } else {
            of.entry(name.clone()).or_default();
        }
    }
    of.into_keys().collect()
}

/// Bytes of what is loaded, by section; dynamic symbols without the numbers of sections.
fn loaded(place: &Sandbox, program: &str) -> BTreeMap<String, (u64, Vec<u8>)> {
    let data = place.read(program);
    let file = object::File::parse(&*data).unwrap();
    let is_loaded = |s: &object::Section| matches!(s.flags(), SectionFlags::Elf { sh_flags, .. } if sh_flags.contains(SHF_ALLOC));
    let sections = file.sections().filter(is_loaded);
    sections
        .map(|s| {
            let mut bytes = s.data().unwrap().to_vec();
            if s.name() == Ok(".dynsym") {
                bytes.chunks_mut(24).for_each(|symbol| symbol[6..8].fill(0));
            }
            (s.name().unwrap().to_owned(), (s.address(), bytes))
        })
        .collect()
}

fn sections_of(place: &Sandbox, program: &str) -> BTreeSet<String> {
    let data = place.read(program);
    let file = object::File::parse(&*data).unwrap();
    file.sections()
        .map(|s| s.name().unwrap().to_owned())
        .collect()
}

fn is_without_symbols(place: &Sandbox, program: &str) -> bool {
    let sections = sections_of(place, program);
    !sections.contains(".symtab")
        && !sections.contains(".strtab")
        && !sections.iter().any(|name| name.starts_with(".debug"))
}

/// What a program does with `input`, and what it announces.
fn behaviour_of(place: &Sandbox, program: &str) -> [String; 2] {
    let program = format!("./{program}");
    let announced = place
        .command(&program)
        .env("AFL_DUMP_MAP_SIZE", "1")
        .outcome();
    [
        place.run(&format!("{program} input")).ok().out(),
        announced.out(),
    ]
}

#[derive(Debug, PartialEq, Eq)]
struct Told {
    said: [String; 4],
    units: BTreeSet<String>,
    complaints: String,
}

#[test]
fn what_the_linker_is_to_strip_has_its_records() {
    let place = place();
    objects(&place, "-g -ffunction-sections");
    for linker in LINKERS {
        let flags = format!("-fuse-ld={linker} -Wl,--gc-sections");
        link(&place, &flags, "whole");
        let told = told_of(&place, "whole");
        assert!(told.said[0].contains("\"used\""), "{told:?}");
        assert!(told.said[3].contains("NIAM"), "{told:?}");
        assert!(told.units.iter().all(|u| !u.contains("unused")), "{told:?}");
        let behaviour = behaviour_of(&place, "whole");
        for (strip, all) in [
            ("-s", true),
            ("-Wl,-s", true),
            ("-Xlinker --strip-all", true),
            ("-Wl,-S", false),
        ] {
            let name = format!("{linker}{strip}").replace([' ', ','], "");
            link(&place, &format!("{flags} {strip}"), &name);
            assert_eq!(told_of(&place, &name), told, "{name}");
            assert_eq!(loaded_otherwise(&place, &name, "whole"), [""; 0], "{name}");
            assert_eq!(behaviour_of(&place, &name), behaviour, "{name}");
            let sections = sections_of(&place, &name);
            assert!(
                !sections.iter().any(|s| s.starts_with(".debug")),
                "{sections:?}"
            );
            assert_eq!(is_without_symbols(&place, &name), all, "{sections:?}");
            if !all {
                let symbols = |of: &str| place.run(&format!("nm {of}")).ok().out();
                assert_eq!(symbols(&name), symbols("whole"), "{name}");
            }
        }
    }
}

#[test]
fn what_is_stripped_after_the_link_has_its_records() {
    let place = place();
    objects(&place, "-g");
    for linker in LINKERS {
        link(&place, &format!("-fuse-ld={linker}"), "whole");
        let (told, behaviour) = (told_of(&place, "whole"), behaviour_of(&place, "whole"));
        let check = |name: &str| {
            assert_eq!(told_of(&place, name), told, "{linker} {name}");
            assert_eq!(behaviour_of(&place, name), behaviour, "{linker} {name}");
        };
        place.run("install -s whole installed").ok();
        assert!(is_without_symbols(&place, "installed"));
        check("installed");
        for command in KEEPING {
            let (tool, options) = command.split_first().unwrap();
            let name = format!("{tool}{}", options.concat());
            fs::copy(place.at("whole"), place.at(&name)).unwrap();
            place
                .run(&format!("{tool} {} {name}", options.join(" ")))
                .ok();
            check(&name);
        }
        // What the linker was to strip may be stripped again.
        link(&place, &format!("-fuse-ld={linker} -s"), "bare");
        place.run("strip bare").ok();
        check("bare");
    }
}

/// However a program is made, and wherever its sections end up.
#[test]
fn programs_of_all_kinds_are_stripped() {
    let place = place();
    objects(&place, "-g -fPIC");
    let kinds = ["-pie", "-no-pie", "-static", "-static-pie", "-shared"];
    let linkers = LINKERS.iter();
    let all: Vec<(&str, &str)> = linkers.flat_map(|l| kinds.map(|kind| (*l, kind))).collect();
    in_parallel(&all, |(linker, kind)| {
        // gold makes no static position-independent executables that glibc's start code accepts.
        if (*linker, *kind) == ("gold", "-static-pie") {
            return;
        }
        // gold writes the library's name into it.
        let (name, whole) = (format!("{linker}{kind}"), format!("{linker}{kind}-whole"));
        let more = match *kind {
            "-pie" => "-Wl,--compress-debug-sections=zlib",
            _ => "",
        };
        let flags = format!("-fuse-ld={linker} {kind} {more}");
        link(&place, &flags, &name);
        fs::rename(place.at(&name), place.at(&whole)).unwrap();
        link(&place, &format!("{flags} -s"), &name);
        assert!(is_without_symbols(&place, &name), "{name}");
        assert_eq!(loaded_otherwise(&place, &name, &whole), [""; 0], "{name}");
        let inspected = |of: &str| {
            let said = place.prints(&format!("inspect --json {of}"));
            said.replace(&format!("\"{of}\""), "\"p\"")
        };
        let told = inspected(&whole);
        assert_eq!(inspected(&name), told, "{name}");
        for program in [&name, &whole] {
            place
                .run(&format!("strip {program} -o {program}-stripped"))
                .ok();
            let stripped = inspected(&format!("{program}-stripped"));
            assert_eq!(stripped, told, "{program}");
        }
        if *kind != "-shared" {
            assert_eq!(
                behaviour_of(&place, &name),
                behaviour_of(&place, &whole),
                "{name}"
            );
        }
    });
}

#[test]
fn coverage_of_a_stripped_program_is_collected() {
    let place = place();
    objects(&place, "--fz-profile=coverage");
    fs::create_dir(place.at("in")).unwrap();
    for (name, text) in [("0", "NIAM"), ("1", "xxxxxx"), ("2", "b")] {
        fs::write(place.at("in").join(name), text).unwrap();
    }
    let link = |flags: &str, to: &str| link(&place, &format!("--fz-profile=coverage {flags}"), to);
    link("", "whole");
    link("-Wl,-s", "linked");
    place.run("install -s whole installed").ok();
    place.run("strip -g whole -o nodebug").ok();
    let collected = |name: &str| {
        place.prints(&format!("cov collect {name} -i in -o {name}.fzcov -- @@"));
        let exported = place.prints(&format!("cov report {name}.fzcov --format json"));
        let exported: Value = serde_json::from_str(&exported).unwrap();
        exported["identities"].clone()
    };
    let whole = collected("whole");
    assert!(whole.as_array().unwrap().len() > 10, "{whole}");
    for name in ["linked", "installed", "nodebug"] {
        assert_eq!(collected(name), whole, "{name}");
    }
}

#[test]
fn what_llvm_strip_removed_is_said() {
    let place = place();
    objects(&place, "");
    link(&place, "", "p");
    place.run(&format!("{} p", fz_llvm::STRIP)).ok();
    let by_llvm = "its records are missing: `llvm-strip` or the like";
    refused(&place, by_llvm);
    // Another compiler's link: as it comes out, the records are there.
    let objects = "main.o one.o two.o lib.a -Wl,--gc-sections";
    for linker in LINKERS {
        let link = format!("{objects} -fuse-ld={linker} -o p");
        place.run(&format!("{} {link}", fz_llvm::CLANGXX)).ok();
        let said = place.prints("inspect --list functions p");
        assert!(said.contains("unit used.c"), "{said}");
        place.run("strip p").ok();
        refused(
            &place,
            "its records are missing: `strip` removes them from what fz-cc has not linked",
        );
    }
    place.run("strip -g used.o").ok();
    let said = place.fz("doctor used.o");
    let said = String::from_utf8_lossy(&said.stdout);
    assert!(said.contains("`strip` removes them from objects"), "{said}");
}

/// What `p` says of itself, and of what is asked for.
fn refused(place: &Sandbox, why: &str) {
    let said = |args: &str| {
        let out = place.fz(args);
        (out.status.code(), out.said())
    };
    for (args, code) in [
        ("inspect p", 0),
        ("doctor p", 1),
        ("dict p", 2),
        ("guards p -i main.c", 2),
    ] {
        let (ended, said) = said(args);
        assert_eq!(ended, Some(code), "{args}: {said}");
        assert!(said.contains(why), "{args}: {said}");
    }
}

#[test]
fn files_of_arguments_are_stripped_too() {
    let place = place();
    objects(&place, "-g");
    link(&place, "", "whole");
    fs::write(place.at("words"), "main.o one.o two.o\n-s -Wl,-z,now lib.a").unwrap();
    place.cxx("@words -o p");
    assert!(is_without_symbols(&place, "p"));
    assert_eq!(
        told_of(&place, "p").said[0],
        told_of(&place, "whole").said[0]
    );
}

/// Where fz does not strip, the linker does as it was told, and nothing is in the way of what else may be an output.
#[test]
fn other_outputs_are_the_linkers_affair() {
    let place = place();
    objects(&place, "-g");
    link(&place, "-r -nostdlib -fuse-ld=bfd -Wl,-s", "partial.o");
    link(&place, "-Wl,-q,-S -fuse-ld=bfd", "relocated");
    assert!(sections_of(&place, "relocated").contains(".rela.text"));
    behaviour_of(&place, "relocated");
    link(&place, "-s", "/dev/null");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    // Where the output is a link, what it leads to is written.
    link(&place, "", "real");
    std::os::unix::fs::symlink("real", place.at("led")).unwrap();
    link(&place, "-s -fuse-ld=bfd", "led");
    assert!(is_without_symbols(&place, "led"));
    behaviour_of(&place, "led");
    // A second look at the same file changes nothing.
    let before = fs::read(place.at("led")).unwrap();
    place.cxx("-Wl,--version -o led main.o");
    assert_eq!(fs::read(place.at("led")).unwrap(), before);
}
