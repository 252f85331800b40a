//! The tables of a store, and their rows, each with the sum of its values.

use anyhow::{Context, Result, ensure};
use rusqlite::{
    Connection, params_from_iter,
    types::{Value, ValueRef},
};
use xxhash_rust::xxh3::Xxh3;

/// The bytes of all texts that a reader may have in memory.
const LARGEST_TABLE: usize = 1 << 30;
/// The bytes of a text.
const LARGEST_TEXT: usize = 1 << 24;
/// See [`Row::amount`].
const LARGEST_AMOUNT: u64 = 1 << 53;

pub struct Table {
    pub name: &'static str,
    columns: &'static str,
}

const fn table(name: &'static str, columns: &'static str) -> Table {
    Table { name, columns }
}

pub const META: Table = table("meta", "name TEXT PRIMARY KEY, value");
pub const BUILDS: Table = table(
    "builds",
    "fingerprint TEXT PRIMARY KEY, program TEXT, members BLOB",
);
pub const FUNCTIONS: Table = table(
    "functions",
    "number INTEGER PRIMARY KEY, key INTEGER, symbol TEXT, file TEXT",
);
pub const TEXTS: Table = table("texts", "number INTEGER PRIMARY KEY, text TEXT");
pub const IDENTITIES: Table = table(
    "identities",
    "number INTEGER PRIMARY KEY, key INTEGER, kind INTEGER, function INTEGER, file INTEGER, \
              line INTEGER, col INTEGER, spelled_file INTEGER, spelled_line INTEGER, spelled_col INTEGER, \
              expansion INTEGER, text INTEGER, outcome INTEGER, nth INTEGER, unstable INTEGER",
);
pub const EXTENTS: Table = table(
    "extents",
    "identity INTEGER PRIMARY KEY, line INTEGER, col INTEGER",
);
pub const SOURCES: Table = table(
    "sources",
    "number INTEGER PRIMARY KEY, file TEXT, hash TEXT",
);
pub const UNRECORDED: Table = table(
    "unrecorded",
    "number INTEGER PRIMARY KEY, build TEXT, image TEXT, source TEXT, why TEXT",
);
pub const RUNS: Table = table(
    "runs",
    "number INTEGER PRIMARY KEY, campaign TEXT, fuzzer TEXT, configuration TEXT, name TEXT, \
              clock TEXT, wall INTEGER, cpu INTEGER, executions INTEGER, memory INTEGER",
);
pub const CRASHES: Table = table(
    "crashes",
    "number INTEGER PRIMARY KEY, run INTEGER, input BLOB, time INTEGER, what TEXT, frames TEXT, \
              left_out INTEGER",
);
pub const BLOCKS: Table = table(
    "blocks",
    "number INTEGER PRIMARY KEY, run INTEGER, inputs INTEGER, data BLOB",
);
pub const FLOW: Table = table("flow", "number INTEGER PRIMARY KEY, data BLOB");
pub const DECISIONS: Table = table("decisions", "number INTEGER PRIMARY KEY, data TEXT");
pub const EVALUATIONS: Table = table(
    "evaluations",
    "number INTEGER PRIMARY KEY, run INTEGER, decision INTEGER, evaluation INTEGER, time INTEGER, input BLOB",
);
pub const TABLES: [&Table; 14] = [
    &META,
    &BUILDS,
    &FUNCTIONS,
    &TEXTS,
    &IDENTITIES,
    &EXTENTS,
    &SOURCES,
    &UNRECORDED,
    &FLOW,
    &DECISIONS,
    &RUNS,
    &CRASHES,
    &EVALUATIONS,
    &BLOCKS,
];
/// How many rows these have stands in [`META`].
pub const COUNTED: &[&Table] = TABLES.split_at(1).1;

impl Table {
    pub fn create(&self) -> String {
        format!(
            "CREATE TABLE {} ({}, sum INTEGER NOT NULL)",
            self.name, self.columns
        )
    }

    /// What SQLite makes of a primary key that is no number.
    pub fn index(&self) -> Option<String> {
        let key = self.columns.split(',').next()?;
        let is_text = key.ends_with("TEXT PRIMARY KEY");
        is_text.then(|| format!("sqlite_autoindex_{}_1", self.name))
    }

    pub fn rows_name(&self) -> String {
        format!("rows {}", self.name)
    }
}

