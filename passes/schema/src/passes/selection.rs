//! `selection`

use crate::{Key, Pass, Placement, pass::pass};

const INSTEAD: &str = "write `allow` and `deny` into fz.toml";

pass! {
    "selection": "marks the functions that allow and deny lists leave out, before anything is inlined",
    Placement::Driver(INSTEAD),
    ALLOW allow: Vec<String> = Key::texts("allow", "RULE",
        "count only what such a rule matches").set_by_driver(INSTEAD),
    DENY deny: Vec<String> = Key::texts("deny", "RULE", "do not count what this rule matches").set_by_driver(INSTEAD),
    ALLOW_LIST allow_list: Vec<String> = Key::texts("allow-list", "PATH",
        "a file of allow rules").set_by_driver(INSTEAD),
    DENY_LIST deny_list: Vec<String> = Key::texts("deny-list", "PATH", "a file of deny rules").set_by_driver(INSTEAD),
}
