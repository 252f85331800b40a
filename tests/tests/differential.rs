//! Programs that nobody has written: what csmith makes of a seed prints the same however it was instrumented, and, where
//! the self-check is in, no two identities share a counter.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use fz_tests::{env, fz, in_parallel};

/// csmith's programs may be endless; those are left out.
const SECONDS: &str = "5";
const SEEDS: std::ops::Range<u32> = 1..17;

/// Options of `edges` in each build, over the profile it extends.
const BUILDS: [(&str, &str); 7] = [
    ("fuzz", "prune = 'none'"),
    ("fuzz", "prune = 'novelty'\ncount = 'wrap'"),
    ("fuzz", "prune = 'path'\ncount = 'never-zero'"),
    ("vanilla", "prune = 'path'"),
    ("context", "prune = 'novelty'\ncheck = 'on'"),
    ("context", "prune = 'path'\ncheck = 'on'\nmax-contexts = 3"),
    ("context", "prune = 'none'\ncount = 'wrap'"),
];

fn profiles(dir: &Path) -> Vec<PathBuf> {
    let write = |(at, (parent, options)): (usize, &(&str, &str))| {
        let path = dir.join(format!("{at}.toml"));
        let text = format!("summary = 'x'\nextends = '{parent}'\n[feedback.edges]\n{options}\n");
        fs::write(&path, text).unwrap();
        path
    };
    BUILDS.iter().enumerate().map(write).collect()
}

/// What a program prints; `None` if it does not end.
fn printed(program: &Path, check: Option<&Path>) -> Option<String> {
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg(program).stdin(Stdio::null());
    if let Some(dir) = check {
        command.env("FZ_CHECK", dir);
    }
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then_some(text)
}

fn compiled(mut compiler: Command, source: &Path, program: &Path) {
    let output = compiler
        .args(["-w", "-I/usr/include/csmith"])
        .arg(source)
        .arg("-o")
        .arg(program)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{compiler:?}: {said}");
}

/// What went wrong with one seed, and whether it could be compared.
fn compare(dir: &Path, profiles: &[PathBuf], seed: u32) -> (bool, Vec<String>) {
    // csmith keeps a file about the machine where it runs; of two in one folder, one may read what the other has only
    // begun to write, and gives up.
    let dir = &dir.join(seed.to_string());
    fs::create_dir(dir).unwrap();
    let source = dir.join("program.c");
    let made = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&source)
        .current_dir(dir)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "csmith --seed {seed}: {said}");
    let program = dir.join("program");
    let mut plain = Command::new(fz_llvm::CLANG);
    plain.arg("-O1");
    compiled(plain, &source, &program);
    let Some(expected) = printed(&program, None) else {
        return (false, Vec::new());
    };
    let mut wrong = Vec::new();
    for (at, profile) in profiles.iter().enumerate() {
        let level = ["-O0", "-O1", "-O2", "-O3"][(seed as usize + at) % 4];
        let mut compiler = Command::new(fz().join("bin/fz-cc"));
        env::bare(&mut compiler);
        compiler
            .arg(format!("--fz-profile={}", profile.display()))
            .arg(level);
        compiled(compiler, &source, &program);
        let checks = dir.join(format!("checks-{at}"));
        fs::create_dir(&checks).unwrap();
        let build = format!("seed {seed}, {level}, {:?}", BUILDS[at]);
        // Instrumented programs take longer, but not for ever.
        if printed(&program, Some(&checks)).as_ref() != Some(&expected) {
            wrong.push(format!("{build}: prints something else"));
        }
        let mut checked = false;
        for report in fs::read_dir(&checks).unwrap() {
            let path = report.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            match path.to_string_lossy().contains("findings") {
                true => wrong.push(format!("{build}: {text}")),
                false => checked |= !text.starts_with("counters 0 "),
            }
        }
        if checked != BUILDS[at].1.contains("check") {
            wrong.push(format!("{build}: counters checked: {checked}"));
        }
    }
    (true, wrong)
}

#[test]
fn generated_programs_print_what_they_did() {
    let scratch = tempfile::tempdir().unwrap();
    let profiles = profiles(scratch.path());
    let seeds: Vec<u32> = SEEDS.collect();
    let results = in_parallel(&seeds, |seed| compare(scratch.path(), &profiles, *seed));
    let compared = results.iter().filter(|(compared, _)| *compared).count();
    assert!(compared >= seeds.len() / 2, "{compared} programs ended");
    let wrong: Vec<_> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
