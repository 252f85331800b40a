//! `edges`: an 8-bit counter for every edge that a decision chooses, and for every function entry.
//!
//! An edge is counted if it leaves a basic block with two or more successors. Each case of a switch is an edge, also
//! where several lead to the same block. Together with the function entries, these counters determine how often every
//! edge of the function ran; blocks where paths join need no counter. A counter stands in the edge's target if that has
//! no other predecessor, else in a new block that splits the critical edge. With the option `nodes`, blocks that decide
//! have counters, too, wherever several paths join. Edges that cannot be split (to landing
//! pads, from `indirectbr`, the indirect ones of `callbr`) share one counter in their target. So do the edges to a
//! guard block, where only the hit matters.
//!
//! ```text
//! br i1 %c, label %then, label %join        br i1 %c, label %then, label %edge
//! then:                                     then:
//!   …                                         counter[1]++
//!   br label %join                  →         br label %join
//! join:                                     edge:
//!                                             counter[2]++
//!                                             br label %join
//! ```
//!
//! The counters of a function are one array in `__sancov_cntrs`, their source locations one record in
//! `.debug_fz_edges`, their addresses (option `pcs`, see [`pcs`]) one array in `__sancov_pcs`. All lie in one COMDAT
//! group, so that linkers keep and drop them together. A function without a COMDAT gets a `nodeduplicate` group of its
//! own. The arrays of a COMDAT function are `linkonce_odr`, in a separate group named after the function and its shape:
//! after inlining, other functions may refer to them although the linker has discarded the function itself.
//!
//! Functions that are left alone are counted by `unit-record` with the reason (see [`Skip`]). Functions that have
//! counters already are skipped too, so the pass may run again for functions that appeared later (split coroutines).

use fz_abi::sections;
use fz_schema::passes::edges::{self as schema, Stage};

use crate::analyses::{effects, skip::Skip};
use crate::marks::counted::is_counted;
use crate::{
    analyses::unit_tables::{Conditions, Origin},
    ir::{Const, Function, Inst, Module, Op, Value},
    marks::{condition, facts},
    pass::{Context, ModulePass},
};

mod arrays;
mod check;
mod constructor;
mod contexts;
mod counters;
mod coverage;
mod decisions;
mod described;
mod entries;
mod graph;
mod guards;
mod instrument;
mod made;
mod order;
mod pcs;
mod pins;
mod places;
mod plan;
mod references;
mod threads;

use counters::Planter;
use coverage::{Taken, Unit};
use made::Made;
use plan::Plan;
use references::References;

/// The pass, with its options.
pub struct Edges {
    told: schema::Told,
    /// What the coverage record says about the unit; `None` where no coverage is recorded.
    coverage: Option<Unit>,
}

impl Edges {
    /// The pass with these options; an error for a table that cannot be read.
    pub fn new(told: schema::Told) -> Result<Self, String> {
        let mut unit = Unit::default();
        if let Some(path) = &told.table {
            unit.conditions = Conditions::read(path)?;
        }
        if let Some(path) = &told.origin {
            unit.origin = Origin::read(path)?;
        }
        if let Some(path) = &told.text {
            unit.read_text(path)?;
        }
        let coverage = told.coverage.then_some(unit);
        Ok(Edges { told, coverage })
    }

    fn has_contexts(&self) -> bool {
        self.told.context == schema::Context::Callsite
    }
}

impl ModulePass for Edges {
    fn run(&mut self, cx: &mut Context) -> Result<bool, String> {
        let module = cx.module();
        let planter = Planter::new(module, self.told.count, self.told.form, self.told.stage)?;
        let (skipped, functions): (Vec<_>, Vec<_>) = module
            .definitions()
            .filter(|f| !is_counted(*f) && Skip::of(*f).is_none())
            .partition(|f| has_funclet_pads(*f));
        cx.skip_all("funclets", skipped.len());
        let forgot = self.told.stage == Stage::Late && forget_calls_that_are_gone(module);
        if functions.is_empty() {
            return Ok(forgot);
        }
        if let Some(unit) = &mut self.coverage {
            facts::count(module, facts::COVERAGE, 1);
            unit.learn(&functions);
            functions
                .iter()
                .for_each(|f| condition::turn_back(module, *f));
            unit.files()
                .for_each(|(path, hash)| facts::file(module, &path, hash));
        }
        if self.told.graph {
            functions.iter().copied().for_each(threads::promote_slots);
        }
        // Before tables name the functions: a name in a table takes the address.
        let taken = match self.coverage {
            Some(_) => Taken::of(module),
            None => Taken::default(),
        };
        let references = match self.told.graph {
            true => References::of(module, &functions),
            false => References::default(),
        };
        let mut plan = Plan::of(self, cx, &functions, &taken, &references);
        if self.told.records {
            references
                .data
                .iter()
                .for_each(|data| graph::write_data(module, data));
        }
        let arrays = made::add(&plan, self, module);
        instrument::pass_contexts(&mut plan, self, module, &arrays);
        for (at, made) in arrays.iter().enumerate() {
            let function = plan.functions[at].shape.function;
            cx.within(function, |_| {
                instrument::function(&plan, self, module, &planter, at, made);
            });
        }
        module.keep_for_compiler(&arrays.iter().flat_map(Made::all).collect::<Vec<_>>());
        facts::count(module, facts::FUNCTIONS, functions.len() as u64);
        effects::forget_memory_effects(module);
        constructor::add(module, self.told.pcs);
        Ok(true)
    }
}

/// Whether a function has funclet pads, as exception handlers on Windows do: calls in funclets need an operand bundle,
/// and a `catchswitch` block takes no code.
fn has_funclet_pads(function: Function) -> bool {
    let is_pad = |i: Inst| matches!(i.op(), Op::CatchSwitch | Op::CatchPad | Op::CleanupPad);
    function.has_funclets() && function.instructions().any(is_pad)
}

/// Replaces functions that an early run saw called and that only its records still name: their definitions may not
/// exist.
fn forget_calls_that_are_gone(module: Module) -> bool {
    let is_call = |user: Value| {
        let global = user.as_global();
        global.is_some_and(|global| global.is_in_section(sections::CALLS))
    };
    let is_record = |array: Value| {
        let is_array = array.as_const().is_some_and(Const::is_array_of_constants);
        is_array && array.uses().iter().all(|g| is_call(g.user))
    };
    let is_gone = |f: &Function| {
        let uses = f.uses();
        !f.is_definition() && !uses.is_empty() && uses.iter().all(|u| is_record(u.user))
    };
    let gone: Vec<_> = module.functions().filter(is_gone).collect();
    for function in &gone {
        function.replace_uses(module.null_ptr());
    }
    !gone.is_empty()
}
