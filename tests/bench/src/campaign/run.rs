//! One run: instances of afl-fuzz side by side on one core, until together they have used so much processor time; then
//! what their inputs reach goes to a store.

use std::fs::{self, File};
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use fz_engines::launch::used::{self, Used};
use serde::{Deserialize, Serialize};

use super::configurations::{COVERAGE, Configuration, Launch};
use super::cpu;
use super::place::Place;
use fz_harness::{measure, progress};
use xtask::afl::Stats;
use xtask::{env, proc, repo};

/// How often a run says how far it is where there is no terminal.
const SAY_EVERY: Duration = Duration::from_secs(60);
/// How often the time is looked at, at most and at least: near the end more often.
const LOOK: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(250)];
/// An afl-fuzz that was asked to end takes less.
const PATIENCE: Duration = Duration::from_secs(60);
/// What one input may take when it is run for its coverage, in milliseconds.
const TIMEOUT: &str = "2000";

/// A run that is done.
#[derive(Serialize, Deserialize)]
pub struct Ended {
    /// Processor time of everything that it started, in seconds, with what ending took.
    pub cpu: f64,
    /// The same until it was ended.
    pub fuzzing: f64,
    /// By the clock.
    pub seconds: f64,
    pub executions: u64,
    pub crashes: u64,
    /// Executions of each instance.
    pub instances: Vec<(String, u64)>,
}

/// Fuzzes, collects, and notes that it is done.
pub fn run(
    place: &Place,
    configuration: &Configuration,
    run: u64,
    budget: Duration,
    worker: usize,
) -> Result<()> {
    let dir = place.run(configuration.name, run);
    repo::fresh(&dir)?;
    let out = dir.join("out");
    let launches = configuration.launches(place, &out, run)?;
    let label = format!("{} {} {run}", place.subject.name, configuration.name);
    let started = Instant::now();
    let [fuzzing, whole] = fuzz(
        &launches,
        place,
        &dir,
        &label,
        budget,
        worker % repo::jobs(),
    )?;
    let seconds = started.elapsed().as_secs_f64();
    let mut ended = Ended {
        cpu: whole.as_secs_f64(),
        fuzzing: fuzzing.as_secs_f64(),
        seconds,
        executions: 0,
        crashes: 0,
        instances: Vec::new(),
    };
    for launch in &launches {
        let path = out.join(&launch.role).join("fuzzer_stats");
        let text = fs::read_to_string(&path)
            .with_context(|| format!("afl-fuzz left no {}", repo::shown(&path)))?;
        let stats = Stats::parse(&text);
        let number = |key: &str| -> Result<u64> {
            let text = stats.text(key);
            text.parse()
                .with_context(|| format!("{}: {key} is {text}", repo::shown(&path)))
        };
        let executions = number("execs_done")?;
        ended.executions += executions;
        ended.crashes += number("saved_crashes")?;
        ended.instances.push((launch.role.clone(), executions));
    }
    // As `fz fuzz` notes it: the store then tells what was reached for an hour of a processor.
    let noted = Used {
        wall_ms: (1000.0 * seconds) as u64,
        cpu_ms: (1000.0 * ended.cpu) as u64,
        executions: Some(ended.executions),
        // afl-fuzz says it itself.
        memory: 0,
    };
    fs::write(out.join(used::FILE), serde_json::to_string(&noted)? + "\n")?;
    collect(place, configuration.name, run, &out)?;
    eprintln!(
        "   {label}: {:.2} CPU s in {seconds:.0} s, {} executions, {} crashes",
        ended.cpu, ended.executions, ended.crashes
    );
    place.end(configuration.name, run, &ended)
}

/// Instances that end with this.
struct Group(Vec<Child>);

