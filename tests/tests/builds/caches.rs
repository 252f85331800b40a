//! What stands in front of compilers: ccache (`driver/ccache.rs` has more of it), sccache and distcc.

use std::net::TcpListener;

use fz_tests::{RunCommand, Sandbox, fz};

use super::{has, units};

const C: &str = "int f(int a) { return a > 3 ? a * 2 : 9; }\n";

/// A server of sccache's, which ends with the value.
struct Server(Sandbox);

impl Server {
    fn new() -> Server {
        let dir = Sandbox::with([("a.c", C)]);
        // One that is free now.
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
        let cache = dir.at("sccache").display().to_string();
        Server(
            dir.env("SCCACHE_SERVER_PORT", &port.unwrap().port().to_string())
                .env("SCCACHE_IDLE_TIMEOUT", "60")
                .env("SCCACHE_DIR", &cache),
        )
    }

    fn hits(&self) -> u64 {
        let stats = self
            .0
            .run("sccache --show-stats --stats-format=json")
            .ok()
            .json();
        let hits = stats["stats"]["cache_hits"]["counts"].as_object().unwrap();
        hits.values().filter_map(serde_json::Value::as_u64).sum()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.run("sccache --stop-server");
    }
}

/// `fz build` makes the profile part of its key.
#[test]
fn sccache() {
    if !has(&["sccache"]) {
        return;
    }
    let server = Server::new();
    let dir = &server.0;
    let compile = |profile: &str, object: &str| {
        let line = format!("sccache $CC -O2 -c a.c -o {object}");
        let mut fz = dir.command("fz");
        fz.env("FZ_PROFILE", profile)
            .args(["build", "sh", "-euc", &line]);
        fz.outcome().ok();
        dir.read(object)
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
        assert_eq!(units(&dir.at(object)), ["a.c"], "{object}");
    }
}

/// What ccache hands out has its records.
#[test]
fn ccache() {
    if !has(&["ccache"]) {
        return;
    }
    let dir = Sandbox::with([("a.c", C)]);
    let cache = dir.at("ccache").display().to_string();
    let dir = dir.env("CCACHE_DIR", &cache);
    for object in ["1.o", "2.o"] {
        dir.says(&format!(
            "build sh -euc 'ccache $CC -O2 -MD -c a.c -o {object}'"
        ));
        assert_eq!(units(&dir.at(object)), ["a.c"], "{object}");
    }
    let stats = dir.run("ccache --print-stats").ok().out();
    assert!(stats.contains("direct_cache_hit\t1\n"), "{stats}");
}

#[test]
fn distcc() {
    if !has(&["distcc"]) {
        return;
    }
    let dir = Sandbox::with([("a.c", C)]).env("DISTCC_HOSTS", "localhost");
    let own = dir.at("distcc").display().to_string();
    let dir = dir.env("DISTCC_DIR", &own);
    let compiler = fz().join("bin/fz-cc");
    dir.run(&format!("distcc {} -O2 -c a.c -o a.o", compiler.display()))
        .ok();
    assert_eq!(units(&dir.at("a.o")), ["a.c"]);
}
