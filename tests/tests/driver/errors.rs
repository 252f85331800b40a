//! Bad input: a clear message that names the thing and the next step, a failing exit, nothing half-written.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command};

use fz_tests::fz;

use fz_tests::start::{output, run, stderr, tool};

const SOURCE: &str = "int main(void) { return 0; }\n";

/// Compiles `a.c`, which has to fail saying all of `says`, and to leave no object.
fn refused(dir: &Path, args: &[&str], env: &[(&str, &str)], says: &[&str]) {
    fs::write(dir.join("a.c"), SOURCE).unwrap();
    let mut command = tool("fz-cc", dir);
    command.envs(env.iter().copied()).args(args);
    let result = output(command.args(["-c", "a.c", "-o", "a.o"]));
    let said = stderr(&result);
    assert_eq!(result.status.code(), Some(1), "{args:?} {env:?}: {said}");
    for part in says {
        assert!(
            said.contains(part),
            "{args:?} {env:?}: no `{part}` in: {said}"
        );
    }
    assert!(!said.contains("panicked"), "{said}");
    assert!(
        !dir.join("a.o").exists(),
        "{args:?} {env:?}: an object was written"
    );
}

#[test]
fn unknown_names_list_the_valid_ones() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let profile = ["unknown profile `fuz`", "did you mean `fuzz`", "vanilla"];
    refused(dir, &["--fz-profile=fuz"], &[], &profile);
    refused(dir, &[], &[("FZ_PROFILE", "fuz")], &profile);
    let engine = ["unknown engine `alf`", "did you mean `afl`", "none"];
    refused(dir, &["--fz-engine=alf"], &[], &engine);
    refused(dir, &[], &[("FZ_ENGINE", "alf")], &engine);
    let sanitizer = ["FZ_SANITIZE", "unknown sanitizer `cfi`", "CFLAGS"];
    refused(dir, &[], &[("FZ_SANITIZE", "cfi")], &sanitizer);
    refused(
        dir,
        &["--fz-profil=fuzz"],
        &[],
        &["--fz-profil", "did you mean `--fz-profile`"],
    );
}

#[test]
fn project_files_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let file = dir.join("fz.toml");
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
        fs::write(&file, text).unwrap();
        refused(dir, &[], &[], says);
    }
    // Root may read everything, so what nobody can read is a directory.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    refused(dir, &[], &[], &["fz.toml", "cannot be read"]);
}

#[test]
fn profiles_of_ones_own_are_checked() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let mine = dir.join("mine.toml");
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
        fs::write(&mine, text).unwrap();
        refused(dir, &["--fz-profile=./mine.toml"], &[], says);
        // The same without a compilation.
        let mut fz = tool("fz", dir);
        let result = output(fz.args(["profiles", "./mine.toml"]));
        assert_eq!(result.status.code(), Some(2));
        let said = stderr(&result);
        assert!(says.iter().all(|part| said.contains(part)), "{said}");
    }
    refused(dir, &["--fz-profile=./none.toml"], &[], &["none.toml"]);
}

/// What only LLVM and clang know to be wrong: a compile names the profile, and `fz` finds it without a
/// build.
#[test]
fn a_profile_that_no_compile_takes_is_found_before() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
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
        fs::write(dir.join("mine.toml"), format!("summary = 'm'\n{text}")).unwrap();
        refused(
            dir,
            &["-O2", "--fz-profile=./mine.toml"],
            &[],
            &[says, "(profile ./mine.toml)"],
        );
        for (args, status) in [(&["profiles", name][..], 2), (&["doctor"], 1)] {
            let mut fz = tool("fz", dir);
            let result = output(fz.env("FZ_PROFILE", name).args(args));
            let said = String::from_utf8_lossy(&result.stdout).into_owned() + &stderr(&result);
            assert_eq!(result.status.code(), Some(status), "{args:?}: {said}");
            assert!(
                said.contains(&format!("profile `{name}`: ")) && said.contains(says),
                "{args:?}: no `{says}` in: {said}"
            );
        }
    }
}

#[test]
fn the_clang_has_to_be_there_and_of_the_right_version() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let missing = ["no-such-clang", "FZ_CLANG"];
    refused(dir, &[], &[("FZ_CLANG", "no-such-clang")], &missing);
    let old = dir.join("old-clang");
    fs::write(&old, "#!/bin/sh\necho 'Debian clang version 14.0.6'\n").unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
    let old = old.display().to_string();
    refused(
        dir,
        &[],
        &[("FZ_CLANG", &old)],
        &["14.0.6", fz_llvm::RELEASE, "FZ_CLANG"],
    );
}

/// An installation without its plugin or runtime says what is missing and how to get it.
#[test]
fn the_parts_have_to_be_there() {
    let root = tempfile::tempdir().unwrap();
    let (bin, share) = (
        root.path().join("bin"),
        root.path().join("share/fz/profiles"),
    );
    fs::create_dir_all(&bin).unwrap();
    fs::create_dir_all(&share).unwrap();
    // Not by this process: a test that forks meanwhile would hold the file open for writing, and it could not run.
    let mut copy = Command::new("cp");
    run(copy.arg(fz().join("bin/fz-cc")).arg(&bin));
    for profile in ["fuzz.toml", "vanilla.toml"] {
        fs::copy(
            fz().join("share/fz/profiles").join(profile),
            share.join(profile),
        )
        .unwrap();
    }
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.c"), SOURCE).unwrap();
    for (args, part) in [
        (&["-c", "a.c", "-o", "a.o"][..], "libfz_passes.so"),
        (&["b.o", "-o", "p"], "fz_afl.o"),
    ] {
        let mut command = tool("fz-cc", dir.path());
        // The program of the incomplete tree, with the same clean environment.
        let mut incomplete = std::process::Command::new(bin.join("fz-cc"));
        incomplete.env_clear().current_dir(dir.path());
        for (name, value) in command.args(args).get_envs() {
            incomplete.envs(value.map(|v| (name, v)));
        }
        let result = output(incomplete.args(args));
        let said = stderr(&result);
        assert_eq!(result.status.code(), Some(1), "{said}");
        assert!(said.contains(part) && said.contains("install"), "{said}");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1, "{args:?}");
    }
}

/// Where clang has a message of its own, it is clang's.
#[test]
fn a_missing_source_is_clangs_to_report() {
    let dir = tempfile::tempdir().unwrap();
    let ours = output(tool("fz-cc", dir.path()).args(["-c", "missing.c"]));
    let mut clang = std::process::Command::new(fz_llvm::CLANG);
    let clangs = output(clang.current_dir(dir.path()).args(["-c", "missing.c"]));
    assert_eq!(ours.status.code(), clangs.status.code());
    assert_eq!(stderr(&ours), stderr(&clangs));
    assert!(stderr(&ours).contains("no such file"));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}
