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

use crate::{
    analyses::effects,
    ir::Module,
    marks::site::{self, Site},
    params::{Params, unknown, word},
    pass::{ModulePass, OptionInfo, Tally, working_on},
};

mod angora;
mod bounds;
mod cmplog;
mod cold;
mod constructor;
mod trace;

pub const NAME: &str = "compares";

pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "form",
        values: "trace, cmplog, angora, off",
        summary: "whose callbacks are called: SanitizerCoverage's, AFL++'s, Angora's, or none (trace)",
    },
    OptionInfo {
        name: "gate",
        values: "open, closed",
        summary: "what code is laid out for: somebody listens, or mostly nobody (open)",
    },
];

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
    pub layout: Layout,
}

/// What code behind the gate is laid out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// It stands where it runs.
    Open,
    /// It stands behind all else.
    Closed,
}

impl Layout {
    /// Of the branch to that code, and past it. Who listens is told of millions of compares a second, and jumps to and
    /// fro cost as much as the calls; to jump over a few instructions costs little.
    fn weights(self) -> [u64; 2] {
        match self {
            Layout::Open => [9, 1],
            Layout::Closed => [1, (1 << 20) - 1],
        }
    }
}

pub struct Compares {
    lowering: &'static dyn Lowering,
    layout: Layout,
}

impl Compares {
    pub fn new(params: &Params) -> Result<Self, String> {
        const FORMS: &[(&str, &dyn Lowering)] = &[
            ("trace", &trace::Trace),
            ("cmplog", &cmplog::Cmplog),
            ("angora", &angora::Angora),
            ("off", &Off),
        ];
        const LAYOUTS: &[(&str, Layout)] = &[("open", Layout::Open), ("closed", Layout::Closed)];
        let ((_, mut lowering), mut layout) = (FORMS[0], Layout::Open);
        for (key, value) in params.iter() {
            match key {
                "form" => lowering = word(key, value, FORMS)?,
                "gate" => layout = word(key, value, LAYOUTS)?,
                _ => {
                    let names: Vec<_> = OPTIONS.iter().map(|o| o.name).collect();
                    return Err(unknown(key, names.join(", ")));
                }
            }
        }
        Ok(Compares { lowering, layout })
    }
}

impl ModulePass for Compares {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        Ok(lower(module, self.lowering, self.layout))
    }
}

/// Lowers all sites of a module; whether there were any.
pub(crate) fn lower(module: Module, lowering: &dyn Lowering, layout: Layout) -> bool {
    let mut tally = Tally::new(NAME);
    let mut any = false;
    for function in module.definitions() {
        working_on(Some(&function.c_name()));
        let sites = site::of_function(function);
        if sites.is_empty() {
            continue;
        }
        any = true;
        function.gather_allocas();
        // From the end, so that a block is never moved twice.
        for site in sites.iter().rev() {
            let place = Place {
                module,
                site,
                layout,
            };
            match lowering.lower(&place) {
                true => tally.did(),
                false => tally.left("untold"),
            }
            site.call.erase();
        }
    }
    site::erase_declaration(module);
    if tally.record(module) {
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
