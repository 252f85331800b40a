//! A folder with sources, and what compilers make of them there.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_abi::sections::{CAPTURES, SOURCES};
use fz_binary::capture::{self, Capture, Record, Unit};
use fz_tests::{env, fz};
use object::{Object, ObjectSection};
use tempfile::TempDir;

pub struct Place(TempDir);

impl Place {
    pub fn with(files: &[(&str, &str)]) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for (name, text) in files {
            let path = place.dir().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        place
    }

    pub fn dir(&self) -> &Path {
        self.0.path()
    }

    fn command(&self, program: &str) -> Command {
        let path = match program.starts_with("fz") {
            true => fz().join("bin").join(program),
            false => program.into(),
        };
        let mut command = Command::new(path);
        env::bare(&mut command).current_dir(self.dir());
        command
    }

    pub fn run(&self, program: &str, words: &[&str]) {
        succeeded(self.command(program).args(words).output().unwrap(), words);
    }

    pub fn compile(&self, compiler: &str, words: &[&str]) {
        self.compile_with(compiler, words, &[]);
    }

    pub fn compile_with(&self, compiler: &str, words: &[&str], variables: &[(&str, &str)]) {
        let mut command = self.command(compiler);
        command.args(words).envs(variables.iter().copied());
        succeeded(command.output().unwrap(), words);
    }

    pub fn compile_reading(&self, compiler: &str, words: &[&str], text: &str) {
        let mut command = self.command(compiler);
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
        succeeded(child.wait_with_output().unwrap(), words);
    }

    /// What the log says of a compilation.
    pub fn logged(&self, words: &[&str]) -> String {
        let mut command = self.command("fz-cc");
        let output = command.args(words).env("FZ_LOG", "1").output().unwrap();
        let said = String::from_utf8(output.stderr.clone()).unwrap();
        succeeded(output, words);
        said
    }

    pub fn fails(&self, words: &[&str], variables: &[(&str, &str)]) -> String {
        let mut command = self.command("fz-cc");
        let output = command
            .args(words)
            .envs(variables.iter().copied())
            .output()
            .unwrap();
        assert!(!output.status.success(), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn captured(&self, name: &str) -> Option<Capture> {
        let data = fs::read(self.dir().join(name)).unwrap();
        let file = object::File::parse(&*data).unwrap();
        capture::read(&file).unwrap()
    }

    /// What a file carries; all of it is whole.
    pub fn capture(&self, name: &str) -> Capture {
        let captured = self.captured(name);
        let captured = captured.unwrap_or_else(|| panic!("{name} carries nothing"));
        contents(&captured);
        captured
    }

    pub fn records(&self, name: &str) -> Vec<Record> {
        let data = fs::read(self.dir().join(name)).unwrap();
        capture::records(&object::File::parse(&*data).unwrap()).unwrap()
    }
}

fn succeeded(output: Output, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

/// The contents of all files of all units.
pub fn contents(capture: &Capture) -> Vec<Vec<u8>> {
    let files = capture.units.iter().flat_map(|(_, unit)| &unit.files);
    files
        .map(|file| capture.contents.get(&file.content).unwrap())
        .collect()
}

/// A unit's files below the folder.
pub fn files(unit: &Unit, place: &Place) -> Vec<String> {
    let own = unit
        .files
        .iter()
        .filter_map(|f| f.path.strip_prefix(place.dir()).ok());
    own.map(|path| path.display().to_string()).collect()
}

/// A file's sections but for those of captures, and the tables that name them.
pub fn sections(place: &Place, name: &str) -> Vec<(String, Vec<u8>)> {
    let data = fs::read(place.dir().join(name)).unwrap();
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
