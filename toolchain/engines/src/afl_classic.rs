//! `afl-classic`: the protocol of the first AFL, which its descendants speak to this day. Its map has one size, so the
//! finished program is looked into.

use fz_abi::files;

use super::{Addition, Counters, Engine, Need, Parts, afl};
use fz_commandline::invocation::Link;

pub const ENGINE: Engine = Engine {
    name: "afl-classic",
    summary: "AFL 2.52b and descendants that have its handshake (Ankou), with a map of 64 KiB; newer ones want afl",
    link,
    needs: &[
        Need::Own(files::CLASSIC_OBJECT),
        Need::Own(files::HARNESS_AFL),
    ],
    refuses: &[],
    map_limit: Some(64 * 1024),
    counters: Counters::Pages,
};

fn link(link: &Link, parts: &Parts) -> Addition {
    afl::link_with(files::CLASSIC_OBJECT, files::HARNESS_AFL, link, parts)
}
