//! What an invocation of the compiler is: which units it compiles how, and what it links.

use std::path::{Path, PathBuf};

use super::{
    flags::{self, List, Meaning, Phase},
    parse::{self, Arg, Kind},
    target::{self, Target},
};
use crate::{
    sanitizers,
    strip::{self, Strip},
};

/// What a source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    Cxx,
    /// C++ that is the interface of a module, or a part of one.
    Interface,
    /// A module that has been compiled as far as its syntax tree.
    Module,
    ObjectiveC,
    /// Already preprocessed C or C++.
    Preprocessed,
    /// LLVM's IR or bitcode.
    Ir,
    /// Assembly; `.S` is preprocessed.
    Assembly,
    /// A header, to be precompiled.
    Header,
    /// Anything else that clang compiles, or a name that fz does not know.
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    pub path: PathBuf,
    /// `None`: for the linker.
    pub language: Option<Language>,
}

/// Why nothing is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idle {
    /// `--version` and the like.
    Query,
    NoInput,
    Preprocess,
    Syntax,
    Header,
    /// Only objects and libraries.
    LinkOnly,
}

/// Why sources are compiled as if by clang alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Assembly has no IR.
    Assembly,
    /// Neither C, C++, Objective-C nor IR.
    Language,
    /// The flag table knows why.
    Flag(&'static str),
    /// `-fsanitize-coverage=`: the user instruments himself, into the same sections.
    UserCoverage,
}

impl Why {
    pub fn slug(self) -> &'static str {
        match self {
            Why::Assembly => "assembly",
            Why::Language => "language",
            Why::Flag(slug) => slug,
            Why::UserCoverage => "user-coverage",
        }
    }
}

/// What becomes of the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// fz instruments it. The slug says why a pipeline of the profile's own cannot apply, if it cannot.
    Instrument {
        not_own_pipeline: Option<&'static str>,
    },
    PassThrough(Why),
    NotACompile(Idle),
}

/// The linker that clang will call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    Bfd,
    Gold,
    Lld,
    Unknown,
    /// No flag says: the `ld` that clang finds.
    Default,
}

/// What there is to know of the link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub output: flags::Link,
    pub linker: Linker,
    /// The user's own linker script replaces the linker's.
    pub script: bool,
    /// Why a runtime cannot be linked in.
    pub no_runtime: Option<&'static str>,
    /// It is for another machine or data model than the runtime's.
    pub is_foreign: bool,
    pub path: PathBuf,
    pub cxx: bool,
    pub is_static: bool,
    /// `-stdlib=libc++`.
    pub libcxx: bool,
    /// `-static-libstdc++`.
    pub is_cxx_static: bool,
    /// Sanitizers whose runtimes clang links.
    pub sanitizers: Vec<String>,
    /// The user has clang's own pass instrument, or link what that needs.
    pub user_coverage: bool,
    /// `-fsanitize=fuzzer` or `-lFuzzingEngine`: what is linked is a harness.
    pub fuzz_target: bool,
    /// It names `-lFuzzingEngine`.
    pub engine_library: bool,
    /// `-fsanitize=fuzzer-no-link`, and nothing that asks for a fuzzer: clang links none either.
    pub no_fuzzer: bool,
    /// A file of arguments ends with inputs behind a `--`: nothing can stand behind those.
    pub is_closed: bool,
    /// What the user wants left out of the output.
    pub strip: Strip,
    /// The output keeps its relocations.
    pub emits_relocations: bool,
}

impl Link {
    /// Whether an engine's runtime goes into it.
    pub fn takes_runtime(&self) -> bool {
        self.output == flags::Link::Executable && self.no_runtime.is_none()
    }

    pub fn has_sanitizer(&self, name: &str) -> bool {
        self.sanitizers.iter().any(|s| s == name)
    }

    /// Whether the output is run or loaded, and not linked again into something else.
    pub fn is_final(&self) -> bool {
        self.output != flags::Link::Relocatable
    }

    /// What fz leaves out after the link, in the linker's place. Relocations that are kept name symbols.
    pub fn strip_after(&self) -> Strip {
        match self.is_final() && !self.emits_relocations {
            true => self.strip,
            false => Strip::Nothing,
        }
    }
}

