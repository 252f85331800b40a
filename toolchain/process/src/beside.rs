//! Processes side by side: fuzzers that run until they are told to end.

use std::{
    fs::File,
    io::{self, Read, Stderr, Write},
    path::PathBuf,
    process::{Child, ExitStatus, Stdio},
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use fz_base::{
    error::Error,
    terminal::{self, Shown},
};
use rustix::process::{Pid, Signal, kill_process};

use crate::{
    command::Command,
    signals::{self, MOST},
};

/// How often the processes are looked at.
const TICK: Duration = Duration::from_millis(50);
/// What a process has to write its results in, once it was told to end.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Job {
    pub command: Command,
    /// Beside what this process has.
    pub environment: Vec<(String, String)>,
    pub output: Output,
}

pub enum Output {
    /// Where this process prints.
    Terminal,
    Log {
        path: PathBuf,
        /// Its lines are printed too, as they come.
        shown: bool,
    },
}

/// How a process ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    pub status: ExitStatus,
    /// By its own doing, not because we or the user told it to.
    pub by_itself: bool,
}

struct Running {
    child: Child,
    /// What comes to the log, and where it is shown.
    log: Option<(File, Shown<Stderr>)>,
    ended: Option<Ended>,
}

/// Who looks at processes that run.
pub struct Watch<'a> {
    /// Whether the others are to end, as this one has ended so by itself.
    pub failed: &'a dyn Fn(usize, ExitStatus) -> bool,
    /// Called again and again, with which of them have ended.
    pub running: &'a mut dyn FnMut(&[bool]),
}

/// Runs all until the last has ended. When one fails by itself the others are told to end, and so they are by the
/// signals that this process gets.
pub fn run_beside(jobs: &[Job], watch: &mut Watch) -> Result<Vec<Ended>, Error> {
    assert!(jobs.len() <= MOST, "at most {MOST} processes");
    signals::catch();
    let mut running = Vec::new();
    for (place, job) in jobs.iter().enumerate() {
        match start(job) {
            Ok(one) => {
                signals::CHILDREN[place].store(one.child.id() as i32, Ordering::Relaxed);
                running.push(one);
            }
            Err(error) => {
                end(&mut running, Signal::KILL);
                let mut nobody = Watch {
                    failed: &|_, _| false,
                    running: &mut |_| (),
                };
                wait(&mut running, &mut nobody, Some(Instant::now()));
                return Err(error);
            }
        }
    }
    wait(&mut running, watch, None);
    Ok(running.into_iter().filter_map(|r| r.ended).collect())
}

fn start(job: &Job) -> Result<Running, Error> {
    let mut process = job.command.process();
    process
        .envs(job.environment.iter().map(|(k, v)| (k, v)))
        .stdin(Stdio::null());
    let mut log = None;
    if let Output::Log { path, shown } = &job.output {
        let mut open = || {
            // What is cut off while it runs leaves no hole.
            File::create(path)?;
            let file = File::options().append(true).open(path)?;
            process.stdout(file.try_clone()?).stderr(file);
            let shown = shown.then(|| File::open(path)).transpose()?;
            Ok(shown.map(|log| (log, terminal::err())))
        };
        log = open().map_err(|e: io::Error| Error::file(path, e))?;
    }
    let child = process.spawn().map_err(|e| job.command.spawn_error(&e))?;
    Ok(Running {
        child,
        log,
        ended: None,
    })
}

/// Until all have ended. `told`: since when they should.
fn wait(running: &mut [Running], watch: &mut Watch, mut told: Option<Instant>) {
    loop {
        let mut failure = false;
        for (place, one) in running.iter_mut().enumerate() {
            let has_ended = one.ended.is_some();
            if let (false, Ok(Some(status))) = (has_ended, one.child.try_wait()) {
                signals::CHILDREN[place].store(0, Ordering::Relaxed);
                let by_itself = told.is_none() && signals::received().is_none();
                failure |= by_itself && (watch.failed)(place, status);
                one.ended = Some(Ended { status, by_itself });
            }
            // Behind the look at the process: what it last printed is there by now.
            if let Some((log, out)) = &mut one.log {
                show(log, out);
            }
        }
        if running.iter().all(|r| r.ended.is_some()) {
            return;
        }
        if failure {
            end(running, Signal::TERM);
        }
        if told.is_none() && (failure || signals::received().is_some()) {
            told = Some(Instant::now());
        }
        if told.is_some_and(|since| since.elapsed() > PATIENCE) {
            end(running, Signal::KILL);
        }
        let ended: Vec<bool> = running.iter().map(|r| r.ended.is_some()).collect();
        (watch.running)(&ended);
        std::thread::sleep(TICK);
    }
}

fn end(running: &mut [Running], signal: Signal) {
    for one in running.iter().filter(|r| r.ended.is_none()) {
        // Nothing is lost where it has ended by itself meanwhile.
        let _ = kill_process(Pid::from_child(&one.child), signal);
    }
}

/// What has come to a log since.
fn show(log: &mut File, out: &mut Shown<Stderr>) {
    let mut text = Vec::new();
    if log.read_to_end(&mut text).is_ok() && !text.is_empty() {
        // Nobody may be reading any more; the log has it all.
        let _ = out.write_all(&text);
    }
}
