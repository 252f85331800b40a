//! Facts that one pass leaves for a later one, as named metadata: they survive `-save-temps`, where the passes run in
//! different processes, and `opt` shows them.

use std::collections::BTreeMap;

use llvm_sys::{core::*, prelude::LLVMValueRef};

use super::{Module, c};

const FACTS: &str = "fz.facts";

/// Keys. Those that end in `:` are followed by a name.
pub const RECORDED: &str = "recorded";
pub const FUNCTIONS: &str = "functions";
pub const COUNTERS: &str = "counters";
/// Before pruning, each function once.
pub const EDGES: &str = "edges";
pub const SELECTION: &str = "selection:";
/// What a transformation did; a pass follows.
pub const DONE: &str = "done:";
/// What a transformation left alone; pass and reason follow, with a `:` between them.
pub const LEFT: &str = "left:";

/// Adds `amount` to the count `key`.
pub fn count(module: Module, key: &str, amount: u64) {
    let pair = [key.to_owned(), amount.to_string()];
    // SAFETY: strings and nodes of the module's context.
    unsafe {
        let mut strings: Vec<_> = pair
            .iter()
            .map(|s| LLVMMDStringInContext2(module.context(), s.as_ptr().cast(), s.len()))
            .collect();
        let node = LLVMMDNodeInContext2(module.context(), strings.as_mut_ptr(), strings.len());
        let value = LLVMMetadataAsValue(module.context(), node);
        LLVMAddNamedMetadataOperand(module.raw(), c(FACTS).as_ptr(), value);
    }
}

/// All counts by key.
pub fn counts(module: Module) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for node in operands(module) {
        // SAFETY: a node's operands, of which LLVM tells the number; null strings are not ours.
        let strings: Vec<String> = unsafe {
            let mut fields = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(node) as usize];
            LLVMGetMDNodeOperands(node, fields.as_mut_ptr());
            fields
                .into_iter()
                .filter(|f| !f.is_null())
                .filter_map(|f| {
                    let mut len = 0;
                    let text = LLVMGetMDString(f, &mut len);
                    (!text.is_null()).then(|| {
                        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), len as usize);
                        String::from_utf8_lossy(bytes).into_owned()
                    })
                })
                .collect()
        };
        if let [key, amount] = &strings[..]
            && let Ok(amount) = amount.parse::<u64>()
        {
            *counts.entry(key.clone()).or_default() += amount;
        }
    }
    counts
}

fn operands(module: Module) -> Vec<LLVMValueRef> {
    let name = c(FACTS);
    // SAFETY: LLVM fills as many entries as it counted.
    unsafe {
        let count = LLVMGetNamedMetadataNumOperands(module.raw(), name.as_ptr()) as usize;
        let mut nodes = vec![std::ptr::null_mut(); count];
        LLVMGetNamedMetadataOperands(module.raw(), name.as_ptr(), nodes.as_mut_ptr());
        nodes
    }
}