/// An invocation, understood.
#[derive(Clone, Debug)]
pub struct Invocation {
    pub inputs: Vec<Input>,
    pub phase: Phase,
    pub outcome: Outcome,
    pub link: Option<Link>,
    /// Sanitizers that are on, `fuzzer` and `fuzzer-no-link` excepted.
    pub sanitizers: Vec<String>,
    /// Places in the argument list of `-fsanitize=…` lists that name `fuzzer` or `fuzzer-no-link`.
    pub fuzzer_flags: Vec<usize>,
    /// Such a list stands in a file of arguments.
    pub hidden_fuzzer: bool,
    /// `-Xclang -disable-llvm-passes`: clang's extension points are never reached.
    pub disables_passes: bool,
    /// The user wants debug information of his own.
    pub debug_info: bool,
    /// Arithmetic with a sign traps where it overflows.
    pub traps_overflow: bool,
    /// `-O0`, or no `-O`.
    pub optimise: bool,
    pub lto: bool,
    /// Something measures or changes functions as the source has them, before anything is inlined.
    pub as_written: bool,
    /// Why sources are not refactored, if a flag says so.
    pub no_refactoring: Option<&'static str>,
    /// Who reads what is measured wants to see the text that was compiled.
    pub shows_text: bool,
    pub allow_lists: Vec<String>,
    pub deny_lists: Vec<String>,
    /// Places of the flags that name those lists.
    pub list_flags: Vec<usize>,
    /// Where the list of flags ends, if a `--` says so.
    pub dashes: Option<usize>,
    /// The user has clang's own pass add callbacks.
    pub user_coverage: bool,
    /// What the user wants none of.
    pub unwanted: Unwanted,
}

/// Feedback that `-fsanitize-coverage=0` and `-fno-sanitize-coverage=` turn off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unwanted {
    pub counters: bool,
    pub compares: bool,
    pub stack_depth: bool,
}

impl Unwanted {
    const ALL: Unwanted = Unwanted {
        counters: true,
        compares: true,
        stack_depth: true,
    };
}

impl Invocation {
    /// Whether C or C++ text is preprocessed, so that macros matter.
    pub fn preprocesses(&self) -> bool {
        if self.is_cc1() {
            return false;
        }
        !matches!(
            self.outcome,
            Outcome::NotACompile(Idle::Query | Idle::NoInput | Idle::LinkOnly)
        ) && self.inputs.iter().any(|i| {
            matches!(
                i.language,
                Some(
                    Language::C
                        | Language::Cxx
                        | Language::Interface
                        | Language::ObjectiveC
                        | Language::Header
                )
            )
        })
    }

    /// `-cc1`: clang without its driver, whose arguments are others.
    pub fn is_cc1(&self) -> bool {
        matches!(self.outcome, Outcome::PassThrough(Why::Flag("cc1")))
    }

    /// Whether clang does anything but answer.
    pub fn works(&self) -> bool {
        !self.is_cc1()
            && !matches!(
                self.outcome,
                Outcome::NotACompile(Idle::Query | Idle::NoInput)
            )
    }

    /// Turns on sanitizers that the environment asks for.
    pub fn wish_for(&mut self, sanitizers: &[String]) {
        self.sanitizers.extend_from_slice(sanitizers);
        if let Some(link) = &mut self.link {
            link.sanitizers.extend_from_slice(sanitizers);
        }
        if self.has_sanitizer_passes()
            && let Outcome::Instrument { not_own_pipeline } = &mut self.outcome
        {
            not_own_pipeline.get_or_insert("sanitizer");
        }
    }

    /// Whether a pipeline may run in front of clang's.
    pub fn may_change_first(&self) -> bool {
        self.optimise && !self.disables_passes && !self.as_written
    }

    /// Sanitizers whose passes are clang's own.
    pub fn has_sanitizer_passes(&self) -> bool {
        sanitizers::have_passes(&self.sanitizers)
    }
}

/// Reads what the parsed arguments mean. `cxx`: called as the C++ compiler.
pub fn understand<'a>(arguments: impl IntoIterator<Item = &'a Arg>, cxx: bool) -> Invocation {
    let arguments: Vec<&Arg> = arguments.into_iter().collect();
    let mut reader = Reader::new(cxx);
    let strips = arguments.iter().map(|a| strip::asked(a));
    reader.strip = strips.max().unwrap_or_default();
    for argument in &arguments {
        match &argument.kind {
            Kind::Input => reader.input(argument.text.as_str()),
            Kind::Unlisted => {}
            Kind::Flag { row, .. } => reader.flag(argument, row.meaning),
        }
    }
    reader.linker_arguments(&parse::linker_args(&arguments));
    reader.finish()
}

