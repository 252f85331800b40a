//! Tests that cannot run on this machine say so: libtest counts a test that returns as passed.

use std::io::Write;

/// What `cargo xtask test` looks for in the output; the test's name and the reason follow.
const MARK: &str = "not run: ";

/// Says that the calling test does not run, or not all of it, and why. The reason names what would help.
pub fn cannot_run(why: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("\n{MARK}{test}: {why}\n");
    // Not by `println!`, for what tests print that way is shown only if they fail. If nobody reads it, so be it.
    let _ = std::io::stdout().write_all(line.as_bytes());
}
