//! `fz min`: a smallest corpus, and a smaller input. What was promised stays, and what was read is not changed.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::Path,
    process::Output,
};

use fz_tests::start::{self, stderr, tool};
use serde_json::Value;
use tempfile::TempDir;

const PROGRAM: &str = include_str!("min/program.c");

struct Place(TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.write("program.c", PROGRAM.as_bytes());
        start::run(tool("fz-cc", place.dir()).args(["-g", "-O1", "program.c", "-o", "program"]));
        fs::create_dir(place.dir().join("corpus")).unwrap();
        place
    }

    fn dir(&self) -> &Path {
        self.0.path()
    }

    fn write(&self, name: impl AsRef<Path>, bytes: &[u8]) {
        fs::write(self.dir().join(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.dir().join(name)).unwrap()
    }

    fn names(&self, folder: &str) -> BTreeSet<Vec<u8>> {
        let entries = fs::read_dir(self.dir().join(folder)).unwrap();
        let names = entries.map(|e| e.unwrap().file_name().into_vec());
        names.collect()
    }

    fn fz(&self, words: &str) -> Output {
        start::output(tool("fz", self.dir()).args(words.split(' ')))
    }

    #[track_caller]
    fn done(&self, words: &str) -> String {
        let out = self.fz(words);
        assert!(out.status.success(), "{words}: {}", stderr(&out));
        String::from_utf8_lossy(&out.stdout).into_owned() + &stderr(&out)
    }

    #[track_caller]
    fn refused(&self, words: &str, why: &str) {
        let out = self.fz(words);
        let said = stderr(&out);
        assert_eq!(out.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains(why), "{words}: {said}");
    }

    fn collect(&self) {
        self.done("cov collect ./program -i corpus -o s.fzcov");
    }

    /// What inputs of a folder reach, in figures.
    fn reached(&self, folder: &str) -> Value {
        self.done(&format!("cov collect ./program -i {folder} -o {folder}.of"));
        let out = self.fz(&format!("cov summary {folder}.of --json"));
        let summary: Value = serde_json::from_slice(&out.stdout).unwrap();
        summary["reached"].clone()
    }
}

#[test]
fn a_corpus_keeps_what_it_reaches_in_as_few_inputs_as_can_be() {
    let place = Place::new();
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
        place.write(Path::new("corpus").join(name), text.as_bytes());
    }
    place.collect();
    let before = place.names("corpus");
    let said = place.done("min corpus s.fzcov -i corpus -o small");
    assert!(
        said.contains("2 of 7 inputs") && said.contains("no smaller set"),
        "{said}"
    );
    let small = place.names("small");
    assert_eq!(small.len(), 2);
    assert!(small.contains(hostile.as_bytes()), "the smaller of two");
    assert_eq!(place.names("corpus"), before);
    assert_eq!(place.reached("small"), place.reached("corpus"));

    place.refused(
        "min corpus s.fzcov -i corpus -o small",
        "it has files already",
    );
    let out = place.fz("min corpus s.fzcov -i corpus");
    let printed = String::from_utf8(out.stdout).unwrap();
    assert_eq!(printed.lines().count(), 2, "{printed}");
    assert!(!printed.contains('\u{1b}'), "{printed:?}");
    let out = place.fz("min corpus s.fzcov -i corpus --without-failing --json");
    let found: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(found["chosen"], 2, "{found}");
    assert_eq!(found["failing"], 1, "{found}");
    let inputs = found["inputs"].to_string();
    assert!(
        !inputs.contains("crash") && !inputs.contains("same"),
        "{inputs}"
    );
    // Of functions alone the crash is not needed more than others.
    let out = place.fz("min corpus s.fzcov -i corpus --kind function --json");
    let found: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(
        (&found["chosen"], &found["bound"], &found["is-smallest"]),
        (&2.into(), &2.into(), &true.into()),
        "{found}"
    );
    place.refused(
        "min corpus s.fzcov -i corpus --kind guard",
        "nothing of that kind",
    );
}

