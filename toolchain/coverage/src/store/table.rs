//! The tables of a store, and their rows, each with the sum of its values.

use anyhow::{Context, Result, bail, ensure};
use rusqlite::{
    Connection, params_from_iter,
    types::{Value, ValueRef},
};
use xxhash_rust::xxh3::Xxh3;

pub struct Table {
    pub name: &'static str,
    columns: &'static [&'static str],
}

pub const META: Table = Table {
    name: "meta",
    columns: &["name TEXT PRIMARY KEY", "value"],
};
pub const BUILDS: Table = Table {
    name: "builds",
    columns: &[
        "fingerprint TEXT PRIMARY KEY",
        "program TEXT",
        "members BLOB",
    ],
};
pub const FUNCTIONS: Table = Table {
    name: "functions",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "key INTEGER",
        "symbol TEXT",
        "file TEXT",
    ],
};
pub const TEXTS: Table = Table {
    name: "texts",
    columns: &["number INTEGER PRIMARY KEY", "text TEXT"],
};
pub const IDENTITIES: Table = Table {
    name: "identities",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "key INTEGER",
        "kind INTEGER",
        "function INTEGER",
        "file INTEGER",
        "line INTEGER",
        "col INTEGER",
        "spelled_file INTEGER",
        "spelled_line INTEGER",
        "spelled_col INTEGER",
        "expansion INTEGER",
        "text INTEGER",
        "outcome INTEGER",
        "nth INTEGER",
        "unstable INTEGER",
    ],
};
pub const EXTENTS: Table = Table {
    name: "extents",
    columns: &[
        "identity INTEGER PRIMARY KEY",
        "line INTEGER",
        "col INTEGER",
    ],
};
pub const SOURCES: Table = Table {
    name: "sources",
    columns: &["number INTEGER PRIMARY KEY", "file TEXT", "hash TEXT"],
};
pub const UNRECORDED: Table = Table {
    name: "unrecorded",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "build TEXT",
        "image TEXT",
        "source TEXT",
        "why TEXT",
    ],
};
pub const RUNS: Table = Table {
    name: "runs",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "campaign TEXT",
        "fuzzer TEXT",
        "configuration TEXT",
        "name TEXT",
        "clock TEXT",
        "wall INTEGER",
        "cpu INTEGER",
        "executions INTEGER",
        "memory INTEGER",
    ],
};
pub const CRASHES: Table = Table {
    name: "crashes",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "run INTEGER",
        "input BLOB",
        "time INTEGER",
        "what TEXT",
        "frames TEXT",
        "left_out INTEGER",
    ],
};
pub const BLOCKS: Table = Table {
    name: "blocks",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "run INTEGER",
        "inputs INTEGER",
        "data BLOB",
    ],
};
pub const FLOW: Table = Table {
    name: "flow",
    columns: &["number INTEGER PRIMARY KEY", "data BLOB"],
};
pub const DECISIONS: Table = Table {
    name: "decisions",
    columns: &["number INTEGER PRIMARY KEY", "data TEXT"],
};
pub const EVALUATIONS: Table = Table {
    name: "evaluations",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "run INTEGER",
        "decision INTEGER",
        "evaluation INTEGER",
        "time INTEGER",
        "input BLOB",
    ],
};
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
pub const COUNTED: [&Table; 13] = [
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
impl Table {
    pub fn create(&self) -> String {
        format!(
            "CREATE TABLE {} ({}, sum INTEGER NOT NULL)",
            self.name,
            self.columns.join(", ")
        )
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
fn value(stored: ValueRef) -> Result<Value> {
    Ok(match stored {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(i) => Value::Integer(i),
        ValueRef::Real(r) => Value::Real(r),
        ValueRef::Text(t) => {
            let text = std::str::from_utf8(t).context("it is damaged: a text is no UTF-8")?;
            Value::Text(text.to_owned())
        }
        ValueRef::Blob(b) => Value::Blob(b.to_owned()),
    })
}

pub fn integer(value: &Value) -> Result<i64> {
    match value {
        Value::Integer(i) => Ok(*i),
        other => bail!("it is damaged: {other:?} is no number"),
    }
}

/// The values of a row, taken one after the other.
pub struct Row {
    pub values: Vec<Value>,
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

    pub fn text(&mut self) -> Result<String> {
        match self.take()? {
            Value::Text(text) => Ok(text),
            other => bail!("it is damaged: {other:?} is no text"),
        }
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

pub fn rows(connection: &Connection, table: &Table) -> Result<Vec<Row>> {
    rows_where(connection, table, "ORDER BY 1")
}

pub fn rows_where(connection: &Connection, table: &Table, which: &str) -> Result<Vec<Row>> {
    let columns = table.columns.len();
    let mut statement =
        connection.prepare_cached(&format!("SELECT * FROM {} {which}", table.name))?;
    ensure!(
        statement.column_count() == columns + 1,
        "it is damaged: table {} has other columns",
        table.name
    );
    let mut found = Vec::new();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let values = (0..columns).map(|c| value(row.get_ref(c)?));
        let values: Vec<Value> = values.collect::<Result<_>>()?;
        let said = value(row.get_ref(columns)?)?;
        ensure!(
            said == Value::Integer(sum(table, &values)),
            "it is damaged: row {} of table {} is not what was written",
            found.len(),
            table.name
        );
        found.push(Row { values, at: 0 });
    }
    Ok(found)
}
