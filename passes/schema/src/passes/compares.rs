//! `compares`

use crate::{Key, Pass, Placement, option::words, pass::pass};

words! {
    /// Whose callbacks compare sites call.
    Form {
        Trace = "trace": "SanitizerCoverage's",
        Cmplog = "cmplog": "AFL++'s",
        Angora = "angora": "Angora's",
        Off = "off": "nobody's: sites are taken away",
    }
}

words! {
    /// What the code of a site is laid out for.
    Gate {
        Open = "open": "somebody listens",
        Closed = "closed": "mostly nobody listens",
    }
}

pass! {
    "compares": "turns compare sites into calls of the engine's callbacks, off the hot path",
    Placement::Driver("write `[feedback.compares]`"),
    FORM form: Form = Key::word("form", "whose callbacks are called"),
    GATE gate: Gate = Key::word("gate", "what the code is laid out for"),
    GATES gates: bool = Key::switch("gates", false,
        "a gate for each compare, case and call, which a runtime shuts once an execution has solved it; not for \
         `angora`"),
}
