//! What labels cost: parsers over inputs of one to sixteen megabytes, plain, with stock DataFlowSanitizer and its callback
//! for conditions, and as taint builds that record a trace. Builds take turns.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::{Context, Result};
use clap::{Args, value_parser};
use serde_json::{Map, Value, json};

use super::goal::{self, Goal, Limit};
use super::parts;
use fz_harness::{input, measure};
use xtask::{build, package, proc, repo, table};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these parsers
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    subjects: Vec<String>,
    /// Timed runs of each build; the shortest counts
    #[arg(long, default_value_t = 7, value_parser = value_parser!(u64).range(1..))]
    runs: u64,
    /// Sizes of the input, in megabytes
    #[arg(
        long,
        default_value = "1,4,16",
        value_delimiter = ',',
        value_name = "MB"
    )]
    sizes: Vec<u64>,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cargo xtask bench taint                          everything
  cargo xtask bench taint --subjects expat --sizes 1";

/// A parser, from the sources of a package of `tests/real/`.
struct Subject {
    name: &'static str,
    sources: &'static [&'static str],
    flags: &'static [&'static str],
    input: fn(usize) -> String,
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        name: "cjson",
        sources: &["cJSON.c"],
        flags: &["-I."],
        input: input::json,
    },
    Subject {
        name: "expat",
        sources: &[
            "expat/lib/xmlparse.c",
            "expat/lib/xmlrole.c",
            "expat/lib/xmltok.c",
        ],
        flags: &[
            "-Iexpat/lib",
            "-DXML_GE=1",
            "-DXML_DTD",
            "-DXML_NS",
            "-DXML_CONTEXT_BYTES=1024",
            "-DHAVE_MEMMOVE",
            "-DXML_POOR_ENTROPY",
        ],
        input: input::xml,
    },
];

/// The builds that are compared. Ratios are of the second.
const BUILDS: [&str; 4] = ["clang", "DFSan", "taint", "taint, no input"];
const DFSAN: usize = 1;
const TAINT: usize = 2;

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let mut goal = Goal::new("run time, taint / DFSan, 1 MB", Limit::AtMost(2.0));
    let mut figures = Map::new();
    let wanted = |s: &&Subject| {
        options.subjects.is_empty() || options.subjects.iter().any(|name| name == s.name)
    };
    for subject in SUBJECTS.iter().filter(wanted) {
        let bench = Bench::prepare(subject)?;
        let mut sizes = Map::new();
        let mut cells = Vec::new();
        for size in &options.sizes {
            let figure = bench.measured(*size, options.runs as usize)?;
            cells.extend(figure.rows(*size));
            if *size == 1 {
                goal.measured(subject.name, figure.ratio(TAINT));
            }
            sizes.insert(format!("{size} MB"), figure.json());
        }
        println!("\n{} (run: ratio to DFSan)", subject.name);
        table::under(
            "input | build | seconds | run | one run | memory | trace",
            &cells,
        );
        figures.insert(subject.name.to_owned(), sizes.into());
        parts::write(options.json.as_deref(), &figures)?;
    }
    println!();
    goal::print(&[goal]);
    Ok(())
}

/// A subject's builds.
struct Bench<'a> {
    subject: &'a Subject,
    dir: PathBuf,
}

