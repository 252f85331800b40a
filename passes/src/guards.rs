//! `guards`: where an operation of integers can go wrong, a branch asks whether it does, and a block of its own says so.
//!
//! ```text
//! %r = call {i32, i1} @llvm.sadd.with.overflow(%a, %b)     %r = call {i32, i1} @llvm.sadd.with.overflow(%a, %b)
//! br (extractvalue %r, 1), label %handle, label %ok        br (freeze (extractvalue %r, 1)), label %guard, label %ok
//! handle:                                               →  guard:
//!   call void @__ubsan_handle_add_overflow(…)                call void @__fz_guard_hit(@guard, %a, %b, counter)
//! ```
//!
//! Which operations these are, of which type, and what is asked is clang's to say: the profile has it check them
//! (`-fsanitize=…-overflow` and others, without a runtime), and this pass, in front of all that optimises, makes guards of
//! the checks. The program goes on with what it would have had without. Integrity (thesis 2.2.1) computes anew in twice
//! the width and compares with the bounds: that is one question too many on the hot path, and time that LLVM spends on
//! it grows with the cube of a function's guards (2,000 sums: minutes, here seconds). How far an operation is from going
//! wrong is told beside the guard, where somebody listens.
//!
//! What clang does not check has guards of ours: sizes ([`sizes`]), and all of input that is no source ([`infer`]).
//!
//! What guards ask (`sites`), and what could go wrong whether there is a guard or not (`exploit`), is told as compares
//! are: number-less intermediate calls of [`sites`](crate::marks::site), which has to run behind this pass.

use fz_schema::{
    Options,
    passes::guards::{self as schema, Checks},
};

use crate::libc::sizes as libc_sizes;
use crate::{
    analyses::{effects, skip::Skip},
    ir::{Call, Function},
    libc::sizes::Size,
    marks::counted::is_counted,
    pass::{Context, ModulePass},
};

mod check;
mod emit;
mod exploit;
mod infer;
mod range;
pub mod sizes;
mod tell;
mod uncovered;

pub const NAME: &str = schema::PASS.name;

pub struct Guards {
    checks: Checks,
    sites: bool,
    exploit: bool,
}

impl Guards {
    pub fn new(options: &Options) -> Self {
        Guards {
            checks: options.get(&schema::CHECKS),
            sites: options.get(&schema::SITES),
            exploit: options.get(&schema::EXPLOIT),
        }
    }
}

impl ModulePass for Guards {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let mut any = false;
        cx.try_each(module.definitions(), |cx, function| {
            let left = reason(function);
            // Where `sites` plants none.
            let is_silent = function.has_funclets() || function.has_attribute("presplitcoroutine");
            let is_told = self.sites && !is_silent;
            let mut handlers = handlers(function);
            if self.checks == Checks::Theirs {
                cx.skip_all("sanitizer", handlers.drain(..).count());
            }
            let inferred = match (self.checks, left) {
                (Checks::Inferred, None) => infer::of(function),
                _ => Vec::new(),
            };
            let sizes = match left {
                None => sizes(function, &handlers, cx),
                Some(_) => Vec::new(),
            };
            any |= !handlers.is_empty() || !sizes.is_empty() || !inferred.is_empty();
            if !sizes.is_empty() || !inferred.is_empty() {
                function.gather_allocas();
            }
            for call in handlers {
                // One by one: a guard makes values anew that the next check is of.
                match (check::read(module, call), left) {
                    (Ok(check), None) => cx.note(emit::guard(module, &check, is_told)),
                    (Ok(check), Some(reason)) => {
                        emit::disarm(module, &check);
                        cx.skip(reason);
                    }
                    (Err(reason), _) => {
                        // Nobody has the handler.
                        call.erase();
                        cx.skip(reason);
                    }
                }
            }
            for size in sizes {
                sizes::insert(&size, module, is_told);
                cx.did();
            }
            for inferred in inferred {
                cx.note(inferred.guard(module, is_told));
            }
            uncovered::reasons(function).for_each(|reason| cx.skip(reason));
            if self.exploit && left.is_none() && !is_silent {
                any |= exploit::plant(module, function)? > 0;
            }
            Ok(())
        })?;
        cx.looked_through();
        if any && (self.sites || self.exploit) {
            effects::forget_memory_effects(module);
        }
        Ok(any)
    }
}

/// The sizes of a function that need guards.
fn sizes(function: Function, handlers: &[Call], cx: &mut Context) -> Vec<Size> {
    let converted: Vec<_> = handlers
        .iter()
        .filter_map(|c| check::converted(*c))
        .collect();
    let mut found = libc_sizes::of(function);
    found.retain(|size| match sizes::needless(size, &converted) {
        None => true,
        Some(reason) => {
            cx.skip(reason);
            false
        }
    });
    found
}

/// Why a function has no guards.
fn reason(function: Function) -> Option<&'static str> {
    // A coroutine has its counters once it is split.
    let is_skipped = |skip| skip != Skip::UnsplitCoroutine;
    if is_counted(function) || Skip::of(function).is_some_and(is_skipped) {
        Some("uncounted")
    } else if function.has_attribute("sanitize_memory") {
        // It would report what a guard asks.
        Some("sanitize-memory")
    } else {
        None
    }
}

/// Calls of what clang would have report a failed check.
fn handlers(function: Function) -> Vec<Call> {
    let is_handler = |call: &Call| check::is_handler(&call.called_name());
    function.calls().filter(is_handler).collect()
}
