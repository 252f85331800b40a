//! Stores of writers that were killed, and of strangers, as the commands see them that open stores.

use std::{fs, os::unix::process::ExitStatusExt, path::Path, process::Command};

use fz_tests::start::{output, printed, run, stderr, tool};
use tempfile::TempDir;

const PROGRAM: &str = include_str!("cov_stores/program.c");

/// Kills whoever has written to a store, before that is on the disk.
const KILLER: &str = include_str!("cov_stores/killer.c");

const COLLECT: &str = "cov collect p -i in -o s.fzcov";

/// With a program and a store of it with one input.
fn place() -> TempDir {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("p.c"), PROGRAM).unwrap();
    fs::create_dir(dir.join("in")).unwrap();
    fs::write(dir.join("in/a"), "a").unwrap();
    let mut compiler = tool("fz-cc", dir);
    compiler.envs([("FZ_PROFILE", "coverage"), ("FZ_ENGINE", "afl")]);
    run(compiler.args(["-g", "-O1", "p.c", "-o", "p"]));
    run(&mut fz(dir, COLLECT));
    scratch
}

fn fz(dir: &Path, words: &str) -> Command {
    let mut command = tool("fz", dir);
    command.args(words.split_whitespace());
    command
}

/// Collects, and is killed in the middle of its first change of a store.
fn killed(dir: &Path, words: &str) {
    let killer = dir.join("killer.so");
    fs::write(dir.join("killer.c"), KILLER).unwrap();
    let mut compiler = tool("fz-cc", dir);
    compiler.env("FZ_PROFILE", "none");
    run(compiler.args(["-shared", "-fPIC", "killer.c", "-o", "killer.so"]));
    let ended = output(fz(dir, words).env("LD_PRELOAD", killer));
    assert_eq!(ended.status.signal(), Some(9), "{}", stderr(&ended));
}

/// What opens stores to look at them.
const READERS: [&str; 9] = [
    "cov summary s.fzcov",
    "cov check s.fzcov --no-loss s.fzcov",
    "cov compare x=s.fzcov y=s.fzcov",
    "cov export s.fzcov --format json",
    "cov mcdc s.fzcov",
    "cov reach s.fzcov",
    "cov report s.fzcov --format text",
    "cov search s.fzcov p.c:4",
    "cov merge s.fzcov -o other.fzcov",
];

#[test]
fn what_a_killed_writer_has_left_is_undone() {
    let scratch = place();
    let dir = scratch.path();
    let read = || {
        READERS.map(|words| {
            let read = output(&mut fz(dir, words));
            let said = [read.stdout, read.stderr].map(|s| String::from_utf8(s).unwrap());
            (words, read.status, said)
        })
    };
    let before = read();
    fs::write(dir.join("in/b"), "b").unwrap();
    killed(dir, COLLECT);
    let files = ["s.fzcov", "s.fzcov-journal"].map(|name| dir.join(name));
    let content = || files.each_ref().map(|file| fs::read(file).unwrap());
    let left = content();
    assert!(left[1].starts_with(&MAGIC), "nothing was half done");
    assert_eq!(read(), before);
    assert!(left == content(), "a reader has written");
    run(&mut fz(dir, COLLECT));
    assert!(!files[1].exists());
    let summary = printed(&mut fz(dir, READERS[0]));
    assert!(summary.starts_with("2 inputs of 1 run"), "{summary}");
    // Of a store that was being made, nothing is left.
    let new = "cov collect p -i in -o new.fzcov";
    killed(dir, new);
    run(&mut fz(dir, new));
    let summary = printed(&mut fz(dir, "cov summary new.fzcov"));
    assert!(summary.starts_with("2 inputs of 1 run"), "{summary}");
}

const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// A journal that says: if this file is there, roll back, and delete it.
fn forge(dir: &Path, named: &Path) {
    let bytes = fs::read(dir.join("s.fzcov")).unwrap();
    let page = u32::from(u16::from_be_bytes([bytes[16], bytes[17]]));
    let name = named.to_str().unwrap().as_bytes();
    let sum = name.iter().map(|b| u32::from(*b)).sum();
    let numbers = |all: &[u32]| {
        all.iter()
            .flat_map(|n| n.to_be_bytes())
            .collect::<Vec<u8>>()
    };
    let mut journal = MAGIC.to_vec();
    journal.extend(numbers(&[0, 0, bytes.len() as u32 / page, 512, page]));
    journal.resize(512, 0);
    journal.extend(numbers(&[0x4000_0000 / page + 1]));
    journal.extend(name);
    journal.extend(numbers(&[name.len() as u32, sum]));
    journal.extend(MAGIC);
    fs::write(dir.join("s.fzcov-journal"), journal).unwrap();
}

#[test]
fn nobody_deletes_what_a_journal_names() {
    let scratch = place();
    let dir = scratch.path();
    let precious = dir.join("precious");
    fs::write(&precious, "a thesis").unwrap();
    fs::copy(dir.join("s.fzcov"), dir.join("other.fzcov")).unwrap();
    forge(dir, &precious);
    let writers = [
        COLLECT,
        "cov watch p -i in -o s.fzcov --once",
        "cov merge s.fzcov -o s.fzcov",
        "cov merge other.fzcov -o s.fzcov",
        "min corpus s.fzcov -i in",
    ];
    for words in READERS.iter().chain(&writers) {
        let ended = output(&mut fz(dir, words));
        assert!(!ended.status.success(), "{words}");
        assert!(precious.exists(), "{words} has deleted a file");
    }
}
