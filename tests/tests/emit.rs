//! `fz emit`: variants of a program out of what it carries are what direct builds are, after the sources have gone.

mod bitcode;
mod full;
mod linkers;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_tests::{RunCommand, env, fz};
use object::{Object, ObjectSection, SectionFlags, elf::SHF_ALLOC};
use serde_json::Value;
use tempfile::TempDir;

/// C in folders, a member of an archive that nobody needs, C++, assembly, a generated header, a shared library of the
/// same build, and a version script.
const SOURCES: [(&str, &str); 11] = [
    ("src/main.c", include_str!("emit/sources/src/main.c")),
    ("include/api.h", include_str!("emit/sources/include/api.h")),
    ("generated/version.h", "#define VERSION \"1.2\"\n"),
    ("src/util.c", include_str!("emit/sources/src/util.c")),
    ("src/unused.c", include_str!("emit/sources/src/unused.c")),
    (
        "src/shared.hpp",
        "#include <algorithm>\n#include <string>\n\
         inline int longest(const std::string &s) { int n = 0; for (char c : s) n = std::max<int>(n, c); return n; }\n",
    ),
    ("src/one.cc", include_str!("emit/sources/src/one.cc")),
    ("src/two.cc", include_str!("emit/sources/src/two.cc")),
    ("src/twice.S", include_str!("emit/sources/src/twice.S")),
    ("src/numbers.h", "#define FACTOR 1\n"),
    ("lib/library.c", include_str!("emit/sources/lib/library.c")),
];

const SCRIPT: &str = "{ global: in_library; local: *; };\n";

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        for (name, text) in SOURCES.into_iter().chain([("lib/exports.map", SCRIPT)]) {
            let path = place.tree().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        fs::write(place.dir().join("input"), "NIAM").unwrap();
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn tree(&self) -> PathBuf {
        self.dir().join("tree")
    }

    fn command(&self, folder: &Path, name: impl AsRef<Path>) -> Command {
        let mut command = Command::new(name.as_ref());
        env::bare(&mut command)
            .env("XDG_CACHE_HOME", self.dir().join("cache"))
            .env("FZ_CAPTURE", "embed")
            .current_dir(folder)
            .stdin(Stdio::null());
        command
    }

    fn fz(&self, args: &str) -> Output {
        let mut command = self.command(self.dir(), fz().join("bin/fz"));
        command.args(args.split_whitespace()).output().unwrap()
    }

    /// Builds the program as a Makefile would, and keeps it: `DIR/NAME/program` and its library.
    fn build(&self, name: &str, flags: &str, sanitizer: &str) -> PathBuf {
        let tree = self.tree();
        let cc = |compiler: &str, args: &str| {
            let mut command = self.command(&tree, fz().join("bin").join(compiler));
            command
                .env("FZ_SANITIZE", sanitizer)
                .args(flags.split_whitespace())
                .args(args.split_whitespace())
                .outcome()
                .ok();
        };
        let absolute = tree.display().to_string();
        fs::create_dir_all(tree.join("obj")).unwrap();
        cc(
            "fz-cc",
            "-g -O2 -Iinclude -Igenerated -c src/main.c -o obj/main.o",
        );
        cc(
            "fz-cc",
            &format!("-O2 -c {absolute}/src/util.c -o obj/util.o"),
        );
        cc("fz-cc", "-O2 -c src/unused.c -o obj/unused.o");
        cc("fz-cxx", "-O2 -std=c++17 -c src/one.cc -o obj/one.o");
        cc("fz-cxx", "-O2 -std=c++17 -c src/two.cc -o obj/two.o");
        cc("fz-cc", "-c src/twice.S -o obj/twice.o");
        let _ = fs::remove_file(tree.join("libutil.a"));
        let mut ar = self.command(&tree, "ar");
        let ar = ar
            .args(["qcs", "libutil.a", "obj/util.o", "obj/unused.o"])
            .status();
        assert!(ar.unwrap().success());
        cc(
            "fz-cc",
            "-O2 -fPIC -shared lib/library.c -Wl,-soname,libown.so.1,--version-script=lib/exports.map -o libown.so.1",
        );
        cc(
            "fz-cxx",
            "obj/main.o obj/one.o obj/two.o obj/twice.o -L. -lutil -l:libown.so.1 -Wl,-rpath,$ORIGIN -o program",
        );
        let kept = self.dir().join(name);
        fs::create_dir_all(&kept).unwrap();
        for file in ["program", "libown.so.1"] {
            fs::copy(tree.join(file), kept.join(file)).unwrap();
        }
        kept.join("program")
    }
}

/// What is loaded of a file, but for what depends on where its libraries are.
fn loaded(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let data = fs::read(path).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let sections = file.sections().filter(|s| {
        let SectionFlags::Elf { sh_flags, .. } = s.flags() else {
            return false;
        };
        sh_flags.contains(SHF_ALLOC)
    });
    // Symbols are named by places in the strings, among which is where libraries are looked for.
    let places = [".dynamic", ".dynstr", ".dynsym", ".note.gnu.build-id"];
    sections
        .filter(|s| !places.contains(&s.name().unwrap()))
        .map(|s| (s.name().unwrap().to_owned(), s.data().unwrap().to_vec()))
        .collect()
}

