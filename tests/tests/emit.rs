//! `fz emit`: variants of a program from the sources that it carries are what direct builds are, after the sources have gone.

mod bitcode;
mod full;
mod linkers;

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Stdio,
};

use fz_tests::{Outcome, RunCommand, Sandbox};
use object::{Object, ObjectSection, SectionFlags, elf::SHF_ALLOC};
use serde_json::Value;

/// C in folders, a member of an archive that nobody needs, C++, assembly, a generated header, a shared library of the
/// same build, and a version script.
fn place() -> Sandbox {
    let place = Sandbox::new().env("FZ_CAPTURE", "embed");
    place.copy("emit/sources", "tree");
    place.write("input", "NIAM");
    place
}

/// Builds the program as a Makefile would, and keeps it: `DIR/NAME/program` and its library.
fn build(place: &Sandbox, name: &str, profile: &str, sanitizer: &str) -> PathBuf {
    let tree = place.folder("tree");
    let utility = format!("-O2 -c {}/src/util.c -o obj/util.o", tree.display());
    place.folder("tree/obj");
    let _ = fs::remove_file(place.at("tree/libutil.a"));
    for (program, words) in [
        (
            "fz-cc",
            "-g -O2 -Iinclude -Igenerated -c src/main.c -o obj/main.o",
        ),
        ("fz-cc", &utility),
        ("fz-cc", "-O2 -c src/unused.c -o obj/unused.o"),
        ("fz-cxx", "-O2 -std=c++17 -c src/one.cc -o obj/one.o"),
        ("fz-cxx", "-O2 -std=c++17 -c src/two.cc -o obj/two.o"),
        ("fz-cc", "-c src/twice.S -o obj/twice.o"),
        ("ar", "qcs libutil.a obj/util.o obj/unused.o"),
        (
            "fz-cc",
            "-O2 -fPIC -shared lib/library.c -Wl,-soname,libown.so.1,--version-script=lib/exports.map -o libown.so.1",
        ),
        (
            "fz-cxx",
            "obj/main.o obj/one.o obj/two.o obj/twice.o -L. -lutil -l:libown.so.1 -Wl,-rpath,$ORIGIN -o program",
        ),
    ] {
        let mut command = place.command(program);
        command.current_dir(&tree).args(words.split(' '));
        command.envs([("FZ_PROFILE", profile), ("FZ_SANITIZE", sanitizer)]);
        command.outcome().ok();
    }
    for file in ["program", "libown.so.1"] {
        place.folder(name);
        fs::copy(tree.join(file), place.at(name).join(file)).unwrap();
    }
    place.at(name).join("program")
}