/// Features, by their slugs, whose passes begin with functions as they are written.
const AS_WRITTEN: [&str; 6] = [
    "coverage-mapping",
    "gcov",
    "instrument-functions",
    "order-file",
    "pass-plugin",
    "profile",
];

/// Of these the ones whose counts are shown beside the text.
const MEASURES: [&str; 3] = ["coverage-mapping", "gcov", "profile"];

/// Clang's own coverage, where it only calls back.
const USER_COVERAGE: &str = "user-coverage";

/// As OSS-Fuzz's build scripts name whatever engine there is.
const ENGINE_LIBRARY: &str = "FuzzingEngine";

struct Reader {
    inputs: Vec<Input>,
    phase: Phase,
    query: bool,
    plain: Option<&'static str>,
    language: Option<String>,
    cxx: bool,
    debug_info: bool,
    traps_overflow: bool,
    optimise: bool,
    /// Features that need passes of clang's own, and their slugs.
    own_passes: Vec<(&'static str, &'static str)>,
    sanitizers: Vec<String>,
    /// Where a `-fsanitize=` list names `fuzzer` (true) or `fuzzer-no-link`.
    fuzzer: Vec<(Option<usize>, bool)>,
    coverage: bool,
    output: flags::Link,
    linker: Linker,
    script: bool,
    no_runtime: Option<&'static str>,
    machine: Option<&'static str>,
    target: Target,
    /// Something to link that is no argument of its own.
    links_something: bool,
    /// `-lc`, as compilers write it that name all libraries themselves.
    links_libc: bool,
    engine_library: bool,
    path: Option<PathBuf>,
    is_static: bool,
    libcxx: bool,
    is_cxx_static: bool,
    disables_passes: bool,
    no_refactoring: Option<&'static str>,
    allow_lists: Vec<String>,
    deny_lists: Vec<String>,
    list_flags: Vec<usize>,
    dashes: Option<usize>,
    is_closed: bool,
    strip: Strip,
    emits_relocations: bool,
    /// `-Xclang -fsanitize-coverage-…`.
    cc1_coverage: bool,
    unwanted: Unwanted,
}

impl Reader {
    fn new(cxx: bool) -> Self {
        Reader {
            inputs: Vec::new(),
            phase: Phase::Link,
            query: false,
            plain: None,
            language: None,
            cxx,
            debug_info: false,
            traps_overflow: false,
            optimise: false,
            own_passes: Vec::new(),
            sanitizers: Vec::new(),
            fuzzer: Vec::new(),
            coverage: false,
            output: flags::Link::Executable,
            linker: Linker::Default,
            script: false,
            no_runtime: None,
            machine: None,
            target: Target::Here,
            links_something: false,
            links_libc: false,
            engine_library: false,
            path: None,
            is_static: false,
            libcxx: false,
            is_cxx_static: false,
            disables_passes: false,
            no_refactoring: None,
            allow_lists: Vec::new(),
            deny_lists: Vec::new(),
            list_flags: Vec::new(),
            dashes: None,
            is_closed: false,
            strip: Strip::Nothing,
            emits_relocations: false,
            cc1_coverage: false,
            unwanted: Unwanted::default(),
        }
    }

    fn input(&mut self, text: &str) {
        let language = self.language_of(Path::new(text));
        self.inputs.push(Input {
            path: PathBuf::from(text),
            language,
        });
    }

