//! `afl-classic`: the protocol of the first AFL, which its descendants speak to this day. Its map has one size, so the
//! finished program is looked into.

use fz_abi::files;
use fz_commandline::invocation::Link;

use super::{Addition, Counters, Engine, Need, Parts, Start, afl};

pub const ENGINE: Engine = Engine {
    name: "afl-classic",
    summary: "AFL 2.52b and its descendants that kept its handshake (Ankou); the map has 64 KiB. Newer ones want afl",
    profile: "fuzz",
    beside: "`vanilla` where the map is too small",
    oss_fuzz: "afl",
    link,
    needs: &[
        Need::Own(files::CLASSIC_OBJECT),
        Need::Own(files::HARNESS_AFL),
    ],
    refuses: &[],
    map_limit: Some(64 * 1024),
    counters: Counters::Pages,
    start: Start::ByHand(&[
        "AFL-2.52b/afl-fuzz -i {seeds} -o {out} -- {program} {arguments}",
        "Ankou -app {program} -args '{arguments}' -i {seeds} -o {out}",
        "fz fuzz --engine afl -i {seeds} -o {out} -- {program} {arguments}",
    ]),
};

fn link(link: &Link, parts: &Parts) -> Addition {
    afl::link_with(files::CLASSIC_OBJECT, files::HARNESS_AFL, link, parts)
}
