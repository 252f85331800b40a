//! `conditions`

use super::FILES;
use crate::{Key, Pass, Placement};

pub const TABLE: Key<Option<String>> = Key::text(
    "table",
    "PATH",
    "the unit's conditions, as clang's plugin wrote them: functions outside its files get no counters",
)
.set_by_driver(FILES);

pub const PASS: Pass = Pass {
    name: "conditions",
    summary: "gives the conditions that clang's plugin has marked branches of their own",
    options: &[TABLE.option()],
    placement: Placement::Driver("write `[feedback.conditions]`"),
};