    fn flag(&mut self, argument: &Arg, meaning: Meaning) {
        let value = argument.value();
        match meaning {
            Meaning::Query => self.query = true,
            Meaning::Stop(phase) => self.phase = self.phase.min(phase),
            Meaning::Plain(why) => self.plain = Some(why),
            Meaning::Language => self.language = (value != "none").then(|| value.to_owned()),
            Meaning::LanguageIs(name) => self.language = Some(name.to_owned()),
            Meaning::Optimise => self.optimise = value != "0",
            Meaning::Debug(on) => self.debug_info = on,
            Meaning::TrapsOverflow => self.traps_overflow = true,
            Meaning::NeedsClang { feature, slug, on } => {
                self.own_passes.retain(|(f, _)| *f != feature);
                self.own_passes.extend(on.then_some((feature, slug)));
            }
            Meaning::EmbedBitcode => {
                let feature = "embed-bitcode";
                self.own_passes.retain(|(f, _)| *f != feature);
                if !matches!(value, "off" | "marker") {
                    self.own_passes.push((feature, feature));
                }
            }
            Meaning::Sanitize(true) => self.sanitize(value, argument),
            Meaning::Sanitize(false) => self.unsanitize(value),
            Meaning::Coverage(on) => self.coverage(on, value),
            Meaning::CoverageList(list) => {
                match list {
                    List::Allow => self.allow_lists.push(value.to_owned()),
                    List::Deny => self.deny_lists.push(value.to_owned()),
                }
                self.list_flags
                    .extend((!argument.in_file).then_some(argument.at));
            }
            Meaning::LinkKind(kind) => self.makes(kind),
            Meaning::NoRuntime(why) => self.no_runtime = Some(why),
            Meaning::Hosted => {
                self.no_runtime = self.no_runtime.filter(|w| *w != flags::FREESTANDING)
            }
            Meaning::Machine(machine) => self.machine = machine,
            Meaning::Target => self.target = target::of(value),
            Meaning::LinkerName => self.linker = linker(value),
            Meaning::Script => self.script = true,
            Meaning::DriverMode => self.cxx = value == "g++",
            Meaning::EndOfOptions => {
                self.dashes = self.dashes.or(Some(argument.at));
                self.is_closed |= argument.in_file;
            }
            Meaning::Library => {
                self.links_something = true;
                self.links_libc |= value == "c";
                self.engine_library |= value == ENGINE_LIBRARY;
            }
            Meaning::Output => self.path = Some(value.into()),
            Meaning::Static => self.is_static = true,
            Meaning::CxxLibrary => self.libcxx = value == "libc++",
            Meaning::StaticCxxLibrary => self.is_cxx_static = true,
            Meaning::Cc1 => self.cc1(value),
            Meaning::AsWritten(why) => self.no_refactoring = Some(why),
            Meaning::Config => self.no_refactoring = Some("configuration"),
            Meaning::Inert
            | Meaning::Database
            | Meaning::Strip
            | Meaning::LinkerArgs
            | Meaning::LinkerArg
            | Meaning::Own(_) => {}
        }
    }

    /// What reaches past clang's driver.
    fn cc1(&mut self, option: &str) {
        match option {
            "-disable-llvm-passes" | "-disable-llvm-optzns" => self.disables_passes = true,
            "-include-pch" => self.no_refactoring = Some("precompiled-header"),
            "-plugin" | "-add-plugin" => self.no_refactoring = Some("clang-plugin"),
            _ if option.starts_with("-emit-llvm") => {
                self.own_passes.push(("emit-llvm", "emit-llvm"));
            }
            _ if option.starts_with("-fpass-plugin=") => {
                self.own_passes.push(("pass-plugin", "pass-plugin"));
            }
            _ if option.starts_with("-fsanitize-coverage-") => self.cc1_coverage = true,
            _ => {}
        }
    }

    /// Clang's own coverage: counters of its would go into the same sections; its callbacks only want its passes.
    fn coverage(&mut self, on: bool, value: &str) {
        const CALLBACKS: [&str; 7] = [
            "trace-cmp",
            "trace-div",
            "trace-gep",
            "trace-loads",
            "trace-stores",
            "indirect-calls",
            "stack-depth",
        ];
        if on && value == "0" {
            self.unwanted = Unwanted::ALL;
        }
        for name in value.split(',').filter(|_| !on) {
            match name {
                "inline-8bit-counters" => self.unwanted.counters = true,
                "trace-cmp" => self.unwanted.compares = true,
                "stack-depth" => self.unwanted.stack_depth = true,
                _ => {}
            }
        }
        let feature = USER_COVERAGE;
        let counts = value.split(',').any(|f| !CALLBACKS.contains(&f));
        self.own_passes
            .retain(|(f, _)| *f != feature || !on && !counts);
        match on && value != "0" {
            true if counts => self.coverage = true,
            true => self.own_passes.push((feature, feature)),
            false => self.coverage &= !counts,
        }
    }

    fn makes(&mut self, output: flags::Link) {
        // `-shared -pie` is a library in either order.
        if output != flags::Link::Executable {
            self.output = output;
        }
    }

