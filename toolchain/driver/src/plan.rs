//! From an invocation to the commands that do it. Pure: no file is read here, nothing is run.

pub mod capture;
mod placing;
mod rewritten;
mod staged;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use fz_abi::{files, harness::MACROS};
use fz_base::layout::Layout;
use fz_binary::COVERAGE_OFF;
use fz_commandline::{
    invocation::{Idle, Invocation, Language, Link, Outcome, Why},
    level,
    parse::Arg,
};
use fz_engines::{Addition, Engine, Parts, links};
use fz_process::Command;
use fz_profile::{Design, Edges, Profile};
use fz_schema::{
    Key, PassText,
    passes::{edges, unit_record},
};
use fz_settings::Settings;
use fz_settings::afl_names::Wishes;

use crate::guards;
use capture::Capturing;
use placing::Placing;
pub use rewritten::left;
use rewritten::{opened, rewritten};
pub use staged::Unit;

/// All that a plan follows from.
#[derive(Clone)]
pub struct Request<'a> {
    /// The user's arguments, without fz's own.
    pub arguments: &'a [OsString],
    /// The same, parsed, with what the profile drops.
    pub parsed: &'a [Arg],
    pub invocation: &'a Invocation,
    pub cxx: bool,
    pub clang: PathBuf,
    pub profile: &'a Profile,
    pub engine: &'a Engine,
    pub parts: &'a Parts,
    pub settings: &'a Settings,
    pub wishes: &'a Wishes,
    pub layout: &'a Layout,
    /// What captures say of who made them.
    pub maker: &'a str,
    pub verify: bool,
    /// A folder for files of this run, if [`needs_scratch`].
    pub scratch: &'a Path,
    /// The object that says of the link what fz saw of it, if it is linked in.
    pub record: Option<&'a Path>,
    /// What the environment has of what clang reads, and of AFL++'s variables that change what is compiled.
    pub clangs: &'a [(String, String)],
    pub afl: &'a [(String, String)],
    /// How units are captured: the plan finds out.
    pub capturing: Option<&'a Capturing>,
}

/// Files of arguments that are longer are not put in their places: the kernel would refuse the command line.
const MOST_BYTES: usize = 1 << 20;

/// Whether commands leave something for each other, or clang's plugins something for the passes.
pub fn needs_scratch(request: &Request) -> bool {
    let (profile, invocation) = (request.profile, request.invocation);
    let leaves = matches!(invocation.outcome, Outcome::Instrument { .. })
        && (profile.refactor || profile.conditions.is_some());
    leaves || capture::captures(request)
}

/// The link of which a record goes into the program. What does nothing to sources leaves no traces there either, but for
/// those who ask for captures.
pub fn recorded_link<'a>(request: &Request<'a>) -> Option<&'a Link> {
    let is_wanted = !request.profile.is_empty() || capture::is_wanted(request);
    let link = request.invocation.link.as_ref();
    link.filter(|link| !link.is_foreign && is_wanted)
}

/// What is done one after the other, and why it looks as it does.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Written before anything is run.
    pub files: Vec<File>,
    pub steps: Vec<Step>,
    pub reasons: Vec<String>,
}

/// A file of a plan's, in its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    pub path: PathBuf,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Run(Command),
    /// A source that is refactored and then compiled.
    Unit(Box<Unit>),
}

impl Plan {
    /// The same plan by other commands.
    pub fn through<E>(
        self,
        mut change: impl FnMut(Command) -> Result<Command, E>,
    ) -> Result<Plan, E> {
        let mut steps = Vec::with_capacity(self.steps.len());
        for step in self.steps {
            steps.push(match step {
                Step::Run(command) => Step::Run(change(command)?),
                Step::Unit(unit) => Step::Unit(Box::new(unit.through(&mut change)?)),
            });
        }
        Ok(Plan { steps, ..self })
    }

    /// One command, which is all.
    pub fn of(command: Command) -> Plan {
        Plan {
            steps: vec![Step::Run(command)],
            ..Plan::default()
        }
    }
}

