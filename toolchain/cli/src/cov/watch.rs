//! `fz cov watch`: what a campaign reaches while it goes on.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::{Result, bail, ensure};
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
use serde_json::json;

use super::{
    collect::{self, CollectArgs, Collector},
    sided::Sided,
};
use crate::{
    args::{self, output},
    exit::Exit,
    place, status,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov watch ./program -i out -o run.fzcov -- @@                      lines, as the queue grows
  fz cov watch ./program -i out -o run.fzcov --report page.html -- @@   a page that loads itself again
  fz cov watch ./program -i out1 out2 -o all.fzcov --every 5m --summary now.txt
  fz cov watch ./program -i out -o run.fzcov --report page.html --once -- @@

Whatever `fz cov collect` takes, this takes too: both add to one store what it lacks. Ctrl-C ends it with status 0, and the
store is whole. `fz fuzz` and `fz status` show what was reached and the bugs, from a file that this leaves in OUT.";

/// How often, unless the user says otherwise.
const USUAL: &str = "30s";

/// A file that was written to so lately may not be whole.
const YOUNG: Duration = Duration::from_secs(1);

/// Conditions of the frontier in a summary.
const FRONTIER: usize = 20;

#[derive(clap::Args)]
pub struct WatchArgs {
    #[command(flatten)]
    collect: CollectArgs,
    /// Write the page of `fz cov report` there, each time that there is something new. Open in a browser, it loads itself
    /// again, and keeps its reader's place
    #[arg(long, value_name = "FILE.html", value_parser = output::more())]
    report: Option<PathBuf>,
    /// Write what `fz cov summary` prints there; as JSON if the name ends with .json
    #[arg(long, value_name = "FILE", value_parser = output::more())]
    summary: Option<PathBuf>,
    /// How long to wait between rounds, as 30s or 5m; a plain number is in seconds
    #[arg(long, value_name = "TIME", default_value = USUAL, value_parser = args::seconds)]
    every: Duration,
    /// Where the sources are now, or which paths have changed how, for the page. May be repeated
    #[arg(long, value_name = "DIR|OLD=NEW")]
    source: Vec<String>,
    /// End after one round
    #[arg(long)]
    once: bool,
}

pub fn run(args: &WatchArgs) -> Result<Exit> {
    check(args)?;
    fz_process::catch_signals();
    let mut watch = Watch {
        args,
        places: Places::of(&args.source)?,
        collector: Collector::of(&args.collect)?,
        last: Vec::new(),
        is_shown: false,
        said: HashSet::new(),
    };
    loop {
        watch.round()?;
        if args.once {
            break;
        }
        status::wait(args.every);
        if fz_process::is_interrupted() {
            break;
        }
    }
    Ok(Exit::Found.when(watch.collector.unheard().is_some()))
}

/// Before anything takes long: a name that stands for two files loses one.
fn check(args: &WatchArgs) -> Result<()> {
    let outputs = [("--report", &args.report), ("--summary", &args.summary)];
    let mut outputs = outputs
        .into_iter()
        .filter_map(|(option, path)| Some((option, path.as_deref()?)));
    let store = args.collect.store()?;
    outputs.try_for_each(|(option, path)| {
        let shown = path.display();
        ensure!(
            !path.is_dir(),
            "{option} {shown}: it is a folder; name a file"
        );
        let is_store = path == store || (path.is_file() && Store::open(path).is_ok());
        ensure!(
            !is_store,
            "{option} {shown}: it is a store, which would be lost; name another file"
        );
        Ok(())
    })?;
    ensure!(
        args.report.is_none() || args.report != args.summary,
        "--summary: it is the file of --report; name another"
    );
    Ok(())
}

struct Watch<'a> {
    args: &'a WatchArgs,
    places: Places,
    collector: Collector,
    /// What was reached in the last round.
    last: Vec<Count>,
    /// Whether there is a page.
    is_shown: bool,
    /// What need not be said again.
    said: HashSet<String>,
}

impl Watch<'_> {
    fn round(&mut self) -> Result<()> {
        let args = &self.args.collect;
        let corpus = match args.corpus() {
            Ok(corpus) => corpus,
            Err(error) if self.args.once => bail!(error),
            Err(error) => {
                self.say(format!("{error}; waiting for it"));
                return Ok(());
            }
        };
        let corpus = match self.args.once {
            true => corpus,
            false => grown(corpus),
        };
        if corpus.inputs.is_empty() && !self.args.once {
            self.say("the inputs are still being written; waiting for them".to_owned());
            return Ok(());
        }
        let (report, store) = self.collector.collect(args, &corpus)?;
        for (path, why) in &report.troubles {
            self.say(format!("{}: {why}", path.display()));
        }
        if let Some(unheard) = self.collector.unheard() {
            self.say(unheard.to_owned());
        }
        let is_new = report.ran + report.stacks > 0 || !self.is_shown;
        if is_new && !report.interrupted {
            self.show(&report, &store)?;
        }
        Ok(())
    }

    /// Once, however often it is so.
    fn say(&mut self, what: String) {
        if self.said.insert(what.clone()) {
            tell!("fz: {what}");
        }
    }

    fn show(&mut self, report: &Report, store: &Store) -> Result<()> {
        let matrix = Matrix::of(store, &Selection::default())?;
        let measure = Measure::of(&matrix);
        let summary = Summary::of(&measure, &Wanted::default())?;
        let watched = watched_of(store, &matrix, &summary);
        for folder in self
            .args
            .collect
            .inputs()
            .iter()
            .filter(|f| campaign::is_one(f))
        {
            // The campaign goes on where nobody may write to its folder.
            if let Err(error) = watched::write(folder, &watched) {
                self.say(error.to_string());
            }
        }
        if let Some(path) = &self.args.summary {
            let is_json = path.extension().is_some_and(|e| e == "json");
            let said = match is_json {
                true => summary.json(FRONTIER).to_string(),
                false => summary.text(true, FRONTIER),
            };
            let said = said.trim_end().to_owned() + "\n";
            place::write(Some(path), |to| Ok(to.write_all(said.as_bytes())?))?;
        }
        if let Some(path) = &self.args.report {
            let page = self.page()?;
            place::write(Some(path), |to| Ok(to.write_all(page.as_bytes())?))?;
        }
        self.tell(report, store, &watched)?;
        self.last = watched.counts;
        self.is_shown = true;
        Ok(())
    }

    fn page(&self) -> Result<String> {
        let (subjects, comparison) = Sided::of_store(self.args.collect.store()?)?;
        let report = assemble::report(&assemble::Request {
            subjects: &subjects,
            comparison: &comparison,
            places: &self.places,
            pair: None,
        })?;
        match self.args.once {
            true => html::file(&report),
            false => html::living(&report, self.args.every),
        }
    }

    /// A line of what has come.
    fn tell(&self, report: &Report, store: &Store, watched: &Watched) -> Result<()> {
        if self.args.collect.prints_json() {
            let mut value = collect::json_of(report, store, self.collector.unrecorded());
            value["counts"] = json!(watched.counts);
            value["bugs"] = json!(watched.bugs);
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
