//! `compares`: what `sites` found is told to whoever listens, and to nobody else.
//!
//! ```text
//! call void @fz.site(…, i32 %x, i32 7)      %on = load i8, ptr @__fz_compares_on
//! %c = icmp eq i32 %x, 7                    br (%on != 0), label %tell, label %next, !prof …
//!                                    →    next:
//!                                           %c = icmp eq i32 %x, 7
//!                                           …
//!                                         tell:
//!                                           call void @__fz_tell.__sanitizer_cov_trace_const_cmp4(i32 7, i32 %x)
//!                                           br label %next
//! ```
//!
//! The gate is a byte of the image; an object that nobody listens to pays for a compare and a branch. Each call has a
//! return address of its own, since listeners tell sites by it ([`stub`](super::stub)). What could be undefined or poison is frozen.
//!
//! A [`Lowering`] per form: [`trace`] speaks SanitizerCoverage's language, [`cmplog`] AFL++'s, [`angora`] Angora's. Runs behind `edges`, so
//! that its branches are not counted, and takes all intermediate calls away (`form=off`: it does nothing else).

use fz_schema::{
    Options,
    passes::compares::{self as schema, Form, Gate},
};

use crate::{
    analyses::effects,
    ir::Module,
    marks::site::{self, Site},
    pass::{Context, ModulePass},
};

mod angora;
mod bounds;
mod cmplog;
mod cold;
mod constructor;
mod trace;

pub const NAME: &str = schema::PASS.name;

/// What becomes of sites. Ids and operands are the same for every lowering.
pub trait Lowering {
    /// Puts code in front of the site's intermediate call, which goes away behind it; not if nobody is to be told of
    /// such a site.
    fn lower(&self, place: &Place) -> bool;

    /// What the image needs besides, if any of its sites became code.
    fn finish(&self, module: Module);
}

/// A site on its way to become code.
pub struct Place<'a> {
    pub module: Module,
    pub site: &'a Site,
    pub gate: Gate,
}

/// Weights of the branch to the code behind the gate, and past it. An open gate has the code where it runs: an engine
/// that listens is told of millions of compares a second, and jumps there and back cost as much as the calls; a jump over
/// a few instructions costs little. Behind a closed gate it stands after all else.
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

pub struct Compares {
    lowering: &'static dyn Lowering,
    gate: Gate,
}

impl Compares {
    pub fn new(options: &Options) -> Self {
        Compares {
            lowering: lowering(options.get(&schema::FORM)),
            gate: options.get(&schema::GATE),
        }
    }
}

impl ModulePass for Compares {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        Ok(lower(cx, self.lowering, self.gate))
    }
}

/// Lowers all sites of a module; whether there were any.
pub(crate) fn lower(cx: &mut Context, lowering: &dyn Lowering, gate: Gate) -> bool {
    let module = cx.module();
    let mut any = false;
    cx.each(module.definitions(), |cx, function| {
        let sites = site::of_function(function);
        if sites.is_empty() {
            return;
        }
        any = true;
        function.gather_allocas();
        // From the end, so that a block is never moved twice.
        for site in sites.iter().rev() {
            let place = Place { module, site, gate };
            match lowering.lower(&place) {
                true => cx.did(),
                false => cx.skip("untold"),
            }
            site.call.erase();
        }
    });
    site::erase_declaration(module);
    if cx.did_any() {
        lowering.finish(module);
        effects::forget_memory_effects(module);
    }
    any
}

/// Nobody is told.
struct Off;

impl Lowering for Off {
    fn lower(&self, _: &Place) -> bool {
        false
    }

    fn finish(&self, _: Module) {}
}
