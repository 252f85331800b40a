//! AFL++: a folder for each instance (`-M`, `-S`), or one, `default`; or one of them by itself.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use fz_base::{error::Error, file};

use super::{Campaign, Instance, life, written};
use crate::{
    afl::{self, drawn, stat},
    launch::{
        LOGS,
        folder::Run,
        live::{self, Figures},
    },
};

const STATS: &str = "fuzzer_stats";
const TABLE: &str = "plot_data";
/// From here on its figures are those of fuzzing.
const STARTED: Duration = Duration::from_secs(2);
/// What an instance writes to while it runs, beside its figures.
const OTHER: [&str; 4] = [TABLE, ".cur_input", "queue", "crashes"];

pub fn is(folder: &Path) -> bool {
    is_instance(folder) || !instances(folder).is_empty()
}

/// What has a queue and a file that only afl-fuzz makes.
fn is_instance(folder: &Path) -> bool {
    let is_there = |name: &str| folder.join(name).exists();
    folder.join("queue").is_dir()
        && [STATS, "fuzzer_setup", "cmdline", TABLE]
            .iter()
            .any(|n| is_there(n))
}

fn instances(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|e| e.path());
    let mut found: Vec<PathBuf> = paths.filter(|p| is_instance(p)).collect();
    found.sort();
    found
}

pub fn read(folder: &Path, now: SystemTime) -> Result<Campaign, Error> {
    let folders = match is_instance(folder) {
        true => vec![folder.to_owned()],
        false => instances(folder),
    };
    let stats: Vec<String> = folders
        .iter()
        .map(|f| {
            let text = file::read(&f.join(STATS), file::NOTE).unwrap_or_default();
            String::from_utf8_lossy(&text).into_owned()
        })
        .collect();
    let first = |key: &str| stats.iter().find_map(|s| stat(s, key)).map(str::to_owned);
    let command = first("command_line").unwrap_or_default();
    let (program, arguments) = match Run::read(folder) {
        Some(run) => (run.program.display().to_string(), run.arguments),
        None => of_command(&command),
    };
    let name_of = |f: &Path| {
        let full = f.canonicalize().unwrap_or_else(|_| f.to_owned());
        full.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let all = folders.iter().zip(&stats);
    let instances = all.map(|(path, stats)| {
        let name = name_of(path);
        let log = folder.join(LOGS).join(format!("{name}.log"));
        instance(path, name, stats, log.is_file().then_some(log), now)
    });
    Ok(Campaign {
        folder: folder.to_owned(),
        engine: match first("afl_version") {
            Some(version) => format!("afl{version}"),
            None => "afl".to_owned(),
        },
        program,
        arguments,
        instances: instances.collect(),
        watched: None,
        free: None,
        problems: Vec::new(),
    })
}

fn instance(
    folder: &Path,
    name: String,
    stats: &str,
    log: Option<PathBuf>,
    now: SystemTime,
) -> Instance {
    let number = |key: &str| stat(stats, key).and_then(|v| v.parse::<u64>().ok());
    let time = |key: &str| {
        // Nothing was written in the year 36,000, and clocks end soon after.
        let seconds = number(key).filter(|s| (1..1 << 40).contains(s))?;
        SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
    };
    let pid = number("fuzzer_pid").and_then(|p| u32::try_from(p).ok());
    let said = time("last_update");
    let other = OTHER
        .iter()
        .filter_map(|name| written(&folder.join(name)))
        .max();
    let life = match (pid, said) {
        (Some(pid), Some(figures)) => {
            let fuzzer = stat(stats, "command_line").and_then(fuzzer_of);
            let fuzzer = fuzzer.unwrap_or_else(|| "afl-fuzz".to_owned());
            let seen = life::process(pid);
            life::of(
                pid,
                &fuzzer,
                seen.as_ref(),
                life::Written { figures, other },
                now,
            )
        }
        _ => life::Life::Unknown(
            "it has written no figures (fuzzer_stats): it starts, or has failed to".to_owned(),
        ),
    };
    let passed = |since: SystemTime| now.duration_since(since).unwrap_or_default();
    let run_time = number("run_time").map(Duration::from_secs);
    // Before it fuzzes it says how fast the seeds ran.
    let has_row = || said.is_some_and(|said| live::last_row(&folder.join(TABLE), said).is_some());
    let is_first = life.is_alive() && run_time.is_some_and(|time| time < STARTED) && !has_row();
    let drawn = log
        .as_ref()
        .and_then(|log| drawn::read(log, SystemTime::UNIX_EPOCH));
    Instance {
        run_time: match (life.is_alive(), run_time, said) {
            (true, Some(time), Some(said)) => Some(time + passed(said)),
            _ => run_time,
        },
        last_find: ["last_find", "last_crash", "last_hang"]
            .iter()
            .filter_map(|key| time(key))
            .max()
            .map(passed),
        figures: afl::last_figures(folder, stats)
            .map(|figures| match is_first {
                true => Figures {
                    executions: None,
                    per_second: None,
                    stability: None,
                    ..figures
                },
                false => figures,
            })
            .map(|figures| figures.and_drawn(drawn)),
        name,
        life,
        pid,
        log,
    }
}

/// What afl-fuzz runs, by its own command line.
fn of_command(command: &str) -> (String, Vec<String>) {
    let Some((_, target)) = command.split_once(" -- ") else {
        return (String::new(), Vec::new());
    };
    let mut words = target.split_whitespace().map(str::to_owned);
    (words.next().unwrap_or_default(), words.collect())
}

/// The name that the kernel has for the process: as long as that may be.
fn fuzzer_of(command: &str) -> Option<String> {
    const LONGEST: usize = 15;
    let program = command.split_whitespace().next()?;
    let name = Path::new(program).file_name()?.to_str()?;
    Some(name.chars().take(LONGEST).collect())
}
