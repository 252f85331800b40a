//! What a program was linked for, by what stands in its file.

use std::path::{Path, PathBuf};

use fz_abi::{
    afl::signature,
    functions::taint::EVENT,
    harness::{ARGUMENTS, DRIVEN},
    sections,
};
use fz_base::{env, error::Error};
use fz_binary::{Kind, LinkRecord, Program};
use fz_records::{FunctionSites, Record as _};
use memchr::memmem;
use object::{Object, ObjectSection, ObjectSymbol};

use super::{Launcher, launchers, sanitizers::SANITIZERS};

/// By this honggfuzz knows a program that runs many inputs in one process. It has no word for AFL's loop, in which a
/// program reads what it is given once.
const PERSISTENT: &str = "_LIBHFUZZ_PERSISTENT_BINARY_SIGNATURE_";

/// By this a program tells AFL's runtime that it takes test cases out of shared memory.
const SHARED_TEST_CASES: &str = "__afl_sharedmem_fuzzing";

const MAIN: &str = "main";
const HARNESS: &str = "LLVMFuzzerTestOneInput";

pub const LINK_AGAIN: &str = "link the program for an engine, FZ_ENGINE=afl or another of `fz doctor --engines`; its objects can stay";

/// What a taint build is.
pub const TAINT: &str = "is a build by the profile taint, which is for `fz taint`";

