//! What links for several engines have in common.

use std::{ffi::OsString, path::Path};

use fz_abi::{
    files,
    functions::{events, images, trace},
};
use fz_base::error::Error;
use fz_commandline::{flags, invocation::Link};

use super::{Addition, Parts};

/// The harness, by its first name.
pub const HARNESS: &str = "LLVMFuzzerTestOneInput";

/// Sanitizers whose runtimes stand in front of libc's functions.
const INTERCEPTING: [&str; 4] = ["address", "hwaddress", "memory", "thread"];

/// Whether the output is an executable that takes a runtime. If not, the log says why.
pub fn takes_runtime(link: &Link, add: &mut Addition) -> bool {
    if link.output == flags::Link::Relocatable {
        let why = "relocatable link: the final link adds the runtime";
        add.reasons.push(why.to_owned());
    } else if link.output == flags::Link::Executable
        && let Some(why) = link.no_runtime
    {
        add.reasons.push(format!("no runtime linked: {why}"));
    }
    link.takes_runtime()
}

/// The same for an engine that cannot do without libraries behind the program's.
pub fn takes_libraries(link: &Link, add: &mut Addition) -> bool {
    let takes = takes_runtime(link, add);
    if takes && link.is_closed {
        add.reasons.push(format!("no runtime linked: {CLOSED}"));
    }
    takes && !link.is_closed
}

/// The same for a fuzzer that becomes a part of the program: those that a build makes on the way, and its probes, have a `main`
/// of their own and want none.
pub fn takes_fuzzer(link: &Link, add: &mut Addition) -> bool {
    let takes = takes_libraries(link, add);
    if takes && link.no_fuzzer {
        let why = "no runtime linked: -fsanitize=fuzzer-no-link asks for no fuzzer";
        add.reasons.push(why.to_owned());
    }
    takes && !link.no_fuzzer
}

const CLOSED: &str = "a file of arguments ends with inputs behind `--`";

/// An input for the linker. Not a plain argument: a `-x c` of the user's would make clang parse it.
pub fn input(path: &Path) -> [OsString; 2] {
    ["-Xlinker".into(), path.into()]
}

/// A word of the linker's. It may hold a path, which `-Wl,` would split at its commas.
pub fn word(text: impl Into<OsString>) -> [OsString; 2] {
    ["-Xlinker".into(), text.into()]
}

/// Archives, whatever the user's last word about whole archives is.
pub fn archives(paths: &[&Path], add: &mut Addition) {
    add.last.extend(word("--push-state"));
    add.last.extend(word("--no-whole-archive"));
    add.last.extend(paths.iter().flat_map(|path| input(path)));
    add.last.extend(word("--pop-state"));
}

/// What every executable for an engine gets: the main that drives a harness, as the last place to look for one, with
/// what that needs; and what a program says that it is a fuzz target by.
pub fn harness(link: &Link, parts: &Parts, main: &str, engine: &[&Path], add: &mut Addition) {
    if link.fuzz_target {
        // It may be in an archive, which would be searched before its caller is seen.
        add.first.push(format!("-Wl,-u,{HARNESS}").into());
    }
    if link.engine_library {
        let mut folder = OsString::from("-L");
        folder.push(parts.own(files::ENGINE_LIBRARY_DIR));
        add.first.push(folder);
    }
    if link.is_closed {
        add.reasons.push(format!("no main for a harness: {CLOSED}"));
        return;
    }
    let main = parts.own(main);
    archives(&[&[main.as_path()][..], engine].concat(), add);
    if link.fuzz_target {
        // As clang does for `-fsanitize=fuzzer`.
        cxx_library(link, false, add);
    }
}

/// The C++ library, where clang does not add it; `own`: also where it adds another than the engine was compiled with.
pub fn cxx_library(link: &Link, own: bool, add: &mut Addition) {
    let name = match link.libcxx && !own {
        true => "-lc++",
        false => "-lstdc++",
    };
    let is_there = link.cxx && !(own && link.libcxx);
    // As the linker's own word: clang takes `-lstdc++` for the library of `-stdlib=`.
    let name = format!("-Wl,{name}");
    if !is_there && !add.last.iter().any(|a| *a == *name) {
        for word in ["-Wl,--push-state,--as-needed", &name, "-Wl,--pop-state"] {
            add.last.push(word.into());
        }
    }
}

/// A fuzzer only sees a report that ends the program.
pub fn findings_end_the_program(link: &Link, parts: &Parts, add: &mut Addition) {
    if link.has_sanitizer("thread") {
        add.first.extend(input(&parts.own(files::THREADS_OBJECT)));
    }
}

