//! Ten times as many inputs: whether each takes as long, how much memory and how large a store that needs, and whether
//! shards of them, merged, are the whole.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fz_coverage::store::Store;
use serde_json::json;

use super::{Measured, Options, run};
use crate::goal::{Goal, Limit};
use fz_harness::subject;
use fz_harness::variant::Variant;
use xtask::{repo, table};

/// Its inputs are short: what the collection itself costs is not hidden.
const SUBJECT: &str = "expat";
/// Of the largest number of inputs.
const TENTHS: [usize; 3] = [1, 3, 10];
const SHARDS: usize = 4;

/// How much longer one of the most inputs may take than one of the fewest.
const LONGER: f64 = 1.25;
const MIB: f64 = (1 << 20) as f64;

pub fn measure(options: &Options) -> Result<Measured> {
    let subjects = subject::load(&[SUBJECT.to_string()])?;
    let subject = subjects.first().context("the subject is there")?;
    subject.prepare()?;
    let (whole, inputs) = run::inputs(subject, options.scale)?;
    let built = Variant::profile("coverage", "coverage", "").build(subject, run::AROUND)?;
    let collect = |inputs: &Path, store: &Path, more: &[&str]| {
        run::timed(&mut run::collect(
            subject,
            &built.program,
            inputs,
            store,
            more,
        )?)
    };
    let scratch = tempfile::tempdir()?;
    // What a program's catalogue takes is there once.
    let store = scratch.path().join("one.fzcov");
    collect(&inputs[0], &store, &[])?;
    let catalogue = fs::metadata(&store)?.len();

    let mut rows = Vec::new();
    let mut figures = Vec::new();
    let mut each = Vec::new();
    let (mut memory, mut bytes) = (0.0_f64, 0.0_f64);
    let mut stores = Vec::new();
    for tenths in TENTHS {
        let count = inputs.len() * tenths / 10;
        let dir = match count == inputs.len() {
            true => whole.clone(),
            false => part(&inputs[..count], &scratch.path().join(count.to_string()))?,
        };
        let store = scratch.path().join(format!("{count}.fzcov"));
        let took = collect(&dir, &store, &[])?;
        let per_input = took.seconds / count as f64;
        let size = fs::metadata(&store)?.len();
        let stored = (size - catalogue) as f64 / count as f64;
        memory = memory.max(took.memory as f64 / MIB);
        bytes = bytes.max(stored);
        each.push(per_input);
        rows.push(vec![
            table::grouped(count as u64),
            format!("{:.1}", took.seconds),
            format!("{:.1}", per_input * 1e6),
            format!("{:.0}", took.memory as f64 / MIB),
            table::grouped(size),
            format!("{stored:.1}"),
        ]);
        figures.push(
            json!({"inputs": count, "seconds": took.seconds, "memory": took.memory, "store": size,
            "bytes_per_input": stored}),
        );
        stores.push((dir, store));
    }
    table::under("inputs | s | us/input | MiB | store | bytes/input", &rows);
    println!(
        "a store of one input has {} bytes",
        table::grouped(catalogue)
    );

    let (dir, store) = &stores[0];
    let merged = scratch.path().join("merged.fzcov");
    let shards = (1..=SHARDS)
        .map(|shard| -> Result<PathBuf> {
            let store = scratch.path().join(format!("shard-{shard}.fzcov"));
            collect(dir, &store, &["--shard", &format!("{shard}/{SHARDS}")])?;
            Ok(store)
        })
        .collect::<Result<Vec<_>>>()?;
    let mut merge = repo::tool("fz");
    merge
        .args(["cov", "merge"])
        .args(shards)
        .arg("-o")
        .arg(&merged);
    run::timed(&mut merge)?;
    let equal = equal(store, &merged)?;

    let measured = |what: &str, limit, value| {
        let mut goal = Goal::new(what, limit);
        goal.measured(SUBJECT, value);
        goal
    };
    let longer = each[TENTHS.len() - 1] / each[0];
    Ok(Measured {
        goals: vec![
            measured(
                "time of an input, most / fewest inputs",
                Limit::AtMost(LONGER),
                longer,
            ),
            measured("memory in MiB", Limit::Below(1024.0), memory),
            measured("bytes of store an input", Limit::Below(100.0), bytes),
            measured(
                "share of inputs that merged shards have as the whole has them",
                Limit::AtLeast(1.0),
                equal,
            ),
        ],
        figures: json!({"sizes": figures, "catalogue": catalogue, "merged": equal}),
    })
}

/// A folder of some of the inputs.
fn part(inputs: &[PathBuf], dir: &Path) -> Result<PathBuf> {
    fs::create_dir_all(dir)?;
    for input in inputs {
        let name = input.file_name().context("an input has a name")?;
        fs::copy(input, dir.join(name))?;
    }
    Ok(dir.to_path_buf())
}

/// How much of what either has both have: by the inputs' names, what they are and what they reach.
fn equal(one: &Path, other: &Path) -> Result<f64> {
    let (one, other) = (Store::open(one)?, Store::open(other)?);
    ensure!(
        one.catalogue.is_same(&other.catalogue),
        "merged shards have other identities than the whole"
    );
    let read = |store: &Store| -> Result<BTreeMap<Vec<u8>, u64>> {
        let mut inputs = BTreeMap::new();
        store.each_input(|_, input| {
            let mut hash = DefaultHasher::new();
            (input.size, input.hash, input.fate, &input.set).hash(&mut hash);
            inputs.insert(input.name, hash.finish());
        })?;
        Ok(inputs)
    };
    let (one, other) = (read(&one)?, read(&other)?);
    let same = one
        .iter()
        .filter(|(name, hash)| other.get(*name) == Some(hash));
    Ok(same.count() as f64 / one.len().max(other.len()) as f64)
}
