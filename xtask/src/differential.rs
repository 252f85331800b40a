//! `cargo xtask test --differential`: programs built with fz-cc behave as clang's own builds of them.
//!
//! Programs come from csmith, from GCC's c-torture and from a generator of our own. Each is built by plain clang and
//! under the profiles, at the same levels of optimisation; output, status and signal have to be the same.

mod compare;
mod compile;
mod generate;
mod journal;
mod matrix;
mod program;
mod reports;
mod scratch;
mod summary;
mod torture;

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::{apt, build, proc, repo};
use compare::{Lab, Verdict};
use compile::Compiler;
use journal::Journal;
use matrix::Matrix;
use program::{Language, Level, Program, Sanitizer, Source};
use scratch::Scratch;
use summary::Summary;

/// How long the share of a plain `cargo xtask test` takes.
const MINUTES: f64 = 5.0;

/// Where a full run begins, so that it can go on after an interruption.
const FULL_SEED: u32 = 1;

/// Programs in a full run; of c-torture all.
const FULL_CSMITH: usize = 2000;
const FULL_GENERATED: usize = 500;

/// The headers of csmith's programs.
const CSMITH_INCLUDE: &str = "-I/usr/include/csmith";

/// How often a run without a terminal says how far it is.
const SAY_EVERY: Duration = Duration::from_secs(60);

/// What the options look like in use.
pub const EXAMPLES: &str = "Examples of --differential:
  cargo xtask test --differential           five minutes of fresh programs
  cargo xtask test --differential --full    everything; hours; goes on where it stopped
  cargo xtask test --differential --sources csmith --seed 17 --count 1 --levels O2
  cargo xtask test --differential --test 20000112-1 --profiles fuzz,vanilla
  cargo xtask test --differential --sanitize undefined --count 50";

#[derive(Args, Default)]
#[group(id = "differential-programs")]
pub struct Options {
    /// Everything: all of c-torture, 2,000 programs of csmith, 500 of our own, in all builds; goes on where it stopped
    #[arg(long, requires = "differential")]
    full: bool,
    /// With --full: forget what was found before
    #[arg(long, requires = "full")]
    fresh: bool,
    /// Minutes that the comparison takes, also in a plain `cargo xtask test` [default: 5; 0: none there]
    #[arg(long, value_name = "N", value_parser = minutes)]
    minutes: Option<f64>,
    /// The seed of the first program, instead of a fresh one
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// So many programs of each source, in all builds, instead of a time
    #[arg(long, requires = "differential", value_name = "N")]
    count: Option<usize>,
    /// Only programs from these sources
    #[arg(
        long,
        requires = "differential",
        value_name = "SOURCE",
        value_delimiter = ','
    )]
    sources: Vec<Source>,
    /// Only this test of c-torture, in all builds (repeatable)
    #[arg(long, requires = "differential", conflicts_with_all = ["full", "count"], value_name = "NAME")]
    test: Vec<String>,
    /// Only these profiles; a value with a slash is the path of a file
    #[arg(
        long,
        requires = "differential",
        value_name = "NAME",
        value_delimiter = ','
    )]
    profiles: Vec<String>,
    /// Only these levels of optimisation
    #[arg(
        long,
        requires = "differential",
        value_name = "LEVEL",
        value_delimiter = ','
    )]
    levels: Vec<Level>,
    /// Build with this sanitizer on both sides, and compare what it reports
    #[arg(long, requires = "differential", value_name = "SANITIZER")]
    sanitize: Option<Sanitizer>,
    /// Also write the summary as JSON
    #[arg(long, requires = "differential", value_name = "FILE")]
    json: Option<PathBuf>,
    /// Use target/fz as it is, without building it first
    #[arg(long, requires = "differential")]
    staged: bool,
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if (0.0..1e6).contains(&minutes) {
        Ok(minutes)
    } else {
        Err("not a time".into())
    }
}

/// How much is compared.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Extent {
    /// Whatever fits in, in builds that take turns.
    Time(Duration),
    /// So many programs of each source (but no more tests than there are), in all builds.
    Count(usize),
    /// The full run.
    Full,
}

