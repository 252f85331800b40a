//! How long comparing many runs takes: ten fuzzers, ten runs of each, 20,000 inputs a run, a program of 100,000
//! identities. The store is generated once and stays in `target/bench/cov/compare/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use anyhow::{Context, Result, ensure};
use fz_coverage::blocks::{self, Fate, Input};
use fz_coverage::flow::Flow;
use fz_coverage::identities::Kind::{self, Call, Edge, Outcome, Region};
use fz_coverage::identities::{Catalogue, Function, Identity, Place};
use fz_coverage::sets::Set;
use fz_coverage::store::{Build, Run, Store};
use indicatif::ProgressBar;
use serde_json::json;

use super::{Measured, Options, run};
use crate::goal::{Goal, Limit};
use fz_harness::parallel;
use fz_harness::random::Random;
use xtask::{repo, table};

const FUZZERS: usize = 10;
const RUNS: usize = 10;
const INPUTS: usize = 20_000;
const FUNCTIONS: usize = 4_000;
const FUNCTIONS_OF_A_FILE: usize = 10;
/// What runs together: code between two branches.
const BLOCKS: usize = 5;
/// Of each block of a function, the kinds of its identities.
const KINDS: [[Kind; 5]; BLOCKS] = [
    [Kind::Function, Region, Region, Outcome, Edge],
    [Region, Region, Outcome, Outcome, Edge],
    [Region, Outcome, Outcome, Edge, Call],
    [Region, Region, Outcome, Outcome, Edge],
    [Region, Outcome, Outcome, Outcome, Call],
];
/// Blocks that a run's first input reaches.
const BEGIN: usize = 6_000;
/// Of a hundred blocks so many are beyond a fuzzer.
const BEYOND: u64 = 6;
const DAY: u64 = 24 * 3600 * 1000;

const SECONDS: f64 = 60.0;
const MEMORY: f64 = 2048.0;
const MIB: f64 = (1 << 20) as f64;

pub fn measure(_: &Options) -> Result<Measured> {
    let store = generated()?;
    let scratch = tempfile::tempdir()?;
    let out = scratch.path().join("comparison");
    let report = scratch.path().join("report.html");
    let fz = repo::stage().join("bin/fz");
    let cov = |words: &[&str], out: &Path| {
        let mut command = Command::new(&fz);
        command.args(["cov", "report"]).arg(&store);
        command
            .args(["--by", "fuzzer", "--view"])
            .args(words)
            .arg("-o")
            .arg(out);
        run::timed(&mut command)
    };
    let compare = cov(&["compare", "--json"], &out)?;
    ensure!(
        out.join("comparison.json").exists(),
        "fz cov report --view compare wrote nothing"
    );
    let page = cov(&["page"], &report)?;
    let size = fs::metadata(&report)
        .context("fz cov report wrote nothing")?
        .len();
    let row = |what: &str, took: &run::Took| {
        vec![
            what.to_string(),
            format!("{:.1}", took.seconds),
            format!("{:.0}", took.memory as f64 / MIB),
        ]
    };
    table::under(
        " | s | MiB",
        &[row("compare", &compare), row("report", &page)],
    );
    println!("the report has {:.1} MiB", size as f64 / MIB);
    let mut seconds = Goal::new("s that comparing 100 runs takes", Limit::AtMost(SECONDS));
    seconds.measured("compare", compare.seconds);
    let mut memory = Goal::new("MiB that it takes", Limit::AtMost(MEMORY));
    memory.measured("compare", compare.memory as f64 / MIB);
    Ok(Measured {
        goals: vec![seconds, memory],
        figures: json!({
            "compare": {"seconds": compare.seconds, "bytes": compare.memory},
            "report": {"seconds": page.seconds, "bytes": page.memory, "size": size},
        }),
    })
}

/// A program: which block has to be passed for each, and the identities of each.
struct Program {
    catalogue: Catalogue,
    before: Vec<usize>,
    identities: Vec<[usize; 5]>,
}

