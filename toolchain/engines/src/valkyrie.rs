//! `valkyrie`: the same as `angora`, whose table is as large as the program asks for.

use super::{Counters, Engine, angora};

pub const ENGINE: Engine = Engine {
    name: "valkyrie",
    summary: "Valkyrie: its 'fast' build, with a table as large as the program needs",
    link: angora::link,
    needs: angora::NEEDS,
    refuses: &[],
    map_limit: None,
    counters: Counters::Pages,
};
