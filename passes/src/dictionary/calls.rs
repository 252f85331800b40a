//! Tokens in calls of functions that compare, search or read texts.
//!
//! For most of them, the table of library functions says what they do; for the others, their names suggest it.

use fz_abi::tokens as layout;

use super::{
    reach::{Reach, Target},
    score,
    text::{Text, Use},
};
use crate::{
    ir::{Call, Value},
    libc::{Ends, Search, StringFunction, names},
    marks::tokens::{Token, TokenKind},
};

/// How much of an operand's text is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    String(Option<u64>),
    Memory(u64),
    /// Memory of unknown length: up to a NUL, or all of it.
    Unknown,
}

/// The tokens of a call of a function in the table.
pub fn of_known(reach: &Reach, call: Call, function: &StringFunction, source: &str) -> Vec<Token> {
    let compared = Use {
        kind: TokenKind::Compare,
        score: score::COMPARE,
        flags: 0,
        source,
    };
    let length = |argument: Option<u32>| argument.map(|a| reach.number(call.operand(a)));
    let texts = |argument: u32, cut: Cut, of: Use| {
        let targets = reach.targets(call.operand(argument));
        tokens(reach, &targets, cut, of)
    };
    match function {
        StringFunction::Compare(c) => {
            let cut = cut(c.ends, length(c.length), c.signed);
            let of = Use {
                flags: folded(c.case.is_some()),
                ..compared
            };
            of_operands(reach, call, [0, 1], cut, of)
        }
        StringFunction::Search(s) => of_search(s, length(s.needle_length), compared, &texts),
        StringFunction::StdString(_) => texts(1, Cut::String(None), compared),
        StringFunction::Member(m) => match call.operand(1).int_constant() {
            Some(character) => vec![character_word(character as u8, source)],
            None => texts(0, cut(m.ends, length(m.length), false), set(source)),
        },
        StringFunction::Span(_) => texts(1, Cut::String(None), set(source)),
    }
}

/// The tokens of a call of a function whose name says that it compares.
pub fn of_compare(reach: &Reach, call: Call, source: &str) -> Vec<Token> {
    let of = Use {
        kind: TokenKind::Compare,
        score: score::COMPARE,
        flags: folded(names::symbols().folds_case.matches(source)),
        source,
    };
    let arguments = call.arguments();
    let has_length = names::symbols().has_length.matches(source);
    let texts = arguments
        .iter()
        .enumerate()
        .filter(|(_, a)| a.ty().is_pointer());
    let of_ranges = arguments.windows(2).flat_map(|pair| {
        let memory = range(reach, pair).map(|(first, bytes)| (vec![first], Cut::Memory(bytes)));
        memory.map_or(Vec::new(), |(first, cut)| tokens(reach, &first, cut, of))
    });
    let of_texts = texts.flat_map(|(at, pointer)| {
        // A number that follows them is the number of characters to compare.
        let most = arguments[at + 1..].iter().find(|a| !a.ty().is_pointer());
        let most = most
            .and_then(|m| m.int_constant())
            .and_then(|m| u64::try_from(m).ok());
        let targets = reach.targets(*pointer);
        let most = most.filter(|m| has_length && *m > 0);
        tokens(reach, &targets, Cut::String(most), of)
    });
    of_ranges.chain(of_texts).collect()
}

/// What lies between two pointers into one global: its first byte, and how many there are.
fn range(reach: &Reach, pair: &[Value]) -> Option<(Target, u64)> {
    if !pair.iter().all(|pointer| pointer.ty().is_pointer()) {
        return None;
    }
    let ([first], [last]) = (&reach.targets(pair[0])[..], &reach.targets(pair[1])[..]) else {
        return None;
    };
    let is_one = first.global == last.global && first.stride == 0 && last.stride == 0;
    let bytes = last.offset.checked_sub(first.offset).filter(|_| is_one)?;
    Some((*first, u64::try_from(bytes).ok().filter(|b| *b > 0)?))
}

/// The tokens of a call of a function that looks for a set of characters.
pub fn of_set(reach: &Reach, call: Call, source: &str) -> Vec<Token> {
    let texts = call.arguments().into_iter().filter(|a| a.ty().is_pointer());
    texts
        .flat_map(|pointer| {
            let targets = reach.targets(pointer);
            tokens(reach, &targets, Cut::String(None), set(source))
        })
        .collect()
}

