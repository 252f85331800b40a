//! What the AFL runtime offers to fuzzers: the best words of a unit in a small section that is loaded, and a constructor
//! that tells the runtime where it is (layout: [`fz_abi::words::loaded`]).

use std::collections::HashSet;

use fz_abi::{priority, words::loaded as layout};

use crate::{
    ir::{Builder, Global, IntPredicate, Linkage, Module},
    marks::words::Word,
};

/// Hidden, one per image.
const CONSTRUCTOR: &str = "__fz_register_words";
const ARRAY: &str = "__fz_words.unit";

pub fn add<'a>(module: Module, words: impl Iterator<Item = &'a Word>) {
    let bytes = best(words);
    if bytes.is_empty() {
        return;
    }
    let byte = module.int(8);
    let values: Vec<_> = bytes.iter().map(|b| byte.constant((*b).into())).collect();
    let array = module.add_array(byte, values.len(), Some(&values), ARRAY);
    array.set_linkage(Linkage::Private);
    array.set_section(layout::SECTION, 1);
    // Nothing refers to it but the section's bounds, for which not all linkers keep it.
    module.keep_for_linker(array);
    add_constructor(module);
}

/// The entries, the best first; of equals the shorter one, then by their bytes.
fn best<'a>(words: impl Iterator<Item = &'a Word>) -> Vec<u8> {
    let fits = |word: &&Word| {
        (layout::SHORTEST..=layout::LONGEST).contains(&word.bytes.len())
            && word.score >= layout::LEAST
    };
    let mut words: Vec<_> = words.filter(fits).collect();
    words.sort_by(|a, b| {
        let key = |w: &'a Word| (u32::MAX - w.score, w.bytes.len(), w.bytes.as_slice());
        key(a).cmp(&key(b))
    });
    let mut seen = HashSet::new();
    let mut out = Vec::new();
    for word in words
        .into_iter()
        .filter(|w| seen.insert(w.bytes.as_slice()))
    {
        if out.len() + 2 + word.bytes.len() > layout::ROOM {
            break;
        }
        out.extend([word.score as u8, word.bytes.len() as u8]);
        out.extend(&word.bytes);
    }
    out
}

/// ```text
/// if (__fz_words_init) __fz_words_init(__start___fz_words, __stop___fz_words);
/// ```
fn add_constructor(module: Module) {
    if module.function(CONSTRUCTOR).is_some() {
        return;
    }
    let function = module.add_image_function(CONSTRUCTOR, module.void().function_of(&[]));
    function.add_attribute(module, "nounwind");
    function.add_attribute(module, "disable_sanitizer_instrumentation");
    let [entry, told, end] = ["entry", "told", "end"].map(|name| function.append_block(name));
    let builder = Builder::new(module);
    let ty = module.void().function_of(&[module.ptr(); 2]);
    let callback = module.weak_function(layout::INIT, ty);
    builder.go_to_end(entry);
    let present = builder.icmp(IntPredicate::Ne, callback, module.null_ptr());
    builder.cond_br(present, told, end);
    builder.go_to_end(told);
    let bounds = [layout::START, layout::STOP].map(|symbol| module.section_bound(symbol));
    builder.call(ty, callback, &bounds.map(Global::value));
    builder.br(end);
    builder.go_to_end(end);
    builder.ret_void();
    module.add_constructor(function, priority::REGISTER);
}
