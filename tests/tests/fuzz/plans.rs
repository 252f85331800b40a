//! Plans as snapshots. Pure: no program and no fuzzer is needed.
//!
//! A file of `tests/fuzz/` holds cases; the snapshots show each with its plan, in which `#` is a note and `!` what the
//! fuzzer would stop at.

use std::{collections::BTreeSet, path::PathBuf};

use fz_engines::launch::{
    self, ByHand, Plan, Request, Words, companions::Companion, machine::Machine,
    sanitizers::SANITIZERS, target::Target,
};
use fz_tests::cases;
use serde::Deserialize;

const FEWEST: usize = 20;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Case {
    /// Engines and sanitizers of it; own-main, persistent, harness, libtool, coverage.
    program: String,
    engine: Option<String>,
    /// Fields of the request: `jobs=2 dictionary=d.dict`.
    wants: String,
    /// `cpus=1 core=|handler`
    machine: String,
    args: String,
}

fn blank() -> Request {
    Request {
        target: Target {
            named: "./p".into(),
            path: "./p".into(),
            ..Target::default()
        },
        arguments: Vec::new(),
        seeds: "seeds".into(),
        out: "out".into(),
        resumes: false,
        dictionary: None,
        words: Words::Offered,
        jobs: 1,
        cmplog: None,
        sanitized: Vec::new(),
        companions: Vec::new(),
        beside: Vec::new(),
        timeout: None,
        memory: None,
        seconds: None,
        seed: None,
        until_crash: false,
        extra: Vec::new(),
        machine: Machine {
            help: "-c\n-w\n".to_owned(),
            core_pattern: "core\n".to_owned(),
            cpus: 4,
            ..Machine::default()
        },
    }
}

fn of_program(target: &mut Target, word: &str) {
    let engine = launch::launchers().find(|l| l.engine == word);
    let sanitizer = SANITIZERS.iter().find(|s| s.name == word);
    match (word, engine, sanitizer) {
        ("own-main", ..) => target.has_own_main = true,
        ("persistent", ..) => target.is_persistent = true,
        ("coverage", ..) => target.profiles.push(word.to_owned()),
        ("harness", ..) => target.shares_test_cases = true,
        ("libtool", ..) => {
            target.path = ".libs/p".into();
            target.library_path = vec!["/b/.libs".into()];
        }
        (_, Some(launcher), _) => target.engines.push(launcher.engine),
        (_, _, Some(sanitizer)) => target.sanitizers.push(sanitizer.name),
        _ => match word.strip_prefix("linked=") {
            Some(engine) => target.linked_for = Some(engine.to_owned()),
            None => panic!("no engine and no sanitizer: {word}"),
        },
    }
}

fn wanted(request: &mut Request, word: &str) {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    let number = || value.parse::<u64>().expect("a number");
    match key {
        "jobs" => request.jobs = number() as u32,
        "timeout" => request.timeout = Some(number()),
        "memory" => request.memory = Some(number()),
        "seconds" => request.seconds = Some(number()),
        "seed" => request.seed = Some(number()),
        "dictionary" => request.dictionary = Some(value.into()),
        "words" => {
            request.words = match value {
                "od" => Words::Optimised("lib/fz/libfz_od.so".into()),
                "none" => Words::None,
                _ => panic!("od or none: {word}"),
            }
        }
        "cmplog" => request.cmplog = Some(build("compares", value)),
        "sanitized" => {
            request.sanitized.push(build("sanitized", value));
            let sanitizers = vec!["address"];
            request.beside.push(Target {
                sanitizers,
                ..Target::default()
            });
        }
        "companions" => {
            let builds = value.split(',');
            let builds = builds.map(|name| build(name, &format!("./p.{name}")));
            request.companions = builds.collect();
        }
        "extra" => request.extra.extend(value.split(',').map(Into::into)),
        "resumes" => request.resumes = true,
        "until-crash" => request.until_crash = true,
        _ => panic!("no field of the request: {word}"),
    }
}

/// `PROGRAM`, or `PROGRAM:FOLDER` with its libraries' folder.
fn build(name: &str, text: &str) -> Companion {
    let (program, folder) = text.split_once(':').unwrap_or((text, ""));
    Companion {
        name: name.to_owned(),
        program: program.into(),
        library_path: folder.split_terminator(':').map(Into::into).collect(),
        script: None,
    }
}

fn of_machine(machine: &mut Machine, word: &str) {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    match key {
        "cpus" => machine.cpus = value.parse().expect("a number"),
        "core" => machine.core_pattern = format!("{value}\n"),
        "scales-frequencies" => machine.scales_frequencies = true,
        "no-help" => machine.help = String::new(),
        "version" => machine.help = format!("afl-fuzz++{value} based on afl\n-c\n-w\n-z\n"),
        "target-environment" => machine.target_environment = value.to_owned(),
        "library-path" => machine.library_path.push(value.into()),
        "set" => machine.afl.push(value.to_owned()),
        name => {
            let known = fz_base::env::SANITIZER_OPTIONS.iter();
            let variable = known.map(|v| v.name).find(|n| *n == name);
            let variable = variable.expect("a variable of sanitizers");
            machine.sanitizer_options.push((variable, value.to_owned()));
        }
    }
}

fn planned(case: Case) -> String {
    let mut request = blank();
    let words = str::split_whitespace;
    words(&case.program).for_each(|w| of_program(&mut request.target, w));
    words(&case.wants).for_each(|w| wanted(&mut request, w));
    words(&case.machine).for_each(|w| of_machine(&mut request.machine, w));
    request.arguments = words(&case.args).map(Into::into).collect();
    let launcher = match launch::choose(&request.target, case.engine.as_deref(), &hand()) {
        Ok(launcher) => launcher,
        Err(error) => return format!("error: {error}"),
    };
    request.machine.fuzzer = launcher.starts_beside(&request.target).map(PathBuf::from);
    match launch::plan(launcher, &request) {
        Ok(plan) => shown(&plan),
        Err(error) => format!("error: {error}"),
    }
}

fn hand() -> ByHand {
    ByHand {
        program: "/p".to_owned(),
        arguments: "@@".to_owned(),
        seeds: "/seeds".to_owned(),
        out: "/out".to_owned(),
    }
}

fn shown(plan: &Plan) -> String {
    let notes = plan.notes.iter().map(|n| format!("# {n}"));
    let obstacles = plan.obstacles.iter().map(|o| format!("! {o}"));
    let launches = plan.launches.iter().map(launch::Launch::line);
    let lines: Vec<_> = notes.chain(obstacles).chain(launches).collect();
    lines.join("\n")
}

#[test]
fn plans_are_as_expected() {
    let mut names = BTreeSet::new();
    insta::glob!("../../fuzz", "*.toml", |file| {
        let plans = cases::shown(file, &mut names, planned);
        cases::beside("tests/fuzz").bind(|| insta::assert_snapshot!("plans", plans));
    });
    assert!(names.len() >= FEWEST, "only {} cases", names.len());
}
