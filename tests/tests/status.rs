//! `fz status`: folders of fuzzers that run, have ended, were killed, or are none.

use std::{
    fs,
    os::unix::ffi::OsStrExt,
    path::Path,
    process::{Child, Command},
    time::{Duration, Instant, SystemTime},
};

use fz_tests::{RunCommand, Sandbox};
use serde_json::Value;

const PROGRAM: &str = include_str!("status/program.c");

const HARNESS: &str = "\
#include <stddef.h>
int LLVMFuzzerTestOneInput(const unsigned char *text, size_t size) { return size > 3 && text[0] == '<' ? 0 : 0; }
";

const PATIENCE: Duration = Duration::from_secs(60);

fn compile(place: &Sandbox, text: &str, arguments: &str, name: &str) {
    let source = format!("{name}.c");
    place.write(&source, text);
    let mut compiler = place.command("fz-cc");
    compiler.args(arguments.split_whitespace());
    compiler.args(["-O2", &source, "-o", name]).outcome().ok();
    place.folder("seeds");
    place.write("seeds/near", "<?x");
}

/// A fuzzer that is ended with the test.
struct Running(Child);

impl Running {
    fn start(place: &Sandbox, words: &str) -> Running {
        let mut fz = place.command("fz");
        for variable in [
            "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
            "AFL_NO_AFFINITY",
            "AFL_SKIP_CPUFREQ",
        ] {
            fz.env(variable, "1");
        }
        fz.args(["fuzz", "--json", "-i", "seeds"])
            .args(words.split(' '));
        fz.stdout(fs::File::create(place.at("printed")).unwrap());
        Running(fz.spawn().unwrap())
    }

    fn end(mut self) {
        signal(self.0.id(), libc::SIGINT);
        self.0.wait().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        signal(self.0.id(), libc::SIGTERM);
        let _ = self.0.wait();
    }
}

fn signal(process: u32, number: i32) {
    // SAFETY: a system call, on a process of ours.
    unsafe { libc::kill(process as i32, number) };
}

fn status(place: &Sandbox, words: &str) -> Value {
    let mut fz = place.command("fz");
    let text = fz
        .args(["status", "--json"])
        .args(words.split(' '))
        .outcome()
        .ok()
        .out();
    serde_json::from_str(&text).unwrap()
}

