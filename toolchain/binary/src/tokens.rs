//! Dictionary tokens: the records of `.debug_fz_words` (layout: [`fz_abi::tokens`]).

use std::mem::offset_of;

use anyhow::{Context, Result, ensure};
use fz_abi::tokens as layout;
use serde::Serialize;

use super::{
    edges::{Place, place},
    records::{self, Resolve, Texts, Words, function_name, optional},
};

/// The tokens of one function, with those of what was inlined into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionTokens {
    /// The function's symbol.
    pub name: String,
    /// The address of the first counter, on the scale of [`super::Image::start`]; `None`: it has no counters.
    pub start: Option<u64>,
    /// The counters that tell that a block ran, in the function's row: any of them does. Empty: nobody knows.
    pub blocks: Vec<Vec<u32>>,
    pub tokens: Vec<Token>,
}

/// What input is compared with, as the source has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// `equal`, `case`, …
    pub kind: &'static str,
    /// From 0 to [`layout::BEST`].
    pub score: u32,
    pub form: Form,
    /// Which of [`FunctionTokens::blocks`] it is in, if that is known.
    pub block: Option<usize>,
    pub place: Place,
    /// The function that is called with it, or the table that holds it.
    pub of: Option<String>,
    pub bytes: Vec<u8>,
}

/// How the bytes are to be understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Form {
    /// In the order that is not the target's.
    pub swapped: bool,
    /// Upper and lower case count as the same.
    pub folded: bool,
    /// Characters are wider than a byte.
    pub wide: bool,
    /// The source does not have the number: inlining and folding have computed it.
    pub computed: bool,
}

/// Kinds by number; those of a newer plugin are unknown.
const KINDS: [(u32, &str); 11] = [
    (layout::KIND_EQUAL, "equal"),
    (layout::KIND_ORDER, "order"),
    (layout::KIND_CASE, "case"),
    (layout::KIND_FLOAT, "float"),
    (layout::KIND_CHAIN, "chain"),
    (layout::KIND_COMPARE, "compare"),
    (layout::KIND_ARGUMENT, "argument"),
    (layout::KIND_FIELD, "field"),
    (layout::KIND_TABLE, "table"),
    (layout::KIND_SET, "set"),
    (layout::KIND_LIST, "list"),
];

fn kind_name(number: u32) -> &'static str {
    let found = KINDS.iter().find(|(n, _)| *n == number);
    found.map_or("unknown", |(_, name)| name)
}

/// All records of a section, in its order. `resolve`: `None` where that names no counter.
pub fn parse(data: &[u8], resolve: Resolve) -> Result<Vec<FunctionTokens>> {
    let magic = records::begins_with(layout::MAGIC);
    records::parse(data, layout::ALIGN, magic, |at, header, body| {
        function(at, header, body, resolve)
    })
}

fn function(
    at: usize,
    header: layout::Header,
    body: &[u8],
    resolve: Resolve,
) -> Result<Option<FunctionTokens>> {
    let start = resolve(at + offset_of!(layout::Header, counters), header.counters);
    let (blocks, tokens, strings) = (header.blocks, header.tokens, header.strings as usize);
    let (texts, tail) = body.split_at(texts_end(body, strings)?);
    let texts = Texts::of(texts, strings, body.len())?;
    let mut tail = Words(tail);
    let function = FunctionTokens {
        name: function_name(&texts)?,
        start,
        blocks: tail
            .list(blocks, |words| {
                let counters = words.take()?;
                words.list(counters, Words::take)
            })
            .with_context(|| format!("is too short for its {blocks} blocks"))?,
        tokens: tail
            .list(tokens, |words| token(words, &texts, blocks))
            .with_context(|| format!("says that it has {tokens} words"))?,
    };
    // A function without counters has none that tell of a block: this one's were discarded with it.
    let is_gone = start.is_none() && function.blocks.iter().any(|b| !b.is_empty());
    Ok((!is_gone).then_some(function))
}

/// Where the strings end, with their padding.
fn texts_end(body: &[u8], strings: usize) -> Result<usize> {
    let ends = body.iter().enumerate().filter(|(_, b)| **b == 0);
    let end = match strings {
        0 => Some(0),
        _ => ends
            .map(|(at, _)| (at + 1).next_multiple_of(layout::ALIGN))
            .nth(strings - 1),
    };
    end.filter(|end| *end <= body.len())
        .with_context(|| format!("is too short for its {strings} strings"))
}

