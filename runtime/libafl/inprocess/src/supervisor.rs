//! The waiting process: starts workers, saves the inputs that ended them, and keeps the time.

use std::io;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};

use fz_libafl_common::interrupt;
use fz_libafl_common::options::Options;
use fz_libafl_common::output::Output;
use fz_libafl_common::status::{Counts, Status};

use crate::shared::Shared;
use crate::{Harness, counters, worker};

/// How often a worker is checked.
const LOOK: Duration = Duration::from_millis(20);

/// How a worker has ended.
enum End {
    /// The run is over.
    Over,
    /// The harness ended it, or timed out.
    Harness(&'static str),
    /// The worker reported an error of its own.
    Failed,
}

pub fn run(options: &Options, harness: Harness) -> Result<(), String> {
    let output = Output::make(&options.output)
        .map_err(|e| format!("cannot write {}: {e}", options.output.display()))?;
    let shared = Shared::new(counters::length())?;
    let mut seen = Seen::new(shared);
    let mut status = Status::default();
    interrupt::listen();
    for round in 0.. {
        let worker = Worker::start(options, &output, shared, harness, options.seed + round)?;
        match worker.wait(options, shared, &mut status, &output)? {
            End::Over => break,
            End::Failed => return Err("the fuzzer ended by itself".into()),
            End::Harness(how) => {
                let counts = shared.counts();
                // An input that ends the worker while it is loaded must not be loaded again, new or not.
                if seen.is_new() || counts.loading.load(SeqCst) {
                    output
                        .found(how, &shared.input())
                        .map_err(|e| format!("cannot save an input: {e}"))?;
                }
                counts.running.store(false, SeqCst);
                if is_over(options, &status) {
                    break;
                }
            }
        }
    }
    status.finish(counts(shared, &output));
    Ok(())
}

/// Its time is, or somebody ends it.
fn is_over(options: &Options, status: &Status) -> bool {
    interrupt::is_wanted() || options.time.is_some_and(|time| status.elapsed() >= time)
}

fn counts(shared: &Shared, output: &Output) -> Counts {
    let counts = shared.counts();
    Counts {
        executions: counts.executions.load(SeqCst),
        corpus: counts.corpus.load(SeqCst),
        objectives: output.objectives() as u64,
    }
}

struct Worker {
    pid: libc::pid_t,
    /// A pidfd: readable when the worker has ended.
    handle: i32,
}

impl Worker {
    fn start(
        options: &Options,
        output: &Output,
        shared: &'static Shared,
        harness: Harness,
        seed: u64,
    ) -> Result<Worker, String> {
        // SAFETY: the child goes on alone, as after any fork before threads were started.
        let pid = unsafe { libc::fork() };
        if pid == 0 {
            // SAFETY: the end of a process; destructors belong to the supervisor, leaks to nobody.
            unsafe {
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
                libc::signal(libc::SIGTERM, libc::SIG_DFL);
                libc::signal(libc::SIGINT, libc::SIG_IGN);
            }
            let result = worker::run(options, output, shared, harness, seed);
            match &result {
                Ok(()) => shared.counts().done.store(true, SeqCst),
                Err(error) => {
                    eprintln!("fz-libafl: {error}");
                    shared.counts().failed.store(true, SeqCst);
                }
            }
            // SAFETY: as above.
            unsafe { libc::_exit(i32::from(result.is_err())) }
        }
        // SAFETY: a child that only we wait for.
        let handle = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) } as i32;
        if pid < 0 || handle < 0 {
            return Err(format!(
                "cannot start a worker: {}",
                io::Error::last_os_error()
            ));
        }
        Ok(Worker { pid, handle })
    }

    /// Whether it ends within this time.
    fn ends_within(&self, time: Duration) -> bool {
        let mut handle = libc::pollfd {
            fd: self.handle,
            events: libc::POLLIN,
            revents: 0,
        };
        // SAFETY: one descriptor.
        unsafe { libc::poll(&mut handle, 1, time.as_millis() as i32) > 0 }
    }

    fn kill(&self) {
        // SAFETY: our child, not yet waited for.
        unsafe { libc::kill(self.pid, libc::SIGKILL) };
        self.ends_within(Duration::from_secs(60));
    }

    fn wait(
        self,
        options: &Options,
        shared: &Shared,
        status: &mut Status,
        output: &Output,
    ) -> Result<End, String> {
        let shares = shared.counts();
        let mut execution = (0, Instant::now());
        loop {
            let has_ended = self.ends_within(LOOK);
            // Also where workers live for less than that.
            status.progress(counts(shared, output));
            if has_ended {
                return Ok(if shares.done.load(SeqCst) {
                    End::Over
                } else if shares.failed.load(SeqCst) {
                    End::Failed
                } else {
                    End::Harness("crash")
                });
            }
            let now = shares.executions.load(SeqCst);
            if now != execution.0 || !shares.running.load(SeqCst) {
                execution = (now, Instant::now());
            }
            if execution.1.elapsed() > options.timeout {
                self.kill();
                return Ok(End::Harness("timeout"));
            }
            if is_over(options, status) {
                self.kill();
                return Ok(End::Over);
            }
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // SAFETY: ours, and ended or killed; both are used no more.
        unsafe {
            libc::waitpid(self.pid, std::ptr::null_mut(), 0);
            libc::close(self.handle);
        }
    }
}

/// What crashing inputs have reached before.
struct Seen {
    shared: &'static Shared,
    classes: Vec<u8>,
}

impl Seen {
    fn new(shared: &'static Shared) -> Seen {
        Seen {
            shared,
            classes: vec![0; shared.map().1],
        }
    }

    /// Whether the map shows something new, or nothing at all; clears it.
    fn is_new(&mut self) -> bool {
        let (start, length) = self.shared.map();
        // SAFETY: the worker is gone.
        let map = unsafe { std::slice::from_raw_parts_mut(start, length) };
        let (mut is_new, mut is_empty) = (false, true);
        for (class, count) in self.classes.iter_mut().zip(map) {
            if *count != 0 {
                is_empty = false;
                is_new |= *class == 0;
                *class = 1;
                *count = 0;
            }
        }
        is_new || is_empty
    }
}
