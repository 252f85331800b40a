//! `angora`: the 'fast' build for Angora, whose table of counters has one size. Counters are laid over it as over a map of
//! AFL's; compares are told of in builds of the profile `angora`.

use fz_abi::{angora, files};
use fz_commandline::invocation::Link;

use super::{Addition, Counters, Engine, Need, Parts, Start, afl, links};

pub const ENGINE: Engine = Engine {
    name: "angora",
    summary: "Angora: its 'fast' build, with a table of 1 MiB",
    profile: "angora",
    beside: "`taint` for its track build, through a script around `fz taint`",
    oss_fuzz: "libfuzzer",
    link,
    needs: NEEDS,
    refuses: &[],
    map_limit: Some(angora::TABLE_SIZE as u64),
    counters: Counters::Pages,
    start: Start::ByHand(&[
        "angora_fuzzer -i {seeds} -o {out} -t {program}.track -- {program} {arguments}",
        TRACK,
    ]),
};

/// What both engines want besides.
pub const TRACK: &str = "# {program}.track is a script around `fz taint` and a build by FZ_PROFILE=taint: `fz taint --help` has it";

pub const NEEDS: &[Need] = &[
    Need::Own(files::ANGORA_OBJECT),
    Need::Own(files::HARNESS_STANDALONE),
];

pub fn link(link: &Link, parts: &Parts) -> Addition {
    let mut add = afl::link_with(files::ANGORA_OBJECT, files::HARNESS_STANDALONE, link, parts);
    if link.takes_runtime() {
        links::export(angora::EXPORTS, &mut add);
    }
    add
}
