//! The direct calls of a module.

use std::collections::{HashMap, HashSet};

use crate::{
    ir::{Call, Function, Module},
    marks::site::is_site,
};

/// A call, unless it is inline assembly or of an intrinsic.
#[derive(Clone, Copy)]
pub struct CallEdge {
    pub call: Call,
    pub caller: Function,
    /// `None` for a call through a pointer.
    pub callee: Option<Function>,
}

/// The calls of a module.
pub struct Calls {
    /// In the order of functions, blocks and instructions.
    pub all: Vec<CallEdge>,
    by_callee: HashMap<Function, Vec<usize>>,
    /// Functions that are referred to, or may be, by anything but a direct call.
    taken: HashSet<Function>,
}

impl Calls {
    /// No calls, for passes that need none.
    pub fn none() -> Calls {
        Calls {
            all: Vec::new(),
            by_callee: HashMap::new(),
            taken: HashSet::new(),
        }
    }

    /// Collects the calls of a module.
    pub fn of(module: Module) -> Calls {
        let mut all = Vec::new();
        let mut by_callee: HashMap<Function, Vec<usize>> = HashMap::new();
        let mut called = CalledByName::in_text(&module.asm());
        for caller in module.definitions() {
            for call in caller.calls() {
                if let Some(text) = call.called_asm() {
                    called.add(&text);
                    continue;
                }
                let callee = call.called();
                if callee.is_some_and(|f| f.is_intrinsic() || is_site(f)) {
                    continue;
                }
                if let Some(callee) = callee {
                    by_callee.entry(callee).or_default().push(all.len());
                }
                all.push(CallEdge {
                    call,
                    caller,
                    callee,
                });
            }
        }
        let definitions: Vec<_> = module.definitions().collect();
        let is_taken = |f: &&Function| {
            let calls = by_callee.get(f).map_or(0, Vec::len);
            f.uses_but_block_addresses() > calls || called.may_be(&f.name())
        };
        let mut taken: HashSet<_> = definitions.iter().filter(is_taken).copied().collect();
        taken.extend(module.named_like_library_functions(&definitions));
        Calls {
            taken,
            all,
            by_callee,
        }
    }

    /// The direct calls to a function, as indices of [`Calls::all`].
    pub fn to(&self, callee: Function) -> &[usize] {
        self.by_callee.get(&callee).map_or(&[], Vec::as_slice)
    }

    /// Whether a function may have callers that are not in the list.
    pub fn is_open(&self, function: Function) -> bool {
        !function.is_local() || self.taken.contains(&function)
    }

    /// Whether the module uses a function's address.
    pub fn is_taken(&self, function: Function) -> bool {
        self.taken.contains(&function)
    }
}

/// Functions that are called by name though nothing in the module shows it. Code generation calls functions of the C
/// library (`memset` for a large initializer) and of the compiler's runtime (`__udivti3`), even if the module defines
/// them itself.
struct CalledByName(HashSet<String>);

impl CalledByName {
    /// All words of a piece of assembly that could be names.
    fn in_text(text: &str) -> CalledByName {
        let mut names = CalledByName(HashSet::new());
        names.add(text);
        names
    }

    fn add(&mut self, text: &str) {
        let is_end = |c: char| !(c.is_alphanumeric() || "_.$".contains(c));
        let words = text.split(is_end).map(|word| word.trim_start_matches('$'));
        self.0.extend(words.map(str::to_owned));
    }

    fn may_be(&self, name: &str) -> bool {
        name.starts_with('_') && !name.starts_with("_Z") || self.0.contains(name)
    }
}
