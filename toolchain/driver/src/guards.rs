//! The checks of clang's that the pass `guards` makes guards of. For cc1 alone: to the driver they would be sanitizers,
//! which a link takes runtimes for.

use std::ffi::OsString;

use fz_base::layout::Layout;
use fz_commandline::invocation::{Input, Invocation, Language};
use fz_commandline::sanitizers;
use fz_profile::{Pass, Profile};
use fz_schema::passes::guards::{self, EXPLOIT, SITES};

/// The pass, by its name in profiles.
pub const PASS: &str = guards::PASS.name;

/// By cc1's names: no groups.
const CHECKS: [&str; 15] = [
    "array-bounds",
    "bool",
    "builtin",
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
    "unsigned-shift-base",
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
    fn told(self) -> guards::Checks {
        match self {
            Checks::Ours => guards::Checks::Ours,
            Checks::Theirs => guards::Checks::Theirs,
            Checks::None => guards::Checks::Inferred,
        }
    }
}

/// The pass as it runs: with compare feedback guards are told of, without it nobody takes the sites away that the pass
/// would plant.
pub fn text(profile: &Profile, invocation: &Invocation, pass: &Pass) -> String {
    let mut pass = pass.clone();
    let checks = Checks::of(invocation);
    if checks != Checks::Ours {
        let (key, value) = (guards::CHECKS.name(), checks.told().name());
        pass.options.insert(key.to_owned(), value.to_owned());
    }
    match profile.compares {
        Some(_) => {
            let options = pass.options.entry(SITES.name().to_owned());
            options.or_insert_with(|| "on".to_owned());
        }
        None => {
            let is_told = |key: &str| [SITES.name(), EXPLOIT.name()].contains(&key);
            pass.options.retain(|key, _| !is_told(key));
        }
    }
    pass.text()
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
            reasons.push("guards of sizes alone: the sanitizer keeps its own checks".into());
            return;
        }
        Checks::None => {
            reasons.push("guards as IR has them: types are inferred".into());
            return;
        }
    }
    let mut checks = CHECKS.to_vec();
    if invocation.traps_overflow {
        reasons.push("-ftrapv: signed arithmetic traps, and has no guards".into());
        checks.retain(|check| *check != SIGNED_OVERFLOW);
    }
    add.extend(["-Xclang".into(), "-load".into(), "-Xclang".into()]);
    add.push(layout.casts_plugin().into());
    let checks = checks.join(",");
    for option in ["-fsanitize=", "-fsanitize-recover="] {
        add.extend(["-Xclang".into(), format!("{option}{checks}").into()]);
    }
}
