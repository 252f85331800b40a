//! Runs afl-fuzz for a while with a progress bar, and reads what it reached.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::{proc, repo};

/// How often a run without a terminal says how far it is.
const SAY_EVERY: Duration = Duration::from_secs(15);

#[derive(Clone, Copy)]
pub enum Limit {
    Seconds(u64),
    Executions(u64),
}

/// A program as a fuzzer runs it.
pub struct Target {
    pub program: PathBuf,
    /// `@@` stands for the input file.
    pub arguments: Vec<String>,
    /// Where it is started.
    pub dir: PathBuf,
    pub library_path: Option<PathBuf>,
}

impl Target {
    /// Appends the program to a fuzzer's command line.
    fn append_to(&self, command: &mut Command) {
        command
            .current_dir(&self.dir)
            .arg("--")
            .arg(&self.program)
            .args(&self.arguments);
        if let Some(path) = &self.library_path {
            command.env("LD_LIBRARY_PATH", path);
        }
    }
}

/// One fuzzing run.
pub struct Run<'a> {
    pub label: &'a str,
    /// The afl-fuzz to use.
    pub fuzzer: &'a Path,
    pub target: &'a Target,
    pub seeds: &'a Path,
    /// Made anew; what was found stays there.
    pub out: PathBuf,
    pub limit: Limit,
    /// afl-fuzz's random seed, for runs that are compared.
    pub random: Option<u64>,
    /// What the fuzzer is told by its environment, too.
    pub environment: Vec<(&'static str, OsString)>,
    /// Where its progress is drawn, for runs side by side.
    pub bars: &'a MultiProgress,
}

/// The fuzzer's own statistics (`fuzzer_stats`).
pub struct Stats(BTreeMap<String, String>);

impl Stats {
    /// The value of a key, or `?` where this version has no such key.
    pub fn text(&self, key: &str) -> &str {
        self.0.get(key).map_or("?", String::as_str)
    }

    pub fn parse(text: &str) -> Stats {
        let pair = |line: &str| {
            line.split_once(':')
                .map(|(k, v)| (k.trim().to_string(), v.trim().to_string()))
        };
        Stats(text.lines().filter_map(pair).collect())
    }
}

impl Run<'_> {
    /// Fuzzes until the limit.
    pub fn fuzz(&self) -> Result<Stats> {
        if self.out.exists() {
            fs::remove_dir_all(&self.out)?;
        }
        fs::create_dir_all(self.out.parent().expect("results have a folder"))?;
        let log = proc::log_for(&format!("afl-fuzz {}", self.label));
        fs::create_dir_all(repo::logs())?;
        let output = File::create(&log)?;
        let mut command = self.command();
        let mut child = command
            .stdin(Stdio::null())
            .stdout(output.try_clone()?)
            .stderr(output)
            .spawn()
            .with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
        let bar = self.bar();
        let started = Instant::now();
        let mut said = started;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            std::thread::sleep(Duration::from_millis(200));
            let now = Now::read(&self.out.join("default"));
            let position = match self.limit {
                Limit::Seconds(_) => started.elapsed().as_secs(),
                Limit::Executions(_) => now.executions,
            };
            bar.set_position(position);
            bar.set_message(now.line());
            if bar.is_hidden() && said.elapsed() > SAY_EVERY {
                said = Instant::now();
                eprintln!(
                    "      {}: {} s, {}",
                    self.label,
                    started.elapsed().as_secs(),
                    now.line()
                );
            }
        };
        bar.finish_and_clear();
        let stats = self.out.join("default/fuzzer_stats");
        if !status.success() || !stats.exists() {
            let text = fs::read_to_string(&log).unwrap_or_default();
            let tail: Vec<&str> = text.lines().rev().take(25).collect();
            let tail: Vec<&str> = tail.into_iter().rev().collect();
            bail!(
                "afl-fuzz ended with {status}: {}\n  {}",
                proc::rendered(&command),
                tail.join("\n  ")
            );
        }
        Ok(Stats::parse(&fs::read_to_string(stats)?))
    }

    fn command(&self) -> Command {
        let mut command = Command::new(self.fuzzer);
        command.arg("-i").arg(self.seeds).arg("-o").arg(&self.out);
        match self.limit {
            Limit::Seconds(n) => command.arg("-V").arg(n.to_string()),
            Limit::Executions(n) => command.arg("-E").arg(n.to_string()),
        };
        if let Some(seed) = self.random {
            command.arg("-s").arg(seed.to_string());
        }
        // A machine that is also used for other things: no CPU pinning, no demands on core dumps or the governor.
        for name in [
            "AFL_NO_UI",
            "AFL_NO_AFFINITY",
            "AFL_SKIP_CPUFREQ",
            "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
        ] {
            command.env(name, "1");
        }
        command.args(["-t", "1000+"]);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        self.target.append_to(&mut command);
        command
    }

    fn bar(&self) -> ProgressBar {
        if !std::io::stderr().is_terminal() {
            eprintln!("   .. afl-fuzz {}", self.label);
            return ProgressBar::hidden();
        }
        let (length, unit) = match self.limit {
            Limit::Seconds(n) => (n, "s"),
            Limit::Executions(n) => (n, "execs"),
        };
        let template = format!("{{prefix}} [{{bar:30}}] {{pos}}/{{len}} {unit}  {{msg}}");
        let style = ProgressStyle::with_template(&template)
            .expect("a valid template")
            .progress_chars("=> ");
        self.bars
            .add(ProgressBar::new(length))
            .with_style(style)
            .with_prefix(self.label.to_string())
    }
}

