//! `fz cov watch`: what a campaign reaches while it goes on.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{say, tell, words::many};
use fz_coverage::{
    collect::Report,
    corpus::Corpus,
    store::Store,
    tally::{Selection, Tally},
};
use fz_engines::{
    campaign,
    launch::watched::{self, Bug, Count, Watched},
};
use fz_report::{
    compare::wanted::Wanted,
    pages::{html, measure, sources::Places},
    serve::{Pages, Server},
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
  fz cov watch ./program -i out -o run.fzcov --serve -- @@              the same, from this machine alone, with a token
  fz cov watch ./program -i out1 out2 -o all.fzcov --every 5m --summary now.txt
  fz cov watch ./program -i out -o run.fzcov --report page.html --once -- @@

Whatever `fz cov collect` takes, this takes too: both add to one store what it lacks. Ctrl-C ends it with status 0, and the
store is whole. `fz fuzz` and `fz status` show what was reached and the bugs, from a file that this leaves in OUT.

The page of --serve is for browsers of this machine. Its address has a token, which changes each time; whoever has the
address sees the page.";

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
    /// Serve the page at this port of 127.0.0.1, and print its address [default of PORT: any that is free]
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0")]
    serve: Option<u16>,
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
        server: args.serve.map(server).transpose()?,
        last: Vec::new(),
        is_shown: false,
        said: HashSet::new(),
    };
    if let Some(server) = &watch.server {
        say!("{}", server.address())?;
    }
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
    Ok(Exit::Done)
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

fn server(port: u16) -> Result<Server> {
    let hint = "name another with --serve PORT, or leave the number out";
    Server::start(port)
        .with_context(|| format!("--serve: port {port} of 127.0.0.1 cannot be had: {hint}"))
}

struct Watch<'a> {
    args: &'a WatchArgs,
    places: Places,
    collector: Collector,
    server: Option<Server>,
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
        let tally = Tally::of(store, &Selection::default())?;
        let wanted = Wanted::of(&[], &[], None)?;
        let summary = Summary::of(&tally, store.flow()?.as_ref(), &wanted)?;
        let watched = watched_of(store, &tally, &summary);
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
        let text = || summary.text(true, FRONTIER);
        let json = || summary.json(FRONTIER).to_string();
        if let Some(path) = &self.args.summary {
            let is_json = path.extension().is_some_and(|e| e == "json");
            let said = if is_json { json() } else { text() };
            let said = said.trim_end().to_owned() + "\n";
            place::write(Some(path), |to| Ok(to.write_all(said.as_bytes())?))?;
        }
        if self.args.report.is_some() || self.server.is_some() {
            let page = self.page()?;
            if let Some(path) = &self.args.report {
                place::write(Some(path), |to| Ok(to.write_all(page.as_bytes())?))?;
            }
            if let Some(server) = &self.server {
                server.show(Pages {
                    page: page.into_bytes().into(),
                    text: text().into_bytes().into(),
                    json: json().into_bytes().into(),
                });
            }
        }
        self.tell(report, store, &watched)?;
        self.last = watched.counts;
        self.is_shown = true;
        Ok(())
    }

    fn page(&self) -> Result<String> {
        let (subjects, comparison) = Sided::of_store(self.args.collect.store()?)?;
        let report = measure::report(&measure::Request {
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

/// What is shown in few words, and what it is called there.
const SHOWN: [(&str, &str); 4] = [
    ("functions", "functions"),
    ("lines", "lines"),
    ("conditions", "conditions"),
    ("in all their ways", "conditions in all their ways"),
];
/// Instead, of a program without conditions.
const EDGES: &str = "edges";

fn watched_of(store: &Store, tally: &Tally, summary: &Summary) -> Watched {
    let path = store.path();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Watched {
        at: now.unwrap_or_default().as_secs(),
        store: path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        inputs: tally.inputs as u64,
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
    let has_conditions = counts.iter().any(|c| c.name == SHOWN[2].0);
    let name_of = |name: &str| match name {
        EDGES if !has_conditions => Some(EDGES),
        name => SHOWN
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, shown)| *shown),
    };
    let shown = counts.into_iter().filter_map(|count| {
        Some(Count {
            name: name_of(count.name)?.to_owned(),
            reached: count.reached as u64,
            all: count.reachable as u64,
        })
    });
    shown.collect()
}
