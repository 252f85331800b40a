//! The record of a function's tokens (layout: [`fz_abi::tokens`]).

use std::collections::BTreeMap;

use fz_abi::{sections, tokens as layout};

use crate::marks::tokens::{self, Noted};
use crate::{
    ir::{Function, Global, Module},
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
};

/// The tokens of a module by pin.
pub type Tokens = BTreeMap<u32, Vec<Noted>>;

/// Reads the tokens of a module.
pub fn by_pin(module: Module) -> Tokens {
    let mut tokens = Tokens::new();
    for noted in tokens::all(module) {
        tokens.entry(noted.pin).or_default().push(noted);
    }
    tokens
}

/// A pin in a function's code, and the counters in its row that tell that it ran; empty if that is not known.
pub struct Pinned {
    pub pin: u32,
    pub counters: Vec<u32>,
}

/// Writes the record of a function that has pins, or of tokens that no function uses. `counters`: the function's array,
/// if it has one.
pub fn write(
    module: Module,
    function: Option<Function>,
    counters: Option<Global>,
    pinned: &[Pinned],
    tokens: &Tokens,
    group: Option<&Group>,
) {
    let name = function.map_or(String::new(), |f| f.name());
    let mut strings = Strings::new(&name);
    let mut body: Vec<(Vec<u32>, &[u8])> = Vec::new();
    // Most pins have no tokens.
    let pinned = pinned.iter().filter(|p| tokens.contains_key(&p.pin));
    let pinned: Vec<_> = pinned.collect();
    for (block, Pinned { pin, .. }) in pinned.iter().enumerate() {
        for noted in tokens.get(pin).into_iter().flatten() {
            let token = &noted.token;
            let mut fields = vec![token.kind as u32, token.score, token.flags, block as u32];
            fields.extend(strings.place(&noted.place));
            fields.push(strings.number(&token.source));
            fields.push(token.bytes.len() as u32);
            body.push((fields, &token.bytes));
        }
    }
    if body.is_empty() {
        return;
    }
    let mut blocks = Vec::new();
    for Pinned { counters: told, .. } in &pinned {
        // Without the array's name, indices of counters mean nothing.
        let told = if counters.is_some() { &told[..] } else { &[] };
        blocks.push(told.len() as u32);
        blocks.extend(told);
    }
    let texts = strings.bytes(layout::ALIGN);
    let of_token = |(fields, bytes): &(Vec<u32>, &[u8])| {
        4 * fields.len() + bytes.len().next_multiple_of(layout::ALIGN)
    };
    let length =
        layout::HEADER + texts.len() + 4 * blocks.len() + body.iter().map(of_token).sum::<usize>();
    let mut out = AsmSection::new(sections::TOKENS, group);
    out.words(&[layout::MAGIC, length as u32]);
    match counters {
        Some(array) => out.address(&array.symbol(), module.pointer_bytes()),
        None => out.words(&[0, 0]),
    }
    out.words(&[
        pinned.len() as u32,
        body.len() as u32,
        strings.count() as u32,
    ]);
    out.bytes(&texts);
    out.words(&blocks);
    for (fields, bytes) in &body {
        out.words(fields);
        out.bytes(bytes);
        out.pad_to(layout::ALIGN);
    }
    debug_assert_eq!(out.len(), length);
    out.finish(module);
}
