//! `fz min`: a smallest corpus, and a smaller input. What was promised stays, and what was read is not changed.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
};

use fz_tests::{Outcome, Sandbox};
use serde_json::Value;

const PROGRAM: &str = include_str!("min/program.c");

fn built() -> Sandbox {
    let place = Sandbox::with([("program.c", PROGRAM)]);
    place.cc("-g -O1 program.c -o program");
    place.folder("corpus");
    place
}

const COLLECT: &str = "cov collect ./program -i corpus -o s.fzcov";

fn names(place: &Sandbox, folder: &str) -> BTreeSet<Vec<u8>> {
    let entries = fs::read_dir(place.at(folder)).unwrap();
    let names = entries.map(|e| e.unwrap().file_name().into_vec());
    names.collect()
}

/// What inputs of a folder reach, in figures.
fn reached(place: &Sandbox, folder: &str) -> Value {
    place.says(&format!("cov collect ./program -i {folder} -o {folder}.of"));
    let summary = place.json(&format!("cov report {folder}.of --json"));
    summary["reached"].clone()
}

#[test]
fn a_corpus_keeps_what_it_reaches_in_as_few_inputs_as_can_be() {
    let place = built();
    // The largest would be taken first by who is greedy. Names are anything.
    let hostile = OsStr::from_bytes(b"\x1b[31m<b>\xff\n23");
    for (name, text) in [
        (OsStr::new("one"), "1"),
        (OsStr::new("two"), "2"),
        (OsStr::new("both"), "1 2"),
        (hostile, "23"),
        (OsStr::new("long"), "23 and much more that does nothing"),
        (OsStr::new("crash"), "1X"),
        (OsStr::new("same"), "1X"),
    ] {
        place.write(Path::new("corpus").join(name), text);
    }
    place.says(COLLECT);
    let before = names(&place, "corpus");
    let said = place.says("min corpus s.fzcov -i corpus -o small");
    assert!(
        said.contains("2 of 7 inputs") && said.contains("no smaller set"),
        "{said}"
    );
    let small = names(&place, "small");
    assert_eq!(small.len(), 2);
    assert!(small.contains(hostile.as_bytes()), "the smaller of two");
    assert_eq!(names(&place, "corpus"), before);
    assert_eq!(reached(&place, "small"), reached(&place, "corpus"));

    place
        .fz("min corpus s.fzcov -i corpus -o small")
        .ends(2)
        .says("it has files already");
    let out = place.fz("min corpus s.fzcov -i corpus");
    let printed = out.out();
    assert_eq!(printed.lines().count(), 2, "{printed}");
    assert!(!printed.contains('\u{1b}'), "{printed:?}");
    let found = place.json("min corpus s.fzcov -i corpus --without-failing --json");
    assert_eq!(found["chosen"], 2, "{found}");
    assert_eq!(found["failing"], 1, "{found}");
    let inputs = found["inputs"].to_string();
    assert!(
        !inputs.contains("crash") && !inputs.contains("same"),
        "{inputs}"
    );
    // Of functions alone the crash is not needed more than others.
    let found = place.json("min corpus s.fzcov -i corpus --kind function --json");
    assert_eq!(
        (&found["chosen"], &found["bound"], &found["is-smallest"]),
        (&2.into(), &2.into(), &true.into()),
        "{found}"
    );
    place
        .fz("min corpus s.fzcov -i corpus --kind guard")
        .ends(2)
        .says("nothing of that kind");
}

#[test]
fn what_the_store_does_not_know_is_not_dropped() {
    let place = built();
    place.write("corpus/a", b"1");
    place.says(COLLECT);
    place.write("corpus/b", b"2");
    place
        .fz("min corpus s.fzcov -i corpus -o small")
        .ends(2)
        .says("1 file was not in");
    assert!(!place.at("small").exists());
    place.says(COLLECT);
    place.says("min corpus s.fzcov -i corpus -o small");
    assert_eq!(names(&place, "small").len(), 2);
}

#[test]
fn inputs_of_one_name_are_all_there() {
    let place = built();
    for (folder, text) in [("p", "1"), ("q", "2"), ("r", "3")] {
        place.write(Path::new("corpus").join(folder).join("id"), text);
    }
    place.says(COLLECT);
    place.says("min corpus s.fzcov -i corpus -o small");
    let names = names(&place, "small");
    let expected = ["id", "id.2", "id.3"].map(|n| n.as_bytes().to_vec());
    assert_eq!(names, expected.into_iter().collect());
}

