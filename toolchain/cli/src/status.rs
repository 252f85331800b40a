//! `fz status`: what the output folders of fuzzers tell, whoever started these.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};

use anyhow::Result;
use console::Term;
use fz_base::{
    palette::missed,
    table::{Line, plain},
    tell, terminal,
};
use fz_engines::campaign::{self, Campaign, rows};
use serde_json::json;

use crate::{
    args::{
        self,
        json::{self, Json},
    },
    exit::Exit,
    last,
    screen::Screen,
};

pub const EXAMPLES: &str = "\
Examples:
  fz status
      the last campaign here, with a row for each of its instances
  fz status out1 out2 /var/fuzz/*
      a row for each campaign
  fz status out* --watch
      again every five seconds, until Ctrl-C
  fz status out* --json | jq '.campaigns[] | select(.problems != [])'

A folder is what a fuzzer writes to (afl-fuzz -o, honggfuzz --workspace, the
corpus of libFuzzer, or `fz fuzz -o`); fz need not have started it. The figures
are those that the fuzzers write: afl-fuzz renews them every five seconds to a
minute. What fz cannot look at is called unknown. Exit status 2 means that none
of the folders could be read.";

/// How often it is drawn again, unless the user says otherwise.
const USUAL: &str = "5";

#[derive(clap::Args)]
pub struct StatusArgs {
    /// Output folders of fuzzers [default: that of the last campaign here]
    #[arg(value_name = "OUT")]
    folders: Vec<PathBuf>,
    /// Draw it again each time this has passed, until Ctrl-C. A plain number is in seconds
    #[arg(long, value_name = "TIME", num_args = 0..=1, default_missing_value = USUAL, value_parser = args::seconds, conflicts_with = "json")]
    watch: Option<Duration>,
    #[command(flatten)]
    json: Json,
}

/// What was read, and what could not be.
struct Seen {
    campaigns: Vec<Campaign>,
    broken: Vec<(PathBuf, String)>,
}

impl StatusArgs {
    fn folders(&self) -> Result<Vec<PathBuf>> {
        match self.folders.is_empty() {
            true => Ok(vec![last::campaign()?.out]),
            // `out*` names stores and builds of campaigns as well.
            false if self.folders.len() > 1 => {
                let folders = self.folders.iter().filter(|path| !is_beside(path));
                Ok(folders.cloned().collect())
            }
            false => Ok(self.folders.clone()),
        }
    }
}

/// What fz leaves beside the folder of a campaign.
fn is_beside(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    matches!(ending, Some("fzcov" | "builds" | "crashes" | "html"))
}

pub fn run(args: &StatusArgs) -> Result<Exit> {
    let folders = args.folders()?;
    if let Some(every) = args.watch {
        return watch(&folders, every);
    }
    let seen = look(&folders);
    match args.json.is_wanted {
        true => {
            let broken = seen.broken.iter();
            let broken =
                broken.map(|(path, why)| json!({"folder": path.to_string_lossy(), "why": why}));
            json::print(
                &json!({"campaigns": seen.campaigns, "broken": broken.collect::<Vec<_>>()}),
            )?;
        }
        false => {
            terminal::print(&rows_of(&seen, terminal::width()))?;
            for why in seen.broken.iter().map(|(_, why)| why) {
                tell!("fz: {why}");
            }
        }
    }
    Ok(Exit::Error.when(seen.campaigns.is_empty()))
}

fn look(folders: &[PathBuf]) -> Seen {
    let now = SystemTime::now();
    let mut seen = Seen {
        campaigns: Vec::new(),
        broken: Vec::new(),
    };
    for folder in folders {
        match campaign::read(folder, now) {
            Ok(campaign) => seen.campaigns.push(campaign),
            Err(error) => seen.broken.push((folder.clone(), error.to_string())),
        }
    }
    seen
}

fn rows_of(seen: &Seen, width: Option<usize>) -> Vec<Line> {
    let instances = seen.campaigns.len() + seen.broken.len() == 1;
    rows::of(&seen.campaigns, instances, width)
}

/// Until somebody ends it.
fn watch(folders: &[PathBuf], every: Duration) -> Result<Exit> {
    fz_process::catch_signals();
    let mut screen = Screen::of(Term::stdout());
    while !fz_process::is_interrupted() {
        let seen = look(folders);
        let width = screen.as_ref().map(|s| s.room().1);
        let mut lines = rows_of(&seen, width);
        let broken = seen.broken.iter();
        lines.extend(broken.map(|(_, why)| vec![missed(why)]));
        match &mut screen {
            Some(screen) => screen.draw(&lines),
            // Somebody keeps it: rounds stand apart.
            None => {
                lines.push(vec![plain("")]);
                terminal::print(&lines)?;
                terminal::styled().flush()?;
            }
        }
        wait(every);
    }
    Ok(Exit::Done)
}

/// For so long, or until a signal comes.
pub fn wait(time: Duration) {
    const TICK: Duration = Duration::from_millis(50);
    let end = Instant::now() + time;
    while Instant::now() < end && !fz_process::is_interrupted() {
        std::thread::sleep(TICK.min(end - Instant::now()));
    }
}
