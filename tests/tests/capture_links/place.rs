//! A folder with objects of fz-cc's that carry captures, and others.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_binary::capture::{self, Capture, Collected, File, Hash, Kind, Record, Unit, VERSION};
use fz_tests::{RunCommand, env, fz};
use tempfile::TempDir;

pub struct Place(TempDir);

impl Place {
    /// Objects `main.o`, `one.o` of fz-cc's with captures of their own, and `other.o`, `more.o` of another compiler's.
    pub fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        let number = |name: &str| format!("int {name}(void) {{ return {}; }}\n", name.len());
        let main = "int one(void), other(void), more(void);\n\
                    int main(void) { return one() + other() + more() == 12 ? 0 : 1; }\n";
        place.write("main.c", main);
        for name in ["one", "other", "more", "shared"] {
            place.write(&format!("{name}.c"), &number(name));
        }
        place.cc("-O1 -fPIC -c main.c one.c");
        place.run(fz_llvm::CLANG, "-O1 -fPIC -c other.c more.c");
        for name in ["main", "one"] {
            place.capture(name);
        }
        place
    }

    pub fn dir(&self) -> &Path {
        self.0.path()
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.dir().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.at(name), text).unwrap();
    }

    pub fn run(&self, program: impl AsRef<Path>, args: &str) -> String {
        let mut command = Command::new(program.as_ref());
        env::bare(&mut command)
            .current_dir(self.dir())
            .stdin(Stdio::null());
        command.args(args.split_whitespace()).outcome().ok().err()
    }

    /// `fz`, however it ends.
    pub fn fz(&self, args: &str) -> Output {
        let mut command = Command::new(fz().join("bin/fz"));
        env::bare(&mut command)
            .current_dir(self.dir())
            .stdin(Stdio::null());
        command.args(args.split_whitespace()).output().unwrap()
    }

    /// What `fz` says where it succeeds.
    pub fn good(&self, args: &str) -> String {
        let out = self.fz(args);
        assert!(out.status.success(), "{args}: {out:?}");
        String::from_utf8_lossy(&out.stdout).into_owned()
    }

    /// What `fz` says where it refuses something.
    pub fn refused(&self, args: &str) -> String {
        let out = self.fz(args);
        assert_eq!(out.status.code(), Some(2), "{args}: {out:?}");
        String::from_utf8_lossy(&out.stderr).into_owned()
    }

    pub fn cc(&self, args: &str) -> String {
        self.run(fz().join("bin/fz-cc"), args)
    }

    /// Gives an object the capture of a unit, and no other; its hash.
    fn capture(&self, name: &str) -> Hash {
        let mut contents = Collected::default();
        let source = self.at(&format!("{name}.c"));
        let content = contents.add(&fs::read(&source).unwrap()).unwrap();
        let unit = Unit {
            version: VERSION,
            directory: self.dir().to_owned(),
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
        fs::write(self.at("captures"), record.bytes().unwrap()).unwrap();
        fs::write(self.at("sources"), sources).unwrap();
        for section in ["captures", "sources"] {
            self.run(
                "objcopy",
                &format!(
                    "--remove-section .debug_fz_{section} --add-section .debug_fz_{section}={section} {name}.o"
                ),
            );
        }
        manifest
    }

    pub fn unit(&self, object: &str) -> Hash {
        let data = fs::read(self.at(object)).unwrap();
        let records = capture::records(&object::File::parse(&*data).unwrap()).unwrap();
        assert_eq!(records.len(), 1, "{object}");
        records[0].manifest
    }

    pub fn read(&self, name: &str) -> Capture {
        let data = fs::read(self.at(name)).unwrap();
        let file = object::File::parse(&*data).unwrap();
        capture::read(&file).unwrap().expect("it carries a capture")
    }

    pub fn hash(&self, name: &str) -> Hash {
        Hash::of(&fs::read(self.at(name)).unwrap())
    }
}
