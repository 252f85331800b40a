//! Programs that were stripped, by the linker or later: what is loaded is as it was, and `fz` tells of them what it told.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_tests::{RunCommand, env, fz, in_parallel};
use object::{Object, ObjectSection, SectionFlags, elf::SHF_ALLOC};
use serde_json::Value;
use tempfile::TempDir;

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

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for (name, text) in SOURCES {
            fs::write(place.dir().join(name), text).unwrap();
        }
        fs::write(place.dir().join("input"), "NIAM").unwrap();
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, name: impl AsRef<Path>) -> Command {
        let mut command = Command::new(name.as_ref());
        env::bare(&mut command)
            // The build ID is of all sections, and what makes a link again names its options.
            .env("FZ_CAPTURE", "off")
            .current_dir(self.dir())
            .stdin(Stdio::null());
        command
    }

    fn run(&self, name: impl AsRef<Path>, args: &str) -> String {
        self.command(name)
            .args(args.split_whitespace())
            .outcome()
            .ok()
            .out()
    }

    fn cc(&self, args: &str) {
        self.run(fz().join("bin/fz-cc"), args);
    }

    /// The objects, and `lib.a`, whose other member another compiler made.
    fn objects(&self, flags: &str) {
        self.cc(&format!("-O2 {flags} -c main.c used.c one.cc two.cc"));
        self.run(fz_llvm::CLANG, "-O2 -fPIC -c unused.c");
        self.run("ar", "rcs lib.a used.o unused.o");
    }

    fn link(&self, flags: &str, to: &str) {
        let objects = "main.o one.o two.o lib.a";
        self.run(
            fz().join("bin/fz-cxx"),
            &format!("{objects} {flags} -o {to}"),
        );
    }

    fn fz(&self, args: &str) -> Output {
        let mut command = self.command(fz().join("bin/fz"));
        command.args(args.split_whitespace()).output().unwrap()
    }

    fn good(&self, args: &str) -> String {
        let out = self.fz(args);
        assert!(out.status.success(), "fz {args}: {out:?}");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// What fz tells of a program, but for its name and for whose the system's units are, which only symbols tell.
    fn told(&self, program: &str) -> Told {
        let inspected = self.good(&format!("inspect --json {program}"));
        let map: Value = serde_json::from_str(&inspected).unwrap();
        let size = map["programs"][0]["map"].as_u64().unwrap();
        fs::write(self.dir().join("map"), vec![1; size as usize]).unwrap();
        let doctor: Value =
            serde_json::from_str(&self.good(&format!("doctor --json {program}"))).unwrap();
        let units = doctor["units"].as_array().unwrap().iter();
        let words = format!("dict {program} -o {program}.dict");
        self.good(&words);
        let said = [
            inspected.replace(program, "p"),
            self.good(&format!("inspect --sites {program}"))
                .replace(program, "p"),
            self.good(&format!("inspect --map map {program}"))
                .replace(program, "p"),
            fs::read_to_string(self.dir().join(format!("{program}.dict"))).unwrap(),
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
    fn loaded_otherwise(&self, program: &str, than: &str) -> Vec<String> {
        let (mut of, other) = (self.loaded(program), self.loaded(than));
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
    fn loaded(&self, program: &str) -> BTreeMap<String, (u64, Vec<u8>)> {
        let data = fs::read(self.dir().join(program)).unwrap();
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

    fn sections(&self, program: &str) -> BTreeSet<String> {
        let data = fs::read(self.dir().join(program)).unwrap();
        let file = object::File::parse(&*data).unwrap();
        file.sections()
            .map(|s| s.name().unwrap().to_owned())
            .collect()
    }

    fn is_without_symbols(&self, program: &str) -> bool {
        let sections = self.sections(program);
        !sections.contains(".symtab")
            && !sections.contains(".strtab")
            && !sections.iter().any(|name| name.starts_with(".debug"))
    }

    /// What a program does with `input`, and what it announces.
    fn behaviour(&self, program: &str) -> [String; 2] {
        let path = self.dir().join(program);
        let announced = self.command(&path).env("AFL_DUMP_MAP_SIZE", "1").output();
        [
            self.run(&path, "input"),
            String::from_utf8_lossy(&announced.unwrap().stdout).into_owned(),
        ]
    }
}

#[derive(Debug, PartialEq, Eq)]
struct Told {
    said: [String; 4],
    units: BTreeSet<String>,
    complaints: String,
}

#[test]
fn what_the_linker_is_to_strip_has_its_records() {
    let place = Place::new();
    place.objects("-g -ffunction-sections");
    for linker in LINKERS {
        let flags = format!("-fuse-ld={linker} -Wl,--gc-sections");
        place.link(&flags, "whole");
        let told = place.told("whole");
        assert!(told.said[0].contains("\"used\""), "{told:?}");
        assert!(told.said[3].contains("NIAM"), "{told:?}");
        assert!(told.units.iter().all(|u| !u.contains("unused")), "{told:?}");
        let behaviour = place.behaviour("whole");
        for (strip, all) in [
            ("-s", true),
            ("-Wl,-s", true),
            ("-Xlinker --strip-all", true),
            ("-Wl,-S", false),
        ] {
            let name = format!("{linker}{strip}").replace([' ', ','], "");
            place.link(&format!("{flags} {strip}"), &name);
            assert_eq!(place.told(&name), told, "{name}");
            assert_eq!(place.loaded_otherwise(&name, "whole"), [""; 0], "{name}");
            assert_eq!(place.behaviour(&name), behaviour, "{name}");
            let sections = place.sections(&name);
            assert!(
                !sections.iter().any(|s| s.starts_with(".debug")),
                "{sections:?}"
            );
            assert_eq!(place.is_without_symbols(&name), all, "{sections:?}");
            if !all {
                let symbols = |of: &str| place.run("nm", of);
                assert_eq!(symbols(&name), symbols("whole"), "{name}");
            }
        }
    }
}

#[test]
fn what_is_stripped_after_the_link_has_its_records() {
    let place = Place::new();
    place.objects("-g");
    for linker in LINKERS {
        place.link(&format!("-fuse-ld={linker}"), "whole");
        let (told, behaviour) = (place.told("whole"), place.behaviour("whole"));
        let check = |name: &str| {
            assert_eq!(place.told(name), told, "{linker} {name}");
            assert_eq!(place.behaviour(name), behaviour, "{linker} {name}");
        };
        place.run("install", "-s whole installed");
        assert!(place.is_without_symbols("installed"));
        check("installed");
        for command in KEEPING {
            let (tool, options) = command.split_first().unwrap();
            let name = format!("{tool}{}", options.concat());
            fs::copy(place.dir().join("whole"), place.dir().join(&name)).unwrap();
            place.run(tool, &format!("{} {name}", options.join(" ")));
            check(&name);
        }
        // What the linker was to strip may be stripped again.
        place.link(&format!("-fuse-ld={linker} -s"), "bare");
        place.run("strip", "bare");
        check("bare");
    }
}

/// However a program is made, and wherever its sections end up.
#[test]
fn programs_of_all_kinds_are_stripped() {
    let place = Place::new();
    place.objects("-g -fPIC");
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
        place.link(&flags, &name);
        fs::rename(place.dir().join(&name), place.dir().join(&whole)).unwrap();
        place.link(&format!("{flags} -s"), &name);
        assert!(place.is_without_symbols(&name), "{name}");
        assert_eq!(place.loaded_otherwise(&name, &whole), [""; 0], "{name}");
        let inspected = |of: &str| {
            let said = place.good(&format!("inspect --json {of}"));
            said.replace(&format!("\"{of}\""), "\"p\"")
        };
        let told = inspected(&whole);
        assert_eq!(inspected(&name), told, "{name}");
        for program in [&name, &whole] {
            place.run("strip", &format!("{program} -o {program}-stripped"));
            let stripped = inspected(&format!("{program}-stripped"));
            assert_eq!(stripped, told, "{program}");
        }
        if *kind != "-shared" {
            assert_eq!(place.behaviour(&name), place.behaviour(&whole), "{name}");
        }
    });
}

#[test]
fn coverage_of_a_stripped_program_is_collected() {
    let place = Place::new();
    place.objects("--fz-profile=coverage");
    fs::create_dir(place.dir().join("in")).unwrap();
    for (name, text) in [("0", "NIAM"), ("1", "xxxxxx"), ("2", "b")] {
        fs::write(place.dir().join("in").join(name), text).unwrap();
    }
    let link = |flags: &str, to: &str| place.link(&format!("--fz-profile=coverage {flags}"), to);
    link("", "whole");
    link("-Wl,-s", "linked");
    place.run("install", "-s whole installed");
    place.run("strip", "-g whole -o nodebug");
    let collected = |name: &str| {
        place.good(&format!("cov collect {name} -i in -o {name}.fzcov -- @@"));
        let exported = place.good(&format!("cov export {name}.fzcov --format json"));
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
    let place = Place::new();
    place.objects("");
    place.link("", "p");
    place.run(fz_llvm::STRIP, "p");
    let by_llvm = "its records are gone: `llvm-strip` or the like";
    refused(&place, by_llvm);
    // Another compiler's link: as it comes out, the records are there.
    let objects = "main.o one.o two.o lib.a -Wl,--gc-sections";
    for linker in LINKERS {
        let link = format!("{objects} -fuse-ld={linker} -o p");
        place.run(fz_llvm::CLANGXX, &link);
        let said = place.good("inspect --long p");
        assert!(said.contains("unit used.c"), "{said}");
        place.run("strip", "p");
        refused(
            &place,
            "its records are gone: `strip` removes them from what fz-cc has not linked",
        );
    }
    place.run("strip", "-g used.o");
    let said = place.fz("doctor used.o");
    let said = String::from_utf8_lossy(&said.stdout);
    assert!(said.contains("`strip` removes them from objects"), "{said}");
}

/// What `p` says of itself, and of what is asked for.
fn refused(place: &Place, why: &str) {
    let said = |args: &str| {
        let out = place.fz(args);
        let said = [out.stdout, out.stderr].concat();
        (
            out.status.code(),
            String::from_utf8_lossy(&said).into_owned(),
        )
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
    let place = Place::new();
    place.objects("-g");
    place.link("", "whole");
    fs::write(
        place.dir().join("words"),
        "main.o one.o two.o\n-s -Wl,-z,now lib.a",
    )
    .unwrap();
    place.run(fz().join("bin/fz-cxx"), "@words -o p");
    assert!(place.is_without_symbols("p"));
    assert_eq!(place.told("p").said[0], place.told("whole").said[0]);
}

/// Where fz does not strip, the linker does as it was told, and nothing is in the way of what else may be an output.
#[test]
fn other_outputs_are_the_linkers_affair() {
    let place = Place::new();
    place.objects("-g");
    place.link("-r -nostdlib -fuse-ld=bfd -Wl,-s", "partial.o");
    place.link("-Wl,-q,-S -fuse-ld=bfd", "relocated");
    assert!(place.sections("relocated").contains(".rela.text"));
    place.behaviour("relocated");
    place.link("-s", "/dev/null");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    // Where the output is a link, what it leads to is written.
    place.link("", "real");
    std::os::unix::fs::symlink("real", place.dir().join("led")).unwrap();
    place.link("-s -fuse-ld=bfd", "led");
    assert!(place.is_without_symbols("led"));
    place.behaviour("led");
    // A second look at the same file changes nothing.
    let before = fs::read(place.dir().join("led")).unwrap();
    place.run(fz().join("bin/fz-cxx"), "-Wl,--version -o led main.o");
    assert_eq!(fs::read(place.dir().join("led")).unwrap(), before);
}
