//! Modules: their units have counters, and programs are emitted without sources, objects and compiled modules.

use std::{fs, process::Command};

use fz_tests::{RunCommand, Sandbox, env, not_run::cannot_run};
use object::{Object, ObjectSection, SectionKind};

/// A build of `source/program`, as one would do it by hand or as build systems do.
type Build = fn(&Sandbox, profile: &str);

const FLAGS: &str = "-std=c++20 -O2 -g";

fn cxx(place: &Sandbox, profile: &str, words: &str) {
    let mut command = place.command("fz-cxx");
    command.current_dir(place.at("source"));
    command.args([format!("--fz-profile={profile}")]);
    command.args(FLAGS.split(' ').chain(words.split(' ')));
    command.outcome().ok();
}

const IMPORTS: &str = "-fmodule-file=words=words.pcm -fmodule-file=words:count=count.pcm";

fn link(place: &Sandbox, profile: &str) {
    cxx(
        place,
        profile,
        &format!("-c kind.cpp -DLIMIT=3 {IMPORTS} -o kind.o"),
    );
    cxx(
        place,
        profile,
        "-c main.cpp -fprebuilt-module-path=prebuilt -o main.o",
    );
    cxx(place, profile, "count.o words.o kind.o main.o -o program");
}

/// Importers of the second find modules by their names in a folder.
fn prebuild(place: &Sandbox) {
    place.folder("source/prebuilt");
    for (from, to) in [("words", "words"), ("count", "words-count")] {
        let to = place.at("source/prebuilt").join(format!("{to}.pcm"));
        fs::copy(place.at("source").join(format!("{from}.pcm")), to).unwrap();
    }
}

/// One command makes an object and what importers read. CMake says what a source is in a file of arguments.
fn in_one_phase(place: &Sandbox, profile: &str) {
    let count = "-x c++-module\n-fmodule-output=count.pcm\n";
    place.write("source/count.modmap", count);
    cxx(place, profile, "@count.modmap -o count.o -c count.cc");
    cxx(
        place,
        profile,
        "-DLIMIT=3 -c words.cppm -fmodule-file=words:count=count.pcm -o words.o -fmodule-output",
    );
    prebuild(place);
    link(place, profile);
}

/// What importers read is made first, and objects of that. The second phase has no use for most options.
fn in_two_phases(place: &Sandbox, profile: &str) {
    cxx(
        place,
        profile,
        "-x c++-module --precompile count.cc -o count.pcm",
    );
    cxx(
        place,
        profile,
        "-DLIMIT=3 --precompile words.cppm -fmodule-file=words:count=count.pcm -o words.pcm",
    );
    for unit in ["count", "words"] {
        let words = format!(
            "--fz-profile={profile} -O2 -g -c {unit}.pcm -fmodule-file=words:count=count.pcm -o {unit}.o"
        );
        let mut command = place.command("fz-cxx");
        command
            .current_dir(place.at("source"))
            .args(words.split(' '));
        command.outcome().ok();
    }
    prebuild(place);
    link(place, profile);
}

/// What is loaded of a program, but for what names the file.
fn loaded(data: &[u8]) -> Vec<(String, Vec<u8>)> {
    let file = object::File::parse(data).unwrap();
    let is_loaded = |kind| {
        !matches!(
            kind,
            SectionKind::Debug | SectionKind::Other | SectionKind::Note
        )
    };
    let sections = file
        .sections()
        .filter(|s| s.address() != 0 && is_loaded(s.kind()));
    let named = sections.map(|s| (s.name().unwrap().to_owned(), s.data().unwrap().to_vec()));
    named.collect()
}

