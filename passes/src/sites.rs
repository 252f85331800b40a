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

use crate::{
    analyses::{effects, skip::Skip},
    ir::{Function, Module},
    marks::counted::is_counted,
    marks::{
        site::{self, Kind},
        sited,
    },
    params::{Params, unknown, word},
    pass::{ModulePass, OptionInfo, Tally, working_on},
};

mod amounts;
mod find;
mod guarded;
mod record;
mod routines;

pub const NAME: &str = "sites";

pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "integers",
        values: "on, off",
        summary: "compares of integers (on)",
    },
    OptionInfo {
        name: "floats",
        values: "on, off",
        summary: "compares of floating-point numbers (on)",
    },
    OptionInfo {
        name: "addresses",
        values: "on, off",
        summary: "compares of pointers with each other (off)",
    },
    OptionInfo {
        name: "choices",
        values: "on, off",
        summary: "minima, maxima and compares of three answers (on)",
    },
    OptionInfo {
        name: "switches",
        values: "on, off",
        summary: "switches (on)",
    },
    OptionInfo {
        name: "divisors",
        values: "on, off",
        summary: "what is divided by, unless it is a constant (on)",
    },
    OptionInfo {
        name: "indices",
        values: "on, off",
        summary: "the indices of arrays, unless they are constants (off)",
    },
    OptionInfo {
        name: "calls",
        values: "on, off",
        summary: "calls that compare strings or memory (on)",
    },
    OptionInfo {
        name: "pointers",
        values: "on, off",
        summary: "calls of anything else that takes two pointers first (off)",
    },
    OptionInfo {
        name: "guards",
        values: "on, off",
        summary: "what `guards` planted: the tests of guards, and exploit predicates (on)",
    },
    OptionInfo {
        name: "allocations",
        values: "on, off",
        summary: "sizes that are allocated, unless they are constants (off)",
    },
    OptionInfo {
        name: "lengths",
        values: "on, off",
        summary: "how much is copied, read, written or compared, unless it is a constant (off)",
    },
    OptionInfo {
        name: "callees",
        values: "on, off",
        summary: "the functions that indirect calls call (off)",
    },
    OptionInfo {
        name: "truths",
        values: "on, off",
        summary: "truth values that are branched on, or select, and that nothing here compared (off)",
    },
    OptionInfo {
        name: "shifts",
        values: "on, off",
        summary: "by how much is shifted, unless it is a constant (off)",
    },
    OptionInfo {
        name: "loops",
        values: "on, off",
        summary: "compares that decide alone whether a loop goes on (on)",
    },
    OptionInfo {
        name: "bits",
        values: "on, off",
        summary: "compares whose answer is all there is to know: of a sign, of a single bit (on)",
    },
    OptionInfo {
        name: "stage",
        values: "early, all",
        summary: "early: the calls that `pointers` means alone, for a run behind inlining (all)",
    },
    OptionInfo {
        name: "records",
        values: "on, off",
        summary: "write .debug_fz_sites (on; off under LTO, where functions lose their names)",
    },
];

pub struct Sites {
    /// Those that are sites.
    kinds: Vec<Kind>,
    loops: bool,
    bits: bool,
    early: bool,
    records: bool,
}

impl Sites {
    pub fn new(params: &Params) -> Result<Self, String> {
        const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];
        const STAGES: &[(&str, bool)] = &[("all", false), ("early", true)];
        const AT_FIRST_OFF: [Kind; 8] = [
            Kind::Address,
            Kind::Index,
            Kind::Pointers,
            Kind::Allocation,
            Kind::Length,
            Kind::Callee,
            Kind::Truth,
            Kind::Shift,
        ];
        let mut kinds = Kind::ALL.map(|(kind, _)| (kind, !AT_FIRST_OFF.contains(&kind)));
        let (mut loops, mut bits, mut records, mut early) = (true, true, true, false);
        for (key, value) in params.iter() {
            match (key, kinds.iter_mut().find(|(k, _)| k.option() == key)) {
                (_, Some((_, on))) => *on = word(key, value, SWITCH)?,
                ("loops", _) => loops = word(key, value, SWITCH)?,
                ("bits", _) => bits = word(key, value, SWITCH)?,
                ("stage", _) => early = word(key, value, STAGES)?,
                ("records", _) => records = word(key, value, SWITCH)?,
                _ => {
                    let names: Vec<_> = OPTIONS.iter().map(|o| o.name).collect();
                    return Err(unknown(key, names.join(", ")));
                }
            }
        }
        let on = kinds.iter().filter(|(_, on)| *on);
        Ok(Sites {
            kinds: on.map(|(kind, _)| *kind).collect(),
            loops,
            bits,
            early,
            records,
        })
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
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let is_open =
            |f: &Function| Skip::of(*f).is_none() && !is_counted(*f) && !sited::has_all(*f);
        let (open, others): (Vec<_>, Vec<_>) = module.definitions().partition(is_open);
        let is_planted = match self.early {
            true => plant_early(module, &open),
            false => {
                let mut tally = Tally::new(NAME);
                self.plant(module, &open, &mut tally);
                // Inlined into functions that have no sites.
                for function in others {
                    site::erase_early(function);
                }
                tally.record(module)
            }
        };
        if is_planted {
            effects::forget_memory_effects(module);
        }
        Ok(!open.is_empty())
    }
}

/// Whether there were any.
fn plant_early(module: Module, functions: &[Function]) -> bool {
    let mut any = false;
    for function in functions {
        working_on(Some(&function.c_name()));
        sited::mark_early(module, *function);
        let found = match function.has_funclets() {
            true => Vec::new(),
            false => find::early(module, *function),
        };
        any |= !found.is_empty();
        for found in found {
            site::plant_early(module, found);
        }
    }
    any
}

impl Sites {
    fn plant(&self, module: Module, functions: &[Function], tally: &mut Tally) {
        for function in functions {
            working_on(Some(&function.c_name()));
            // Code in a funclet has to say so, and cannot be cut anywhere.
            if function.has_funclets() {
                sited::mark_all(module, *function);
                tally.left("funclets");
                site::erase_early(*function);
                continue;
            }
            let found = find::all(self, module, *function, tally);
            sited::mark_all(module, *function);
            if self.records && !found.is_empty() {
                record::write(module, *function, &found);
            }
            for found in found {
                site::plant(module, found);
                tally.did();
            }
            // Those that were planted early, and not wanted.
            site::erase_early(*function);
        }
    }
}
