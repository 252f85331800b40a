//! `guards`: where an operation of integers can go wrong, a branch asks whether it does, and a block of its own says so.
//!
//! ```text
//! %r = call {i32, i1} @llvm.sadd.with.overflow(%a, %b)     %w = add i64 (sext %a), (sext %b)
//! br (extractvalue %r, 1), label %guard, label %ok         br (%w > 2147483647), label %guard, label %low
//! guard:                                               → low:
//!   call void @__ubsan_handle_add_overflow(…)              br (%w < -2147483648), label %guard, label %ok
//!                                                        guard:
//!                                                          call void @__fz_guard_hit(@guard, …)
//! ```
//!
//! Which operations these are, and of which type, is clang's to say: the profile has it check them
//! (`-fsanitize=…-overflow` and others, without a runtime), and this pass, in front of all that optimises, puts its own
//! in the place of each check. Sums, differences and products are compared in twice their width, conversions with the
//! bounds of their target, so that whoever is told of compares sees how far they are from going wrong (Integrity,
//! thesis 2.2.1); of the others clang's own condition stays. The program goes on with what it would have had without.

use crate::{
    instrument::edges::{Skip, is_counted},
    ir::{Function, Module, Value},
    params::{Params, unknown},
    plugin::working_on,
    registry::ModulePass,
    transform::tally::Tally,
};

pub mod branch;
mod check;
mod emit;

pub const NAME: &str = "guards";

pub struct Guards;

impl Guards {
    pub fn new(params: &Params) -> Result<Self, String> {
        match params.iter().next() {
            Some((key, _)) => Err(unknown(key, "no options")),
            None => Ok(Guards),
        }
    }
}

impl ModulePass for Guards {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let mut tally = Tally::new(NAME);
        let mut any = false;
        for function in module.definitions() {
            working_on(Some(&function.c_name()));
            let left = reason(function);
            for call in handlers(function) {
                any = true;
                let check = match check::read(module, call) {
                    Ok(check) => check,
                    Err(reason) => {
                        tally.left(reason);
                        // Nobody has the handler.
                        call.erase();
                        continue;
                    }
                };
                match left {
                    None => {
                        emit::guard(module, &check);
                        tally.did();
                    }
                    Some(reason) => {
                        emit::disarm(module, &check);
                        tally.left(reason);
                    }
                }
            }
        }
        tally.record(module);
        Ok(any)
    }
}

/// Why a function has no guards.
fn reason(function: Function) -> Option<&'static str> {
    if is_counted(function) || Skip::of(function).is_some() {
        Some("uncounted")
    } else if function.has_attribute("sanitize_memory") {
        // It would report what a guard asks.
        Some("sanitize-memory")
    } else {
        None
    }
}

/// Calls of what clang would have report a failed check.
fn handlers(function: Function) -> Vec<Value> {
    let blocks = function.blocks().into_iter();
    let instructions = blocks.flat_map(|b| b.instructions());
    let is_handler = |i: &Value| check::is_handler(&i.called_name());
    instructions.filter(is_handler).collect()
}
