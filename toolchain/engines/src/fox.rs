//! `fox`: FOX's afl-fuzz, of AFL++ 4.09c. It speaks AFL++'s protocol and reads how near branches came to other outcomes, in
//! builds of the profile `fox`.

use fz_abi::afl::old::MAX_MAP_SIZE;

use super::{Counters, Engine, Start, afl};

pub const ENGINE: Engine = Engine {
    name: "fox",
    summary: "FOX's own afl-fuzz (AFL++ 4.09c), which steers by how near branches came to other outcomes",
    profile: "fox",
    beside: "the tables that `fz extract --fox-tables` writes",
    oss_fuzz: "afl",
    link: afl::ENGINE.link,
    needs: afl::ENGINE.needs,
    refuses: &[],
    map_limit: Some(MAX_MAP_SIZE as u64),
    counters: Counters::Pages,
    start: Start::ByHand(&[
        "fz extract --fox-tables {program} -o {program}.tables",
        "cd {program}.tables && FOX/afl-fuzz -k -p wd_scheduler -i {seeds} -o {out} -- {program} {arguments}",
    ]),
};
