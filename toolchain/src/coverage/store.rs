//! The store: one file with what a program's inputs reach, FILE.fzcov.
//!
//! It is an SQLite database: `application_id` is "FZCV", `user_version` is [`VERSION`]. After each commit the one file is
//! whole. Each row ends with `sum`, the XXH3 of the others ([`sum`]), so that a changed bit is noticed wherever it is, and
//! `meta` says how many rows each table has.
//!
//! | table | row | columns |
//! |---|---|---|
//! | `meta` | a word about the whole | `name`: `root`, the folder that `file`s are below; `rows TABLE` |
//! | `builds` | a build that inputs ran in | `fingerprint`, `program`, `members`: its identities, as [`Set::write`] has them |
//! | `functions` | | `number`, `key`, `symbol`, `file` |
//! | `identities` | what can be reached | `number`, `key`, `kind` ([`Kind`]'s numbers), `function`, `file`, `line`, `col`, `expansion` (the macro it comes from), `text`, `outcome`, `nth` among equal texts, `unstable`: 1 if one input reached it in some runs only |
//! | `runs` | a run of a fuzzer | `number`; `campaign`, `fuzzer`, `configuration`, `name` tell it from others; `clock`: what times are taken from, empty if they are not known |
//! | `blocks` | inputs of a run | `number`, `run`, `inputs`: how many, `data` ([`super::blocks`]) |
//!
//! Keys are 64 bits, which SQLite shows as signed. Numbers count from 0; sets consist of identities' numbers.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use rusqlite::{Connection, ErrorCode, OpenFlags, params_from_iter, types::Value};
use xxhash_rust::xxh3::Xxh3;

use super::{
    blocks::{self, Input},
    identities::{Catalogue, Function, Identity, Kind, Place},
    sets::Set,
};

/// Of the schema. A reader refuses others.
pub const VERSION: i64 = 1;
/// "FZCV"
const APPLICATION: i64 = 0x465a_4356;

struct Table {
    name: &'static str,
    columns: &'static [&'static str],
}

const META: Table = Table {
    name: "meta",
    columns: &["name TEXT PRIMARY KEY", "value"],
};
const BUILDS: Table = Table {
    name: "builds",
    columns: &[
        "fingerprint TEXT PRIMARY KEY",
        "program TEXT",
        "members BLOB",
    ],
};
const FUNCTIONS: Table = Table {
    name: "functions",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "key INTEGER",
        "symbol TEXT",
        "file TEXT",
    ],
};
const IDENTITIES: Table = Table {
    name: "identities",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "key INTEGER",
        "kind INTEGER",
        "function INTEGER",
        "file TEXT",
        "line INTEGER",
        "col INTEGER",
        "expansion TEXT",
        "text TEXT",
        "outcome TEXT",
        "nth INTEGER",
        "unstable INTEGER",
    ],
};
const RUNS: Table = Table {
    name: "runs",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "campaign TEXT",
        "fuzzer TEXT",
        "configuration TEXT",
        "name TEXT",
        "clock TEXT",
    ],
};
const BLOCKS: Table = Table {
    name: "blocks",
    columns: &[
        "number INTEGER PRIMARY KEY",
        "run INTEGER",
        "inputs INTEGER",
        "data BLOB",
    ],
};
const TABLES: [&Table; 6] = [&META, &BUILDS, &FUNCTIONS, &IDENTITIES, &RUNS, &BLOCKS];
/// How many rows these have stands in [`META`].
const COUNTED: [&Table; 5] = [&BUILDS, &FUNCTIONS, &IDENTITIES, &RUNS, &BLOCKS];
const ROOT: &str = "root";

impl Table {
    fn create(&self) -> String {
        format!(
            "CREATE TABLE {} ({}, sum INTEGER NOT NULL)",
            self.name,
            self.columns.join(", ")
        )
    }

    fn rows_name(&self) -> String {
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

/// What tells a run from others, and where its times come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Run {
    pub campaign: String,
    pub fuzzer: String,
    pub configuration: String,
    pub name: String,
    pub clock: String,
}

impl Run {
    /// Whether both are the same run, seen from two machines, say.
    pub fn is(&self, other: &Run) -> bool {
        self.names() == other.names()
    }

    pub fn names(&self) -> [&str; 4] {
        [
            &self.campaign,
            &self.fuzzer,
            &self.configuration,
            &self.name,
        ]
    }

