//! `standalone`: no fuzzer; a harness runs over files, folders or stdin.

use fz_abi::files;
use fz_commandline::invocation::Link;

use super::{Addition, Counters, Engine, Need, Parts, Start, links};

pub const ENGINE: Engine = Engine {
    name: "standalone",
    summary: "no fuzzer: a harness runs over files, folders or stdin, and crashes are reported",
    profile: "fuzz",
    beside: "",
    oss_fuzz: "libfuzzer",
    link,
    needs: &[Need::Own(files::HARNESS_STANDALONE)],
    refuses: &[],
    map_limit: None,
    counters: Counters::Unread,
    start: Start::Nothing,
};

fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    if links::takes_libraries(link, &mut add) {
        links::findings_end_the_program(link, parts, &mut add);
        links::harness(link, parts, files::HARNESS_STANDALONE, &[], &mut add);
    }
    add
}
