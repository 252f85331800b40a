//! Crashes, and what runs have used, as rows.

use anyhow::{Context, Result, ensure};
use rusqlite::types::Value;

use super::{
    Run, Store, Used, explained,
    table::{CRASHES, RUNS, Row, count, insert, text},
};
use crate::crashes::Crash;

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

fn write(crash: &Crash, number: usize) -> Vec<Value> {
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

pub fn read(row: &mut Row, runs: usize) -> Result<Crash> {
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

impl Store {
    /// Adds crashes: all of them, or on an error none.
    pub fn add_crashes(&mut self, crashes: Vec<Crash>) -> Result<()> {
        let known = self.crashes.len();
        let mut write_all = || -> Result<()> {
            let transaction = self.connection.transaction()?;
            let others: usize =
                transaction.query_row("SELECT count(*) FROM crashes", [], |row| row.get(0))?;
            ensure!(others == known, super::TWO_WRITERS);
            for (crash, number) in crashes.iter().zip(known..) {
                insert(&transaction, &CRASHES, write(crash, number))?;
            }
            count(&transaction, &CRASHES, known + crashes.len())?;
            Ok(transaction.commit()?)
        };
        write_all().map_err(|e| explained(&self.path, e))?;
        self.crashes.extend(crashes);
        Ok(())
    }

    /// Of a run: as much as it has used by now.
    pub(super) fn add_used(&mut self, number: usize, used: &Used) -> Result<()> {
        let joined = self.runs[number].used.joined(used);
        if joined == self.runs[number].used {
            return Ok(());
        }
        self.runs[number].used = joined;
        let row = write_run(&self.runs[number], number);
        insert(&self.connection, &RUNS, row).map_err(|e| explained(&self.path, e))
    }
}
