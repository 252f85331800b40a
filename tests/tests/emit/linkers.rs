//! Behind the wall each linker does what it did, and so do link-time optimisation and what stands before compilers.

use std::{fs, process::Output};

use fz_tests::{RunCommand, env, fz, not_run::cannot_run};

use super::Place;

/// Two units and an archive, linked and taken away. What is left can be emitted.
fn built(flags: &str) -> Place {
    let place = Place::new();
    let folder = place.dir().join("gone");
    fs::create_dir(&folder).unwrap();
    for (name, text) in [
        (
            "main.c",
            "#include <stdio.h>\nint f(int);\nint main(int c, char **v) { return printf(\"%d\\n\", f(c)) < 0; }\n",
        ),
        (
            "f.c",
            "int g(int);\nint f(int x) { return x > 2 ? g(x) : 42; }\n",
        ),
        ("g.c", "int g(int x) { return x == 77 ? 1 : 2; }\n"),
    ] {
        fs::write(folder.join(name), text).unwrap();
    }
    let script = format!(
        "set -e; for u in main f g; do fz-cc {flags} -g -O2 -c $u.c -o $u.o; done; llvm-ar qcs lib.a f.o g.o; fz-cc {flags} -g -O2 main.o lib.a -o ../program"
    );
    let mut command = place.command(&folder, "sh");
    command.args(["-c", &script.replace("llvm-ar", fz_llvm::AR)]);
    command.env("PATH", env::path_after(&fz().join("bin")));
    command.outcome().ok();
    fs::remove_dir_all(folder).unwrap();
    place
}

fn runs(place: &Place, out: &Output, what: &str) {
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{what}: {said}");
    let program = place.dir().join("builds/program.split");
    let ran = place.command(place.dir(), program).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "42\n", "{what}");
}

const EMIT: &str = "emit program --profile split -o builds";

#[test]
fn each_linker_links_behind_the_wall() {
    let all = [
        ("ld.bfd", "-fuse-ld=bfd"),
        ("ld.gold", "-fuse-ld=gold"),
        ("mold", "-fuse-ld=mold"),
        ("ld", "-fuse-ld=lld"),
        ("ld", "-fuse-ld=lld -flto"),
        ("ld", "-fuse-ld=lld -flto=thin"),
        ("ld", "-static"),
        ("ld", "-fuse-ld=lld -Wl,--gc-sections -ffunction-sections"),
    ];
    fz_tests::in_parallel(&all, |(linker, flags)| {
        if !env::has(linker) {
            cannot_run(&format!("{linker}: `cargo xtask setup` installs it"));
            return;
        }
        let place = built(flags);
        runs(&place, &place.fz(EMIT), flags);
    });
}

/// A launcher stands outside of the wall, and what it starts inside.
#[test]
fn launchers_stand_before_the_wall() {
    for launcher in ["nice -n 1", "ccache", "distcc"] {
        let name = launcher.split(' ').next().unwrap_or_default();
        if !env::has(name) {
            cannot_run(&format!("{name}: `cargo xtask setup` installs it"));
            continue;
        }
        let place = built("");
        let mut command = place.command(place.dir(), fz().join("bin/fz"));
        command
            .args(EMIT.split(' '))
            .env("FZ_LAUNCHER", launcher)
            .env("CCACHE_DIR", place.dir().join("ccache"))
            .env("DISTCC_DIR", place.dir().join("distcc"))
            .env("DISTCC_HOSTS", "localhost");
        runs(&place, &command.output().unwrap(), launcher);
    }
}
