//! What stands in objects is what `runtime/abi` declares: sections with their flags, and symbols that the runtimes know.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use fz_abi::{
    functions,
    sections::{self, Section, SectionKind},
    variables,
};
use fz_records::Records;
use fz_tests::{RunCommand, env, fz};
use object::{Object, ObjectSection, ObjectSymbol, SectionFlags, elf};

/// Something for every pass: calls of known and unknown functions, recursion, compares, labels, arithmetic.
const SOURCE: &str = include_str!("abi/source.c");

const PROFILES: [&str; 11] = [
    "fuzz", "split", "climb", "context", "compares", "cmplog", "distance", "fox", "guards",
    "coverage", "taint",
];

/// The object of a profile.
fn object(dir: &Path, profile: &str) -> Vec<u8> {
    fs::write(dir.join("source.c"), SOURCE).unwrap();
    let mut compile = Command::new(fz().join("bin/fz-cc"));
    let compile = env::bare(&mut compile).current_dir(dir).args([
        &format!("--fz-profile={profile}"),
        "-O1",
        "-g",
        "-c",
        "source.c",
        "-o",
        "object.o",
    ]);
    compile.outcome().ok();
    fs::read(dir.join("object.o")).unwrap()
}

/// The flags of a section, `wa` of them.
fn flags(kind: SectionKind) -> [bool; 2] {
    match kind {
        SectionKind::Data => [true, true],
        SectionKind::ReadOnly => [false, true],
        SectionKind::Record => [false, false],
    }
}

/// All sections that objects may have.
fn declared() -> impl Iterator<Item = Section> {
    let of_functions = Records::SECTIONS.iter().map(|name| Section {
        name,
        kind: SectionKind::Record,
        align: 1,
        entry: None,
    });
    sections::ALL.into_iter().chain(of_functions)
}

#[test]
fn sections_are_those_that_are_declared() {
    let dir = tempfile::tempdir().unwrap();
    let mut seen = BTreeSet::new();
    for profile in PROFILES {
        let data = object(dir.path(), profile);
        let file = object::File::parse(&*data).unwrap();
        for section in file.sections() {
            let name = section.name().unwrap().to_owned();
            let is_ours = ["__fz_", ".debug_fz_", "__sancov_"];
            if !is_ours.iter().any(|begin| name.starts_with(begin)) {
                continue;
            }
            let mut declared = declared();
            let declared = declared.find(|s| s.name == name);
            let declared = declared.unwrap_or_else(|| panic!("{profile}: {name} is not declared"));
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else {
                panic!("{profile}: no ELF object");
            };
            let set = [elf::SHF_WRITE, elf::SHF_ALLOC].map(|flag| sh_flags.contains(flag));
            assert_eq!(set, flags(declared.kind), "{profile}: {name}");
            assert_eq!(section.align(), declared.align as u64, "{profile}: {name}");
            if let Some(entry) = declared.entry {
                assert_eq!(section.size() % entry as u64, 0, "{profile}: {name}");
            }
            seen.insert(name);
        }
    }
    // A link has its record, nothing that is compiled.
    let expected = declared().map(|s| s.name.to_owned());
    let expected = expected.filter(|name| name != sections::LINKS);
    assert_eq!(seen, expected.collect());
}

#[test]
fn objects_ask_for_nothing_that_is_not_declared() {
    let dir = tempfile::tempdir().unwrap();
    let functions = functions::ALL.into_iter().flatten().map(|f| f.name);
    let declared: BTreeSet<_> = functions
        .chain(variables::ALL.iter().map(|v| v.name))
        .collect();
    let mut asked = BTreeSet::new();
    for profile in PROFILES {
        let data = object(dir.path(), profile);
        let file = object::File::parse(&*data).unwrap();
        for symbol in file.symbols().filter(|s| s.is_undefined()) {
            let name = symbol.name().unwrap();
            let is_bound = ["__start_", "__stop_"].iter().any(|b| name.starts_with(b));
            let is_ours = ["__fz_", "__sanitizer_", "__cmplog_", "__angora_"];
            if is_bound || !is_ours.iter().any(|begin| name.starts_with(begin)) {
                continue;
            }
            assert!(declared.contains(name), "{profile}: {name}");
            asked.insert(name.to_owned());
        }
    }
    for name in [
        functions::images::COUNTERS_INIT.name,
        functions::events::GUARD_HIT.name,
        functions::taint::EVENT_CALL.name,
        functions::cmplog::RTN_STR.name,
        functions::trace::STRCMP.name,
        variables::VARIADIC.name,
    ] {
        assert!(asked.contains(name), "{name}: {asked:?}");
    }
}
