//! A program that is run over one input after the other, each in a process that it forks for it; and the map that each run
//! leaves behind. The other side of the AFL runtime's `server`.

mod feed;
mod frame;
mod holders;
mod live;

use std::{
    ffi::OsString,
    os::unix::process::ExitStatusExt,
    path::PathBuf,
    process::ExitStatus,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use fz_abi::afl::{MAX_TEST_CASE, TEST_CASE_HEADER, env};
use fz_base::scratch::Scratch;

use super::blocks::Fate;
pub use feed::Feed;
use fz_engines::launch::{
    arguments::{input_in, with_input},
    machine::Machine,
    sanitizers,
    target::Target,
};
use fz_process::{Command, Segment};

use frame::Frame;
use live::{Heard, Live};

/// How a program is to be run.
#[derive(Clone, Debug)]
pub struct Setup {
    pub command: Command,
    /// The file that the command names for its input; `None`: the standard input.
    pub input: Option<PathBuf>,
    pub environment: Vec<(String, String)>,
    /// Bytes of memory that it may have.
    pub memory: Option<u64>,
    pub passes: Passes,
    /// For one input.
    pub timeout: Duration,
    pub map_size: usize,
    /// Of the largest input.
    pub largest: usize,
}

impl Setup {
    /// A program with its arguments, each of its inputs in a process of its own; where these stand is open.
    pub fn of(target: &Target, arguments: &[OsString]) -> Result<Setup> {
        Ok(Setup {
            command: Command {
                program: target.path.clone(),
                arguments: arguments.to_vec(),
            },
            input: None,
            environment: environment(target)?,
            memory: None,
            passes: Passes::One,
            timeout: PATIENCE,
            map_size: 0,
            largest: 0,
        })
    }

    /// The same with inputs in a file of a new folder, if the arguments name it (`@@`), or else on the standard input.
    pub fn placed(&self) -> Result<(Setup, Scratch)> {
        let scratch = fz_process::scratch().context("cannot make a folder for copies of inputs")?;
        let input = input_in(scratch.path(), &self.command.arguments);
        let arguments = with_input(&self.command.arguments, &input);
        let program = self.command.program.clone();
        let setup = Setup {
            input: (arguments != self.command.arguments).then_some(input),
            command: Command { program, arguments },
            ..self.clone()
        };
        Ok((setup, scratch))
    }
}

/// How many inputs a process runs, where the program has a loop for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    One,
    /// As many as leave nothing behind for the next one: each reaches what it reaches in a process of its own.
    Alone,
    /// As many as the loop allows.
    Many,
}

/// A run, and what is odd about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ran {
    pub fate: Fate,
    /// Processes that it had started ran on, and were killed.
    pub left_others: bool,
}

pub struct Server {
    setup: Setup,
    map: Segment,
    test_cases: Segment,
    feed: Feed,
    live: Option<Live>,
    /// Positions of the map that the program counts before it offers to run inputs: initialisers, and what stands before
    /// `__AFL_INIT()`. A process of its own does the same for each input.
    early: Vec<usize>,
    /// What each process does before and behind its passes, where these are alone.
    frame: Option<Frame>,
    /// Runs that were followed by another one in the same process, and those that were not.
    followed: usize,
    unfollowed: usize,
    _scratch: Scratch,
}

/// Why nobody knows who has the map.
const NOT_TOLD: &str = "cannot ask about shared memory";

/// After so many runs it is known whether another mode is faster.
const TRIAL: usize = 64;

/// For a program to begin, and for a server to answer: far more than either takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

impl Server {
    /// Starts the program, with a folder of its own.
    pub fn start(setup: &Setup) -> Result<Server> {
        let (setup, scratch) = setup.placed()?;
        let mut server = Server {
            map: shared(setup.map_size)?,
            test_cases: shared(TEST_CASE_HEADER + setup.largest.max(MAX_TEST_CASE))?,
            feed: Feed::new(setup.input.as_deref())?,
            setup,
            live: None,
            early: Vec::new(),
            frame: None,
            followed: 0,
            unfollowed: 0,
            _scratch: scratch,
        };
        server.revive()?;
        Ok(server)
    }