impl Drop for Group {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // One that has ended cannot be ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Starts all, and ends all when they have used `budget`; what they have used until then, and in the end.
fn fuzz(
    launches: &[Launch],
    place: &Place,
    dir: &Path,
    label: &str,
    budget: Duration,
    core: usize,
) -> Result<[Duration; 2]> {
    let mut group = Group(Vec::new());
    for launch in launches {
        let log = dir.join(format!("{}.log", launch.role));
        let mut command = command(launch, place, core);
        let child = command
            .stdin(Stdio::null())
            .stdout(File::create(&log)?)
            .stderr(File::create(log)?)
            .spawn()
            .with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
        group.0.push(child);
    }
    let roots: Vec<u32> = group.0.iter().map(Child::id).collect();
    let bar = progress::bar(label, budget.as_secs() as usize);
    let mut said = Instant::now();
    let mut used = Duration::ZERO;
    // A process that ends between two looks may be counted twice, by itself and by its parent: the next time it is not.
    while used < budget || cpu::used(&roots)? < budget {
        // On one core no more than this can be used meanwhile.
        let left = budget.saturating_sub(used) / 2;
        std::thread::sleep(left.clamp(LOOK[0], LOOK[1]));
        used = cpu::used(&roots)?;
        bar.set_position(used.as_secs());
        if bar.is_hidden() && said.elapsed() > SAY_EVERY {
            said = Instant::now();
            let (used, budget) = (used.as_secs(), budget.as_secs());
            eprintln!("      {label}: {used} of {budget} CPU s");
        }
        for (child, launch) in group.0.iter_mut().zip(launches) {
            if let Some(status) = child.try_wait()? {
                bail!(ended_early(launch, dir, status));
            }
        }
    }
    bar.finish_and_clear();
    let used = cpu::used(&roots)?;
    for child in &group.0 {
        // SAFETY: kill has no preconditions; the child has not been waited for, so that its number is still its own.
        unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGTERM) };
    }
    let mut whole = Duration::ZERO;
    for (at, launch) in launches.iter().enumerate() {
        let (status, usage) = wait(group.0[at].id())?;
        ensure!(status.success(), ended_early(launch, dir, status));
        whole += usage;
    }
    // All of them have been waited for.
    group.0.clear();
    // What ran when its fork server was ended, nobody has waited for; what came after the last look, only that tells.
    Ok([used, used.max(whole)])
}

fn command(launch: &Launch, place: &Place, core: usize) -> Command {
    let mut command = Command::new(&launch.program);
    env::unsteered(&mut command);
    command
        .args(&launch.arguments)
        .envs(&launch.environment)
        .current_dir(&place.dir);
    for name in [
        "AFL_NO_UI",
        // It runs where we say.
        "AFL_NO_AFFINITY",
        // A machine that is also used for other things.
        "AFL_SKIP_CPUFREQ",
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
        // Minutes: instances have minutes of processor time, and else exchange nothing.
        "AFL_SYNC_TIME",
    ] {
        command.env(name, "1");
    }
    // SAFETY: between fork and exec only prctl and sched_setaffinity are called, which are async-signal-safe.
    unsafe {
        command.pre_exec(move || {
            // This thread waits until it has ended.
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGTERM);
            let mut cores: libc::cpu_set_t = std::mem::zeroed();
            libc::CPU_SET(core, &mut cores);
            match libc::sched_setaffinity(0, size_of_val(&cores), &cores) {
                0 => Ok(()),
                _ => Err(io::Error::last_os_error()),
            }
        });
    }
    command
}

/// Waits for a child that was asked to end: how it ended, and what it and all that it has waited for have used.
fn wait(pid: u32) -> Result<(ExitStatus, Duration)> {
    let started = Instant::now();
    loop {
        match measure::wait(pid, libc::WNOHANG).context("cannot wait for afl-fuzz")? {
            Some(used) => return Ok((used.status, used.processor)),
            None => ensure!(
                started.elapsed() < PATIENCE,
                "afl-fuzz does not end after SIGTERM (process {pid})"
            ),
        }
        std::thread::sleep(LOOK[0]);
    }
}

/// How an instance ended that should not have, and the end of what it said.
fn ended_early(launch: &Launch, dir: &Path, status: ExitStatus) -> String {
    let log = dir.join(format!("{}.log", launch.role));
    let text = fs::read_to_string(&log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let tail = lines[lines.len().saturating_sub(25)..].join("\n  ");
    format!(
        "afl-fuzz ({}) ended with {status}:\n  {tail}\nthe whole log: {}",
        launch.role,
        repo::shown(&log)
    )
}

/// What the inputs of a run reach.
fn collect(place: &Place, configuration: &str, run: u64, out: &Path) -> Result<()> {
    let store = place.store(configuration, run);
    let partial = store.with_extension("partial.fzcov");
    let mut fz = repo::tool("fz");
    fz.args(["cov", "collect"])
        .arg(place.program(COVERAGE.name))
        .arg("-i")
        .arg(out)
        .arg("-o")
        .arg(&partial)
        .args(["--label", "campaign=bench,fuzzer=afl++"])
        .args([
            "--label",
            &format!("configuration={configuration},run={run}"),
        ])
        .args(["-j1", "-t", TIMEOUT])
        .arg("--")
        .args(place.subject.under_a_fuzzer())
        .current_dir(&place.dir);
    let label = format!("collect {} {configuration} {run}", place.subject.name);
    proc::run(&label, &mut fz)?;
    fs::rename(partial, store)?;
    Ok(())
}