/// What guard blocks call; shared libraries find it in the executable.
pub fn guards(parts: &Parts, add: &mut Addition) {
    add.first.extend(input(&parts.own(files::GUARDS_OBJECT)));
    export([events::GUARD_HIT.name], add);
}

/// What taint builds call. Shared libraries find it in the executable, and so may not ask that nothing is missing.
pub fn taint(link: &Link, parts: &Parts, add: &mut Addition) {
    if link.output == flags::Link::Shared {
        add.last.push("-Wl,--unresolved-symbols=ignore-all".into());
    }
    // A freestanding unit is compiled without libc's meaning of names; clang links libc all the same.
    let is_program = link.output == flags::Link::Executable;
    if !is_program
        || link
            .no_runtime
            .is_some_and(|why| why != flags::FREESTANDING)
    {
        return;
    }
    add.first.push("-pie".into());
    // Without a shared libstdc++ there would be nothing behind what stands in front.
    let has_libstdcxx = link.cxx && !link.libcxx && !link.is_cxx_static;
    let object = match has_libstdcxx {
        true => files::TAINT_CXX_OBJECT,
        false => files::TAINT_OBJECT,
    };
    add.first.extend(input(&parts.own(object)));
    let mut list = OsString::from("--dynamic-list=");
    list.push(parts.own(files::TAINT_LIST));
    add.first.extend(word(list));
    add.last.extend(input(&parts.own(files::TAINT_STUBS)));
    if !link.is_closed {
        add.last
            .push("-Wl,--push-state,--no-as-needed,-ldl,-lpthread,-lm,--pop-state".into());
    }
}

/// Why a taint build cannot be linked like this.
pub fn refuses_taint(link: &Link, profile: &str) -> Result<(), Error> {
    let why = match link.sanitizers.iter().find(|s| INTERCEPTING.contains(&s.as_str())) {
        _ if link.is_static => {
            "a statically linked program cannot have labels: fz's versions of libc's functions come first only in the \
             dynamic linker's way; leave -static out"
                .to_owned()
        }
        Some(sanitizer) => format!(
            "the sanitizer {sanitizer} has its shadow memory where labels are: leave it out of this build"
        ),
        None => return Ok(()),
    };
    Err(Error::profile(profile, why))
}

/// Whether a sanitizer tells the engine of libc's functions.
pub fn is_intercepted(link: &Link) -> bool {
    INTERCEPTING.iter().any(|s| link.has_sanitizer(s))
}

/// The callbacks of SanitizerCoverage.
pub fn callbacks() -> impl Iterator<Item = &'static str> {
    let symbols = [images::COUNTERS_INIT, images::PCS_INIT];
    let compares = trace::CMP.into_iter().chain(trace::CONST_CMP);
    let others = trace::DIV.into_iter().chain(trace::HOOKS);
    let all = symbols.into_iter().chain(compares).chain(others);
    let all = all.chain([trace::SWITCH, trace::GEP]);
    all.map(|callback| callback.name)
}

/// Callbacks of the engine that shared libraries find in the executable.
pub fn export<'a>(callbacks: impl IntoIterator<Item = &'a str>, add: &mut Addition) {
    for symbol in callbacks {
        add.first
            .push(format!("-Wl,--export-dynamic-symbol={symbol}").into());
    }
}

/// Puts a main of fz's in front of the program's own.
pub fn wrap_main(parts: &Parts, object: &str, add: &mut Addition) {
    add.first.extend(input(&parts.own(object)));
    add.first
        .push("-Wl,--wrap=main,--wrap=_exit,--wrap=_Exit".into());
}

/// Callbacks that `compares.c` stands in front of, by their names' ends.
const WRAPPED: [&str; 14] = [
    "cov_trace_cmp1",
    "cov_trace_cmp2",
    "cov_trace_cmp4",
    "cov_trace_cmp8",
    "cov_trace_const_cmp1",
    "cov_trace_const_cmp2",
    "cov_trace_const_cmp4",
    "cov_trace_const_cmp8",
    "cov_trace_switch",
    "weak_hook_memcmp",
    "weak_hook_strcasecmp",
    "weak_hook_strcmp",
    "weak_hook_strncasecmp",
    "weak_hook_strncmp",
];

/// Puts callbacks of fz's in front of the engine's own, for compares.
pub fn wrap_compares(parts: &Parts, object: &str, add: &mut Addition) {
    add.first.extend(input(&parts.own(object)));
    let wrapped = WRAPPED.map(|end| format!("--wrap=__sanitizer_{end}"));
    add.first.push(format!("-Wl,{}", wrapped.join(",")).into());
}