fn generated() -> Result<PathBuf> {
    let dir = repo::made().join("bench/cov/compare");
    let path = dir.join("all.fzcov");
    if path.exists() {
        return Ok(path);
    }
    fs::create_dir_all(&dir)?;
    let partial = dir.join("partial.fzcov");
    if partial.exists() {
        fs::remove_file(&partial)?;
    }
    let program = Program::generated();
    let limit = program.catalogue.identities.len();
    let build = Build {
        fingerprint: "0".repeat(32),
        program: "generated".to_owned(),
        members: Set::of(limit, 0..limit),
        unrecorded: Vec::new(),
    };
    let store = Store::create(
        &partial,
        program.catalogue.clone(),
        vec![build],
        &Flow::default(),
    )?;
    let store = Mutex::new(store);
    let bar = ProgressBar::new((FUZZERS * RUNS) as u64);
    let all = (0..FUZZERS).flat_map(|fuzzer| (0..RUNS).map(move |run| (fuzzer, run)));
    eprintln!("   generating {} runs of {INPUTS} inputs", FUZZERS * RUNS);
    parallel::on(2, all.collect::<Vec<_>>(), |_, (fuzzer, number)| {
        let blocks = program.run(fuzzer, number);
        let mut store = store.lock().expect("no panic while a store is written");
        let run = store.run(&Run {
            campaign: "generated".to_owned(),
            fuzzer: format!("fuzzer{fuzzer}"),
            name: format!("run{number}"),
            clock: "names".to_owned(),
            ..Run::default()
        })?;
        bar.inc(1);
        store.add_blocks(run, blocks)
    })?;
    bar.finish_and_clear();
    drop(store);
    fs::rename(partial, &path)?;
    Ok(path)
}

impl Program {
    fn generated() -> Program {
        let mut random = Random::new(1);
        let mut functions = Vec::new();
        let mut identities = Vec::new();
        let mut before = Vec::new();
        for function in 0..FUNCTIONS {
            let file = function / FUNCTIONS_OF_A_FILE;
            let file = format!("src/part{}/file{file}.c", file / 20);
            functions.push(Function {
                key: function as u64,
                symbol: format!("function{function}"),
                file: file.clone(),
            });
            for (block, kinds) in KINDS.iter().enumerate() {
                let number = function * BLOCKS + block;
                before.push(match block {
                    0 => random.below(number.max(1)),
                    _ => number - 1 - random.below(block),
                });
                for (at, kind) in kinds.iter().enumerate() {
                    let key = number * KINDS[0].len() + at;
                    identities.push(Identity {
                        key: key as u64,
                        kind: *kind,
                        function,
                        place: Some(Place {
                            file: file.clone(),
                            line: (number % (FUNCTIONS_OF_A_FILE * BLOCKS) * 6 + at + 1) as u32,
                            column: 5,
                        }),
                        end: None,
                        spelled: None,
                        expansion: None,
                        text: format!("value[{at}] == limit{number}"),
                        outcome: ["true", "false"][at % 2].to_owned(),
                        nth: 0,
                        is_unstable: false,
                    });
                }
            }
        }
        let (catalogue, numbers) = Catalogue::of("/src".to_owned(), functions, identities);
        let (of_blocks, _) = numbers.as_chunks();
        Program {
            catalogue,
            before,
            identities: of_blocks.to_vec(),
        }
    }

    /// The inputs of a run, as the store has them: each is one of before, a little changed, as fuzzers do.
    fn run(&self, fuzzer: usize, number: usize) -> Vec<(usize, Vec<u8>)> {
        let mut random = Random::new((fuzzer * RUNS + number) as u64);
        let limit = self.catalogue.identities.len();
        let count = self.before.len();
        // Not what all else is behind.
        let is_beyond = |block: &usize| {
            let mut random = Random::new((block * FUZZERS + fuzzer) as u64);
            *block > count / 4 && random.bits() % 100 < BEYOND
        };
        let beyond = Set::of(count, (0..count).filter(is_beyond));
        let mut first = Set::of(count, [0]);
        // The same for all.
        let mut common = Random::new(0);
        while first.len() < BEGIN {
            self.step(&mut first, &beyond, &mut common);
        }
        let mut sets = vec![first];
        let mut blocks = Vec::new();
        let mut inputs = Vec::new();
        for input in 0..INPUTS {
            let parent = random.below(sets.len());
            let mut set = sets[parent].clone();
            for _ in 0..random.within(1, 6) {
                self.step(&mut set, &beyond, &mut random);
            }
            let time = DAY * input as u64 / INPUTS as u64;
            let name = format!(
                "default/queue/id:{input:06},src:{parent:06},time:{time},execs:{},op:havoc,rep:2",
                time * 3
            );
            let reached = set.iter().flat_map(|b| self.identities[b]);
            inputs.push(Input {
                size: 100 + random.below(400) as u64,
                hash: random.bits(),
                time: Some(time),
                fate: Fate::Exit(0),
                set: Set::of(limit, reached),
                name: name.into_bytes(),
            });
            sets.push(set);
            if inputs.len() == blocks::MOST || input + 1 == INPUTS {
                blocks.push((inputs.len(), blocks::write(&inputs, limit)));
                inputs.clear();
            }
        }
        blocks
    }

    /// One block more that can be reached from where the others are.
    fn step(&self, set: &mut Set, beyond: &Set, random: &mut Random) {
        for _ in 0..200 {
            let block = random.below(self.before.len());
            let is_next = set.contains(self.before[block]) && !set.contains(block);
            if is_next && !beyond.contains(block) {
                set.insert(block);
                return;
            }
        }
    }
}