    pub fn title(&self) -> String {
        let known: Vec<&str> = self.names().into_iter().filter(|n| !n.is_empty()).collect();
        known.join("/")
    }
}

/// A program that inputs ran in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// XXH3 of its executable and of the libraries that count, in hexadecimal digits.
    pub fingerprint: String,
    pub program: String,
    /// What of the catalogue it has.
    pub members: Set,
}

#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    pub catalogue: Catalogue,
    pub builds: Vec<Build>,
    pub runs: Vec<Run>,
    blocks: usize,
}

impl Store {
    /// A store without inputs in a file that is not there yet, or is empty.
    pub fn create(path: &Path, catalogue: Catalogue, builds: Vec<Build>) -> Result<Store> {
        let result = Self::try_create(path, catalogue, builds);
        result.map_err(|e| explained(path, e))
    }

    fn try_create(path: &Path, catalogue: Catalogue, builds: Vec<Build>) -> Result<Store> {
        ensure!(
            fs::metadata(path).map_or(true, |m| m.len() == 0),
            "it is there already"
        );
        let mut connection = Connection::open(path)?;
        prepare(&connection)?;
        let transaction = connection.transaction()?;
        for table in TABLES {
            transaction.execute(&table.create(), [])?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        write_meta(&transaction, ROOT, text(&catalogue.root))?;
        for table in COUNTED {
            write_meta(&transaction, &table.rows_name(), Value::Integer(0))?;
        }
        for (function, number) in catalogue.functions.iter().zip(0..) {
            let row = vec![
                number.into(),
                (function.key as i64).into(),
                text(&function.symbol),
                text(&function.file),
            ];
            insert(&transaction, &FUNCTIONS, row)?;
        }
        for (identity, number) in catalogue.identities.iter().zip(0..) {
            insert(&transaction, &IDENTITIES, identity_row(identity, number))?;
        }
        for build in &builds {
            let mut members = Vec::new();
            build.members.write(&mut members);
            let row = vec![
                text(&build.fingerprint),
                text(&build.program),
                Value::Blob(members),
            ];
            insert(&transaction, &BUILDS, row)?;
        }
        count(&transaction, &FUNCTIONS, catalogue.functions.len())?;
        count(&transaction, &IDENTITIES, catalogue.identities.len())?;
        count(&transaction, &BUILDS, builds.len())?;
        transaction.commit()?;
        Ok(Store {
            connection,
            path: path.to_owned(),
            catalogue,
            builds,
            runs: Vec::new(),
            blocks: 0,
        })
    }

    pub fn open(path: &Path) -> Result<Store> {
        Self::try_open(path).map_err(|e| explained(path, e))
    }

    fn try_open(path: &Path) -> Result<Store> {
        let about = fs::metadata(path)?;
        ensure!(about.is_file(), "it is no file");
        // Writing too: what an interrupted writer has left has to be undone.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection)?;
        let pragma =
            |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        ensure!(
            pragma("application_id")? == APPLICATION,
            "it is a database, but none of `fz cov collect`'s"
        );
        let version = pragma("user_version")?;
        ensure!(
            version == VERSION,
            "its format is version {version}, and this fz knows {VERSION}: {}",
            match version > VERSION {
                true => "use the fz that wrote it, or a newer one",
                false => "collect again",
            }
        );
        let check: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0))?;
        ensure!(
            check == "ok",
            "it is damaged: {}",
            check.replace('\n', "; ")
        );

