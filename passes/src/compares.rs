//! `compares`: reports the operands at each site to an engine's callbacks, while the engine listens.
//!
//! ```text
//! call void @fz.site(…, i32 %x, i32 7)      %on = load i8, ptr @__fz_compares_on
//! %c = icmp eq i32 %x, 7                    br (%on != 0), label %cold, label %next, !prof …
//!                                    →    next:
//!                                           %c = icmp eq i32 %x, 7
//!                                           …
//!                                         cold:
//!                                           call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 7, i32 %x)
//!                                           br label %next
//! ```
//!
//! The gate is a byte of the image: while no engine listens, a site costs a compare and a branch. Each call of a
//! callback has a return address of its own, since engines identify sites by it ([`stub`](crate::marks::stub)).
//! Values that could be undef or poison are frozen before code computes with them.
//!
//! With `gates`, a site has a gate of its own as well, and is told of until it is solved ([`solved`]). A runtime shuts it
//! ([`climb`]); where none does, all is told.
//!
//! Each form is a [`Lowering`]: [`trace`] calls SanitizerCoverage's callbacks, [`cmplog`] AFL++'s, [`angora`]
//! Angora's. The pass runs after `edges`, so that its branches are not counted, and erases all intermediate calls
//! (with `form=off` it does nothing else).

use fz_schema::passes::compares::{self as schema, Form, Gate};

use crate::{
    analyses::effects,
    climb::{self, Steps},
    ir::Module,
    marks::site::{self, Site},
    pass::{Context, ModulePass},
};

mod angora;
mod bounds;
mod cmplog;
mod cold;
mod constructor;
mod solved;
mod trace;

/// The pass's name.
pub const NAME: &str = schema::PASS.name;

/// How sites become code. Their ids and operands are the same for every lowering.
pub trait Lowering {
    /// Puts code in front of the site's intermediate call, which is erased afterwards. Returns `false` if this form
    /// does not report such a site.
    fn lower(&self, place: &Place) -> bool;

    /// Adds what the image needs besides, if any of its sites became code.
    fn finish(&self, module: Module);
}

/// A site that is lowered, and where.
pub struct Place<'a> {
    pub module: Module,
    pub site: &'a Site,
    /// Whether the gate is laid out as open or closed.
    pub gate: Gate,
    /// Whether sites that can be solved have gates of their own.
    pub gates: bool,
}

/// The branch weights of the code after the gate, and of the way past it. With an open gate the code stands on the
/// hot path: a listening engine gets millions of reports a second, and a jump there and back costs as much as the
/// calls, while a jump over a few instructions costs little. With a closed gate it stands out of line, at the
/// function's end.
fn weights(gate: Gate) -> [u32; 2] {
    match gate {
        Gate::Open => [9, 1],
        Gate::Closed => [1, (1 << 20) - 1],
    }
}

fn lowering(form: Form) -> &'static dyn Lowering {
    match form {
        Form::Trace => &trace::Trace,
        Form::Cmplog => &cmplog::Cmplog,
        Form::Angora => &angora::Angora,
        Form::Off => &Off,
    }
}

/// The pass and its options.
pub struct Compares {
    lowering: &'static dyn Lowering,
    gate: Gate,
    gates: bool,
}

impl Compares {
    /// The pass with checked options.
    pub fn new(told: schema::Told) -> Self {
        Compares {
            lowering: lowering(told.form),
            gate: told.gate,
            gates: told.gates,
        }
    }
}

impl ModulePass for Compares {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        Ok(lower(cx, self.lowering, self.gate, self.gates))
    }
}

/// Lowers all sites of a module, and returns whether there were any.
pub(crate) fn lower(cx: &mut Context, lowering: &dyn Lowering, gate: Gate, gates: bool) -> bool {
    let module = cx.module();
    let gates = gates && Steps::are_possible(module);
    let (mut any, mut has_gates) = (false, false);
    cx.each(module.definitions(), |cx, function| {
        let sites = site::of_function(function);
        if sites.is_empty() {
            return;
        }
        any = true;
        function.gather_allocas();
        // From the end, so that splitting a block moves no site that is still to come.
        for site in sites.iter().rev() {
            let place = Place {
                module,
                site,
                gate,
                gates,
            };
            match lowering.lower(&place) {
                true => {
                    has_gates |= gates && solved::can_be(site);
                    cx.did();
                }
                false => cx.skip("untold"),
            }
            site.call.erase();
        }
    });
    site::erase_declaration(module);
    if cx.did_any() {
        lowering.finish(module);
        if has_gates {
            climb::register(module);
        }
        effects::forget_memory_effects(module);
    }
    any
}

/// `form=off`: no site is reported.
struct Off;

impl Lowering for Off {
    fn lower(&self, _: &Place) -> bool {
        false
    }

    fn finish(&self, _: Module) {}
}
