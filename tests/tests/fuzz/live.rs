//! What people see while several processes run.

use std::{fs, os::unix::fs::PermissionsExt, process::Command, thread};

use fz_tests::{RunCommand, Sandbox};

use super::{PROGRAM, compile, place, seeds};

/// In the place of afl-fuzz: the file that it writes five seconds later, and nothing else, for so long as is asked for.
const FUZZER: &str = include_str!("fuzzer.sh");

fn fuzz(dir: &Sandbox, words: &str) -> Command {
    let mut fz = dir.command("fz");
    fz.args(["fuzz", "--engine", "./fuzzer", "-i", "seeds"]);
    fz.args(words.split(' ')).args(["--", "./p", "@@"]);
    fz
}

/// The same as a line of a shell's.
fn line(dir: &Sandbox, words: &str) -> String {
    let fz = fuzz(dir, words);
    let words = fz.get_args().map(|a| a.to_string_lossy().into_owned());
    let program = fz.get_program().to_string_lossy().into_owned();
    std::iter::once(program)
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// On a terminal: all that is written to it.
fn typed(dir: &Sandbox, line: &str) -> String {
    // util-linux's.
    let mut script = dir.command("script");
    script.envs([("TERM", "xterm"), ("NO_COLOR", "1")]);
    script
        .args(["-qefc", line, "typescript"])
        .outcome()
        .ok()
        .out()
}

fn on_a_terminal(dir: &Sandbox, words: &str) -> String {
    typed(dir, &line(dir, words))
}

/// What is drawn at a time: the lines of it that are not empty.
fn screens(seen: &str) -> Vec<Vec<String>> {
    let text = |line: &str| {
        let line = line.trim_end_matches('\r').strip_suffix("\u{1b}[K")?;
        // Where the cursor goes first.
        let line = match line.strip_prefix("\r\u{1b}[") {
            Some(rest) => rest.split_once('A')?.1,
            None => line,
        };
        (!line.is_empty()).then(|| line.to_owned())
    };
    let frames = seen.split("\u{1b}[J");
    let screens = frames.map(|frame| frame.split('\n').filter_map(text).collect::<Vec<_>>());
    screens.filter(|lines| !lines.is_empty()).collect()
}

fn fuzzer() -> Sandbox {
    let dir = place();
    compile(&dir, PROGRAM, "", "p");
    seeds(&dir);
    dir.write("fuzzer", FUZZER);
    fs::set_permissions(dir.at("fuzzer"), fs::Permissions::from_mode(0o755)).unwrap();
    dir
}

#[test]
fn several_processes_have_a_screen_or_a_line_each_and_a_sum() {
    let dir = &fuzzer();
    let (seen, logged, json) = thread::scope(|scope| {
        let seen = scope.spawn(|| on_a_terminal(dir, "-o seen -j 3 -V 5"));
        let logged = scope.spawn(|| fuzz(dir, "-o logged -j 3 -V 14").outcome());
        let json = fuzz(dir, "-o json --json -j 3 -V 12").outcome();
        (seen.join().unwrap(), logged.join().unwrap(), json)
    });
    let screens = screens(&seen);
    let screen = screens.last().unwrap();
    assert!(
        screen[0].starts_with("p  afl, 3 instances ") && screen[0].ends_with(" of 0:05"),
        "{screen:#?}"
    );
    assert_eq!(
        screen[1..],
        [
            "instance  executions     per s  queue  crashes  time-outs  last find",
            "main       1,234,567     2,601     31        2          1          –",
            "main2                 starting",
            "main3      1,234,567     2,601     31        2          1          –",
            "all 3      2,469,134     5,201     62        4          2          –",
            "so far    it crashes: `fz crashes p -i seen` sorts them into bugs",
            "found     nothing yet",
            "crashes   4 in seen/*/crashes; `fz crashes` sorts them into bugs",
            "coverage  910 edges (12.50%) by main",
            "Ctrl-C ends it; the same command line continues it",
        ]
    );
    assert!(!seen.contains("\u{1b}[3"), "NO_COLOR: {seen:?}");
    // The screen is gone, and what stays is the line of the end.
    let left = seen.rsplit("\u{1b}[J").next().unwrap();
    assert!(
        left.starts_with("afl: ") && left.lines().count() == 1,
        "{left:?}"
    );

    let main = "main   1,234,567 executions  2,601/s  910 edges (12.50%)  31 in queue  2 crashes  1 time-out";
    let rows = [
        main.replace("1 time-out", " 1 time-out"),
        "main2  starting".to_owned(),
        main.replace("main ", "main3").replace("1 time-out", " 1 time-out"),
        "all 3  2,469,134 executions  5,201/s                      62 in queue  4 crashes  2 time-outs".to_owned(),
    ];
    let logged = logged.err();
    for row in rows {
        assert!(
            logged.contains(&format!("fz: 10 s: {row}\n")),
            "{row}: {logged}"
        );
    }
    assert_eq!(json.err(), "", "who reads JSON waits for the end");
    json.json();
}

#[test]
fn what_is_seen_can_be_chosen() {
    let dir = &fuzzer();
    let several = fuzz(dir, "-o several -j 2 -V 1 --screen engine").outcome();
    several
        .ends(2)
        .says("--screen engine: 2 processes would write over each other");
    let (lines, engine, dumb) = thread::scope(|scope| {
        let lines = scope.spawn(|| on_a_terminal(dir, "-o lines -V 12 --screen lines"));
        let engine = scope.spawn(|| on_a_terminal(dir, "-o engine -V 2 --screen engine"));
        let dumb = format!("TERM=dumb {}", line(dir, "-o dumb -j 2 -V 2"));
        let mut script = dir.command("script");
        script.args(["-qefc", &dumb, "dumb.typescript"]);
        (
            lines.join().unwrap(),
            engine.join().unwrap(),
            script.outcome().ok().out(),
        )
    });
    let said = "fz: 10 s: default  1,234,567 executions  2,601/s";
    assert!(lines.contains(said), "{lines:?}");
    for seen in [lines, engine, dumb] {
        assert!(!seen.contains('\u{1b}'), "nothing is drawn: {seen:?}");
    }
}

/// Ctrl-C at a terminal of few columns, which becomes narrower meanwhile.
#[test]
fn a_narrow_terminal_is_left_clean() {
    let dir = &fuzzer();
    let line = format!(
        "stty cols 40 rows 10; (sleep 2; stty -F /dev/tty cols 30) & timeout --foreground --preserve-status -s INT 5 {}; \
         echo status $?",
        line(dir, "-o out -j 3 -V 20")
    );
    dir.write("line", line);
    let seen = typed(dir, "sh line");
    let screens = screens(&seen);
    let widest = |lines: &Vec<String>| lines.iter().map(|l| l.chars().count()).max().unwrap();
    assert!(screens.len() > 3, "{seen:?}");
    assert!(
        screens.iter().all(|s| widest(s) <= 40 && s.len() < 10),
        "{screens:#?}"
    );
    assert!(widest(screens.last().unwrap()) <= 30, "{screens:#?}");
    let left = seen.rsplit("\u{1b}[J").next().unwrap();
    assert!(
        left.starts_with("afl: ") && left.trim_end().ends_with("status 0"),
        "{left:?}"
    );
}