        let meta: HashMap<String, Value> = rows(&connection, &META)?
            .into_iter()
            .map(|mut row| Ok((words(&mut row)?, take(&mut row)?)))
            .collect::<Result<_>>()?;
        let said = |name: &str| {
            meta.get(name)
                .cloned()
                .with_context(|| format!("it is damaged: `{name}` is missing"))
        };
        let read = |table: &Table| -> Result<Vec<Row>> {
            let found = rows(&connection, table)?;
            let expected = integer(said(&table.rows_name())?)?;
            ensure!(
                found.len() as i64 == expected,
                "it is damaged: table {} has {} of {expected} rows",
                table.name,
                found.len()
            );
            Ok(found)
        };
        let functions: Vec<Function> = read(&FUNCTIONS)?
            .into_iter()
            .enumerate()
            .map(|(at, mut row)| {
                numbered(&mut row, at)?;
                Ok(Function {
                    key: integer(take(&mut row)?)? as u64,
                    symbol: words(&mut row)?,
                    file: words(&mut row)?,
                })
            })
            .collect::<Result<_>>()?;
        let identities: Vec<Identity> = read(&IDENTITIES)?
            .into_iter()
            .enumerate()
            .map(|(at, mut row)| {
                numbered(&mut row, at)?;
                identity(&mut row, functions.len())
            })
            .collect::<Result<_>>()?;
        let limit = identities.len();
        let builds = read(&BUILDS)?.into_iter().map(|mut row| {
            Ok(Build {
                fingerprint: words(&mut row)?,
                program: words(&mut row)?,
                members: match take(&mut row)? {
                    Value::Blob(bytes) => Set::read(&mut &bytes[..], limit)?,
                    _ => bail!("it is damaged: a build's members are no set"),
                },
            })
        });
        let builds = builds.collect::<Result<_>>()?;
        let runs = read(&RUNS)?.into_iter().enumerate().map(|(at, mut row)| {
            numbered(&mut row, at)?;
            Ok(Run {
                campaign: words(&mut row)?,
                fuzzer: words(&mut row)?,
                configuration: words(&mut row)?,
                name: words(&mut row)?,
                clock: words(&mut row)?,
            })
        });
        let runs = runs.collect::<Result<_>>()?;
        let blocks = integer(said(&BLOCKS.rows_name())?)? as usize;
        let found: usize =
            connection.query_row("SELECT count(*) FROM blocks", [], |row| row.get(0))?;
        ensure!(
            found == blocks,
            "it is damaged: table blocks has {found} of {blocks} rows"
        );
        let root = match said(ROOT)? {
            Value::Text(root) => root,
            _ => bail!("it is damaged: the root is no text"),
        };
        Ok(Store {
            path: path.to_owned(),
            catalogue: Catalogue {
                root,
                functions,
                identities,
            },
            builds,
            runs,
            blocks,
            connection,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Numbers below this are in sets.
    pub fn limit(&self) -> usize {
        self.catalogue.identities.len()
    }

    /// The number of a run, which is added if it is new.
    pub fn run(&mut self, run: &Run) -> Result<usize> {
        if let Some(known) = self.runs.iter().position(|r| r.is(run)) {
            return Ok(known);
        }
        let number = self.runs.len();
        let [campaign, fuzzer, configuration, name] = run.names().map(text);
        let row = vec![
            (number as i64).into(),
            campaign,
            fuzzer,
            configuration,
            name,
            text(&run.clock),
        ];
        let write = |connection: &mut Connection| -> Result<()> {
            let transaction = connection.transaction()?;
            insert(&transaction, &RUNS, row)?;
            count(&transaction, &RUNS, number + 1)?;
            Ok(transaction.commit()?)
        };
        write(&mut self.connection).map_err(|e| explained(&self.path, e))?;
        self.runs.push(run.clone());
        Ok(number)
    }

    /// Adds inputs of a run: all of them, or on an error none.
    pub fn add(&mut self, run: usize, inputs: &[Input]) -> Result<()> {
        let limit = self.limit();
        let blocks: Vec<(usize, Vec<u8>)> = inputs
            .chunks(blocks::MOST)
            .map(|block| (block.len(), blocks::write(block, limit)))
            .collect();
        self.add_blocks(run, blocks)
    }

    /// The same with blocks that were written elsewhere ([`blocks::write`]), each with how many inputs it has.
    pub fn add_blocks(&mut self, run: usize, written: Vec<(usize, Vec<u8>)>) -> Result<()> {
        let (before, mut number) = (self.blocks, self.blocks);
        let write = |connection: &mut Connection| -> Result<usize> {
            let transaction = connection.transaction()?;
            let others: usize =
                transaction.query_row("SELECT count(*) FROM blocks", [], |row| row.get(0))?;
            ensure!(
                others == before,
                "another `fz cov collect` writes to it: let each have a file of its own, and join them with `fz cov merge`"
            );
            for (inputs, data) in written {
                let row = [number, run, inputs].map(|n| Value::Integer(n as i64));
                insert(
                    &transaction,
                    &BLOCKS,
                    [&row[..], &[Value::Blob(data)]].concat(),
                )?;
                number += 1;
            }
            count(&transaction, &BLOCKS, number)?;
            transaction.commit()?;
            Ok(number)
        };
        self.blocks = write(&mut self.connection).map_err(|e| explained(&self.path, e))?;
        Ok(())
    }

    /// Marks identities that an input reached in some of its runs only.
    pub fn mark_unstable(&mut self, set: &Set) -> Result<()> {
        let identities = self.catalogue.identities.iter_mut().enumerate();
        let new: Vec<(usize, &mut Identity)> = identities
            .filter(|(n, i)| !i.is_unstable && set.contains(*n))
            .collect();
        let write = |connection: &mut Connection| -> Result<()> {
            let transaction = connection.transaction()?;
            for (number, identity) in new {
                identity.is_unstable = true;
                insert(
                    &transaction,
                    &IDENTITIES,
                    identity_row(identity, number as i64),
                )?;
            }
            Ok(transaction.commit()?)
        };
        write(&mut self.connection).map_err(|e| explained(&self.path, e))
    }

    /// Calls `visit` with each input: the number of its run, and itself; in the order in which they were added.
    pub fn each_input(&self, mut visit: impl FnMut(usize, Input)) -> Result<()> {
        self.try_each_input(&mut visit)
            .map_err(|e| explained(&self.path, e))
    }

    fn try_each_input(&self, visit: &mut impl FnMut(usize, Input)) -> Result<()> {
        for number in 0..self.blocks {
            let only = format!("WHERE number = {number}");
            let row = rows_where(&self.connection, &BLOCKS, &only)?.pop();
            let row = row.with_context(|| format!("it is damaged: block {number} is missing"))?;
            let damaged = || format!("it is damaged: block {number}");
            let [
                _,
                Value::Integer(run),
                Value::Integer(inputs),
                Value::Blob(data),
            ] = &row.values[..]
            else {
                bail!(damaged());
            };
            let run = usize::try_from(*run).ok().filter(|r| *r < self.runs.len());
            let run = run.with_context(damaged)?;
            let found = blocks::read(data, self.limit()).with_context(damaged)?;
            ensure!(found.len() as i64 == *inputs, damaged());
            found.into_iter().for_each(|input| visit(run, input));
        }
        Ok(())
    }
}

fn prepare(connection: &Connection) -> Result<()> {
    connection.busy_timeout(Duration::from_secs(20))?;
    Ok(())
}

/// With the file's name, and in words that say what to do.
fn explained(path: &Path, error: anyhow::Error) -> anyhow::Error {
    let code = error
        .downcast_ref::<rusqlite::Error>()
        .and_then(|e| e.sqlite_error_code());
    let said = match code {
        Some(ErrorCode::NotADatabase) => "it is none of `fz cov collect`'s files".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => format!("it is damaged: {error}"),
        Some(ErrorCode::DiskFull) => {
            "the disk is full: make room and repeat the command, which goes on where it ended"
                .to_owned()
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another process has locked it: try again when that has ended".to_owned()
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            format!("it cannot be opened for writing: {error}")
        }
        _ => format!("{error:#}"),
    };
    anyhow::anyhow!("{}: {said}", path.display())
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn optional(text: Option<&String>) -> Value {
    text.map_or(Value::Null, |t| Value::Text(t.clone()))
}

fn insert(connection: &Connection, table: &Table, mut values: Vec<Value>) -> Result<()> {
    let marks = vec!["?"; values.len() + 1].join(", ");
    let sql = format!("INSERT OR REPLACE INTO {} VALUES ({marks})", table.name);
    values.push(Value::Integer(sum(table, &values)));
    connection
        .prepare_cached(&sql)?
        .execute(params_from_iter(values))?;
    Ok(())
}

fn write_meta(connection: &Connection, name: &str, value: Value) -> Result<()> {
    insert(connection, &META, vec![text(name), value])
}

fn count(connection: &Connection, table: &Table, rows: usize) -> Result<()> {
    write_meta(connection, &table.rows_name(), Value::Integer(rows as i64))
}

/// The values of a row, taken one after the other.
struct Row {
    values: Vec<Value>,
    at: usize,
}

fn rows(connection: &Connection, table: &Table) -> Result<Vec<Row>> {
    rows_where(connection, table, "ORDER BY 1")
}

fn rows_where(connection: &Connection, table: &Table, which: &str) -> Result<Vec<Row>> {
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
        let values = (0..columns).map(|c| row.get(c));
        let values: Vec<Value> = values.collect::<rusqlite::Result<_>>()?;
        let said: Value = row.get(columns)?;
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

fn take(row: &mut Row) -> Result<Value> {
    let value = row.values.get_mut(row.at).context("a row is too short")?;
    row.at += 1;
    Ok(std::mem::replace(value, Value::Null))
}

fn integer(value: Value) -> Result<i64> {
    match value {
        Value::Integer(i) => Ok(i),
        other => bail!("it is damaged: {other:?} is no number"),
    }
}

fn words(row: &mut Row) -> Result<String> {
    match take(row)? {
        Value::Text(text) => Ok(text),
        other => bail!("it is damaged: {other:?} is no text"),
    }
}

fn small(row: &mut Row) -> Result<u32> {
    Ok(u32::try_from(integer(take(row)?)?)?)
}

fn numbered(row: &mut Row, at: usize) -> Result<()> {
    let number = integer(take(row)?)?;
    ensure!(
        number == at as i64,
        "it is damaged: row {at} is number {number}"
    );
    Ok(())
}

fn identity_row(identity: &Identity, number: i64) -> Vec<Value> {
    let place = identity.place.as_ref();
    let of_place = |get: fn(&Place) -> u32| place.map_or(Value::Null, |p| get(p).into());
    vec![
        number.into(),
        (identity.key as i64).into(),
        (identity.kind as i64).into(),
        (identity.function as i64).into(),
        optional(place.map(|p| &p.file)),
        of_place(|p| p.line),
        of_place(|p| p.column),
        optional(identity.expansion.as_ref()),
        text(&identity.text),
        text(&identity.outcome),
        identity.nth.into(),
        i64::from(identity.is_unstable).into(),
    ]
}

fn identity(row: &mut Row, functions: usize) -> Result<Identity> {
    let key = integer(take(row)?)? as u64;
    let kind =
        Kind::of(integer(take(row)?)?).context("it is damaged: an identity is of no kind")?;
    let function = usize::try_from(integer(take(row)?)?)
        .ok()
        .filter(|f| *f < functions);
    let function = function.context("it is damaged: an identity is of no function")?;
    let place = match take(row)? {
        Value::Text(file) => Some(Place {
            file,
            line: small(row)?,
            column: small(row)?,
        }),
        _ => {
            row.at += 2;
            None
        }
    };
    let expansion = match take(row)? {
        Value::Text(text) => Some(text),
        _ => None,
    };
    Ok(Identity {
        key,
        kind,
        function,
        place,
        expansion,
        text: words(row)?,
        outcome: words(row)?,
        nth: small(row)?,
        is_unstable: integer(take(row)?)? != 0,
    })
}

#[cfg(test)]
pub mod tests {
    use std::fs;

    use super::*;
    use crate::coverage::blocks::Fate;

    pub fn identity(key: u64) -> Identity {
        Identity {
            key,
            kind: Kind::Edge,
            function: 0,
            place: Some(Place {
                file: "a.c".to_owned(),
                line: key as u32,
                column: 3,
            }),
            expansion: None,
            text: format!("x{key} < 3"),
            outcome: "true".to_owned(),
            nth: 0,
            is_unstable: false,
        }
    }

    /// Of identities with these keys.
    pub fn catalogue(keys: impl IntoIterator<Item = u64>) -> Catalogue {
        let function = Function {
            key: 7,
            symbol: "f".to_owned(),
            file: "a.c".to_owned(),
        };
        let identities = keys.into_iter().map(identity).collect();
        Catalogue::of("/src".to_owned(), vec![function], identities).0
    }

    pub fn build(catalogue: &Catalogue) -> Build {
        let limit = catalogue.identities.len();
        Build {
            fingerprint: format!("{limit:016x}"),
            program: "p".to_owned(),
            members: Set::of(limit, 0..limit),
        }
    }

    pub fn input(name: &str, limit: usize, numbers: &[usize]) -> Input {
        Input {
            name: name.into(),
            size: name.len() as u64,
            hash: xxhash_rust::xxh3::xxh3_64(name.as_bytes()),
            time: Some(numbers.len() as u64),
            fate: Fate::Exit(0),
            set: Set::of(limit, numbers.iter().copied()),
        }
    }

    pub fn run(name: &str) -> Run {
        Run {
            name: name.to_owned(),
            ..Run::default()
        }
    }

    fn make(path: &Path) -> Vec<(usize, Input)> {
        let catalogue = catalogue(0..40);
        let builds = vec![build(&catalogue)];
        let mut store = Store::create(path, catalogue, builds).unwrap();
        let inputs = [input("one", 40, &[1, 2]), input("two", 40, &[1, 3, 39])];
        for name in ["a", "b"] {
            let number = store.run(&run(name)).unwrap();
            assert_eq!(store.run(&run(name)).unwrap(), number);
            store.add(number, &inputs).unwrap();
        }
        store.mark_unstable(&Set::of(40, [3])).unwrap();
        (0..2)
            .flat_map(|run| inputs.clone().map(|i| (run, i)))
            .collect()
    }

    fn inputs_of(store: &Store) -> Result<Vec<(usize, Input)>> {
        let mut found = Vec::new();
        store.each_input(|run, input| found.push((run, input)))?;
        Ok(found)
    }

    #[test]
    fn stores_are_read_as_they_were_written() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("s.fzcov");
        let inputs = make(&path);
        let store = Store::open(&path).unwrap();
        assert_eq!(inputs_of(&store).unwrap(), inputs);
        let mut expected = catalogue(0..40);
        expected.identities[3].is_unstable = true;
        assert_eq!(store.catalogue, expected);
        assert_eq!(store.builds, [build(&expected)]);
        assert_eq!(store.runs, [run("a"), run("b")]);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn two_writers_notice_each_other() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("s.fzcov");
        make(&path);
        let [mut one, mut two] = [(); 2].map(|()| Store::open(&path).unwrap());
        one.add(0, &[input("x", 40, &[])]).unwrap();
        let error = two.add(0, &[input("y", 40, &[])]).unwrap_err().to_string();
        assert!(error.contains("another `fz cov collect`"), "{error}");
        assert_eq!(inputs_of(&Store::open(&path).unwrap()).unwrap().len(), 5);
    }

    /// Whatever bit is changed and wherever the file ends: it is refused, or read as it was.
    #[test]
    fn damaged_stores_are_never_read_wrongly() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("s.fzcov");
        let inputs = make(&path);
        let (good, good_runs) = (Store::open(&path).unwrap().catalogue, ["a", "b"].map(run));
        let bytes = fs::read(&path).unwrap();
        let look = |data: &[u8]| -> bool {
            let broken = scratch.path().join("broken.fzcov");
            fs::write(&broken, data).unwrap();
            let read = Store::open(&broken).and_then(|s| Ok((inputs_of(&s)?, s)));
            let _ = fs::remove_file(scratch.path().join("broken.fzcov-journal"));
            match read {
                Err(error) => {
                    let said = error.to_string();
                    assert!(said.contains("broken.fzcov: "), "{said}");
                    true
                }
                Ok((found, store)) => {
                    assert_eq!(found, inputs);
                    assert_eq!(store.catalogue, good);
                    assert_eq!(store.runs, good_runs);
                    false
                }
            }
        };
        let mut refused = 0;
        for at in (0..bytes.len()).step_by(37) {
            let mut broken = bytes.clone();
            broken[at] ^= 1 << (at % 8);
            refused += usize::from(look(&broken));
        }
        assert!(refused > 20, "{refused}");
        for end in (0..bytes.len()).step_by(509) {
            assert!(look(&bytes[..end]), "{end}");
        }
    }

    #[test]
    fn what_is_no_store_is_refused_in_words() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("s.fzcov");
        let refused = || Store::open(&path).unwrap_err().to_string();
        assert!(refused().contains("No such file"), "{}", refused());
        fs::write(
            &path,
            "no database, but a text that is long enough to be looked at in earnest by anyone",
        )
        .unwrap();
        assert!(
            refused().contains("none of `fz cov collect`'s files"),
            "{}",
            refused()
        );
        fs::remove_file(&path).unwrap();
        Connection::open(&path)
            .unwrap()
            .execute("CREATE TABLE t (x)", [])
            .unwrap();
        assert!(refused().contains("a database, but none"), "{}", refused());
        fs::remove_file(&path).unwrap();
        make(&path);
        Connection::open(&path)
            .unwrap()
            .pragma_update(None, "user_version", 9)
            .unwrap();
        assert!(
            refused().contains("version 9, and this fz knows 1"),
            "{}",
            refused()
        );
        let error = Store::create(&path, catalogue(0..1), Vec::new()).unwrap_err();
        assert!(error.to_string().contains("there already"), "{error}");
    }
}