/// The profile without the feedback that the unit's flags turn off.
fn wanted(request: &Request) -> Profile {
    let (mut profile, unwanted) = (request.profile.clone(), request.invocation.unwanted);
    if unwanted.counters {
        profile.edges = None;
        profile.dictionary = None;
        profile.distance = None;
        profile.conditions = None;
        profile.refactor = false;
    }
    if unwanted.compares {
        profile.compares = None;
    }
    profile.stack_depth &= !unwanted.stack_depth;
    profile
}

pub fn plan(request: &Request) -> Plan {
    let mut reasons = Vec::new();
    let profile = wanted(request);
    if profile != *request.profile {
        reasons.push(format!("{COVERAGE_OFF}: the flags turn feedback off"));
    }
    let (capturing, not_captured) = match capture::of(request) {
        Some(Ok(capturing)) => (Some(capturing), None),
        Some(Err(why)) => (None, Some(why)),
        None => (None, None),
    };
    let request = &Request {
        profile: &profile,
        capturing: capturing.as_ref(),
        ..request.clone()
    };
    let steps = match staged::sources(request) {
        Some(Ok(sources)) => staged::steps(request, &sources, &mut reasons),
        why => {
            let why = why.and_then(Result::err);
            vec![Step::Run(at_once(request, why, &mut reasons))]
        }
    };
    reasons.extend(not_captured.map(|why| format!("not captured: {why}")));
    Plan {
        files: capturing.map(|c| c.head).into_iter().collect(),
        steps,
        reasons,
    }
}

/// The user's command, in which clang does all by itself. `why`: sources are not refactored.
fn at_once(request: &Request, why: Option<&str>, reasons: &mut Vec<String>) -> Command {
    let text = Text::original(&request.scratch.join(TABLE), why);
    let mut first = added_to_compile(request, &text, reasons);
    if let Some(why) = why {
        reasons.push(format!("not refactored: {why}"));
    }
    let link = added_to_link(request, reasons);
    first.extend(link.first);

    let mut arguments = opening(request, first);
    let mut last = link.last;
    if request.invocation.hidden_fuzzer {
        reasons.push("fuzzer in a file of arguments: fz instruments for the engine".to_owned());
        last.insert(0, NO_FUZZER.into());
    }
    for (at, argument) in request.arguments.iter().enumerate() {
        match request.invocation.dashes.filter(|_| !last.is_empty()) {
            // In a file of arguments, which stays as it is.
            Some(dashes) if at == dashes && argument != "--" => {
                arguments.append(&mut last);
                arguments.push(argument.clone());
            }
            Some(dashes) if at == dashes => {
                reasons.push("--: left out, options follow the inputs".to_owned());
            }
            Some(dashes) if at > dashes => arguments.push(as_input(argument, reasons)),
            _ => match opened(request, at, reasons) {
                Some(words) => arguments.extend(words),
                None => arguments.extend(rewritten(request, at, argument, reasons)),
            },
        }
    }
    arguments.append(&mut last);
    Command {
        program: request.clang.clone(),
        arguments,
    }
}

/// Undoes what stands in a file of arguments.
const NO_FUZZER: &str = "-fno-sanitize=fuzzer,fuzzer-no-link";

/// What comes before the user's arguments.
fn opening(request: &Request, first: Vec<OsString>) -> Vec<OsString> {
    let mut arguments = Vec::new();
    // -cc1 must come first, and knows no modes.
    if request.cxx && !request.invocation.is_cc1() {
        arguments.push("--driver-mode=g++".into());
    }
    if !first.is_empty() {
        // `-Werror` on a line that links or assembles: some of these are then not needed.
        arguments.push("--start-no-unused-arguments".into());
        arguments.extend(first);
        arguments.push("--end-no-unused-arguments".into());
    }
    arguments
}

/// The file that `fz-conditions` writes, in a folder of this run's.
const TABLE: &str = "conditions";