impl Options {
    /// Whether a plain `cargo xtask test` has a share of this.
    pub fn in_plain_test(&self) -> bool {
        self.minutes != Some(0.0)
    }

    fn extent(&self) -> Extent {
        match (self.count, self.full) {
            (Some(count), _) => Extent::Count(count),
            (None, true) => Extent::Full,
            (None, false) if !self.test.is_empty() => Extent::Count(usize::MAX),
            (None, false) => {
                let minutes = self.minutes.unwrap_or(MINUTES);
                Extent::Time(Duration::from_secs_f64(minutes * 60.0))
            }
        }
    }

    fn sources(&self) -> Vec<Source> {
        // A test is named: nothing else is meant.
        if !self.test.is_empty() {
            return vec![Source::Torture];
        }
        let wanted = |s: &Source| self.sources.is_empty() || self.sources.contains(s);
        Source::ALL.into_iter().filter(wanted).collect()
    }

    fn first_seed(&self) -> u64 {
        let drawn = || RandomState::new().build_hasher().finish() as u32;
        let first = match self.seed {
            Some(seed) => seed,
            None if self.full => FULL_SEED,
            None => drawn(),
        };
        first.into()
    }
}

pub fn main(options: &Options) -> Result<()> {
    if !options.staged {
        build::ready()?;
    }
    share(options)
}

