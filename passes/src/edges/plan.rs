//! The plan: which counters each function gets, and what is found out of it before its code changes.

use fz_records::Site;
use fz_schema::passes::edges::Prune;

use super::{
    Edges,
    contexts::Contexts,
    coverage::{Findings, Taken},
    decisions::Decisions,
    entries,
    graph::Graph,
    order,
    pins::Pins,
    places::Shape,
    references::References,
};
use crate::{
    analyses::{
        calls::Calls,
        prune::{self, CounterPlan},
    },
    ir::{Function, Value},
    marks::settled,
    pass::Context,
    records::tokens,
};

/// A function and the plan for its counters.
pub struct Planned {
    pub shape: Shape,
    pub plan: CounterPlan,
    pub sites: Vec<Site>,
    pub findings: Option<Findings>,
    pub decisions: Decisions,
    pub graph: Option<Graph>,
    pub pins: Pins,
    /// The context argument: the pointer that callers pass, if the function is context-sensitive.
    pub context: Option<Value>,
}

/// The module's functions, while they get their counters.
pub struct Plan {
    pub functions: Vec<Planned>,
    pub contexts: Contexts,
    /// Collected before the module was changed, in the order of the calls.
    pub calls: Calls,
    /// The dictionary tokens of the module, by pin.
    pub tokens: tokens::Tokens,
}

impl Plan {
    /// The plan for functions of a module.
    pub fn of(
        pass: &Edges,
        cx: &mut Context,
        functions: &[Function],
        taken: &Taken,
        references: &References,
    ) -> Plan {
        let module = cx.module();
        let mut shapes = Vec::with_capacity(functions.len());
        cx.each(functions.iter().copied(), |_, function| {
            let prunes = pass.told.prune != Prune::None;
            let of_source = pass.coverage.is_some();
            shapes.push(Shape::of(function, prunes, of_source, pass.told.nodes));
        });
        let tokens = tokens::by_pin(module);
        let answers = settled::answers(module);
        let calls = match pass.has_contexts() || pass.told.prune == Prune::Path {
            true => Calls::of(module),
            false => Calls::none(),
        };
        let known = match pass.told.prune {
            Prune::Path => entries::known(&shapes, &calls),
            Prune::None | Prune::Novelty => vec![false; shapes.len()],
        };
        let mut functions: Vec<_> = shapes
            .into_iter()
            .zip(known)
            .map(|(shape, known)| {
                let mut plan = prune::plan(&shape.cfg, &shape.flow, pass.told.prune, known);
                order::spread(&mut plan);
                let place = |place| match &pass.coverage {
                    Some(unit) => unit.spelled(place).place,
                    None => Some(place),
                };
                let used = |place| match &pass.coverage {
                    Some(unit) => unit.spelled(place).used(),
                    None => Some(place),
                };
                let unit = pass.coverage.as_ref();
                let findings = unit.map(|unit| Findings::of(&shape, unit, taken));
                let of_mcdc = findings.as_ref().zip(unit).filter(|_| pass.told.mcdc);
                let decisions = of_mcdc
                    .map(|(found, unit)| Decisions::of(&shape, unit, found.conditions(), &answers));
                Planned {
                    plan,
                    sites: shape.sites(&place),
                    findings,
                    decisions: decisions.unwrap_or_default(),
                    graph: pass
                        .told
                        .graph
                        .then(|| Graph::of(&shape, references, &used)),
                    pins: Pins::of(&shape, &tokens),
                    context: None,
                    shape,
                }
            })
            .collect();
        // What concerns the whole unit stands with its first function.
        if let Some(first) = functions.first_mut() {
            first.findings.iter_mut().for_each(|f| f.take(taken));
        }
        let contexts = match pass.has_contexts() {
            true => {
                let raw: Vec<_> = functions.iter().map(|f| f.shape.function).collect();
                let counters: Vec<_> = functions.iter().map(|f| f.plan.kept.len()).collect();
                Contexts::plan(
                    module,
                    &raw,
                    &counters,
                    &calls,
                    pass.told.max_contexts as usize,
                )
            }
            false => Contexts::none(functions.len(), &calls),
        };
        Plan {
            functions,
            contexts,
            calls,
            tokens,
        }
    }
}
