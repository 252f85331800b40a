//! Each of what was made, in a Debian 12 that has nothing of ours: installed, and a small program built and fuzzed there.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{Made, NAME, VERSION};
use crate::fresh::machine::{Machine, Who};
use crate::{proc, table};

/// A harness with a bug that a fuzzer finds in seconds, if it gets feedback.
const HARNESS: &str = r#"#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 3 && data[0] == 'b' && data[1] == 'u' && data[2] == 'g' && data[3] == '!')
        abort();
    return 0;
}
"#;

/// What a person types then; each line is a step.
const STEPS: &[(&str, &str)] = &[
    ("look at the machine", "fz doctor || true"),
    ("fz new", "fz new --engine afl"),
    (
        "build",
        "fz-cc -g -O2 harness.c -o harness && fz doctor ./harness",
    ),
    (
        "fuzz",
        "mkdir -p seeds && echo seed > seeds/one && \
         AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 \
         fz fuzz -i seeds -o out -V 60 --until-crash -- ./harness && \
         ls out/default/crashes/id*",
    ),
    (
        "build for coverage",
        "FZ_PROFILE=coverage fz-cc -g harness.c -o harness.coverage",
    ),
    (
        "collect and report",
        "fz cov collect ./harness.coverage -i out -o run.fzcov && fz cov report run.fzcov && \
         fz cov report run.fzcov -o report.html && test -s report.html",
    ),
    (
        "another engine",
        "fz-cc --fz-engine=libfuzzer --fz-profile=compares -g harness.c -o harness.libfuzzer && \
         ./harness.libfuzzer -runs=100",
    ),
];

/// A way of installing.
struct Way<'a> {
    name: &'static str,
    file: &'a Path,
    /// With the file beside.
    install: String,
    /// What goes in front of the PATH.
    path: String,
}

pub fn try_out(made: &Made) -> Result<()> {
    const APT: &str = "sudo env DEBIAN_FRONTEND=noninteractive apt-get";
    let needs = [fz_llvm::CLANG, fz_llvm::RUNTIMES_PACKAGE, "afl++"].join(" ");
    let file_name = |path: &Path| {
        let name = path.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    };
    let ways = [
        Way {
            name: "package",
            file: &made.package,
            install: format!(
                "{APT} update -qq && {APT} install -y -qq ./{}",
                file_name(&made.package)
            ),
            path: String::new(),
        },
        Way {
            name: "tarball",
            file: &made.tarball,
            install: format!(
                "{APT} update -qq && {APT} install -y -qq --no-install-recommends {needs} && tar -xf {}",
                file_name(&made.tarball)
            ),
            path: format!("PATH=$HOME/{NAME}-{VERSION}/bin:$PATH && "),
        },
    ];
    let mut rows = Vec::new();
    for way in ways {
        let machine = Machine::make(&format!("dist-{}", way.name), Who::User)?;
        let home = machine.inside(&machine.home());
        fs::copy(way.file, home.join(file_name(way.file)))
            .with_context(|| format!("cannot copy {}", way.file.display()))?;
        fs::write(home.join("harness.c"), HARNESS)?;
        let install = [("install", way.install.as_str())];
        for (step, script) in install.iter().chain(STEPS) {
            let label = format!("dist {} {step}", way.name);
            let mut run = machine.command(".", &format!("{}{script}", way.path))?;
            let done = proc::run(&label, &mut run)?;
            rows.push(vec![
                way.name.to_owned(),
                (*step).to_owned(),
                proc::seconds(done.took),
            ]);
        }
        let whole = machine.inside(&machine.home()).join("report.html");
        ensure!(whole.exists(), "{} has made no report", way.name);
        machine.remove()?;
    }
    table::print(&["of", "step, in a clean Debian 12", "took"], &rows);
    Ok(())
}
