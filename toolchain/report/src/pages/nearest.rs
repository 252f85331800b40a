//! Inputs near what was never reached: of those that come to a condition the smallest.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use fz_coverage::{progress::Progress, store::Store};

use super::model::Near;
use crate::matrix::Matrix;

/// Of each condition.
pub const MOST: usize = 3;

/// Some inputs, sorted by size; `Near` without words.
type Found = Vec<(u64, u32)>;

/// The run of an input, its name and its hash.
type Known = (String, String, u64);

/// By identity, those that were asked for: the smallest inputs that reached it.
pub fn find(matrix: &Matrix, wanted: &[usize]) -> Result<HashMap<usize, Vec<Near>>> {
    let keys = &matrix.catalogue.identities;
    let numbers: HashMap<u64, usize> = wanted.iter().map(|n| (keys[*n].key, *n)).collect();
    let mut found: HashMap<usize, Found> = HashMap::new();
    // Inputs that are, or were, among the smallest.
    let mut inputs: Vec<Known> = Vec::new();
    let mut by_store: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for reached in &matrix.runs {
        for path in &reached.stores {
            by_store.entry(path).or_default().push(&reached.run);
        }
    }
    let stores = by_store.into_iter();
    let stores = stores.map(|(path, runs)| Ok((Store::open(path)?, runs)));
    let stores: Vec<_> = stores.collect::<Result<_>>()?;
    let blocks: usize = stores.iter().map(|(store, _)| store.blocks()).sum();
    let mut progress = Progress::new(blocks as u64, "blocks of inputs");
    for (store, runs) in stores {
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
            progress.step();
            if !is_wanted[run] {
                return;
            }
            let mut of_class: Vec<Found> = vec![Vec::new(); block.classes()];
            let mut by_size: Vec<(u64, u32)> =
                block.inputs.iter().map(|i| i.size).zip(0..).collect();
            by_size.sort_by_key(|(size, at)| (*size, &block.inputs[*at as usize].name));
            for input in by_size {
                for class in block.sets[input.1 as usize].iter() {
                    let smallest = &mut of_class[class];
                    if smallest.len() < MOST {
                        smallest.push(input);
                    }
                }
            }
            let mut named: HashMap<u32, u32> = HashMap::new();
            for (identity, class) in block.members() {
                let Some(identity) = of[*identity] else {
                    continue;
                };
                let found = found.entry(identity).or_default();
                for (size, at) in &of_class[*class] {
                    if found.len() == MOST && found[MOST - 1].0 < *size {
                        break;
                    }
                    let number = *named.entry(*at).or_insert_with(|| {
                        let input = &block.inputs[*at as usize];
                        let name = String::from_utf8_lossy(&input.name).into_owned();
                        inputs.push((store.runs[run].title(), name, input.hash));
                        inputs.len() as u32 - 1
                    });
                    keep(found, (*size, number), &inputs);
                }
            }
        })?;
    }
    progress.end();
    let near = |(size, number): (u64, u32)| {
        let (run, name, hash) = inputs[number as usize].clone();
        Near {
            size,
            run,
            name,
            hash,
            bytes: None,
            deciding: Vec::new(),
        }
    };
    let found = found.into_iter();
    Ok(found
        .map(|(identity, found)| (identity, found.into_iter().map(near).collect()))
        .collect())
}

/// Of inputs of one size those stay that are first by name, so that it does not matter which store is read first. What
/// several stores have is one input.
fn keep(found: &mut Found, (size, number): (u64, u32), inputs: &[Known]) {
    let order = |(size, number): &(u64, u32)| (*size, &inputs[*number as usize]);
    let new = order(&(size, number));
    if let Err(place) = found.binary_search_by(|known| order(known).cmp(&new))
        && place < MOST
    {
        found.insert(place, (size, number));
        found.truncate(MOST);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use fz_coverage::{
        blocks::Input,
        flow::Flow,
        joined::{Joined, Part},
        samples::{build, catalogue, input, run},
        store::Build,
    };

    fn store(path: &Path, inputs: &[Vec<Input>]) -> Store {
        let catalogue = catalogue(0..10);
        let builds: Vec<Build> = vec![build(&catalogue)];
        let mut store = Store::create(path, catalogue, builds, &Flow::default()).unwrap();
        for (inputs, name) in inputs.iter().zip(["a", "b", "c"]) {
            let number = store.run(&run(name)).unwrap();
            store.add(number, inputs).unwrap();
        }
        store
    }

    #[test]
    fn the_smallest_inputs_of_the_runs_that_count_are_found() {
        let scratch = tempfile::tempdir().unwrap();
        let sized = |name: &str, size, numbers: &[usize]| Input {
            size,
            ..input(name, 10, numbers)
        };
        let inputs = [
            vec![
                sized("w", 9, &[1, 2]),
                sized("x", 3, &[1]),
                sized("y", 5, &[1, 2]),
            ],
            vec![sized("z", 4, &[1, 3])],
            // Of a run that nobody asked for.
            vec![sized("v", 1, &[1, 2, 3])],
        ];
        let store = store(&scratch.path().join("s"), &inputs);
        let parts = [0, 1].map(|run| vec![Part { store: 0, run }]);
        let stores = [&store];
        let joined = Joined::of(&stores, parts.to_vec());
        let matrix = Matrix::read(joined, &mut Progress::new(0, "")).unwrap();
        let found = find(&matrix, &[1, 2, 4]).unwrap();
        let names = |n: usize| -> Vec<String> {
            let near = found.get(&n).into_iter().flatten();
            near.map(|n| format!("{n} {}", n.size)).collect()
        };
        assert_eq!(names(1), ["a: x 3", "b: z 4", "a: y 5"]);
        assert_eq!(names(2), ["a: y 5", "a: w 9"]);
        assert_eq!(names(3), [""; 0], "nobody asked");
        assert_eq!(names(4), [""; 0], "nobody reached it");
    }
}
