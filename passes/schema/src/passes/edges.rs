//! `edges`

use super::{FILES, RECORDS as WHERE_WRONG, STAGE as WHERE_NEEDED};
use crate::{Key, Pass, Placement, option::words, pass::pass};

words! {
    /// What a counter does after 255.
    Count {
        Saturate = "saturate": "it stays 255",
        Wrap = "wrap": "it goes on with 0",
        NeverZero = "never-zero": "it goes on with 1",
    }
}

words! {
    /// The code of a counter.
    Form {
        Auto = "auto": "the cheapest for the target",
        Asm = "asm": "inline assembly",
        Ir = "ir": "instructions of LLVM's",
    }
}

words! {
    /// Whether optimisations follow.
    Stage {
        Late = "late": "none follow",
        Early = "early": "optimisations follow",
    }
}

words! {
    /// Which counters are left out.
    Prune {
        None = "none": "none",
        Novelty = "novelty": "those that always equal another one of their function; engines that look for new edges and \
                              counts (AFL++, libFuzzer, honggfuzz) decide as if all were there",
        Path = "path": "also those that follow from several others, a third of all; an engine that compares whole vectors \
                        of counters loses nothing, one that looks for new edges overlooks some",
    }
}

words! {
    /// What has counters of its own.
    Context {
        None = "none": "each function",
        Callsite = "callsite": "each call site of a function, so that old code reached from a new place is news. Direct \
                                calls and tail calls, also between shared libraries; calls by pointer, from \
                                uninstrumented code or from signals count in the function's default row",
    }
}

pass! {
    "edges": "gives an 8-bit counter to every edge that a decision chooses, and to function entries",
    Placement::Driver("write `[feedback.edges]`"),
    COUNT count: Count = Key::word("count", "what a counter does after 255"),
    FORM form: Form = Key::word("form", "the code of a counter"),
    STAGE stage: Stage = Key::word("stage", "whether optimisations follow").set_by_driver(WHERE_NEEDED),
    PRUNE prune: Prune = Key::word("prune", "which counters are left out"),
    NODES nodes: bool = Key::switch("nodes", false,
        "give each basic block that decides a counter of its own, also where paths join. FOX looks at the two \
         ends of an edge; it needs `prune = \"none\"`, too"),
    CONTEXT context: Context = Key::word("context", "what has a row of counters of its own"),
    MAX_CONTEXTS max_contexts: u64 = Key::number("max-contexts", [0, u16::MAX as u64], 64,
        "so many call sites of a function get a row: of a static function the first in the file, of others the \
         first in the link; the rest share the default row"),
    CHECK check: bool = Key::switch("check", false,
        "a self-check. Run with `FZ_CHECK=DIR`, a folder that exists, the program writes `DIR/summary-PID` (how \
         many counters and executions it looked at) and, if two edges or two call sites met on one counter, \
         `DIR/findings-PID`"),
    PCS pcs: bool = Key::switch("pcs", true, "write the table of addresses that libFuzzer wants"),
    RECORDS records: bool = Key::switch("records", true,
        "write .debug_fz_edges; not under LTO, where private symbols are renamed").set_by_driver(WHERE_WRONG),
    COVERAGE coverage: bool = Key::switch("coverage", false,
        "write .debug_fz_coverage: what the counters say of conditions and lines"),
    MCDC mcdc: bool = Key::switch("mcdc", false,
        "record whole evaluations of conditions that are joined, for MC/DC; it needs `coverage`, too"),
    GRAPH graph: bool = Key::switch("graph", false,
        "write .debug_fz_graph: blocks, what follows what, and calls, for `fz frontier`"),
    TABLE table: Option<String> = Key::text("table", "PATH",
        "the unit's conditions, as clang's plugin wrote them").set_by_driver(FILES),
    ORIGIN origin: Option<String> = Key::text("origin", "PATH",
        "where the lines of a refactored text come from").set_by_driver(FILES),
    TEXT text: Option<String> = Key::text("text", "PATH", "the refactored text").set_by_driver(FILES),
}