fn emitted(build: Build) {
    let place = Sandbox::of("modules").env("FZ_CAPTURE", "embed");
    let profiles = ["split", "coverage", "taint"];
    for profile in profiles {
        build(&place, profile);
        fs::rename(place.at("source/program"), place.at(profile)).unwrap();
    }
    build(&place, "fuzz");
    fs::rename(place.at("source/program"), place.at("program")).unwrap();
    let doctor = place.prints("doctor -v ./program");
    assert!(
        doctor.contains("4 units: 4 with counters, 0 without"),
        "{doctor}"
    );
    // Not even a module without functions is a header of the system's.
    let doctor = place.prints("doctor -v ./coverage");
    assert!(
        doctor.contains("4 units: 4 with counters, 0 without"),
        "{doctor}"
    );

    fs::remove_dir_all(place.at("source")).unwrap();
    place
        .fz(&format!("emit ./program {} -o builds", profiles.join(" ")))
        .ok();
    for profile in profiles {
        let built = format!("./builds/program.{profile}");
        assert_eq!(place.run(&built).ok().out(), "42 7 2\n", "{profile}");
        let [direct, emitted] = [place.read(profile), place.read(&built)];
        assert_eq!(loaded(&direct), loaded(&emitted), "{profile}");
    }
    // Another sanitizer, and the whole as one module.
    place.fz("emit ./program fuzz.address -o builds").ok();
    place
        .run("./builds/program.fuzz.address")
        .ok()
        .says("42 7 2");
    place.fz("extract ./program --bitcode -o whole.bc").ok();
}

#[test]
fn what_is_compiled_in_one_phase_is_emitted() {
    emitted(in_one_phase);
}

#[test]
fn what_is_compiled_in_two_phases_is_emitted() {
    emitted(in_two_phases);
}

/// Markers of an interface's conditions come with it, and are counted by the importing unit's numbers.
#[test]
fn conditions_of_an_interface_are_the_importing_units_own() {
    for build in [in_one_phase as Build, in_two_phases] {
        let place = Sandbox::of("modules");
        build(&place, "coverage");
        place.write("in/1", "abcdefgh");
        place
            .fz("cov collect source/program -i in -o out.fzcov -- @@")
            .ok();
        let summary = place.json("cov report out.fzcov --json");
        let files = summary["files"].as_array().unwrap();
        let of = |name: &str| {
            let is_it = |file: &&serde_json::Value| file["file"].as_str().unwrap().ends_with(name);
            let file = files.iter().find(is_it).unwrap();
            ["functions", "outcomes"].map(|what| file[what]["reached"].as_u64().unwrap())
        };
        // `a > LIMIT` and `b < 5` are true, and so is all; both cases are taken.
        assert_eq!(of("words.cppm"), [1, 5]);
        assert_eq!(of("count.cc"), [1, 1]);
    }
}

/// What importers read does not say where the interface's headers were.
#[test]
fn an_interface_is_made_again_with_its_own_folders() {
    let place = Sandbox::new().env("FZ_CAPTURE", "embed");
    place.write(
        "source/include/own.h",
        "inline int own(int x) { return x == 3 ? 42 : x; }\n",
    );
    place.write(
        "source/part.cc",
        "module;\n#include \"own.h\"\nexport module part;\nexport int part(int x) { return own(x + 2); }\n",
    );
    place.write(
        "source/main.cc",
        "import part;\nint main(int count, char **) { return part(count) - 42; }\n",
    );
    cxx(
        &place,
        "fuzz",
        "-Iinclude -x c++-module -c part.cc -fmodule-output=part.pcm -o part.o",
    );
    cxx(
        &place,
        "fuzz",
        "-fmodule-file=part=part.pcm main.cc part.o -o program",
    );
    fs::rename(place.at("source/program"), place.at("program")).unwrap();
    fs::remove_dir_all(place.at("source")).unwrap();
    for profile in ["split", "coverage", "taint"] {
        place.says(&format!("emit program {profile} -o builds"));
        place.run(&format!("./builds/program.{profile}")).ok();
    }
}