    /// What the last run has counted.
    pub fn map(&self) -> &[u8] {
        self.map.bytes()
    }

    /// Runs the program over an input. `None`: this process was told to end.
    pub fn run(&mut self, input: &[u8]) -> Result<Option<Ran>> {
        // A server may have gone for reasons of its own; one that goes twice is not to be had.
        for _ in 0..2 {
            if self.live.is_none() && !self.revive()? {
                return Ok(None);
            }
            self.map.clear();
            self.deliver(input)?;
            let live = self.live.as_mut().expect("a server was started");
            match live.fork(PATIENCE)? {
                Heard::Word(child) => {
                    let ran = self.watch(child as i32)?;
                    frame::put_before(&self.early, &mut self.map);
                    return Ok(ran);
                }
                Heard::Interrupted => return Ok(None),
                Heard::Gone | Heard::Nothing => self.bury(),
            }
        }
        bail!(
            "{} cannot fork: a limit on processes or memory may be too low{}",
            self.setup.command.program.display(),
            self.memory_hint()
        )
    }

    /// Waits for the end of a child.
    fn watch(&mut self, child: i32) -> Result<Option<Ran>> {
        ensure!(
            child > 0,
            "the program's fork server says that its child is {child}"
        );
        let until = Instant::now() + self.setup.timeout;
        let live = self.live.as_mut().expect("it has forked");
        let fate = match live.hear(until)? {
            // It waits for the next input.
            Heard::Word(status) if is_stopped(status as i32) => {
                return self.stopped(until).map(Some);
            }
            Heard::Word(status) => fate(status as i32),
            Heard::Gone => Fate::KilledServer,
            heard @ (Heard::Nothing | Heard::Interrupted) => {
                live.kill(child);
                match (live.hear(Instant::now() + PATIENCE)?, heard) {
                    (_, Heard::Interrupted) => return Ok(None),
                    (Heard::Word(_), _) => Fate::TimedOut,
                    // Killed, and yet not gone: it sleeps in the kernel.
                    (_, _) => {
                        self.bury();
                        Fate::TimedOut
                    }
                }
            }
        };
        let left_others = match (fate, &self.live) {
            (Fate::KilledServer, _) | (_, None) => false,
            (_, Some(live)) => !is_left_alone(&self.map, live.idle, until)?,
        };
        if fate == Fate::KilledServer || left_others {
            self.bury();
        }
        if let Some(frame) = &self.frame {
            frame.put_before(&mut self.map);
            self.unfollowed += 1;
            self.reconsider();
        }
        Ok(Some(Ran { fate, left_others }))
    }

    /// A run has ended, and its process is there for another one.
    fn stopped(&mut self, until: Instant) -> Result<Ran> {
        let (Some(frame), Some(live)) = (&self.frame, &self.live) else {
            // What else has the map cannot be told.
            return Ok(Ran {
                fate: Fate::Exit(0),
                left_others: false,
            });
        };
        // The child has it where the server has it.
        let left_others = !is_left_alone(&self.map, 2 * live.idle - 1, until)?;
        frame.put_before(&mut self.map);
        frame.put_behind(&mut self.map);
        let fate = frame.fate;
        self.followed += 1;
        if left_others {
            self.bury();
        }
        Ok(Ran { fate, left_others })
    }

    /// Where processes run few inputs, it is not worth while to look whether they may run more.
    fn reconsider(&mut self) {
        if self.followed + self.unfollowed >= TRIAL && self.followed < self.unfollowed {
            self.isolate();
        }
    }

    fn isolate(&mut self) {
        self.setup.passes = Passes::One;
        self.frame = None;
        self.bury();
    }

