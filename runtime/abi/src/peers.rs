//! What `cargo xtask setup --peers` makes below `target/peers`.

/// The prefix of AFL++ 4.40c.
pub const AFLPP_440: &str = "afl++-4.40c";
/// A root of Debian sid with AFL++ 5.02c …
pub const AFLPP_502: &str = "afl++-5.02c";
/// … and, below it, its programs as they run on the machine itself. (In the root this folder is for what lasts until the
/// next boot, of which there is none.)
pub const PROGRAMS: &str = "run";
/// Why there is no such root, in a line.
pub const NOT_MADE: &str = "afl++-5.02c.not-made";
