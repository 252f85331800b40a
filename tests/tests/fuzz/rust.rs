//! A Rust program with C in it, linked by fz-cc as README says: its C has edges, and a fuzzer finds what is behind them.

use fz_tests::fz;

use super::{place, seeds};

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
    let dir = &place();
    dir.write("parse.c", PARSE);
    dir.write("main.rs", MAIN);
    seeds(dir);
    dir.run("fz-cc -O2 -fPIC -c parse.c").ok();
    dir.run("ar rcs libparse.a parse.o").ok();
    let linker = fz().join("bin/fz-cc");
    dir.run(&format!(
        "rustc -Clinker={} --edition 2021 -L . -l static=parse main.rs -o p",
        linker.display()
    ))
    .ok();
    let shown = dir.prints("doctor -v p");
    assert!(shown.contains("ok     parse.c: "), "{shown}");
    assert!(
        shown.contains("-      Rust, which fz does not compile (rust): "),
        "{shown}"
    );
    assert!(!shown.contains("no runtime"), "{shown}");
    let edges = dir.prints("inspect --json p");
    assert!(edges.contains("parse.c"), "{edges}");
    let report = dir.json("fuzz --json -i seeds -o out -V 30 --until-crash -- ./p");
    assert!(report["outcome"]["crashes"].as_u64() >= Some(1), "{report}");
    // rustc has told the linker where its own lld is. That is no stranger's doing.
    dir.run("fz cov collect p -i seeds -o run.fzcov").ok();
    let lines = dir.json("cov report --json run.fzcov");
    assert!(lines.to_string().contains("parse.c"), "{lines}");
}
