//! Which branches have gates, and which outcomes: the records of `.debug_fz_distances` (layout:
//! [`fz_abi::distance::record`]).

use std::{fmt, mem::offset_of};

use anyhow::Result;
use fz_abi::{distance::record as layout, sites_record};
use serde::Serialize;

use super::{
    edges::{Place, place},
    records::{self, Resolve, Texts, Words, function_name, optional},
    sites::{asked, kind_name, predicate_name},
};

/// The branches of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunctionBranches {
    /// The function's symbol.
    #[serde(rename = "function")]
    pub name: String,
    pub branches: Vec<GatedBranch>,
}

/// A branch, and the numbers of its outcomes among those of its image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GatedBranch {
    /// Of a two-way branch: true, and then false. Of a switch: the default, and then each case.
    pub first: u64,
    pub outcomes: u32,
    /// `integer`, `switch`, … , `several`
    pub kind: &'static str,
    /// Of an operand; `None` where it has none.
    pub bits: Option<u32>,
    /// What holds where the first outcome comes out.
    pub predicate: Option<&'static str>,
    pub signed: bool,
    /// The constant operand, or the cases.
    pub constant: Option<String>,
    /// The function that is called.
    pub callee: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

impl fmt::Display for GatedBranch {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.place, self.kind)?;
        let parts = [
            self.callee.as_deref(),
            self.predicate,
            self.constant.as_deref(),
        ];
        asked(f, self.bits, self.signed, parts)
    }
}

/// All records of a section, in its order. `resolve`: the address of an array of gates. `start`: of the first gate.
pub fn parse(data: &[u8], start: u64, resolve: Resolve) -> Result<Vec<FunctionBranches>> {
    let magic = records::begins_with(layout::MAGIC);
    records::parse(
        data,
        layout::ALIGN,
        magic,
        |at, header: layout::Header, body| {
            let gates = resolve(at + offset_of!(layout::Header, gates), header.gates);
            let parts = [(header.branches, layout::BRANCH)];
            let (texts, mut words) = records::split(body, header.strings, &parts, || {
                format!("{} branches", header.branches)
            })?;
            let mut first = gates.unwrap_or(start).saturating_sub(start);
            let branches = words.list(header.branches, |words| {
                let branch = branch(words, &texts, first)?;
                first += u64::from(branch.outcomes);
                Ok(branch)
            })?;
            let name = function_name(&texts)?;
            Ok(gates.map(|_| FunctionBranches { name, branches }))
        },
    )
}

fn branch(words: &mut Words, texts: &Texts, first: u64) -> Result<GatedBranch> {
    let branch: layout::Branch = words.take()?;
    Ok(GatedBranch {
        first,
        outcomes: branch.outcomes,
        kind: match branch.kind {
            layout::KIND_SEVERAL => "several",
            kind => kind_name(kind),
        },
        bits: Some(branch.bits).filter(|bits| *bits > 0),
        predicate: predicate_name(branch.predicate),
        signed: branch.flags & sites_record::SIGNED != 0,
        constant: optional(branch.constant, texts)?,
        callee: optional(branch.callee, texts)?,
        place: place(branch.place, texts)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{assert_damage_is_survived, bytes_of, padded, refusal};

    fn section() -> Vec<u8> {
        let texts = padded(b"\0f\0a.c\x007\0strcmp\0\"x\"\x001,2\0", layout::ALIGN);
        let branches = [
            [
                2,
                sites_record::KIND_INTEGER,
                32,
                sites_record::PREDICATE_LT,
                sites_record::SIGNED,
                3,
                0,
                2,
                4,
                5,
            ],
            [2, sites_record::KIND_CALL, 0, 1, 0, 5, 4, 2, 6, 7],
            [3, sites_record::KIND_SWITCH, 8, 0, 0, 6, 0, 2, 8, 9],
            [2, layout::KIND_SEVERAL, 0, 0, 0, 0, 0, 0, 0, 0],
        ];
        let length = layout::HEADER + texts.len() + branches.len() * layout::BRANCH;
        let head = [layout::MAGIC, length as u32, 0x1010, 0];
        let counts = [branches.len() as u32, 7];
        [
            bytes_of(&head),
            bytes_of(&counts),
            texts,
            bytes_of(&branches.concat()),
            vec![0; 8],
        ]
        .concat()
    }

    #[test]
    fn records_say_what_a_branch_asks_and_which_outcomes_it_has() {
        let found = parse(&section(), 0x1000, &|_, address| Some(address)).unwrap();
        let [function] = &found[..] else {
            panic!("{found:?}");
        };
        let lines = function.branches.iter();
        let lines: Vec<_> = lines
            .map(|b| format!("{} {} {b}", b.first, b.outcomes))
            .collect();
        assert_eq!(
            lines,
            [
                "16 2 a.c:4:5 integer 32 bits signed < 7",
                "18 2 a.c:6:7 call strcmp == \"x\"",
                "20 3 a.c:8:9 switch 8 bits 1,2",
                "23 2 ? several"
            ]
        );
        assert_eq!(parse(&section(), 0, &|_, _| None).unwrap(), []);
    }

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        let read = |data: &[u8]| parse(data, 0, &|_, address| Some(address));
        assert_damage_is_survived(&data, read);
        let mut many = section();
        many[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = refusal(read(&many));
        assert!(
            error.contains("too short for its 4294967295 branches"),
            "{error}"
        );
    }
}
