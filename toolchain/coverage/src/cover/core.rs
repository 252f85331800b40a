//! What is left to be decided, and what decides itself.

use std::collections::HashMap;

/// Rows and columns of a part. All lists are sorted.
#[derive(Clone, Debug, Default)]
pub struct Core {
    /// By row: the columns that have it, by their places here.
    pub rows: Vec<Vec<u32>>,
    /// By column: its rows.
    pub columns: Vec<Vec<u32>>,
    /// By column: what it is called outside.
    pub names: Vec<u32>,
}

impl Core {
    /// Of columns with any numbers as rows: rows that no column has are left out, and of rows with the same columns all but one.
    pub fn of(columns: &[Vec<u32>]) -> Core {
        let all = columns
            .iter()
            .flatten()
            .max()
            .map_or(0, |r| *r as usize + 1);
        let mut rows = vec![Vec::new(); all];
        for (column, of) in (0..).zip(columns) {
            for row in of {
                let row: &mut Vec<u32> = &mut rows[*row as usize];
                if row.last() != Some(&column) {
                    row.push(column);
                }
            }
        }
        rows.retain(|row| !row.is_empty());
        rows.sort_unstable();
        rows.dedup();
        Core::by_rows(rows, (0..columns.len() as u32).collect())
    }

    fn by_rows(rows: Vec<Vec<u32>>, names: Vec<u32>) -> Core {
        Core {
            columns: turned(&rows, names.len()),
            rows,
            names,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Decides what decides itself: a column that alone has a row is taken. A row goes that any column has which has another
    /// row; so does a column that another one has all rows of. Gives what was taken, by its name outside, and the rest.
    pub fn reduced(mut self, weights: &[u64]) -> (Vec<u32>, Core) {
        let mut taken = Vec::new();
        loop {
            let before = (self.rows.len(), self.columns.len());
            self = self.without_needed(&mut taken);
            let rows = kept(&self.rows, &self.columns, |r| r as u64);
            self = self.keep_rows(&rows);
            // The lighter of two equal ones stays.
            let names = &self.names;
            let order = |c: usize| weights[names[c] as usize];
            let columns = kept_columns(&self.columns, &self.rows, order);
            self = self.keep_columns(&columns);
            if (self.rows.len(), self.columns.len()) == before {
                return (taken, self);
            }
        }
    }

    /// Takes columns that alone have a row, and with them all of their rows.
    fn without_needed(self, taken: &mut Vec<u32>) -> Core {
        let needed = self.rows.iter().filter(|row| row.len() == 1);
        let mut needed: Vec<u32> = needed.map(|row| row[0]).collect();
        if needed.is_empty() {
            return self;
        }
        needed.sort_unstable();
        needed.dedup();
        taken.extend(needed.iter().map(|c| self.names[*c as usize]));
        self.without_rows_of(&needed)
    }

    /// What is left to do after some columns were chosen.
    pub fn without_rows_of(&self, chosen: &[u32]) -> Core {
        let mut rows = vec![true; self.rows.len()];
        for row in chosen.iter().flat_map(|c| &self.columns[*c as usize]) {
            rows[*row as usize] = false;
        }
        self.clone().keep_rows(&rows)
    }

    fn keep_rows(self, is_kept: &[bool]) -> Core {
        if is_kept.iter().all(|k| *k) {
            return self;
        }
        let rows = self.rows.into_iter().zip(is_kept);
        let rows: Vec<Vec<u32>> = rows.filter(|(_, k)| **k).map(|(row, _)| row).collect();
        let mut is_used = vec![false; self.names.len()];
        for column in rows.iter().flatten() {
            is_used[*column as usize] = true;
        }
        Core::by_rows(rows, self.names).keep_columns(&is_used)
    }

    pub fn keep_columns(self, is_kept: &[bool]) -> Core {
        if is_kept.iter().all(|k| *k) {
            return self;
        }
        let mut numbers = vec![u32::MAX; self.names.len()];
        let mut names = Vec::new();
        for (old, name) in self
            .names
            .iter()
            .enumerate()
            .filter(|(old, _)| is_kept[*old])
        {
            numbers[old] = names.len() as u32;
            names.push(*name);
        }
        let row = |row: Vec<u32>| -> Vec<u32> {
            let row = row.into_iter().map(|c| numbers[c as usize]);
            row.filter(|c| *c != u32::MAX).collect()
        };
        Core::by_rows(self.rows.into_iter().map(row).collect(), names)
    }

    /// Parts that have no row in common, each with at least one.
    pub fn parts(self) -> Vec<Core> {
        const NONE: u32 = u32::MAX;
        let mut of = vec![NONE; self.rows.len()];
        let mut is_seen = vec![false; self.columns.len()];
        let mut count = 0;
        for first in 0..self.rows.len() {
            if of[first] != NONE {
                continue;
            }
            of[first] = count;
            let mut todo = vec![first];
            while let Some(row) = todo.pop() {
                for column in &self.rows[row] {
                    if std::mem::replace(&mut is_seen[*column as usize], true) {
                        continue;
                    }
                    for other in &self.columns[*column as usize] {
                        let of = &mut of[*other as usize];
                        if *of == NONE {
                            *of = count;
                            todo.push(*other as usize);
                        }
                    }
                }
            }
            count += 1;
        }
        if count < 2 {
            return if self.is_empty() {
                Vec::new()
            } else {
                vec![self]
            };
        }
        /// Rows; by column here, which it is there; and by column there, what it was called.
        type Part = (Vec<Vec<u32>>, HashMap<u32, u32>, Vec<u32>);
        let mut parts: Vec<Part> = vec![Part::default(); count as usize];
        for (row, part) in self.rows.iter().zip(&of) {
            let (rows, numbers, names) = &mut parts[*part as usize];
            let row = row.iter().map(|column| {
                *numbers.entry(*column).or_insert_with(|| {
                    names.push(self.names[*column as usize]);
                    names.len() as u32 - 1
                })
            });
            let mut row: Vec<u32> = row.collect();
            row.sort_unstable();
            rows.push(row);
        }
        let parts = parts.into_iter();
        parts
            .map(|(rows, _, names)| Core::by_rows(rows, names))
            .collect()
    }
}

/// By number: the lists that have it.
fn turned(lists: &[Vec<u32>], limit: usize) -> Vec<Vec<u32>> {
    let mut turned = vec![Vec::new(); limit];
    for (at, list) in (0..).zip(lists) {
        for number in list {
            turned[*number as usize].push(at);
        }
    }
    turned
}

/// Whether a sorted list is part of another.
pub fn is_within(small: &[u32], large: &[u32]) -> bool {
    let mut rest = large;
    small.len() <= large.len()
        && small.iter().all(|number| match rest.binary_search(number) {
            Ok(at) => {
                rest = &rest[at + 1..];
                true
            }
            Err(_) => false,
        })
}

/// By row: whether it stays; it goes if another row's columns are all its own. Of equal ones the first in `order` stays.
fn kept(rows: &[Vec<u32>], columns: &[Vec<u32>], order: impl Fn(usize) -> u64) -> Vec<bool> {
    let mut is_kept = vec![true; rows.len()];
    let mut by_size: Vec<usize> = (0..rows.len()).collect();
    by_size.sort_by_key(|r| (rows[*r].len(), order(*r), *r));
    for row in by_size {
        if !is_kept[row] {
            continue;
        }
        let rarest = rows[row].iter().min_by_key(|c| columns[**c as usize].len());
        for other in rarest.into_iter().flat_map(|c| &columns[*c as usize]) {
            let other = *other as usize;
            if other != row && is_kept[other] && is_within(&rows[row], &rows[other]) {
                is_kept[other] = false;
            }
        }
    }
    is_kept
}

/// By column: whether it stays; it goes if another column has all of its rows. Of equal ones the first in `order` stays.
fn kept_columns(
    columns: &[Vec<u32>],
    rows: &[Vec<u32>],
    order: impl Fn(usize) -> u64,
) -> Vec<bool> {
    let mut is_kept = vec![true; columns.len()];
    let mut by_size: Vec<usize> = (0..columns.len()).collect();
    // The last of equal ones is looked at first, and goes.
    by_size.sort_by_key(|c| (columns[*c].len(), std::cmp::Reverse((order(*c), *c))));
    for column in by_size {
        let Some(rarest) = columns[column]
            .iter()
            .min_by_key(|r| rows[**r as usize].len())
        else {
            is_kept[column] = false;
            continue;
        };
        let mut others = rows[*rarest as usize].iter().map(|c| *c as usize);
        is_kept[column] = !others.any(|other| {
            other != column && is_kept[other] && is_within(&columns[column], &columns[other])
        });
    }
    is_kept
}