/// Until it is so.
fn wait(place: &Sandbox, words: &str, is: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let fz = place
            .command("fz")
            .args(["status", "--json"])
            .args(words.split(' '))
            .outcome();
        let seen = serde_json::from_slice(&fz.stdout).unwrap_or_default();
        if is(&seen) {
            return seen;
        }
        assert!(began.elapsed() < PATIENCE, "{seen:#}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

/// What each instance of the first campaign is.
fn lives(seen: &Value) -> Vec<&str> {
    let instances = seen["campaigns"][0]["instances"].as_array();
    instances.map_or_else(Vec::new, |all| {
        all.iter().filter_map(|i| i["life"].as_str()).collect()
    })
}

fn kinds(seen: &Value) -> Vec<&str> {
    let problems = seen["campaigns"][0]["problems"].as_array().unwrap();
    problems.iter().filter_map(|p| p["kind"].as_str()).collect()
}

#[test]
fn afl_runs_is_killed_and_ends() {
    let place = &Sandbox::new();
    compile(place, PROGRAM, "", "p");
    let run = Running::start(place, "-o out -j 2 -V 50 -- ./p @@");
    let seen = wait(place, "out", |seen| lives(seen) == ["running", "running"]);
    let campaign = &seen["campaigns"][0];
    assert!(
        campaign["engine"].as_str().unwrap().starts_with("afl++"),
        "{campaign}"
    );
    assert!(
        campaign["program"].as_str().unwrap().ends_with("/p"),
        "{campaign}"
    );
    assert_eq!(kinds(&seen), [""; 0], "{campaign}");
    let table = place.prints("status out");
    assert!(table.lines().nth(1).unwrap().starts_with("out "), "{table}");
    assert!(
        table.contains("  main2 ") && table.contains(" running "),
        "{table}"
    );

    // Held, and let go on.
    let pid = |seen: &Value, at: usize| {
        seen["campaigns"][0]["instances"][at]["pid"]
            .as_u64()
            .unwrap() as u32
    };
    signal(pid(&seen, 0), libc::SIGSTOP);
    let held = wait(place, "out", |seen| lives(seen) == ["stopped", "running"]);
    assert_eq!(kinds(&held), ["stopped"]);
    signal(pid(&seen, 0), libc::SIGCONT);
    wait(place, "out", |seen| lives(seen) == ["running", "running"]);

    // It writes for longer than its figures say, and then no more: whether it has died or cannot be seen, time tells.
    std::thread::sleep(Duration::from_secs(4));
    signal(pid(&seen, 1), libc::SIGKILL);
    let dead = wait(place, "out", |seen| {
        lives(seen).get(1).is_some_and(|life| *life != "running")
    });
    assert_eq!((lives(&dead)[1], kinds(&dead)[0]), ("unknown", "unknown"));
    for entry in ["plot_data", ".cur_input", "queue", "crashes"] {
        let file = fs::File::open(place.at("out/main2").join(entry));
        let old = SystemTime::now() - Duration::from_secs(60);
        file.into_iter().for_each(|f| f.set_modified(old).unwrap());
    }
    let stats = place.at("out/main2/fuzzer_stats");
    let text = fs::read_to_string(&stats).unwrap();
    let key = text.lines().find(|l| l.starts_with("last_update")).unwrap();
    let text = text.replace(key, "last_update       : 1700000000");
    fs::write(&stats, text).unwrap();
    let dead = status(place, "out");
    assert_eq!(lives(&dead)[1], "died", "{dead:#}");
    let problem = dead["campaigns"][0]["problems"]
        .as_array()
        .unwrap()
        .iter()
        .find(|p| p["kind"] == "died");
    let next = problem.unwrap()["next"].as_str().unwrap();
    assert!(next.contains("out/logs/main2.log"), "{next}");

    run.end();
    assert_eq!(lives(&status(place, "out"))[0], "ended");
}

#[test]
fn engines_without_figures_are_known_by_what_fz_keeps() {
    let place = &Sandbox::new();
    compile(place, HARNESS, "--fz-engine=libfuzzer", "h");
    let run = Running::start(place, "-o out -- ./h");
    let seen = wait(place, "out", |seen| {
        lives(seen) == ["running"]
            && seen["campaigns"][0]["instances"][0]["figures"]["executions"].is_u64()
    });
    assert_eq!(seen["campaigns"][0]["engine"], "libfuzzer");
    run.end();
    let ended = status(place, "out");
    assert_eq!(
        (lives(&ended), kinds(&ended)),
        (vec!["ended"], vec![]),
        "{ended:#}"
    );
    // The corpus alone does not say.
    fs::write(place.at("out/corpus").join("a".repeat(40)), "x").unwrap();
    let corpus = status(place, "out/corpus");
    assert_eq!(
        (lives(&corpus), kinds(&corpus)),
        (vec!["unknown"], vec!["unknown"]),
        "{corpus:#}"
    );
}

/// honggfuzz says how many executions there were when it ends.
#[test]
fn what_an_engine_says_at_its_end_is_kept() {
    let place = &Sandbox::new();
    let out = place.at("out");
    for folder in ["corpus", "crashes", "logs"] {
        fs::create_dir_all(out.join(folder)).unwrap();
    }
    for (name, text) in [
        ("logs/main.log", "Summary iterations:4000 time:2\n"),
        (
            "fz-fuzz.json",
            r#"{"engine":"honggfuzz","program":"/nowhere/h","arguments":[]}"#,
        ),
        (
            "fz-used.json",
            r#"{"wall-ms":2000,"cpu-ms":1000,"executions":4000,"memory":1}"#,
        ),
    ] {
        fs::write(out.join(name), text).unwrap();
    }
    let seen = status(place, "out");
    let instance = &seen["campaigns"][0]["instances"][0];
    assert_eq!(instance["life"], "ended", "{seen:#}");
    let figures = &instance["figures"];
    assert_eq!(figures["executions"], 4000, "{seen:#}");
    assert_eq!(figures["per-second"], 2000.0, "{seen:#}");
}

/// An instance as afl-fuzz leaves it, of a process that is no more.
fn instance(folder: &Path, more: &str) {
    fs::create_dir_all(folder.join("queue")).unwrap();
    fs::write(folder.join("queue/id:000000,orig:a"), "").unwrap();
    let stats = "start_time : 1700000000\nlast_update : 1700000600\nrun_time : 600\nfuzzer_pid : 4000000\nexecs_done : 1000\n\
                 execs_per_sec : 2.00\ncorpus_count : 1\nsaved_crashes : 0\nsaved_hangs : 0\nstability : 100.00%\n";
    fs::write(folder.join("fuzzer_stats"), format!("{stats}{more}")).unwrap();
    for path in ["queue", "fuzzer_stats"] {
        let file = fs::File::open(folder.join(path)).unwrap();
        file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_600))
            .unwrap();
    }
}

