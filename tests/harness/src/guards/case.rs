//! An operation that goes wrong for some values of a type, and the report that it then has to make.

use super::integer::Integer;
use super::{arithmetic, conversion, division};

/// What a sink writes for the value: the flow knows where it is.
pub const VALUE: &str = "$X";

/// Ends the line that has to be reported.
pub const HERE: &str = "/* here */";

/// The result is of use: no optimiser leaves it out.
pub const KEEP: &str = "keep(&result, sizeof result);";

/// The operation of a program, without what leads to it.
#[derive(Debug)]
pub struct Case {
    pub cwe: u16,
    /// Of the operation, as in programs' names.
    pub operation: &'static str,
    /// Of the value that comes from the input.
    pub integer: &'static Integer,
    /// Another type, which is converted to.
    pub target: Option<&'static Integer>,
    /// What stands in front of all functions.
    pub shared: String,
    /// Statements.
    pub sink: String,
    /// The same in a type that is wide enough.
    pub wide: Option<String>,
    /// The first and the last of those values that go well.
    pub well: (i128, i128),
    /// One that does not.
    pub bad: i128,
    /// Said of the bad value behind the place.
    pub report: String,
    /// Whether guards of sizes may have something to say besides.
    pub sizes: bool,
    /// Whether C has no such operation.
    pub cxx: bool,
}

impl Case {
    pub fn name(&self) -> String {
        let target = self.target.map(|t| format!("-{}", t.name));
        let Case { cwe, operation, .. } = self;
        let integer = self.integer.name;
        format!(
            "cwe{cwe}-{operation}-{integer}{}",
            target.unwrap_or_default()
        )
    }

    /// A value that goes well, as near as there is one to that which does not.
    pub fn safe(&self) -> i128 {
        self.bad.clamp(self.well.0, self.well.1)
    }
}

/// All of them, those of a weakness together.
pub fn all() -> Vec<Case> {
    let mut cases = arithmetic::cases();
    cases.extend(division::cases());
    cases.extend(conversion::cases());
    cases.sort_by_key(|c| c.cwe);
    cases
}
