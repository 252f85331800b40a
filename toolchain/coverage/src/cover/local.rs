//! Small covers, found by taking and by trying.

use super::core::Core;

/// Takes the column that costs least for what it adds, until nothing is lacking, and gives back what was superfluous. `left`: what
/// columns cost at some prices.
pub fn greedy(core: &Core, left: &[f64], prices: impl Fn(usize) -> f64) -> Vec<u32> {
    let mut cost = left.to_vec();
    let mut lacking: Vec<u32> = core.columns.iter().map(|c| c.len() as u32).collect();
    let mut is_covered = vec![false; core.rows.len()];
    let mut open = core.rows.len();
    let mut chosen = Vec::new();
    while open > 0 {
        let score = |column: usize| {
            let (cost, rows) = (cost[column], f64::from(lacking[column]));
            if cost > 0.0 { cost / rows } else { cost * rows }
        };
        let candidates = (0..core.columns.len()).filter(|c| lacking[*c] > 0);
        let best = candidates.min_by(|a, b| score(*a).total_cmp(&score(*b)));
        let best = best.expect("each row has a column");
        chosen.push(best as u32);
        for row in &core.columns[best] {
            let row = *row as usize;
            if std::mem::replace(&mut is_covered[row], true) {
                continue;
            }
            open -= 1;
            for column in &core.rows[row] {
                lacking[*column as usize] -= 1;
                cost[*column as usize] += prices(row);
            }
        }
    }
    needed(core, chosen)
}

/// Gives back what is superfluous, the smallest columns first.
fn needed(core: &Core, mut chosen: Vec<u32>) -> Vec<u32> {
    let mut times = vec![0u32; core.rows.len()];
    for row in chosen.iter().flat_map(|c| &core.columns[*c as usize]) {
        times[*row as usize] += 1;
    }
    chosen.sort_by_key(|c| (core.columns[*c as usize].len(), *c));
    chosen.retain(|column| {
        let rows = &core.columns[*column as usize];
        let is_superfluous = rows.iter().all(|row| times[*row as usize] > 1);
        if is_superfluous {
            rows.iter().for_each(|row| times[*row as usize] -= 1);
        }
        !is_superfluous
    });
    chosen
}

/// A column in the local search.
#[derive(Clone, Default)]
struct Column {
    is_chosen: bool,
    /// May come in: something near it has changed since it went out.
    is_free: bool,
    /// The weight of rows that it would add, or that would be lost without it.
    worth: u64,
    /// When it last came or went.
    moved: u64,
}

struct Local<'a> {
    core: &'a Core,
    columns: Vec<Column>,
    times: Vec<u32>,
    weights: Vec<u64>,
    /// Rows that are lacking, and where each stands in that list.
    lacking: Vec<u32>,
    places: Vec<u32>,
    chosen: Vec<u32>,
}