    fn linker_arguments(&mut self, options: &[String]) {
        let mut options = options.iter().map(String::as_str);
        while let Some(option) = options.next() {
            match option {
                "-r" | "--relocatable" | "-i" => self.makes(flags::Link::Relocatable),
                "-shared" | "--shared" | "-Bshareable" => self.makes(flags::Link::Shared),
                "-c" | "--mri-script" | "--script" | "-dT" | "--default-script" => {
                    self.script = true;
                    options.next();
                }
                "-lc" => self.links_libc = true,
                "-q" | "--emit-relocs" => self.emits_relocations = true,
                // It comes after the driver's own.
                "-o" => self.path = options.next().map(PathBuf::from),
                // Their own values may look like anything.
                "-z" | "-soname" | "-h" | "-rpath" | "-e" | "-u" => {
                    options.next();
                }
                _ if ["--script=", "--default-script=", "-dT"]
                    .iter()
                    .any(|s| option.starts_with(s)) =>
                {
                    self.script = true;
                }
                _ if !option.is_empty() && !option.starts_with('-') => {
                    self.links_something = true;
                }
                _ if option.starts_with("-T") => {
                    let address = ["-Ttext", "-Tdata", "-Tbss", "-Trodata", "-Tldata"];
                    self.script |= !address.iter().any(|a| option.starts_with(a));
                }
                _ => {}
            }
        }
    }

    fn sanitize(&mut self, value: &str, argument: &Arg) {
        let at = (!argument.in_file).then_some(argument.at);
        for name in value.split(',') {
            match name {
                "fuzzer" => self.fuzzer.push((at, true)),
                "fuzzer-no-link" => self.fuzzer.push((at, false)),
                _ => self.sanitizers.push(name.to_owned()),
            }
        }
    }

    fn unsanitize(&mut self, value: &str) {
        let off: Vec<_> = value.split(',').collect();
        let all = off.contains(&"all");
        self.sanitizers
            .retain(|s| !all && !off.contains(&s.as_str()));
        if all || off.contains(&"fuzzer") || off.contains(&"fuzzer-no-link") {
            self.fuzzer.clear();
        }
    }

    fn language_of(&self, path: &Path) -> Option<Language> {
        if let Some(name) = &self.language {
            return Some(match name.as_str() {
                "c" => Language::C,
                "c++" => Language::Cxx,
                "objective-c" | "objective-c++" => Language::ObjectiveC,
                "c++-module" => Language::Interface,
                "pcm" => Language::Module,
                "cpp-output" | "c++-cpp-output" | "c++-module-cpp-output" => Language::Preprocessed,
                "ir" => Language::Ir,
                "assembler" | "assembler-with-cpp" => Language::Assembly,
                _ if name.ends_with("-header") => Language::Header,
                _ => Language::Other,
            });
        }
        if path == Path::new("-") {
            return Some(match self.cxx {
                true => Language::Cxx,
                false => Language::C,
            });
        }
        Some(match path.extension()?.to_str()? {
            "c" if self.cxx => Language::Cxx,
            "c" => Language::C,
            "C" | "cc" | "cp" | "cpp" | "cxx" | "c++" | "CC" | "CPP" | "CXX" | "C++" => {
                Language::Cxx
            }
            "cppm" | "ccm" | "cxxm" | "c++m" | "ixx" => Language::Interface,
            "pcm" => Language::Module,
            "m" | "mm" | "M" => Language::ObjectiveC,
            "i" | "ii" | "iim" => Language::Preprocessed,
            "mi" | "mii" => Language::ObjectiveC,
            "ll" | "bc" => Language::Ir,
            "s" | "S" | "sx" | "asm" => Language::Assembly,
            "h" | "H" | "hh" | "hpp" | "hxx" | "hp" | "h++" | "tcc" => Language::Header,
            "cu" | "cui" | "cl" | "clcpp" | "hip" | "f" | "f90" | "F" | "F90" | "d" | "rs" => {
                Language::Other
            }
            _ => return None,
        })
    }