/// One to emit variants of.
fn captured(place: &Sandbox) -> PathBuf {
    build(place, "captured", "fuzz", "none")
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
fn inspected(place: &Sandbox, program: &Path) -> [Value; 2] {
    ["functions", "sites"].map(|what| {
        let mut value = place.json(&format!(
            "inspect --list {what} --json {}",
            program.display()
        ));
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
    let place = place();
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
        let name = format!("{profile}{sanitizer}");
        let sanitizer = if sanitizer.is_empty() {
            "none"
        } else {
            sanitizer
        };
        direct.push(build(&place, &name, profile, sanitizer));
    }
    let program = captured(&place);
    fs::remove_dir_all(place.at("tree")).unwrap();
    for ((profile, sanitizer), direct) in variants.iter().zip(direct) {
        let build = match sanitizer.is_empty() {
            true => profile.to_string(),
            false => format!("{profile}.{sanitizer}"),
        };
        let name = format!("program.{build}");
        place.says(&format!("emit {} {build} -o builds", program.display()));
        let emitted = place.at("builds").join(&name);
        let library = place.at(format!("builds/{name}.libs/libown.so.1"));
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
        let ran = place.call(&emitted, &["input"]);
        assert!(
            ran.out().contains("main 1.2\nsrc/main.c:10 "),
            "{name}: {ran:?}"
        );
    }
}

/// What an emit has done, by its JSON.
fn done(place: &Sandbox, args: &str) -> Value {
    place.json(args)["done"].take()
}

#[test]
fn only_what_has_changed_is_compiled_again() {
    let place = place();
    let program = captured(&place);
    let args = format!("emit {} split cmplog -o builds --json", program.display());
    // Four units of C and C++, and one of the library, for each variant. Assembly is carried.
    assert_eq!(done(&place, &args)["compiles"], 10);
    let again = done(&place, &args);
    assert_eq!(
        (&again["compiles"], &again["links"]),
        (&0.into(), &0.into())
    );
    let text = place.text("tree/src/two.cc");
    place.write("tree/src/two.cc", text.replace("== 3", "== 4"));
    captured(&place);
    assert_eq!(done(&place, &args)["compiles"], 2);
}

#[test]
fn the_build_itself_is_one_of_its_variants() {
    let place = place();
    let text = "#include <stdio.h>\nint main(int c, char **v) { if (c > 2 && v[1][0] == 'x') puts(v[2]); return c; }\n";
    place.write("one.c", text);
    for (name, variable, value) in [
        ("direct", "FZ_CAPTURE", "off"),
        ("whole", "FZ_SANITIZE", "none"),
        ("checked", "FZ_SANITIZE", "undefined"),
    ] {
        let mut command = place.command("fz-cc");
        command
            .env(variable, value)
            .args(["-g", "-O2", "one.c", "-o", name]);
        command.outcome().ok();
    }
    place.run("strip -o stripped whole").ok();

    let direct = loaded(&place.at("direct"));
    for (program, compiles) in [("whole", 0), ("stripped", 1), ("checked", 1)] {
        // Nothing that was made of another program is there.
        let mut emit = place.command("fz");
        emit.env("XDG_CACHE_HOME", place.at(format!("of-{program}")));
        emit.args(["emit", program, "fuzz", "-o", "builds", "--json"]);
        let done = emit.outcome().ok().json()["done"].take();
        assert_eq!(done["compiles"], compiles, "{program}");
        let made = place.at(format!("builds/{program}.fuzz"));
        assert_eq!(loaded(&made), direct, "{program}");
        let carries = place.fz(&format!("emit {} split -o no", made.display()));
        carries.says("carries nothing");
    }
}

#[test]
fn two_at_once_do_not_disturb_each_other_and_an_interrupted_one_leaves_nothing() {
    let place = place();
    let program = captured(&place);
    // However busy the machine is, nothing is done when the interruption comes.
    let slow = place.at("slow");
    place.write("slow", "#!/bin/sh\nsleep 2\nexec \"$@\"\n");
    fs::set_permissions(&slow, fs::Permissions::from_mode(0o755)).unwrap();
    let start = |out: &str| {
        let mut command = place.command("fz");
        if out == "stopped" {
            command.env("FZ_LAUNCHER", &slow);
        }
        command
            .arg("emit")
            .arg(&program)
            .args(["split", "coverage", "-o", out]);
        command
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let stopped = start("stopped");
    std::thread::sleep(std::time::Duration::from_millis(250));
    place.run(&format!("kill -INT {}", stopped.id())).ok();
    let _ = Outcome::from(stopped.wait_with_output().unwrap()).fails();
    let left = |folder: &Path| -> Vec<PathBuf> {
        let found = walkdir::WalkDir::new(folder).into_iter().flatten();
        let found = found.filter(|e| e.file_name().to_string_lossy().starts_with(".fz-"));
        found.map(walkdir::DirEntry::into_path).collect()
    };
    assert!(left(place.dir()).is_empty(), "{:?}", left(place.dir()));
    let both = [start("both"), start("both")];
    for one in both {
        Outcome::from(one.wait_with_output().unwrap()).ok();
    }
    for name in ["program.split", "program.coverage"] {
        place.run(&format!("./both/{name} input")).ok();
    }
    assert!(left(place.dir()).is_empty(), "{:?}", left(place.dir()));
}

#[test]
fn a_program_may_be_stripped_moved_and_without_its_library() {
    let place = place();
    let program = captured(&place);
    fs::remove_dir_all(place.at("tree")).unwrap();
    for file in [program.clone(), program.with_file_name("libown.so.1")] {
        place.call("strip", &["-s".as_ref(), file.as_os_str()]).ok();
    }
    let elsewhere = place.folder("a folder/of mine");
    fs::rename(&program, elsewhere.join("program")).unwrap();
    let emit = |more: &[&str]| {
        let mut fz = place.command("fz");
        fz.current_dir(&elsewhere);
        fz.args(["emit", "program", "split", "-o", "builds"])
            .args(more);
        fz.outcome()
    };
    emit(&[]).ends(2).says("libown.so.1").says("--library");
    let library = program.with_file_name("libown.so.1");
    emit(&["--library", library.to_str().unwrap()]).ok();
    place
        .call(elsewhere.join("builds/program.split"), &["input"])
        .ok();
}

/// Of a program, of its library, of the cache, and of what is made.
#[test]
fn paths_may_hold_commas() {
    let place = place();
    let program = captured(&place);
    let folder = place.folder("with, comma");
    let moved = folder.join("pro,gram");
    fs::rename(&program, &moved).unwrap();
    fs::rename(
        program.with_file_name("libown.so.1"),
        folder.join("libown.so.1"),
    )
    .unwrap();
    let place = place.env(
        "XDG_CACHE_HOME",
        &folder.join("ca,che").display().to_string(),
    );
    let program = moved.display();
    place
        .run(&format!("fz emit '{program}' split taint -o 'out, put'"))
        .ok();
    for profile in ["split", "taint"] {
        let made = place.at("out, put").join(format!("pro,gram.{profile}"));
        place.call(made, &["input"]).ok();
    }
    let out = "-o 'out, put/whole.bc' --link 'out, put/words'";
    place
        .run(&format!("fz extract '{program}' --bitcode {out}"))
        .ok();
    let words = format!("@{}", place.at("out, put/words").display());
    place.call(fz_llvm::CLANGXX, &[&words, "-o", "whole"]).ok();
    place.call("./whole", &["input"]).ok();
}

#[test]
fn what_cannot_be_made_says_why() {
    let place = place();
    let program = captured(&place);
    let program = program.display();
    for (words, says) in [
        (format!("{program} splitt"), "did you mean `split`?"),
        (format!("{program} split.afll"), "did you mean `afl`?"),
        (format!("{program} split.adress"), "did you mean `address`?"),
        (
            "/bin/true split".to_owned(),
            "carries nothing to make it again from",
        ),
        ("input split".to_owned(), "is not a program"),
    ] {
        place
            .fz(&format!("emit {words} -o builds"))
            .ends(2)
            .says(says);
    }
    assert!(!place.at("builds/program.split").exists());
}
