//! `fz env cmake` and `fz env meson`, with CMake, Ninja and Meson.

use fz_tests::{RunCommand, Sandbox, fz};

use super::{PRINTS, has, sources, units};

const CMAKE: &str = include_str!("cmake.txt");

fn file(dir: &Sandbox, what: &str, name: &str) -> String {
    let path = dir.at(name).display().to_string();
    assert_eq!(dir.prints(&format!("env {what} -o {path}")), "");
    path
}

/// Configures and builds, with what `more` says; what CMake says.
fn cmake(dir: &Sandbox, build: &str, more: &str) -> String {
    let configure = format!("cmake -S . -B {build} -DCMAKE_BUILD_TYPE=Release {more}");
    let configured = dir.run(&configure).ok().out();
    dir.run(&format!("cmake --build {build}")).ok();
    is_built(dir, build);
    configured
}

fn is_built(dir: &Sandbox, build: &str) {
    let program = format!("./{build}/program");
    assert_eq!(dir.run(&program).ok().out(), PRINTS);
    assert_eq!(units(&dir.at(program)), ["main.c", "part.c"]);
    assert_eq!(units(&dir.at(build).join("libother.so")), ["other.cc"]);
}

#[test]
fn cmake_with_make_and_with_ninja() {
    if !has(&["cmake", "ninja", "make"]) {
        return;
    }
    let dir = &sources();
    dir.write("CMakeLists.txt", CMAKE);
    dir.write(
        "own.cmake",
        "set(OWN chained)\nset(CMAKE_C_COMPILER false)\n",
    );
    let file = file(dir, "cmake", "fz.cmake");
    let toolchain = format!("-DCMAKE_TOOLCHAIN_FILE={file}");
    cmake(dir, "make", &format!("-G 'Unix Makefiles' {toolchain}"));
    cmake(dir, "ipo", &format!("-G Ninja {toolchain} -DIPO=ON"));

    // With a toolchain file of the project's own: named to ours, in front of ours, and with ours at its end.
    let here = dir.dir().display();
    let third = format!("set(OWN third)\ninclude({file})\n");
    dir.write("third.cmake", third);
    for (build, more, says) in [
        (
            "chained",
            format!("{toolchain} -DFZ_CHAINLOAD_TOOLCHAIN_FILE={here}/own.cmake"),
            "own: chained",
        ),
        (
            "top-level",
            format!(
                "-DCMAKE_TOOLCHAIN_FILE={here}/own.cmake -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={file}"
            ),
            "own: chained",
        ),
        (
            "included",
            format!("-DCMAKE_TOOLCHAIN_FILE={here}/third.cmake"),
            "own: third",
        ),
    ] {
        let said = cmake(dir, build, &format!("-G Ninja {more}"));
        assert!(said.contains(says), "{build}: {said}");
    }
}

/// The ways to name the compilers without a file; CMake then looks for archivers by what the compiler's name begins with.
#[test]
fn cmake_s_archivers_stand_beside_the_compilers() {
    if !has(&["cmake", "ninja"]) {
        return;
    }
    let dir = &sources();
    dir.write("CMakeLists.txt", CMAKE);
    let named = |folder: &str, cc: &str, cxx: &str| {
        let folder = fz().join(folder).display().to_string();
        (format!("{folder}/{cc}"), format!("{folder}/{cxx}"))
    };
    let options = |(cc, cxx)| format!("-DCMAKE_C_COMPILER={cc} -DCMAKE_CXX_COMPILER={cxx}");
    let variables = |(cc, cxx)| format!("env CC={cc} CXX={cxx} ");
    let afl = named("share/fz/afl-compat", "afl-clang-fast", "afl-clang-fast++");
    let triple = (
        "x86_64-linux-gnu-gcc".to_owned(),
        "x86_64-linux-gnu-g++".to_owned(),
    );
    for (build, before, more) in [
        ("named", "", options(named("bin", "fz-cc", "fz-cxx"))),
        (
            "set",
            &*variables(named("bin", "fz-cc", "fz-cxx")),
            String::new(),
        ),
        ("afl", &*variables(afl), String::new()),
        ("run", "fz build -- ", String::new()),
        ("triple", "fz build -- ", options(triple)),
    ] {
        let configure = format!("{before}cmake -S . -B {build} -G Ninja -DIPO=ON {more}");
        dir.run(&configure).ok();
        dir.run(&format!("cmake --build {build}")).ok();
        is_built(dir, build);
        // What it strips can still be built again.
        let cache = dir.text(format!("{build}/CMakeCache.txt"));
        let strip = cache
            .lines()
            .find_map(|l| l.strip_prefix("CMAKE_STRIP:FILEPATH="));
        let stripped = format!("{} {build}/program", strip.unwrap());
        dir.run(&stripped).ok();
        is_built(dir, build);
        let carried = dir.run(&format!("fz extract ./{build}/program")).ok().out();
        assert!(carried.contains("main.c"), "{build}: {carried}");
    }
}

const MESON: &str = "\
project('tiny', 'c', 'cpp', default_options: ['buildtype=release'])
part = static_library('part', 'part.c')
other = shared_library('other', 'other.cc', 'five.S')
executable('program', 'main.c', link_with: [part, other])
";

#[test]
fn meson() {
    if !has(&["meson", "ninja"]) {
        return;
    }
    let dir = &sources();
    dir.write("meson.build", MESON);
    let file = file(dir, "meson", "fz.ini");
    for (build, more) in [("plain", ""), ("lto", "-Db_lto=true")] {
        let setup = format!("setup --native-file {file} {build} {more}");
        let mut meson = dir.command("meson");
        meson
            .env("LDFLAGS", "-fuse-ld=lld")
            .args(setup.split_whitespace());
        meson.outcome().ok();
        dir.run(&format!("ninja -C {build}")).ok();
        is_built(dir, build);
    }
}
