//! Which branches have gates ([`fz_abi::distance`]), and which outcomes.

use std::fmt;

use fz_abi::sites::{Predicate, SiteKind};
use serde::{Deserialize, Serialize};

use crate::{Address, Place, Record, sites::asked};

/// The branches of one function that have gates, in the order of these.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct FunctionBranches {
    /// The function's symbol.
    #[serde(rename = "function", with = "crate::names::text")]
    pub name: String,
    /// Its first gate.
    pub gates: Address,
    pub branches: Vec<GatedBranch>,
}

/// A branch, and the numbers of its outcomes among those of its image.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct GatedBranch {
    /// The number of its first outcome: in a record among the function's, in an image among the image's. Of a two-way branch: true, and then false. Of a switch:
    /// the default, and then each case.
    pub first: u64,
    pub outcomes: u32,
    pub kind: BranchKind,
    /// Of an operand; `None` where it has none.
    pub bits: Option<u32>,
    /// What holds where the first outcome comes out; of a call that compares, of its operands.
    pub predicate: Option<Predicate>,
    pub signed: bool,
    /// The constant operand, or the cases.
    #[serde(with = "crate::names::text_or_none")]
    pub constant: Option<String>,
    /// The function that is called.
    #[serde(with = "crate::names::text_or_none")]
    pub callee: Option<String>,
    pub place: Place,
}

/// What a branch asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub enum BranchKind {
    Of(SiteKind),
    /// Several conditions, of which each has its distance.
    Several,
}

impl BranchKind {
    pub fn name(self) -> &'static str {
        match self {
            BranchKind::Of(kind) => kind.name(),
            BranchKind::Several => "several",
        }
    }
}

impl GatedBranch {
    /// One of a kind, of which nothing else is said.
    pub fn of(kind: BranchKind) -> GatedBranch {
        GatedBranch {
            first: 0,
            outcomes: 0,
            kind,
            bits: None,
            predicate: None,
            signed: false,
            constant: None,
            callee: None,
            place: Place::default(),
        }
    }
}

impl fmt::Display for GatedBranch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.place, self.kind.name())?;
        let parts = [
            self.callee.as_deref(),
            self.predicate.map(Predicate::name),
            self.constant.as_deref(),
        ];
        asked(f, self.bits, self.signed, parts)
    }
}

impl Record for FunctionBranches {
    const SECTION: &'static str = ".debug_fz_distances";
    const MAGIC: [u8; 4] = *b"FZB2";

    fn is_there(&self) -> bool {
        self.gates != Address::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        all,
        frame::{assert_damage_is_survived, kept, linked},
    };

    fn branch(first: u64, outcomes: u32, kind: BranchKind, line: u32) -> GatedBranch {
        GatedBranch {
            first,
            outcomes,
            place: Place::new("a.c", line, line + 1),
            ..GatedBranch::of(kind)
        }
    }

    fn section(gates: u64) -> Vec<u8> {
        let of = BranchKind::Of;
        let branches = vec![
            GatedBranch {
                bits: Some(32),
                predicate: Some(Predicate::Less),
                signed: true,
                constant: Some("7".to_owned()),
                ..branch(0, 2, of(SiteKind::Integer), 4)
            },
            GatedBranch {
                predicate: Some(Predicate::Equal),
                constant: Some("\"x\"".to_owned()),
                callee: Some("strcmp".to_owned()),
                ..branch(2, 2, of(SiteKind::Call), 6)
            },
            GatedBranch {
                bits: Some(8),
                constant: Some("1,2".to_owned()),
                ..branch(4, 3, of(SiteKind::Switch), 8)
            },
            branch(7, 2, BranchKind::Several, 0),
        ];
        let function = FunctionBranches {
            name: "f".to_owned(),
            gates: Address::Of("gates".to_owned()),
            branches,
        };
        linked(&function, |_| gates)
    }

    #[test]
    fn records_say_what_a_branch_asks_and_which_outcomes_it_has() {
        let found: Vec<FunctionBranches> = all(&section(0x1010), &kept).unwrap();
        let [function] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(function.gates, Address::At(0x1010));
        let lines = function.branches.iter();
        let lines: Vec<_> = lines
            .map(|b| format!("{} {} {b}", b.first, b.outcomes))
            .collect();
        assert_eq!(
            lines,
            [
                "0 2 a.c:4:5 integer 32 bits signed < 7",
                "2 2 a.c:6:7 call strcmp == \"x\"",
                "4 3 a.c:8:9 switch 8 bits 1,2",
                "7 2 ? several"
            ]
        );
        assert_eq!(all::<FunctionBranches>(&section(0), &kept).unwrap(), []);
    }

    #[test]
    fn damage_is_survived() {
        assert_damage_is_survived::<FunctionBranches>(&section(0x1010));
    }
}