#[test]
fn an_input_keeps_what_it_reaches() {
    let place = built();
    place.write("input", b"....1....3....2....");
    let said = place.says("min input ./program input -o small");
    assert!(said.contains("3 of 19 bytes"), "{said}");
    assert!(said.contains("removing any single byte loses it"), "{said}");
    assert_eq!(place.read("small"), b"132");
    assert_eq!(place.read("input"), b"....1....3....2....");
    place
        .fz("min input ./program input -o input")
        .ends(2)
        .says("it is an input");
    place
        .fz("min input ./program input -o small --keep crash")
        .ends(2)
        .says("does not crash");
    // Which of the two it counts changes from run to run.
    place.write("unstable", b"..1..T..");
    let out = place.fz("min input ./program unstable -o small");
    match out.status.code() {
        Some(0) => {
            let small = place.read("small");
            assert!(small.contains(&b'1') && small.contains(&b'T'), "{small:?}");
        }
        _ => assert!(out.err().contains("unstable"), "{}", out.err()),
    }
}

#[test]
fn what_was_found_until_it_was_told_to_end_is_written() {
    let place = built();
    place.write("slow.c", SLOW);
    let runs = place.at("runs");
    let log = format!("-DLOG=\"{}\"", runs.display());
    place
        .call("fz-cc", &["-g", "-O1", "slow.c", "-o", "slow", &log])
        .ok();
    place.write("long", [b'.'; 4096]);
    let mut running = place.command("fz");
    running.args(["min", "input", "slow", "long", "-o", "short"]);
    let running = running
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The first few are of the whole input.
    while fs::metadata(&runs).map_or(0, |about| about.len()) < 12 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    // SAFETY: a process of ours that nobody has waited for.
    unsafe { libc::kill(running.id() as i32, libc::SIGINT) };
    let out = Outcome::from(running.wait_with_output().unwrap());
    let said = out.err();
    assert_eq!(out.status.code(), Some(130), "{said}");
    assert!(
        said.contains("interrupted: what is written was run once"),
        "{said}"
    );
    let short = place.read("short").len();
    assert!((1000..4096).contains(&short), "{short}");
}

/// Needs 1,000 bytes, and a while for each run.
const SLOW: &str = include_str!("min/slow.c");

#[test]
fn an_input_keeps_its_crash_and_not_another() {
    let place = built();
    place.write("input", b"1..2....X..Y");
    let said = place.says("min input ./program input -o small");
    assert_eq!(place.read("small"), b"X", "{said}");
    assert!(said.contains("SIGABRT") && said.contains("deep"), "{said}");
    // What is reached before the crash, if that is asked for.
    place.says("min input ./program input -o small --keep outcomes");
    assert_eq!(place.read("small"), b"12X");
}

#[test]
fn what_decides_nothing_goes_first() {
    let place = built();
    let source = include_str!("min/what-decides-nothing-goes-first.c");
    place.write("program.c", source);
    place.cc("-g -O1 program.c -o program");
    place.write("input", [b"abc", &[b'.'; 500][..]].concat());
    let runs = |words: &str| -> u64 {
        let out = place.fz(&format!(
            "min input ./program input -o small --json {words}"
        ));
        let out = out.ok();
        assert_eq!(place.read("small"), b"abc");
        let said = out.json();
        said["runs"].as_u64().unwrap()
    };
    let (without, with) = (runs("--keep outcomes"), runs("--keep outcomes --taint"));
    assert!(with < without, "{with} {without}");
}

#[test]
fn what_is_not_the_same_each_time_has_several_observers_and_is_told() {
    let place = Sandbox::of("min");
    place.cc("-g -O1 chance.c -o program");
    place.numbered("corpus", ('A'..='d').map(|c| c.to_string()));
    let said = place.says(&format!("{COLLECT} --process own"));
    assert!(
        said.contains("unstable") && said.contains("--repeat 3 finds more of them"),
        "{said}"
    );
    let said = place.says("min corpus s.fzcov -i corpus -o small");
    assert!(
        said.contains("in some runs of an input only: several inputs are kept"),
        "{said}"
    );
    let kept = names(&place, "small").len();
    assert!((4..=8).contains(&kept), "{said}");
    let json = place.json("min corpus s.fzcov -i corpus --json");
    assert!(json["unstable"].as_u64().unwrap() > 0, "{json}");
}

#[test]
fn bytes_are_those_of_the_inputs_that_are_counted() {
    let place = built();
    for (name, text) in [
        ("1", "1 12 1"),
        ("2", "1 12 1"),
        ("3", "1 12 1"),
        ("4", "q"),
    ] {
        place.write(Path::new("corpus").join(name), text);
    }
    place.says(COLLECT);
    let said = place.says("min corpus s.fzcov -i corpus -o small");
    assert!(
        said.contains("of 4 inputs (") && said.contains("of 19 bytes)"),
        "{said}"
    );
    let json = place.json("min corpus s.fzcov -i corpus --json");
    assert_eq!([&json["files"], &json["all-bytes"]], [4, 19]);
}

/// A build by `coverage` is compiled from a text that no file has.
#[test]
fn a_crash_is_told_by_a_place_in_the_source() {
    let place = built();
    place.cc("--fz-profile=coverage -g program.c -o covered");
    place.write("crash", "1X and more");
    let said = place.says("min input ./covered crash -o small");
    assert!(
        said.contains("program.c:") && !said.contains(".fz."),
        "{said}"
    );
}
