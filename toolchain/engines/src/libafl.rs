//! `libafl`: a fuzzer made of LibAFL, in the same process. A program with its own `main` is run in children.
//!
//! LibAFL: in the program's own process, or, for a program that was linked for `afl`, beside its fork server. Several
//! processes each have a folder of their own.

use std::{ffi::OsString, path::Path, time::SystemTime};

use fz_abi::{files, libafl};
use fz_base::error::Error;
use fz_commandline::invocation::Link;
use fz_dictionary::text;

use super::{Addition, Counters, Engine, Need, Parts, Start, links};
use crate::launch::{
    Format, Launch, Launcher, Plan, Request, Wish,
    finds::{Kind, Place},
    live::{self, Figures},
    log,
    outcome::{self, Outcome},
    push,
    target::Mark,
};

pub const ENGINE: Engine = Engine {
    name: "libafl",
    summary: "LibAFL 0.16, in the same process",
    profile: "compares",
    beside: "",
    oss_fuzz: "libfuzzer",
    link,
    needs: &[
        Need::Own(files::COMPARES_LIBAFL),
        Need::Own(files::HARNESS_LIBAFL),
        Need::Own(files::PROGRAM_LIBAFL),
        Need::Engine(libafl::ARCHIVE),
    ],
    refuses: &[
        (
            "leak",
            "the process never ends, and the fuzzer's own memory looks like a leak",
        ),
        (
            "memory",
            "the fuzzer in the same process is not compiled with it, so the memory that it writes looks uninitialised",
        ),
        (
            "thread",
            "the fuzzer in the same process is not compiled with it, so its synchronisation is not seen",
        ),
    ],
    map_limit: None,
    counters: Counters::Sections,
    start: Start::With(&LAUNCHER),
};

fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    if !links::takes_fuzzer(link, &mut add) {
        return add;
    }
    links::wrap_main(parts, files::PROGRAM_LIBAFL, &mut add);
    links::wrap_compares(parts, files::COMPARES_LIBAFL, &mut add);
    links::export(libafl::EXPORTS.iter().copied(), &mut add);
    let library = parts.engine(libafl::ARCHIVE);
    links::harness(link, parts, files::HARNESS_LIBAFL, &[&library], &mut add);
    add.last
        .extend(libafl::LIBRARIES.iter().map(OsString::from));
    add
}

const LAUNCHER: Launcher = Launcher {
    engine: "libafl",
    // The name alone says nothing: builds that look whether an engine is there name it weakly.
    marks: &[Mark::Symbol("fz_libafl_main"), Mark::Bytes(b"fz-libafl: ")],
    fuzzer: Some("fz-libafl"),
    how_to_get: "it is neither on the PATH nor in a folder of engines: build it (`cargo xtask setup --engines`), or name the folder with FZ_ENGINE_PATH or `engine-path = […]` in fz.toml",
    version: None,
    also_runs: &["afl"],
    also_marked: &["afl"],
    refuses: &[
        Wish::NO_COMPANIONS,
        Wish::NO_ENDING,
        (
            Wish::Memory,
            "set a limit around it: `ulimit -v` takes kilobytes",
        ),
        Wish::NO_OPTIMISED_DICTIONARY,
        Wish::NO_SANITIZED,
        (
            Wish::UntilCrash,
            "it continues after each crash; limit it with -V, or end it with Ctrl-C",
        ),
    ],
    needs: &[],
    dies_of_findings: false,
    prints_figures: true,
    drawn: None,
    dictionary: Some(Format {
        name: "afl",
        takes: text::AFL,
    }),
    plan,
    figures: Some(figures),
    finds: |out, role| {
        let place =
            |name: &str, kind, beginnings| Place::new(out.join(role).join(name), kind, beginnings);
        vec![
            place("queue", Kind::Input, &[""]),
            place("crashes", Kind::Crash, &["crash-"]),
            place("crashes", Kind::Hang, &["timeout-"]),
        ]
    },
    outcome,
};

