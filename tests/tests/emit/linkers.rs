//! Behind the wall each linker does what it did, and so do link-time optimisation and what stands before compilers.

use std::fs;

use fz_tests::{Outcome, RunCommand, Sandbox, env, fz, not_run::cannot_run};

/// Two units and an archive, linked and taken away. What is left can be emitted.
fn built(flags: &str) -> Sandbox {
    let place = Sandbox::new().env("FZ_CAPTURE", "embed");
    place.copy("emit/gone", "gone");
    let script = format!(
        "set -e; cd gone; for u in main f g; do fz-cc {flags} -g -O2 -c $u.c -o $u.o; done; {} qcs lib.a f.o g.o; fz-cc {flags} -g -O2 main.o lib.a -o ../program",
        fz_llvm::AR
    );
    let mut shell = place.command("sh");
    shell
        .args(["-c", &script])
        .env("PATH", env::path_after(&fz().join("bin")));
    shell.outcome().ok();
    fs::remove_dir_all(place.at("gone")).unwrap();
    place
}

#[track_caller]
fn runs(place: &Sandbox, emitted: Outcome, what: &str) {
    emitted.ok();
    assert_eq!(place.run("./builds/program.split").out(), "42\n", "{what}");
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
        runs(&place, place.fz(EMIT), flags);
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
        let mut command = place.command("fz");
        command
            .args(EMIT.split(' '))
            .env("FZ_LAUNCHER", launcher)
            .env("CCACHE_DIR", place.at("ccache"))
            .env("DISTCC_DIR", place.at("distcc"))
            .env("DISTCC_HOSTS", "localhost");
        runs(&place, command.outcome(), launcher);
    }
}