    fn finish(self) -> Invocation {
        let sources: Vec<Language> = self.inputs.iter().filter_map(|i| i.language).collect();
        let compiles = |l: &Language| {
            matches!(
                l,
                Language::C
                    | Language::Cxx
                    | Language::Interface
                    | Language::Module
                    | Language::ObjectiveC
                    | Language::Preprocessed
                    | Language::Ir
            )
        };
        let links = !self.query
            && self.plain.is_none()
            && self.phase == Phase::Link
            && (!self.inputs.is_empty() || self.links_something)
            && !sources.contains(&Language::Header);
        // All of it asks for instrumentation, and that is ours; `fuzzer` for an engine besides.
        let whole = self.fuzzer.iter().any(|(_, whole)| *whole);
        let outcome = if self.query {
            Outcome::NotACompile(Idle::Query)
        } else if self.inputs.is_empty() && !self.links_something {
            Outcome::NotACompile(Idle::NoInput)
        } else if sources.is_empty() {
            Outcome::NotACompile(Idle::LinkOnly)
        } else if self.phase <= Phase::Preprocess {
            Outcome::NotACompile(Idle::Preprocess)
        } else if self.phase == Phase::Syntax {
            Outcome::NotACompile(Idle::Syntax)
        } else if self.phase == Phase::Precompile || sources.contains(&Language::Header) {
            Outcome::NotACompile(Idle::Header)
        } else if let Some(why) = self.plain {
            Outcome::PassThrough(Why::Flag(why))
        } else if self.target == Target::Foreign {
            Outcome::PassThrough(Why::Flag("target"))
        } else if self.coverage {
            Outcome::PassThrough(Why::UserCoverage)
        } else if sources.iter().any(compiles) {
            Outcome::Instrument {
                not_own_pipeline: self.not_own_pipeline(&sources),
            }
        } else if sources.contains(&Language::Other) {
            Outcome::PassThrough(Why::Language)
        } else {
            Outcome::PassThrough(Why::Assembly)
        };
        let foreign = self
            .machine
            .or((self.target != Target::Here).then_some("target"));
        // What is left out is named after all: so rustc links.
        let has_libc = self.links_libc && self.no_runtime == Some(flags::NO_DEFAULT_LIBRARIES);
        let no_runtime = foreign.or(self.no_runtime.filter(|_| !has_libc));
        let user_coverage =
            self.cc1_coverage || self.own_passes.iter().any(|(f, _)| *f == USER_COVERAGE);
        Invocation {
            link: links.then_some(Link {
                output: self.output,
                linker: self.linker,
                script: self.script,
                no_runtime,
                is_foreign: foreign.is_some(),
                path: self.path.unwrap_or_else(|| "a.out".into()),
                cxx: self.cxx,
                is_static: self.is_static,
                libcxx: self.libcxx,
                is_cxx_static: self.is_cxx_static,
                sanitizers: self.sanitizers.clone(),
                user_coverage: self.coverage || user_coverage,
                fuzz_target: whole || self.engine_library,
                engine_library: self.engine_library,
                no_fuzzer: !self.fuzzer.is_empty() && !whole && !self.engine_library,
                is_closed: self.is_closed,
                strip: self.strip,
                emits_relocations: self.emits_relocations,
            }),
            disables_passes: self.disables_passes,
            user_coverage,
            unwanted: self.unwanted,
            hidden_fuzzer: self.fuzzer.iter().any(|(at, _)| at.is_none()),
            fuzzer_flags: self.fuzzer.iter().filter_map(|(at, _)| *at).collect(),
            inputs: self.inputs,
            phase: self.phase,
            outcome,
            as_written: self.own_passes.iter().any(|(_, s)| AS_WRITTEN.contains(s)),
            no_refactoring: self.no_refactoring,
            shows_text: self.own_passes.iter().any(|(_, s)| MEASURES.contains(s)),
            lto: self.own_passes.iter().any(|(_, slug)| *slug == "lto"),
            sanitizers: self.sanitizers,
            debug_info: self.debug_info,
            traps_overflow: self.traps_overflow,
            optimise: self.optimise,
            allow_lists: self.allow_lists,
            deny_lists: self.deny_lists,
            list_flags: self.list_flags,
            dashes: self.dashes,
        }
    }

    /// Why a pipeline of the profile's own cannot apply.
    fn not_own_pipeline(&self, sources: &[Language]) -> Option<&'static str> {
        let sanitizer = sanitizers::have_passes(&self.sanitizers);
        self.own_passes
            .first()
            .map(|(_, slug)| *slug)
            .or(sanitizer.then_some("sanitizer"))
            .or(sources
                .contains(&Language::ObjectiveC)
                .then_some("objective-c"))
    }
}

/// By `-fuse-ld=`'s or `--ld-path=`'s value: a name or a path.
fn linker(value: &str) -> Linker {
    let name = value.rsplit('/').next().unwrap_or_default();
    let name = name.strip_prefix("ld.").unwrap_or(name);
    match name {
        "" | "ld" | "bfd" => Linker::Bfd,
        "gold" => Linker::Gold,
        _ if name.starts_with("lld") => Linker::Lld,
        _ => Linker::Unknown,
    }
}
