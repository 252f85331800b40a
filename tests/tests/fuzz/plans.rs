//! Plans as snapshots. Pure: no program and no fuzzer is needed.
//!
//! A file of `tests/fuzz/` holds cases, each with a header and the expected plan, which begins behind `args:`:
//!
//! ```text
//! == a name
//! program: afl address              (engines and sanitizers of it; own-main, persistent, harness, libtool, coverage)
//! wants: jobs=2 dictionary=d.dict   (fields of the request)
//! machine: cpus=1 core=|handler     (any of these is optional: engine, wants, machine)
//! args: @@
//! # a note
//! ! what the fuzzer would stop at
//! afl-fuzz …
//! ```
//!
//! `BLESS=1` rewrites the plans.

use std::{fs, path::PathBuf};

use fz_engines::launch::{
    self, Plan, Request, Words, companions::Companion, machine::Machine, sanitizers::SANITIZERS,
    target::Target,
};
use fz_tests::{diff, env::bless, rooms};

const FEWEST: usize = 20;

struct Case {
    name: String,
    head: String,
    engine: Option<String>,
    request: Request,
    expected: String,
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
        ignore_core_pattern: false,
        extra: Vec::new(),
        machine: Machine {
            help: "-c\n-w\n".to_owned(),
            core_pattern: "core\n".to_owned(),
            cpus: 4,
            ..Machine::default()
        },
    }
}

fn read(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut in_head = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            cases.push(Case {
                name: name.to_owned(),
                head: format!("{line}\n"),
                engine: None,
                request: blank(),
                expected: String::new(),
            });
            in_head = true;
            continue;
        }
        let case = cases.last_mut().expect("a case begins with ==");
        if !in_head {
            case.expected += &format!("{line}\n");
            continue;
        }
        case.head += &format!("{line}\n");
        let (key, value) = line.split_once(':').expect("KEY: VALUE");
        let words = value.split_whitespace();
        match key {
            "program" => words.for_each(|w| of_program(&mut case.request.target, w)),
            "engine" => case.engine = Some(value.trim().to_owned()),
            "wants" => words.for_each(|w| wanted(&mut case.request, w)),
            "machine" => words.for_each(|w| of_machine(&mut case.request.machine, w)),
            "args" => {
                case.request.arguments = words.map(Into::into).collect();
                in_head = false;
            }
            _ => panic!("case `{}`: unknown header `{line}`", case.name),
        }
    }
    for case in &mut cases {
        case.expected.truncate(case.expected.trim_end().len());
    }
    cases
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
        _ => panic!("no engine and no sanitizer: {word}"),
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
        "ignore-core-pattern" => request.ignore_core_pattern = true,
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
    }
}

fn of_machine(machine: &mut Machine, word: &str) {
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    match key {
        "cpus" => machine.cpus = value.parse().expect("a number"),
        "core" => machine.core_pattern = format!("{value}\n"),
        "scales-frequencies" => machine.scales_frequencies = true,
        "no-help" => machine.help = String::new(),
        "version" => machine.help = format!("afl-fuzz++{value} based on afl\n-c\n-w\n"),
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

fn planned(case: &mut Case) -> String {
    let request = &mut case.request;
    let launcher = match launch::choose(&request.target, case.engine.as_deref()) {
        Ok(launcher) => launcher,
        Err(error) => return format!("error: {error}"),
    };
    request.machine.fuzzer = launcher.starts_beside(&request.target).map(PathBuf::from);
    match launch::plan(launcher, request) {
        Ok(plan) => shown(&plan),
        Err(error) => format!("error: {error}"),
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
    let mut files: Vec<_> = fs::read_dir(rooms().join("tests/fuzz"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let (mut count, mut failures) = (0, Vec::new());
    for file in files {
        let mut blessed = String::new();
        for case in &mut read(&fs::read_to_string(&file).unwrap()) {
            count += 1;
            let actual = planned(case);
            if actual != case.expected && !bless() {
                let difference = diff(&format!("{}\n", case.expected), &format!("{actual}\n"));
                failures.push(format!("{}: {}:\n{difference}", file.display(), case.name));
            }
            blessed += &format!("{}{actual}\n\n", case.head);
        }
        if bless() {
            fs::write(&file, format!("{}\n", blessed.trim_end())).unwrap();
        }
    }
    assert!(count >= FEWEST, "only {count} cases");
    assert!(
        failures.is_empty(),
        "{} of {count} (BLESS=1 rewrites plans):\n{}",
        failures.len(),
        failures.join("\n")
    );
}
