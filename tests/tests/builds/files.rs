//! `fz cmake-toolchain` and `fz meson-native`, with CMake, Ninja and Meson.

use std::path::Path;

use fz_tests::{
    fz,
    start::{printed, run},
};

use super::{PRINTS, SOURCES, command, has, units, write};

const CMAKE: &str = include_str!("cmake.txt");

fn file(dir: &Path, what: &str, name: &str) -> String {
    let path = dir.join(name);
    let mut fz = command(fz().join("bin/fz"), dir);
    assert_eq!(printed(fz.args([what, "-o"]).arg(&path)), "");
    path.display().to_string()
}

/// Configures and builds, with what `more` says; what CMake says.
fn cmake(dir: &Path, build: &str, more: &[&str]) -> String {
    let configured = printed(
        command("cmake", dir)
            .args(["-S", ".", "-B", build, "-DCMAKE_BUILD_TYPE=Release"])
            .args(more),
    );
    run(command("cmake", dir).args(["--build", build]));
    let build = dir.join(build);
    assert_eq!(printed(&mut command(build.join("program"), dir)), PRINTS);
    assert_eq!(units(&build.join("program")), ["main.c", "part.c"]);
    assert_eq!(units(&build.join("libother.so")), ["other.cc"]);
    configured
}

#[test]
fn cmake_with_make_and_with_ninja() {
    if !has(&["cmake", "ninja", "make"]) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    write(dir, SOURCES);
    write(
        dir,
        &[
            ("CMakeLists.txt", CMAKE),
            (
                "own.cmake",
                "set(OWN chained)\nset(CMAKE_C_COMPILER false)\n",
            ),
        ],
    );
    let file = file(dir, "cmake-toolchain", "fz.cmake");
    let toolchain = format!("-DCMAKE_TOOLCHAIN_FILE={file}");
    cmake(dir, "make", &["-G", "Unix Makefiles", &toolchain]);
    cmake(dir, "ipo", &["-G", "Ninja", &toolchain, "-DIPO=ON"]);

    // With a toolchain file of the project's own: named to ours, in front of ours, and with ours at its end.
    let own = format!("{}/own.cmake", dir.display());
    let said = cmake(
        dir,
        "chained",
        &[
            "-G",
            "Ninja",
            &toolchain,
            &format!("-DFZ_CHAINLOAD_TOOLCHAIN_FILE={own}"),
        ],
    );
    assert!(said.contains("own: chained"), "{said}");
    let said = cmake(
        dir,
        "top-level",
        &[
            "-G",
            "Ninja",
            &format!("-DCMAKE_TOOLCHAIN_FILE={own}"),
            &format!("-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={file}"),
        ],
    );
    assert!(said.contains("own: chained"), "{said}");
    write(
        dir,
        &[("third.cmake", &format!("set(OWN third)\ninclude({file})\n"))],
    );
    let third = format!("-DCMAKE_TOOLCHAIN_FILE={}/third.cmake", dir.display());
    let said = cmake(dir, "included", &["-G", "Ninja", &third]);
    assert!(said.contains("own: third"), "{said}");
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
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    write(dir, SOURCES);
    write(dir, &[("meson.build", MESON)]);
    let file = file(dir, "meson-native", "fz.ini");
    for (build, more) in [("plain", &[][..]), ("lto", &["-Db_lto=true"])] {
        run(command("meson", dir)
            .env("LDFLAGS", "-fuse-ld=lld")
            .args(["setup", "--native-file", &file, build])
            .args(more));
        run(command("ninja", dir).args(["-C", build]));
        let build = dir.join(build);
        assert_eq!(printed(&mut command(build.join("program"), dir)), PRINTS);
        assert_eq!(units(&build.join("program")), ["main.c", "part.c"]);
        assert_eq!(units(&build.join("libother.so")), ["other.cc"]);
    }
}
