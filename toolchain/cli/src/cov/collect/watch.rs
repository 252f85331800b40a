//! What a campaign reaches while it goes on, and the reports that are kept up to date.

use std::{
    collections::HashSet,
    fs,
    path::Path,
    time::{Duration, SystemTime},
};

use anyhow::{Result, ensure};
use fz_base::{tell, words::many};
use fz_coverage::{collect::Report, corpus::Corpus, selection::Selection, store::Store};
use fz_engines::{
    campaign,
    launch::watched::{self, Bug, Count, Watched},
};
use fz_report::{
    compare::wanted::Wanted,
    matrix::Matrix,
    measure::{self, Measure, Named},
    pages::{assemble, html, sources::Places},
    summary::Summary,
};
use serde_json::{Value, json};

use super::{Collector, Task};
use crate::{args, cov::sided::Sided, exit::Exit, place, status};

/// How often, unless the user says otherwise.
pub const USUAL: &str = "30s";

/// A file that was written to so lately may not be whole.
const YOUNG: Duration = Duration::from_secs(1);

/// Conditions of the frontier in a summary.
const FRONTIER: usize = 20;

pub fn run(task: &Task, every: Duration) -> Result<Exit> {
    fz_process::catch_signals();
    let mut watch = Watch {
        task,
        every,
        collector: Collector::of(task)?,
        last: Vec::new(),
        is_shown: false,
        said: HashSet::new(),
    };
    loop {
        watch.round()?;
        status::wait(every);
        if fz_process::is_interrupted() {
            break;
        }
    }
    Ok(Exit::Found.when(watch.collector.unheard().is_some()))
}

/// Before anything takes long: a name that stands for two files loses one.
pub fn check(task: &Task) -> Result<()> {
    ensure!(
        task.args.watch.is_none() || !task.args.counts_llvms(),
        "--watch: lines as llvm-cov counts them are collected once: leave out --watch, or --build llvm-cov"
    );
    let reports = &task.args.reports;
    for (at, path) in reports.iter().enumerate() {
        let shown = path.display();
        ensure!(
            !path.is_dir(),
            "--report {shown}: it is a folder; name a file"
        );
        let is_store = *path == task.store || (path.is_file() && Store::open(path).is_ok());
        ensure!(
            !is_store,
            "--report {shown}: it is a store, which would be lost; name another file"
        );
        ensure!(
            !reports[..at].contains(path),
            "--report {shown}: it is named twice; name another file"
        );
    }
    Ok(())
}

struct Watch<'a> {
    task: &'a Task<'a>,
    every: Duration,
    collector: Collector,
    /// What was reached in the last round.
    last: Vec<Count>,
    /// Whether there are reports.
    is_shown: bool,
    /// What need not be said again.
    said: HashSet<String>,
}

impl Watch<'_> {
    fn round(&mut self) -> Result<()> {
        let corpus = match self.task.corpus() {
            Ok(corpus) => grown(corpus),
            Err(error) => {
                self.say(format!("{error}; waiting for it"));
                return Ok(());
            }
        };
        if corpus.inputs.is_empty() {
            self.say("the inputs are still being written; waiting for them".to_owned());
            return Ok(());
        }
        let (report, store) = self.collector.collect(self.task, &corpus)?;
        for (path, why) in &report.troubles {
            self.say(format!("{}: {why}", path.display()));
        }
        if let Some(unheard) = self.collector.unheard() {
            self.say(unheard.to_owned());
        }
        let is_new = report.ran + report.stacks > 0 || !self.is_shown;
        if is_new && !report.interrupted {
            let shown = show(self.task, &store, Some(self.every))?;
            for error in shown.errors {
                self.say(error);
            }
            self.tell(&report, &store, &shown.watched)?;
            self.last = shown.watched.counts;
            self.is_shown = true;
        }
        Ok(())
    }

    /// Once, however often it is so.
    fn say(&mut self, what: String) {
        if self.said.insert(what.clone()) {
            tell!("fz: {what}");
        }
    }

    /// A line of what has come.
    fn tell(&self, report: &Report, store: &Store, watched: &Watched) -> Result<()> {
        if self.task.args.json.is_wanted {
            let mut value = super::json_of(report, store, self.collector.unrecorded());
            add(watched, &mut value);
            return args::json::print_line(&value);
        }
        let counts = watched.counts.iter().map(|count| {
            let before = self.last.iter().find(|c| c.name == count.name);
            let more = match before.map(|b| count.reached.saturating_sub(b.reached)) {
                Some(more @ 1..) => format!(", {more} more"),
                _ => String::new(),
            };
            format!("{} of {} {}{more}", count.reached, count.all, count.name)
        });
        let new = many(report.ran, "new input");
        let mut line = vec![format!("{new}, {} in all", watched.inputs)];
        line.extend(counts);
        if !watched.bugs.is_empty() {
            line.push(many(watched.bugs.len(), "bug"));
        }
        tell!("fz: {}: {}", store.path().display(), line.join("; "));
        Ok(())
    }
}

