//! `fz doctor --engines`: what this machine has, and what to do where something is missing.

use fz_tests::{RunCommand, Sandbox};
use serde_json::Value;

use super::place;

fn engines(dir: &Sandbox, variables: &[(&str, &str)]) -> Vec<Value> {
    let mut fz = dir.command("fz");
    fz.envs(variables.iter().copied())
        .args(["doctor", "--engines", "--json"]);
    serde_json::from_value(fz.outcome().ok().json()).unwrap()
}

fn row<'a>(rows: &'a [Value], name: &str) -> &'a Value {
    rows.iter().find(|r| r["name"] == name).unwrap()
}

#[test]
fn what_is_there_and_what_is_not_is_told_apart() {
    let dir = &place();
    let rows = engines(dir, &[]);
    assert_eq!(rows.len(), fz_engines::ENGINES.len());
    let afl = row(&rows, "afl");
    assert_eq!(
        (&afl["chosen"], &afl["link"]["ok"]),
        (&true.into(), &true.into())
    );
    let fuzzer = afl["fuzzer"]["text"].as_str().unwrap();
    assert!(fuzzer.contains("/afl-fuzz 4."), "{fuzzer}");
    assert_eq!(row(&rows, "libfuzzer")["profile"], "compares");
    assert_eq!(row(&rows, "afl-classic")["map-limit"], 65536);
    let refused = |name: &str, sanitizer: &str| {
        let takes = row(&rows, name)["sanitizers"].as_array().unwrap();
        !takes.contains(&sanitizer.into())
    };
    assert!(refused("libafl", "memory") && !refused("libfuzzer", "memory"));

    // A folder of engines without any, and a PATH without fuzzers.
    let nothing = dir.dir().to_str().unwrap();
    let rows = engines(
        dir,
        &[
            ("FZ_ENGINE_PATH", nothing),
            ("FZ_ENGINE", "libafl"),
            ("PATH", nothing),
        ],
    );
    assert_eq!(row(&rows, "libafl")["chosen"], true);
    for name in ["afl", "honggfuzz", "libafl"] {
        let fuzzer = &row(&rows, name)["fuzzer"];
        assert_eq!(fuzzer["ok"], false, "{fuzzer}");
        let text = fuzzer["text"].as_str().unwrap();
        assert!(
            text.contains("apt-get install") || text.contains("setup --engines"),
            "{text}"
        );
    }
    let link = row(&rows, "afl")["link"]["text"].as_str().unwrap();
    assert!(link.contains("clang is missing"), "{link}");
}

#[test]
fn people_read_it_engine_by_engine() {
    let text = place().prints("doctor --engines");
    assert!(text.starts_with("* afl: AFL++"), "{text}");
    assert!(text.contains("\n  libfuzzer: "), "{text}");
    let classic = text.split("\n  afl-classic: ").nth(1).unwrap();
    assert!(
        classic.contains("map         at most 65536 bytes"),
        "{text}"
    );
}
