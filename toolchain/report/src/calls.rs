//! The tree of calls by name of a program, of what can be reached.

use std::collections::{BTreeSet, HashSet};

use fz_coverage::{
    flow::{Call, Flow},
    reach::{self, Reach},
};
use serde::Serialize;

/// A call, below the row that is before it and less deep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub depth: usize,
    /// Of the flow.
    pub function: usize,
    /// It was named before, and what it calls is there.
    pub again: bool,
}

/// Each function with what it calls once. `reach`: by function of the catalogue.
pub fn tree(flow: &Flow, reach: &[Reach]) -> Vec<Row> {
    let functions = &flow.functions;
    let mut called: HashSet<usize> = HashSet::new();
    for function in functions {
        called.extend(function.calls.iter().filter_map(|(_, call)| callee(*call)));
    }
    let is_shown = |n: &usize| {
        let number = functions[*n].function;
        number.is_some_and(|number| reach[number].is_possible())
    };
    // The program's beginning comes first. What nobody calls by name begins a tree, too: what a table has; and so does
    // what of a circle is left.
    let entries = (0..functions.len()).filter(|n| reach::is_entry(&functions[*n].symbol));
    let roots = (0..functions.len()).filter(|n| !called.contains(n));
    let roots = entries.chain(roots);
    let mut rows = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    for root in roots.chain(0..functions.len()).filter(is_shown) {
        let mut work = match seen.contains(&root) {
            true => continue,
            false => vec![(0, root)],
        };
        while let Some((depth, function)) = work.pop() {
            let is_new = seen.insert(function);
            rows.push(Row {
                depth,
                function,
                again: !is_new,
            });
            if is_new {
                let calls = functions[function].calls.iter();
                let mut callees = BTreeSet::new();
                let callees: Vec<usize> = calls
                    .filter_map(|(_, call)| callee(*call))
                    .filter(|n| is_shown(n) && callees.insert(*n))
                    .collect();
                work.extend(callees.into_iter().rev().map(|n| (depth + 1, n)));
            }
        }
    }
    rows
}

fn callee(call: Call) -> Option<usize> {
    match call {
        Call::ByName(callee) => Some(callee),
        _ => None,
    }
}
