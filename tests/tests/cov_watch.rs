//! `fz cov watch`: a store, a page and a summary that grow with a folder of inputs.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use fz_tests::start::{output, printed, stderr, tool};
use serde_json::Value;

const PROGRAM: &str = include_str!("cov_watch/program.c");

const PATIENCE: Duration = Duration::from_secs(60);

fn compile(dir: &Path) {
    fs::write(dir.join("p.c"), PROGRAM).unwrap();
    let mut compiler = tool("fz-cc", dir);
    compiler.envs([("FZ_PROFILE", "coverage"), ("FZ_ENGINE", "afl")]);
    printed(compiler.args(["-g", "-O1", "p.c", "-o", "p"]));
    add(dir, "a", b"xyz");
}

fn add(dir: &Path, name: &str, text: &[u8]) {
    fs::create_dir_all(dir.join("in")).unwrap();
    fs::write(dir.join("in").join(name), text).unwrap();
}

struct Watch {
    child: Child,
    said: BufReader<std::process::ChildStdout>,
}

impl Watch {
    fn start(dir: &Path, words: &str) -> Watch {
        let mut fz = tool("fz", dir);
        fz.args([
            "cov", "watch", "./p", "-i", "in", "-o", "s.fzcov", "--every", "1s",
        ]);
        fz.args(words.split_whitespace()).args(["--", "@@"]);
        let mut child = fz.stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        Watch { child, said }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// By Ctrl-C: that is its ordinary end.
    fn end(mut self) {
        // SAFETY: a system call, on a process of ours.
        unsafe { libc::kill(self.child.id() as i32, libc::SIGINT) };
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn reached(round: &Value, what: &str) -> u64 {
    let counts = round["counts"].as_array().unwrap().iter();
    let mut counts = counts.filter(|c| c["name"] == what);
    counts.next().unwrap()["reached"].as_u64().unwrap()
}

/// Reads until what it reads is so.
fn until(path: &Path, is: impl Fn(&str) -> bool) -> String {
    let began = Instant::now();
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if is(&text) {
            return text;
        }
        assert!(began.elapsed() < PATIENCE, "{}: {text}", path.display());
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn what_comes_is_collected_and_shown() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    compile(dir);
    let mut watch = Watch::start(dir, "--json --report page.html --summary now.txt");
    let first: Value = serde_json::from_str(&watch.line()).unwrap();
    assert_eq!(
        (first["ran"].as_u64(), reached(&first, "functions")),
        (Some(1), 1),
        "{first}"
    );
    let page = until(&dir.join("page.html"), |text| text.ends_with("</html>"));
    assert!(page.contains("data-reload=\"1\""), "it loads itself again");
    let before = until(&dir.join("now.txt"), |text| {
        text.starts_with("1 input of 1 run")
    });

    add(dir, "b", b"<?\xff");
    let second: Value = serde_json::from_str(&watch.line()).unwrap();
    assert_eq!(second["ran"], 1, "{second}");
    assert!(
        reached(&second, "conditions") > reached(&first, "conditions"),
        "{second}"
    );
    assert_eq!(second["bugs"].as_array().unwrap().len(), 1, "{second}");
    let after = until(&dir.join("now.txt"), |text| {
        text.starts_with("2 inputs of 1 run")
    });
    assert_ne!(before, after);

    // afl-fuzz shortens what is in its queue.
    add(dir, "a", b"xy");
    add(dir, "c", b"<??");
    let mut ran = 0;
    while ran < 2 {
        let seen: Value = serde_json::from_str(&watch.line()).unwrap();
        assert_eq!(seen["troubles"], serde_json::json!([]), "{seen}");
        ran += seen["ran"].as_u64().unwrap();
    }
    watch.end();
    let summary = printed(tool("fz", dir).args(["cov", "summary", "s.fzcov"]));
    assert!(
        summary.starts_with("4 inputs of 1 run, 1 crashed\n"),
        "{summary}"
    );
}

#[test]
fn it_waits_for_inputs_and_ends_after_one_round_if_asked() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    compile(dir);
    fs::rename(dir.join("in"), dir.join("later")).unwrap();
    let mut watch = Watch::start(dir, "--json");
    thread::sleep(Duration::from_secs(2));
    assert!(watch.child.try_wait().unwrap().is_none(), "it waits");
    fs::rename(dir.join("later"), dir.join("in")).unwrap();
    assert!(watch.line().contains("\"ran\":1"));
    watch.end();
    let mut once = tool("fz", dir);
    once.args([
        "cov",
        "watch",
        "./p",
        "-i",
        "in",
        "-o",
        "s.fzcov",
        "--once",
        "--report",
        "page.html",
        "--",
        "@@",
    ]);
    let once = output(&mut once);
    assert!(once.status.success(), "{once:?}");
    assert!(
        stderr(&once).contains("s.fzcov: 0 new inputs, 1 in all; "),
        "{once:?}"
    );
    assert!(
        !fs::read_to_string(dir.join("page.html"))
            .unwrap()
            .contains("data-reload")
    );
    // A store is not written over, nor is a folder.
    for words in ["--report s.fzcov", "--summary in", "--report x --summary x"] {
        let mut fz = tool("fz", dir);
        fz.args(["cov", "watch", "./p", "-i", "in", "-o", "s.fzcov", "--once"])
            .args(words.split(' '));
        let refused = output(fz.args(["--", "@@"]));
        assert_eq!(refused.status.code(), Some(2), "{words}: {refused:?}");
    }
    printed(tool("fz", dir).args(["cov", "summary", "s.fzcov"]));
}

/// The folder of a campaign tells those that look at it.
#[test]
fn a_campaign_knows_what_was_seen_of_it() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    compile(dir);
    fs::create_dir_all(dir.join("out/default/queue")).unwrap();
    fs::write(dir.join("out/default/queue/id:000000,orig:a"), "<?\u{ff}").unwrap();
    fs::write(dir.join("out/default/fuzzer_stats"), "").unwrap();
    let mut fz = tool("fz", dir);
    fz.args([
        "cov", "watch", "./p", "-i", "out", "-o", "s.fzcov", "--once", "--", "@@",
    ]);
    printed(&mut fz);
    let told = printed(tool("fz", dir).args(["status", "--json", "out"]));
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["campaigns"][0]["watched"]["inputs"], 1, "{told:#}");
    // And it is no input itself.
    let again = printed(tool("fz", dir).args([
        "cov", "collect", "./p", "-i", "out", "-o", "s.fzcov", "--json", "--", "@@",
    ]));
    let again: Value = serde_json::from_str(&again).unwrap();
    assert_eq!(
        (again["known"].as_u64(), again["ran"].as_u64()),
        (Some(1), Some(0)),
        "{again}"
    );
}
