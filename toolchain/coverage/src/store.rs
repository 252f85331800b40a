//! The store: one file with what a program's inputs reach, FILE.fzcov.
//!
//! It is an SQLite database: `application_id` is "FZCV", `user_version` is [`VERSION`]. After each commit the one file is
//! whole. Each row ends with `sum`, the XXH3 of the others ([`table`]), so that a changed bit is noticed wherever it is, and
//! `meta` says how many rows each table has.
//!
//! | table | row | columns |
//! |---|---|---|
//! | `meta` | a word about the whole | `name`: `root`, the folder that `file`s are below; `rows TABLE` |
//! | `builds` | a build that inputs ran in | `fingerprint`, `program`, `members`: its identities, as [`Set::write`] has them |
//! | `functions` | | `number`, `key`, `symbol`, `file` |
//! | `identities` | what can be reached | `number`, `key`, `kind` ([`super::identities::Kind`]'s numbers), `function`, `file`, `line`, `col` in the source, the same of where it is `spelled` if that is elsewhere (a macro's definition, a case's label), `expansion` (the macro that it comes from), `text`, `outcome`, `nth` among equal texts, `unstable`: 1 if one input reached it in some runs only |
//! | `extents` | where a region ends | `identity`: its number, `line`, `col` behind its end |
//! | `sources` | what a file said when a unit was made of it | `number`, `file`, `hash`: XXH3 (64 bits) in hexadecimal |
//! | `unrecorded` | a unit of a build without a record of its source | `number`, `build`: the fingerprint, `image`, `source`, `why` |
//! | `texts` | what identities name by its number: `file`, `spelled_file`, `expansion`, `text`, `outcome` | `number`, `text` |
//! | `flow` | the control flow of all builds, or none | `number`: 0, `data` ([`super::flow::Flow::write`]) |
//! | `decisions` | an `&&` or `||` with what is joined below it | `number`, `data` in JSON ([`super::decisions::Decision`]) |
//! | `evaluations` | a decision was evaluated in this way | `number`, `run`, `decision`, `evaluation`: its number, -1 if there were more than are kept ([`super::decisions`]), `time`, `input` of the first that did ([`super::decisions::First`]) |
//! | `runs` | a run of a fuzzer | `number`; `campaign`, `fuzzer`, `configuration`, `name` tell it from others; `clock`: what times are taken from, empty if they are not known; `wall`, `cpu` in milliseconds, `executions`, `memory`: the peak in bytes; null if not known |
//! | `crashes` | an input that crashes, run by itself | `number`, `run`, `input`: its name, `time`, `what`: a signal's name, or what a sanitizer reports, `frames` of the stack from the innermost on, in JSON ([`super::crashes::Frame`]), `left_out`: how many more there were |
//! | `blocks` | inputs of a run | `number`, `run`, `inputs`: how many, `data` ([`super::blocks`]) |
//!
//! Version 2 has no `extents`, `sources` and `unrecorded`, version 3 no `flow`, version 4 no `decisions` and `evaluations`; such
//! stores are read all the same.
//!
//! Keys are 64 bits, which SQLite shows as signed. Numbers count from 0; sets consist of identities' numbers.

mod crashes;
mod evaluations;
mod identity;
mod table;
#[cfg(test)]
mod tests;

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use rusqlite::{Connection, ErrorCode, OpenFlags, types::Value};

use super::{
    blocks::{self, Block, Input},
    crashes::Crash,
    decisions::Decision,
    flow::Flow,
    identities::{Catalogue, Function, Identity, Source},
    sets::Set,
    unrecorded::Unrecorded,
};
use identity::Texts;
use table::{
    BLOCKS, BUILDS, COUNTED, CRASHES, DECISIONS, EVALUATIONS, EXTENTS, FLOW, FUNCTIONS, IDENTITIES,
    META, RUNS, Row, SOURCES, TABLES, TEXTS, Table, UNRECORDED, count, insert, integer, rows,
    rows_where, text, write_meta,
};