/// The literal parts of a format string that describes input.
pub fn of_scan(reach: &Reach, call: Call, source: &str) -> Vec<Token> {
    let texts = call.arguments().into_iter().filter(|a| a.ty().is_pointer());
    let targets = texts.flat_map(|pointer| reach.targets(pointer));
    let formats = targets.filter_map(|t| {
        Text::at(reach.module, t.global, t.offsets(reach.module).next()?)?.string(None)
    });
    formats
        .flat_map(|format| {
            let format = format.bytes();
            let ends: Vec<_> = score::conversions(format).collect();
            let starts = std::iter::once(0).chain(ends.iter().map(|(_, end)| *end));
            let stops = ends.iter().map(|(start, _)| *start).chain([format.len()]);
            let parts = starts
                .zip(stops)
                .map(|(start, stop)| format[start..stop].trim_ascii());
            let parts: Vec<_> = match ends.is_empty() {
                true => Vec::new(),
                false => parts
                    .filter(|p| !p.is_empty())
                    .map(<[u8]>::to_vec)
                    .collect(),
            };
            parts
        })
        .map(|bytes| Token {
            kind: TokenKind::Compare,
            score: score::of_text(TokenKind::Compare, score::SCAN, &bytes),
            flags: 0,
            bytes,
            source: source.to_owned(),
        })
        .collect()
}

/// The tokens at the places that an operand may point to.
fn tokens(reach: &Reach, targets: &[Target], cut: Cut, of: Use) -> Vec<Token> {
    let mut all = Vec::new();
    for target in targets {
        let table = super::tables::name(target);
        let of = match (&table, of.kind) {
            (Some(table), TokenKind::Compare) => Use {
                kind: TokenKind::Table,
                score: of.score.min(score::TABLE),
                source: table,
                ..of
            },
            _ => of,
        };
        for offset in target.offsets(reach.module) {
            let Some(text) = Text::at(reach.module, target.global, offset) else {
                continue;
            };
            // A walk over characters: the text is a list, if it is a token at all.
            if target.stride > 0 && target.stride <= text.width() as u64 {
                let whole = Text::at(reach.module, target.global, 0);
                all.extend(whole.into_iter().flat_map(|t| t.list(of)));
                break;
            }
            let text = match cut {
                Cut::String(most) => text.string(most),
                Cut::Memory(bytes) => text.memory(bytes),
                Cut::Unknown => text.clone().string(None).or(Some(text)),
            };
            all.extend(text.into_iter().flat_map(|t| t.tokens(of)));
        }
        if all.len() > layout::MOST_OF_SITE {
            break;
        }
    }
    all
}

/// The tokens in both operands of a compare; none where both are constant.
fn of_operands(reach: &Reach, call: Call, operands: [u32; 2], cut: Cut, of: Use) -> Vec<Token> {
    let operands = operands.map(|n| call.operand(n));
    if operands.iter().all(|o| o.constant_bytes().is_some()) {
        return Vec::new();
    }
    let targets = operands.map(|o| reach.targets(o));
    targets
        .iter()
        .flat_map(|t| tokens(reach, t, cut, of))
        .collect()
}

fn of_search(
    search: &Search,
    needle_length: Option<Option<u128>>,
    of: Use,
    texts: &impl Fn(u32, Cut, Use) -> Vec<Token>,
) -> Vec<Token> {
    let of = Use {
        flags: folded(search.case.is_some()),
        ..of
    };
    let cut = match needle_length {
        Some(Some(length)) => Cut::Memory(length as u64),
        Some(None) => Cut::Unknown,
        None => Cut::String(None),
    };
    let mut all = texts(search.needle, cut, of);
    // What is searched for in a constant is an element of a list.
    let haystack = Use {
        score: score::LIST,
        ..of
    };
    all.extend(texts(0, Cut::String(None), haystack));
    all
}

fn cut(ends: Ends, length: Option<Option<u128>>, signed: bool) -> Cut {
    // A negative length has a meaning of its own.
    let length = length.map(|l| {
        l.filter(|l| !signed || *l <= i32::MAX as u128)
            .map(|l| l as u64)
    });
    match (ends, length) {
        (Ends::Length, Some(Some(length))) => Cut::Memory(length),
        (Ends::Length, _) => Cut::Unknown,
        (_, Some(most)) => Cut::String(most),
        (_, None) => Cut::String(None),
    }
}

fn set(source: &str) -> Use<'_> {
    Use {
        kind: TokenKind::Set,
        score: score::SET,
        flags: 0,
        source,
    }
}

fn character_word(character: u8, source: &str) -> Token {
    Token {
        kind: TokenKind::Compare,
        score: score::of_text(TokenKind::Compare, score::COMPARE, &[character]),
        flags: 0,
        bytes: vec![character],
        source: source.to_owned(),
    }
}

fn folded(is: bool) -> u32 {
    match is {
        true => layout::FOLDED,
        false => 0,
    }
}