/// Compares, with the toolchain that is staged.
pub fn share(options: &Options) -> Result<()> {
    let sources = options.sources();
    if sources.contains(&Source::Csmith) {
        apt::ensure_installed(&["csmith", "libcsmith-dev"])?;
    }
    let made = made()?;
    let scratch = Scratch::new(&made.join("scratch"))?;
    let (tree, fingerprint) = scratch.toolchain()?;
    let profiles = compile::profiles(&tree, &options.profiles)?;
    let levels = match &options.levels[..] {
        [] => Level::ALL.to_vec(),
        some => some.to_vec(),
    };
    let seed = options.first_seed();
    let settings = journal::digest((&profiles, &levels, options.sanitize.map(Sanitizer::name)));
    let extent = options.extent();
    let journal = if options.full {
        let path = made.join(format!("full-{:016x}-{settings:016x}.jsonl", fingerprint));
        let journal = Journal::open(&path, options.fresh)?;
        eprintln!(
            "fz: {} programs are in {} already",
            journal.len(),
            repo::shown(&path)
        );
        Some(journal)
    } else {
        None
    };
    eprintln!(
        "fz: comparing {} with clang; the first seed is {seed}",
        profiles.join(", ")
    );
    let campaign = Campaign {
        matrix: Matrix {
            compilers: profiles.iter().map(|p| Compiler::fz(&tree, p)).collect(),
            levels,
        },
        lab: Lab {
            sanitizer: options.sanitize,
            scratch,
            failures: made.join("failures"),
        },
        extent,
        seed,
        journal,
        whole: !matches!(extent, Extent::Time(_))
            && options.profiles.is_empty()
            && options.levels.is_empty()
            && options.sanitize.is_none(),
        summary: Mutex::default(),
    };
    let started = Instant::now();
    for (at, &source) in sources.iter().enumerate() {
        let share = match extent {
            Extent::Time(all) => {
                let left = all.saturating_sub(started.elapsed());
                Some(left / (sources.len() - at) as u32)
            }
            Extent::Count(_) | Extent::Full => None,
        };
        campaign.run(source, &options.test, share)?;
    }
    let summary = campaign.summary.into_inner().expect("no worker panicked");
    summary.print();
    if let Some(path) = &options.json {
        fs::write(path, serde_json::to_string_pretty(&summary)? + "\n")
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    match summary.differences.len() {
        0 => Ok(()),
        count => bail!("{count} differences from clang; each is shown above with its command"),
    }
}

/// What all programs of a run share.
struct Campaign {
    matrix: Matrix,
    lab: Lab,
    extent: Extent,
    seed: u64,
    journal: Option<Journal>,
    /// Whether each program is compared in all builds that there are.
    whole: bool,
    summary: Mutex<Summary>,
}

/// The programs of one source, by number.
enum Programs {
    /// Tests, in the order in which they are taken.
    Tests(Vec<Program>),
    /// Seeds, and how many; none for as many as there is time for.
    Seeds(Source, Option<usize>),
}

impl Campaign {
    /// Compares programs of one source for a time, or all that are asked for.
    fn run(&self, source: Source, tests: &[String], share: Option<Duration>) -> Result<()> {
        let programs = self.programs(source, tests)?;
        let progress = Progress::start(source, programs.len(), share);
        let started = Instant::now();
        let (next, broken) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let over = share.is_some_and(|s| started.elapsed() >= s);
                let over = over || broken.load(Ordering::Relaxed);
                if over || programs.len().is_some_and(|n| number >= n) {
                    return Ok(());
                }
                let (name, verdict) = self
                    .program(&programs, number)
                    .inspect_err(|_| broken.store(true, Ordering::Relaxed))?;
                let mut summary = self.summary.lock().expect("no worker panicked");
                for difference in &verdict.differences {
                    progress.say(&difference.to_string());
                }
                summary.add(source, &name, verdict);
                progress.step(summary.differences.len());
            }
        };
        let results: Vec<Result<()>> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..repo::jobs()).map(|_| scope.spawn(work)).collect();
            let join = |w: std::thread::ScopedJoinHandle<Result<()>>| {
                w.join().unwrap_or_else(|_| bail!("a worker panicked"))
            };
            workers.into_iter().map(join).collect()
        });
        progress.end();
        results.into_iter().collect()
    }

    fn programs(&self, source: Source, names: &[String]) -> Result<Programs> {
        let asked = match (self.extent, source) {
            (Extent::Time(_), _) => None,
            (Extent::Count(count), _) => Some(count),
            (Extent::Full, Source::Csmith) => Some(FULL_CSMITH),
            (Extent::Full, Source::Generated) => Some(FULL_GENERATED),
            (Extent::Full, Source::Torture) => Some(usize::MAX),
        };
        if source != Source::Torture {
            return Ok(Programs::Seeds(source, asked));
        }
        let mut tests = torture::only(torture::tests(&self.lab.scratch)?, names)?;
        // Which tests a share has time for is up to chance.
        if self.extent != Extent::Full {
            tests.sort_by_key(|t| journal::digest((self.seed, &t.name)));
        }
        tests.truncate(asked.unwrap_or(usize::MAX));
        Ok(Programs::Tests(tests))
    }

    /// The name of the program with this number, and what came of it.
    fn program(&self, programs: &Programs, number: usize) -> Result<(String, Verdict)> {
        let dir = self.lab.scratch.sub()?;
        let made;
        let (program, digest) = match programs {
            Programs::Tests(tests) => {
                let test = &tests[number];
                (test, journal::digest((&test.flags, &test.exception)))
            }
            Programs::Seeds(source, _) => {
                let seed = self.seed + number as u64;
                made = match source {
                    Source::Csmith => csmith(seed, dir.path())?,
                    _ => generated(seed, dir.path())?,
                };
                let files = [&made.path].into_iter().chain(&made.inputs);
                let contents: Vec<Vec<u8>> = files.map(fs::read).collect::<Result<_, _>>()?;
                (&made, journal::digest(contents))
            }
        };
        let known = self.journal.as_ref();
        let known = known.and_then(|j| j.verdict(program.source, &program.name, digest));
        if let Some(verdict) = known {
            return Ok((program.name.clone(), verdict));
        }
        let rows = match self.extent {
            Extent::Time(_) => self.matrix.turn(number),
            Extent::Count(_) | Extent::Full => self.matrix.all(),
        };
        let mut verdict = self
            .lab
            .compare(program, &rows)
            .with_context(|| format!("{} {}", program.source.name(), program.name))?;
        // Only all builds together say that an exception is none.
        verdict.needless &= self.whole;
        if let Some(journal) = &self.journal {
            journal.note(program.source, &program.name, digest, &verdict)?;
        }
        Ok((program.name.clone(), verdict))
    }
}