/// Of the schema. A reader refuses others, but for one that only lacks tables.
pub const VERSION: i64 = 5;
const OLDEST: i64 = 2;
/// From here on there is [`FLOW`].
const WITH_FLOW: i64 = 4;
/// From here on there are [`DECISIONS`] and [`EVALUATIONS`].
const WITH_DECISIONS: i64 = 5;
/// "FZCV"
const APPLICATION: i64 = 0x465a_4356;

const ROOT: &str = "root";

const TWO_WRITERS: &str = "another `fz cov collect` is writing to it: give each a file of its own, and join them with `fz cov merge`";

/// What tells a run from others, and where its times come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Run {
    pub campaign: String,
    pub fuzzer: String,
    pub configuration: String,
    pub name: String,
    pub clock: String,
    pub used: Used,
}

/// What a run has taken, as far as that is known. It does not tell runs apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Used {
    /// Milliseconds by the clock.
    pub wall: Option<u64>,
    /// Milliseconds of processors.
    pub cpu: Option<u64>,
    pub executions: Option<u64>,
    /// The peak, in bytes.
    pub memory: Option<u64>,
}

impl Used {
    fn numbers(&self) -> [Option<u64>; 4] {
        [self.wall, self.cpu, self.executions, self.memory]
    }

    /// What is known of one run from two places: the later has seen more of it.
    pub fn joined(&self, other: &Used) -> Used {
        Used {
            wall: self.wall.max(other.wall),
            cpu: self.cpu.max(other.cpu),
            executions: self.executions.max(other.executions),
            memory: self.memory.max(other.memory),
        }
    }
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
    /// Units that it has, and of which nothing is known.
    pub unrecorded: Vec<Unrecorded>,
}

#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    pub catalogue: Catalogue,
    pub builds: Vec<Build>,
    pub runs: Vec<Run>,
    pub crashes: Vec<Crash>,
    evaluations: evaluations::Kept,
    /// By block: the run that its inputs are of.
    blocks: Vec<usize>,
    version: i64,
}

impl Store {
    /// A store without inputs in a file that is not there yet, or is empty.
    pub fn create(
        path: &Path,
        catalogue: Catalogue,
        builds: Vec<Build>,
        flow: &Flow,
    ) -> Result<Store> {
        let result = Self::try_create(path, catalogue, builds, flow);
        result.map_err(|e| explained(path, e))
    }

