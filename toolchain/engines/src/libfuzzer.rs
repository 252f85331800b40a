//! `libfuzzer`: clang's runtime, in the same process. A program with its own `main` is run in children.
//!
//! libFuzzer: one process, which starts copies of itself that do the work, and goes on when one has crashed.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::SystemTime,
};

use fz_abi::{files, functions::images::STACK_INIT};
use fz_base::error::Error;
use fz_commandline::invocation::Link;
use fz_dictionary::text;

use super::{Addition, Counters, Engine, Need, Parts, Start, links};
use crate::launch::{
    Format, Launcher, Plan, Request, Wish,
    finds::{Kind, Place},
    joined,
    live::{self, Figures},
    log,
    outcome::{self, Outcome},
    target::Mark,
};

const FUZZER: &str = "fuzzer_no_main";
/// What tells libFuzzer of the compares that libc's functions do.
const INTERCEPTORS: &str = "fuzzer_interceptors";
/// libFuzzer leaves stacks and names to the sanitizers' common runtime. Clang links it with coverage of its own, as part
/// of ubsan's unless another sanitizer's has it.
const SYMBOLIZER: &str = "-fsanitize-coverage=trace-loads";

pub const ENGINE: Engine = Engine {
    name: "libfuzzer",
    summary: "clang's libFuzzer, in the same process",
    profile: "compares",
    beside: "",
    oss_fuzz: "libfuzzer",
    link,
    needs: &[
        Need::Own(files::COMPARES_LIBFUZZER),
        Need::Own(files::HARNESS_LIBFUZZER),
        Need::Own(files::PROGRAM_LIBFUZZER),
        Need::Clang(FUZZER),
        Need::Clang(INTERCEPTORS),
    ],
    refuses: &[],
    map_limit: None,
    counters: Counters::Sections,
    start: Start::With(&LAUNCHER),
};

fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    if !links::takes_fuzzer(link, &mut add) {
        return add;
    }
    links::findings_end_the_program(link, parts, &mut add);
    links::wrap_main(parts, files::PROGRAM_LIBFUZZER, &mut add);
    add.first.push("-Wl,--wrap=LLVMFuzzerRunDriver".into());
    links::export(links::callbacks(), &mut add);
    links::export([STACK_INIT.name], &mut add);
    links::wrap_compares(parts, files::COMPARES_LIBFUZZER, &mut add);
    let fuzzer = parts.clang(FUZZER);
    links::harness(link, parts, files::HARNESS_LIBFUZZER, &[&fuzzer], &mut add);
    // They ask the dynamic linker for what they stand in front of.
    if !links::is_intercepted(link) && !link.is_static {
        for word in ["--push-state", "--whole-archive"] {
            add.last.extend(["-Xlinker".into(), word.into()]);
        }
        add.last.extend(links::input(&parts.clang(INTERCEPTORS)));
        add.last.extend(["-Xlinker".into(), "--pop-state".into()]);
    }
    if !link.user_coverage && !link.is_static {
        add.last.push(SYMBOLIZER.into());
    }
    links::cxx_library(link, true, &mut add);
    for library in ["-lpthread", "-lm", "-ldl", "-lrt"] {
        add.last.push(library.into());
    }
    add
}

const LAUNCHER: Launcher = Launcher {
    engine: "libfuzzer",
    marks: &[
        Mark::Symbol("LLVMFuzzerRunDriver"),
        Mark::Bytes(b"ERROR: libFuzzer: "),
    ],
    fuzzer: None,
    how_to_get: "",
    version: None,
    also_runs: &[],
    also_marked: &[],
    refuses: &[
        Wish::NO_CMPLOG,
        Wish::NO_COMPANIONS,
        Wish::NO_ENDING,
        Wish::NO_OPTIMISED_DICTIONARY,
        Wish::NO_SANITIZED,
    ],
    needs: &[],
    dies_of_findings: true,
    prints_figures: true,
    drawn: None,
    dictionary: Some(Format {
        name: "libfuzzer",
        takes: text::LIBFUZZER,
    }),
    plan,
    figures: Some(figures),
    finds: places,
    outcome,
};

const CORPUS: &str = "corpus";
const CRASHES: &str = "crashes";

/// Seconds of an input, as OSS-Fuzz has it; libFuzzer's own 20 minutes would keep a shorter run from ending.
const TIMEOUT: u64 = 25;

fn plan(request: &Request) -> Result<Plan, Error> {
    let mut plan = Plan {
        folders: vec![request.inside(CORPUS), request.inside(CRASHES)],
        ..Plan::default()
    };
    let mut all = Vec::new();
    // Also of a program with its own `main`: what stands around that starts the copies in its turn.
    if request.jobs > 1 || !request.until_crash {
        plain_names(request)?;
        all.push(joined("-fork=", request.jobs.to_string()));
        // Else inputs that others put into the corpus are never read.
        all.push(joined("-fork_corpus_groups=", "1"));
    }
    if !request.until_crash {
        let kinds = ["crashes", "timeouts", "ooms"];
        all.extend(kinds.map(|kind| joined("-ignore_", format!("{kind}=1"))));
    }
    all.extend(arguments(request));
    plan.launches
        .push(request.in_process("main".to_owned(), all)?);
    Ok(plan)
}

