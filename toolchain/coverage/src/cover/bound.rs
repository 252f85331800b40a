//! How few columns can do, by Lagrange's relaxation: each row gets a price, and a choice of columns is charged one for each column
//! and the price of each row that it lacks. The cheapest choice that may lack rows costs at most what the smallest cover has
//! columns, whatever the prices are. The best prices give the bound of the linear program. They are approached by raising the
//! price of rows that are lacking, and lowering that of rows that several columns have.

use super::core::Core;

#[derive(Clone, Debug)]
pub struct Prices {
    /// By row.
    pub of: Vec<f64>,
    /// The bound that they give.
    pub bound: f64,
    /// By column: one, less the prices of its rows.
    pub left: Vec<f64>,
}

/// What looks from time to time at what columns cost and at the prices, and says how many columns the smallest known cover has.
pub type See<'a> = dyn FnMut(&[f64], &[f64]) -> Option<usize> + 'a;

/// What rounding may have added to a bound.
const SLACK: f64 = 1e-6;

impl Prices {
    /// As good as there is room for in so many `turns`; fewer, if they show that a cover has at least `enough` columns. `best`: how
    /// many columns the smallest known cover has.
    pub fn of(core: &Core, mut best: usize, enough: usize, turns: usize, see: &mut See) -> Prices {
        let least = |row: &Vec<u32>| {
            let longest = row.iter().map(|c| core.columns[*c as usize].len()).max();
            1.0 / longest.unwrap_or(1) as f64
        };
        let mut prices: Vec<f64> = core.rows.iter().map(least).collect();
        let mut step = 1.0;
        let mut kept = Prices {
            of: prices.clone(),
            bound: 0.0,
            left: Vec::new(),
        };
        let mut stuck = 0;
        let mut have = vec![0i32; core.rows.len()];
        for turn in 0..turns {
            let rows =
                |column: &Vec<u32>| -> f64 { column.iter().map(|row| prices[*row as usize]).sum() };
            let left: Vec<f64> = core.columns.iter().map(|c| 1.0 - rows(c)).collect();
            let taken = left.iter().filter(|left| **left < 0.0).sum::<f64>();
            let bound = prices.iter().sum::<f64>() + taken;
            if bound > kept.bound + 1e-9 || kept.left.is_empty() {
                stuck = if bound > kept.bound + 1e-3 {
                    0
                } else {
                    stuck + 1
                };
                kept = Prices {
                    of: prices.clone(),
                    bound,
                    left: left.clone(),
                };
            } else {
                stuck += 1;
            }
            if kept.columns() >= enough.min(best) {
                break;
            }
            if turn % 8 == 0
                && let Some(fewer) = see(&left, &prices)
            {
                best = best.min(fewer);
            }
            if stuck >= 15 {
                step /= 2.0;
                stuck = 0;
                prices.clone_from(&kept.of);
                if step < 0.002 {
                    break;
                }
                continue;
            }
            have.fill(0);
            for (column, _) in left.iter().enumerate().filter(|(_, left)| **left < 0.0) {
                for row in &core.columns[column] {
                    have[*row as usize] += 1;
                }
            }
            // A price of nothing cannot fall.
            let is_moving = |row: usize| have[row] < 1 || have[row] > 1 && prices[row] > 0.0;
            let moving = (0..have.len()).filter(|row| is_moving(*row));
            let length: f64 = moving.map(|row| f64::from(1 - have[row]).powi(2)).sum();
            if length == 0.0 {
                break;
            }
            let far = (best as f64 * 1.02 - bound).max(0.05) * step / length;
            for (price, have) in prices.iter_mut().zip(&have) {
                *price = (*price + far * f64::from(1 - have)).max(0.0);
            }
        }
        kept
    }

    /// A cover has at least so many columns.
    pub fn columns(&self) -> usize {
        (self.bound - SLACK).ceil().max(0.0) as usize
    }

    /// By column: whether a cover with less than `best` columns may have it.
    pub fn allowed(&self, best: usize) -> Vec<bool> {
        let most = best as f64 - 1.0 + SLACK;
        let is_allowed = |left: &f64| self.bound + left.max(0.0) <= most;
        self.left.iter().map(is_allowed).collect()
    }
}
