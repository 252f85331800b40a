//! libtool's scripts in the place of programs: each subcommand that takes a program takes one, and loads the libraries of the
//! same build, whatever else the loader would come to.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use super::program;
use fz_tests::start::{output, printed, stderr};

const CONFIGURE: &str = "\
AC_INIT([tiny], [1])
AC_CONFIG_AUX_DIR([aux])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AM_PROG_AR
LT_INIT([disable-static])
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
";
const MAKEFILE: &str = "\
lib_LTLIBRARIES = libtiny.la
libtiny_la_SOURCES = tiny.c
bin_PROGRAMS = prog
prog_SOURCES = prog.c
prog_LDADD = libtiny.la
";
/// A word, a compare and an operation that can overflow.
const LIBRARY: &str = include_str!("library.c");
const PROGRAM: &str = include_str!("libtool-program.c");

/// The project, configured for fz-cc. Beside it `plain`, with a library that some other compiler has made.
fn project(dir: &Path) {
    for (name, text) in [
        ("configure.ac", CONFIGURE),
        ("Makefile.am", MAKEFILE),
        ("tiny.c", LIBRARY),
        ("prog.c", PROGRAM),
    ] {
        fs::write(dir.join(name), text).unwrap();
    }
    fs::create_dir(dir.join("plain")).unwrap();
    let in_dir = |name: &str| {
        let mut command = Command::new(name);
        command.current_dir(dir);
        command
    };
    printed(
        in_dir(fz_llvm::CLANG)
            .args(["-shared", "-fPIC", "-Wl,-soname,libtiny.so.0", "tiny.c"])
            .args(["-o", "plain/libtiny.so.0"]),
    );
    printed(in_dir("autoreconf").arg("-fi"));
    let compiler = program("fz-cc", dir);
    let compiler = Path::new(compiler.get_program()).display().to_string();
    printed(in_dir("./configure").arg(format!("CC={compiler}")));
    fs::create_dir(dir.join("seeds")).unwrap();
    fs::write(dir.join("seeds/near"), "<?xzzz").unwrap();
    fs::write(dir.join("seeds/far"), "none").unwrap();
}

fn make(dir: &Path, profile: &str) {
    let mut command = Command::new("make");
    printed(
        command
            .current_dir(dir)
            .args(["-s", "clean", "all"])
            .env("FZ_PROFILE", profile),
    );
}

/// Where the loader comes to the other library first, as it would to an installed one.
fn fz(dir: &Path, arguments: &str) -> Command {
    let mut command = program("fz", dir);
    command
        .env("LD_LIBRARY_PATH", dir.join("plain"))
        .args(arguments.split(' '));
    command
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn a_script_of_libtool_s_is_its_program_with_its_libraries() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = &scratch.path().canonicalize().unwrap();
    project(dir);
    make(dir, "guards");
    let library = dir.join(".libs/libtiny.so.0");
    let library = library.to_str().unwrap();

    // Without running anything.
    let report = json(&printed(&mut fz(dir, "inspect --json ./prog")));
    let whole = &report["programs"][0];
    assert_eq!(whole["images"][1]["path"], library, "{report}");
    assert_eq!(whole["complaints"], serde_json::json!([]), "{report}");
    let said = printed(&mut fz(dir, "inspect ./prog"));
    assert!(
        said.contains(&format!("libraries with counters: {library} (")),
        "{said}"
    );
    assert!(
        said.contains("of the system, without counters: libc.so.6"),
        "{said}"
    );
    let said = printed(&mut fz(dir, "doctor ./prog"));
    assert!(
        said.contains(&format!("libraries with counters: {library} (")),
        "{said}"
    );
    let inner = output(&mut fz(dir, "doctor .libs/prog"));
    let said = String::from_utf8_lossy(&inner.stdout);
    assert!(!inner.status.success(), "{said}");
    let complaint = format!("is loaded, and not {library}");
    for part in [
        "plain/libtiny.so.0, which has no counters",
        &complaint,
        "libtool's script ./prog",
    ] {
        assert!(said.contains(part), "no `{part}` in: {said}");
    }

    // afl-fuzz itself does without these libraries, and the target has them: it counts in the library.
    let report = json(&printed(&mut fz(
        dir,
        "fuzz --json -V 3 -i seeds -- ./prog @@",
    )));
    let environment = &report["launches"][0]["environment"];
    assert!(environment["LD_LIBRARY_PATH"].is_null(), "{report}");
    let told = environment["AFL_TARGET_ENV"].as_str().unwrap();
    assert!(
        told.starts_with(&format!("LD_LIBRARY_PATH={}/.libs:", dir.display())),
        "{told}"
    );
    assert!(
        report["libraries"][0]["counters"].as_u64() > Some(3),
        "{report}"
    );
    let map = json(&printed(&mut fz(
        dir,
        "inspect --json --map out/default/fuzz_bitmap ./prog",
    )));
    assert!(map.to_string().contains("tiny.c"), "{map}");

    // Words, coverage and guards of the library.
    let words = printed(&mut fz(dir, "dict ./prog"));
    assert!(words.contains("marvellous"), "{words}");
    let words = printed(&mut fz(dir, "dict ./prog -i seeds -- @@"));
    assert!(words.contains("marvellous"), "{words}");
    printed(&mut fz(
        dir,
        "cov collect ./prog -i seeds -o all.fzcov -- @@",
    ));
    let reached = printed(&mut fz(dir, "cov summary all.fzcov"));
    let words: Vec<_> = reached.split_whitespace().collect();
    assert!(
        words.windows(4).any(|w| w == ["functions", "2", "of", "2"]),
        "{reached}"
    );
    let guards = printed(&mut fz(dir, "guards ./prog -i seeds -- @@"));
    assert!(guards.contains("tiny.c:4"), "{guards}");

    make(dir, "taint");
    let events = printed(&mut fz(dir, "taint ./prog -i seeds -- @@"));
    assert!(events.contains("tiny.c"), "{events}");
}

#[test]
fn a_copy_of_a_script_is_no_build_of_its_own() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    let script = "#! /bin/sh\n\n# prog - temporary wrapper script for .libs/prog\n\
                  # Generated by libtool (GNU libtool) 2.4.7\n\
                  program='prog'\nprogdir=\"$thisdir/.libs\"\n";
    fs::write(dir.join("prog"), script).unwrap();
    fs::write(dir.join("prog.split"), script).unwrap();
    for (name, says) in [
        ("./prog", "not there: build it again"),
        ("./prog.split", "is a copy of"),
    ] {
        for command in ["fuzz --", "inspect", "doctor", "dict"] {
            let said = stderr(&output(&mut fz(dir, &format!("{command} {name}"))));
            assert!(said.contains(says), "{command}: {said}");
        }
    }
}
