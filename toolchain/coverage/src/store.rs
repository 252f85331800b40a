//! The store: one file with what a program's inputs reach, FILE.fzcov.
//!
//! It is an SQLite database: `application_id` is "FZCV", `user_version` is [`VERSION`]. After each commit the one file is
//! whole. Each row ends with `sum`, the XXH3 of the others ([`table`]), so that a changed bit is noticed wherever it is, and
//! `meta` says how many rows each table has.
//!
//! | table | row | columns |
//! |---|---|---|
//! | `meta` | a word about the whole | `name`: `root`, the folder that `file`s are below; `rows TABLE`; `llvm-cov`, [`LlvmCov`] as JSON |
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
//! Keys are 64 bits, which SQLite shows as signed. Numbers count from 0; sets consist of identities' numbers.

mod add;
mod file;
mod identity;
mod read;
mod rows;
mod run;
mod schema;
mod table;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use rusqlite::{Connection, ErrorCode, types::Value};

use super::{
    blocks::{self, Block, Input},
    crashes::Crash,
    flow::Flow,
    identities::{Catalogue, Identity},
    llvm_cov::LlvmCov,
    sets::Set,
};
use identity::Texts;
use rows::Kept;
pub use run::{Build, Run, Used};
use table::{
    BLOCKS, BUILDS, COUNTED, DECISIONS, EXTENTS, FLOW, FUNCTIONS, IDENTITIES, RUNS, SOURCES,
    TABLES, TEXTS, Table, UNRECORDED, count, insert, row, text, write_meta,
};

/// Of the schema. A reader refuses others.
pub const VERSION: i64 = 5;
/// "FZCV"
const APPLICATION: i64 = 0x465a_4356;

const ROOT: &str = "root";
const LLVM_COV: &str = "llvm-cov";

const TWO_WRITERS: &str = "another `fz cov collect` is writing to it: give each a file of its own, and join them with `fz cov merge`";

#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    pub catalogue: Catalogue,
    pub builds: Vec<Build>,
    pub runs: Vec<Run>,
    pub crashes: Vec<Crash>,
    /// What llvm-cov counts of the inputs that were there when it was last asked.
    pub llvm_cov: Option<LlvmCov>,
    evaluations: Kept,
    /// By block: the run that its inputs are of.
    blocks: Vec<usize>,
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
            path.metadata().map_or(true, |m| m.len() == 0),
            "it is there already"
        );
        let mut connection = file::to_write(path)?;
        schema::check(&connection)?;
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
            llvm_cov: None,
            evaluations: Kept::new(),
            blocks: Vec::new(),
        })
    }

    /// To read it: it is left as it is, and inputs cannot be added.
    pub fn open(path: &Path) -> Result<Store> {
        let read = file::to_read(path).and_then(|c| read::store(path, c));
        read.map_err(|e| explained(path, e))
    }

    /// Whether there is nothing yet, or nothing is left of what an interrupted writer began with.
    pub fn is_new(path: &Path) -> Result<bool> {
        if path.exists() {
            file::to_write(path).map_err(|e| explained(path, e))?;
        }
        Ok(path.metadata().map_or(true, |m| m.len() == 0))
    }

    /// Before a new store takes its place: refuses what is no store, and what SQLite would take for the new one's journal.
    pub fn make_way(path: &Path) -> Result<()> {
        if path.exists() {
            Self::open_for_writing(path)?;
        }
        file::is_alone(path).map_err(|e| explained(path, e))
    }

    pub fn open_for_writing(path: &Path) -> Result<Store> {
        let read = file::to_write(path).and_then(|c| read::store(path, c));
        read.map_err(|e| explained(path, e))
    }

    /// The control flow of the program; `None`: the program says nothing of it.
    pub fn flow(&self) -> Result<Option<Flow>> {
        self.try_flow().map_err(|e| explained(&self.path, e))
    }

    fn try_flow(&self) -> Result<Option<Flow>> {
        match row(&self.connection, &FLOW, 0)?.as_deref() {
            None => Ok(None),
            Some([_, Value::Blob(data)]) => {
                let flow = Flow::read(data, &self.catalogue);
                Ok(Some(flow.context("it is damaged")?))
            }
            Some(_) => bail!("it is damaged: the control flow is not a blob"),
        }
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
        let row = rows::write_run(run, number);
        self.put(&RUNS, [number, number + 1], vec![row])?;
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
        let rows = written.into_iter().zip(before..);
        let rows = rows.map(|((inputs, data), number)| {
            let numbers = [number, run, inputs].map(|n| Value::Integer(n as i64));
            [&numbers[..], &[Value::Blob(data)]].concat()
        });
        let rows: Vec<Vec<Value>> = rows.collect();
        let after = before + rows.len();
        self.put(&BLOCKS, [before, after], rows)?;
        self.blocks.resize(after, run);
        Ok(())
    }

    /// Writes rows of a table, which then has `after` of them: all, or on an error none.
    fn put(
        &mut self,
        table: &Table,
        [before, after]: [usize; 2],
        rows: Vec<Vec<Value>>,
    ) -> Result<()> {
        let write = |connection: &mut Connection| -> Result<()> {
            let transaction = connection.transaction()?;
            let others = format!("SELECT count(*) FROM {}", table.name);
            let others: usize = transaction.query_row(&others, [], |row| row.get(0))?;
            ensure!(others == before, TWO_WRITERS);
            for row in rows {
                insert(&transaction, table, row)?;
            }
            count(&transaction, table, after)?;
            Ok(transaction.commit()?)
        };
        write(&mut self.connection).map_err(|e| explained(&self.path, e))
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
                let row = row(&transaction, &IDENTITIES, number)?;
                let mut row = row.context("it is damaged: an identity is missing")?;
                *row.last_mut().expect("a column") = Value::Integer(1);
                insert(&transaction, &IDENTITIES, row)?;
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
        let row = row(&self.connection, &BLOCKS, number)?;
        let row = row.with_context(|| format!("it is damaged: block {number} is missing"))?;
        let damaged = || format!("it is damaged: block {number}");
        let [
            _,
            Value::Integer(run),
            Value::Integer(inputs),
            Value::Blob(data),
        ] = &row[..]
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
        Some(ErrorCode::ReadOnly) => {
            format!("it cannot be written to, or its writer was killed just now: {error}")
        }
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            format!("it cannot be opened: {error}")
        }
        Some(ErrorCode::TooBig) => {
            format!("it has a text or a blob that is longer than any of a store: {error}")
        }
        Some(ErrorCode::OperationInterrupted) => {
            "it is a database with a schema that has no end, which `fz cov collect` does not make"
                .to_owned()
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
