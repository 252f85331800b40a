//! Whether a database has the tables of a store and nothing else: to the letter, for whatever else may stand in a schema runs
//! when tables are read or written: views, triggers, generated columns, constraints, expressions in indices.

use anyhow::{Result, bail};
use rusqlite::{Connection, limits::Limit};

use super::table::TABLES;

/// The bytes of a text or a blob.
const LARGEST: i32 = 1 << 28;

/// Twelve times as long as the longest statement of ours.
const LONGEST: i32 = 4096;

/// SQLite takes less than a tenth of so many of its steps to learn the schema of a store. Another may have no end.
const STEPS: i32 = 10_000;

/// Until [`check`]: what makes SQLite learn the schema makes nobody wait, and does not fill the memory.
pub fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LONGEST)?;
    connection.progress_handler(STEPS, Some(|| true));
    Ok(())
}

pub fn check(connection: &Connection) -> Result<()> {
    compare(connection)?;
    connection.progress_handler(0, None::<fn() -> bool>);
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, LARGEST)?;
    // Else it is the file that says how much SQLite keeps in memory, in KiB.
    connection.pragma_update(None, "cache_size", -2000)?;
    Ok(())
}

type Object = (String, String, String, Option<String>);

fn compare(connection: &Connection) -> Result<()> {
    let mut known: Vec<Object> = Vec::new();
    for table in TABLES {
        let name = table.name.to_owned();
        known.push((
            "table".to_owned(),
            name.clone(),
            name.clone(),
            Some(table.create()),
        ));
        if let Some(index) = table.index() {
            known.push(("index".to_owned(), index, name, None));
        }
    }
    let mut query = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")?;
    let found = query.query_map([], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    for object in found {
        let object: Object = object?;
        if !known.contains(&object) {
            let (kind, name, ..) = object;
            bail!("it is a database with a {kind} {name} that `fz cov collect` does not make");
        }
    }
    Ok(())
}