impl Programs {
    fn len(&self) -> Option<usize> {
        match self {
            Programs::Tests(tests) => Some(tests.len()),
            Programs::Seeds(_, count) => *count,
        }
    }
}

/// csmith's program of a seed; odd ones have floating point.
fn csmith(seed: u64, dir: &Path) -> Result<Program> {
    let path = dir.join("program.c");
    let mut csmith = Command::new("csmith");
    csmith
        .args(["--seed", &seed.to_string(), "--output"])
        .arg(&path)
        .args((seed % 2 == 1).then_some("--float"))
        // It leaves a file about the machine where it runs.
        .current_dir(dir);
    proc::output(&mut csmith)?;
    Ok(Program {
        source: Source::Csmith,
        name: seed.to_string(),
        language: Language::C,
        path,
        flags: ["-w", CSMITH_INCLUDE].map(String::from).to_vec(),
        inputs: Vec::new(),
        exception: None,
    })
}

/// Our own program of a seed, with its inputs.
fn generated(seed: u64, dir: &Path) -> Result<Program> {
    let made = generate::generate(seed);
    let path = dir.join(match made.language {
        Language::C => "program.c",
        Language::Cxx => "program.cc",
    });
    fs::write(&path, &made.text)?;
    let mut inputs = Vec::new();
    for (at, bytes) in made.inputs.iter().enumerate() {
        let input = dir.join(format!("input{at}"));
        fs::write(&input, bytes)?;
        inputs.push(input);
    }
    Ok(Program {
        source: Source::Generated,
        name: seed.to_string(),
        language: made.language,
        path,
        flags: vec!["-w".into()],
        inputs,
        exception: None,
    })
}

/// What this command makes.
fn made() -> Result<PathBuf> {
    let dir = repo::made().join("differential");
    fs::create_dir_all(&dir)?;
    Ok(dir)
}

/// A bar on a terminal; elsewhere a line now and then.
struct Progress {
    label: String,
    bar: ProgressBar,
    /// For a share, which ends with its time.
    time: Option<Duration>,
    said: Mutex<Instant>,
}

impl Progress {
    fn start(source: Source, programs: Option<usize>, time: Option<Duration>) -> Progress {
        let length = match (time, programs) {
            (Some(time), _) => time.as_secs(),
            (None, programs) => programs.unwrap_or(0) as u64,
        };
        let unit = if time.is_some() { " s" } else { "" };
        let template =
            format!("{{prefix}} [{{bar:30}}] {{pos}}/{{len}}{unit} {{elapsed}}  {{msg}}");
        let style = ProgressStyle::with_template(&template)
            .expect("a valid template")
            .progress_chars("=> ");
        let label = format!("compare {}", source.name());
        let bar = ProgressBar::new(length)
            .with_style(style)
            .with_prefix(label.clone());
        if bar.is_hidden() {
            eprintln!("   .. {label}");
        }
        Progress {
            label,
            bar,
            time,
            said: Mutex::new(Instant::now()),
        }
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// One more program is done.
    fn step(&self, differences: usize) {
        match self.time {
            Some(time) => self
                .bar
                .set_position(self.bar.elapsed().min(time).as_secs()),
            None => self.bar.inc(1),
        }
        self.bar.set_message(format!("{differences} differences"));
        let mut said = self.said.lock().expect("no worker panicked");
        if self.bar.is_hidden() && said.elapsed() > SAY_EVERY {
            *said = Instant::now();
            let (at, of) = (self.bar.position(), self.bar.length().unwrap_or(0));
            eprintln!(
                "   .. {}: {at} of {of}, {differences} differences",
                self.label
            );
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
        eprintln!(
            "   done: {} ({})",
            self.label,
            proc::seconds(self.bar.elapsed())
        );
    }
}