    fn try_create(
        path: &Path,
        catalogue: Catalogue,
        builds: Vec<Build>,
        flow: &Flow,
    ) -> Result<Store> {
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
        let mut texts = Texts::default();
        for (identity, number) in catalogue.identities.iter().zip(0..) {
            let row = identity::write(identity, number, &mut texts);
            insert(&transaction, &IDENTITIES, row)?;
        }
        for (number, said) in texts.all.iter().enumerate() {
            let row = vec![Value::Integer(number as i64), text(said)];
            insert(&transaction, &TEXTS, row)?;
        }
        count(&transaction, &TEXTS, texts.all.len())?;
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
        write_told(&transaction, &catalogue, &builds)?;
        if !flow.functions.is_empty() {
            let row = vec![Value::Integer(0), Value::Blob(flow.write())];
            insert(&transaction, &FLOW, row)?;
            count(&transaction, &FLOW, 1)?;
        }
        for (decision, number) in catalogue.decisions.iter().zip(0i64..) {
            let row = vec![number.into(), text(&decision.write())];
            insert(&transaction, &DECISIONS, row)?;
        }
        count(&transaction, &DECISIONS, catalogue.decisions.len())?;
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
            crashes: Vec::new(),
            evaluations: evaluations::Kept::new(),
            blocks: Vec::new(),
            version: VERSION,
        })
    }

    pub fn open(path: &Path) -> Result<Store> {
        Self::try_open(path).map_err(|e| explained(path, e))
    }

    fn try_open(path: &Path) -> Result<Store> {
        let about = fs::metadata(path)?;
        ensure!(about.is_file(), "it is no regular file");
        // Writing too: what an interrupted writer has left has to be undone.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection)?;
        let pragma =
            |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        ensure!(
            pragma("application_id")? == APPLICATION,
            "{}",
            match about.len() {
                // To SQLite a database without tables.
                0 => "it is an empty file: remove it, and collect again",
                _ => "it is a database, but `fz cov collect` did not write it",
            }
        );
        let version = pragma("user_version")?;
        ensure!(
            (OLDEST..=VERSION).contains(&version),
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
            .map(|mut row| Ok((row.text()?, row.take()?)))
            .collect::<Result<_>>()?;
        let said = |name: &str| {
            meta.get(name)
                .cloned()
                .with_context(|| format!("it is damaged: `{name}` is missing"))
        };
        let read = |table: &Table| -> Result<Vec<Row>> {
            let found = rows(&connection, table)?;
            let expected = integer(&said(&table.rows_name())?)?;
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
                row.number(at)?;
                Ok(Function {
                    key: row.integer()? as u64,
                    symbol: row.text()?,
                    file: row.text()?,
                })
            })
            .collect::<Result<_>>()?;
        let texts = read(&TEXTS)?.into_iter().enumerate();
        let texts = texts.map(|(at, mut row)| {
            row.number(at)?;
            row.text()
        });
        let texts: Vec<String> = texts.collect::<Result<_>>()?;
        let mut identities: Vec<Identity> = read(&IDENTITIES)?
            .into_iter()
            .enumerate()
            .map(|(at, mut row)| {
                row.number(at)?;
                identity::read(&mut row, functions.len(), &texts)
            })
            .collect::<Result<_>>()?;
        let limit = identities.len();
        let builds = read(&BUILDS)?.into_iter().map(|mut row| {
            Ok(Build {
                fingerprint: row.text()?,
                program: row.text()?,
                members: match row.take()? {
                    Value::Blob(bytes) => Set::read(&mut &bytes[..], limit)?,
                    _ => bail!("it is damaged: a build's members are no set"),
                },
                unrecorded: Vec::new(),
            })
        });
        let mut builds: Vec<Build> = builds.collect::<Result<_>>()?;
        let sources = match version == OLDEST {
            true => Vec::new(),
            false => {
                for mut row in read(&EXTENTS)? {
                    let at = usize::try_from(row.integer()?).ok();
                    let identity = at.and_then(|at| identities.get_mut(at));
                    let identity =
                        identity.context("it is damaged: an extent is of no identity")?;
                    identity.end = Some((
                        u32::try_from(row.integer()?)?,
                        u32::try_from(row.integer()?)?,
                    ));
                }
                for (at, mut row) in read(&UNRECORDED)?.into_iter().enumerate() {
                    row.number(at)?;
                    let fingerprint = row.text()?;
                    let build = builds.iter_mut().find(|b| b.fingerprint == fingerprint);
                    let build = build.context("it is damaged: a unit is of no build")?;
                    build.unrecorded.push(Unrecorded {
                        image: row.text()?,
                        source: row.text()?,
                        why: row.text()?,
                    });
                }
                let sources = read(&SOURCES)?.into_iter().enumerate();
                let sources = sources.map(|(at, mut row)| {
                    row.number(at)?;
                    Ok(Source {
                        file: row.text()?,
                        hash: row.text()?,
                    })
                });
                sources.collect::<Result<_>>()?
            }
        };
        if version >= WITH_FLOW {
            read(&FLOW)?;
        }
        let runs = read(&RUNS)?.into_iter().enumerate().map(|(at, mut row)| {
            row.number(at)?;
            crashes::read_run(&mut row)
        });
        let runs: Vec<Run> = runs.collect::<Result<_>>()?;
        let crashes = read(&CRASHES)?.into_iter().enumerate();
        let crashes = crashes.map(|(at, mut row)| {
            row.number(at)?;
            crashes::read(&mut row, runs.len())
        });
        let crashes = crashes.collect::<Result<_>>()?;
        let mut decisions = Vec::new();
        let mut evaluations = evaluations::Kept::new();
        if version >= WITH_DECISIONS {
            for (at, mut row) in read(&DECISIONS)?.into_iter().enumerate() {
                row.number(at)?;
                decisions.push(Decision::read(&row.text()?)?);
            }
            let limits = [runs.len(), decisions.len()];
            for (at, mut row) in read(&EVALUATIONS)?.into_iter().enumerate() {
                row.number(at)?;
                let (key, first) = evaluations::read(&mut row, limits)?;
                evaluations.insert(key, (at, first));
            }
        }
        let expected = integer(&said(&BLOCKS.rows_name())?)? as usize;
        let blocks = runs_of_blocks(&connection, runs.len())?;
        ensure!(
            blocks.len() == expected,
            "it is damaged: table blocks has {} of {expected} rows",
            blocks.len()
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
                sources,
                decisions,
            },
            builds,
            runs,
            crashes,
            evaluations,
            blocks,
            connection,
            version,
        })
    }

    /// The control flow of the program; `None`: an fz that kept none has collected, or the program says nothing of it.
    pub fn flow(&self) -> Result<Option<Flow>> {
        self.try_flow().map_err(|e| explained(&self.path, e))
    }

    fn try_flow(&self) -> Result<Option<Flow>> {
        if !self.keeps_flow() {
            return Ok(None);
        }
        match rows(&self.connection, &FLOW)?
            .pop()
            .map(|mut r| r.values.pop())
        {
            None => Ok(None),
            Some(Some(Value::Blob(data))) => {
                let flow = Flow::read(&data, &self.catalogue);
                Ok(Some(flow.context("it is damaged")?))
            }
            Some(_) => bail!("it is damaged: the control flow is no blob"),
        }
    }

    /// Whether an fz that keeps the control flow has made it.
    fn keeps_flow(&self) -> bool {
        self.version >= WITH_FLOW
    }

    /// Whether an fz that keeps as much as this one has made it: inputs can be added.
    pub fn is_current(&self) -> bool {
        self.version == VERSION
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many blocks of inputs there are.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Numbers below this are in sets.
    pub fn limit(&self) -> usize {
        self.catalogue.identities.len()
    }

    /// The number of a run, which is added if it is new; else what it has used is brought up to date.
    pub fn run(&mut self, run: &Run) -> Result<usize> {
        if let Some(known) = self.runs.iter().position(|r| r.is(run)) {
            self.add_used(known, &run.used)?;
            return Ok(known);
        }
        let number = self.runs.len();
        let row = crashes::write_run(run, number);
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
        let before = self.blocks();
        let mut number = before;
        let write = |connection: &mut Connection| -> Result<usize> {
            let transaction = connection.transaction()?;
            let others: usize =
                transaction.query_row("SELECT count(*) FROM blocks", [], |row| row.get(0))?;
            ensure!(others == before, TWO_WRITERS);
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
        let after = write(&mut self.connection).map_err(|e| explained(&self.path, e))?;
        self.blocks.resize(after, run);
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
                let only = format!("WHERE number = {number}");
                let row = rows_where(&transaction, &IDENTITIES, &only)?.pop();
                let mut row = row.context("it is damaged: an identity is missing")?;
                *row.values.last_mut().expect("a column") = Value::Integer(1);
                insert(&transaction, &IDENTITIES, row.values)?;
            }
            Ok(transaction.commit()?)
        };
        write(&mut self.connection).map_err(|e| explained(&self.path, e))
    }

    /// Calls `visit` with each input: the number of its run, and itself; in the order in which they were added.
    pub fn each_input(&self, mut visit: impl FnMut(usize, Input)) -> Result<()> {
        self.each_block(|run, mut block| {
            let inputs = block.take(self.limit(), |_| true);
            inputs.into_iter().for_each(|input| visit(run, input));
        })
    }

    /// The same with each block of inputs of one run.
    pub fn each_block(&self, mut visit: impl FnMut(usize, Block)) -> Result<()> {
        for (number, run) in self.blocks.iter().enumerate() {
            visit(*run, self.block(number)?);
        }
        Ok(())
    }

    /// The same with the blocks of a run only.
    pub fn each_block_of(&self, run: usize, mut visit: impl FnMut(Block)) -> Result<()> {
        let blocks = self.blocks.iter().enumerate();
        for (number, _) in blocks.filter(|(_, of)| **of == run) {
            visit(self.block(number)?);
        }
        Ok(())
    }

    fn block(&self, number: usize) -> Result<Block> {
        self.try_block(number).map_err(|e| explained(&self.path, e))
    }

    fn try_block(&self, number: usize) -> Result<Block> {
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
        ensure!(
            usize::try_from(*run).ok() == Some(self.blocks[number]),
            damaged()
        );
        let block = Block::read(data, self.limit()).with_context(damaged)?;
        ensure!(
            usize::try_from(*inputs).ok() == Some(block.inputs.len()),
            damaged()
        );
        Ok(block)
    }
}

