//! Plans as snapshots. Pure: neither clang nor a file is needed.
//!
//! A file of `tests/driver/` holds cases: a command line, and what the compiler finds beside it. The snapshots show each
//! with its plan, in which `#` is why it looks as it does. Nothing is captured unless a case says `capture`.
//!
//! What fz adds is long, so complete groups of it are shown by name (see [`shorten`]).

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    path::{Path, PathBuf},
};

use fz_abi::{
    afl::EXPORTS,
    functions::{images, trace},
    harness::MACROS,
};
use fz_base::{env::Environment, error::Error, layout::Layout};
use fz_commandline::invocation::Linker;
use fz_driver::{
    compile::{self, CommandLine},
    invoked,
    plan::{Plan, Step},
};
use fz_engines::{Engine, Parts};
use fz_process::Command;
use fz_profile::{Pass, Point, Profile, Shelf};
use fz_settings::{
    Flags, Settings,
    afl_names::{Wishes, is_cxx},
};
use fz_tests::{cases, rooms};
use serde::Deserialize;

/// The fewest cases that the suite may have.
const FEWEST: usize = 90;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Case {
    /// Each `NAME=VALUE`.
    env: Vec<String>,
    profile: Option<String>,
    engine: Option<String>,
    /// How sources are captured (`embed`, `store`); `default` says nothing of it.
    capture: String,
    /// What the compiler is called.
    #[serde(rename = "as")]
    program: String,
    files: BTreeMap<String, String>,
    args: String,
}

impl Default for Case {
    fn default() -> Case {
        Case {
            env: Vec::new(),
            profile: None,
            engine: None,
            capture: "off".to_owned(),
            program: "fz-cc".to_owned(),
            files: BTreeMap::new(),
            args: String::new(),
        }
    }
}

fn shelf() -> Shelf {
    Shelf {
        directories: vec![rooms().join("profiles")],
    }
}

/// The case's plan, and the profile it was made with.
fn planned(case: &Case) -> (Plan, Profile) {
    let mut environment = Environment::default();
    for (name, value) in case.env.iter().filter_map(|e| e.split_once('=')) {
        let variable = (name.to_owned(), value.to_owned());
        match name {
            "FZ_SANITIZE" => environment.sanitize = Some(value.to_owned()),
            _ if name.starts_with("AFL_") => environment.afl.push(variable),
            _ => environment.clangs.push(variable),
        }
    }
    let flags = Flags {
        profile: case.profile.clone(),
        engine: case.engine.clone(),
        capture: (case.capture != "default").then(|| case.capture.clone()),
    };
    let facts = Facts {
        files: &case.files,
        layout: Layout::at("/fz"),
        flags,
    };
    let line = CommandLine {
        cxx: case.program == "fz-cxx" || is_cxx(&case.program),
        arguments: case.args.split_whitespace().map(OsString::from).collect(),
    };
    let invoked = compile::understand(line, &environment, &facts);
    let invoked = invoked.unwrap().expect("no case asks for help");
    let mut plan = invoked.plan(Path::new("/tmp"), None);
    let notes = invoked.wishes.notes.iter();
    plan.reasons.extend(notes.map(|n| format!("note: {n}")));
    (plan, invoked.profile)
}

/// A machine with nothing on it but a case's files.
struct Facts<'a> {
    files: &'a BTreeMap<String, String>,
    layout: Layout,
    /// What a case says in its head is said by a flag.
    flags: Flags,
}

impl invoked::Facts for Facts<'_> {
    fn text(&self, path: &str) -> Option<String> {
        self.files.get(path).cloned()
    }

    fn settings(&self, said: &Flags, environment: &Environment) -> Result<Settings, Error> {
        let flags = Flags {
            profile: said.profile.clone().or(self.flags.profile.clone()),
            engine: said.engine.clone().or(self.flags.engine.clone()),
            capture: said.capture.clone().or(self.flags.capture.clone()),
        };
        // The root of the file system has no fz.toml.
        Settings::resolve(&flags, environment, Path::new("/"))
    }

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn profile(&self, settings: &Settings) -> Result<Profile, Error> {
        shelf().resolve(&settings.profile.value)
    }

    fn clang(&self, _: &Settings, _: &Wishes, _: bool) -> Result<PathBuf, Error> {
        Ok("clang".into())
    }

    fn parts(&self, _: &Engine, _: &Settings, _: &Path) -> (Parts, Result<(), Error>) {
        let (engines, clang) = (Path::new("/engines"), Path::new("/clang"));
        (Parts::at(&self.layout, engines, clang), Ok(()))
    }

    fn linker(&self) -> Linker {
        Linker::Default
    }
}

