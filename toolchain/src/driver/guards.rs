//! The checks of clang's that the pass `guards` makes guards of. For cc1 alone: to the driver they would be sanitizers,
//! which a link takes runtimes for.

use std::ffi::OsString;

use super::invocation::Invocation;
use crate::{
    profile::{Pass, Profile},
    sanitizers,
};

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

/// Options of the pass that plant compare sites.
const SITES: &str = "sites";
const EXPLOIT: &str = "exploit";

/// The pass as it runs: with compare feedback guards are told of, without it nobody takes the sites away that the pass
/// would plant.
pub fn text(profile: &Profile, pass: &Pass) -> String {
    let mut pass = pass.clone();
    match profile.compares {
        Some(_) => {
            let options = pass.options.entry(SITES.to_owned());
            options.or_insert_with(|| "on".to_owned());
        }
        None => pass.options.retain(|key, _| key != SITES && key != EXPLOIT),
    }
    pass.text()
}

/// Has clang check, and go on behind a check that fails.
pub fn add_checks(add: &mut Vec<OsString>) {
    let checks = CHECKS.join(",");
    for option in ["-fsanitize=", "-fsanitize-recover="] {
        add.extend(["-Xclang".into(), format!("{option}{checks}").into()]);
    }
}