/// By block: its run.
fn runs_of_blocks(connection: &Connection, runs: usize) -> Result<Vec<usize>> {
    let mut query = connection.prepare("SELECT number, run FROM blocks ORDER BY number")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let mut blocks = Vec::new();
    for row in rows {
        let (number, run): (Value, Value) = row?;
        let is = |value: &Value, number: usize| *value == Value::Integer(number as i64);
        let damaged = || format!("it is damaged: block {}", blocks.len());
        let run = integer(&run).ok().and_then(|run| usize::try_from(run).ok());
        let run = run.filter(|run| *run < runs).with_context(damaged)?;
        ensure!(is(&number, blocks.len()), damaged());
        blocks.push(run);
    }
    Ok(blocks)
}

/// What is known beside identities: where regions end, what files said, and which units say nothing.
fn write_told(connection: &Connection, catalogue: &Catalogue, builds: &[Build]) -> Result<()> {
    let mut extents = 0;
    for (identity, number) in catalogue.identities.iter().zip(0i64..) {
        if let Some((line, column)) = identity.end {
            insert(
                connection,
                &EXTENTS,
                vec![number.into(), line.into(), column.into()],
            )?;
            extents += 1;
        }
    }
    for (source, number) in catalogue.sources.iter().zip(0i64..) {
        let row = vec![number.into(), text(&source.file), text(&source.hash)];
        insert(connection, &SOURCES, row)?;
    }
    let units = builds.iter().flat_map(|b| {
        let units = b.unrecorded.iter();
        units.map(|unit| (&b.fingerprint, unit))
    });
    let mut unrecorded = 0;
    for ((build, unit), number) in units.zip(0i64..) {
        let texts = [build, &unit.image, &unit.source, &unit.why];
        let texts = texts.into_iter().map(|t| text(t));
        let row = std::iter::once(number.into()).chain(texts).collect();
        insert(connection, &UNRECORDED, row)?;
        unrecorded += 1;
    }
    count(connection, &EXTENTS, extents)?;
    count(connection, &SOURCES, catalogue.sources.len())?;
    count(connection, &UNRECORDED, unrecorded)
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
        Some(ErrorCode::NotADatabase) => {
            "it was not written by `fz cov collect`: name a store, FILE.fzcov".to_owned()
        }
        Some(ErrorCode::DatabaseCorrupt) => format!("it is damaged: {error}"),
        Some(ErrorCode::DiskFull) => {
            "the disk is full: make room and repeat the command, which continues where it ended"
                .to_owned()
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another process has locked it: try again after that has ended".to_owned()
        }
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            format!("it cannot be opened for writing: {error}")
        }
        _ => match error.downcast_ref::<std::io::Error>() {
            Some(lacking) if lacking.kind() == std::io::ErrorKind::NotFound => {
                format!("{error:#}: name a store that `fz cov collect` has written")
            }
            _ => format!("{error:#}"),
        },
    };
    anyhow::anyhow!("{}: {said}", path.display())
}
