//! Listings 12, 14 and 15 of the paper on controlled compilation: what a byte is compared with is a byte in the dictionary,
//! or joined with its neighbour, and not the integer that the language makes of it.

use std::{collections::BTreeSet, fs, process::Command};

use fz_tests::{env, fz};
use serde_json::Value;

const LISTING_12: &str = "void abort(void);
void f(const signed char *input) {
    signed char a = input[0];
    if (a == 'M') abort();
}
";

const LISTING_14: &str = include_str!("dict_promotion/listing-14.c");

const LISTING_15: &str = include_str!("dict_promotion/listing-15.c");

fn words(source: &str, level: &str) -> BTreeSet<String> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.c"), source).unwrap();
    let mut compiler = Command::new(fz().join("bin/fz-cc"));
    let compiled = env::bare(&mut compiler)
        .current_dir(dir.path())
        .args(["--fz-profile=fuzz", level, "-c", "a.c"])
        .status()
        .unwrap();
    assert!(compiled.success());
    let out = Command::new(fz().join("bin/fz"))
        .current_dir(dir.path())
        .args(["dict", "--json", "--min-score", "0", "a.o"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&out.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&out.stderr)));
    let text = |word: &Value| word["text"].as_str().unwrap().to_owned();
    report["words"]
        .as_array()
        .unwrap()
        .iter()
        .map(text)
        .collect()
}

#[test]
fn promoted_bytes_stay_bytes() {
    for level in ["-O0", "-O2"] {
        assert_eq!(
            words(LISTING_12, level),
            BTreeSet::from(["M".into()]),
            "{level}"
        );
        for listing in [LISTING_14, LISTING_15] {
            let words = words(listing, level);
            let known = ["M", "V", "MV"].map(String::from);
            let strangers: Vec<_> = words.iter().filter(|w| !known.contains(w)).collect();
            assert!(strangers.is_empty(), "{level}: {strangers:?}\n{listing}");
            let joined = words.contains("MV");
            let alone = words.contains("M") && words.contains("V");
            assert!(joined || alone, "{level}: {words:?}\n{listing}");
        }
    }
}
