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

const EMIT: &str = "emit program split -o builds";

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

/// Built by a script in a folder that goes away.
fn built_by(script: &str) -> Sandbox {
    let place = Sandbox::new().env("FZ_CAPTURE", "embed");
    place.copy("emit/gone", "gone");
    let mut shell = place.command("sh");
    shell
        .args(["-c", &format!("set -e; cd gone; mkdir sub; {script}")])
        .env("PATH", env::path_after(&fz().join("bin")));
    shell.outcome().ok();
    fs::remove_dir_all(place.at("gone")).unwrap();
    place
}

/// Bitcode says which unit it is, wherever it lies and whatever has put it together.
#[test]
fn bitcode_is_made_again_in_all_its_forms() {
    let ar = fz_llvm::AR;
    let lld = fz_llvm::LLD;
    let mut all = Vec::new();
    for flags in ["-flto", "-flto=thin"] {
        let cc = format!("fz-cc -g -O2 {flags}");
        let link = format!("fz-cc {flags} -fuse-ld=lld -o ../program");
        let made = format!("{cc} -c main.c f.c g.c");
        let below = format!("{cc} -c main.c; for u in f g; do {cc} -c $u.c -o sub/$u.o; done");
        all.extend([
            format!("{made}; {link} main.o f.o g.o"),
            format!("{below}; {ar} rcs lib.a sub/f.o sub/g.o; {link} main.o lib.a"),
            format!("{below}; {ar} rcsT lib.a sub/f.o sub/g.o; {link} main.o lib.a"),
            format!("{made}; {lld} -r main.o f.o g.o -o all.o; {link} all.o"),
            format!("{made}; fz-cc {flags} -fuse-ld=lld -r main.o f.o g.o -o all.o; {link} all.o"),
        ]);
    }
    all.push(
        "fz-cc -O2 -fembed-bitcode -c main.c f.c g.c; fz-cc main.o f.o g.o -o ../program"
            .to_owned(),
    );
    fz_tests::in_parallel(&all, |script| {
        let place = built_by(script);
        runs(&place, place.fz(EMIT), script);
        for profile in ["coverage", "taint"] {
            let emit = format!("emit program {profile} -o builds");
            place.says(&emit);
        }
    });
}

/// Lists that options name are among what the program carries.
#[test]
fn lists_are_read_again() {
    let lists = "printf 'fun:f\n' > list; printf '[always]\nfun:main\n' > xray; printf 'src:*\nfun:*\n' > allow";
    let all = [
        "-fsanitize=address -fsanitize-ignorelist=list",
        "-fsanitize=undefined -fsanitize-ignorelist=$PWD/list",
        "-fxray-instrument -fxray-attr-list=xray",
        "-fsanitize-coverage=trace-pc-guard -fsanitize-coverage-allowlist=allow",
    ];
    fz_tests::in_parallel(&all, |flags| {
        let cc = format!("fz-cc -O2 {flags}");
        let place = built_by(&format!("{lists}; {cc} main.c f.c g.c -o ../program"));
        runs(&place, place.fz(EMIT), flags);
    });
}

/// Preprocessed text names the source that it was made of, and is what was compiled all the same.
#[test]
fn preprocessed_text_is_made_again() {
    let place = built_by(&format!(
        "for u in main f g; do {} -E $u.c -o $u.i; done; fz-cc -g -O2 -c f.i g.i; \
         fz-cc -g -O2 -x cpp-output - -c -o main.o < main.i; fz-cc main.o f.o g.o -o ../program",
        fz_llvm::CLANG
    ));
    runs(&place, place.fz(EMIT), "preprocessed");
}
