//! A Rust program with C in it, linked by fz-cc as README says: its C has edges, and a fuzzer finds what is behind them.

use std::{fs, process::Command};

use fz_tests::fz;

use super::program;
use fz_tests::start::{output, printed};

const PARSE: &str = include_str!("parse.c");

const MAIN: &str = "\
use std::io::Read;
extern \"C\" { fn parse(text: *const u8, size: usize) -> i32; }
fn main() {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text).unwrap();
    std::process::exit(unsafe { parse(text.as_ptr(), text.len()) });
}
";

#[test]
fn c_in_a_rust_program_is_fuzzed() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("parse.c"), PARSE).unwrap();
    fs::write(dir.join("main.rs"), MAIN).unwrap();
    fs::create_dir(dir.join("seeds")).unwrap();
    fs::write(dir.join("seeds/near"), "<?x").unwrap();
    printed(program("fz-cc", dir).args(["-O2", "-fPIC", "-c", "parse.c"]));
    printed(
        Command::new("ar")
            .current_dir(dir)
            .args(["rcs", "libparse.a", "parse.o"]),
    );
    let linker = format!("-Clinker={}", fz().join("bin/fz-cc").display());
    printed(
        Command::new("rustc")
            .current_dir(dir)
            .arg(linker)
            .args(["--edition", "2021", "-L", ".", "-l", "static=parse"])
            .args(["main.rs", "-o", "p"]),
    );
    let shown = printed(program("fz", dir).args(["doctor", "p"]));
    assert!(shown.contains("ok     parse.c: "), "{shown}");
    assert!(shown.contains("rcgu.o: rust"), "{shown}");
    assert!(!shown.contains("no runtime"), "{shown}");
    let edges = printed(program("fz", dir).args(["inspect", "--json", "p"]));
    assert!(edges.contains("parse.c"), "{edges}");
    let mut fuzz = program("fz", dir);
    fuzz.args(["fuzz", "--json", "-i", "seeds", "-o", "out"]);
    let result = output(fuzz.args(["-V", "30", "--until-crash", "--", "./p"]));
    let text = String::from_utf8_lossy(&result.stdout).into_owned();
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(report["outcome"]["crashes"].as_u64() >= Some(1), "{report}");
}
