//! Whether words help a fuzzer: afl-fuzz without them, with those that the program offers it, and with the optimised
//! dictionary. Queues are judged by the edges that they reach on one build. Executions are counted, not time.
//!
//! Each campaign that ends leaves its result in `target/bench/dict/campaigns/`, and is not run again: the command can be
//! stopped and goes on where it was. The programs stay there, too, so that all campaigns are of the same build.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use indicatif::MultiProgress;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Measured, Options};
use crate::edges::fuzzing::a12;
use crate::goal::{Goal, Limit};
use fz_harness::parallel;
use fz_harness::subject::{self, Kind, Subject};
use fz_harness::variant::{Around, Built, Variant};
use xtask::afl::{self, Limit as Until, Run, Target};
use xtask::{repo, setup, table};

const SUBJECTS: [&str; 3] = ["jhead", "readelf", "expat"];
/// Larger seeds only slow a campaign down.
const SEED_BYTES: u64 = 64 << 10;

/// Where a fuzzer has its words from.
struct Way {
    name: &'static str,
    environment: fn(&Path) -> Vec<(&'static str, OsString)>,
}

const NO_AUTODICT: (&str, &str) = ("AFL_NO_AUTODICT", "1");

/// The first is what the others are held against.
const WAYS: [Way; 3] = [
    Way {
        name: "none",
        environment: |_| vec![(NO_AUTODICT.0, NO_AUTODICT.1.into())],
    },
    Way {
        name: "auto",
        environment: |_| Vec::new(),
    },
    Way {
        name: "od",
        environment: |mutator| {
            vec![
                (NO_AUTODICT.0, NO_AUTODICT.1.into()),
                ("AFL_CUSTOM_MUTATOR_LIBRARY", mutator.into()),
            ]
        },
    },
];

/// How often one of two is better where words help.
const BETTER: f64 = 0.7;

/// What a campaign left.
#[derive(Serialize, Deserialize)]
struct Ended {
    edges: usize,
    executions: u64,
    queue: u64,
    crashes: u64,
    seconds: u64,
}

/// A subject's programs, kept for all its campaigns.
struct Place {
    subject: Subject,
    dir: PathBuf,
}

pub fn measure(options: &Options) -> Result<Measured> {
    setup::peers()?;
    let all = repo::made()
        .join("bench/dict/campaigns")
        .join(options.executions.to_string());
    let names = SUBJECTS.map(String::from);
    let mut places = Vec::new();
    for subject in subject::load(&names)? {
        let place = Place {
            dir: all.join(&subject.name),
            subject,
        };
        place.build()?;
        places.push(place);
    }
    let order = (1..=options.seeds)
        .flat_map(|seed| places.iter().map(move |place| (seed, place)))
        .flat_map(|(seed, place)| WAYS.iter().map(move |way| (seed, place, way)));
    let open: Vec<_> = order
        .filter(|(seed, place, way)| !place.result(way, *seed).exists())
        .collect();
    let bars = MultiProgress::new();
    let left = Mutex::new(open.len());
    parallel::on(options.jobs, open, |_, (seed, place, way)| {
        place.campaign(way, seed, options.executions, &bars)?;
        let mut left = left.lock().expect("no panic in a campaign");
        *left -= 1;
        eprintln!("   {left} campaigns left");
        Ok(())
    })?;
    report(&places, options)
}

impl Place {
    fn program(&self) -> PathBuf {
        self.dir.join(&self.subject.name)
    }

    fn yardstick(&self) -> PathBuf {
        self.dir.join("pcguard").join(&self.subject.name)
    }

    fn mutator(&self) -> PathBuf {
        self.dir.join("libfz_od.so")
    }

    fn seeds(&self) -> PathBuf {
        self.dir.join("seeds")
    }

    fn result(&self, way: &Way, seed: u64) -> PathBuf {
        self.dir.join(format!("{}-{seed}.json", way.name))
    }

    /// Everything that campaigns need, unless it is there; the program comes last.
    fn build(&self) -> Result<()> {
        if self.program().exists() {
            return Ok(());
        }
        let subject = &self.subject;
        subject.prepare()?;
        repo::clear(&self.dir)?;
        for dir in [self.seeds(), self.dir.join("pcguard")] {
            fs::create_dir_all(dir)?;
        }
        for seed in subject.seeds(SEED_BYTES)? {
            let name = seed.file_name().expect("a seed has a name");
            fs::copy(&seed, self.seeds().join(name))?;
        }
        let mutator = repo::stage().join("lib/fz/libfz_od.so");
        fs::copy(&mutator, self.mutator())
            .with_context(|| format!("cannot copy {}", repo::shown(&mutator)))?;
        let copy = |built: Built, to: PathBuf| fs::copy(built.program, to).map(|_| ());
        copy(
            Variant::pcguard().build(subject, Around::Loop)?,
            self.yardstick(),
        )?;
        let fuzz = Variant::profile("fuzz words", "fuzz", "");
        copy(fuzz.build(subject, Around::Persistent)?, self.program())?;
        Ok(())
    }

