//! `guards`: a branch checks whether an integer operation goes wrong, and the block that it leads to reports the
//! failure.
//!
//! ```text
//! %r = call {i32, i1} @llvm.sadd.with.overflow(%a, %b)     %r = call {i32, i1} @llvm.sadd.with.overflow(%a, %b)
//! br (extractvalue %r, 1), label %handle, label %ok        br (freeze (extractvalue %r, 1)), label %guard, label %ok
//! handle:                                               →  guard:
//!   call void @__ubsan_handle_add_overflow(…)                call void @__fz_guard_hit(@guard, %a, %b, counter)
//! ```
//!
//! Clang decides which operations are checked, in which type and how: the profile asks for its checks
//! (`-fsanitize=…-overflow` and others, without a runtime), and this pass turns them into guards before any
//! optimisation. After a failed guard the program continues as it would have without it. Integrity (thesis 2.2.1)
//! recomputes each operation in twice the width and compares the result with the bounds. That puts one comparison too
//! many on the hot path, and LLVM's time for it grows with the cube of the number of guards in a function (2,000
//! sums: minutes instead of seconds). How far an operation is from going wrong is reported next to the guard, while
//! an engine listens.
//!
//! Where clang has no check, the pass makes guards of its own: for sizes ([`mod@sizes`]), and for all of an
//! input that is IR and not source ([`infer`]).
//!
//! What guards check (`sites`), and what can go wrong without a guard (`exploit`), is reported as compares are: as
//! intermediate calls without numbers of [`sites`](crate::marks::site), a pass that has to run after this one.

use fz_schema::passes::guards::{self as schema, Checks};

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
mod sites;
pub mod sizes;
mod uncovered;

/// The pass's name.
pub const NAME: &str = schema::PASS.name;

/// The pass and its options.
pub struct Guards {
    checks: Checks,
    sites: bool,
    exploit: bool,
}

impl Guards {
    /// The pass with checked options.
    pub fn new(told: schema::Told) -> Self {
        Guards {
            checks: told.checks,
            sites: told.sites,
            exploit: told.exploit,
        }
    }
}

impl ModulePass for Guards {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let mut any = false;
        cx.try_each(module.definitions(), |cx, function| {
            let left = reason(function);
            // `sites` plants no calls in these.
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
                // One at a time: a guard replaces values that the next check may use.
                match (check::read(module, call), left) {
                    (Ok(check), None) => cx.note(emit::guard(module, &check, is_told)),
                    (Ok(check), Some(reason)) => {
                        emit::disarm(module, &check);
                        cx.skip(reason);
                    }
                    (Err(reason), _) => {
                        // No runtime defines the handler.
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
    // A coroutine gets its counters once it is split.
    let is_skipped = |skip| skip != Skip::UnsplitCoroutine;
    if is_counted(function) || Skip::of(function).is_some_and(is_skipped) {
        Some("uncounted")
    } else if function.has_attribute("sanitize_memory") {
        // MemorySanitizer would report the guard's branch.
        Some("sanitize-memory")
    } else {
        None
    }
}

/// The calls of clang's handlers of failed checks.
fn handlers(function: Function) -> Vec<Call> {
    let is_handler = |call: &Call| check::is_handler(&call.called_name());
    function.calls().filter(is_handler).collect()
}
