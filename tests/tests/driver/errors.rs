//! Bad input: a clear message that names the thing and the next step, a failing exit, nothing half-written.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use fz_tests::{RunCommand, Sandbox, fz};

const SOURCE: &str = "int main(void) { return 0; }\n";

/// Compiles `a.c`, which has to fail saying all of `says`, and to leave no object.
#[track_caller]
fn refused(dir: &Sandbox, flag: &str, env: &[(&str, &str)], says: &[&str]) {
    dir.write("a.c", SOURCE);
    let mut command = dir.command("fz-cc");
    command
        .envs(env.iter().copied())
        .args(flag.split_whitespace());
    let mut refused = command.args(["-c", "a.c", "-o", "a.o"]).outcome().ends(1);
    for part in says {
        refused = refused.says(part);
    }
    assert!(!refused.err().contains("panicked"), "{refused:?}");
    assert!(
        !dir.at("a.o").exists(),
        "{flag} {env:?}: an object was written"
    );
}

#[test]
fn unknown_names_list_the_valid_ones() {
    let dir = &Sandbox::new();
    let profile = ["unknown profile `fuz`", "did you mean `fuzz`", "vanilla"];
    refused(dir, "--fz-profile=fuz", &[], &profile);
    refused(dir, "", &[("FZ_PROFILE", "fuz")], &profile);
    let engine = ["unknown engine `alf`", "did you mean `afl`", "none"];
    refused(dir, "--fz-engine=alf", &[], &engine);
    refused(dir, "", &[("FZ_ENGINE", "alf")], &engine);
    let sanitizer = ["FZ_SANITIZE", "unknown sanitizer `cfi`", "CFLAGS"];
    refused(dir, "", &[("FZ_SANITIZE", "cfi")], &sanitizer);
    refused(
        dir,
        "--fz-profil=fuzz",
        &[],
        &["--fz-profil", "did you mean `--fz-profile`"],
    );
}

#[test]
fn project_files_are_checked() {
    let dir = &Sandbox::new();
    for (text, says) in [
        (
            "profil = 'fuzz'",
            &["fz.toml", "did you mean `profile`"][..],
        ),
        ("profile = 'fuz'", &["did you mean `fuzz`"]),
        ("engine = 3", &["fz.toml", "string"]),
        ("sanitize = 'address'", &["fz.toml", "sequence"]),
        (
            "sanitize = ['adress']",
            &["fz.toml", "`sanitize`", "did you mean `address`"],
        ),
        (
            "[dictionary]\nignor = ['x']",
            &["fz.toml", "[dictionary]", "did you mean `ignore`"],
        ),
        ("profile = ", &["fz.toml"]),
    ] {
        dir.write("fz.toml", text);
        refused(dir, "", &[], says);
    }
    // Root may read everything, so what nobody can read is a directory.
    fs::remove_file(dir.at("fz.toml")).unwrap();
    dir.folder("fz.toml");
    refused(dir, "", &[], &["fz.toml", "cannot be read"]);
}

#[test]
fn profiles_of_ones_own_are_checked() {
    let dir = &Sandbox::new();
    for (text, says) in [
        (
            "summary = 'm'\npipelin = 'x'",
            &["mine.toml", "did you mean `pipeline`"][..],
        ),
        ("summary = 'm'\nextends = 'fuz'", &["did you mean `fuzz`"]),
        ("summary = 'm'\nextends = './mine.toml'", &["circle"]),
        (
            "summary = 'm'\nextends = 'fuzz'\n[feedback.edges]\nprune = 'paths'",
            &[
                "mine.toml: [feedback.edges]: `prune=paths`: `prune` is one of none, novelty, path (did you mean `path`?)",
            ],
        ),
        (
            "summary = 'm'\nextends = 'vanilla'\n[feedback.edges]\nprune = true",
            &[
                "mine.toml: [feedback.edges]: `prune` is one of none, novelty, path; not a truth value",
            ],
        ),
        (
            "summary = 'm'\nextends = 'fuzz'\n[[pass]]\nname = 'edgs'\nat = 'start'",
            &["mine.toml: there is no pass `edgs` (did you mean `edges`?)"],
        ),
    ] {
        dir.write("mine.toml", text);
        refused(dir, "--fz-profile=./mine.toml", &[], says);
        // The same without a compilation.
        let said = dir.refuses("profiles ./mine.toml");
        assert!(says.iter().all(|part| said.contains(part)), "{said}");
    }
    refused(dir, "--fz-profile=./none.toml", &[], &["none.toml"]);
}