    /// A library's harness takes its inputs from shared memory; `around` is what its yardstick is told.
    fn target(&self, program: PathBuf, around: &[&str]) -> Target {
        let arguments = match self.subject.kind {
            Kind::Library => around.iter().map(ToString::to_string).collect(),
            Kind::Program => self.subject.under_a_fuzzer(),
        };
        Target {
            program,
            arguments,
            dir: self.dir.clone(),
            library_path: None,
        }
    }

    fn campaign(&self, way: &Way, seed: u64, executions: u64, bars: &MultiProgress) -> Result<()> {
        let label = format!("{} {} {seed}", self.subject.name, way.name);
        let out = self.dir.join(format!("{}-{seed}", way.name));
        let started = Instant::now();
        let run = Run {
            label: &label,
            fuzzer: &setup::aflpp().join("bin/afl-fuzz"),
            target: &self.target(self.program(), &[]),
            seeds: &self.seeds(),
            out: out.clone(),
            limit: Until::Executions(executions),
            random: Some(seed),
            environment: (way.environment)(&self.mutator()),
            bars,
        };
        let stats = run.fuzz()?;
        let seconds = started.elapsed().as_secs();
        let edges = afl::replay(
            &setup::aflpp().join("bin/afl-showmap"),
            &self.target(self.yardstick(), &["loop", "1", "@@"]),
            &out.join("default/queue"),
            &out.join("map"),
        )?;
        let number = |key: &str| {
            let text = stats.text(key);
            text.parse()
                .with_context(|| format!("{label}: afl-fuzz says {key} is {text}"))
        };
        let ended = Ended {
            edges,
            executions: number("execs_done")?,
            queue: number("corpus_count")?,
            crashes: number("saved_crashes")?,
            seconds,
        };
        ensure!(
            ended.executions >= executions,
            "{label}: afl-fuzz ended after {} executions",
            ended.executions
        );
        // Whole or not at all: a result that is there is believed.
        let partial = out.with_extension("partial");
        fs::write(&partial, serde_json::to_string(&ended)? + "\n")?;
        fs::rename(partial, self.result(way, seed))?;
        fs::remove_dir_all(out)?;
        Ok(())
    }

    fn ended(&self, way: &Way, seeds: u64) -> Result<Vec<Ended>> {
        let results = (1..=seeds).map(|seed| self.result(way, seed));
        results
            .map(|path| {
                let text = fs::read_to_string(&path)?;
                serde_json::from_str(&text).with_context(|| format!("in {}", repo::shown(&path)))
            })
            .collect()
    }
}

fn report(places: &[Place], options: &Options) -> Result<Measured> {
    let goal = |way: &Way| Goal::new(format!("A12, {} > none", way.name), Limit::AtLeast(BETTER));
    let mut goals: Vec<Goal> = WAYS[1..].iter().map(goal).collect();
    let mut figures = Map::new();
    let mut rows = Vec::new();
    for place in places {
        let mut none = Vec::new();
        let mut json = Map::new();
        for (at, way) in WAYS.iter().enumerate() {
            let ended = place.ended(way, options.seeds)?;
            let mut edges: Vec<usize> = ended.iter().map(|e| e.edges).collect();
            edges.sort_unstable();
            let middle = |of: fn(&Ended) -> u64| {
                let mut all: Vec<u64> = ended.iter().map(of).collect();
                all.sort_unstable();
                all[all.len() / 2]
            };
            let better = match at {
                0 => {
                    none.clone_from(&edges);
                    None
                }
                _ => Some(a12(&edges, &none)),
            };
            if let Some(better) = better {
                goals[at - 1].measured(&place.subject.name, better);
            }
            rows.push(vec![
                place.subject.name.clone(),
                way.name.to_string(),
                ended.len().to_string(),
                edges[0].to_string(),
                edges[edges.len() / 2].to_string(),
                edges[edges.len() - 1].to_string(),
                better.map_or(String::new(), |a| format!("{a:.2}")),
                middle(|e| e.queue).to_string(),
                middle(|e| e.crashes).to_string(),
                middle(|e| e.seconds).to_string(),
            ]);
            json.insert(
                way.name.into(),
                json!({"edges": edges, "a12": better, "campaigns": ended}),
            );
        }
        figures.insert(place.subject.name.clone(), json.into());
    }
    println!(
        "\n{} executions each; edges of a PCGUARD build, A12 against none; medians",
        table::grouped(options.executions)
    );
    table::under(
        "program | dictionary | campaigns | fewest | median | most | A12 | queue | crashes | seconds",
        &rows,
    );
    figures.insert("executions".into(), Value::from(options.executions));
    Ok(Measured {
        goals,
        figures: figures.into(),
    })
}
