//! `conditions`

use super::FILES;
use crate::{Key, Pass, Placement, pass::pass};

pass! {
    "conditions": "gives the conditions that clang's plugin has marked branches of their own",
    Placement::Driver("write `[feedback.conditions]`"),
    TABLE table: Option<String> = Key::text("table", "PATH",
        "the unit's conditions, as clang's plugin wrote them: functions outside its files get no counters").set_by_driver(FILES),
}
