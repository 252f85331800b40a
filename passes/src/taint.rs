//! `taint`: computes which bytes of the input each value depends on, and reports compares whose operands depend on any.
//!
//! ```text
//!                                        %l = load <4 x i32>, ptr (shadow of %p)
//! %x = load i32, ptr %p                  %x = load i32, ptr %p
//! call @fz.site(…, i32 %x, i32 7)   →    call @__fz_taint.event(ptr @site, i32 (union of %l), i32 0, i64 %x, i64 7)
//! %c = icmp eq i32 %x, 7                 %c = icmp eq i32 %x, 7
//! store i32 %x, ptr %q                   store <4 x i32> %l, ptr (shadow of %q)
//! ```
//!
//! Each byte of memory has a label of 32 bits in shadow memory ([`fz_abi::taint`] says where, and what labels are).
//! Integers keep one label for each of their bytes as long as the bytes are only moved: by loads and stores, extensions
//! and truncations, shifts by constants, `and` and `or`, vectors and structures. An operation that mixes bytes yields
//! one label for the whole value. Arguments and results pass their labels in thread-local slots. Symbols keep their
//! names, so that code without labels links; its results get the labels of its arguments. The pass runs last: nothing
//! optimises the label code but the inlining of [`helpers`] (`always-inline`).

use std::{cell::RefCell, collections::HashMap};

use crate::{
    analyses::skip::Skip,
    ir::{Function, Global, Module},
    marks::{labelled, site},
    pass::{Context, ModulePass},
};
use fz_schema::passes::taint::{self as schema, Stage};

mod calls;
mod demand;
mod events;
mod helpers;
mod memory;
mod order;
mod shadow;
mod slots;
mod spread;
mod templates;
mod values;
mod variadic;
mod walk;

/// The name of the pass.
pub const NAME: &str = schema::PASS.name;

/// The pass, with its options.
pub struct Taint {
    addresses: bool,
    unlabelled: bool,
    early: bool,
}

impl Taint {
    /// The pass with these options.
    pub fn new(told: schema::Told) -> Self {
        Taint {
            addresses: told.addresses_read,
            unlabelled: told.unlabelled,
            early: told.stage == Stage::Early,
        }
    }
}

/// What all functions of a module share.
pub struct Options {
    module: Module,
    addresses: bool,
    unlabelled: bool,
    names: RefCell<HashMap<String, Global>>,
}

impl Options {
    /// A private C string in the module, one for each text.
    fn name(&self, text: &str) -> Global {
        let mut names = self.names.borrow_mut();
        let new = || self.module.add_private_string(text, "__fz_taint_name");
        *names.entry(text.to_owned()).or_insert_with(new)
    }
}

/// Whether a function gets no labels: no code may be added to it, or it runs before the runtime can.
fn is_left_alone(module: Module, function: Function) -> bool {
    let left = [
        Skip::AvailableExternally,
        Skip::Naked,
        Skip::DisableSanitizerInstrumentation,
        Skip::UnsplitCoroutine,
        Skip::Machinery,
    ];
    Skip::of(function).is_some_and(|why| left.contains(&why))
        || module.resolvers().contains(&function)
}

impl ModulePass for Taint {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        if self.early {
            return Ok(templates::keep(module));
        }
        let triple = module.triple();
        if !triple.is_empty() && !triple.starts_with("x86_64") {
            return Err(format!(
                "labels are for x86_64 alone, and this is compiled for {triple}; use another profile"
            ));
        }
        let options = Options {
            module,
            addresses: self.addresses,
            unlabelled: self.unlabelled,
            names: RefCell::default(),
        };
        let helpers = helpers::Helpers::new(module);
        let is_open = |f: &Function| !is_left_alone(module, *f) && !labelled::is_labelled(*f);
        let functions: Vec<_> = module.definitions().filter(is_open).collect();
        cx.each(functions.iter().copied(), |cx, function| {
            labelled::mark(module, function);
            walk::Walk::new(module, function, &helpers, &options, cx).run();
        });
        for function in module.definitions() {
            for site in site::of_function(function) {
                site.call.erase();
            }
        }
        site::erase_declaration(module);
        forget_promises(module);
        helpers.define()?;
        Ok(!functions.is_empty())
    }
}

/// Removes attributes that no longer hold. What LLVM knows about a function from its name or its attributes does not
/// cover the label slots that it reads and writes; even a library function may be the runtime's wrapper.
fn forget_promises(module: Module) {
    let is_helper = |f: &Function| f.is_intrinsic() || f.name().starts_with(helpers::PREFIX);
    for function in module.functions().filter(|f| !is_helper(f)) {
        for attribute in ["memory", "speculatable"] {
            function.remove_attribute(attribute);
        }
        if !function.is_definition() {
            continue;
        }
        for call in function.calls() {
            if !call.called().is_some_and(|f| is_helper(&f)) && !call.calls_asm() {
                call.remove_attribute("memory");
                // Code that a compiler puts in place of the call has no labels.
                call.set_nobuiltin(module);
            }
        }
    }
}
