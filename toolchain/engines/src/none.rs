//! `none`: an ordinary link.

use fz_commandline::invocation::Link;

use super::{Addition, Counters, Engine, Parts, Start};

pub const ENGINE: Engine = Engine {
    name: "none",
    summary: "no runtime: the program runs as if it were not instrumented",
    profile: "fuzz",
    beside: "",
    oss_fuzz: "none",
    link,
    needs: &[],
    refuses: &[],
    map_limit: None,
    counters: Counters::Unread,
    start: Start::Nothing,
};

fn link(_: &Link, _: &Parts) -> Addition {
    Addition {
        reasons: vec!["engine none: no runtime".to_owned()],
        ..Addition::default()
    }
}
