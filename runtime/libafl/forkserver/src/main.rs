//! `fz-libafl`: LibAFL's fork-server fuzzer for programs that speak AFL's protocol, old or new.

mod env;
mod program;
mod segment;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::process::ExitCode;

use fz_libafl_common::engine::{self, Log, Start, Target};
use fz_libafl_common::feedback;
use fz_libafl_common::interrupt;
use fz_libafl_common::options::{self, HELP, Kind, Options, Request};
use fz_libafl_common::output::Output;
use fz_libafl_common::status::{Counts, Status};
use libafl::corpus::Corpus;
use libafl::mutators::Tokens;
use libafl::state::HasCorpus;
use libafl_bolts::Error;
use libafl_bolts::ownedref::OwnedRefMut;
use libafl_bolts::tuples::{Handled, tuple_list};
use libafl_targets::cmps::AflppCmpLogMap;

use program::Program;
use segment::Segment;

/// The size of the map that a target is offered; the target says how much of it it uses.
const MAP: usize = 8 << 20;

fn main() -> ExitCode {
    match options::parse(Kind::ForkServer, std::env::args_os().skip(1)) {
        Ok(Request::Help) => {
            print!(
                "usage: fz-libafl -i DIR -o DIR [options] [--] PROGRAM [ARGUMENT]...\n\n{HELP}  \
                 -c PROGRAM     a build of the program with cmplog instrumentation\n\n\
                 @@ among the arguments stands for the input file; without it the input is standard input.\n"
            );
            ExitCode::SUCCESS
        }
        Ok(Request::Fuzz(options)) => match fuzz(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => complain(&error.to_string()),
        },
        Err(error) => complain(&error),
    }
}

fn complain(error: &str) -> ExitCode {
    eprintln!("fz-libafl: {error}");
    ExitCode::FAILURE
}

fn fuzz(options: &Options) -> Result<(), Error> {
    let output = Output::make(&options.output)?;
    env::settle_sanitizers();
    let program = Program::read(&options.program)?;
    let map = Segment::new(MAP)?;
    // Both programs are started with the same map: they never run at the same time.
    map.announce("__AFL_SHM_ID");
    let (start, length) = map.leak();
    // SAFETY: leaked.
    let coverage = unsafe { feedback::coverage(start, length) };
    let mut status = Status::default();
    let begin = Start {
        options,
        output: &output,
        seed: options.seed,
    };
    let mut counts = Counts::default();
    interrupt::listen();
    let ended = engine::run(
        begin,
        coverage,
        |coverage| {
            let mut tokens = Tokens::new();
            let executor = program.executor(options, &mut tokens, coverage)?;
            let tracer = match &options.cmplog {
                None => None,
                Some(path) => {
                    let segment = Segment::new(size_of::<AflppCmpLogMap>())?;
                    segment.announce("__AFL_CMPLOG_SHM_ID");
                    let (start, _) = segment.leak();
                    // SAFETY: leaked, large enough, and of bytes.
                    let map = unsafe { OwnedRefMut::from_mut_ptr(start.cast::<AflppCmpLogMap>()) };
                    let log = Log::new("compares", map, true);
                    let handle = log.handle();
                    let traced =
                        Program::read(&[&[OsString::from(path)], &options.program[1..]].concat())?;
                    Some((traced.tracer(options, tuple_list!(log))?, handle))
                }
            };
            Ok(Target {
                executor,
                tracer,
                tokens,
            })
        },
        |_| {},
        |state| {
            counts = Counts {
                executions: engine::executions(state),
                corpus: state.corpus().count() as u64,
                objectives: output.objectives() as u64,
            };
            status.progress(counts);
            let is_over = options.time.is_some_and(|time| status.elapsed() >= time)
                || interrupt::is_wanted()
                || options
                    .executions
                    .is_some_and(|most| counts.executions >= most);
            if is_over {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    // A signal also interrupts the wait for the program, which LibAFL reports as an error.
    if !interrupt::is_wanted() {
        ended?;
    }
    status.finish(counts);
    Ok(())
}
