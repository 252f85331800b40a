//! Where a program compares: the records of `.debug_fz_sites` (layout: [`fz_abi::sites_record`]).

use std::fmt;

use anyhow::Result;
use fz_abi::{guards::kind as guards, sites_record as layout};
use serde::Serialize;

use super::{
    edges::{Place, place},
    records::{self, Texts, Words, function_name, optional},
};

/// The compare sites of one function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FunctionSites {
    /// The function's symbol.
    #[serde(rename = "function")]
    pub name: String,
    pub sites: Vec<CompareSite>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CompareSite {
    /// In its function, the same in all builds of one source.
    pub number: u32,
    /// `integer`, `switch`, …
    pub kind: &'static str,
    /// Of a guard: the operation's.
    pub guard: Option<&'static str>,
    /// An exploit predicate: nothing branches on it.
    pub exploit: bool,
    /// Of an operand; `None` where it has none.
    pub bits: Option<u32>,
    /// `==`, `<`, …
    pub predicate: Option<&'static str>,
    pub signed: bool,
    /// Whether the compare decides alone if a loop goes on.
    pub r#loop: bool,
    pub constant: Option<String>,
    /// The function that is called.
    pub callee: Option<String>,
    #[serde(flatten)]
    pub place: Place,
}

/// Kinds by number; those of a newer plugin are unknown.
const KINDS: [(u32, &str); 15] = [
    (layout::KIND_INTEGER, "integer"),
    (layout::KIND_FLOAT, "float"),
    (layout::KIND_ADDRESS, "address"),
    (layout::KIND_CHOICE, "choice"),
    (layout::KIND_SWITCH, "switch"),
    (layout::KIND_DIVISOR, "divisor"),
    (layout::KIND_INDEX, "index"),
    (layout::KIND_CALL, "call"),
    (layout::KIND_POINTERS, "pointers"),
    (layout::KIND_GUARD, "guard"),
    (layout::KIND_ALLOCATION, "allocation"),
    (layout::KIND_LENGTH, "length"),
    (layout::KIND_CALLEE, "callee"),
    (layout::KIND_TRUTH, "truth"),
    (layout::KIND_SHIFT, "shift"),
];

/// What guards ask of, by number.
const GUARDS: [(u32, &str); 13] = [
    (guards::ADD as u32, "add"),
    (guards::SUB as u32, "subtract"),
    (guards::MUL as u32, "multiply"),
    (guards::NEGATE as u32, "negate"),
    (guards::DIVIDE as u32, "divide"),
    (guards::SHIFT as u32, "shift"),
    (guards::CONVERT as u32, "convert"),
    (guards::INDEX as u32, "index"),
    (guards::LOAD as u32, "load"),
    (guards::LENGTH as u32, "length"),
    (guards::ALLOCATE as u32, "allocate"),
    (guards::COPY as u32, "copy"),
    (guards::BUILTIN as u32, "builtin"),
];

const PREDICATES: [(u32, &str); 8] = [
    (layout::PREDICATE_EQ, "=="),
    (layout::PREDICATE_NE, "!="),
    (layout::PREDICATE_GT, ">"),
    (layout::PREDICATE_GE, ">="),
    (layout::PREDICATE_LT, "<"),
    (layout::PREDICATE_LE, "<="),
    (layout::PREDICATE_ORDERED, "ordered"),
    (layout::PREDICATE_UNORDERED, "unordered"),
];

/// A kind of site, by its number.
pub fn kind_name(number: u32) -> &'static str {
    name_of(&KINDS, number).unwrap_or("unknown")
}

/// `==`, `<`, …
pub fn predicate_name(number: u32) -> Option<&'static str> {
    name_of(&PREDICATES, number)
}

