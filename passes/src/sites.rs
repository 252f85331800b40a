//! `sites`: every place where a program compares gets a number, a record, and a call that holds what is compared.
//!
//! ```text
//!                                      call void (i32, i32, i32, i32, ...) @fz.site(i32 0, i32 1, i32 1, i32 0,
//! %c = icmp eq i32 %x, 7         →                                                  i32 %x, i32 7)
//!                                      %c = icmp eq i32 %x, 7
//! ```
//!
//! Numbers are a function's own, in the order of its IR: they come before any transformation, and what the options turn
//! off has its number too, so that all builds of one source agree on them. The intermediate calls ([`Site`] is what they say) are for `compares`, which makes of each what
//! the build's engine wants to be told, or nothing; they neither exit nor throw, so that counters are pruned as without
//! them. A record per function goes to `.debug_fz_sites` (layout: [`fz_abi::sites_record`]).
//!
//! Left alone, with a reason that `unit-record` counts: what the options turn off, what is wider than 128 bits, vectors
//! of narrow elements, and functions that `edges` leaves alone. No sites: compares of constants, of truth values, and of
//! pointers with null. Both runs of a build (`edges`' stages) see each function once.
//!
//! Of calls that only pass two pointers nothing is left where the function is inlined. `stage=early`, in front of all
//! that optimises, plants their sites alone and without numbers, which the usual run adds. So does `guards` with what it
//! asks: of that nothing is left where a guard can never be hit.

use fz_schema::{
    Options,
    passes::sites::{self as schema, Stage},
};

use crate::{
    analyses::{effects, skip::Skip},
    ir::Function,
    marks::counted::is_counted,
    marks::{
        site::{self, Kind},
        sited,
    },
    pass::{Context, ModulePass},
};

mod amounts;
mod find;
mod guarded;
mod record;
mod routines;

pub const NAME: &str = schema::PASS.name;

pub struct Sites {
    /// Those that are sites.
    kinds: Vec<Kind>,
    loops: bool,
    bits: bool,
    early: bool,
    records: bool,
}

impl Sites {
    pub fn new(options: &Options) -> Self {
        let kinds = Kind::ALL.iter();
        Sites {
            kinds: kinds
                .filter(|(_, key)| options.get(key))
                .map(|(kind, _)| *kind)
                .collect(),
            loops: options.get(&schema::LOOPS),
            bits: options.get(&schema::BITS),
            early: options.get(&schema::STAGE) == Stage::Early,
            records: options.get(&schema::RECORDS),
        }
    }

    /// Whether sites of this kind are told of; why not.
    fn wants(&self, kind: Kind) -> Result<(), &'static str> {
        match self.kinds.contains(&kind) {
            true => Ok(()),
            false => Err(kind.option()),
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
                // Inlined into functions that have no sites.
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

/// Whether there were any.
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
            // Code in a funclet has to say so, and cannot be cut anywhere.
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
            // Those that were planted early, and not wanted.
            site::erase_early(function);
        });
    }
}