/// Replaces every occurrence of `group` by one token.
fn collapse(tokens: Vec<String>, group: &[String], name: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = &tokens[..];
    while let Some((first, tail)) = rest.split_first() {
        if !group.is_empty() && rest.starts_with(group) {
            out.push(name.to_owned());
            rest = &rest[group.len()..];
        } else {
            out.push(first.clone());
            rest = tail;
        }
    }
    out
}

/// Only complete groups get a name: a macro that is missing would show.
fn shorten(tokens: Vec<String>, profile: &Profile) -> Vec<String> {
    let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    let macros: Vec<_> = MACROS.iter().map(|(n, b)| format!("-D{n}={b}")).collect();
    let attributes = words("-Xclang -fsanitize-coverage-trace-loads");
    let exports: Vec<_> = EXPORTS
        .iter()
        .map(|s| format!("-Wl,--export-dynamic-symbol={s}"))
        .collect();
    let registers = [images::COUNTERS_INIT, images::PCS_INIT];
    let compares = [
        &trace::CMP[..],
        &trace::CONST_CMP,
        &trace::DIV,
        &trace::HOOKS,
    ]
    .concat();
    let callbacks: Vec<_> = [&registers[..], &compares, &[trace::SWITCH, trace::GEP]]
        .concat()
        .iter()
        .map(|s| format!("-Wl,--export-dynamic-symbol={}", s.name))
        .collect();
    let codegen: Vec<_> = profile
        .codegen
        .iter()
        .flat_map(|c| words(&format!("-Xclang -mllvm -Xclang {c}")))
        .collect();
    let plugin = words("-Xclang -fpass-plugin=/fz/lib/fz/libfz_passes.so");
    let groups = [
        // What clang is told wherever it reads a source for fz, and where it does not.
        ([&macros[..], &attributes].concat(), "<macros>"),
        (macros, "<macros alone>"),
        (attributes, "<attributes>"),
        (exports, "<exports>"),
        (callbacks, "<callbacks>"),
        (
            words("-Xlinker --push-state -Xlinker --no-whole-archive"),
            "<archives:",
        ),
        (
            words("-Xlinker --push-state -Xlinker --whole-archive"),
            "<whole archives:",
        ),
        (words("-Xlinker --pop-state"), ">"),
        (
            words("-Wl,--push-state,--as-needed -Wl,-lstdc++ -Wl,--pop-state"),
            "<stdc++>",
        ),
        (codegen, "<codegen>"),
        (
            [
                plugin.clone(),
                words(&format!(
                    "-Xclang -mllvm -Xclang -fz-profile={}",
                    profile.name
                )),
            ]
            .concat(),
            "<plugin>",
        ),
        (plugin, "<plugin without a profile>"),
        (
            words("-Xclang -load -Xclang /fz/lib/fz/libfz_casts.so"),
            "<casts>",
        ),
        (
            words("-Xclang -load -Xclang /fz/lib/fz/libfz_capture.so"),
            "<capture>",
        ),
        (
            words("-Xclang -load -Xclang /fz/lib/fz/libfz_conditions.so"),
            "<conditions>",
        ),
        (
            words(
                "-Xclang -load -Xclang /fz/lib/fz/libfz_expand.so -Xclang -plugin -Xclang fz-expand",
            ),
            "<expand>",
        ),
        (
            words("-Xclang -debug-info-kind=line-tables-only -Xclang -dwarf-version=5"),
            "<lines>",
        ),
        (words("--start-no-unused-arguments"), "{"),
        (words("--end-no-unused-arguments"), "}"),
        (words("-Xclang -disable-llvm-passes"), "<no-llvm-passes>"),
        (words("-Xclang -disable-O0-optnone"), "<no-optnone>"),
    ];
    let mut tokens = groups
        .iter()
        .fold(tokens, |t, (group, name)| collapse(t, group, name));
    let pipelines = words("-Xclang -mllvm -Xclang");
    let before_edges = profile
        .passes
        .iter()
        .filter(|p| p.at == Point::BeforeEdges)
        .map(Pass::text)
        .collect::<Vec<_>>()
        .join(",");
    let mut out = Vec::new();
    while !tokens.is_empty() {
        let option = tokens.get(3).and_then(|t| t.strip_prefix("-fz-"));
        if let (true, Some(option)) = (tokens.starts_with(&pipelines), option) {
            let mut text = option.replacen('=', ": ", 1);
            for (long, name) in [(&profile.pipeline, "PIPELINE"), (&before_edges, "PASSES")] {
                if !long.is_empty() {
                    text = text.replace(long, name);
                }
            }
            out.push(format!("<{text}>"));
            tokens.drain(..4);
        } else {
            out.push(tokens.remove(0));
        }
    }
    out
}