/// Swaps columns to do with fewer: one is taken out, and a row that is then lacking gets another. Rows that lacked often weigh
/// more. Ends after so many `turns` without a smaller cover, or at `bound` columns.
pub fn improved(
    core: &Core,
    start: Vec<u32>,
    bound: usize,
    turns: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<u32> {
    let mut best = start.clone();
    let mut local = Local::of(core, start);
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut last = None;
    let (mut turn, mut until) = (0, turns);
    loop {
        while local.lacking.is_empty() {
            if local.chosen.len() < best.len() {
                best = needed(core, local.chosen.clone());
                until = turn + turns;
            }
            if best.len() <= bound || local.chosen.is_empty() {
                return best;
            }
            let least = local.least(None);
            local.remove(least, turn);
        }
        turn += 1;
        if turn > until || turn % 256 == 0 && !go_on() {
            return best;
        }
        if !local.chosen.is_empty() {
            let least = local.least(last);
            local.remove(least, turn);
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let row = local.lacking[(random % local.lacking.len() as u64) as usize];
        let free = core.rows[row as usize].iter().copied();
        let free = free.filter(|c| local.columns[*c as usize].is_free);
        let best_of = |c: &u32| {
            let column = &local.columns[*c as usize];
            (column.worth, u64::MAX - column.moved)
        };
        let Some(new) = free.max_by_key(best_of) else {
            continue;
        };
        local.add(new, turn);
        last = Some(new);
        local.weigh();
    }
}

impl<'a> Local<'a> {
    fn of(core: &'a Core, start: Vec<u32>) -> Local<'a> {
        let column = |rows: &Vec<u32>| Column {
            is_free: true,
            worth: rows.len() as u64,
            ..Column::default()
        };
        let all = core.rows.len() as u32;
        let mut local = Local {
            core,
            columns: core.columns.iter().map(column).collect(),
            times: vec![0; core.rows.len()],
            weights: vec![1; core.rows.len()],
            lacking: (0..all).collect(),
            places: (0..all).collect(),
            chosen: Vec::new(),
        };
        start.into_iter().for_each(|column| local.add(column, 0));
        local
    }

    /// The chosen column without which least is lost.
    fn least(&self, but: Option<u32>) -> u32 {
        let others = self.chosen.iter().copied();
        let others = others.filter(|c| Some(*c) != but || self.chosen.len() == 1);
        let key = |c: &u32| {
            let column = &self.columns[*c as usize];
            (column.worth, column.moved)
        };
        others.min_by_key(key).expect("something is chosen")
    }

    fn add(&mut self, column: u32, turn: u64) {
        let core = self.core;
        self.chosen.push(column);
        let own = &mut self.columns[column as usize];
        (own.is_chosen, own.moved, own.worth) = (true, turn, 0);
        for row in &core.columns[column as usize] {
            let at = *row as usize;
            self.times[at] += 1;
            let weight = self.weights[at];
            match self.times[at] {
                1 => {
                    self.found(*row);
                    self.columns[column as usize].worth += weight;
                    for other in core.rows[at].iter().filter(|o| **o != column) {
                        self.columns[*other as usize].worth -= weight;
                        self.columns[*other as usize].is_free = true;
                    }
                }
                2 => {
                    let mut others = core.rows[at].iter().filter(|o| **o != column);
                    let only = others.find(|o| self.columns[**o as usize].is_chosen);
                    let only = *only.expect("a column had it") as usize;
                    self.columns[only].worth -= weight;
                }
                _ => {}
            }
        }
    }

    fn remove(&mut self, column: u32, turn: u64) {
        let core = self.core;
        self.chosen.retain(|c| *c != column);
        let own = &mut self.columns[column as usize];
        *own = Column {
            moved: turn,
            ..Column::default()
        };
        for row in &core.columns[column as usize] {
            let at = *row as usize;
            self.times[at] -= 1;
            let weight = self.weights[at];
            match self.times[at] {
                0 => {
                    self.lost(*row);
                    self.columns[column as usize].worth += weight;
                    for other in core.rows[at].iter().filter(|o| **o != column) {
                        self.columns[*other as usize].worth += weight;
                        self.columns[*other as usize].is_free = true;
                    }
                }
                1 => {
                    let mut others = core.rows[at].iter();
                    let only = others.find(|o| self.columns[**o as usize].is_chosen);
                    let only = *only.expect("a column has it") as usize;
                    self.columns[only].worth += weight;
                }
                _ => {}
            }
        }
    }

    fn lost(&mut self, row: u32) {
        self.places[row as usize] = self.lacking.len() as u32;
        self.lacking.push(row);
    }

    fn found(&mut self, row: u32) {
        let place = self.places[row as usize] as usize;
        self.lacking.swap_remove(place);
        if let Some(moved) = self.lacking.get(place) {
            self.places[*moved as usize] = place as u32;
        }
    }

    /// Rows that are lacking weigh more.
    fn weigh(&mut self) {
        let core = self.core;
        for row in &self.lacking {
            self.weights[*row as usize] += 1;
            for column in &core.rows[*row as usize] {
                self.columns[*column as usize].worth += 1;
            }
        }
    }
}
