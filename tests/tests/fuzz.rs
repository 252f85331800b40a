//! `fz fuzz`: what it plans for each engine (snapshots in `tests/fuzz/`), what it says of bad input, and short runs with
//! the fuzzers of this machine; `fz doctor --engines`, and `fz env oss-fuzz`.

mod engines;
mod libtool;
mod live;
mod oss_fuzz;
mod plans;
mod refusals;
mod runs;
mod rust;
mod versions;
mod words;

use fz_tests::Sandbox;

/// A machine that is used for other things too: no demands on it.
fn place() -> Sandbox {
    Sandbox::new()
        .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
        .env("AFL_NO_AFFINITY", "1")
        .env("AFL_SKIP_CPUFREQ", "1")
}

/// Aborts at half of all third bytes, behind two that a fuzzer finds one by one; from a file or stdin.
const PROGRAM: &str = include_str!("fuzz/program.c");

/// The same as a harness.
const HARNESS: &str = include_str!("fuzz/harness.c");

/// Asks for a word that no fuzzer finds.
const HIDDEN: &str = include_str!("fuzz/hidden.c");

/// Compiles one of them into `output`.
fn compile(dir: &Sandbox, text: &str, arguments: &str, output: &str) {
    dir.write(format!("{output}.c"), text);
    dir.cc(&format!("{arguments} -O2 {output}.c -o {output}"));
}

/// A short way to the crash.
fn seeds(dir: &Sandbox) {
    dir.write("seeds/near", "<?x");
}
