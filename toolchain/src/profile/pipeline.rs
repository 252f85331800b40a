//! Pipeline texts: what a profile's passes look like to LLVM.

use std::fmt::Write;

use super::{Design, Pass, Profile};
use crate::error::Error;

/// `name<key=value;…>`.
pub fn pass_text<'a>(name: &str, options: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let options: Vec<_> = options
        .into_iter()
        .map(|(k, v)| format!("{k}={}", percent_encode(v)))
        .collect();
    match options.is_empty() {
        true => name.to_owned(),
        false => format!("{name}<{}>", options.join(";")),
    }
}

impl Pass {
    pub fn text(&self) -> String {
        pass_text(
            &self.name,
            self.options.iter().map(|(k, v)| (k.as_str(), v.as_str())),
        )
    }
}

/// LLVM splits texts at `,` `(` `)`, our parameters at `<` `>` `;` `=`.
pub fn percent_encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b',' | b'(' | b')' | b'<' | b'>' | b';' | b'=' | b'%' | b' ' => {
                write!(out, "%{byte:02X}").expect("writing to a string");
            }
            0x21..=0x7e => out.push(byte as char),
            _ => write!(out, "%{byte:02X}").expect("writing to a string"),
        }
    }
    out
}

/// What can be seen of a profile's mistakes without LLVM.
pub(super) fn check(profile: &Profile) -> Result<(), Error> {
    let fail = |message: String| {
        Err(Error::Profile {
            profile: profile.name.clone(),
            message,
        })
    };
    if profile.design == Design::B && profile.pipeline.is_empty() {
        return fail("design B wants a `pipeline`".to_owned());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_encoded() {
        let text = pass_text("selection", [("deny", "f(int, x)"), ("allow", "100%")]);
        assert_eq!(text, "selection<deny=f%28int%2C%20x%29;allow=100%25>");
        assert_eq!(pass_text("edges", []), "edges");
    }
}