/// Copies are started by a shell's line, in which libFuzzer quotes nothing: a name may hold only what means itself there.
fn plain_names(request: &Request) -> Result<(), Error> {
    let paths = [&request.target.path, &request.out, &request.seeds];
    let mut all = paths.into_iter().chain(&request.dictionary);
    let means_itself = |byte: &u8| {
        byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"/._-+,:=@%".contains(byte)
    };
    let is_not_plain = |p: &&PathBuf| !p.as_os_str().as_encoded_bytes().iter().all(means_itself);
    match all.find(is_not_plain) {
        None => Ok(()),
        Some(path) => Err(Error::file(
            path,
            "libFuzzer starts copies of the program by a shell's line, where a blank or a sign in a name would do \
                      something: give it another name, of letters, digits and `._-+,:=@%`, or a link to it with such a name",
        )),
    }
}

fn arguments(request: &Request) -> Vec<OsString> {
    let mut prefix = request.inside(CRASHES).into_os_string();
    prefix.push("/");
    let mut arguments = vec![joined("-artifact_prefix=", prefix)];
    if let Some(dictionary) = &request.dictionary {
        arguments.push(joined("-dict=", dictionary));
    }
    let timeout = request.timeout.map(seconds);
    let shortest = |run: u64| run.clamp(1, TIMEOUT);
    let numbers = [
        ("-timeout=", timeout.or(request.seconds.map(shortest))),
        ("-rss_limit_mb=", request.memory),
        ("-max_total_time=", request.seconds),
        ("-seed=", request.seed),
    ];
    for (name, number) in numbers {
        arguments.extend(number.map(|n| joined(name, n.to_string())));
    }
    arguments.extend(request.extra.iter().cloned());
    arguments.push(request.inside(CORPUS).into());
    arguments.push(request.seeds.clone().into());
    arguments
}

/// For engines that count a run's time in seconds: never less than what was asked for.
pub fn seconds(milliseconds: u64) -> u64 {
    milliseconds.div_ceil(1000).max(1)
}

fn outcome(request: &Request, printed: &str) -> Outcome {
    let crashes_in = request.inside(CRASHES);
    let corpus_in = request.inside(CORPUS);
    Outcome {
        executions: executions(printed),
        corpus: outcome::files(&corpus_in, &[""]),
        crashes: outcome::files(&crashes_in, &CRASHED),
        hangs: outcome::files(&crashes_in, &HUNG),
        corpus_in,
        crashes_in,
        ..Outcome::new("libfuzzer")
    }
}

/// Inputs and crashes have no order in their names.
fn places(out: &Path, _: &str) -> Vec<Place> {
    let crashes = |kind, beginnings| Place::new(out.join(CRASHES), kind, beginnings);
    vec![
        Place::new(out.join(CORPUS), Kind::Input, &[""]),
        crashes(Kind::Crash, &CRASHED),
        crashes(Kind::Hang, &HUNG),
    ]
}

const CRASHED: [&str; 3] = ["crash-", "leak-", "oom-"];
const HUNG: [&str; 2] = ["timeout-", "slow-unit-"];

fn figures(out: &Path, role: &str, since: SystemTime) -> Option<Figures> {
    let log = live::tail(&log(out, role), since)?;
    let said = log.lines().rev().find_map(said)?;
    let count = |kind| {
        places(out, role)
            .iter()
            .filter(|p| p.kind == kind)
            .map(Place::count)
            .sum()
    };
    Some(Figures {
        crashes: count(Kind::Crash),
        hangs: count(Kind::Hang),
        ..said
    })
}

/// `#64 pulse cov: 5 ft: 6 corp: 2/9b lim: 4 exec/s: 21 rss: 30Mb`, and with copies of the program
/// `#65: cov: 5 ft: 6 corp: 2 exec/s: 21 oom/timeout/crash: 0/0/1 time: 3s job: 2`
fn said(line: &str) -> Option<Figures> {
    let number = |name: &str| outcome::number(line.split_once(name)?.1);
    Some(Figures {
        executions: Some(outcome::number(line.strip_prefix('#')?)?),
        per_second: number("exec/s: ").map(|n| n as f64),
        edges: number("cov: ").map(|n| (n, String::new())),
        corpus: number("corp: ")?,
        ..Figures::default()
    })
}

/// The numbers behind `#` at the beginnings of lines.
fn executions(printed: &str) -> Option<u64> {
    let numbers = printed
        .lines()
        .filter_map(|l| outcome::number(l.strip_prefix('#')?));
    outcome::sum_of_last(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_are_the_last_of_each_process() {
        let one = "INFO: Seed: 1\n#2\tINITED cov: 5\n#64\tpulse  cov: 5\n#65: cov: 5 ft: 5\n==1== ERROR\n";
        assert_eq!(executions(one), Some(65));
        assert_eq!(executions(&format!("{one}{one}")), Some(130));
        assert_eq!(executions("# a comment\n"), None);
    }

    #[test]
    fn figures_are_in_the_lines_that_it_prints() {
        let figures = Figures {
            executions: Some(64),
            per_second: Some(21.0),
            edges: Some((5, String::new())),
            corpus: 2,
            ..Figures::default()
        };
        for line in [
            "#64\tpulse  cov: 5 ft: 6 corp: 2/9b lim: 4 exec/s: 21 rss: 30Mb",
            "#64: cov: 5 ft: 6 corp: 2 exec/s: 21 oom/timeout/crash: 0/0/1 time: 3s job: 2 dft_time: 0",
        ] {
            assert_eq!(said(line), Some(figures.clone()), "{line}");
        }
        assert_eq!(said("#2\tINITED exec/s: 0"), None);
        assert_eq!(said("INFO: corp: 3"), None);
    }

    #[test]
    fn a_time_out_is_never_cut() {
        assert_eq!((seconds(1), seconds(1000), seconds(1001)), (1, 1, 2));
    }
}
