//! The record of a function's tokens.

use std::collections::BTreeMap;

use fz_records::{Address, Form, FunctionTokens, Token};

use crate::marks::tokens::{self, Noted};
use crate::{
    ir::{Function, Global, Module},
    records::{self, asm_section::Group},
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
    // Most pins have no tokens.
    let pinned = pinned.iter().filter(|p| tokens.contains_key(&p.pin));
    let mut record = FunctionTokens {
        name: function.map_or(String::new(), |f| f.name()),
        start: counters.map_or(Address::None, records::address),
        ..FunctionTokens::default()
    };
    for (block, told) in pinned.enumerate() {
        let found = tokens[&told.pin].iter();
        record.tokens.extend(found.map(|noted| Token {
            kind: noted.token.kind,
            score: noted.token.score,
            form: Form::of(noted.token.flags),
            block,
            place: noted.place.clone().unwrap_or_default(),
            of: Some(noted.token.source.clone()).filter(|of| !of.is_empty()),
            bytes: noted.token.bytes.clone(),
        }));
        // Without the array's name, indices of counters mean nothing.
        record.blocks.push(match counters {
            Some(_) => told.counters.clone(),
            None => Vec::new(),
        });
    }
    if !record.tokens.is_empty() {
        records::write(module, &record, group);
    }
}