    /// Has a process do all but passes. `false`: this process was told to end.
    fn learn_frame(&mut self) -> Result<bool> {
        let frame = Frame::learn(
            self.live.as_mut().expect("a server was started"),
            &mut self.map,
            self.setup.timeout,
        )?;
        match frame {
            Some(frame) => self.frame = Some(frame),
            None => self.isolate(),
        }
        Ok(!fz_process::is_interrupted())
    }

    fn deliver(&mut self, input: &[u8]) -> Result<()> {
        let live = self.live.as_ref().expect("a server was started");
        if !live.shares_test_cases {
            return self.feed.put(input);
        }
        let room = self.test_cases.bytes_mut();
        let (header, data) = room.split_at_mut(TEST_CASE_HEADER);
        let data = data.get_mut(..input.len());
        let data = data.context("it has grown since it was listed")?;
        header.copy_from_slice(&(input.len() as u32).to_ne_bytes());
        data.copy_from_slice(input);
        Ok(())
    }

    /// Starts the program's server. `false`: this process was told to end.
    fn revive(&mut self) -> Result<bool> {
        loop {
            self.map.clear();
            let live = Live::start(
                &self.setup,
                &self.map,
                &self.test_cases,
                self.feed.stdin()?,
                PATIENCE,
            );
            let live = live.with_context(|| {
                let program = self.setup.command.program.display();
                format!("{program} could not be started{}", self.memory_hint())
            })?;
            let Some(live) = live else {
                return Ok(false);
            };
            match live.announced <= self.map.bytes().len() {
                true => {
                    self.live = Some(live);
                    self.early = frame::counted(&self.map);
                }
                false => {
                    self.map = shared(live.announced)?;
                    continue;
                }
            }
            if self.setup.passes != Passes::Alone || self.frame.is_some() {
                return Ok(true);
            }
            if !self.learn_frame()? {
                return Ok(false);
            }
            if self.live.is_some() {
                return Ok(true);
            }
        }
    }

    /// Ends the server, and all that it and its children have started and that still has the map.
    fn bury(&mut self) {
        self.live = None;
        holders::kill(&self.map);
    }

    fn memory_hint(&self) -> &'static str {
        match self.setup.memory {
            Some(_) => "; --memory may be too low: sanitizers need far more addresses than memory",
            None => "",
        }
    }
}

/// What the program finds beside its fork server's variables.
fn environment(target: &Target) -> Result<Vec<(String, String)>> {
    let machine = Machine::read(None);
    let mut environment = sanitizers::dying(target, &machine.sanitizer_options);
    environment.extend(target.environment());
    // Once, not in each child.
    environment.push(("LD_BIND_NOW".to_owned(), "1".to_owned()));
    if target.is_deferred {
        let name = env::DEFERRED.to_str()?;
        environment.push((name.to_owned(), "1".to_owned()));
    }
    Ok(environment)
}

/// A server may go while it is spoken to.
pub fn ignore_broken_pipes() {
    // SAFETY: no handler.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_IGN) };
}

impl Drop for Server {
    fn drop(&mut self) {
        self.bury();
    }
}

fn shared(size: usize) -> Result<Segment> {
    let failed = || {
        format!("cannot share {size} bytes of memory with the program (`ipcs -l` shows the limits)")
    };
    Segment::new(size).with_context(failed)
}

fn is_left_alone(map: &Segment, idle: u64, until: Instant) -> Result<bool> {
    map.is_left_alone(idle, until).context(NOT_TOLD)
}

/// Of a status as `wait` has it, whether its process goes on.
fn is_stopped(status: i32) -> bool {
    ExitStatus::from_raw(status).stopped_signal().is_some()
}

fn fate(status: i32) -> Fate {
    let status = ExitStatus::from_raw(status);
    match (status.signal(), status.code()) {
        (Some(signal), _) => Fate::Signal(signal as u8),
        (None, code) => Fate::Exit(code.unwrap_or_default() as u8),
    }
}
