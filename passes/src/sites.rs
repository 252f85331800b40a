//! `sites`: every compare of a program gets a number, a record, and an intermediate call that holds its operands.
//!
//! ```text
//!                                      call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 1, i32 0,
//! %c = icmp eq i32 %x, 7         →                                                  i32 %x, i32 7)
//!                                      %c = icmp eq i32 %x, 7
//! ```
//!
//! Numbers are local to a function and follow the order of its IR. They are given before any transformation, also to
//! what the options turn off, so that all builds of a source agree on them. The intermediate calls ([`site::Site`] is
//! one as read back) are for `compares`, which turns each into the call that the build's engine wants, or into
//! nothing. They neither exit nor throw, so that counters are pruned as without them. The record of each function
//! goes to `.debug_fz_sites`.
//!
//! Skipped, with a reason that `unit-record` counts: kinds that the options turn off, values wider than 128 bits,
//! vectors of narrow elements, and functions that `edges` skips. Compares of constants, of truth values, and of
//! pointers with null are no sites. A build may run the pass twice, next to both stages of `edges`; each function
//! gets its sites once.
//!
//! A call that only passes two pointers is gone once the callee is inlined. So `stage=early`, before any
//! optimisation, plants the sites of such calls, without numbers, which the usual run adds. `guards` plants its
//! checks in the same way, since a guard that can never be hit is optimised away.

use fz_schema::{
    Options,
    passes::sites::{self as schema, Stage},
};

use crate::{
    analyses::{effects, skip::Skip},
    ir::Function,
    marks::counted::is_counted,
    marks::{
        site::{self, SiteKind},
        sited,
    },
    pass::{Context, ModulePass},
};

mod amounts;
mod find;
mod guarded;
mod record;
mod routines;

/// The pass's name.
pub const NAME: &str = schema::PASS.name;

/// The pass and its options.
pub struct Sites {
    /// The kinds that are wanted.
    kinds: Vec<SiteKind>,
    loops: bool,
    bits: bool,
    early: bool,
    records: bool,
}

impl Sites {
    /// The pass with checked options.
    pub fn new(options: &Options) -> Self {
        let told = schema::Told::from(options);
        // By key: the table says which kind each turns on and off.
        let kinds = site::OPTIONS.iter();
        Sites {
            kinds: kinds
                .filter(|(_, key)| options.get(key))
                .map(|(kind, _)| *kind)
                .collect(),
            loops: told.loops,
            bits: told.bits,
            early: told.stage == Stage::Early,
            records: told.records,
        }
    }

    /// Whether sites of this kind are wanted; if not, why.
    fn wants(&self, kind: SiteKind) -> Result<(), &'static str> {
        match self.kinds.contains(&kind) {
            true => Ok(()),
            false => Err(site::option(kind)),
        }
    }
}

impl ModulePass for Sites {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let is_open =
            |f: &Function| Skip::of(*f).is_none() && !is_counted(*f) && !sited::has_all(*f);
        let (open, others): (Vec<_>, Vec<_>) = module.definitions().partition(is_open);
        let is_planted = match self.early {
            true => plant_early(cx, &open),
            false => {
                self.plant(cx, &open);
                // Early sites that were inlined into functions without sites.
                for function in others {
                    site::erase_early(function);
                }
                cx.did_any()
            }
        };
        if is_planted {
            effects::forget_memory_effects(module);
        }
        Ok(!open.is_empty())
    }
}

/// Plants the early sites of functions, and returns whether there were any.
fn plant_early(cx: &mut Context, functions: &[Function]) -> bool {
    let module = cx.module();
    let mut any = false;
    cx.each(functions.iter().copied(), |_, function| {
        sited::mark_early(module, function);
        let found = match function.has_funclets() {
            true => Vec::new(),
            false => find::early(module, function),
        };
        any |= !found.is_empty();
        for found in found {
            site::plant_early(module, found);
        }
    });
    any
}

impl Sites {
    fn plant(&self, cx: &mut Context, functions: &[Function]) {
        let module = cx.module();
        cx.each(functions.iter().copied(), |cx, function| {
            // Each call in a funclet has to name it, and its blocks cannot be split anywhere.
            if function.has_funclets() {
                sited::mark_all(module, function);
                cx.skip("funclets");
                site::erase_early(function);
                return;
            }
            let found = find::all(self, module, function, cx);
            sited::mark_all(module, function);
            if self.records && !found.is_empty() {
                record::write(module, function, &found);
            }
            for found in found {
                site::plant(module, found);
                cx.did();
            }
            // Sites that were planted early, and are not wanted.
            site::erase_early(function);
        });
    }
}
