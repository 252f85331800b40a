//! `libfuzzer`: clang's runtime, in the same process. A program with its own `main` is run in children.

use fz_abi::{files, functions::images::STACK_INIT};

use super::{Addition, Counters, Engine, Need, Parts, links};
use fz_commandline::invocation::Link;

const FUZZER: &str = "fuzzer_no_main";
/// What tells libFuzzer of the compares that libc's functions do.
const INTERCEPTORS: &str = "fuzzer_interceptors";
/// libFuzzer leaves stacks and names to the sanitizers' common runtime. Clang links it with coverage of its own, as part
/// of ubsan's unless another sanitizer's has it.
const SYMBOLIZER: &str = "-fsanitize-coverage=trace-loads";

pub const ENGINE: Engine = Engine {
    name: "libfuzzer",
    summary: "clang's libFuzzer, in the same process",
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
};

fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    if !links::takes_libraries(link, &mut add) {
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
