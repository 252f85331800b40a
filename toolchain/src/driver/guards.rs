//! The checks of clang's that the pass `guards` makes guards of. For cc1 alone: to the driver they would be sanitizers,
//! which a link takes runtimes for.

use std::ffi::OsString;

use super::invocation::Invocation;
use crate::{layout::Layout, profile::Profile, sanitizers};

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
    "signed-integer-overflow",
    "unsigned-integer-overflow",
    "vla-bound",
];

/// Whether a compilation has guards; if not although the profile wants them, why.
pub fn are_wanted(profile: &Profile, invocation: &Invocation) -> Result<bool, &'static str> {
    if !profile.has_pass(PASS) {
        return Ok(false);
    }
    // Nobody could tell whose a check is.
    match sanitizers::have_checks(&invocation.sanitizers) {
        true => Err("no guards: the sanitizer's own checks stay what they are"),
        false => Ok(true),
    }
}

/// Has clang check, explicit casts too, and go on behind a check that fails.
pub fn add_checks(layout: &Layout, add: &mut Vec<OsString>) {
    add.extend(["-Xclang".into(), "-load".into(), "-Xclang".into()]);
    add.push(layout.casts_plugin().into());
    let checks = CHECKS.join(",");
    for option in ["-fsanitize=", "-fsanitize-recover="] {
        add.extend(["-Xclang".into(), format!("{option}{checks}").into()]);
    }
}
