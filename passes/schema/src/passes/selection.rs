//! `selection`

use crate::{Key, Pass, Placement};

const INSTEAD: &str = "write `allow` and `deny` into fz.toml";

pub const ALLOW: Key<Vec<String>> =
    Key::texts("allow", "RULE", "count only what such a rule matches").set_by_driver(INSTEAD);
pub const DENY: Key<Vec<String>> =
    Key::texts("deny", "RULE", "do not count what this rule matches").set_by_driver(INSTEAD);
pub const ALLOW_LIST: Key<Vec<String>> =
    Key::texts("allow-list", "PATH", "a file of allow rules").set_by_driver(INSTEAD);
pub const DENY_LIST: Key<Vec<String>> =
    Key::texts("deny-list", "PATH", "a file of deny rules").set_by_driver(INSTEAD);

pub const PASS: Pass = Pass {
    name: "selection",
    summary: "marks the functions that allow and deny lists leave out, before anything is inlined",
    options: &[
        ALLOW.option(),
        DENY.option(),
        ALLOW_LIST.option(),
        DENY_LIST.option(),
    ],
    placement: Placement::Driver(INSTEAD),
};
