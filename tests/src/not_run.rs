//! Tests that cannot run on this machine say so: libtest counts a test that returns as passed.

use std::fs::File;
use std::io::Write;

use crate::env;

/// Says that the calling test does not run, or not all of it, and why. The reason names what would help.
pub fn cannot_run(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    match env::not_run() {
        // A line for `cargo xtask test`. Tests write side by side.
        Some(file) => File::options()
            .append(true)
            .open(file)
            .and_then(|mut file| file.write_all(format!("{test}\t{why}\n").as_bytes()))
            .expect("the file is there for us"),
        // Not by `println!`, for what tests print that way is shown only if they fail. If nobody reads it, so be it.
        None => {
            let line = format!("\nnot run: {test}: {why}\n");
            let _ = std::io::stdout().write_all(line.as_bytes());
        }
    }
}
