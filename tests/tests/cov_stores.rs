//! Stores of writers that were killed, and of strangers, as the commands see them that open stores.

use std::{fs, os::unix::process::ExitStatusExt, path::Path};

use fz_tests::{RunCommand, Sandbox};

const COLLECT: &str = "cov collect p -i in -o s.fzcov";

/// With a program and a store of it with one input.
fn place() -> Sandbox {
    let place = Sandbox::of("cov_stores").env("FZ_ENGINE", "afl");
    place.write("in/a", "a");
    place.cc("--fz-profile=coverage -g -O1 p.c -o p");
    place.says(COLLECT);
    place
}

/// Collects, and is killed in the middle of its first change of a store: before that is on the disk.
fn killed(place: &Sandbox, words: &str) {
    place.cc("--fz-profile=none -shared -fPIC killer.c -o killer.so");
    let mut fz = place.command("fz");
    let fz = fz
        .args(words.split(' '))
        .env("LD_PRELOAD", place.at("killer.so"));
    let ended = fz.outcome();
    assert_eq!(ended.status.signal(), Some(9), "{ended:?}");
}

/// What opens stores to look at them.
const READERS: [&str; 9] = [
    "cov report s.fzcov",
    "check s.fzcov --no-loss s.fzcov",
    "cov report --view compare x=s.fzcov y=s.fzcov",
    "cov report s.fzcov --format json",
    "cov report --view mcdc s.fzcov",
    "cov report --view reach s.fzcov",
    "cov report s.fzcov --view page --format text",
    "cov report s.fzcov --at p.c:4",
    "cov merge s.fzcov -o other.fzcov",
];

#[test]
fn what_a_killed_writer_has_left_is_undone() {
    let place = place();
    let read = || {
        READERS.map(|words| {
            let read = place.fz(words);
            (words, read.status, read.out(), read.err())
        })
    };
    let before = read();
    place.write("in/b", "b");
    killed(&place, COLLECT);
    let files = ["s.fzcov", "s.fzcov-journal"].map(|name| place.at(name));
    let content = || files.each_ref().map(|file| fs::read(file).unwrap());
    let left = content();
    assert!(left[1].starts_with(&MAGIC), "nothing was half done");
    assert_eq!(read(), before);
    assert!(left == content(), "a reader has written");
    place.says(COLLECT);
    assert!(!files[1].exists());
    let summary = place.prints(READERS[0]);
    assert!(summary.starts_with("2 inputs of 1 run"), "{summary}");
    // Of a store that was being made, nothing is left.
    let new = "cov collect p -i in -o new.fzcov";
    killed(&place, new);
    place.says(new);
    let summary = place.prints("cov report new.fzcov");
    assert!(summary.starts_with("2 inputs of 1 run"), "{summary}");
}

const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];

/// A journal that says: if this file is there, roll back, and delete it.
fn forge(place: &Sandbox, named: &Path) {
    let bytes = place.read("s.fzcov");
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
    place.write("s.fzcov-journal", journal);
}

#[test]
fn nobody_deletes_what_a_journal_names() {
    let place = place();
    let precious = place.write("precious", "a thesis");
    place.write("other.fzcov", place.read("s.fzcov"));
    forge(&place, &precious);
    let writers = [
        COLLECT,
        "cov collect p -i in -o s.fzcov",
        "cov merge s.fzcov -o s.fzcov",
        "cov merge other.fzcov -o s.fzcov",
        "min corpus s.fzcov -i in",
    ];
    for words in READERS.iter().chain(&writers) {
        let _ = place.fz(words).fails();
        assert!(precious.exists(), "{words} has deleted a file");
    }
}