/// What a predicate is where its operands change places.
pub fn mirrored(predicate: &'static str) -> &'static str {
    const PAIRS: [[&str; 2]; 2] = [["<", ">"], ["<=", ">="]];
    let found = PAIRS.iter().find(|pair| pair.contains(&predicate));
    match found {
        Some([a, b]) if *a == predicate => b,
        Some([a, _]) => a,
        None => predicate,
    }
}

fn name_of(table: &[(u32, &'static str)], number: u32) -> Option<&'static str> {
    let found = table.iter().find(|(n, _)| *n == number);
    found.map(|(_, name)| *name)
}

/// What a compare is of, behind its place and kind.
pub(super) fn asked(
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
        write!(f, "{} {}", self.place, self.kind)?;
        if let Some(guard) = self.guard {
            write!(f, " {guard}")?;
        }
        let parts = [
            self.callee.as_deref(),
            self.predicate,
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

/// All records of a section, in its order.
pub fn parse(data: &[u8]) -> Result<Vec<FunctionSites>> {
    let magic = records::begins_with(layout::MAGIC);
    records::parse(
        data,
        layout::ALIGN,
        magic,
        |_, header: layout::Header, body| {
            let parts = [(header.sites, layout::SITE)];
            let (texts, mut words) = records::split(body, header.strings, &parts, || {
                format!("{} sites", header.sites)
            })?;
            Ok(Some(FunctionSites {
                name: function_name(&texts)?,
                sites: words.list(header.sites, |words| site(words, &texts))?,
            }))
        },
    )
}

fn site(words: &mut Words, texts: &Texts) -> Result<CompareSite> {
    let site: layout::Site = words.take()?;
    Ok(CompareSite {
        number: site.number,
        kind: kind_name(site.kind),
        guard: name_of(&GUARDS, site.flags >> layout::GUARD_SHIFT),
        exploit: site.flags & layout::EXPLOIT != 0,
        bits: Some(site.bits).filter(|bits| *bits > 0),
        predicate: predicate_name(site.predicate),
        signed: site.flags & layout::SIGNED != 0,
        r#loop: site.flags & layout::LOOP != 0,
        constant: optional(site.constant, texts)?,
        callee: optional(site.callee, texts)?,
        place: place(site.place, texts)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{assert_damage_is_survived, bytes_of, padded, refusal};

    fn section() -> Vec<u8> {
        let texts = padded(b"\0f\0a.c\x007\0strcmp\0\"x\"\0", layout::ALIGN);
        let sites = [
            [
                0,
                layout::KIND_INTEGER,
                32,
                layout::PREDICATE_LT,
                layout::SIGNED | layout::LOOP,
                3,
                0,
                2,
                4,
                5,
            ],
            [2, layout::KIND_CALL, 0, 0, 0, 5, 4, 2, 6, 7],
            [
                3,
                layout::KIND_GUARD,
                64,
                layout::PREDICATE_EQ,
                layout::EXPLOIT | u32::from(guards::DIVIDE) << layout::GUARD_SHIFT,
                3,
                0,
                2,
                8,
                9,
            ],
        ];
        let length = layout::HEADER + texts.len() + sites.len() * layout::SITE;
        let head = [layout::MAGIC, length as u32, sites.len() as u32, 6];
        [
            bytes_of(&head),
            texts,
            bytes_of(&sites.concat()),
            vec![0; 8],
        ]
        .concat()
    }

    #[test]
    fn whatever_guards_ask_of_has_a_name() {
        for kind in 1..=guards::NAMES.len() as u32 {
            assert!(name_of(&GUARDS, kind).is_some(), "{kind}");
        }
        assert_eq!(GUARDS.len(), guards::NAMES.len());
    }

    #[test]
    fn records_say_what_is_compared_and_where() {
        let found = parse(&[section(), section()].concat()).unwrap();
        assert_eq!(found.len(), 2);
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

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        assert_damage_is_survived(&data, parse);
        let mut many = section();
        many[8..12].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = refusal(parse(&many));
        assert!(
            error.contains("too short for its 4294967295 sites"),
            "{error}"
        );
    }
}
