//! Who calls whom in a module, directly.

use std::collections::{HashMap, HashSet};

use crate::ir::{Function, Module, Value};

/// A call that is neither inline assembly nor one of LLVM's own functions.
#[derive(Clone, Copy)]
pub struct Call {
    pub instruction: Value,
    pub caller: Function,
    /// `None`: through a pointer.
    pub callee: Option<Function>,
}

pub struct Calls {
    /// By function, block and instruction.
    pub all: Vec<Call>,
    by_callee: HashMap<Function, Vec<usize>>,
    /// Functions that something else than a direct call refers to.
    taken: HashSet<Function>,
}

impl Calls {
    /// For passes that want none.
    pub fn none() -> Calls {
        Calls {
            all: Vec::new(),
            by_callee: HashMap::new(),
            taken: HashSet::new(),
        }
    }

    pub fn of(module: Module) -> Calls {
        let mut all = Vec::new();
        let mut by_callee: HashMap<Function, Vec<usize>> = HashMap::new();
        for caller in module.definitions() {
            let blocks = caller.blocks();
            for instruction in blocks.iter().flat_map(|b| b.instructions()) {
                if !instruction.is_call() || instruction.calls_asm() {
                    continue;
                }
                let callee = instruction.called().map(|c| Function::from_raw(c.raw()));
                if callee.is_some_and(Function::is_intrinsic) {
                    continue;
                }
                if let Some(callee) = callee {
                    by_callee.entry(callee).or_default().push(all.len());
                }
                all.push(Call {
                    instruction,
                    caller,
                    callee,
                });
            }
        }
        let is_taken = |f: &Function| {
            let calls = by_callee.get(f).map_or(0, Vec::len);
            f.uses_but_block_addresses() > calls
        };
        Calls {
            taken: module.definitions().filter(is_taken).collect(),
            all,
            by_callee,
        }
    }

    /// The direct calls of a function, as indices of [`Calls::all`].
    pub fn to(&self, callee: Function) -> &[usize] {
        self.by_callee.get(&callee).map_or(&[], Vec::as_slice)
    }

    /// Whether it may be called by something that is not in the list.
    pub fn is_open(&self, function: Function) -> bool {
        !function.is_local() || self.taken.contains(&function)
    }

    /// Whether its address is used in this module.
    pub fn is_taken(&self, function: Function) -> bool {
        self.taken.contains(&function)
    }
}