/// What clang is given, as the passes are told of it.
struct Text {
    /// Where `fz-conditions` writes what conditions it has.
    table: PathBuf,
    /// The refactored text, and where its lines come from.
    refactored: Option<(PathBuf, PathBuf)>,
    /// Options of the unit's record.
    record: Vec<(&'static str, String)>,
}

impl Text {
    /// The user's source. `why`: it should have been refactored.
    fn original(table: &Path, why: Option<&str>) -> Text {
        Text {
            table: table.to_owned(),
            refactored: None,
            record: why
                .map(|why| ("refactored", why.to_owned()))
                .into_iter()
                .collect(),
        }
    }

    /// Options of the `edges` pass.
    fn told(&self) -> Vec<(String, String)> {
        let option = |key: Key<_>, path: &Path| {
            let path: String = path.to_string_lossy().into_owned();
            (key.name().to_owned(), path)
        };
        let mut told = vec![option(edges::TABLE, &self.table)];
        if let Some((text, origin)) = &self.refactored {
            told.extend([option(edges::TEXT, text), option(edges::ORIGIN, origin)]);
        }
        told
    }
}

/// An input that needs no `--` before it.
fn as_input(argument: &OsString, reasons: &mut Vec<String>) -> OsString {
    let text = argument.to_string_lossy();
    if !text.starts_with('-') || text == "-" {
        return argument.clone();
    }
    reasons.push(format!("{text}: named so that it is not an option"));
    let mut path = OsString::from("./");
    path.push(argument);
    path
}

/// How the sources are instrumented, if they are.
fn instruments(request: &Request) -> Option<(Design, Option<&'static str>)> {
    match request.invocation.outcome {
        Outcome::Instrument { not_own_pipeline } => {
            Some(match (request.profile.design, not_own_pipeline) {
                (Design::OwnPipeline, None)
                    if request.profile.keep_o0 && !request.invocation.optimise =>
                {
                    (Design::ExtensionPoints, Some("O0"))
                }
                (Design::OwnPipeline, None) => (Design::OwnPipeline, None),
                (Design::OwnPipeline, why) => (Design::ExtensionPoints, why),
                (Design::ExtensionPoints, _) => (Design::ExtensionPoints, None),
            })
        }
        Outcome::PassThrough(_) | Outcome::NotACompile(_) => None,
    }
}

/// Clang writes `no_sanitize("coverage")` into the IR, and has the feature `coverage_sanitizer`, only where it is asked
/// for coverage. Asked for nothing but loads, its own pass does nothing: it wants to know what to count, too.
const KEEPS_ATTRIBUTES: &str = "-fsanitize-coverage-trace-loads";

/// What clang's front end has to know wherever it reads a source.
fn added_to_sources(request: &Request) -> Vec<OsString> {
    let mut add = Vec::new();
    if request.invocation.preprocesses() {
        // The sources must be the same to `-E`, `-M` and precompiled headers as to the compilation.
        for (name, body) in MACROS {
            add.push(format!("-D{name}={body}").into());
        }
        if request.wishes.ijon {
            add.push("-include".into());
            add.push(request.layout.include(files::IJON_HEADER).into());
        }
    }
    let reads = match request.invocation.outcome {
        Outcome::Instrument { .. } => true,
        Outcome::NotACompile(_) => request.invocation.preprocesses(),
        Outcome::PassThrough(_) => false,
    };
    if reads && !request.profile.is_empty() && !request.invocation.user_coverage {
        cc1(&mut add, [KEEPS_ATTRIBUTES.into()]);
    }
    if request.profile.has_own_level() && request.invocation.preprocesses() {
        add.extend(
            level::macros(request.parsed)
                .into_iter()
                .map(OsString::from),
        );
    }
    if request.invocation.works() {
        add.extend(
            request
                .wishes
                .flags(request.profile.reports)
                .map(OsString::from),
        );
    }
    add
}

/// Whether an argument defines what all sources are told.
pub fn is_told_to_all(argument: &str) -> bool {
    let defined = argument.strip_prefix("-D");
    let name = defined.and_then(|defined| defined.split('=').next());
    MACROS.iter().any(|(known, _)| name == Some(known))
}

fn added_to_compile(request: &Request, text: &Text, reasons: &mut Vec<String>) -> Vec<OsString> {
    let mut add = added_to_sources(request);
    match request.invocation.outcome {
        Outcome::Instrument { .. } if request.profile.is_empty() => {
            reasons.push(format!(
                "pass-through: profile {} does nothing",
                request.profile.name
            ));
            if let Some(capturing) = request.capturing {
                plugin(request, &mut add);
                capturing.tell_clang(request, &mut add);
                let point = match request.invocation.disables_passes {
                    true => "precodegen",
                    false => "optimizer-last",
                };
                cc1_llvm(&mut add, &format!("-fz-{point}={}", capturing.text()));
            }
        }
        Outcome::Instrument { .. } => instrument(request, text, &mut add, reasons),
        Outcome::PassThrough(why) => {
            reasons.push(format!("pass-through: {}", why.slug()));
            if matches!(why, Why::UserCoverage) {
                plugin(request, &mut add);
                let record = PassText::new(unit_record::PASS.name)
                    .with(unit_record::PROFILE.name(), &request.profile.name)
                    .with(unit_record::REASON.name(), why.slug());
                let mut texts = vec![record.to_string()];
                if let Some(capturing) = request.capturing {
                    capturing.tell_clang(request, &mut add);
                    texts.push(capturing.text());
                }
                cc1_llvm(&mut add, &format!("-fz-optimizer-last={}", texts.join(",")));
            }
        }
        Outcome::NotACompile(idle) => {
            reasons.push(format!("not a compile: {idle:?}"));
            if idle == Idle::Header {
                // Who uses it is compiled with them.
                add.extend(request.profile.frontend_add.iter().map(OsString::from));
            }
        }
    }
    add
}

fn instrument(request: &Request, text: &Text, add: &mut Vec<OsString>, reasons: &mut Vec<String>) {
    let (profile, invocation) = (request.profile, request.invocation);
    let (design, why) = instruments(request).expect("asked for instrumentation");
    reasons.push(match why {
        None => format!(
            "instrument: profile {}, design {}",
            profile.name,
            design.name()
        ),
        Some(why) => format!(
            "instrument: profile {}, design {} because of {why}",
            profile.name,
            design.name()
        ),
    });
    plugin(request, add);
    // The user may see its error in the middle of a build, and has to know which file to look into.
    cc1_llvm(
        add,
        &format!("-fz-profile={}", request.settings.profile.value),
    );
    for p in &profile.plugins {
        let mut option = OsString::from("-fz-plugin=");
        option.push(&p.library);
        match design {
            Design::ExtensionPoints => {
                let mut option = OsString::from("-fpass-plugin=");
                option.push(&p.library);
                add.extend(["-Xclang".into(), option]);
            }
            Design::OwnPipeline => {
                add.extend(["-Xclang".into(), "-mllvm".into(), "-Xclang".into(), option]);
            }
        }
    }
    if request.verify {
        cc1_llvm(add, "-fz-verify");
    }
    // Input in IR brings its own debug information, or none.
    let ir = invocation
        .inputs
        .iter()
        .any(|i| i.language == Some(Language::Ir));
    let own = profile.frontend_add.iter().any(|a| a.starts_with("-g"));
    let lines = !invocation.debug_info && !own && !ir;
    if lines {
        for flag in ["-debug-info-kind=line-tables-only", "-dwarf-version=5"] {
            add.extend(["-Xclang".into(), flag.into()]);
        }
    }
    if tells_conditions(request) {
        let mut table = OsString::from("table=");
        table.push(&text.table);
        let library = request.layout.conditions_plugin();
        cc1(add, ["-load".into(), library.into()]);
        let mut told = vec![table];
        if let Some((_, origin)) = &text.refactored {
            let mut word = OsString::from("origin=");
            word.push(origin);
            told.push(word);
        }
        for word in told {
            cc1(add, ["-plugin-arg-fz-conditions".into(), word]);
        }
    }
    if let Some(capturing) = request.capturing
        && text.refactored.is_none()
    {
        capturing.tell_clang(request, add);
    }
    if profile.has_pass(guards::PASS) {
        guards::add_checks(invocation, request.layout, add, reasons);
    }
    let splits = |edges: &Edges| edges.options.contains_key(edges::CONTEXT.name());
    if invocation.lto && profile.edges.as_ref().is_some_and(splits) {
        reasons.push(
            "lto: no call-site contexts, functions lose their callers at the link".to_owned(),
        );
    }
    let placing = Placing {
        request,
        source: text,
        design,
        why,
        lines,
    };
    let [start, early, last] = placing.texts();
    match design {
        Design::ExtensionPoints if invocation.disables_passes => {
            reasons.push("-disable-llvm-passes: counters before code generation".to_owned());
            let all = [start, last].concat();
            cc1_llvm(add, &format!("-fz-precodegen={}", all.join(",")));
        }
        Design::ExtensionPoints => {
            for (option, texts) in [
                ("start", start),
                ("optimizer-early", early),
                ("optimizer-last", last),
            ] {
                if !texts.is_empty() {
                    cc1_llvm(add, &format!("-fz-{option}={}", texts.join(",")));
                }
            }
        }
        Design::OwnPipeline => {
            let all = [start, early, last].concat();
            cc1_llvm(add, &format!("-fz-precodegen={}", all.join(",")));
            add.extend(["-Xclang".into(), "-disable-llvm-passes".into()]);
            if !invocation.optimise {
                add.extend(["-Xclang".into(), "-disable-O0-optnone".into()]);
            }
        }
    }
    let checks = |e: &Edges| {
        let value = e.options.get(edges::CHECK.name());
        value.is_some_and(|value| value == "on")
    };
    let once = profile.edges.as_ref().is_some_and(checks);
    let once = ONE_CALL_STAYS_ONE.iter().copied().filter(|_| once);
    for option in profile.codegen.iter().map(String::as_str).chain(once) {
        cc1_llvm(add, option);
    }
    add.extend(profile.frontend_add.iter().map(OsString::from));
}

/// Code generation must not make several calls of one: the check tells call sites by their return addresses.
const ONE_CALL_STAYS_ONE: [&str; 3] = [
    "-disable-tail-duplicate",
    "-disable-early-taildup",
    "-tail-dup-placement=false",
];

/// Whether there are conditions to tell of: IR comes without any.
fn tells_conditions(request: &Request) -> bool {
    let mut inputs = request.invocation.inputs.iter();
    request.profile.conditions.is_some() && !inputs.any(|i| i.language == Some(Language::Ir))
}

fn plugin(request: &Request, add: &mut Vec<OsString>) {
    let mut option = OsString::from("-fpass-plugin=");
    option.push(request.layout.plugin());
    // For cc1 alone: a plain -fpass-plugin or -mllvm would reach an LTO link too.
    add.extend(["-Xclang".into(), option]);
}

/// For clang's inner command alone.
fn cc1(add: &mut Vec<OsString>, words: impl IntoIterator<Item = OsString>) {
    for word in words {
        add.extend(["-Xclang".into(), word]);
    }
}

fn cc1_llvm(add: &mut Vec<OsString>, option: &str) {
    for word in ["-Xclang", "-mllvm", "-Xclang", option] {
        add.push(word.into());
    }
}

/// What the log says of the link.
pub fn link_reasons(request: &Request) -> Vec<String> {
    let mut reasons = Vec::new();
    added_to_link(request, &mut reasons);
    reasons
}

fn added_to_link(request: &Request, reasons: &mut Vec<String>) -> Addition {
    let Some(link) = &request.invocation.link else {
        return Addition::default();
    };
    // Who fuzzes a taint build is another build's business: here a harness reads files.
    let engine = match request.profile.taint {
        Some(_) => &fz_engines::STANDALONE,
        None => request.engine,
    };
    let mut addition = (engine.link)(link, request.parts);
    if request.profile.has_pass(guards::PASS) && link.takes_runtime() {
        links::guards(request.parts, &mut addition);
    }
    if request.profile.taint.is_some() {
        links::taint(link, request.parts, &mut addition);
    }
    if link.is_final() {
        let own = request.profile.frontend_link.iter();
        addition.first.extend(own.map(OsString::from));
    }
    if let Some(record) = request.record {
        addition.first.extend(links::input(record));
    }
    reasons.append(&mut addition.reasons);
    addition
}