/// XXH3 over a table's name and the values of a row: of each its type (`n`ull, `i`nteger, `t`ext, `b`lob), and an integer's
/// 8 bytes, or the length in 8 bytes and the bytes. Little-endian.
fn sum(table: &Table, values: &[Value]) -> i64 {
    let mut hash = Xxh3::new();
    let mut part = |kind: u8, bytes: &[u8]| {
        hash.update(&[kind]);
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    part(b't', table.name.as_bytes());
    for value in values {
        match value {
            Value::Null => part(b'n', &[]),
            Value::Integer(i) => part(b'i', &i.to_le_bytes()),
            Value::Real(r) => part(b'r', &r.to_le_bytes()),
            Value::Text(t) => part(b't', t.as_bytes()),
            Value::Blob(b) => part(b'b', b),
        }
    }
    hash.digest() as i64
}

pub fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

pub fn insert(connection: &Connection, table: &Table, mut values: Vec<Value>) -> Result<()> {
    let marks = vec!["?"; values.len() + 1].join(", ");
    let sql = format!("INSERT OR REPLACE INTO {} VALUES ({marks})", table.name);
    values.push(Value::Integer(sum(table, &values)));
    connection
        .prepare_cached(&sql)?
        .execute(params_from_iter(values))?;
    Ok(())
}

pub fn write_meta(connection: &Connection, name: &str, value: Value) -> Result<()> {
    insert(connection, &META, vec![text(name), value])
}

pub fn count(connection: &Connection, table: &Table, rows: usize) -> Result<()> {
    write_meta(connection, &table.rows_name(), Value::Integer(rows as i64))
}

/// The crate's own conversion counts on text that is UTF-8.
pub fn value(stored: ValueRef) -> Result<Value> {
    Ok(match stored {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(i) => Value::Integer(i),
        ValueRef::Real(r) => Value::Real(r),
        ValueRef::Text(t) => {
            ensure!(
                t.len() <= LARGEST_TEXT,
                "it has a text of {} bytes, which no program has",
                t.len()
            );
            let text = std::str::from_utf8(t).context("it is damaged: a text is not UTF-8")?;
            Value::Text(text.to_owned())
        }
        ValueRef::Blob(b) => Value::Blob(b.to_owned()),
    })
}

pub fn integer(value: &Value) -> Result<i64> {
    match value {
        Value::Integer(i) => Ok(*i),
        other => Err(is_no("number", other)),
    }
}

/// The value is not said: it may be as long as a store.
fn is_no(expected: &str, value: &Value) -> anyhow::Error {
    let kind = value.data_type();
    anyhow::anyhow!("it is damaged: where a {expected} should be is a value of the type {kind}")
}

/// The values of a row, taken one after the other.
pub struct Row {
    values: Vec<Value>,
    at: usize,
}

impl Row {
    pub fn take(&mut self) -> Result<Value> {
        let value = self.values.get_mut(self.at).context("a row is too short")?;
        self.at += 1;
        Ok(std::mem::replace(value, Value::Null))
    }

    pub fn integer(&mut self) -> Result<i64> {
        integer(&self.take()?)
    }

    pub fn optional(&mut self) -> Result<Option<i64>> {
        match self.take()? {
            Value::Null => Ok(None),
            other => integer(&other).map(Some),
        }
    }

    /// Milliseconds, bytes, executions: so many that their sums are numbers, too.
    pub fn amount(&mut self) -> Result<Option<u64>> {
        let number = self.optional()?;
        let amount = |number: i64| u64::try_from(number).ok().filter(|n| *n <= LARGEST_AMOUNT);
        let checked = |n| amount(n).with_context(|| format!("it is damaged: {n} is not an amount"));
        number.map(checked).transpose()
    }

    pub fn text(&mut self) -> Result<String> {
        match self.take()? {
            Value::Text(text) => Ok(text),
            other => Err(is_no("text", &other)),
        }
    }

    pub fn blob(&mut self) -> Result<Vec<u8>> {
        match self.take()? {
            Value::Blob(blob) => Ok(blob),
            other => Err(is_no("blob", &other)),
        }
    }

    /// A line or a column.
    pub fn place(&mut self) -> Result<u32> {
        place(self.integer()?)
    }

    /// Begins a row with its number, which has to be this one.
    pub fn number(&mut self, at: usize) -> Result<()> {
        let number = self.integer()?;
        ensure!(
            number == at as i64,
            "it is damaged: row {at} is number {number}"
        );
        Ok(())
    }
}

/// A line or a column: compilers count no further.
pub fn place(number: i64) -> Result<u32> {
    let place = i32::try_from(number).ok();
    let place = place.and_then(|place| u32::try_from(place).ok());
    place.with_context(|| format!("it is damaged: {number} is not a line or column"))
}

/// The values of the row of a number.
pub fn row(connection: &Connection, table: &Table, number: usize) -> Result<Option<Vec<Value>>> {
    let mut found = None;
    let only = format!("WHERE number = {number}");
    each_row(connection, table, &only, |_, row| {
        found = Some(std::mem::take(&mut row.values));
        Ok(())
    })?;
    Ok(found)
}

/// Calls `visit` with how many rows were before each, and itself.
pub fn each_row(
    connection: &Connection,
    table: &Table,
    which: &str,
    mut visit: impl FnMut(usize, &mut Row) -> Result<()>,
) -> Result<()> {
    let columns = table.columns.split(',').count();
    let sql = format!("SELECT * FROM {} {which}", table.name);
    let mut statement = connection.prepare_cached(&sql)?;
    ensure!(
        statement.column_count() == columns + 1,
        "it is damaged: table {} has other columns",
        table.name
    );
    let (mut at, mut length) = (0, 0);
    let mut rows = statement.query([])?;
    let mut of = Row {
        values: Vec::with_capacity(columns),
        at: 0,
    };
    while let Some(row) = rows.next()? {
        of.at = 0;
        of.values.clear();
        for column in 0..columns {
            let stored = row.get_ref(column)?;
            if let ValueRef::Text(bytes) | ValueRef::Blob(bytes) = stored {
                length += bytes.len();
            }
            of.values.push(value(stored)?);
        }
        ensure!(
            length <= LARGEST_TABLE,
            "table {} has texts of more than {LARGEST_TABLE} bytes, which no program has",
            table.name
        );
        let said = value(row.get_ref(columns)?)?;
        ensure!(
            said == Value::Integer(sum(table, &of.values)),
            "it is damaged: row {at} of table {} is not what was written",
            table.name
        );
        visit(at, &mut of)?;
        at += 1;
    }
    Ok(())
}
