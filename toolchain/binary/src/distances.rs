//! Which branches have gates, and which outcomes: the records of `.debug_fz_distances` (layout:
//! [`fz_abi::distance::record`]).

use std::{fmt, mem::offset_of};

use anyhow::{Context, Result};
use fz_abi::{distance::record as layout, sites_record};
use serde::Serialize;

use super::{
    edges::{Place, place},
    records::{self, Texts, Words, text},
    sites::{kind_name, predicate_name},
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
        if let Some(bits) = self.bits {
            write!(f, " {bits} bits")?;
        }
        if self.signed {
            f.write_str(" signed")?;
        }
        let parts = [
            self.callee.as_deref(),
            self.predicate,
            self.constant.as_deref(),
        ];
        for part in parts.into_iter().flatten() {
            write!(f, " {part}")?;
        }
        Ok(())
    }
}

/// All records of a section, in its order. `resolve`: the address of an array of gates, by where in the section it
/// stands and what stands there; `None` if the linker has discarded it. `start`: the address of the first gate.
pub fn parse(
    data: &[u8],
    start: u64,
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<Vec<FunctionBranches>> {
    records::parse(data, layout::ALIGN, |at| record(data, at, start, &resolve))
}

/// One record: its length, and the function unless it was discarded.
fn record(
    data: &[u8],
    at: usize,
    start: u64,
    resolve: impl Fn(usize, u64) -> Option<u64>,
) -> Result<(usize, Option<FunctionBranches>)> {
    let (length, header, body) = records::header::<layout::Header>(
        &data[at..],
        layout::ALIGN,
        records::begins_with(layout::MAGIC),
    )?;
    let gates = resolve(at + offset_of!(layout::Header, gates), header.gates);
    let (count, strings) = (header.branches as usize, header.strings as usize);
    let texts = count
        .checked_mul(layout::BRANCH)
        .and_then(|size| body.len().checked_sub(size))
        .with_context(|| format!("is too short for its {count} branches"))?;
    let (texts, tail) = body.split_at(texts);
    let texts = Texts::of(texts, strings, body.len())?;
    let mut words = Words(tail);
    let mut first = gates.unwrap_or(start).saturating_sub(start);
    let mut branches = Vec::new();
    for _ in 0..count {
        let branch = branch(&mut words, &texts, first)?;
        first += u64::from(branch.outcomes);
        branches.push(branch);
    }
    let name = texts.get(1).context("has no function name")??;
    Ok((length, gates.map(|_| FunctionBranches { name, branches })))
}

fn branch(words: &mut Words, texts: &Texts, first: u64) -> Result<GatedBranch> {
    let branch: layout::Branch = words.take()?;
    let optional = |number| Ok(Some(text(number, texts)?).filter(|t| !t.is_empty()));
    let (constant, callee): (Result<_>, Result<_>) =
        (optional(branch.constant), optional(branch.callee));
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
        constant: constant?,
        callee: callee?,
        place: place(branch.place, texts)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section() -> Vec<u8> {
        let mut texts = b"\0f\0a.c\x007\0strcmp\0\"x\"\x001,2\0".to_vec();
        texts.resize(texts.len().next_multiple_of(layout::ALIGN), 0);
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
        let bytes =
            |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_le_bytes()).collect() };
        let head = [layout::MAGIC, length as u32, 0x1010, 0];
        let counts = [branches.len() as u32, 7];
        [
            bytes(&head),
            bytes(&counts),
            texts,
            bytes(&branches.concat()),
            vec![0; 8],
        ]
        .concat()
    }

    #[test]
    fn records_say_what_a_branch_asks_and_which_outcomes_it_has() {
        let found = parse(&section(), 0x1000, |_, address| Some(address)).unwrap();
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
        assert_eq!(parse(&section(), 0, |_, _| None).unwrap(), []);
    }

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        let read = |data: &[u8]| parse(data, 0, |_, address| Some(address));
        for end in 0..data.len() {
            let _ = read(&data[..end]);
        }
        for at in 0..data.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut broken = data.clone();
                broken[at] = value;
                let _ = read(&broken);
            }
        }
        let mut many = section();
        many[16..20].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = format!("{:#}", read(&many).unwrap_err());
        assert!(
            error.contains("too short for its 4294967295 branches"),
            "{error}"
        );
    }
}