/// The last line of afl-fuzz's `plot_data`, which it writes every few seconds.
#[derive(Default)]
struct Now {
    executions: u64,
    queue: u64,
    edges: u64,
    crashes: u64,
}

impl Now {
    fn read(session: &Path) -> Now {
        let plot = fs::read_to_string(session.join("plot_data")).unwrap_or_default();
        Now::parse(&plot).unwrap_or_else(|| {
            // Old versions write it at the end only. The queue grows as they go.
            let queue = fs::read_dir(session.join("queue")).map_or(0, Iterator::count) as u64;
            Now {
                queue,
                ..Now::default()
            }
        })
    }

    fn parse(plot: &str) -> Option<Now> {
        let head = plot.lines().next()?.trim_start_matches(['#', ' ']);
        let last = plot.lines().rfind(|l| !l.starts_with('#'))?;
        let cells: BTreeMap<&str, &str> = head
            .split(',')
            .map(str::trim)
            .zip(last.split(',').map(str::trim))
            .collect();
        let cell = |name: &str| cells.get(name).and_then(|c| c.parse().ok()).unwrap_or(0);
        Some(Now {
            executions: cell("total_execs"),
            queue: cell("corpus_count"),
            edges: cell("edges_found"),
            crashes: cell("saved_crashes"),
        })
    }

    fn line(&self) -> String {
        let Now {
            executions,
            queue,
            edges,
            crashes,
        } = self;
        match executions {
            0 => format!("{queue} in the queue"),
            _ => format!(
                "{executions} execs, {edges} edges, {queue} in the queue, {crashes} crashes"
            ),
        }
    }
}

/// How many edges of `target` the inputs in `corpus` reach together, as that fuzzer's afl-showmap sees it.
pub fn replay(showmap: &Path, target: &Target, corpus: &Path, map: &Path) -> Result<usize> {
    let mut command = Command::new(showmap);
    command
        .args(["-q", "-C", "-t", "1000", "-i"])
        .arg(corpus)
        .arg("-o")
        .arg(map);
    target.append_to(&mut command);
    proc::run(&format!("replay {}", repo::shown(corpus)), &mut command)?;
    let edges = fs::read_to_string(map)?.lines().count();
    ensure!(
        edges > 0,
        "the replay of {} reached nothing",
        repo::shown(corpus)
    );
    Ok(edges)
}

#[cfg(test)]
mod tests {
    use super::{Now, Stats};

    #[test]
    fn plot_data_is_read_by_its_head() {
        let plot = "# relative_time, corpus_count, saved_crashes, total_execs, edges_found\n0, 1, 0, 10, 5\n5, 3, 1, 900, 77\n";
        assert_eq!(
            Now::parse(plot).unwrap().line(),
            "900 execs, 77 edges, 3 in the queue, 1 crashes"
        );
    }

    #[test]
    fn stats_are_read() {
        let stats = Stats::parse("execs_done        : 61\nstability         : 99.50%\n");
        assert_eq!(
            (
                stats.text("execs_done"),
                stats.text("stability"),
                stats.text("x")
            ),
            ("61", "99.50%", "?")
        );
    }
}
