//! The program to fuzz: what it says of itself, and how it is started.

use std::ffi::OsString;
use std::path::PathBuf;

use fz_libafl_common::engine::Log;
use fz_libafl_common::feedback::{Coverage, Hits, State};
use fz_libafl_common::options::Options;
use fz_libafl_common::output::LONGEST;
use libafl::executors::StdChildArgs;
use libafl::executors::forkserver::{ForkserverExecutor, ForkserverExecutorBuilder};
use libafl::inputs::BytesInput;
use libafl::mutators::Tokens;
use libafl_bolts::shmem::{ShMemProvider, UnixShMem, UnixShMemProvider};
use libafl_bolts::tuples::tuple_list;
use libafl_bolts::{Error, StdTargetArgs};
use nix::sys::signal::Signal;

use crate::MAP;

/// What AFL++ looks for in the file of a program.
const PERSISTENT: &[u8] = b"##SIG_AFL_PERSISTENT##";
const DEFERRED: &[u8] = b"##SIG_AFL_DEFER_FORKSRV##";

/// Runs the program.
pub type Executor = ForkserverExecutor<BytesInput, (Coverage, ()), State, UnixShMem>;
/// Runs its build with cmplog instrumentation.
pub type Tracer = ForkserverExecutor<BytesInput, (Log, ()), State, UnixShMem>;

/// What a program with LeakSanitizer has in it, and how it ends of a leak: no signal leads there.
const FINDS_LEAKS: &[u8] = b"ERROR: LeakSanitizer";
const LEAK_EXIT: i8 = 23;

pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    is_persistent: bool,
    is_deferred: bool,
    finds_leaks: bool,
}

impl Program {
    pub fn read(words: &[OsString]) -> Result<Program, Error> {
        let (path, arguments) = words.split_first().expect("a program is named");
        let path = PathBuf::from(path);
        let file = std::fs::read(&path)
            .map_err(|e| Error::illegal_argument(format!("{}: {e}", path.display())))?;
        let says = |mark: &[u8]| file.windows(mark.len()).any(|bytes| bytes == mark);
        Ok(Program {
            arguments: arguments.to_vec(),
            is_persistent: says(PERSISTENT),
            is_deferred: says(DEFERRED),
            finds_leaks: says(FINDS_LEAKS),
            path,
        })
    }

    fn builder<'a>(
        &self,
        options: &Options,
        provider: &'a mut UnixShMemProvider,
    ) -> ForkserverExecutorBuilder<'a, UnixShMemProvider> {
        let builder = ForkserverExecutor::builder();
        let builder = match self.finds_leaks {
            true => builder.crash_exitcode(LEAK_EXIT),
            false => builder,
        };
        builder
            .program(&self.path)
            .shmem_provider(provider)
            .parse_afl_cmdline(&self.arguments)
            .coverage_map_size(MAP)
            .max_input_size(LONGEST)
            .min_input_size(0)
            .is_persistent(self.is_persistent)
            .is_deferred_frksrv(self.is_deferred)
            .kill_signal(Signal::SIGKILL)
            .timeout(options.timeout)
    }

    /// Starts the program; the tokens that it offers go to `tokens`.
    pub fn executor(
        &self,
        options: &Options,
        tokens: &mut Tokens,
        coverage: Coverage,
    ) -> Result<Executor, Error> {
        let mut provider = UnixShMemProvider::new()?;
        self.builder(options, &mut provider)
            .autotokens(tokens)
            .build_dynamic_map::<_, Hits, _, _, _>(coverage, tuple_list!())
    }

    /// Starts it as the build that logs compares.
    pub fn tracer(&self, options: &Options, observers: (Log, ())) -> Result<Tracer, Error> {
        let mut provider = UnixShMemProvider::new()?;
        self.builder(options, &mut provider).build(observers)
    }
}
