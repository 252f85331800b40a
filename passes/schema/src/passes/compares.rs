//! `compares`

use crate::{Key, Pass, Placement, option::words};

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

pub const FORM: Key<Form> = Key::word("form", "whose callbacks are called");
pub const GATE: Key<Gate> = Key::word("gate", "what the code is laid out for");
pub const GATES: Key<bool> = Key::switch(
    "gates",
    false,
    "a gate for each compare, case and call, which a runtime shuts once an execution has solved it; not for `angora`",
);

pub const PASS: Pass = Pass {
    name: "compares",
    summary: "turns compare sites into calls of the engine's callbacks, off the hot path",
    options: &[FORM.option(), GATE.option(), GATES.option()],
    placement: Placement::Driver("write `[feedback.compares]`"),
};