/// What only LLVM and clang know to be wrong: a compile names the profile, and `fz` finds it without a
/// build.
#[test]
fn a_profile_that_no_compile_takes_is_found_before() {
    let dir = &Sandbox::new();
    let name = "./mine.toml";
    for (text, says) in [
        (
            "extends = 'fuzz'\n[[pass]]\nname = 'globaldec'\nat = 'start'",
            "unknown module pass 'globaldec'",
        ),
        (
            "design = 'own-pipeline'\npipeline = 'function(sraa)'\n[feedback.edges]",
            "unknown function pass 'sraa'",
        ),
        (
            "extends = 'fuzz'\nplugins = ['./none.so:none']",
            "Could not load library",
        ),
    ] {
        dir.write("mine.toml", format!("summary = 'm'\n{text}"));
        refused(
            dir,
            "-O2 --fz-profile=./mine.toml",
            &[],
            &[says, "(profile ./mine.toml)"],
        );
        for (args, status) in [(&["profiles", name][..], 2), (&["doctor"], 1)] {
            let mut fz = dir.command("fz");
            let result = fz.env("FZ_PROFILE", name).args(args).outcome();
            let profile = format!("profile `{name}`: ");
            result.ends(status).says(&profile).says(says);
        }
    }
}

#[test]
fn the_clang_has_to_be_there_and_of_the_right_version() {
    let dir = &Sandbox::new();
    let missing = ["no-such-clang", "FZ_CLANG"];
    refused(dir, "", &[("FZ_CLANG", "no-such-clang")], &missing);
    let old = dir.write(
        "old-clang",
        "#!/bin/sh\necho 'Debian clang version 14.0.6'\n",
    );
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
    let old = old.display().to_string();
    refused(
        dir,
        "",
        &[("FZ_CLANG", &old)],
        &["14.0.6", fz_llvm::RELEASE, "FZ_CLANG"],
    );
}

/// An installation without its plugin or runtime says what is missing and how to get it.
#[test]
fn the_parts_have_to_be_there() {
    let root = Sandbox::new();
    root.folder("bin");
    // Not by this process: a test that forks meanwhile would hold the file open for writing, and it could not run.
    root.call("cp", &[fz().join("bin/fz-cc"), root.at("bin")])
        .ok();
    for profile in ["fuzz.toml", "vanilla.toml"] {
        let profile = Path::new("share/fz/profiles").join(profile);
        root.write(&profile, fs::read(fz().join(&profile)).unwrap());
    }
    let dir = Sandbox::with([("a.c", SOURCE)]);
    for (words, part) in [
        ("-c a.c -o a.o", "libfz_passes.so"),
        ("b.o -o p", "fz_afl.o"),
    ] {
        let mut incomplete = dir.command(root.at("bin/fz-cc"));
        let refused = incomplete.args(words.split(' ')).outcome().ends(1);
        refused.says(part).says("install");
        assert_eq!(dir.names("").len(), 1, "{words}");
    }
}

/// Where clang has a message of its own, it is clang's.
#[test]
fn a_missing_source_is_clangs_to_report() {
    let dir = &Sandbox::new();
    let ours = dir.run("fz-cc -c missing.c");
    let clangs = dir.call(fz_llvm::CLANG, &["-c", "missing.c"]);
    assert_eq!(ours.status.code(), clangs.status.code());
    assert_eq!(ours.err(), clangs.err());
    assert!(ours.err().contains("no such file"));
    assert_eq!(dir.names("").len(), 0);
}
