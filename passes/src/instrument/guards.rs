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
//! bounds of their target (Integrity, thesis 2.2.1); of the others clang's own condition stays. The program goes on with
//! what it would have had without.
//!
//! What guards ask (`sites`), and what could go wrong whether there is a guard or not (`exploit`), is told as compares
//! are: number-less intermediate calls of [`sites`](crate::analyze::sites), which has to run behind this pass.

use crate::{
    instrument::edges::{self, Skip, is_counted},
    ir::{Function, Module, Value},
    params::{Params, unknown, word},
    plugin::working_on,
    registry::{ModulePass, OptionInfo},
    transform::tally::Tally,
};

mod check;
mod emit;
mod exploit;
mod tell;

pub const NAME: &str = "guards";

pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "sites",
        values: "on, off",
        summary: "what guards ask is told as compares are (off; on with compare feedback)",
    },
    OptionInfo {
        name: "exploit",
        values: "on, off",
        summary: "told, too: wrong divisors, indices and sizes of allocations, guarded or not (off)",
    },
];

#[derive(Default)]
pub struct Guards {
    sites: bool,
    exploit: bool,
}

impl Guards {
    pub fn new(params: &Params) -> Result<Self, String> {
        const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];
        let mut guards = Guards::default();
        for (key, value) in params.iter() {
            match key {
                "sites" => guards.sites = word(key, value, SWITCH)?,
                "exploit" => guards.exploit = word(key, value, SWITCH)?,
                _ => {
                    let names: Vec<_> = OPTIONS.iter().map(|o| o.name).collect();
                    return Err(unknown(key, names.join(", ")));
                }
            }
        }
        Ok(guards)
    }
}

impl ModulePass for Guards {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let mut tally = Tally::new(NAME);
        let mut any = false;
        for function in module.definitions() {
            working_on(Some(&function.c_name()));
            let left = reason(function);
            let has_funclets = function.has_funclets();
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
                        emit::guard(module, &check, self.sites && !has_funclets);
                        tally.did();
                    }
                    Some(reason) => {
                        emit::disarm(module, &check);
                        tally.left(reason);
                    }
                }
            }
            if self.exploit && left.is_none() && !has_funclets {
                any |= exploit::plant(module, function)? > 0;
            }
        }
        tally.record(module);
        if any && (self.sites || self.exploit) {
            edges::forget_memory_effects(module);
        }
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