#[test]
fn header_units_are_emitted() {
    let place = Sandbox::of("modules/header");
    let flags = "-std=c++20 -O2 -w";
    place.cxx(&format!(
        "{flags} -DSMALL -x c++-user-header --precompile inside/small.h -o small.pcm"
    ));
    place.cxx(&format!(
        "{flags} -x c++-system-header --precompile string_view -o view.pcm"
    ));
    place.cxx(&format!(
        "{flags} -Iinside -fmodule-file=small.pcm -fmodule-file=view.pcm -c main.cpp -o main.o"
    ));
    place.cxx("main.o -o program");
    for file in [
        "main.cpp",
        "main.o",
        "small.pcm",
        "view.pcm",
        "inside/small.h",
    ] {
        fs::remove_file(place.at(file)).unwrap();
    }
    place
        .fz("emit ./program split coverage taint -o builds")
        .ok();
    for profile in ["split", "coverage", "taint"] {
        place.run(&format!("./builds/program.{profile}")).ends(7);
    }
}

/// With `-fmodules`, clang makes modules of headers by maps, on its own or where it is told to.
#[test]
fn modules_by_maps_are_emitted() {
    let explicit = "-fno-implicit-modules -fmodule-map-file=module.modulemap";
    for words in ["-fmodules-cache-path=kept", explicit] {
        let place = Sandbox::of("modules/map");
        let mut imports = String::new();
        if words == explicit {
            let make = "-fmodules -fno-implicit-modules -Xclang -emit-module -fmodule-name=Thrice -x c module.modulemap -c -o t.pcm";
            place.run(&format!("{} {make}", fz_llvm::CLANG)).ok();
            imports.push_str("-fmodule-file=t.pcm");
        }
        place.cc(&format!("-fmodules {words} {imports} -c main.c -o main.o"));
        place.cc("main.o -o program");
        for file in ["main.c", "main.o", "thrice.h", "module.modulemap"] {
            fs::remove_file(place.at(file)).unwrap();
        }
        let _ = fs::remove_file(place.at("t.pcm"));
        let _ = fs::remove_dir_all(place.at("kept"));
        place
            .fz("emit ./program split coverage taint -o builds")
            .ok();
        for profile in ["split", "coverage", "taint"] {
            place.run(&format!("./builds/program.{profile}")).ends(9);
        }
    }
}

#[test]
fn what_cmake_builds_is_emitted() {
    let said = Command::new("cmake").arg("--version").output();
    let said = said.map(|o| String::from_utf8_lossy(&o.stdout).into_owned());
    let version = said.ok().and_then(|said| {
        let version = said.split_whitespace().nth(2)?;
        let mut numbers = version.split('.').map_while(|n| n.parse::<u32>().ok());
        Some((numbers.next()?, numbers.next()?))
    });
    let scan = "clang-scan-deps-22";
    if version < Some((3, 28)) || !env::has(scan) || !env::has("ninja") {
        return cannot_run("it needs CMake 3.28, ninja and clang-scan-deps");
    }
    let place = Sandbox::of("modules");
    let fz = fz_tests::fz().join("bin/fz-cxx");
    let fz = fz.display();
    place
        .run(&format!(
            "cmake -G Ninja -S source -B build -DCMAKE_CXX_COMPILER={fz}"
        ))
        .ok();
    place.run("ninja -C build").ok();
    fs::rename(place.at("build/program"), place.at("program")).unwrap();
    // Of the library, the link takes no more than what has functions.
    place
        .fz("doctor ./program")
        .ok()
        .says("All 2 source files are instrumented.");
    fs::remove_dir_all(place.at("build")).unwrap();
    fs::remove_dir_all(place.at("source")).unwrap();
    place
        .fz("emit ./program split coverage taint -o builds")
        .ok();
    for profile in ["split", "coverage", "taint"] {
        place
            .run(&format!("./builds/program.{profile}"))
            .ok()
            .says("42 7 2");
    }
}
