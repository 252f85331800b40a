//! A folder with sources, and what compilers make of them there.

use std::{io::Write, process::Stdio};

use fz_abi::sections::{CAPTURES, SOURCES};
use fz_binary::capture::{self, Capture, Record, Unit};
use fz_tests::{Outcome, RunCommand, Sandbox};
use object::{Object, ObjectSection};

pub fn compile_reading(place: &Sandbox, compiler: &str, words: &[&str], text: &str) {
    let mut command = place.command(compiler);
    let piped = command
        .args(words)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    Outcome::from(child.wait_with_output().unwrap()).ok();
}

/// What the log says of a compilation.
pub fn logged(place: &Sandbox, words: &[&str]) -> String {
    let mut command = place.command("fz-cc");
    command.args(words).env("FZ_LOG", "1").outcome().ok().err()
}

pub fn fails(place: &Sandbox, words: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = place.command("fz-cc");
    command.args(words).envs(variables.iter().copied());
    command.outcome().fails().err()
}

pub fn captured(place: &Sandbox, name: &str) -> Option<Capture> {
    let data = place.read(name);
    let file = object::File::parse(&*data).unwrap();
    capture::read(&file).unwrap()
}

/// What a file carries; all of it is whole.
pub fn carried(place: &Sandbox, name: &str) -> Capture {
    let captured = captured(place, name);
    let captured = captured.unwrap_or_else(|| panic!("{name} carries nothing"));
    contents(&captured);
    captured
}

pub fn records(place: &Sandbox, name: &str) -> Vec<Record> {
    let data = place.read(name);
    capture::records(&object::File::parse(&*data).unwrap()).unwrap()
}

/// The contents of all files of all units.
pub fn contents(capture: &Capture) -> Vec<Vec<u8>> {
    let files = capture.units.iter().flat_map(|(_, unit)| &unit.files);
    files
        .map(|file| capture.contents.get(&file.content).unwrap())
        .collect()
}

/// A unit's files below the folder.
pub fn files(unit: &Unit, place: &Sandbox) -> Vec<String> {
    let own = unit
        .files
        .iter()
        .filter_map(|f| f.path.strip_prefix(place.dir()).ok());
    own.map(|path| path.display().to_string()).collect()
}

/// A file's sections but for those of captures, and the tables that name them.
pub fn sections(place: &Sandbox, name: &str) -> Vec<(String, Vec<u8>)> {
    let data = place.read(name);
    let file = object::File::parse(&*data).unwrap();
    let captures = [CAPTURES, SOURCES];
    let tables = [".strtab", ".symtab", ".shstrtab", ".group", ".llvm_addrsig"];
    let wanted = file.sections().filter(|s| {
        let name = s.name().unwrap();
        // Relocations name symbols by their numbers.
        !captures.contains(&name) && !tables.contains(&name) && !name.starts_with(".rela")
    });
    wanted
        .map(|s| (s.name().unwrap().to_owned(), s.data().unwrap().to_vec()))
        .collect()
}
