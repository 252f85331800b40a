//! A program run once, by itself and watched, until it ends: at a signal that will end it, its stack is looked at.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File},
    io::Read,
    os::fd::OwnedFd,
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use fz_base::scratch::Scratch;

use super::{
    ptrace::{self, Event},
    stack::{Modules, Stack},
};
use crate::server::{Feed, Setup};

/// Of what the program prints as errors only the end is kept: a sanitizer's report comes last.
const REPORT: usize = 256 << 10;

/// How long a program that took too long has to stop.
const STOPS: Duration = Duration::from_secs(1);

/// Signals that end a program, unless it has made other arrangements.
const FATAL: [(i32, &str); 13] = [
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGKILL, "SIGKILL"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGSYS, "SIGSYS"),
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
];

/// As `kill -l` has it.
pub fn signal_name(signal: i32) -> String {
    let known = FATAL.iter().find(|(number, _)| *number == signal);
    known.map_or_else(
        || format!("signal {signal}"),
        |(_, name)| (*name).to_owned(),
    )
}

/// How such a run ended.
#[derive(Debug)]
pub enum Seen {
    Crashed {
        signal: i32,
        /// `None`: it was killed from outside.
        stack: Option<Stack>,
        /// The end of what it has printed as errors.
        report: String,
    },
    /// It did not crash this time.
    Well,
    /// It took too long, and was killed: where it was then, if it could be stopped.
    TimedOut(Option<Stack>),
    /// This process was told to end.
    Interrupted,
    /// Nobody may trace here.
    Forbidden,
}

/// Runs a program over one input after the other, in a folder of its own.
pub struct Tracer {
    setup: Setup,
    feed: Feed,
    modules: Modules,
    _scratch: Scratch,
}

impl Tracer {
    pub fn new(setup: &Setup) -> Result<Tracer> {
        let (setup, scratch) = setup.placed()?;
        Ok(Tracer {
            feed: Feed::new(setup.input.as_deref())?,
            setup,
            modules: Modules::default(),
            _scratch: scratch,
        })
    }

    pub fn run(&mut self, input: &[u8]) -> Result<Seen> {
        self.feed.put(input)?;
        run(&self.setup, self.feed.stdin()?, &mut self.modules)
    }
}

/// Runs it over the input that was put where `stdin` and the command have it.
fn run(setup: &Setup, stdin: File, modules: &mut Modules) -> Result<Seen> {
    let (errors, errors_end) = pipe().context("cannot make a pipe for the program's errors")?;
    let command = &setup.command;
    let child = fz_process::traced(
        command,
        &setup.environment,
        stdin,
        Stdio::from(errors_end),
        setup.memory,
    )?;
    let Some(child) = child else {
        return Ok(Seen::Forbidden);
    };
    let mut run = Run {
        process: child.id() as i32,
        errors,
        report: Vec::new(),
        threads: HashSet::new(),
        stacks: HashMap::new(),
        ended: None,
        is_followed: true,
        first: None,
    };
    Ok(run.watch(setup.timeout, modules))
}

struct Run {
    process: i32,
    errors: File,
    report: Vec<u8>,
    /// All that are traced and have not ended.
    threads: HashSet<i32>,
    /// By process and signal, the last one.
    stacks: HashMap<(i32, i32), Stack>,
    /// Of the program's first process to end by a signal that was seen.
    first: Option<(i32, i32)>,
    /// How the program has ended: by a signal, or well (0).
    ended: Option<i32>,
    is_followed: bool,
}