impl Bench<'_> {
    fn prepare(subject: &Subject) -> Result<Bench<'_>> {
        let dir = repo::made().join("bench/taint").join(subject.name);
        let src = dir.join("src");
        repo::clear(&src)?;
        fs::create_dir_all(&dir)?;
        package::recipe(subject.name)?.source.unpack(&src)?;
        let bench = Bench { subject, dir };
        for at in 0..=TAINT {
            bench.build(at)?;
        }
        Ok(bench)
    }

    fn program(&self, at: usize) -> PathBuf {
        self.dir.join(["plain", "dfsan", "taint"][at.min(TAINT)])
    }

    fn build(&self, at: usize) -> Result<()> {
        let harness = repo::root().join("tests/bench/taint");
        let mut command = match at {
            TAINT => {
                let mut command = repo::tool("fz-cc");
                command.arg("--fz-profile=taint");
                command
            }
            _ => Command::new(fz_llvm::CLANG),
        };
        if at == DFSAN {
            command.args(["-fsanitize=dataflow", "-DWITH_DFSAN"]);
            command.args(["-mllvm", "-dfsan-conditional-callbacks=1"]);
            let mut list = OsString::from("-fsanitize-ignorelist=");
            list.push(harness.join("dfsan.txt"));
            command.arg(list);
        }
        command
            .args(["-O2", "-w"])
            .args(self.subject.flags)
            .arg("-I")
            .arg(&harness)
            .args(self.subject.sources)
            .arg(harness.join("main.c"))
            .arg(harness.join(format!("{}.c", self.subject.name)))
            .arg("-o")
            .arg(self.program(at))
            .arg("-lm")
            .current_dir(self.dir.join("src"));
        proc::output(&mut command)?;
        Ok(())
    }

    /// Of an input of so many megabytes.
    fn measured(&self, megabytes: u64, runs: usize) -> Result<Figure> {
        let input = self.dir.join(format!("{megabytes}.in"));
        fs::write(&input, (self.subject.input)((megabytes as usize) << 20))?;
        let trace = self.dir.join("trace");
        let command = |at: usize, rounds: u64| self.command(at, &input, &trace, rounds);
        let rounds = measure::rounds(Duration::from_millis(400), |n| command(0, n))?;
        let label = |what: &str| format!("{} {megabytes} MB, {what}", self.subject.name);
        let count = BUILDS.len();
        let looped = measure::fastest(&label("looped"), runs, count, |at| command(at, rounds))?;
        let once = measure::fastest(&label("once"), runs, count, |at| command(at, 1))?;
        let memory = (0..count).map(|at| memory(&mut command(at, 1)));
        let memory = memory.collect::<Result<_>>()?;
        use std::os::unix::fs::MetadataExt;
        let taken = 512 * trace.metadata()?.blocks();
        Ok(Figure {
            seconds: looped.iter().map(Duration::as_secs_f64).collect(),
            rounds,
            once: once.iter().map(Duration::as_secs_f64).collect(),
            memory,
            trace: taken,
        })
    }

    fn command(&self, at: usize, input: &Path, trace: &Path, rounds: u64) -> Command {
        let mut command = Command::new(self.program(at));
        if at == TAINT {
            // A trace is made once.
            let _ = fs::remove_file(trace);
            command
                .env("FZ_TAINT_INPUT", input)
                .env("FZ_TAINT_OUT", trace);
        }
        command.arg(input).arg(rounds.to_string());
        command
    }
}

/// The most memory that a run has at a time, in bytes: the second thing that it prints.
fn memory(command: &mut Command) -> Result<u64> {
    let said = proc::output(command)?;
    let number = said.split_whitespace().nth(1);
    let number = number.with_context(|| format!("no memory in {said:?}"))?;
    Ok(1024 * number.parse::<u64>()?)
}

/// What one input took each build.
struct Figure {
    /// So many rounds in one process.
    rounds: u64,
    seconds: Vec<f64>,
    /// One round in a process.
    once: Vec<f64>,
    /// At most, in bytes.
    memory: Vec<u64>,
    /// What the trace takes, in bytes.
    trace: u64,
}

impl Figure {
    fn ratio(&self, at: usize) -> f64 {
        self.seconds[at] / self.seconds[DFSAN]
    }

    fn rows(&self, megabytes: u64) -> impl Iterator<Item = Vec<String>> {
        BUILDS.iter().enumerate().map(move |(at, build)| {
            let mb = |bytes: u64| format!("{} MB", bytes >> 20);
            vec![
                format!("{megabytes} MB x {}", self.rounds),
                (*build).to_owned(),
                format!("{:.2}", self.seconds[at]),
                format!("{:.2}", self.ratio(at)),
                format!("{:.2}", self.once[at] / self.once[DFSAN]),
                mb(self.memory[at]),
                if at == TAINT {
                    mb(self.trace)
                } else {
                    "-".to_owned()
                },
            ]
        })
    }

    fn json(&self) -> Value {
        let builds = BUILDS.iter().enumerate().map(|(at, build)| {
            let figure = json!({
                "seconds": self.seconds[at],
                "ratio": self.ratio(at),
                "once": self.once[at],
                "memory": self.memory[at],
            });
            ((*build).to_owned(), figure)
        });
        let mut all: Map<_, _> = builds.collect();
        all.insert("trace".to_owned(), self.trace.into());
        all.insert("rounds".to_owned(), self.rounds.into());
        all.into()
    }
}
