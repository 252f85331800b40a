//! A store out of its file.

use std::{collections::HashMap, path::Path};

use anyhow::{Context, Result, bail, ensure};
use rusqlite::{Connection, types::Value};

use super::{
    APPLICATION, LLVM_COV, ROOT, Store, VERSION, identity, rows,
    run::Build,
    schema,
    table::{
        BLOCKS, BUILDS, CRASHES, DECISIONS, EVALUATIONS, EXTENTS, FLOW, FUNCTIONS, IDENTITIES,
        META, RUNS, Row, SOURCES, TEXTS, Table, UNRECORDED, each_row, integer,
    },
};
use crate::{
    decisions::Decision,
    identities::{Catalogue, Function, Source},
    sets::Set,
    unrecorded::Unrecorded,
};

/// All of it but the inputs, as it is at one moment: it may be written to.
pub fn store(path: &Path, connection: Connection) -> Result<Store> {
    let moment = connection.unchecked_transaction()?;
    check_version(path, &moment)?;
    schema::check(&moment)?;
    let check: String = moment.pragma_query_value(None, "quick_check", |row| row.get(0))?;
    ensure!(
        check == "ok",
        "it is damaged: {}",
        check.replace('\n', "; ")
    );
    let tables = Tables::of(&moment)?;
    let functions = tables.all(&FUNCTIONS, |at, row| {
        row.number(at)?;
        Ok(Function {
            key: row.integer()? as u64,
            symbol: row.text()?,
            file: row.text()?,
        })
    })?;
    let mut texts = identity::Said::default();
    tables.all(&TEXTS, |at, row| {
        row.number(at)?;
        texts.add(row.text()?);
        Ok(())
    })?;
    let mut identities = tables.all(&IDENTITIES, |at, row| {
        row.number(at)?;
        identity::read(row, functions.len(), &mut texts)
    })?;
    let limit = identities.len();
    let mut builds = tables.all(&BUILDS, |_, row| {
        Ok(Build {
            fingerprint: row.text()?,
            program: row.text()?,
            members: Set::read(&mut &row.blob()?[..], limit)?,
            unrecorded: Vec::new(),
        })
    })?;
    tables.all(&EXTENTS, |_, row| {
        let at = usize::try_from(row.integer()?).ok();
        let identity = at.and_then(|at| identities.get_mut(at));
        let identity = identity.context("it is damaged: an extent is of no identity")?;
        identity.end = Some((row.place()?, row.place()?));
        Ok(())
    })?;
    tables.all(&UNRECORDED, |at, row| {
        row.number(at)?;
        let fingerprint = row.text()?;
        let build = builds.iter_mut().find(|b| b.fingerprint == fingerprint);
        let build = build.context("it is damaged: a unit is of no build")?;
        build.unrecorded.push(Unrecorded {
            image: row.text()?,
            source: row.text()?,
            why: row.text()?,
        });
        Ok(())
    })?;
    let sources = tables.all(&SOURCES, |at, row| {
        row.number(at)?;
        Ok(Source {
            file: row.text()?,
            hash: row.text()?,
        })
    })?;
    tables.all(&FLOW, |_, _| Ok(()))?;
    let runs = tables.all(&RUNS, |at, row| {
        row.number(at)?;
        rows::read_run(row)
    })?;
    let crashes = tables.all(&CRASHES, |at, row| {
        row.number(at)?;
        rows::read_crash(row, runs.len())
    })?;
    let mut evaluations = rows::Kept::new();
    let decisions = tables.all(&DECISIONS, |at, row| {
        row.number(at)?;
        Decision::read(&row.text()?)
    })?;
    let limits = [runs.len(), decisions.len()];
    tables.all(&EVALUATIONS, |at, row| {
        row.number(at)?;
        let (key, first) = rows::read_evaluation(row, limits)?;
        evaluations.insert(key, (at, first));
        Ok(())
    })?;
    let blocks = runs_of_blocks(&moment, runs.len())?;
    tables.check(&BLOCKS, blocks.len())?;
    let Value::Text(root) = tables.said(ROOT)? else {
        bail!("it is damaged: the root is not text");
    };
    let llvm_cov = match tables.meta.get(LLVM_COV) {
        Some(Value::Text(said)) => {
            let counted = serde_json::from_str(said);
            Some(counted.context("it is damaged: what llvm-cov counts")?)
        }
        _ => None,
    };
    let catalogue = Catalogue {
        root: root.clone(),
        functions,
        identities,
        sources,
        decisions,
    };
    moment.commit()?;
    Ok(Store {
        path: path.to_owned(),
        catalogue,
        builds,
        runs,
        crashes,
        llvm_cov,
        evaluations,
        blocks,
        connection,
    })
}

fn check_version(path: &Path, connection: &Connection) -> Result<()> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    ensure!(
        pragma("application_id")? == APPLICATION,
        "{}",
        match path.metadata()?.len() {
            0 => "it is an empty file: remove it, and collect again",
            _ => "it is a database, but `fz cov collect` did not write it",
        }
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
    Ok(())
}

/// The tables, and what [`META`] says of them.
struct Tables<'a> {
    connection: &'a Connection,
    meta: HashMap<String, Value>,
}

impl Tables<'_> {
    fn of(connection: &Connection) -> Result<Tables<'_>> {
        let mut meta = HashMap::new();
        each_row(connection, &META, "", |_, row| {
            meta.insert(row.text()?, row.take()?);
            Ok(())
        })?;
        Ok(Tables { connection, meta })
    }

    fn said(&self, name: &str) -> Result<&Value> {
        let said = self.meta.get(name);
        said.with_context(|| format!("it is damaged: `{name}` is missing"))
    }

    fn all<T>(
        &self,
        table: &Table,
        mut make: impl FnMut(usize, &mut Row) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut found = Vec::new();
        each_row(self.connection, table, "ORDER BY 1", |at, row| {
            found.push(make(at, row)?);
            Ok(())
        })?;
        self.check(table, found.len())?;
        Ok(found)
    }

    fn check(&self, table: &Table, found: usize) -> Result<()> {
        let expected = integer(self.said(&table.rows_name())?)?;
        ensure!(
            found as i64 == expected,
            "it is damaged: table {} has {found} of {expected} rows",
            table.name
        );
        Ok(())
    }
}

/// By block: its run.
fn runs_of_blocks(connection: &Connection, runs: usize) -> Result<Vec<usize>> {
    let mut query = connection.prepare("SELECT number, run FROM blocks ORDER BY number")?;
    let mut rows = query.query([])?;
    let mut blocks = Vec::new();
    while let Some(row) = rows.next()? {
        let damaged = || format!("it is damaged: block {}", blocks.len());
        let number = |column| -> Result<usize> {
            let number = row.get_ref(column)?.as_i64().ok();
            let number = number.and_then(|number| usize::try_from(number).ok());
            number.with_context(damaged)
        };
        let run = number(1)?;
        ensure!(number(0)? == blocks.len() && run < runs, damaged());
        blocks.push(run);
    }
    Ok(blocks)
}
