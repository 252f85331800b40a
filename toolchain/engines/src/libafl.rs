//! `libafl`: a fuzzer made of LibAFL, in the same process. A program with its own `main` is run in children.

use std::ffi::OsString;

use fz_abi::{files, libafl};

use super::{Addition, Counters, Engine, Need, Parts, links};
use fz_commandline::invocation::Link;

pub const ENGINE: Engine = Engine {
    name: "libafl",
    summary: "LibAFL 0.16, in the same process",
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
            "the process never ends, and memory of the fuzzer's own looks lost",
        ),
        (
            "memory",
            "the fuzzer in the same process is not compiled with it, so what it writes looks uninitialised",
        ),
        (
            "thread",
            "the fuzzer in the same process is not compiled with it, so how it synchronises is not seen",
        ),
    ],
    map_limit: None,
    counters: Counters::Sections,
};

fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    if !links::takes_libraries(link, &mut add) {
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
