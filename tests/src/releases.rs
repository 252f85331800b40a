//! Expectations hold for every release of LLVM; they are written with the pinned one.
//!
//! What another release only prints differently is put into the pinned release's words ([`as_pinned`]). Where a release
//! has other attributes or constants, the header of the test says so: from LLVM 23 on, the first text stands as the
//! second.
//!
//! ```text
//! ; since: 23, nofree nounwind => nofree nosync nounwind
//! ```

use std::borrow::Cow;

/// A header's `since`.
pub struct Since {
    release: u32,
    text: String,
    is: String,
}

impl Since {
    /// Reads `RELEASE, TEXT => TEXT`.
    pub fn read(value: &str) -> Result<Since, String> {
        let parts = value
            .split_once(", ")
            .and_then(|(release, rest)| Some((release.parse().ok()?, rest.split_once(" => ")?)));
        let Some((release, (text, is))) = parts else {
            return Err(format!(
                "`since: {value}`: write a release, what the expectation says, and what it is from that release on, as \
                 in `since: 23, nofree => nofree nosync`"
            ));
        };
        let (text, is) = (text.to_owned(), is.to_owned());
        Ok(Since { release, text, is })
    }

    /// The expectation as the release that the tests run with has it. A text that does not stand in it is an error.
    pub fn apply(&self, expected: &str) -> Result<String, String> {
        self.apply_for(expected, number(fz_llvm::RELEASE))
    }

    fn apply_for(&self, expected: &str, release: u32) -> Result<String, String> {
        if !expected.contains(&self.text) {
            return Err(format!(
                "`since: {}, {} => {}`: the expectation does not say `{}`",
                self.release, self.text, self.is, self.text
            ));
        }
        Ok(match release >= self.release {
            true => expected.replace(&self.text, &self.is),
            false => expected.to_owned(),
        })
    }
}

/// Whether expectations may be rewritten: with the pinned release alone.
pub fn may_bless() -> Result<(), String> {
    match fz_llvm::RELEASE == fz_llvm::PINNED {
        true => Ok(()),
        false => Err(format!(
            "expectations are written with LLVM {}; say with `; since: {}, OLD => NEW` what differs",
            fz_llvm::PINNED,
            fz_llvm::RELEASE
        )),
    }
}

fn number(release: &str) -> u32 {
    release.parse().expect("a release is a number")
}

/// A printed module as the pinned release would print it.
///
/// LLVM 23 prints module assembly as a block:
///
/// ```text
/// module asm
///     ".pushsection .a"
///     ".popsection"
/// ```
pub fn as_pinned(printed: &str) -> Cow<'_, str> {
    const ASSEMBLY: &str = "module asm";
    if !printed.lines().any(|line| line == ASSEMBLY) {
        return Cow::Borrowed(printed);
    }
    let mut text = String::with_capacity(printed.len());
    let mut is_assembly = false;
    for line in printed.lines() {
        if line == ASSEMBLY {
            is_assembly = true;
            continue;
        }
        let inside = line.trim_start();
        is_assembly &= inside.len() < line.len() && inside.starts_with('"');
        match is_assembly {
            true => text += &format!("{ASSEMBLY} {inside}\n"),
            false => text += &format!("{line}\n"),
        }
    }
    Cow::Owned(text)
}

#[cfg(test)]
mod tests {
    use super::{Since, as_pinned};

    #[test]
    fn a_later_release_has_its_own_words() {
        let since = Since::read("23, a b => a c b").unwrap();
        assert_eq!(since.apply_for("x a b y", 22).unwrap(), "x a b y");
        for release in [23, 24] {
            assert_eq!(since.apply_for("x a b y", release).unwrap(), "x a c b y");
        }
        assert!(since.apply_for("x", 22).is_err());
        for wrong in ["a => b", "23, a", "x, a => b"] {
            assert!(Since::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn assembly_is_printed_in_one_way() {
        let old = "a\nmodule asm \".x\"\nmodule asm \".y\"\n\n@g = global i8 0\n";
        let new = "a\nmodule asm\n    \".x\"\n    \".y\"\n\n@g = global i8 0\n";
        assert_eq!(as_pinned(new), old);
        assert_eq!(as_pinned(old), old);
    }
}
