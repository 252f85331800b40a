//! The checks of clang's that the pass `guards` makes guards of. For cc1 alone: to the driver they would be sanitizers,
//! which a link takes runtimes for.

use std::ffi::OsString;

use super::invocation::{Input, Invocation, Language};
use crate::{layout::Layout, sanitizers};

/// The pass, by its name in profiles.
pub const PASS: &str = "guards";

/// By cc1's names: no groups.
const CHECKS: [&str; 13] = [
    "array-bounds",
    "bool",
    "enum",
    "implicit-bitfield-conversion",
    "implicit-integer-sign-change",
    "implicit-signed-integer-truncation",
    "implicit-unsigned-integer-truncation",
    "integer-divide-by-zero",
    "shift-base",
    "shift-exponent",
    SIGNED_OVERFLOW,
    "unsigned-integer-overflow",
    "vla-bound",
];

/// The one that `-ftrapv` means too: with the check, nothing would trap.
const SIGNED_OVERFLOW: &str = "signed-integer-overflow";

/// Whose the checks in what clang emits are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// Ours, to make guards of.
    Ours,
    /// A sanitizer's that the user asked for; nobody could tell ours from them.
    Theirs,
    /// There are none: the input is no source.
    None,
}

impl Checks {
    pub fn of(invocation: &Invocation) -> Checks {
        let is_ir = |i: &Input| i.language == Some(Language::Ir);
        match () {
            () if sanitizers::have_checks(&invocation.sanitizers) => Checks::Theirs,
            () if invocation.inputs.iter().any(is_ir) => Checks::None,
            () => Checks::Ours,
        }
    }

    /// What the pass is told.
    pub fn option(self) -> Option<(&'static str, &'static str)> {
        match self {
            Checks::Ours => None,
            Checks::Theirs => Some(("checks", "theirs")),
            Checks::None => Some(("checks", "inferred")),
        }
    }
}

/// Has clang check, explicit casts too, and go on behind a check that fails.
pub fn add_checks(
    invocation: &Invocation,
    layout: &Layout,
    add: &mut Vec<OsString>,
    reasons: &mut Vec<String>,
) {
    match Checks::of(invocation) {
        Checks::Ours => {}
        Checks::Theirs => {
            reasons.push(
                "guards of sizes alone: the sanitizer's own checks stay what they are".into(),
            );
            return;
        }
        Checks::None => {
            reasons.push("guards as IR has them: types are inferred".into());
            return;
        }
    }
    let mut checks = CHECKS.to_vec();
    if invocation.traps_overflow {
        reasons.push("-ftrapv: arithmetic with a sign traps, and has no guards".into());
        checks.retain(|check| *check != SIGNED_OVERFLOW);
    }
    add.extend(["-Xclang".into(), "-load".into(), "-Xclang".into()]);
    add.push(layout.casts_plugin().into());
    let checks = checks.join(",");
    for option in ["-fsanitize=", "-fsanitize-recover="] {
        add.extend(["-Xclang".into(), format!("{option}{checks}").into()]);
    }
}
