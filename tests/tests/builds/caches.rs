//! What stands in front of compilers: ccache (`driver/ccache.rs` has more of it), sccache and distcc.

use std::{fs, net::TcpListener, path::Path, process::Command};

use fz_tests::{
    fz,
    start::{printed, run},
};

use super::{command, has, units, write};

const C: &str = "int f(int a) { return a > 3 ? a * 2 : 9; }\n";

/// A server of sccache's, which ends with the value.
struct Server<'a> {
    dir: &'a Path,
    port: String,
}

impl Server<'_> {
    fn new(dir: &Path) -> Server<'_> {
        // One that is free now.
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        Server {
            dir,
            port: port.unwrap().port().to_string(),
        }
    }

    fn set<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command
            .env("SCCACHE_SERVER_PORT", &self.port)
            .env("SCCACHE_IDLE_TIMEOUT", "60")
            .env("SCCACHE_DIR", self.dir.join("sccache"))
    }

    fn hits(&self) -> u64 {
        let mut asks = command("sccache", self.dir);
        let said = printed(
            self.set(&mut asks)
                .args(["--show-stats", "--stats-format=json"]),
        );
        let stats: serde_json::Value = serde_json::from_str(&said).unwrap();
        let hits = stats["stats"]["cache_hits"]["counts"].as_object().unwrap();
        hits.values().filter_map(serde_json::Value::as_u64).sum()
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let mut stop = command("sccache", self.dir);
        let _ = self.set(&mut stop).arg("--stop-server").output();
    }
}

/// `fz run` makes the profile part of its key.
#[test]
fn sccache() {
    if !has(&["sccache"]) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    write(dir, &[("a.c", C)]);
    let server = Server::new(dir);
    let compile = |profile: &str, object: &str| {
        let mut fz = command(fz().join("bin/fz"), dir);
        server.set(&mut fz).env("FZ_PROFILE", profile).args([
            "run",
            "sh",
            "-euc",
            &format!("sccache $CC -O2 -c a.c -o {object}"),
        ]);
        run(&mut fz);
        fs::read(dir.join(object)).unwrap()
    };
    let first = compile("fuzz", "1.o");
    assert_eq!(server.hits(), 0);
    let again = compile("fuzz", "2.o");
    assert_eq!(server.hits(), 1);
    assert_eq!(first, again);
    let other = compile("split", "3.o");
    assert_eq!(server.hits(), 1, "another profile is another object");
    assert_ne!(first, other);
    for object in ["1.o", "2.o", "3.o"] {
        assert_eq!(units(&dir.join(object)), ["a.c"], "{object}");
    }
}

/// What ccache hands out has its records.
#[test]
fn ccache() {
    if !has(&["ccache"]) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    write(dir, &[("a.c", C)]);
    for object in ["1.o", "2.o"] {
        let mut fz = command(fz().join("bin/fz"), dir);
        fz.env("CCACHE_DIR", dir.join("ccache")).args([
            "run",
            "sh",
            "-euc",
            &format!("ccache $CC -O2 -MD -c a.c -o {object}"),
        ]);
        run(&mut fz);
        assert_eq!(units(&dir.join(object)), ["a.c"], "{object}");
    }
    let mut stats = command("ccache", dir);
    let stats = printed(
        stats
            .env("CCACHE_DIR", dir.join("ccache"))
            .arg("--print-stats"),
    );
    assert!(stats.contains("direct_cache_hit\t1\n"), "{stats}");
}

#[test]
fn distcc() {
    if !has(&["distcc"]) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    write(dir, &[("a.c", C)]);
    run(command("distcc", dir)
        .env("DISTCC_HOSTS", "localhost")
        .env("DISTCC_DIR", dir.join("distcc"))
        .arg(fz().join("bin/fz-cc"))
        .args(["-O2", "-c", "a.c", "-o", "a.o"]));
    assert_eq!(units(&dir.join("a.o")), ["a.c"]);
}
