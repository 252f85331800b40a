//! `fz fuzz`: what it plans for each engine (snapshots in `tests/fuzz/`), what it says of bad input, and short runs with
//! the fuzzers of this machine; `fz engines`, and `fz env --oss-fuzz`.

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

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use fz_tests::{env, fz, start::printed};

/// A program of the staged toolchain, run in `dir`. A machine that is used for other things too: no demands on it.
fn program(name: &str, dir: &Path) -> Command {
    let mut command = Command::new(fz().join("bin").join(name));
    env::bare(&mut command)
        .current_dir(dir)
        .stdin(Stdio::null());
    for variable in [
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
        "AFL_NO_AFFINITY",
        "AFL_SKIP_CPUFREQ",
    ] {
        command.env(variable, "1");
    }
    command
}

/// Aborts at half of all third bytes, behind two that a fuzzer finds one by one; from a file or stdin.
const PROGRAM: &str = include_str!("fuzz/program.c");

/// The same as a harness.
const HARNESS: &str = include_str!("fuzz/harness.c");

/// Compiles one of them into `output`.
fn compile(dir: &Path, text: &str, arguments: &str, output: &str) {
    let source = format!("{output}.c");
    fs::write(dir.join(&source), text).unwrap();
    let mut command = program("fz-cc", dir);
    command.args(arguments.split_whitespace());
    printed(command.args(["-O2", &source, "-o", output]));
}

/// A short way to the crash.
fn seeds(dir: &Path) {
    fs::create_dir_all(dir.join("seeds")).unwrap();
    fs::write(dir.join("seeds/near"), "<?x").unwrap();
}
