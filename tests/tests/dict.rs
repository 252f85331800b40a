//! `fz dict`: the words of real builds, what the runs of inputs come by, what it says where there are none; and that fuzzers
//! read what it prints.

mod fuzzers;
mod refusals;
mod section;
mod visits;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use fz_tests::{RunCommand, env, fz};
use serde_json::Value;
use tempfile::TempDir;

/// A folder to build programs in, and to ask `fz dict` there.
struct Place {
    scratch: TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Place {
        let place = Place {
            scratch: tempfile::tempdir().unwrap(),
        };
        for (name, content) in files {
            place.write(name, content);
        }
        place
    }

    fn dir(&self) -> &Path {
        self.scratch.path()
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.dir().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    fn tool(&self, name: &str) -> Command {
        let mut command = Command::new(fz().join("bin").join(name));
        env::bare(&mut command)
            .current_dir(self.dir())
            .stdin(Stdio::null());
        command
    }

    fn compile(&self, arguments: &str) {
        self.compile_for("fuzz", "afl", arguments);
    }

    fn compile_for(&self, profile: &str, engine: &str, arguments: &str) {
        let mut command = self.tool("fz-cc");
        command
            .envs([("FZ_PROFILE", profile), ("FZ_ENGINE", engine)])
            .args(["-g", "-O2", "-w"])
            .args(arguments.split(' '));
        good(&mut command);
    }

    fn dict(&self, arguments: &str) -> Output {
        let mut command = self.tool("fz");
        command.arg("dict").args(arguments.split(' '));
        command.output().unwrap()
    }

    /// What it prints where it has to work.
    fn text(&self, arguments: &str) -> String {
        let out = self.dict(arguments);
        assert!(out.status.success(), "{arguments}: {out:?}");
        String::from_utf8(out.stdout).unwrap()
    }

    fn json(&self, arguments: &str) -> Value {
        serde_json::from_str(&self.text(&format!("{arguments} --json"))).unwrap()
    }
}

fn good(command: &mut Command) {
    command.outcome().ok();
}

fn errors(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

/// What stands between the quotes of a dictionary's lines.
fn words(text: &str) -> Vec<&str> {
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines
        .map(|l| l.split_once("=\"").unwrap().1.strip_suffix('"').unwrap())
        .collect()
}

/// Those in capitals, by the alphabet: what tests put there, not what else a program compares with.
fn names(text: &str) -> Vec<&str> {
    let is_name = |word: &&str| word.bytes().all(|b| b.is_ascii_uppercase());
    let mut names: Vec<&str> = words(text).into_iter().filter(is_name).collect();
    names.sort_unstable();
    names
}

/// A program that knows a number.
const SMALL: &str =
    "int main(int count, char **names) { return *(int *)names[0] == 0x4e49414d; }\n";

/// A function that knows a number.
fn number(of: &str, value: &str) -> String {
    format!("int {of}(const unsigned char *p) {{ return *(const unsigned *)p == {value}; }}\n")
}

const MAIN: &str = include_str!("dict/main.c");

/// A program with all that a program consists of.
fn whole() -> Place {
    let place = Place::new(&[
        ("main.c", MAIN),
        ("shared.c", &number("shared", "0x52414853")),
        ("archived.c", &number("archived", "0x48435241")),
        ("unused.c", &number("unused", "0x45534e55")),
        ("plugin.c", &number("plugin", "0x47554c50")),
    ]);
    place.compile("-c main.c archived.c unused.c");
    let mut archive = Command::new("ar");
    archive.current_dir(place.dir());
    good(archive.args(["rc", "libarchived.a", "archived.o", "unused.o"]));
    for library in ["shared", "plugin"] {
        place.compile(&format!("-shared -fPIC {library}.c -o lib{library}.so"));
    }
    place.compile("main.o libarchived.a -L. -lshared -Wl,-rpath,$ORIGIN -ldl -o p");
    place
}

#[test]
fn words_come_from_all_that_a_program_consists_of() {
    let place = whole();
    let text = place.text("./p");
    assert_eq!(names(&text), ["ARCH", "MAIN", "SHAR"], "{text}");
    assert_eq!(text, place.text("p"), "the same again");
    let with_plugin = place.text("./p libplugin.so");
    assert_eq!(names(&with_plugin), ["ARCH", "MAIN", "PLUG", "SHAR"]);
    // By themselves: a member that nobody uses too.
    for (part, expected) in [
        ("libarchived.a", &["ARCH", "UNSE"][..]),
        ("main.o", &["MAIN"]),
        ("libshared.so", &["SHAR"]),
    ] {
        assert_eq!(names(&place.text(part)), expected);
    }
}

#[test]
fn each_word_says_where_it_comes_from() {
    let place = whole();
    let table = place.text("./p --explain");
    let line = table.lines().find(|l| l.contains("\"SHAR\"")).unwrap();
    let cells: Vec<&str> = line.split_whitespace().collect();
    assert_eq!(cells[1..4], ["equal", "yes", "\"SHAR\""], "{table}");
    assert!(
        line.contains("shared.c:1:") && line.ends_with("  shared"),
        "{table}"
    );

    let told = place.json("./p --explain");
    let all = told["words"].as_array().unwrap();
    let scores: Vec<u64> = all.iter().map(|w| w["score"].as_u64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{told}");
    let main = all.iter().find(|w| w["text"] == "MAIN").unwrap();
    assert_eq!(main["hex"], "4d41494e");
    let used = &main["uses"][0];
    assert_eq!(
        (&used["function"], &used["line"]),
        (&"main".into(), &9.into())
    );
    let map = told["map"].as_u64().unwrap();
    let counters = used["counters"].as_array().unwrap();
    assert!(!counters.is_empty(), "{used}");
    assert!(counters.iter().all(|c| c.as_u64().unwrap() < map), "{used}");
    let same: Value = serde_json::from_str(&place.text("./p --format json")).unwrap();
    assert_eq!(same, told);
}

#[test]
fn the_best_are_asked_for_by_number_or_score() {
    let place = Place::new(&[(
        "words.s",
        &section::of(&[(90, b"best"), (50, b"good"), (9, b"low")]),
    )]);
    place.compile("-c words.s");
    let text = place.text("words.o");
    assert_eq!(words(&text), ["best", "good"]);
    assert!(errors(&place.dict("words.o")).contains("1 words have scores below 10"));
    assert_eq!(
        words(&place.text("words.o --min-score 0")),
        ["best", "good", "low"]
    );
    assert_eq!(words(&place.text("words.o --min-score 51")), ["best"]);
    assert_eq!(
        words(&place.text("words.o --min-score 0 --limit 1")),
        ["best"]
    );
    assert_eq!(
        place.text("words.o --min-score 100"),
        "# 0 words, the best first\n"
    );
    let refused = errors(&place.dict("words.o --min-score 101"));
    assert!(refused.contains("--min-score"), "{refused}");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let place = Place::new(&[("a.c", SMALL), ("there", "as it was")]);
    place.compile("a.c -o p");
    assert_eq!(place.text("./p -o there"), "");
    let read = |name: &str| fs::read_to_string(place.dir().join(name)).unwrap();
    assert_eq!(names(&read("there")), ["MAIN"]);
    place.write("there", "as it was");
    std::os::unix::fs::symlink("there", place.dir().join("link")).unwrap();
    place.text("./p -o link");
    assert_eq!(names(&read("there")), ["MAIN"]);
    assert!(place.dir().join("link").is_symlink());
    assert_eq!(place.text("./p -o /dev/stdout"), place.text("./p"));

    place.write("there", "as it was");
    let program = fs::read(place.dir().join("p")).unwrap();
    for (arguments, says) in [
        ("./p -o p", "it is the program"),
        ("./p -o nowhere/file", "nowhere/file"),
        ("./q -o there", "./q"),
    ] {
        let out = place.dict(arguments);
        assert!(
            !out.status.success() && errors(&out).contains(says),
            "{arguments}: {out:?}"
        );
    }
    assert_eq!(read("there"), "as it was");
    assert!(fs::read(place.dir().join("p")).unwrap() == program);
}

/// Sections that nothing refers to go, and the words of their functions with them. (gold keeps what has counters.)
#[test]
fn what_the_linker_drops_has_no_words() {
    let place = Place::new(&[
        ("a.c", SMALL),
        ("unused.c", &number("unused", "0x45534e55")),
    ]);
    place.compile("-ffunction-sections -c a.c unused.c");
    for linker in ["bfd", "lld"] {
        place.compile(&format!(
            "-fuse-ld={linker} -Wl,--gc-sections a.o unused.o -o p"
        ));
        assert_eq!(names(&place.text("./p")), ["MAIN"], "{linker}");
    }
    place.compile("a.o unused.o -o p");
    assert_eq!(names(&place.text("./p")), ["MAIN", "UNSE"]);
}

/// By `[dictionary]` in fz.toml; wherever below it the compiler is called.
#[test]
fn texts_of_functions_that_are_named_are_no_words() {
    let source = r#"
void say(const char *, int), tell_it(const char *, int), my_note(const char *, int);
int main(int count, char **names) {
    say("SAID", count); tell_it("TOLD", count); my_note("NOTED", count);
    return 0;
}
"#;
    let place = Place::new(&[("a.c", source)]);
    place.compile("-c a.c");
    assert_eq!(names(&place.text("a.o")), ["NOTED", "SAID", "TOLD"]);
    let settings = place.write("fz.toml", "[dictionary]\nignore = ['tell_*', 'my_note']\n");
    place.compile("-c a.c");
    assert_eq!(names(&place.text("a.o")), ["SAID"]);
    let mut doctor = place.tool("fz");
    let out = doctor.arg("doctor").output().unwrap();
    let said = String::from_utf8(out.stdout).unwrap();
    let line = format!("no words from tell_*, my_note ({})", settings.display());
    assert!(said.contains(&line), "{said}");
}
