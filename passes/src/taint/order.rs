//! The reachable basic blocks, each after those that dominate it.

use std::collections::HashSet;

use crate::ir::{Block, Function};

/// The reachable blocks in reverse post-order.
pub fn reachable(function: Function) -> Vec<Block> {
    let entry = function.entry();
    let mut seen = HashSet::from([entry]);
    let mut stack = vec![(entry, entry.successors().into_iter())];
    let mut done = Vec::new();
    while let Some((block, successors)) = stack.last_mut() {
        match successors.find(|s| seen.insert(*s)) {
            Some(next) => stack.push((next, next.successors().into_iter())),
            None => {
                done.push(*block);
                stack.pop();
            }
        }
    }
    done.reverse();
    done
}