/// What tells an engine's programs.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// Bytes anywhere in the file, also of a stripped one.
    Bytes(&'static [u8]),
    /// A symbol that it has, or asks for strongly.
    Symbol(&'static str),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// As it was named: libtool's script, where that stands around the program.
    pub named: PathBuf,
    /// What is run.
    pub path: PathBuf,
    /// Where it finds libraries before all others, as its script has it.
    pub library_path: Vec<PathBuf>,
    /// That can run it.
    pub engines: Vec<&'static str>,
    /// By clang's names.
    pub sanitizers: Vec<&'static str>,
    /// It takes its engine's arguments from [`ARGUMENTS`].
    pub has_own_main: bool,
    /// One process of honggfuzz's runs many inputs, and there is no command line for each.
    pub is_persistent: bool,
    /// It has AFL's loop, in which one process runs many inputs.
    pub is_looping: bool,
    /// Its fork server starts where it says, not before its main.
    pub is_deferred: bool,
    /// A harness with a main of fz's.
    pub is_driven: bool,
    /// It takes test cases out of the fuzzer's shared memory.
    pub shares_test_cases: bool,
    /// What its units were compiled with.
    pub profiles: Vec<String>,
    /// Sources that clang's own pipeline was run over.
    pub through_clang: Vec<String>,
    /// It has records of compares; none if it is stripped.
    pub has_sites: bool,
    pub has_counters: bool,
    /// The engine that fz-cc linked it for, and why it has no runtime, if it noted that.
    pub linked_for: Option<String>,
    pub no_runtime: Option<String>,
    /// It was linked with the runtime of taint builds.
    pub has_taint: bool,
    /// Whether fz's records are there.
    pub has_records: bool,
}

/// Opens a program where a person means it.
pub fn open(path: &Path) -> Result<Program, Error> {
    let mut program = Program::open(&found(path)?)?;
    program.typed = path.to_owned();
    Ok(program)
}

/// Has a program that was opened by its path be run where a person means it.
pub fn found_again(mut program: Program) -> Result<Program, Error> {
    let found = found(&program.typed)?;
    if program.path == program.named {
        program.path.clone_from(&found);
    }
    program.named = found;
    Ok(program)
}

impl Target {
    pub fn of(program: &Program) -> Result<Target, Error> {
        let wrong = |message: String| Error::file(&program.named, message);
        let data = program.data();
        if data.starts_with(b"#!") {
            return Err(wrong(
                "it is a script: name the program that it runs".to_owned(),
            ));
        }
        if !data.starts_with(b"\x7fELF") {
            return Err(wrong("it is not a program for this machine".to_owned()));
        }
        let images = program.images().map_err(|e| wrong(format!("{e:#}")))?;
        let [image] = images else {
            return Err(wrong("it is not a program".to_owned()));
        };
        if image.kind != Kind::Executable {
            return Err(wrong(
                "it is not a program: name the executable that its code is linked into".to_owned(),
            ));
        }
        let mut target = Target {
            named: program.named.clone(),
            path: program.path.clone(),
            library_path: program.library_path.clone(),
            has_counters: image.counters > 0,
            has_records: !image.records.is_empty(),
            linked_for: image.links.last().map(|link| link.engine.clone()),
            no_runtime: image.links.iter().find_map(LinkRecord::no_runtime).cloned(),
            ..recognise(data, program.file().ok().as_ref())
        };
        let through_clang = image.records.iter().filter(|r| r.is_through_clang());
        target.through_clang = through_clang.map(|r| r.source.clone()).collect();
        for record in &image.records {
            let profile = record.profile.iter();
            for profile in profile {
                if !target.profiles.contains(profile) {
                    target.profiles.push(profile.clone());
                }
            }
        }
        Ok(target)
    }

    /// What it needs in its environment to run as its build has it.
    pub fn environment(&self) -> Vec<(String, String)> {
        let path = search_path(&self.library_path, &env::library_path());
        path.map(|path| (env::LIBRARY_PATH.to_owned(), path))
            .into_iter()
            .collect()
    }

    /// Whether a script of libtool's stands around it.
    pub fn is_wrapped(&self) -> bool {
        self.named != self.path
    }

    /// Why no engine can run it, and what to do.
    pub fn why_no_engine(&self) -> String {
        match self.has_counters {
            _ if self.is_taint() => format!("{TAINT}: build it with FZ_PROFILE=fuzz"),
            true if self.is_driven => format!(
                "was linked for the engine standalone, which has no fuzzer: run it by itself, over files and folders, or \
                 {LINK_AGAIN}"
            ),
            true => match (&self.no_runtime, self.linked_for.as_deref()) {
                (_, None | Some("none")) => format!("is instrumented, but was not linked for an engine that can be started: {LINK_AGAIN}"),
                (Some(why), _) => format!("is instrumented, but fz-cc linked it without a runtime ({why}): {LINK_AGAIN}"),
                (None, Some(engine)) => format!(
                    "was linked for the engine {engine}, which fz does not start: its fuzzer has a command line of its own; \
                     or {LINK_AGAIN}"
                ),
            },
            false => "is not instrumented: build it with CC=fz-cc CXX=fz-cxx (`fz doctor` says of each unit why it has \
                      no counters)"
                .to_owned(),
        }
    }

    /// Why no inputs can be run by its fork server, and what to do.
    pub fn why_no_server(&self) -> String {
        let linked_for = self.linked_for.as_deref().filter(|e| *e != "none");
        let engine = linked_for.or(self.engines.first().copied());
        match engine.filter(|e| *e != "afl") {
            Some(engine) => format!(
                "has no fork server, for it is linked for {engine}: link it again with FZ_ENGINE=afl; its objects can stay"
            ),
            None => {
                "has no fork server: link it with FZ_ENGINE=afl; its objects can stay".to_owned()
            }
        }
    }

    /// Whether it is a build that shows dependences, and is not for fuzzing.
    pub fn is_taint(&self) -> bool {
        self.has_taint || self.is_by("taint")
    }

    pub fn is_by(&self, profile: &str) -> bool {
        self.profiles.iter().any(|p| p == profile)
    }

    /// Whether it is known to have no compare feedback.
    pub fn lacks_compares(&self) -> bool {
        self.has_records && !self.has_sites
    }
}

/// LD_LIBRARY_PATH with a program's own folders first; `None`: it needs none besides what is `inherited`.
pub fn search_path(own: &[PathBuf], inherited: &[PathBuf]) -> Option<String> {
    let all = own.iter().chain(inherited).map(|p| p.to_string_lossy());
    let all: Vec<_> = all.collect();
    (!own.is_empty()).then(|| all.join(":"))
}

/// A path that can be started: what stands in the working directory needs a slash, or it is looked for on the PATH.
fn found(path: &Path) -> Result<PathBuf, Error> {
    let wrong = |message: &str| Error::file(path, message);
    let path = match (path.components().count(), path.exists()) {
        (1, true) => Path::new(".").join(path),
        (1, false) => which::which(path).map_err(|_| wrong("no such program"))?,
        (_, true) => path.to_owned(),
        (_, false) => return Err(wrong("no such program")),
    };
    match path.is_dir() {
        true => Err(wrong("it is a folder: name the program")),
        false => Ok(path),
    }
}

/// Whether the variable by which a program asks for test cases in shared memory is set from the beginning.
fn asks_for_test_cases(file: &object::File) -> bool {
    let mut symbols = file.symbols().chain(file.dynamic_symbols());
    let symbol = symbols.find(|s| s.is_definition() && s.name() == Ok(SHARED_TEST_CASES));
    let value = symbol.and_then(|s| {
        let section = file.section_by_index(s.section_index()?).ok()?;
        section.data_range(s.address(), 4).ok()?
    });
    value.is_some_and(|bytes| bytes.iter().any(|b| *b != 0))
}

/// What can be said by the bytes of an executable, and by its symbols.
pub fn recognise(data: &[u8], file: Option<&object::File>) -> Target {
    let symbols: Vec<&str> = file
        .iter()
        .flat_map(|f| f.symbols().chain(f.dynamic_symbols()))
        .filter(|s| !(s.is_undefined() && s.is_weak()))
        .filter_map(|s| s.name().ok())
        .collect();
    let has = |mark: &Mark| match mark {
        Mark::Bytes(bytes) => memmem::find(data, bytes).is_some(),
        Mark::Symbol(name) => symbols.contains(name),
    };
    let bytes = |text: &str| memmem::find(data, text.as_bytes()).is_some();
    // A text of its own: what is built of fz's constants has all of them in one.
    let is_driven = bytes(&format!("{DRIVEN}\0"));
    let has_section = |name| {
        file.is_some_and(|f| {
            sections::names(name)
                .iter()
                .any(|n| f.section_by_name(n).is_some())
        })
    };
    let marked = || launchers().filter(|l| l.marks.iter().any(has));
    let is_other_s = |l: &&Launcher| marked().any(|other| other.also_marked.contains(&l.engine));
    Target {
        engines: marked()
            .filter(|l| !is_other_s(l))
            .map(|l| l.engine)
            .collect(),
        sanitizers: SANITIZERS
            .iter()
            .filter(|s| {
                s.marks
                    .iter()
                    .any(|m| symbols.iter().any(|s| s.starts_with(m)))
            })
            .map(|s| s.name)
            .collect(),
        is_looping: bytes(signature::PERSISTENT),
        is_deferred: bytes(signature::DEFERRED),
        is_driven,
        // A main of fz's asks for it when it runs. Of a stripped program nobody knows.
        shares_test_cases: bytes(signature::PERSISTENT)
            && (!symbols.contains(&MAIN)
                || symbols.contains(&HARNESS)
                || file.is_some_and(asks_for_test_cases)),
        has_own_main: bytes(&format!("{ARGUMENTS}\0")) && !is_driven,
        is_persistent: bytes(PERSISTENT),
        has_sites: has_section(FunctionSites::SECTION),
        has_taint: symbols.contains(&EVENT.name),
        ..Target::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_has_marks_of_others_does_not_make_them_run_the_program() {
        let engines = |text: &[u8]| recognise(text, None).engines;
        assert_eq!(engines(b"main, __AFL_SHM_ID\0"), ["afl"]);
        assert_eq!(engines(b"fz-libafl: "), ["libafl"]);
        // LibAFL can drive fork servers, and has their words.
        assert_eq!(engines(b"__AFL_SHM_ID\0 fz-libafl: "), ["libafl"]);
        // A name that is asked for weakly stands there too.
        assert_eq!(engines(b"__AFL_SHM_ID\0 fz_libafl_main"), ["afl"]);
        assert_eq!(engines(b"LIBHFUZZ_module_ __AFL_SHM_ID\0").len(), 2);
    }

    #[test]
    fn a_program_has_its_own_main_unless_a_harness_is_driven() {
        let has_own = |text: &str| recognise(text.as_bytes(), None).has_own_main;
        assert!(has_own(&format!("fz-libafl: {ARGUMENTS}\0")));
        assert!(!has_own(&format!("fz-libafl: {ARGUMENTS}\0{DRIVEN}\0")));
        // A table of constants, in the engine itself.
        assert!(has_own(&format!(
            "fz-libafl: {ARGUMENTS}\0MARK{DRIVEN}next"
        )));
    }
}
