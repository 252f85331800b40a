//! What can be seen of a profile's mistakes, as a whole, without LLVM.

use fz_base::error::Error;
use fz_schema::{Options, PassText, Placement, find};

use super::{Design, Profile};

/// Whether it can be what a build is made of.
pub(super) fn check(profile: &Profile) -> Result<(), Error> {
    let fail = |message: String| Err(Error::profile(&profile.name, message));
    if profile.design == Design::OwnPipeline && profile.pipeline.is_empty() {
        return fail("`design = \"own-pipeline\"` needs a `pipeline`".to_owned());
    }
    if !parentheses_match(&profile.pipeline) {
        return fail("the parentheses of `pipeline` do not match".to_owned());
    }
    let mut passes = profile.pipeline.split([',', '(', ')']);
    if passes.any(|pass| pass == "instcombine") {
        return fail(
            "write `instcombine<no-verify-fixpoint>` in `pipeline`: without it, LLVM ends the compilation of code that \
             takes more than one round"
                .to_owned(),
        );
    }
    Ok(())
}

/// The passes of fz's in a pipeline that a profile writes: whether they may stand there, with these options.
pub(super) fn check_passes(pipeline: &str) -> Result<(), String> {
    let mut elements = pipeline.split([',', '(', ')']);
    elements
        .try_for_each(check_element)
        .map_err(|why| format!("`pipeline`: {why}"))
}

fn check_element(text: &str) -> Result<(), String> {
    let name = text.split('<').next().unwrap_or(text);
    let Some(pass) = find(name) else {
        return Ok(());
    };
    if let Placement::Driver(instead) = pass.placement {
        return Err(format!("pass `{name}` has a place of its own: {instead}"));
    }
    let options = PassText::decode(text).and_then(|text| Options::of(pass, &text));
    options.map_err(|why| format!("pass `{name}`: {why}"))?;
    Ok(())
}

fn parentheses_match(text: &str) -> bool {
    let mut depth = 0i32;
    for c in text.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}
