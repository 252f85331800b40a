//! `none`: an ordinary link.

use super::{Addition, Counters, Engine, Parts};
use fz_commandline::invocation::Link;

pub const ENGINE: Engine = Engine {
    name: "none",
    summary: "no runtime: the program runs as if it were not instrumented",
    link,
    needs: &[],
    refuses: &[],
    map_limit: None,
    counters: Counters::Unread,
};

fn link(_: &Link, _: &Parts) -> Addition {
    Addition {
        reasons: vec!["engine none: no runtime".to_owned()],
        ..Addition::default()
    }
}