impl Run {
    fn watch(&mut self, timeout: Duration, modules: &mut Modules) -> Seen {
        let mut until = Instant::now() + timeout;
        let mut pause = Duration::ZERO;
        let mut given_up = None;
        let mut is_asked = false;
        loop {
            self.drain();
            let event = ptrace::next();
            if event != Event::Nothing {
                pause = Duration::ZERO;
            }
            match event {
                Event::Gone => break,
                Event::Nothing => {
                    let late = Instant::now() > until;
                    let is_interrupted = fz_process::is_interrupted();
                    if given_up.is_none() && late && !is_asked && !is_interrupted {
                        // Where it is, it says when it stops.
                        is_asked = true;
                        until = Instant::now() + STOPS;
                        ptrace::stop(self.process);
                    } else if given_up.is_none() && (late || is_interrupted) {
                        given_up = Some(match is_interrupted {
                            true => Seen::Interrupted,
                            false => Seen::TimedOut(None),
                        });
                        self.kill_all();
                    }
                    thread::sleep(pause);
                    pause = (pause + Duration::from_micros(20)).min(Duration::from_millis(1));
                }
                Event::Exited(thread) => self.end(thread, 0),
                Event::Killed(thread, signal) => self.end(thread, signal),
                Event::Stopped(thread, libc::SIGSTOP)
                    if is_asked && given_up.is_none() && self.threads.contains(&thread) =>
                {
                    let stack = Stack::of(thread, libc::SIGSTOP, modules).ok();
                    given_up = Some(Seen::TimedOut(stack));
                    self.kill_all();
                    ptrace::go_on(thread, 0);
                }
                Event::Stopped(thread, signal) => self.stopped(thread, signal, modules),
            }
        }
        self.drain();
        if let Some(seen) = given_up {
            return seen;
        }
        if !self.is_followed {
            return Seen::Forbidden;
        }
        match self.ended {
            None | Some(0) => Seen::Well,
            Some(signal) => Seen::Crashed {
                signal,
                stack: self.stack(signal),
                report: String::from_utf8_lossy(&self.report).into_owned(),
            },
        }
    }

    /// A program may end as its child did: then that is where it happened.
    fn stack(&mut self, signal: i32) -> Option<Stack> {
        let origin = self.first.filter(|(_, first)| *first == signal);
        let origin = origin.and_then(|key| self.stacks.remove(&key));
        origin.or_else(|| self.stacks.remove(&(self.process, signal)))
    }

    fn end(&mut self, thread: i32, signal: i32) {
        self.threads.remove(&thread);
        if signal != 0 && self.first.is_none() && self.stacks.contains_key(&(thread, signal)) {
            self.first = Some((thread, signal));
        }
        if thread == self.process {
            self.ended = Some(signal);
            // What it has started is of no use to anybody.
            self.kill_all();
        }
    }

    fn kill_all(&self) {
        self.threads.iter().for_each(|t| ptrace::kill(*t));
    }

    fn stopped(&mut self, thread: i32, signal: i32, modules: &mut Modules) {
        if self.threads.insert(thread) {
            // Behind `exec` the first process stops at a SIGTRAP, each other thread at a SIGSTOP.
            if thread == self.process {
                self.is_followed = ptrace::follow(thread);
                if !self.is_followed {
                    ptrace::kill(thread);
                }
            }
            if self.ended.is_some() {
                ptrace::kill(thread);
            }
            return ptrace::go_on(thread, 0);
        }
        if signal != 0 && is_fatal(thread, signal) {
            let process = process_of(thread).unwrap_or(thread);
            if let Ok(stack) = Stack::of(thread, signal, modules) {
                self.stacks.insert((process, signal), stack);
            }
        }
        ptrace::go_on(thread, signal);
    }

    /// Reads what there is, so that the program need not wait.
    fn drain(&mut self) {
        let mut part = [0; 1 << 16];
        while let Ok(length @ 1..) = self.errors.read(&mut part) {
            self.report.extend_from_slice(&part[..length]);
            let superfluous = self.report.len().saturating_sub(REPORT);
            self.report.drain(..superfluous);
        }
    }
}

/// Whether a signal ends the process of a thread that is about to get it.
fn is_fatal(thread: i32, signal: i32) -> bool {
    FATAL.iter().any(|(number, _)| *number == signal) && !has_handler(thread, signal)
}

fn status(thread: i32, name: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{thread}/status")).ok()?;
    let mut lines = text.lines().filter_map(|l| l.split_once(":\t"));
    lines
        .find(|(n, _)| *n == name)
        .map(|(_, value)| value.trim().to_owned())
}

fn has_handler(thread: i32, signal: i32) -> bool {
    let mask = status(thread, "SigCgt").and_then(|m| u64::from_str_radix(&m, 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 != 0)
}

fn process_of(thread: i32) -> Option<i32> {
    status(thread, "Tgid")?.parse().ok()
}

/// One to read from without waiting, and the program's end.
fn pipe() -> std::io::Result<(File, OwnedFd)> {
    let (from, to) = std::io::pipe()?;
    let from = OwnedFd::from(from);
    rustix::io::ioctl_fionbio(&from, true)?;
    Ok((File::from(from), to.into()))
}
