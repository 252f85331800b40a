//! The arrays of functions: counters, addresses, rows.

use fz_records::CallSite;
use fz_schema::passes::edges::Stage;

use super::{
    Edges,
    arrays::{Arrays, Size},
    contexts::{self, Split},
    plan::{Plan, Planned},
};
use crate::{
    analyses::calls::CallEdge,
    hash::Hash,
    ir::{Function, Global, Module},
};

/// The arrays of one function.
pub struct Made {
    pub arrays: Arrays,
    pub counters: Global,
    /// Rows of counters.
    pub rows: usize,
    pub has_default_row: bool,
    pub pcs: Option<Global>,
    pub evaluations: Option<Global>,
    /// The first counter whose code reports its address. An entry counter whose address is known from the function
    /// itself does not need to.
    pub told_from: usize,
    pub callee_record: Option<Global>,
    pub calls: Option<Global>,
    pub callers: Vec<CallSite>,
    pub callees: Vec<CallSite>,
}

impl Made {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Global> {
        let optional = [self.pcs, self.evaluations, self.callee_record, self.calls];
        std::iter::once(self.counters).chain(optional.into_iter().flatten())
    }
}

/// Adds the arrays of all functions, in the order of the plan.
pub fn add(plan: &Plan, pass: &Edges, module: Module) -> Vec<Made> {
    let add = |(function, at): (&Planned, usize)| {
        let split = &plan.contexts.splits[at];
        let size = Size {
            row: function.plan.kept.len(),
            rows: split.rows(),
        };
        let recorded = &plan.contexts.recorded[at];
        // The graph, how it was pruned (0: not, 1: `novelty`, 2: `path`) and which blocks have counters, the number
        // of rows, and the size of what evaluations are kept in.
        let mut hash = Hash::default();
        hash.number(function.shape.hash)
            .number(pass.told.prune as u64 | u64::from(pass.told.nodes) << 8)
            .number(split.rows() as u64);
        if function.decisions.size > 0 {
            hash.number(function.decisions.size);
        }
        let hash = hash.finish();
        let arrays = Arrays::new(module, function.shape.function, hash, size);
        let callee = |call: &usize| {
            let callee = plan.calls.all[*call].callee;
            callee.expect("only direct calls have records")
        };
        let name = |f: Option<Function>| f.map_or(String::new(), |f| f.name());
        let caller = |call: &CallEdge| call.caller.name();
        let counters = arrays.counters();
        let first = function.plan.kept.first() == Some(&0);
        let is_local = function.shape.function.is_local();
        let base = match arrays.may_lose_function() || is_local && pass.told.stage == Stage::Early {
            true => counters,
            false => function.shape.function.global(),
        };
        Made {
            pcs: pass.told.pcs.then(|| arrays.pcs(base, first)),
            evaluations: (function.decisions.size > 0)
                .then(|| arrays.evaluations(function.decisions.size)),
            told_from: usize::from(first && base != counters),
            callee_record: (*split == Split::AtStart)
                .then(|| arrays.callee_record(pass.told.max_contexts as usize)),
            calls: (!recorded.is_empty()).then(|| arrays.calls(recorded.iter().map(callee))),
            callers: match split {
                Split::Here(rows) => contexts::describe(&plan.calls, &rows.calls, caller),
                Split::No | Split::AtStart => Vec::new(),
            },
            callees: contexts::describe(&plan.calls, recorded, |call: &CallEdge| name(call.callee)),
            counters,
            rows: split.rows(),
            has_default_row: split.has_default_row(),
            arrays,
        }
    };
    plan.functions.iter().zip(0..).map(add).collect()
}
