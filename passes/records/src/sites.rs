//! Where a program compares.

use std::fmt;

use fz_abi::{
    guards::kind::GuardKind,
    sites::{Predicate, SiteKind},
};
use serde::{Deserialize, Serialize};

use crate::{Place, Record};

/// The compare sites of one function.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct FunctionSites {
    /// The function's symbol.
    #[serde(rename = "function", with = "crate::names::text")]
    pub name: String,
    pub sites: Vec<CompareSite>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct CompareSite {
    /// In its function, the same in all builds of one source.
    pub number: u32,
    pub kind: SiteKind,
    /// Of a guard: what it is of. One without a predicate has the operands of the operation itself.
    pub guard: Option<GuardKind>,
    /// An exploit predicate: nothing branches on it.
    pub exploit: bool,
    /// Of an operand; `None` where it has none.
    pub bits: Option<u32>,
    pub predicate: Option<Predicate>,
    pub signed: bool,
    /// Whether the compare decides alone if a loop goes on.
    pub r#loop: bool,
    /// A decimal number, or the cases of a switch separated by commas, or quoted text with escapes as in C.
    #[serde(with = "crate::names::text_or_none")]
    pub constant: Option<String>,
    /// The function that is called.
    #[serde(with = "crate::names::text_or_none")]
    pub callee: Option<String>,
    pub place: Place,
}

/// What a compare is of, after its place and kind.
pub(crate) fn asked(
    f: &mut fmt::Formatter,
    bits: Option<u32>,
    signed: bool,
    parts: [Option<&str>; 3],
) -> fmt::Result {
    if let Some(bits) = bits {
        write!(f, " {bits} bits")?;
    }
    if signed {
        f.write_str(" signed")?;
    }
    let mut parts = parts.into_iter().flatten();
    parts.try_for_each(|part| write!(f, " {part}"))
}

impl fmt::Display for CompareSite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.place, self.kind.name())?;
        if let Some(guard) = self.guard {
            write!(f, " {}", guard.name())?;
        }
        let parts = [
            self.callee.as_deref(),
            self.predicate.map(Predicate::name),
            self.constant.as_deref(),
        ];
        asked(f, self.bits, self.signed, parts)?;
        for (is, said) in [(self.r#loop, " (loop)"), (self.exploit, " (exploit)")] {
            if is {
                f.write_str(said)?;
            }
        }
        Ok(())
    }
}

impl Record for FunctionSites {
    const SECTION: &'static str = ".debug_fz_sites";
    const MAGIC: [u8; 4] = *b"FZS3";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        all,
        frame::{assert_damage_is_survived, kept, linked},
    };

    fn site(number: u32, kind: SiteKind, line: u32) -> CompareSite {
        CompareSite {
            number,
            kind,
            guard: None,
            exploit: false,
            bits: None,
            predicate: None,
            signed: false,
            r#loop: false,
            constant: None,
            callee: None,
            place: Place::new("a.c", line, line + 1),
        }
    }

    fn section() -> Vec<u8> {
        let sites = vec![
            CompareSite {
                bits: Some(32),
                predicate: Some(Predicate::Less),
                signed: true,
                r#loop: true,
                constant: Some("7".to_owned()),
                ..site(0, SiteKind::Integer, 4)
            },
            CompareSite {
                constant: Some("\"x\"".to_owned()),
                callee: Some("strcmp".to_owned()),
                ..site(2, SiteKind::Call, 6)
            },
            CompareSite {
                guard: Some(GuardKind::Divide),
                exploit: true,
                bits: Some(64),
                predicate: Some(Predicate::Equal),
                constant: Some("7".to_owned()),
                ..site(3, SiteKind::Guard, 8)
            },
        ];
        let name = "f".to_owned();
        linked(&FunctionSites { name, sites }, |_| 0)
    }

    #[test]
    fn records_say_what_is_compared_and_where() {
        let found: Vec<FunctionSites> = all(&section(), &kept).unwrap();
        let lines: Vec<_> = found[0].sites.iter().map(ToString::to_string).collect();
        assert_eq!(found[0].name, "f");
        assert_eq!(
            lines,
            [
                "a.c:4:5 integer 32 bits signed < 7 (loop)",
                "a.c:6:7 call strcmp \"x\"",
                "a.c:8:9 guard divide 64 bits == 7 (exploit)"
            ]
        );
    }

    #[test]
    fn damage_is_survived() {
        assert_damage_is_survived::<FunctionSites>(&section());
    }
}
