//! `fz cov collect`: a store, a page and a summary that grow with a folder of inputs.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStdout, Stdio},
    thread,
    time::{Duration, Instant},
};

use fz_tests::Sandbox;
use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);

/// With a program and an input.
fn place() -> Sandbox {
    let place = Sandbox::of("cov_watch").env("FZ_ENGINE", "afl");
    place.cc("--fz-profile=coverage -g -O1 p.c -o p");
    place.write("in/a", "xyz");
    place
}

struct Watch {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Watch {
    fn start(place: &Sandbox, words: &str) -> Watch {
        let mut fz = place.command("fz");
        fz.args("cov collect ./p -i in -o s.fzcov --watch 1s".split(' '));
        fz.args(words.split(' ')).args(["--", "@@"]);
        let mut child = fz.stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        Watch { child, said }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.said.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn round(&mut self) -> Value {
        serde_json::from_str(&self.line()).unwrap()
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
    let place = place();
    let mut watch = Watch::start(&place, "--json --report page.html --report now.txt");
    let first = watch.round();
    assert_eq!(
        (first["ran"].as_u64(), reached(&first, "functions")),
        (Some(1), 1),
        "{first}"
    );
    let page = until(&place.at("page.html"), |text| text.ends_with("</html>"));
    assert!(page.contains("data-reload=\"1\""), "it loads itself again");
    let before = until(&place.at("now.txt"), |text| {
        text.starts_with("1 input of 1 run")
    });

    place.write("in/b", b"<?\xff");
    let second = watch.round();
    assert_eq!(second["ran"], 1, "{second}");
    assert!(
        reached(&second, "conditions") > reached(&first, "conditions"),
        "{second}"
    );
    assert_eq!(second["bugs"].as_array().unwrap().len(), 1, "{second}");
    let after = until(&place.at("now.txt"), |text| {
        text.starts_with("2 inputs of 1 run")
    });
    assert_ne!(before, after);

    // afl-fuzz shortens what is in its queue.
    place.write("in/a", b"xy");
    place.write("in/c", b"<??");
    let mut ran = 0;
    while ran < 2 {
        let seen = watch.round();
        assert_eq!(seen["troubles"], json!([]), "{seen}");
        ran += seen["ran"].as_u64().unwrap();
    }
    watch.end();
    let summary = place.prints("cov report s.fzcov");
    assert!(
        summary.starts_with("4 inputs of 1 run, 1 crashed\n"),
        "{summary}"
    );
}

#[test]
fn it_waits_for_inputs_and_ends_after_one_round_if_asked() {
    let place = place();
    fs::rename(place.at("in"), place.at("later")).unwrap();
    let mut watch = Watch::start(&place, "--json");
    thread::sleep(Duration::from_secs(2));
    assert!(watch.child.try_wait().unwrap().is_none(), "it waits");
    fs::rename(place.at("later"), place.at("in")).unwrap();
    assert!(watch.line().contains("\"ran\":1"));
    watch.end();
    let watch = "cov collect ./p -i in -o s.fzcov";
    let once = place.fz(&format!("{watch} --report page.html -- @@")).ok();
    assert!(
        once.err().contains("s.fzcov: 0 inputs were run"),
        "{once:?}"
    );
    assert!(!place.text("page.html").contains("data-reload"));
    // A store is not written over, nor is a folder.
    for words in ["--report s.fzcov", "--report in", "--report x --report x"] {
        place.refuses(&format!("{watch} {words} -- @@"));
    }
    place.prints("cov report s.fzcov");
}

/// The folder of a campaign tells those that look at it.
#[test]
fn a_campaign_knows_what_was_seen_of_it() {
    let place = place();
    place.write("out/default/queue/id:000000,orig:a", "<?\u{ff}");
    place.write("out/default/fuzzer_stats", "");
    place.says("cov collect ./p -i out -o s.fzcov --report now.txt -- @@");
    let told = place.json("status --json out");
    assert_eq!(told["campaigns"][0]["watched"]["inputs"], 1, "{told:#}");
    // And it is no input itself.
    let again = place.json("cov collect ./p -i out -o s.fzcov --json -- @@");
    assert_eq!(
        (again["known"].as_u64(), again["ran"].as_u64()),
        (Some(1), Some(0)),
        "{again}"
    );
}
