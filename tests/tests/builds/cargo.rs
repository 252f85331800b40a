//! Cargo's crate `cc`, by which build scripts compile C.

use std::path::PathBuf;

use fz_tests::RunCommand;

use super::{PRINTS, build, has, sources, units};

const MANIFEST: &str = "\
[package]
name = \"tiny\"
version = \"0.1.0\"
edition = \"2021\"

[build-dependencies]
cc = \"1\"

[workspace]
";
const SCRIPT: &str = "\
fn main() {
    cc::Build::new().file(\"part.c\").file(\"five.S\").compile(\"part\");
    cc::Build::new().cpp(true).file(\"other.cc\").compile(\"other\");
}
";
const MAIN: &str = "\
extern \"C\" {
    fn part(a: i32) -> i32;
    fn other(a: i32) -> i32;
    fn five() -> i32;
}
fn main() {
    println!(\"{}\", unsafe { part(1) + other(1) + five() });
}
";

/// The crate is among those that fz itself is built from, so that cargo has it.
#[test]
fn the_crate_cc() {
    if !has(&["cargo"]) {
        return;
    }
    let dir = &sources();
    dir.write("Cargo.toml", MANIFEST);
    dir.write("build.rs", SCRIPT);
    dir.write("src/main.rs", MAIN);
    build("cargo", dir)
        .args(["build", "--quiet", "--offline", "--target-dir", "out"])
        .outcome()
        .ok();
    let program = dir.at("out/debug/tiny");
    assert_eq!(dir.command(&program).outcome().ok().out(), PRINTS);
    let named = |name: &str| -> PathBuf {
        let found = walkdir::WalkDir::new(dir.at("out/debug/build"));
        let mut files = found.into_iter().map(|e| e.unwrap().into_path());
        let file = files.find(|path| path.ends_with(name));
        file.unwrap_or_else(|| panic!("there is no {name}"))
    };
    for (archive, sources) in [("libpart.a", ["part.c"]), ("libother.a", ["other.cc"])] {
        let archive = named(archive);
        assert_eq!(units(&archive), sources);
        let program = fz_binary::Program::open(&archive).unwrap();
        let captured = program.captured().unwrap();
        let carried = captured.parts.iter().flat_map(|part| &part.capture.units);
        let carried: Vec<&str> = carried.map(|(_, unit)| unit.source.as_str()).collect();
        assert_eq!(carried.len(), 1, "{carried:?}");
        assert!(carried[0].ends_with(sources[0]), "{carried:?}");
    }
    assert_eq!(units(&program), ["other.cc", "part.c"]);
}
