//! The record of a function's coverage.

use fz_abi::coverage::{FALSE, TRUE};
use fz_records::{
    Address, Asked, Condition, ConditionKind, Decision, DirectCall, FunctionCoverage, InMacro,
    Line, Outcome, Spelled,
};

use super::{Findings, Unit};
use crate::{
    analyses::unit_tables::{self, Extent},
    edges::{decisions, made::Made, plan::Planned},
    records,
};

/// What the record of a function says.
pub fn of(planned: &Planned, findings: &Findings, made: &Made, unit: &Unit) -> FunctionCoverage {
    let function = planned.shape.function;
    let counters = |sites: &Vec<usize>| -> Vec<u32> {
        let sites = sites.iter();
        sites.filter_map(|s| planned.plan.counter(*s)).collect()
    };
    // If the function begins with a macro, its location is where the macro is used.
    let begin = function.location().map(|begin| unit.spelled(begin));
    let begin = begin
        .and_then(unit_tables::Spelled::used)
        .unwrap_or_default();
    let lines = findings.lines.iter().map(|line| {
        let Extent { spelled, end } = unit.extent(line.compiled.clone());
        let at = unit.refactored(&line.compiled);
        let text = at.and_then(|at| unit.text.get(at as usize - 1));
        Line {
            place: spelled.written.or(spelled.place).unwrap_or_default(),
            end: Some(end).filter(|(line, _)| *line > 0),
            in_macro: spelled.in_macro,
            text: text.cloned().unwrap_or_default(),
            refactored: at,
            places: line.places.iter().map(counters).collect(),
        }
    });
    let calls = findings.calls.iter().map(|call| DirectCall {
        callee: call.callee.name(),
        place: call
            .place
            .clone()
            .and_then(|place| unit.spelled(place).place),
        taken: call.taken,
        counters: counters(&call.sites),
    });
    let conditions = findings.conditions.iter();
    let decisions = planned.decisions.all.iter();
    FunctionCoverage {
        name: function.name(),
        file: begin.file,
        line: begin.line,
        local: function.is_local(),
        taken: findings.taken,
        implicit: function.is_implicit(),
        start: records::address(made.counters),
        conditions: conditions
            .map(|asked| condition(asked, unit, &counters))
            .collect(),
        lines: lines.collect(),
        calls: calls.collect(),
        evaluations: made.evaluations.map_or(Address::None, records::address),
        decisions: decisions.map(|planned| decision(planned, unit)).collect(),
    }
}

fn condition(
    asked: &super::Asked,
    unit: &Unit,
    counters: &dyn Fn(&Vec<usize>) -> Vec<u32>,
) -> Condition {
    let condition = &unit.conditions.by_number[&asked.number];
    let outcomes = asked.outcomes.iter().enumerate().map(|(at, sites)| {
        let (label, place) = match condition.kind {
            unit_tables::ConditionKind::Switch => {
                let case = &condition.cases[at];
                (case.text.as_str(), unit.spelled(case.place.clone()).place)
            }
            _ => ([TRUE, FALSE][at], None),
        };
        Outcome {
            label: label.to_owned(),
            place,
            counters: counters(sites),
        }
    });
    Condition {
        kind: match condition.kind {
            unit_tables::ConditionKind::Branch => ConditionKind::Branch,
            unit_tables::ConditionKind::Value => ConditionKind::Value,
            unit_tables::ConditionKind::Switch => ConditionKind::Switch,
        },
        text: condition.text.clone(),
        spelled: spelled(unit.spelled_condition(condition)),
        refactored: unit.refactored(&condition.compiled),
        outcomes: outcomes.collect(),
    }
}

fn decision(planned: &decisions::Planned, unit: &Unit) -> Decision {
    let decision = &unit.conditions.decisions[planned.number];
    let asked = planned.asked.iter().enumerate().map(|(at, next)| {
        let number = decision.conditions[at];
        let condition = number.and_then(|n| unit.conditions.by_number.get(&n));
        Asked {
            condition: planned.conditions[at].map(|number| number as usize),
            text: condition.map_or(String::new(), |c| c.text.clone()),
            next: *next,
        }
    });
    let of = unit.spelled_extent(
        [&decision.compiled, &decision.last],
        &decision.spelled,
        decision.in_macro.as_ref(),
    );
    Decision {
        text: decision.text.clone(),
        spelled: spelled(of),
        offset: planned.offset,
        asked: asked.collect(),
    }
}

fn spelled(of: unit_tables::Spelled) -> Spelled {
    Spelled {
        place: of.place.unwrap_or_default(),
        in_macro: of.in_macro.map(|name| InMacro {
            name,
            written: of.written.unwrap_or_default(),
        }),
    }
}
