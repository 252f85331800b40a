//! Build systems that take CC and CXX, unchanged.

use fz_tests::RunCommand;

use super::{PRINTS, build, has, sources, units};

const MAKEFILE: &str = "\
CFLAGS = -O2
program: main.o libpart.a sub/libother.so
	$(CC) main.o -L. -lpart -Lsub -lother -Wl,-rpath,'$$ORIGIN/sub' -o $@
libpart.a: libpart.a(part.o) libpart.a(five.o)
sub/libother.so:
	$(MAKE) -C sub
";
const SUB: &str = "\
VPATH = ..
CXXFLAGS = -O2 -fPIC
libother.so: other.o
	$(CXX) -shared $^ -o $@
";

#[test]
fn make() {
    if !has(&["make"]) {
        return;
    }
    let dir = &sources();
    dir.write("Makefile", MAKEFILE);
    dir.write("sub/Makefile", SUB);
    // Its own rule has no `-o` for assembly from `.S`: `$(CC) -c`.
    build("make", dir).args(["-s", "-j2", "-e"]).outcome().ok();
    assert_eq!(dir.command(dir.at("program")).outcome().ok().out(), PRINTS);
    assert_eq!(units(&dir.at("program")), ["main.c", "part.c"]);
    assert_eq!(units(&dir.at("sub/libother.so")), ["other.cc"]);
}

const CONFIGURE: &str = "\
AC_INIT([tiny], [1])
AC_CONFIG_AUX_DIR([aux])
AM_INIT_AUTOMAKE([foreign subdir-objects])
AC_PROG_CC
AC_PROG_CXX
AM_PROG_AS
AM_PROG_AR
LT_INIT
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
";
/// A convenience library is unpacked into the archive, and linked whole into the shared library.
const AUTOMAKE: &str = "\
noinst_LTLIBRARIES = libconvenience.la
libconvenience_la_SOURCES = part.c five.S
lib_LTLIBRARIES = libtiny.la
libtiny_la_SOURCES = other.cc
libtiny_la_LIBADD = libconvenience.la
libtiny_la_LDFLAGS = -version-info 12:3:2 -no-undefined
bin_PROGRAMS = shared static
shared_SOURCES = main.c
shared_LDADD = libtiny.la
static_SOURCES = main.c
static_LDADD = libtiny.la -lstdc++
static_LDFLAGS = -static
";

#[test]
fn autotools_with_libtool() {
    if !has(&["autoreconf", "automake", "libtoolize", "make"]) {
        return;
    }
    let dir = &sources();
    dir.write("configure.ac", CONFIGURE);
    dir.write("Makefile.am", AUTOMAKE);
    dir.command("autoreconf").arg("-fi").outcome().ok();
    let there = &dir.folder("build");
    let installed = dir.at("installed");
    let prefix = format!("--prefix={}", installed.display());
    build("../configure", dir)
        .current_dir(there)
        .args(["-q", &prefix])
        .outcome()
        .ok();
    build("make", dir)
        .current_dir(there)
        .args(["-s", "-j2", "install"])
        .outcome()
        .ok();
    for program in ["shared", "static"] {
        let installed = installed.join("bin").join(program);
        let ran = dir
            .command(&installed)
            .env("LD_LIBRARY_PATH", dir.at("installed/lib"))
            .outcome()
            .ok()
            .out();
        assert_eq!(ran, PRINTS, "{program}");
    }
    // Of the script around a program that was built, the program is listed.
    let mut lists = dir.command("fz");
    let listed = lists
        .current_dir(there)
        .args(["extract", "shared"])
        .outcome()
        .ok()
        .out();
    assert!(
        listed.contains("main.c: C, ") && listed.contains(".libs/shared: 1 unit, 1 link"),
        "{listed}"
    );
    let library = ["other.cc", "part.c"];
    assert_eq!(units(&installed.join("bin/shared")), ["main.c"]);
    assert_eq!(
        units(&installed.join("bin/static")),
        ["main.c", "other.cc", "part.c"]
    );
    assert_eq!(units(&installed.join("lib/libtiny.a")), library);
    assert_eq!(units(&installed.join("lib/libtiny.so")), library);
}
