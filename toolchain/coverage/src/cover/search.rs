//! The smallest cover of a part, by branch and bound: a column is in it, or it is not.

use super::{
    Cover,
    bound::Prices,
    core::Core,
    local::{greedy, improved},
};

/// Turns of the bound at the root, and below it.
const TURNS: (usize, usize) = (1_000, 60);
/// Turns of the local search without anything better, and how often it is given more where the bound is not met.
const TRIES: (u64, u64) = (2_000, 40_000);
/// Rows and columns of parts that are cut further. More would take much memory, and never come to an end.
const LARGEST: usize = 20_000_000;

/// Of a part that nothing more decides. Columns are called by their names outside.
pub fn part(core: &Core, weights: &[u64], go_on: &mut dyn FnMut() -> bool) -> Cover {
    let ones = vec![1.0; core.columns.len()];
    let mut best = greedy(core, &ones, |_| 0.0);
    best = improved(core, best, 0, TRIES.0, go_on);
    let mut prices = root(core, &mut best, go_on);
    if prices.columns() < best.len() {
        best = improved(core, best, prices.columns(), TRIES.1, go_on);
    }
    if prices.columns() < best.len() {
        let again = root(core, &mut best, go_on);
        if again.bound > prices.bound {
            prices = again;
        }
    }
    let mut bound = prices.columns();
    let size: usize = core.columns.iter().map(Vec::len).sum();
    let mut names: Vec<u32> = best.iter().map(|c| core.names[*c as usize]).collect();
    if bound < best.len() && size <= LARGEST && go_on() {
        let rest = core.clone().keep_columns(&prices.allowed(best.len()));
        let mut search = Search {
            weights,
            go_on,
            is_cut: false,
        };
        if let Some(better) = search.below(rest, names.len()) {
            names = better;
        }
        if !search.is_cut {
            bound = names.len();
        }
    }
    Cover {
        chosen: names.into_iter().map(|n| n as usize).collect(),
        bound,
    }
}

/// Prices, and covers that they lead to.
fn root(core: &Core, best: &mut Vec<u32>, go_on: &mut dyn FnMut() -> bool) -> Prices {
    let known = best.len();
    let mut is_going = true;
    Prices::of(core, known, known, TURNS.0, &mut |left, prices| {
        is_going &= go_on();
        let found = greedy(core, left, |row| prices[row]);
        if found.len() < best.len() {
            *best = found;
        }
        is_going.then_some(best.len())
    })
}

struct Search<'a> {
    weights: &'a [u64],
    go_on: &'a mut dyn FnMut() -> bool,
    /// Not everything was looked at.
    is_cut: bool,
}

impl Search<'_> {
    /// A cover with less than `best` columns, the smallest there is; `None`: there is none.
    fn below(&mut self, core: Core, best: usize) -> Option<Vec<u32>> {
        let (taken, core) = core.reduced(self.weights);
        let left = best.checked_sub(taken.len())?;
        let with = |found: Vec<u32>| -> Vec<u32> { [taken.clone(), found].concat() };
        if core.is_empty() {
            return (left > 0).then(|| with(Vec::new()));
        }
        if core.rows.iter().any(Vec::is_empty) {
            return None;
        }
        if !(self.go_on)() {
            self.is_cut = true;
            return None;
        }
        let parts = core.parts();
        let found = match <[Core; 1]>::try_from(parts) {
            Ok([part]) => self.part(part, left),
            Err(parts) => self.parts(parts, left),
        };
        found.map(with)
    }

    /// Of parts that know nothing of each other.
    fn parts(&mut self, parts: Vec<Core>, best: usize) -> Option<Vec<u32>> {
        let bound = |part: &Core| {
            let most = part.rows.len() + 1;
            Prices::of(part, most, most, TURNS.1, &mut |_, _| Some(most)).columns()
        };
        let bounds: Vec<usize> = parts.iter().map(bound).collect();
        let mut least: usize = bounds.iter().sum();
        let mut found = Vec::new();
        for (part, bound) in parts.into_iter().zip(bounds) {
            if least >= best {
                return None;
            }
            let mut of_part = self.below(part, best - (least - bound))?;
            least = least - bound + of_part.len();
            found.append(&mut of_part);
        }
        (least < best).then_some(found)
    }

    fn part(&mut self, core: Core, best: usize) -> Option<Vec<u32>> {
        let prices = Prices::of(&core, best, best, TURNS.1, &mut |_, _| Some(best));
        if prices.columns() >= best {
            return None;
        }
        let allowed = prices.allowed(best);
        if allowed.contains(&false) {
            return self.below(core.keep_columns(&allowed), best);
        }
        let fewest = core.rows.iter().min_by_key(|row| row.len())?;
        let first = fewest.iter().copied().min_by(|a, b| {
            let left = |c: u32| prices.left[c as usize];
            left(*a).total_cmp(&left(*b))
        })?;
        let name = core.names[first as usize];
        let rest = core.without_rows_of(&[first]);
        let with = self.below(rest, best - 1).map(|mut found| {
            found.push(name);
            found
        });
        let best = with.as_ref().map_or(best, Vec::len);
        let mut allowed = vec![true; core.columns.len()];
        allowed[first as usize] = false;
        let without = self.below(core.keep_columns(&allowed), best);
        without.or(with)
    }
}
