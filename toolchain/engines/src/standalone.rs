//! `standalone`: no fuzzer; a harness runs over files, folders or stdin.

use fz_abi::files;

use super::{Addition, Counters, Engine, Need, Parts, links};
use fz_commandline::invocation::Link;

pub const ENGINE: Engine = Engine {
    name: "standalone",
    summary: "no fuzzer: a harness runs over files, folders or stdin, and crashes are reported",
    link,
    needs: &[Need::Own(files::HARNESS_STANDALONE)],
    refuses: &[],
    map_limit: None,
    counters: Counters::Unread,
};

fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    if links::takes_libraries(link, &mut add) {
        links::findings_end_the_program(link, parts, &mut add);
        links::harness(link, parts, files::HARNESS_STANDALONE, &[], &mut add);
    }
    add
}
