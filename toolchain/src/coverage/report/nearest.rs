//! Inputs near what was never reached: of those that come to a condition the smallest.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;

use super::model::Near;
use crate::coverage::{matrix::Matrix, store::Store};

/// Of each condition.
pub const MOST: usize = 3;

/// Some inputs, sorted by size; `Near` without words.
type Found = Vec<(u64, u32)>;

/// By identity, those that were asked for: the smallest inputs that reached it.
pub fn find(matrix: &Matrix, wanted: &[usize]) -> Result<HashMap<usize, Vec<Near>>> {
    let keys = &matrix.catalogue.identities;
    let numbers: HashMap<u64, usize> = wanted.iter().map(|n| (keys[*n].key, *n)).collect();
    let mut found: HashMap<usize, Found> = HashMap::new();
    // Inputs that are, or were, among the smallest.
    let mut inputs: Vec<(String, String)> = Vec::new();
    let mut by_store: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for reached in &matrix.runs {
        for path in &reached.stores {
            by_store.entry(path).or_default().push(&reached.run);
        }
    }
    for (path, runs) in by_store {
        let store = Store::open(path)?;
        let is_wanted: Vec<bool> = store
            .runs
            .iter()
            .map(|run| runs.iter().any(|r| r.is(run)))
            .collect();
        let of: Vec<Option<usize>> = store
            .catalogue
            .identities
            .iter()
            .map(|i| numbers.get(&i.key).copied())
            .collect();
        store.each_block(|run, block| {
            if !is_wanted[run] {
                return;
            }
            let mut of_class: Vec<Found> = vec![Vec::new(); block.classes()];
            for (at, (input, set)) in block.inputs.iter().zip(&block.sets).enumerate() {
                for class in set.iter() {
                    keep(&mut of_class[class], (input.size, at as u32));
                }
            }
            let mut named: HashMap<u32, u32> = HashMap::new();
            for (identity, class) in block.members() {
                let Some(identity) = of[*identity] else {
                    continue;
                };
                let found = found.entry(identity).or_default();
                for (size, at) in &of_class[*class] {
                    if found.len() == MOST && found[MOST - 1].0 <= *size {
                        break;
                    }
                    let number = *named.entry(*at).or_insert_with(|| {
                        let name = &block.inputs[*at as usize].name;
                        let name = String::from_utf8_lossy(name).into_owned();
                        inputs.push((store.runs[run].title(), name));
                        inputs.len() as u32 - 1
                    });
                    keep(found, (*size, number));
                }
            }
        })?;
    }
    let near = |(size, number): (u64, u32)| {
        let (run, name) = inputs[number as usize].clone();
        Near { size, run, name }
    };
    let found = found.into_iter();
    Ok(found
        .map(|(identity, found)| (identity, found.into_iter().map(near).collect()))
        .collect())
}

fn keep(found: &mut Found, input: (u64, u32)) {
    let place = found.partition_point(|known| *known <= input);
    if place < MOST {
        found.insert(place, input);
        found.truncate(MOST);
    }
}
