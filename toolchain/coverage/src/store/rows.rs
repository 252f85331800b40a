//! Runs, crashes and evaluations of decisions as rows.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use rusqlite::types::Value;

use super::{
    run::{Run, Used},
    table::{Row, text},
};
use crate::{crashes::Crash, decisions::First};

/// By run, decision and number of the evaluation: the number of its row, and the first input.
pub type Kept = BTreeMap<Key, (usize, First)>;

pub type Key = (usize, usize, u64);

pub fn write_run(run: &Run, number: usize) -> Vec<Value> {
    let [campaign, fuzzer, configuration, name] = run.names().map(text);
    let clock = text(&run.clock);
    let number = Value::Integer(number as i64);
    let mut row = vec![number, campaign, fuzzer, configuration, name, clock];
    row.extend(run.used.numbers().map(optional));
    row
}

pub fn read_run(row: &mut Row) -> Result<Run> {
    Ok(Run {
        campaign: row.text()?,
        fuzzer: row.text()?,
        configuration: row.text()?,
        name: row.text()?,
        clock: row.text()?,
        used: Used {
            wall: row.amount()?,
            cpu: row.amount()?,
            executions: row.amount()?,
            memory: row.amount()?,
        },
    })
}

pub fn write_crash(crash: &Crash, number: usize) -> Vec<Value> {
    let frames = serde_json::to_string(&crash.frames).expect("frames have a form in JSON");
    vec![
        Value::Integer(number as i64),
        Value::Integer(crash.run as i64),
        Value::Blob(crash.input.clone()),
        optional(crash.time),
        text(&crash.what),
        text(&frames),
        Value::Integer(crash.left_out as i64),
    ]
}

pub fn read_crash(row: &mut Row, runs: usize) -> Result<Crash> {
    let run = usize::try_from(row.integer()?).ok().filter(|r| *r < runs);
    let run = run.context("it is damaged: a crash is of no run")?;
    Ok(Crash {
        run,
        input: row.blob()?,
        time: row.amount()?,
        what: row.text()?,
        frames: serde_json::from_str(&row.text()?)
            .context("it is damaged: a crash's frames are no JSON")?,
        left_out: row.amount()?.unwrap_or_default(),
    })
}

fn optional(number: Option<u64>) -> Value {
    number.map_or(Value::Null, |n| Value::Integer(n as i64))
}

pub fn write_evaluation(
    (run, decision, evaluation): Key,
    number: usize,
    first: &First,
) -> Vec<Value> {
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
pub fn read_evaluation(row: &mut Row, limits: [usize; 2]) -> Result<(Key, First)> {
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
