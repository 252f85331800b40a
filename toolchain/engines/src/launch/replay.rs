//! A program run over inputs, each in a process of its own, many at a time. Who watches the runs prepares each, and looks at
//! what it left behind ([`Watch`]).

use std::{
    ffi::OsString,
    fs::{self, File},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context, Result};
use fz_base::scratch::Scratch;
use fz_process::{Command, Fate};

use super::{
    arguments::{input_in, with_input},
    folder,
    target::Target,
};

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
    /// What a run left behind.
    type Seen: Send;

    /// A place, by a folder that is its own and the file that will have each input; and what programs there are told.
    fn place(&self, scratch: &Path, input: &Path) -> Result<(Self::Place, Environment)>;

    /// Before a run. Says where its errors go.
    fn before(&self, place: &mut Self::Place) -> Result<Stdio>;

    /// After a run over an input, by its number, unless it was interrupted.
    fn after(&self, place: &mut Self::Place, input: usize, fate: Fate) -> Result<Self::Seen>;
}

/// Runs the program over all inputs. `keep` gets what the runs left behind, in the order of the inputs.
pub fn run<W: Watch>(
    request: &Request,
    watch: &W,
    mut keep: impl FnMut(W::Seen) -> Result<()>,
) -> Result<Runs> {
    let mut runs = Runs::default();
    fz_process::each(
        (request.inputs.len(), "inputs"),
        request.jobs,
        |number| Runner::new(number, request, watch),
        |runner, input| runner.run(request, watch, input),
        |_, (fate, seen)| {
            runs.ended += 1;
            match fate {
                Fate::Ended(status) => runs.crashed += usize::from(status.signal().is_some()),
                Fate::TimedOut => runs.timed_out += 1,
                Fate::Interrupted => {}
            }
            keep(seen)
        },
    )?;
    runs.interrupted = runs.ended < request.inputs.len();
    Ok(runs)
}

/// What a thread runs the program with.
struct Runner<P> {
    number: usize,
    command: Command,
    environment: Environment,
    /// A copy of the input: programs may write to what they are given.
    copy: PathBuf,
    is_named: bool,
    place: P,
    _scratch: Scratch,
}

impl<P> Runner<P> {
    fn new<W: Watch<Place = P>>(number: usize, request: &Request, watch: &W) -> Result<Runner<P>> {
        let scratch = fz_process::scratch().context("cannot make a folder for copies of inputs")?;
        let copy = input_in(scratch.path(), request.arguments);
        let (place, mut environment) = watch.place(scratch.path(), &copy)?;
        environment.extend(request.target.environment());
        let arguments = with_input(request.arguments, &copy);
        Ok(Runner {
            number,
            is_named: arguments != request.arguments,
            command: Command {
                program: request.target.path.clone(),
                arguments,
            },
            environment,
            copy,
            place,
            _scratch: scratch,
        })
    }

    /// `None`: this process was told to end.
    fn run<W: Watch<Place = P>>(
        &mut self,
        request: &Request,
        watch: &W,
        input: usize,
    ) -> Result<Option<(Fate, W::Seen)>> {
        let path = &request.inputs[input];
        fs::copy(path, &self.copy).map_err(|e| folder::failed(path, &e))?;
        let stdin = match self.is_named {
            true => Path::new("/dev/null"),
            false => &self.copy,
        };
        let stdin = File::open(stdin).map_err(|e| folder::failed(stdin, &e))?;
        let errors = watch.before(&mut self.place)?;
        let (command, environment) = (&self.command, &self.environment);
        let timeout = request.timeout;
        let fate = fz_process::replay(self.number, command, environment, stdin, errors, timeout)?;
        if fate == Fate::Interrupted {
            return Ok(None);
        }
        let seen = watch.after(&mut self.place, input, fate)?;
        Ok(Some((fate, seen)))
    }
}