/// What `fz inspect` says of a program's counters and sites, without its path.
fn inspected(place: &Place, program: &Path) -> [Value; 2] {
    ["--long", "--sites"].map(|what| {
        let out = place.fz(&format!("inspect {what} --json {}", program.display()));
        assert!(out.status.success(), "{out:?}");
        let mut value: Value = serde_json::from_slice(&out.stdout).unwrap();
        without_paths(&mut value);
        value
    })
}

fn without_paths(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !["path", "program", "image", "why-empty"].contains(&key.as_str()));
            map.values_mut().for_each(without_paths);
        }
        Value::Array(all) => all.iter_mut().for_each(without_paths),
        _ => {}
    }
}

#[test]
fn variants_are_what_direct_builds_are() {
    let place = Place::new();
    let variants = [
        ("vanilla", ""),
        ("split", ""),
        ("cmplog", ""),
        ("context", ""),
        ("coverage", ""),
        ("taint", ""),
        ("guards", ""),
        ("fuzz", ""),
        ("fuzz", "address"),
        ("fuzz", "undefined"),
    ];
    let mut direct = Vec::new();
    for (profile, sanitizer) in variants {
        let flags = format!("--fz-profile={profile}");
        let name = format!("{profile}{sanitizer}");
        let sanitizer = if sanitizer.is_empty() {
            "none"
        } else {
            sanitizer
        };
        direct.push(place.build(&name, &flags, sanitizer));
    }
    let program = place.build("captured", "--fz-profile=fuzz", "none");
    fs::remove_dir_all(place.tree()).unwrap();
    for ((profile, sanitizer), direct) in variants.iter().zip(direct) {
        let mut args = format!("emit {} --profile {profile} -o builds", program.display());
        let mut name = format!("program.{profile}");
        if !sanitizer.is_empty() {
            args.push_str(&format!(" --sanitize {sanitizer}"));
            name.push_str(&format!(".{sanitizer}"));
        }
        let out = place.fz(&args);
        assert!(
            out.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&out.stderr)
        );
        let emitted = place.dir().join("builds").join(&name);
        let library = place.dir().join(format!("builds/{name}.libs/libown.so.1"));
        for (emitted, direct) in [
            (emitted.clone(), direct.clone()),
            (library, direct.with_file_name("libown.so.1")),
        ] {
            let (a, b) = (loaded(&direct), loaded(&emitted));
            let names = |all: &BTreeMap<String, Vec<u8>>| all.keys().cloned().collect::<Vec<_>>();
            assert_eq!(names(&a), names(&b), "{name}");
            for (section, data) in a {
                assert!(
                    data == b[&section],
                    "{name}: {}: {section} differs",
                    emitted.display()
                );
            }
        }
        assert_eq!(
            inspected(&place, &direct),
            inspected(&place, &emitted),
            "{name}"
        );
        let mut run = place.command(place.dir(), &emitted);
        let out = run.arg("input").output().unwrap();
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(said.contains("main 1.2\nsrc/main.c:10 "), "{name}: {out:?}");
    }
}

/// What an emit has done, by its JSON.
fn done(place: &Place, args: &str) -> Value {
    let out = place.fz(args);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let value: Value = serde_json::from_slice(&out.stdout).unwrap();
    value["done"].clone()
}

#[test]
fn only_what_has_changed_is_compiled_again() {
    let place = Place::new();
    let program = place.build("captured", "--fz-profile=fuzz", "none");
    let args = format!(
        "emit {} --profile split,cmplog -o builds --json",
        program.display()
    );
    // Four units of C and C++, and one of the library, for each variant. Assembly is carried.
    assert_eq!(done(&place, &args)["compiles"], 10);
    let again = done(&place, &args);
    assert_eq!(
        (&again["compiles"], &again["links"]),
        (&0.into(), &0.into())
    );
    let source = place.tree().join("src/two.cc");
    let text = fs::read_to_string(&source).unwrap();
    fs::write(&source, text.replace("== 3", "== 4")).unwrap();
    let program = place.build("captured", "--fz-profile=fuzz", "none");
    let args = format!(
        "emit {} --profile split,cmplog -o builds --json",
        program.display()
    );
    assert_eq!(done(&place, &args)["compiles"], 2);
}

