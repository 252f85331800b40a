//! What people see while several processes run.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command, thread};

use super::{PROGRAM, compile, program, seeds};
use fz_tests::start::{output, printed, stderr};

/// In the place of afl-fuzz: the file that it writes five seconds later, and nothing else, for so long as is asked for.
const FUZZER: &str = "\
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in -h) exit ;; -o) out=$2 ;; -M | -S) role=$2 ;; -V) seconds=$2 ;; --) break ;; esac
    shift
done
mkdir -p $out/$role
if [ $role = main2 ]; then sleep $seconds; exit; fi
{
    echo '# relative_time, corpus_count, map_size, saved_crashes, saved_hangs, execs_per_sec, total_execs, edges_found'
    echo '5, 31, 12.50%, 2, 1, 2600.53, 1234567, 910'
} > $out/$role/plot_data
sleep $seconds
";

fn fuzz(dir: &Path, words: &str) -> Command {
    let mut fz = program("fz", dir);
    fz.args(["fuzz", "--fuzzer", "./fuzzer", "-i", "seeds"]);
    fz.args(words.split(' ')).args(["--", "./p", "@@"]);
    fz
}

/// The same on a terminal: all that is written to it.
fn on_a_terminal(dir: &Path, words: &str) -> String {
    let fz = fuzz(dir, words);
    let arguments: Vec<_> = fz
        .get_args()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let line = format!("{} {}", fz.get_program().display(), arguments.join(" "));
    // util-linux's.
    let mut script = Command::new("script");
    let variables = fz.get_envs().filter_map(|(k, v)| Some((k, v?)));
    script
        .current_dir(dir)
        .envs(variables)
        .envs([("TERM", "xterm"), ("NO_COLOR", "1")]);
    printed(script.args(["-qefc", &line, "typescript"]))
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

fn fuzzer(dir: &Path) {
    compile(dir, PROGRAM, "", "p");
    seeds(dir);
    fs::write(dir.join("fuzzer"), FUZZER).unwrap();
    fs::set_permissions(dir.join("fuzzer"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn several_processes_have_a_screen_or_a_line_each_and_a_sum() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fuzzer(dir);
    let (seen, logged, json) = thread::scope(|scope| {
        let seen = scope.spawn(|| on_a_terminal(dir, "-o seen -j 3 -V 5"));
        let logged = scope.spawn(|| output(&mut fuzz(dir, "-o logged -j 3 -V 14")));
        let json = output(&mut fuzz(dir, "-o json --json -j 3 -V 12"));
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
            "found     nothing yet",
            "crashes   4 in seen/*/crashes; `fz crashes` tells bugs apart",
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
    let logged = stderr(&logged);
    for row in rows {
        assert!(
            logged.contains(&format!("fz: 10 s: {row}\n")),
            "{row}: {logged}"
        );
    }
    assert_eq!(stderr(&json), "", "who reads JSON waits for the end");
    serde_json::from_slice::<serde_json::Value>(&json.stdout).unwrap();
}

#[test]
fn what_is_seen_can_be_chosen() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fuzzer(dir);
    let several = output(&mut fuzz(dir, "-o several -j 2 -V 1 --screen engine"));
    assert_eq!(several.status.code(), Some(2));
    assert!(
        stderr(&several).contains("--screen engine: 2 processes would write over each other"),
        "{several:?}"
    );
    let (lines, engine, dumb) = thread::scope(|scope| {
        let lines = scope.spawn(|| on_a_terminal(dir, "-o lines -V 12 --screen lines"));
        let engine = scope.spawn(|| on_a_terminal(dir, "-o engine -V 2 --screen engine"));
        let mut fz = fuzz(dir, "-o dumb -j 2 -V 2");
        let line = format!("{:?}", fz.env("TERM", "dumb")).replace('"', "");
        let mut script = Command::new("script");
        script.current_dir(dir).args([
            "-qefc",
            &line[line.find("&&").unwrap() + 2..],
            "dumb.typescript",
        ]);
        (
            lines.join().unwrap(),
            engine.join().unwrap(),
            printed(&mut script),
        )
    });
    // The fuzzer has no role where it is alone, and writes beside it.
    assert!(lines.contains("fz: 10 s: default  starting"), "{lines:?}");
    for seen in [lines, engine, dumb] {
        assert!(!seen.contains('\u{1b}'), "nothing is drawn: {seen:?}");
    }
}

/// Ctrl-C at a terminal of few columns, which becomes narrower meanwhile.
#[test]
fn a_narrow_terminal_is_left_clean() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fuzzer(dir);
    let fz = fuzz(dir, "-o out -j 3 -V 20");
    let words: Vec<_> = fz
        .get_args()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let line = format!(
        "stty cols 40 rows 10; (sleep 2; stty -F /dev/tty cols 30) & timeout --foreground --preserve-status -s INT 5 {} {}; \
         echo status $?",
        fz.get_program().display(),
        words.join(" ")
    );
    fs::write(dir.join("line"), line).unwrap();
    let mut script = Command::new("script");
    let variables = fz.get_envs().filter_map(|(k, v)| Some((k, v?)));
    script
        .current_dir(dir)
        .envs(variables)
        .envs([("TERM", "xterm"), ("NO_COLOR", "1")]);
    let seen = printed(script.args(["-qefc", "sh line", "typescript"]));
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
