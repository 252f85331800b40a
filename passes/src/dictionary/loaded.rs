//! The tokens that the AFL runtime offers to fuzzers: the best tokens of a unit in a small loaded section, and a
//! constructor that tells the runtime where the section is (layout: [`fz_abi::tokens::loaded`]).

use std::collections::HashSet;

use fz_abi::{functions::images::TOKENS_INIT, sections, tokens::loaded as layout};

use crate::{
    ir::{Linkage, Module},
    marks::tokens::Token,
    runtime,
};

/// The constructor's name. Hidden, one per image.
const CONSTRUCTOR: &str = "__fz_register_words";
const ARRAY: &str = "__fz_words.unit";

/// Adds the section with the best tokens, and the constructor.
pub fn add<'a>(module: Module, tokens: impl Iterator<Item = &'a Token>) {
    let bytes = best(tokens);
    if bytes.is_empty() {
        return;
    }
    let byte = module.int(8);
    let values: Vec<_> = bytes.iter().map(|b| byte.constant((*b).into())).collect();
    let array = module.add_array(byte, values.len(), Some(&values), ARRAY);
    array.set_linkage(Linkage::Private);
    array.set_section(layout::SECTION, 1);
    // Only the bounds of the section refer to it, and not all linkers keep it for those.
    module.keep_for_linker(array);
    add_constructor(module);
}

/// The entries, the best score first; among equal scores the shorter token, then by their bytes.
fn best<'a>(tokens: impl Iterator<Item = &'a Token>) -> Vec<u8> {
    let fits = |token: &&Token| {
        (layout::SHORTEST..=layout::LONGEST).contains(&token.bytes.len())
            && token.score >= layout::LEAST
    };
    let mut tokens: Vec<_> = tokens.filter(fits).collect();
    tokens.sort_by(|a, b| {
        let key = |w: &'a Token| (u32::MAX - w.score, w.bytes.len(), w.bytes.as_slice());
        key(a).cmp(&key(b))
    });
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for token in tokens
        .into_iter()
        .filter(|w| seen.insert(w.bytes.as_slice()))
    {
        if out.len() + 2 + token.bytes.len() > layout::ROOM {
            break;
        }
        out.extend([token.score as u8, token.bytes.len() as u8]);
        out.extend(&token.bytes);
    }
    out
}

/// ```text
/// if (__fz_words_init) __fz_words_init(__start___fz_words, __stop___fz_words);
/// ```
fn add_constructor(module: Module) {
    let bounds = [sections::TOKENS_START, sections::TOKENS_STOP];
    let bounds = bounds.map(|symbol| module.section_bound(symbol).value());
    runtime::register(module, CONSTRUCTOR, &TOKENS_INIT, &bounds, None);
}