#[test]
fn what_the_store_does_not_know_is_not_dropped() {
    let place = Place::new();
    place.write("corpus/a", b"1");
    place.collect();
    place.write("corpus/b", b"2");
    place.refused("min corpus s.fzcov -i corpus -o small", "1 file was not in");
    assert!(!place.dir().join("small").exists());
    place.collect();
    place.done("min corpus s.fzcov -i corpus -o small");
    assert_eq!(place.names("small").len(), 2);
}

#[test]
fn inputs_of_one_name_are_all_there() {
    let place = Place::new();
    for (folder, text) in [("p", "1"), ("q", "2"), ("r", "3")] {
        fs::create_dir(place.dir().join("corpus").join(folder)).unwrap();
        place.write(Path::new("corpus").join(folder).join("id"), text.as_bytes());
    }
    place.collect();
    place.done("min corpus s.fzcov -i corpus -o small");
    let names = place.names("small");
    let expected = ["id", "id.2", "id.3"].map(|n| n.as_bytes().to_vec());
    assert_eq!(names, expected.into_iter().collect());
}

#[test]
fn an_input_keeps_what_it_reaches() {
    let place = Place::new();
    place.write("input", b"....1....3....2....");
    let said = place.done("min input ./program input -o small");
    assert!(said.contains("3 of 19 bytes"), "{said}");
    assert!(said.contains("no byte of it can go alone"), "{said}");
    assert_eq!(place.read("small"), b"132");
    assert_eq!(place.read("input"), b"....1....3....2....");
    place.refused("min input ./program input -o input", "it is an input");
    place.refused(
        "min input ./program input -o small --keep crash",
        "does not crash",
    );
    // Which of the two it counts changes from run to run.
    place.write("unstable", b"..1..T..");
    let out = place.fz("min input ./program unstable -o small");
    match out.status.code() {
        Some(0) => {
            let small = place.read("small");
            assert!(small.contains(&b'1') && small.contains(&b'T'), "{small:?}");
        }
        _ => assert!(stderr(&out).contains("unstable"), "{}", stderr(&out)),
    }
}

#[test]
fn what_was_found_until_it_was_told_to_end_is_written() {
    let place = Place::new();
    place.write("slow.c", SLOW.as_bytes());
    let runs = place.dir().join("runs");
    let log = format!("-DLOG=\"{}\"", runs.display());
    start::run(
        tool("fz-cc", place.dir())
            .args(["-g", "-O1", "slow.c", "-o", "slow"])
            .arg(log),
    );
    place.write("long", &[b'.'; 4096]);
    let mut running = tool("fz", place.dir());
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
    let out = running.wait_with_output().unwrap();
    let said = stderr(&out);
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
    let place = Place::new();
    place.write("input", b"1..2....X..Y");
    let said = place.done("min input ./program input -o small");
    assert_eq!(place.read("small"), b"X", "{said}");
    assert!(said.contains("SIGABRT") && said.contains("deep"), "{said}");
    // What is reached before the crash, if that is asked for.
    place.done("min input ./program input -o small --keep outcomes");
    assert_eq!(place.read("small"), b"12X");
}

#[test]
fn what_decides_nothing_goes_first() {
    let place = Place::new();
    let source = r#"#include <stdint.h>
#include <stddef.h>
volatile int sum;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 3) return 0;
  if (data[0] == 'a') sum++;
  if (data[1] == 'b') sum++;
  if (data[2] == 'c') sum++;
  return 0;
}
"#;
    place.write("program.c", source.as_bytes());
    start::run(tool("fz-cc", place.dir()).args(["-g", "-O1", "program.c", "-o", "program"]));
    place.write("input", &[b"abc", &[b'.'; 500][..]].concat());
    let runs = |words: &str| -> u64 {
        let out = place.fz(&format!(
            "min input ./program input -o small --json {words}"
        ));
        assert!(out.status.success(), "{}", stderr(&out));
        assert_eq!(place.read("small"), b"abc");
        let said: Value = serde_json::from_slice(&out.stdout).unwrap();
        said["runs"].as_u64().unwrap()
    };
    let (without, with) = (runs("--keep outcomes"), runs("--keep outcomes --taint"));
    assert!(with < without, "{with} {without}");
}
