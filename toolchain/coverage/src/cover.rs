//! A smallest choice of columns that together have every row: of inputs that together reach all that all of them reach.
//!
//! Pure: no files, no clock, no chance. First what decides itself is decided ([`core`]), then what is left falls into parts
//! that know nothing of each other. Of each part a bound tells how few columns can do ([`bound`]), and a local search finds few
//! ([`local`]). Where they do not meet, [`search`] looks at all that is left, for as long as it may.

mod bound;
mod core;
mod local;
mod search;
#[cfg(test)]
mod tests;

use self::core::Core;

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Columns, sorted.
    pub chosen: Vec<usize>,
    /// No choice has fewer.
    pub bound: usize,
}

impl Cover {
    pub fn is_smallest(&self) -> bool {
        self.chosen.len() == self.bound
    }
}

/// Chooses columns. A column is the rows that it has, in any order; what no column has is no row. `weights`: of two columns that
/// serve as well the lighter is taken, but their sum need not be the least. `go_on`: whether to look further.
pub fn smallest(columns: &[Vec<u32>], weights: &[u64], go_on: &mut dyn FnMut() -> bool) -> Cover {
    let whole = Core::of(columns);
    let (decided, rest) = whole.clone().reduced(weights);
    let mut chosen = decided;
    let mut bound = chosen.len();
    for part in rest.parts() {
        let found = search::part(&part, weights, go_on);
        bound += found.bound;
        chosen.extend(found.chosen.iter().map(|c| *c as u32));
    }
    let chosen = lighter(&whole, chosen, weights);
    Cover {
        chosen: chosen.into_iter().map(|c| c as usize).collect(),
        bound,
    }
}

/// Takes lighter columns instead of chosen ones, as long as any does what only that one does.
fn lighter(whole: &Core, mut chosen: Vec<u32>, weights: &[u64]) -> Vec<u32> {
    let mut times = vec![0u32; whole.rows.len()];
    for row in chosen.iter().flat_map(|c| &whole.columns[*c as usize]) {
        times[*row as usize] += 1;
    }
    let weight = |column: u32| weights[column as usize];
    let mut is_chosen = vec![false; whole.columns.len()];
    chosen.iter().for_each(|c| is_chosen[*c as usize] = true);
    loop {
        let mut is_changed = false;
        chosen.sort_by_key(|c| (std::cmp::Reverse(weight(*c)), *c));
        for at in chosen.iter_mut() {
            let old = *at;
            let rows = whole.columns[old as usize].iter().copied();
            let alone: Vec<u32> = rows.filter(|row| times[*row as usize] == 1).collect();
            let Some(rarest) = alone.iter().min_by_key(|r| whole.rows[**r as usize].len()) else {
                continue;
            };
            let others = whole.rows[*rarest as usize].iter().copied();
            let fits = |new: &u32| {
                (weight(*new), *new) < (weight(old), old)
                    && !is_chosen[*new as usize]
                    && self::core::is_within(&alone, &whole.columns[*new as usize])
            };
            let Some(new) = others.filter(fits).min_by_key(|c| (weight(*c), *c)) else {
                continue;
            };
            for row in &whole.columns[old as usize] {
                times[*row as usize] -= 1;
            }
            for row in &whole.columns[new as usize] {
                times[*row as usize] += 1;
            }
            is_chosen[old as usize] = false;
            is_chosen[new as usize] = true;
            *at = new;
            is_changed = true;
        }
        if !is_changed {
            chosen.sort_unstable();
            return chosen;
        }
    }
}
