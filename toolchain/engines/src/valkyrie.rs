//! `valkyrie`: the same as `angora`, whose table is as large as the program asks for.

use super::{Counters, Engine, Start, angora};

pub const ENGINE: Engine = Engine {
    name: "valkyrie",
    summary: "Valkyrie: its 'fast' build, with a table as large as the program needs",
    profile: "valkyrie",
    beside: "`taint` for its track build, through a script around `fz taint`",
    oss_fuzz: "libfuzzer",
    link: angora::link,
    needs: angora::NEEDS,
    refuses: &[],
    map_limit: None,
    counters: Counters::Pages,
    start: Start::ByHand(&[
        "valkyrie_fuzzer -i {seeds} -o {out} -s FILE --order -M 0 -t {program}.track -- {program} {arguments}",
        angora::TRACK,
    ]),
};
