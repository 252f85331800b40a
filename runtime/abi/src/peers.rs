//! What `cargo xtask setup --peers` creates in `target/peers`.

/// The prefix of AFL++ 4.40c.
pub const AFLPP_440: &str = "afl++-4.40c";
/// A root of Debian sid with AFL++ 5.02c …
pub const AFLPP_502: &str = "afl++-5.02c";
/// … and, inside it, the folder with its programs as they run on the machine itself. (The root never boots, so its
/// `/run` is free for that.)
pub const PROGRAMS: &str = "run";
/// A line that says why there is no such root.
pub const NOT_MADE: &str = "afl++-5.02c.not-made";
