//! A folder with objects of fz-cc's that carry captures, and others.

use std::fs;

use fz_binary::capture::{self, Capture, Collected, File, Hash, Kind, Record, Unit, VERSION};
use fz_tests::Sandbox;

/// Objects `main.o`, `one.o` of fz-cc's with captures of their own, and `other.o`, `more.o` of another compiler's.
pub fn objects() -> Sandbox {
    let place = Sandbox::with([("main.c", MAIN)]);
    for name in ["one", "other", "more", "shared"] {
        let number = format!("int {name}(void) {{ return {}; }}\n", name.len());
        place.write(format!("{name}.c"), number);
    }
    place.cc("-O1 -fPIC -c main.c one.c");
    clang(&place, "-O1 -fPIC -c other.c more.c");
    for name in ["main", "one"] {
        capture(&place, name);
    }
    place
}

const MAIN: &str = "int one(void), other(void), more(void);\n\
                    int main(void) { return one() + other() + more() == 12 ? 0 : 1; }\n";

/// Another compiler than fz-cc, which has to work.
pub fn clang(place: &Sandbox, words: &str) {
    place.run(&format!("{} {words}", fz_llvm::CLANG)).ok();
}

/// Gives an object the capture of a unit, and no other; its hash.
pub fn capture(place: &Sandbox, name: &str) -> Hash {
    let mut contents = Collected::default();
    let source = place.at(format!("{name}.c"));
    let content = contents.add(&fs::read(&source).unwrap()).unwrap();
    let unit = Unit {
        version: VERSION,
        directory: place.dir().to_owned(),
        arguments: ["-O1", "-c", &format!("{name}.c")]
            .map(String::from)
            .to_vec(),
        source: format!("{name}.c"),
        resource: "/resource".into(),
        files: vec![File {
            path: source,
            content,
            same: None,
        }],
        ..Unit::default()
    };
    let manifest = contents.add(&serde_json::to_vec(&unit).unwrap()).unwrap();
    let record = Record {
        kind: Kind::Unit,
        manifest,
        source: unit.source,
        store: None,
    };
    let sources: Vec<u8> = contents.contents.into_iter().flat_map(|(_, c)| c).collect();
    place.write("captures", record.bytes().unwrap());
    place.write("sources", sources);
    for section in ["captures", "sources"] {
        let change = format!(
            "--remove-section .debug_fz_{section} --add-section .debug_fz_{section}={section}"
        );
        place.run(&format!("objcopy {change} {name}.o")).ok();
    }
    manifest
}

pub fn unit(place: &Sandbox, object: &str) -> Hash {
    let data = place.read(object);
    let records = capture::records(&object::File::parse(&*data).unwrap()).unwrap();
    assert_eq!(records.len(), 1, "{object}");
    records[0].manifest
}

pub fn read(place: &Sandbox, name: &str) -> Capture {
    let data = place.read(name);
    let file = object::File::parse(&*data).unwrap();
    capture::read(&file).unwrap().expect("it carries a capture")
}

pub fn hash(place: &Sandbox, name: &str) -> Hash {
    Hash::of(&place.read(name))
}
