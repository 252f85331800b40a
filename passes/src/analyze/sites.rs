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

use fz_abi::sites_record as layout;

use crate::{
    instrument::edges::{self, Skip, is_counted},
    ir::{Function, Module},
    params::{Params, unknown, word},
    plugin::working_on,
    registry::{ModulePass, OptionInfo},
    transform::tally::Tally,
};

mod amounts;
mod find;
mod guarded;
mod loops;
mod record;
mod routines;
mod site;

pub use guarded::{Asked, planted as planted_guards};
pub use routines::How;
pub use site::{Call, Site, What, erase_declaration, is_site, of_function};

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

/// What kind of site it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Kind {
    Integer = layout::KIND_INTEGER,
    Float = layout::KIND_FLOAT,
    Address = layout::KIND_ADDRESS,
    Choice = layout::KIND_CHOICE,
    Switch = layout::KIND_SWITCH,
    Divisor = layout::KIND_DIVISOR,
    Index = layout::KIND_INDEX,
    Call = layout::KIND_CALL,
    Pointers = layout::KIND_POINTERS,
    Guard = layout::KIND_GUARD,
    Allocation = layout::KIND_ALLOCATION,
    Length = layout::KIND_LENGTH,
    Callee = layout::KIND_CALLEE,
    Truth = layout::KIND_TRUTH,
    Shift = layout::KIND_SHIFT,
}

impl Kind {
    /// With the options that turn them on and off.
    const ALL: [(Kind, &str); 15] = [
        (Kind::Integer, "integers"),
        (Kind::Float, "floats"),
        (Kind::Address, "addresses"),
        (Kind::Choice, "choices"),
        (Kind::Switch, "switches"),
        (Kind::Divisor, "divisors"),
        (Kind::Index, "indices"),
        (Kind::Call, "calls"),
        (Kind::Pointers, "pointers"),
        (Kind::Guard, "guards"),
        (Kind::Allocation, "allocations"),
        (Kind::Length, "lengths"),
        (Kind::Callee, "callees"),
        (Kind::Truth, "truths"),
        (Kind::Shift, "shifts"),
    ];

    fn of(number: u32) -> Option<Kind> {
        let mut all = Self::ALL.iter().map(|(kind, _)| *kind);
        all.find(|kind| *kind as u32 == number)
    }

    fn option(self) -> &'static str {
        let found = Self::ALL.iter().find(|(kind, _)| *kind == self);
        found.expect("all kinds have options").1
    }
}

/// What a compare asks of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Predicate {
    None = layout::PREDICATE_NONE,
    Equal = layout::PREDICATE_EQ,
    NotEqual = layout::PREDICATE_NE,
    Greater = layout::PREDICATE_GT,
    GreaterOrEqual = layout::PREDICATE_GE,
    Less = layout::PREDICATE_LT,
    LessOrEqual = layout::PREDICATE_LE,
    /// Both are numbers.
    Ordered = layout::PREDICATE_ORDERED,
    /// One is none.
    Unordered = layout::PREDICATE_UNORDERED,
}

impl Predicate {
    fn of(number: u32) -> Option<Predicate> {
        use Predicate::*;
        let all = [
            None,
            Equal,
            NotEqual,
            Greater,
            GreaterOrEqual,
            Less,
            LessOrEqual,
            Ordered,
            Unordered,
        ];
        all.into_iter().find(|p| *p as u32 == number)
    }
}

/// The number of a site in a whole program.
pub fn identity(module: Module, function: Function, number: u32) -> u32 {
    let source = match function.is_local() {
        true => module.source(),
        false => String::new(),
    };
    let symbol = function.value().symbol();
    layout::id(symbol.as_bytes(), source.as_bytes(), number)
}

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

/// Marks functions whose sites have numbers ([`ALL`]), or have those of the early stage.
const ATTRIBUTE: &str = "fz-sites";
const ALL: &str = "";
const EARLY: &str = "early";

fn had_early(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).as_deref() == Some(EARLY)
}

impl ModulePass for Sites {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let is_open = |f: &Function| {
            let is_done = f.string_attribute(ATTRIBUTE).is_some_and(|a| a == ALL);
            Skip::of(*f).is_none() && !is_counted(*f) && !is_done
        };
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
            edges::forget_memory_effects(module);
        }
        Ok(!open.is_empty())
    }
}

/// Whether there were any.
fn plant_early(module: Module, functions: &[Function]) -> bool {
    let mut any = false;
    for function in functions {
        working_on(Some(&function.c_name()));
        function.set_string_attribute(module, ATTRIBUTE, EARLY);
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
                function.set_string_attribute(module, ATTRIBUTE, ALL);
                tally.left("funclets");
                site::erase_early(*function);
                continue;
            }
            let found = find::all(self, module, *function, tally);
            function.set_string_attribute(module, ATTRIBUTE, ALL);
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