#[test]
fn what_is_broken_is_said_and_hides_nothing() {
    let place = &Sandbox::new();
    instance(
        &place.at("good/default"),
        "afl_version : ++4.40c\ncommand_line : afl-fuzz -o good -- ./p @@\n",
    );
    place.folder("empty");
    place.write("file", "");
    place.folder("damaged");
    place.write("damaged/fz-fuzz.json", "{");
    let fz = place
        .command("fz")
        .args(["status", "empty", "nowhere", "file", "damaged", "good"])
        .outcome();
    assert_eq!(fz.status.code(), Some(0), "{}", fz.err());
    let table = String::from_utf8(fz.stdout.clone()).unwrap();
    let row = table.lines().nth(1).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(
        cells,
        "good afl++4.40c p ended 10 min 1,000 – 1 0 0 100.0 % –"
            .split(' ')
            .collect::<Vec<_>>()
    );
    let said = fz.err();
    for why in [
        "fz: empty: nothing in it is of a fuzzer",
        "fz: nowhere: no such folder",
        "fz: file: it is not a folder",
        "fz: damaged: ",
    ] {
        assert!(said.contains(why), "{why}: {said}");
    }
    let none = place
        .command("fz")
        .args(["status", "empty", "nowhere"])
        .outcome();
    assert_eq!(none.status.code(), Some(2));
    let json = status(place, "nowhere good");
    assert_eq!(json["broken"][0]["folder"], "nowhere");
    assert_eq!(json["campaigns"][0]["instances"][0]["run-time"], 600);
}

#[test]
fn names_and_figures_of_others_do_nothing() {
    let place = &Sandbox::new();
    let name = std::ffi::OsStr::from_bytes(b"o\x1b[31m\n\xff");
    let figures = "afl_version : \u{1b}]0;x\u{7}\u{202e}\ncommand_line : \u{1b}[2Jafl -- \u{1b}[1mp\nexecs_per_sec : nan\nstability : -1%\n\
                   last_find : 99999999999999999\n";
    instance(&place.at(name).join("a\u{1b}[1m"), figures);
    fs::write(place.at(name).join("fz-watched.json"), "{\"bugs\": 3}").unwrap();
    let fz = place.command("fz").args(["status"]).arg(name).outcome();
    for text in [&fz.stdout, &fz.stderr] {
        let text = String::from_utf8_lossy(text);
        let acts = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!text.contains(acts), "{text:?}");
    }
    assert_eq!(fz.status.code(), Some(0));
}

#[test]
fn it_is_drawn_again_until_it_is_ended() {
    let place = &Sandbox::new();
    instance(&place.at("out/default"), "");
    let fz = place.command("fz");
    let line = format!(
        "timeout --preserve-status -s INT 3 {} status --watch 1 out",
        fz.get_program().display()
    );
    // util-linux's.
    let mut script = Command::new("script");
    script.current_dir(place.dir()).env("TERM", "xterm");
    let seen = script
        .args(["-qefc", &line, "typescript"])
        .outcome()
        .ok()
        .out();
    assert!(seen.matches("folder").count() >= 2, "{seen:?}");
    assert!(
        seen.contains("\u{1b}[2A") || seen.contains("\u{1b}[3A"),
        "over the last one: {seen:?}"
    );
    assert!(
        seen.trim_end().ends_with("\u{1b}[J"),
        "nothing is left: {seen:?}"
    );
    // Where nobody draws, rounds stand apart.
    let piped = Command::new("timeout")
        .current_dir(place.dir())
        .args(["-s", "INT", "3"])
        .arg(fz.get_program())
        .args(["status", "--watch", "1", "out"])
        .outcome();
    let text = String::from_utf8_lossy(&piped.stdout).into_owned();
    assert!(
        text.matches("\n\n").count() >= 2 && !text.contains('\u{1b}'),
        "{text:?}"
    );
}