#[test]
fn the_build_itself_is_one_of_its_variants() {
    let place = Place::new();
    let text = "#include <stdio.h>\nint main(int c, char **v) { if (c > 2 && v[1][0] == 'x') puts(v[2]); return c; }\n";
    fs::write(place.dir().join("one.c"), text).unwrap();
    let build = |name: &str, setting: (&str, &str)| {
        let mut command = place.command(place.dir(), fz().join("bin/fz-cc"));
        command.env(setting.0, setting.1);
        let out = command.args(["-g", "-O2", "one.c", "-o", name]).output();
        assert!(out.unwrap().status.success(), "{name}");
    };
    build("direct", ("FZ_CAPTURE", "off"));
    build("whole", ("FZ_SANITIZE", "none"));
    build("checked", ("FZ_SANITIZE", "undefined"));
    let mut strip = place.command(place.dir(), "strip");
    let strip = strip.args(["-o", "stripped", "whole"]).status();
    assert!(strip.unwrap().success());

    let direct = loaded(&place.dir().join("direct"));
    for (program, compiles) in [("whole", 0), ("stripped", 1), ("checked", 1)] {
        let cache = format!("--cache of-{program}");
        let args = format!("emit {program} --profile fuzz -o builds --json {cache}");
        assert_eq!(done(&place, &args)["compiles"], compiles, "{program}");
        let made = place.dir().join(format!("builds/{program}.fuzz"));
        assert_eq!(loaded(&made), direct, "{program}");
        let carries = place.fz(&format!("emit {} --profile split -o no", made.display()));
        let said = String::from_utf8_lossy(&carries.stderr);
        assert!(said.contains("carries nothing"), "{program}: {said}");
    }
}

#[test]
fn two_at_once_do_not_disturb_each_other_and_an_interrupted_one_leaves_nothing() {
    let place = Place::new();
    let program = place.build("captured", "--fz-profile=fuzz", "none");
    let start = |out: &str| {
        let mut command = place.command(place.dir(), fz().join("bin/fz"));
        command
            .arg("emit")
            .arg(&program)
            .args(["--profile", "split,coverage", "-o", out])
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command.spawn().unwrap()
    };
    let stopped = start("stopped");
    std::thread::sleep(std::time::Duration::from_millis(700));
    let mut kill = place.command(place.dir(), "kill");
    let pid = stopped.id().to_string();
    assert!(kill.args(["-INT", &pid]).status().unwrap().success());
    let ended = stopped.wait_with_output().unwrap();
    assert!(!ended.status.success(), "{ended:?}");
    let left = |folder: &Path| -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if entry.file_name().to_string_lossy().starts_with(".fz-") {
                    found.push(path);
                } else if path.is_dir() {
                    folders.push(path);
                }
            }
        }
        found
    };
    assert!(left(place.dir()).is_empty(), "{:?}", left(place.dir()));
    let both = [start("both"), start("both")];
    for one in both {
        let ended = one.wait_with_output().unwrap();
        assert!(
            ended.status.success(),
            "{}",
            String::from_utf8_lossy(&ended.stderr)
        );
    }
    for name in ["program.split", "program.coverage"] {
        let out = place
            .command(place.dir(), place.dir().join("both").join(name))
            .arg("input")
            .output();
        assert!(out.unwrap().status.success(), "{name}");
    }
    assert!(left(place.dir()).is_empty(), "{:?}", left(place.dir()));
}

#[test]
fn a_program_may_be_stripped_moved_and_without_its_library() {
    let place = Place::new();
    let program = place.build("captured", "--fz-profile=fuzz", "none");
    fs::remove_dir_all(place.tree()).unwrap();
    for file in [program.clone(), program.with_file_name("libown.so.1")] {
        let mut strip = place.command(place.dir(), "strip");
        assert!(strip.arg("-s").arg(&file).status().unwrap().success());
    }
    let elsewhere = place.dir().join("a folder/of mine");
    fs::create_dir_all(&elsewhere).unwrap();
    fs::rename(&program, elsewhere.join("program")).unwrap();
    let emit = |more: &[&str]| {
        let mut command = place.command(&elsewhere, fz().join("bin/fz"));
        command
            .args(["emit", "program", "--profile", "split", "-o", "builds"])
            .args(more);
        command.output().unwrap()
    };
    let out = emit(&[]);
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{said}");
    assert!(
        said.contains("libown.so.1") && said.contains("--library"),
        "{said}"
    );
    let library = program.with_file_name("libown.so.1");
    let out = emit(&["--library", library.to_str().unwrap()]);
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let emitted = elsewhere.join("builds/program.split");
    place
        .command(place.dir(), emitted)
        .arg("input")
        .outcome()
        .ok();
}

#[test]
fn what_cannot_be_made_says_why() {
    let place = Place::new();
    let program = place.build("captured", "--fz-profile=fuzz", "none");
    let program = program.display();
    let error = |args: &str| {
        let out = place.fz(args);
        assert_eq!(out.status.code(), Some(2), "{args}: {out:?}");
        String::from_utf8_lossy(&out.stderr).into_owned()
    };
    let said = error(&format!("emit {program} --profile splitt -o builds"));
    assert!(said.contains("did you mean `split`?"), "{said}");
    let said = error(&format!(
        "emit {program} --profile split --engine afll -o builds"
    ));
    assert!(said.contains("unknown engine `afll`"), "{said}");
    let said = error(&format!(
        "emit {program} --profile split --sanitize adress -o builds"
    ));
    assert!(said.contains("unknown sanitizer"), "{said}");
    let said = error("emit /bin/true --profile split -o builds");
    assert!(
        said.contains("carries nothing to make it again from"),
        "{said}"
    );
    let said = error("emit input --profile split -o builds");
    assert!(said.contains("is no program"), "{said}");
    assert!(!place.dir().join("builds/program.split").exists());
}
