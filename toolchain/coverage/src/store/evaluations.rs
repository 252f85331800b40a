//! Evaluations of decisions, as rows.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use rusqlite::types::Value;

use super::{
    Store, explained,
    table::{EVALUATIONS, Row, count, insert},
};
use crate::decisions::{Evaluations, First};

/// By run, decision and number of the evaluation: the number of its row, and the first input.
pub type Kept = BTreeMap<(usize, usize, u64), (usize, First)>;

type Key = (usize, usize, u64);

fn write((run, decision, evaluation): Key, number: usize, first: &First) -> Vec<Value> {
    let numbers = [
        number as i64,
        run as i64,
        decision as i64,
        evaluation as i64,
        first.time as i64,
    ];
    let mut row: Vec<Value> = numbers.map(Value::Integer).into();
    row.push(Value::Blob(first.input.clone()));
    row
}

/// `limits`: how many runs and decisions there are.
pub fn read(row: &mut Row, limits: [usize; 2]) -> Result<(Key, First)> {
    let mut number = |limit: usize| -> Result<usize> {
        let number = usize::try_from(row.integer()?).ok();
        let number = number.filter(|number| *number < limit);
        number.context("it is damaged: an evaluation is of no run or of no decision")
    };
    let (run, decision) = (number(limits[0])?, number(limits[1])?);
    let key = (run, decision, row.integer()? as u64);
    let time = row.integer()? as u64;
    let input = row.blob()?;
    Ok((key, First { time, input }))
}

impl Store {
    /// What the inputs of a run have evaluated.
    pub fn evaluations(&self, run: usize) -> Evaluations {
        let of = self.evaluations.range((run, 0, 0)..(run + 1, 0, 0));
        of.map(|((_, decision, number), (_, first))| ((*decision, *number), first.clone()))
            .collect()
    }

    /// Adds what inputs of a run have evaluated: all of it, or on an error nothing.
    pub fn add_evaluations(&mut self, run: usize, new: Evaluations) -> Result<()> {
        let before = self.evaluations.len();
        let mut next = before;
        let mut rows: Vec<(Key, usize, First)> = Vec::new();
        for ((decision, number), first) in new {
            let key = (run, decision, number);
            match self.evaluations.get(&key) {
                Some((_, known)) if *known <= first => {}
                Some((at, _)) => rows.push((key, *at, first)),
                None => {
                    rows.push((key, next, first));
                    next += 1;
                }
            }
        }
        if rows.is_empty() {
            return Ok(());
        }
        let mut write_all = || -> Result<()> {
            let transaction = self.connection.transaction()?;
            let others: usize =
                transaction.query_row("SELECT count(*) FROM evaluations", [], |row| row.get(0))?;
            ensure!(others == before, super::TWO_WRITERS);
            for (key, number, first) in &rows {
                insert(&transaction, &EVALUATIONS, write(*key, *number, first))?;
            }
            count(&transaction, &EVALUATIONS, next)?;
            Ok(transaction.commit()?)
        };
        write_all().map_err(|e| explained(&self.path, e))?;
        let rows = rows.into_iter();
        self.evaluations
            .extend(rows.map(|(key, number, first)| (key, (number, first))));
        Ok(())
    }
}