fn shown(plan: &Plan, profile: &Profile) -> String {
    let mut text: String = plan.reasons.iter().map(|r| format!("# {r}\n")).collect();
    for file in &plan.files {
        let mut said: serde_json::Map<_, _> = serde_json::from_str(&file.text).unwrap();
        said.retain(|key, value| {
            let is_empty =
                value.is_null() || *value == "" || value.as_array().is_some_and(Vec::is_empty);
            !is_empty && !["fz", "version"].contains(&key.as_str())
        });
        text += &format!(
            "{}: {}\n",
            file.path.display(),
            serde_json::Value::from(said)
        );
    }
    let mut show = |what: &str, command: &Command| {
        let tokens = std::iter::once(command.program.as_os_str())
            .chain(command.arguments.iter().map(OsString::as_os_str))
            .map(|t| t.to_string_lossy().into_owned());
        text += &format!("{what}{}\n", shorten(tokens.collect(), profile).join(" "));
    };
    for step in &plan.steps {
        match step {
            Step::Run(command) => show("", command),
            Step::Unit(unit) => {
                show("expand: ", &unit.expand);
                show("check: ", &unit.check);
                let laid_out = Command {
                    program: "parse".into(),
                    arguments: unit.parsing.clone(),
                };
                show(&format!("as {}: ", unit.layout_name), &laid_out);
                show("compile: ", &unit.compile);
                show("or: ", &unit.original("WHY", false));
            }
        }
    }
    text.replace("/fz/lib/fz/", "LIB/").trim_end().to_owned()
}

/// What is left of the user's arguments stands in their order, and each that is not has a reason.
fn keeps_the_users_arguments(case: &Case, plan: &Plan) -> Result<(), String> {
    let [Step::Run(command)] = &plan.steps[..] else {
        return keeps_them_somewhere(case, plan);
    };
    let mut rest = command.arguments.iter();
    for argument in case.args.split_whitespace() {
        let mut ahead = rest.clone();
        if ahead.any(|a| a.to_string_lossy() == argument) {
            rest = ahead;
        } else if !plan.reasons.iter().any(|r| r.starts_with(argument)) {
            return Err(format!(
                "`{argument}` is lost or out of order, without a reason"
            ));
        }
    }
    Ok(())
}

/// Where each command has what is its own business: all of them are in one.
fn keeps_them_somewhere(case: &Case, plan: &Plan) -> Result<(), String> {
    let commands = plan.steps.iter().flat_map(|step| match step {
        Step::Run(command) => vec![command.clone()],
        Step::Unit(unit) => vec![unit.expand.clone(), unit.original("WHY", false)],
    });
    let all: Vec<_> = commands.flat_map(|c| c.arguments).collect();
    let is_told = |argument: &&str| {
        argument.starts_with('@')
            || all.iter().any(|a| a.to_string_lossy() == *argument)
            || plan.reasons.iter().any(|r| r.starts_with(argument))
    };
    match case
        .args
        .split_whitespace()
        .find(|argument| !is_told(argument))
    {
        Some(lost) => Err(format!("`{lost}` is lost, without a reason")),
        None => Ok(()),
    }
}

#[test]
fn plans_are_as_expected() {
    let mut names = BTreeSet::new();
    insta::glob!("../../driver", "*.toml", |file| {
        let plans = cases::shown(file, &mut names, |case: Case| {
            let (plan, profile) = planned(&case);
            if let Err(why) = keeps_the_users_arguments(&case, &plan) {
                panic!("{}: {}: {why}", file.display(), case.args);
            }
            shown(&plan, &profile)
        });
        cases::beside("tests/driver").bind(|| insta::assert_snapshot!("plans", plans));
    });
    assert!(names.len() >= FEWEST, "only {} cases", names.len());
}