/// The reports, once.
pub fn write(task: &Task, store: &Store) -> Result<Told> {
    let told = show(task, store, None)?;
    for error in &told.errors {
        tell!("fz: {error}");
    }
    Ok(told)
}

/// What was reached, as other commands hear of it.
pub struct Told {
    watched: Watched,
    /// Folders that nobody may write to: campaigns go on.
    errors: Vec<String>,
}

impl Told {
    /// To what scripts read of a round.
    pub fn add_to(&self, value: &mut Value) {
        add(&self.watched, value);
    }
}

fn add(watched: &Watched, value: &mut Value) {
    value["counts"] = json!(watched.counts);
    value["bugs"] = json!(watched.bugs);
}

/// `every`: how often a page loads itself again.
fn show(task: &Task, store: &Store, every: Option<Duration>) -> Result<Told> {
    let matrix = Matrix::of(store, &Selection::default())?;
    let measure = Measure::of(&matrix);
    let summary = Summary::of(&measure, &Wanted::default())?;
    let watched = watched_of(store, &matrix, &summary);
    let folders = task.known.inputs.iter().filter(|f| campaign::is_one(f));
    let errors = folders.filter_map(|folder| watched::write(folder, &watched).err());
    let errors = errors.map(|error| error.to_string()).collect();
    for path in &task.args.reports {
        let said = match path.extension().and_then(|e| e.to_str()) {
            Some("html" | "htm") => page(&task.store, every)?,
            Some("json") => summary.json(FRONTIER).to_string() + "\n",
            _ => summary.text(true, FRONTIER).trim_end().to_owned() + "\n",
        };
        place::write(Some(path), |to| Ok(to.write_all(said.as_bytes())?))?;
    }
    Ok(Told { watched, errors })
}

fn page(store: &Path, every: Option<Duration>) -> Result<String> {
    let (subjects, comparison) = Sided::of_store(store)?;
    let report = assemble::report(&assemble::Request {
        subjects: &subjects,
        comparison: &comparison,
        places: &Places::of(&[])?,
        pair: None,
    })?;
    match every {
        None => html::file(&report),
        Some(every) => html::living(&report, every),
    }
}

/// Without what a fuzzer may still be writing.
fn grown(mut corpus: Corpus) -> Corpus {
    let now = SystemTime::now();
    let is_grown = |path: &Path| {
        let changed = fs::metadata(path).and_then(|about| about.modified());
        changed.is_ok_and(|at| now.duration_since(at).is_ok_and(|age| age >= YOUNG))
    };
    corpus.inputs.retain(|input| is_grown(&input.path));
    corpus
}

/// What is shown in few words; of a program without conditions, edges instead of these.
const SHOWN: [&str; 3] = [measure::FUNCTIONS, measure::LINES, measure::CONDITIONS];

fn watched_of(store: &Store, matrix: &Matrix, summary: &Summary) -> Watched {
    let path = store.path();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Watched {
        at: now.unwrap_or_default().as_secs(),
        store: path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        inputs: matrix.sum(|r| r.inputs) as u64,
        counts: counts_of(summary),
        bugs: summary
            .bugs()
            .iter()
            .map(|bug| Bug {
                title: bug.first.title(),
                inputs: bug.crashes.len() as u64,
            })
            .collect(),
    }
}

fn counts_of(summary: &Summary) -> Vec<Count> {
    let counts = summary.counts();
    let has_conditions = counts.iter().any(|c| c.name == measure::CONDITIONS);
    let name_of = |name: &'static str| match name {
        measure::EDGES if !has_conditions => Some(name.to_owned()),
        measure::WHOLE => Some(format!("{} {name}", measure::CONDITIONS)),
        name => SHOWN.contains(&name).then(|| name.to_owned()),
    };
    let shown = counts.iter().filter_map(|Named { name, count }| {
        Some(Count {
            name: name_of(name)?,
            reached: count.reached as u64,
            all: count.reachable as u64,
        })
    });
    shown.collect()
}