fn token(tokens: &mut Words, texts: &Texts, blocks: u32) -> Result<Token> {
    let token: layout::Token = tokens.take()?;
    let block = Some(token.block).filter(|b| *b != layout::NO_BLOCK);
    ensure!(
        block.is_none_or(|b| b < blocks),
        "has no block {}",
        block.unwrap_or_default()
    );
    let place = place(token.place, texts)?;
    let of = optional(token.of, texts)?;
    let length = token.length as usize;
    let bytes = tokens.bytes(length)?.to_vec();
    tokens.bytes(length.next_multiple_of(layout::ALIGN) - length)?;
    let is = |flag| token.flags & flag != 0;
    Ok(Token {
        kind: kind_name(token.kind),
        score: token.score.min(layout::BEST),
        form: Form {
            swapped: is(layout::SWAPPED),
            folded: is(layout::FOLDED),
            wide: is(layout::WIDE),
            computed: is(layout::COMPUTED),
        },
        block: block.map(|b| b as usize),
        place,
        of,
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{assert_damage_is_survived, bytes_of, kept, padded, refusal};

    fn record(name: &str, address: u32, blocks: &[&[u32]], tokens: &[(u32, &[u8])]) -> Vec<u8> {
        let mut body = padded(format!("\0{name}\0a.c\0strcmp\0").as_bytes(), layout::ALIGN);
        for block in blocks {
            body.extend(bytes_of(&[block.len() as u32]));
            body.extend(bytes_of(block));
        }
        for (block, token) in tokens {
            let (kind, flags) = (layout::KIND_COMPARE, layout::FOLDED | layout::WIDE);
            body.extend(bytes_of(&[kind, 70, flags, *block, 2, 5, 9, 3]));
            body.extend(bytes_of(&[token.len() as u32]));
            body.extend(padded(token, layout::ALIGN));
        }
        let length = (layout::HEADER + body.len()) as u32;
        let (blocks, tokens) = (blocks.len() as u32, tokens.len() as u32);
        let head = [layout::MAGIC, length, address, 0, blocks, tokens, 4];
        [bytes_of(&head), body].concat()
    }

    fn section() -> Vec<u8> {
        let first = record("f", 0x1000, &[&[3, 1], &[]], &[(0, b"GET\0"), (1, b"\xff")]);
        [
            first,
            vec![0; 8],
            record("gone", 0, &[&[0]], &[(0, b"x")]),
            record("uncounted", 0, &[], &[(layout::NO_BLOCK, b"")]),
        ]
        .concat()
    }

    #[test]
    fn records_say_what_input_is_compared_with() {
        let found = parse(&section(), &kept).unwrap();
        let names: Vec<_> = found.iter().map(|f| (f.name.as_str(), f.start)).collect();
        assert_eq!(names, [("f", Some(0x1000)), ("uncounted", None)]);
        assert_eq!(found[0].blocks, [vec![3, 1], vec![]]);
        let token = &found[0].tokens[0];
        assert_eq!((token.kind, token.score), ("compare", 70));
        assert_eq!(token.place.to_string(), "a.c:5:9");
        assert_eq!(token.of.as_deref(), Some("strcmp"));
        assert!(token.form.folded && token.form.wide && !token.form.swapped);
        let tokens = |f: &FunctionTokens| -> Vec<_> {
            let tokens = f.tokens.iter();
            tokens.map(|w| (w.block, w.bytes.clone())).collect()
        };
        let expected = [(Some(0), b"GET\0".to_vec()), (Some(1), b"\xff".to_vec())];
        assert_eq!(tokens(&found[0]), expected);
        assert_eq!(tokens(&found[1]), [(None, Vec::new())]);
    }

    /// Every truncation and every changed byte is read or refused, never a panic.
    #[test]
    fn broken_sections_are_refused_in_words() {
        let data = section();
        assert_damage_is_survived(&data, |data| parse(data, &kept));
        let says = |at: usize, said: &str| {
            let mut broken = data.clone();
            broken[at..at + 4].copy_from_slice(&0x00ff_ffff_u32.to_le_bytes());
            let error = refusal(parse(&broken, &kept));
            assert!(error.contains(said), "{error}");
        };
        says(0, "offset 0: does not begin with FZW1");
        says(4, "says that it is 16777215 bytes long");
        says(16, "too short for its 16777215 blocks");
        says(20, "says that it has 16777215 words");
        says(24, "too short for its 16777215 strings");
    }
}
