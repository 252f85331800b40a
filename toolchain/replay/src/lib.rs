//! A program run over inputs, each in a process of its own, many at a time. Who watches the runs prepares each, and looks at
//! what it left behind ([`Watch`]).

use std::{
    ffi::OsString,
    fs::{self, File},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use fz_base::{tell, terminal};
use fz_engines::launch::{folder, target::Target, with_input};
use fz_process::{Command, Fate};

/// Over what a program is run, and how.
pub struct Request<'a> {
    pub target: &'a Target,
    /// The program's own, with `@@` where the input belongs.
    pub arguments: &'a [OsString],
    pub inputs: &'a [PathBuf],
    /// Processes at a time.
    pub jobs: usize,
    /// Of one run.
    pub timeout: Duration,
}

/// How many runs there were, and how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Runs {
    pub ended: usize,
    pub crashed: usize,
    pub timed_out: usize,
    pub interrupted: bool,
}

/// Variables that a program finds.
pub type Environment = Vec<(String, String)>;

/// Who looks at the runs.
pub trait Watch: Sync {
    /// What runs in one place, one after the other, have in common.
    type Place;

    /// A place, by a folder that is its own and the file that will have each input; and what programs there are told.
    fn place(&self, scratch: &Path, input: &Path) -> Result<(Self::Place, Environment)>;

    /// Before a run. Says where its errors go.
    fn before(&self, place: &mut Self::Place) -> Result<Stdio>;

    /// Behind a run over an input, by its number, unless it was interrupted.
    fn after(&self, place: &mut Self::Place, input: usize, fate: Fate) -> Result<()>;
}

/// Runs the program over all inputs, in their order.
pub fn run(request: &Request, watch: &impl Watch) -> Result<Runs> {
    let work = Work {
        request,
        watch,
        next: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
        runs: Mutex::default(),
    };
    let most = request.inputs.len().min(fz_process::MOST);
    work.run(request.jobs.clamp(1, most))?;
    Ok(work.runs.into_inner().expect("all threads ended"))
}

/// What threads share that run the program.
struct Work<'a, W> {
    request: &'a Request<'a>,
    watch: &'a W,
    next: AtomicUsize,
    stop: AtomicBool,
    runs: Mutex<Runs>,
}

impl<W: Watch> Work<'_, W> {
    fn run(&self, jobs: usize) -> Result<()> {
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..jobs)
                .map(|place| {
                    scope.spawn(move || {
                        let result = self.work(place);
                        if result.is_err() {
                            self.stop.store(true, Ordering::Relaxed);
                        }
                        result
                    })
                })
                .collect();
            self.show_progress();
            let results = threads.into_iter().map(|t| t.join().expect("no panic"));
            results.collect::<Result<Vec<()>>>().map(drop)
        })
    }

    /// One input after the other, in a process each.
    fn work(&self, number: usize) -> Result<()> {
        let scratch = fz_process::scratch().context("cannot make a folder for copies of inputs")?;
        let copy = scratch.path().join("input");
        let (mut place, mut environment) = self.watch.place(scratch.path(), &copy)?;
        environment.extend(self.request.target.environment());
        let command = Command {
            program: self.request.target.path.clone(),
            arguments: with_input(self.request.arguments, &copy),
        };
        let names_input = command.arguments != self.request.arguments;
        while !self.stop.load(Ordering::Relaxed) {
            let input = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = self.request.inputs.get(input) else {
                break;
            };
            // A copy: programs may write to what they are given.
            fs::copy(path, &copy).map_err(|e| folder::failed(path, &e))?;
            let stdin = match names_input {
                true => Path::new("/dev/null"),
                false => &copy,
            };
            let stdin = File::open(stdin).map_err(|e| folder::failed(stdin, &e))?;
            let errors = self.watch.before(&mut place)?;
            let fate = fz_process::replay(
                number,
                &command,
                &environment,
                stdin,
                errors,
                self.request.timeout,
            )?;
            if fate == Fate::Interrupted {
                self.runs.lock().expect("no panic").interrupted = true;
                self.stop.store(true, Ordering::Relaxed);
                break;
            }
            self.watch.after(&mut place, input, fate)?;
            let mut runs = self.runs.lock().expect("no panic");
            runs.ended += 1;
            match fate {
                Fate::Ended(status) => runs.crashed += usize::from(status.signal().is_some()),
                Fate::TimedOut => runs.timed_out += 1,
                Fate::Interrupted => {}
            }
        }
        Ok(())
    }

    /// How far it is, for who waits longer than that.
    fn show_progress(&self) {
        const PATIENCE: Duration = Duration::from_secs(2);
        const TICK: Duration = Duration::from_millis(20);
        let mut shown = Instant::now();
        let all = self.request.inputs.len();
        let is_watched = terminal::is_watched();
        while self.next.load(Ordering::Relaxed) < all && !self.stop.load(Ordering::Relaxed) {
            std::thread::sleep(TICK);
            if is_watched && shown.elapsed() > PATIENCE {
                shown = Instant::now();
                let done = self.runs.lock().expect("no panic").ended;
                tell!("fz: {done} of {all} inputs");
            }
        }
    }
}
