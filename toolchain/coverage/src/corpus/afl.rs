//! Output folders of AFL and its descendants: instances with a queue, crashes and hangs each.

use std::{
    os::unix::ffi::OsStrExt,
    path::Path,
    time::{Duration, SystemTime},
};

use fz_base::{error::Error, file};

use super::{Root, entries, is_folder, since};
use crate::{blocks::time_in_name, store::Used};

/// Folders of inputs begin so: what a resumed run finds is moved to `crashes.DATE`.
const FOLDERS: [&str; 3] = ["queue", "crashes", "hangs"];
const STATS: &str = "fuzzer_stats";

/// What is known of an instance.
#[derive(Default)]
struct Stats {
    start: Option<SystemTime>,
    banner: String,
    version: Option<String>,
    used: Used,
}

impl Stats {
    fn read(instance: &Path) -> Stats {
        let mut stats = Stats::default();
        for line in file::read_text(&instance.join(STATS), file::NOTE)
            .unwrap_or_default()
            .lines()
        {
            let Some((name, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match name.trim() {
                "start_time" => {
                    let since = value.parse().ok().map(Duration::from_secs);
                    stats.start = since.and_then(|s| SystemTime::UNIX_EPOCH.checked_add(s));
                }
                "afl_banner" => stats.banner = value.to_owned(),
                "afl_version" => stats.version = Some(value.to_owned()),
                "run_time" => {
                    stats.used.wall = value.parse().ok().map(|s: u64| s.saturating_mul(1000))
                }
                "execs_done" => stats.used.executions = value.parse().ok(),
                "peak_rss_mb" => stats.used.memory = value.parse().ok().map(|mb: u64| mb << 20),
                _ => {}
            }
        }
        stats
    }

    fn fuzzer(&self) -> &'static str {
        match &self.version {
            Some(version) if !version.starts_with("++") => "afl",
            _ => "afl++",
        }
    }
}

/// Lists a folder if it is one of AFL's: of several instances, of one, or of one kind of inputs.
pub fn look(path: &Path, root: &mut Root) -> Result<bool, Error> {
    let is_kind = |name: &str| FOLDERS.iter().any(|f| name.starts_with(f));
    let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = full.file_name().unwrap_or_default().to_string_lossy();
    if let (true, Some(instance)) = (
        is_kind(&name),
        full.parent().filter(|p| p.join(STATS).is_file()),
    ) {
        let stats = Stats::read(instance);
        see(path, b"", &stats, root)?;
        root.used = stats.used;
        return Ok(true);
    }
    if is_instance(path) {
        root.used = Stats::read(path).used;
        instance(path, b"", root)?;
        return Ok(true);
    }
    let mut any = false;
    for entry in entries(path)?
        .iter()
        .filter(|e| is_folder(e) && is_instance(&e.path()))
    {
        let prefix = [entry.file_name().as_bytes(), b"/"].concat();
        root.used = beside(&root.used, &Stats::read(&entry.path()).used);
        instance(&entry.path(), &prefix, root)?;
        any = true;
    }
    Ok(any)
}

/// Of instances that run at the same time.
fn beside(one: &Used, other: &Used) -> Used {
    let sum = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).reduce(|a, b| a + b);
    Used {
        wall: one.wall.max(other.wall),
        cpu: sum(one.cpu, other.cpu),
        executions: sum(one.executions, other.executions),
        memory: sum(one.memory, other.memory),
    }
}

fn is_instance(path: &Path) -> bool {
    path.join("queue").is_dir()
        && (path.join(STATS).is_file()
            || path.join("fuzz_bitmap").is_file()
            || path.join("crashes").is_dir())
}

fn instance(path: &Path, prefix: &[u8], root: &mut Root) -> Result<(), Error> {
    let stats = Stats::read(path);
    for entry in entries(path)? {
        let name = entry.file_name();
        let is_kind = FOLDERS
            .iter()
            .any(|f| name.as_bytes().starts_with(f.as_bytes()));
        if is_kind && is_folder(&entry) {
            let prefix = [prefix, name.as_bytes(), b"/"].concat();
            see(&entry.path(), &prefix, &stats, root)?;
        }
    }
    Ok(())
}

/// The files of one folder.
fn see(path: &Path, prefix: &[u8], stats: &Stats, root: &mut Root) -> Result<(), Error> {
    let before = root.seen.len();
    for entry in entries(path)?.iter().filter(|e| !is_folder(e)) {
        let name = [prefix, entry.file_name().as_bytes()].concat();
        root.see(entry.path(), name);
    }
    for seen in &mut root.seen[before..] {
        let said = time_in_name(&seen.name);
        let by_file = stats
            .start
            .zip(seen.changed)
            .map(|(start, time)| since(start, time));
        seen.time = said.or(by_file);
        root.clock = match (root.clock, said, by_file) {
            ("" | "names", Some(_), _) => "names",
            ("" | "fuzzer_stats", None, Some(_)) => "fuzzer_stats",
            (clock, None, None) => clock,
            _ => "names, fuzzer_stats",
        };
    }
    root.fuzzer = stats.fuzzer().to_owned();
    root.campaign.clone_from(&stats.banner);
    Ok(())
}
