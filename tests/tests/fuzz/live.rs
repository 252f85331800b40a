//! What people see while several processes run.

use std::{fs, os::unix::fs::PermissionsExt, path::Path, process::Command, thread};

use crate::{PROGRAM, compile, program, seeds};
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

fn without(row: &str, columns: &[&str]) -> String {
    let all = columns.iter().fold(row.to_owned(), |row, column| {
        row.replace(&format!("  {column}"), "")
    });
    all.trim_end().to_owned()
}

#[test]
fn several_processes_have_a_line_each_and_a_sum() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    compile(dir, PROGRAM, "", "p");
    seeds(dir);
    fs::write(dir.join("fuzzer"), FUZZER).unwrap();
    fs::set_permissions(dir.join("fuzzer"), fs::Permissions::from_mode(0o755)).unwrap();
    let (seen, logged, json) = thread::scope(|scope| {
        let seen = scope.spawn(|| on_a_terminal(dir, "-o seen -j 3 -V 5"));
        let logged = scope.spawn(|| output(&mut fuzz(dir, "-o logged -j 3 -V 14")));
        let json = output(&mut fuzz(dir, "-o json --json -j 3 -V 12"));
        (seen.join().unwrap(), logged.join().unwrap(), json)
    });
    let main = "main   1,234,567 executions  2,601/s  910 edges (12.50%)  31 in queue  2 crashes  1 time-out";
    let rows = [
        main.replace("1 time-out", " 1 time-out"),
        "main2  starting".to_owned(),
        main.replace("main ", "main3").replace("1 time-out", " 1 time-out"),
        "all 3  2,469,134 executions  5,201/s                      62 in queue  4 crashes  2 time-outs".to_owned(),
    ];
    let logged = stderr(&logged);
    for row in rows {
        // Whole columns, in what is as wide as a terminal of which nobody knows more.
        let fits = without(
            &row,
            &["31 in queue", "62 in queue", " 1 time-out", "2 time-outs"],
        );
        assert!(seen.contains(&fits), "{row}: {seen}");
        assert!(!seen.contains("in queue"), "{seen}");
        assert!(
            logged.contains(&format!("fz: 10 s: {row}\n")),
            "{row}: {logged}"
        );
    }
    assert_eq!(stderr(&json), "", "who reads JSON waits for the end");
    serde_json::from_slice::<serde_json::Value>(&json.stdout).unwrap();
}
