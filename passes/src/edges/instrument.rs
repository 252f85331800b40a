//! Plants counters, and what belongs to them, as planned.

use std::collections::HashMap;

use super::{
    Edges, check,
    contexts::{self, ContextCallee, Split},
    counters::{Planter, Told},
    coverage, described, guards,
    made::Made,
    pcs,
    plan::{Plan, Planned},
};
use crate::{
    ir::{Function, Module},
    marks::{counted, facts},
    records::{self, tokens},
};

/// Adds the context parameter to functions and passes the argument in calls. Replaces the functions and calls: old
/// handles are invalid afterwards.
pub fn pass_contexts(plan: &mut Plan, pass: &Edges, module: Module, made: &[Made]) {
    let arrays: Vec<_> = made.iter().map(|m| m.counters).collect();
    let counters: Vec<_> = plan.functions.iter().map(|f| f.plan.kept.len()).collect();
    let number: HashMap<Function, usize> = plan
        .functions
        .iter()
        .zip(0..)
        .map(|(f, n)| (f.shape.function, n))
        .collect();
    let arguments = plan.contexts.arguments.iter().zip(&plan.calls.all);
    for (argument, call) in arguments {
        let records = number.get(&call.caller).and_then(|at| made[*at].calls);
        let value =
            contexts::argument_value(module, *argument, call.call, &arrays, &counters, records);
        if let Some(value) = value {
            let call = call.call.add_nest_argument(value);
            if pass.told.check {
                // `check` identifies a call site by its return address, so the call must return to its caller.
                call.set_notail();
                call.set_noduplicate(module);
            }
        }
    }
    for (function, split) in plan.functions.iter_mut().zip(&plan.contexts.splits) {
        if *split != Split::No {
            let (new, context) = function.shape.function.add_nest_parameter();
            function.shape.function = new;
            function.context = Some(context);
        }
    }
}

/// Plants the counters of one function, and writes its records.
pub fn function(
    plan: &Plan,
    pass: &Edges,
    module: Module,
    planter: &Planter,
    at: usize,
    made: &Made,
) {
    let (counted, split) = (&plan.functions[at], &plan.contexts.splits[at]);
    let function = counted.shape.function;
    let row = counted.plan.kept.len();
    let places = counted.shape.open(&counted.plan);
    let callee = match split {
        Split::No => None,
        Split::AtStart => made.callee_record.map(ContextCallee::Record),
        Split::Here(rows) if rows.checked => Some(ContextCallee::Checking {
            first: module.address_in(made.counters, row),
            span: (rows.calls.len() - 1) * row + 1,
        }),
        Split::Here(_) => Some(ContextCallee::Trusting),
    };
    let base = match (callee, counted.context) {
        (Some(callee), Some(context)) => {
            contexts::find_row(module, function, context, made.counters, &callee)
        }
        _ => made.counters.value(),
    };
    let tells_places = pass.told.pcs && pcs::are_told(module);
    let of_guards = guards::own_counters(&counted.plan, &counted.sites);
    let tells_decisions = made.evaluations.zip(counted.findings.as_ref());
    if let Some((array, findings)) = tells_decisions {
        let blocks = |condition: u32, way: usize| {
            let sites = findings.sites(condition, way).iter();
            let of = sites.filter_map(|site| counted.plan.counter(*site));
            of.map(|counter| places[counter as usize]).collect()
        };
        let decisions = &counted.decisions;
        decisions.plant(module, function, array, &blocks);
    }
    for (index, block) in places.into_iter().enumerate() {
        let told = Told {
            counters: made.counters,
            row,
            rows: split.rows(),
        };
        let told = Some(told).filter(|_| tells_places && index >= made.told_from);
        let planted = planter.plant(function, block, base, index, told);
        if of_guards[index] {
            guards::tell(block, planted.counter);
        }
        if pass.told.check {
            let default = split.has_default_row().then(|| made.counters.value());
            let edge = check::identity(module, function, index);
            check::plant(module, &planted, edge, base, default);
        }
    }
    if *split != Split::No {
        contexts::leave_nothing(module, function);
    }
    counted::mark(module, function);
    facts::count(module, facts::COUNTERS, (row * split.rows()) as u64);
    facts::count(module, facts::EDGES, counted.shape.flow.sites.len() as u64);
    record(plan, pass, module, counted, made);
}

/// Writes what is recorded of a function.
fn record(plan: &Plan, pass: &Edges, module: Module, planned: &Planned, made: &Made) {
    let group = Some(made.arrays.group());
    let findings = planned.findings.as_ref();
    if pass.told.records {
        records::write(module, &described::record(planned, made), group);
        if let Some(graph) = &planned.graph {
            let record = graph.record(&planned.shape, &planned.plan, findings, made.counters);
            records::write(module, &record, group);
        }
    }
    if !planned.pins.is_empty() {
        let function = Some(planned.shape.function);
        let pinned = planned.pins.counted(&planned.plan);
        // If records cannot name the counters, nobody can tell which tokens were reached.
        let (counters, group) = match pass.told.records {
            true => (Some(made.counters), group),
            false => (None, None),
        };
        tokens::write(module, function, counters, &pinned, &plan.tokens, group);
    }
    if let (Some(unit), Some(findings)) = (&pass.coverage, findings) {
        let record = coverage::record(planned, findings, made, unit);
        records::write(module, &record, group);
    }
}