fn plan(request: &Request) -> Result<Plan, Error> {
    let is_inside = request.target.engines.contains(&LAUNCHER.engine);
    if request.cmplog.is_some() && is_inside {
        return Err(Error::option(
            "-c",
            "libafl inside the program sees its compares; build that with the profile `compares`",
        ));
    }
    if let Some(cmplog) = &request.cmplog
        && cmplog.library_path != request.target.library_path
    {
        return Err(Error::option(
            "-c",
            format!(
                "{} loads libraries of another build, and one process starts both: link both with --disable-shared",
                cmplog.program.display()
            ),
        ));
    }
    let mut plan = Plan::default();
    if request.jobs > 1 {
        let note = "the processes start from the same seeds, and do not share what they find while they run";
        plan.notes.push(note.to_owned());
    }
    for at in 0..request.jobs {
        let role = role(at);
        let folder = request.inside(&role);
        let mut arguments: Vec<OsString> = Vec::new();
        push(&mut arguments, "-i", &request.seeds);
        push(&mut arguments, "-o", &folder);
        if let Some(dictionary) = &request.dictionary {
            push(&mut arguments, "-x", dictionary);
        }
        if let Some(cmplog) = &request.cmplog {
            push(&mut arguments, "-c", &cmplog.program);
        }
        let numbers = [
            ("-t", request.timeout),
            ("-V", request.seconds),
            ("-s", request.seed.map(|s| s + u64::from(at))),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                push(&mut arguments, name, number.to_string());
            }
        }
        arguments.extend(request.extra.iter().cloned());
        let launch = match is_inside {
            true => request.in_process(role, arguments)?,
            false => beside(request, role, arguments),
        };
        plan.launches.push(launch);
        plan.folders.push(folder);
    }
    Ok(plan)
}

fn role(at: u32) -> String {
    match at {
        0 => "main".to_owned(),
        _ => format!("main{}", at + 1),
    }
}

/// The program behind its fork server.
fn beside(request: &Request, role: String, mut arguments: Vec<OsString>) -> Launch {
    arguments.push("--".into());
    arguments.push(request.target.path.clone().into());
    arguments.extend(request.arguments.iter().cloned());
    Launch {
        role,
        build: request.target.path.clone(),
        program: request.fuzzer(),
        arguments,
        environment: request.libraries(),
    }
}

fn figures(out: &Path, role: &str, since: SystemTime) -> Option<Figures> {
    let log = live::tail(&log(out, role), since)?;
    log.lines().rev().find_map(said)
}

/// `15 s, executions: 100 (10/s), corpus: 2, objectives: 1`
fn said(line: &str) -> Option<Figures> {
    let number = |name: &str| outcome::number(line.split_once(name)?.1);
    Some(Figures {
        executions: Some(number("executions: ")?),
        per_second: Some(number(" (")? as f64),
        edges: None,
        corpus: number("corpus: ")?,
        crashes: number("objectives: ")?,
        ..Figures::default()
    })
}

fn outcome(request: &Request, printed: &str) -> Outcome {
    let folders: Vec<_> = (0..request.jobs)
        .map(|at| request.inside(&role(at)))
        .collect();
    let all = match &folders[..] {
        [one] => one.clone(),
        _ => request.inside("*"),
    };
    let count = |name: &str, kind: &str| {
        folders
            .iter()
            .map(|f| outcome::files(&f.join(name), &[kind]))
            .sum()
    };
    Outcome {
        executions: executions(printed),
        corpus: count("queue", ""),
        crashes: count("crashes", "crash-"),
        hangs: count("crashes", "timeout-"),
        corpus_in: all.join("queue"),
        crashes_in: all.join("crashes"),
        ..Outcome::new("libafl")
    }
}

fn executions(printed: &str) -> Option<u64> {
    let said = |line: &str| outcome::number(line.split_once("executions: ")?.1);
    outcome::sum_of_last(printed.lines().filter_map(said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_in_the_lines_that_it_prints() {
        let line = "fz-libafl: 10 s, executions: 100 (11/s), corpus: 2, objectives: 1";
        let figures = Figures {
            executions: Some(100),
            per_second: Some(11.0),
            corpus: 2,
            crashes: 1,
            ..Figures::default()
        };
        assert_eq!(said(line), Some(figures));
        assert_eq!(said("fz-libafl: 3 seeds"), None);
    }
}
