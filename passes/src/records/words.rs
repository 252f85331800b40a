//! The record of the words of one function (layout: [`fz_abi::words`]).

use std::collections::BTreeMap;

use fz_abi::{sections, words as layout};

use crate::marks::words::{self, Noted};
use crate::{
    ir::{Function, Global, Module},
    records::{
        asm_section::{AsmSection, Group},
        strings::Strings,
    },
};

/// By their pins.
pub type Words = BTreeMap<u32, Vec<Noted>>;

/// The words of a module by their pins.
pub fn by_pin(module: Module) -> Words {
    let mut words = Words::new();
    for noted in words::all(module) {
        words.entry(noted.pin).or_default().push(noted);
    }
    words
}

/// A pin in a function's code, and the counters in its row that tell that it ran; none where nobody knows.
pub struct Pinned {
    pub pin: u32,
    pub counters: Vec<u32>,
}

/// Writes the record of a function that has pins, or of none at all. `counters`: the array, if it has one.
pub fn write(
    module: Module,
    function: Option<Function>,
    counters: Option<Global>,
    pinned: &[Pinned],
    words: &Words,
    group: Option<&Group>,
) {
    let name = function.map_or(String::new(), |f| f.name());
    let mut strings = Strings::new(&name);
    let mut body: Vec<(Vec<u32>, &[u8])> = Vec::new();
    // Most have no words.
    let pinned = pinned.iter().filter(|p| words.contains_key(&p.pin));
    let pinned: Vec<_> = pinned.collect();
    for (block, Pinned { pin, .. }) in pinned.iter().enumerate() {
        for noted in words.get(pin).into_iter().flatten() {
            let word = &noted.word;
            let mut fields = vec![word.kind as u32, word.score, word.flags, block as u32];
            fields.extend(strings.place(&noted.place));
            fields.push(strings.number(&word.source));
            fields.push(word.bytes.len() as u32);
            body.push((fields, &word.bytes));
        }
    }
    if body.is_empty() {
        return;
    }
    let mut blocks = Vec::new();
    for Pinned { counters: told, .. } in &pinned {
        // Places in an array that has no name here say nothing.
        let told = if counters.is_some() { &told[..] } else { &[] };
        blocks.push(told.len() as u32);
        blocks.extend(told);
    }
    let texts = strings.bytes(layout::ALIGN);
    let of_word = |(fields, bytes): &(Vec<u32>, &[u8])| {
        4 * fields.len() + bytes.len().next_multiple_of(layout::ALIGN)
    };
    let length =
        layout::HEADER + texts.len() + 4 * blocks.len() + body.iter().map(of_word).sum::<usize>();
    let mut out = AsmSection::new(sections::WORDS, group);
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
