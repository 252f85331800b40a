//! Stores of coverage: files of SQLite, as they are or with rows that somebody has changed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Result;
use fz_abi::decisions as abi;
use fz_coverage::{decisions::First, samples, selection::Selection, store::Store};
use fz_report::{
    check::{Check, Gates},
    compare::wanted::Wanted,
    export,
    matrix::Matrix,
    measure::Measure,
    summary::Summary,
};
use rusqlite::{Connection, types::Value};

use crate::{Around, Reader};

/// An input begins with one of them: what follows is a whole file, or changes to the rows of a good one.
const FILE: u8 = b'F';
const ROWS: u8 = b'R';

pub fn start(around: &Around) -> Result<Reader> {
    let (path, write) = around.file("store.fzcov");
    make(&path)?;
    look(&path)?;
    let good = fs::read(&path)?;
    let cells = cells(&path)?;
    let mut seeds = vec![[&[FILE], &*good].concat()];
    seeds.extend(cells.iter().map(|cell| {
        let change = Change {
            cell: cell.number,
            value: cell.value.clone(),
        };
        [&[ROWS], &*change.bytes()].concat()
    }));
    Ok(Reader {
        seeds,
        read: Box::new(move |data| {
            let Some((kind, data)) = data.split_first() else {
                return;
            };
            match *kind {
                ROWS => {
                    write(&good);
                    if changed(&path, &cells, data).is_err() {
                        return;
                    }
                }
                _ => write(data),
            }
            let _ = look(&path);
            let left = path.with_extension("fzcov-journal");
            assert!(!left.exists(), "reading a store leaves a journal");
        }),
    })
}

/// What commands ask of a store.
fn look(path: &Path) -> Result<()> {
    let store = Store::open(path)?;
    store.each_input(|_, _| {})?;
    store.each_block(|_, _| {})?;
    let matrix = Matrix::of(&store, &Selection::default())?;
    let measure = Measure::of(&matrix);
    let summary = Summary::of(&measure, &Wanted::default())?;
    let _ = (summary.text(true, 20), summary.json(20));
    let gates = Gates {
        minima: &[],
        baseline: Some(&store),
        changes: None,
    };
    let check = Check::of(&store, &measure, &gates)?;
    let _ = (check.text(20), check.markdown(20));
    let mut out = Vec::new();
    export::lcov::write(&measure, &mut out)?;
    export::cobertura::write(&measure, &mut out)?;
    export::llvm::write(&measure, &mut out)?;
    Ok(())
}

/// A store that has something of everything.
fn make(path: &Path) -> Result<()> {
    let mut catalogue = samples::catalogue(1..9);
    catalogue.decisions = vec![samples::decision(
        5,
        &[[1, abi::FALSE], [abi::TRUE, abi::FALSE]],
    )];
    let build = samples::build(&catalogue);
    let flow = samples::flow(&catalogue);
    let limit = catalogue.identities.len();
    let mut store = Store::create(path, catalogue, vec![build], &flow)?;
    for (name, numbers) in [("one", [0, 1, 4]), ("two", [0, 2, 5])] {
        let run = store.run(&samples::run(name))?;
        let input = samples::input(&format!("{name}/input"), limit, &numbers);
        store.add(run, &[input])?;
        let first = First {
            time: 5,
            input: name.into(),
        };
        store.add_evaluations(run, [((0, 1), first)].into())?;
        store.add_crashes(vec![samples::crash_in(run, "crash")])?;
    }
    Ok(())
}

/// A value of a row, by what SQLite calls them.
struct Cell {
    number: u8,
    table: String,
    column: String,
    row: i64,
    value: Value,
}

fn cells(path: &Path) -> Result<Vec<Cell>> {
    let connection = Connection::open(path)?;
    let mut names = connection.prepare("SELECT name FROM sqlite_master WHERE type = 'table'")?;
    let names = names.query_map([], |row| row.get(0))?;
    let names: Vec<String> = names.collect::<Result<_, _>>()?;
    let mut cells = Vec::new();
    for table in names {
        // The first rows are like those that follow.
        let mut rows = connection.prepare(&format!("SELECT rowid, * FROM {table} LIMIT 2"))?;
        let columns: Vec<String> = rows
            .column_names()
            .iter()
            .map(|c| (*c).to_owned())
            .collect();
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            for (at, column) in columns.iter().enumerate().skip(1) {
                cells.push(Cell {
                    number: cells.len() as u8,
                    table: table.clone(),
                    column: column.clone(),
                    row: row.get(0)?,
                    value: row.get(at)?,
                });
            }
        }
    }
    Ok(cells)
}

/// Another value of a cell.
struct Change {
    cell: u8,
    value: Value,
}

impl Change {
    /// The cell, the kind of value, how long it is, and the value.
    fn bytes(&self) -> Vec<u8> {
        let (kind, content) = match &self.value {
            Value::Null => (0, Vec::new()),
            Value::Integer(number) => (1, number.to_le_bytes().to_vec()),
            Value::Real(number) => (2, number.to_le_bytes().to_vec()),
            Value::Text(text) => (3, text.clone().into_bytes()),
            Value::Blob(bytes) => (4, bytes.clone()),
        };
        let length = (content.len() as u16).to_le_bytes();
        [&[self.cell, kind], &length[..], &content].concat()
    }

    /// What is missing at the end is zero.
    fn take(data: &mut &[u8]) -> Option<Change> {
        let (&[cell, kind, low, high], rest) = data.split_first_chunk()?;
        let length = usize::from(u16::from_le_bytes([low, high])).min(rest.len());
        let (content, rest) = rest.split_at(length);
        *data = rest;
        let mut word = [0; 8];
        let filled = length.min(word.len());
        word[..filled].copy_from_slice(&content[..filled]);
        let value = match kind % 5 {
            0 => Value::Null,
            1 => Value::Integer(i64::from_le_bytes(word)),
            2 => Value::Real(f64::from_le_bytes(word)),
            3 => Value::Text(String::from_utf8_lossy(content).into_owned()),
            _ => Value::Blob(content.to_vec()),
        };
        Some(Change { cell, value })
    }
}

fn changed(path: &PathBuf, cells: &[Cell], mut data: &[u8]) -> Result<()> {
    let connection = Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "OFF")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    while let Some(change) = Change::take(&mut data) {
        let Cell {
            table, column, row, ..
        } = &cells[usize::from(change.cell) % cells.len()];
        let statement = format!("UPDATE {table} SET {column} = ? WHERE rowid = ?");
        // Some columns take no such value.
        let _ = connection.execute(&statement, (change.value, row));
    }
    Ok(())
}
