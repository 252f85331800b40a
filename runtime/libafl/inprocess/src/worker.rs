//! The process that fuzzes, until the run or the process ends.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering::SeqCst;

use fz_libafl_common::engine::{self, Log, Start, Target};
use fz_libafl_common::feedback;
use fz_libafl_common::options::Options;
use fz_libafl_common::output::Output;
use libafl::corpus::Corpus;
use libafl::state::HasCorpus;
use libafl_bolts::Error;
use libafl_bolts::ownedref::OwnedRefMut;
use libafl_bolts::tuples::{Handled, tuple_list};
use libafl_targets::cmps::AflppCmpLogMap;

use crate::executor::InProcess;
use crate::shared::Shared;
use crate::{Harness, compares, counters, death, tokens};

/// Fuzzes; returns at the end of the run.
pub fn run(
    options: &Options,
    output: &Output,
    shared: &'static Shared,
    harness: Harness,
    seed: u64,
) -> Result<(), Error> {
    let (map, length) = shared.map();
    counters::copy_to(map, length);
    death::watch();
    // SAFETY: shared memory stays.
    let coverage = unsafe { feedback::coverage(map, length) };
    let log: *mut AflppCmpLogMap = Box::leak(AflppCmpLogMap::boxed());
    // SAFETY: leaked; the callbacks write it while the harness runs, the observer reads it afterwards.
    let log = unsafe {
        compares::log_to(&mut *log);
        Log::new("compares", OwnedRefMut::from_mut_ptr(log), true)
    };
    let counts = shared.counts();
    let start = Start {
        options,
        output,
        seed,
    };
    engine::run(
        start,
        coverage,
        |coverage| {
            let handle = log.handle();
            let tracer = InProcess {
                harness,
                shared,
                observers: tuple_list!(log),
                traces: true,
            };
            let executor = InProcess {
                harness,
                shared,
                observers: tuple_list!(coverage),
                traces: false,
            };
            Ok(Target {
                executor,
                tracer: Some((tracer, handle)),
                tokens: tokens::tokens(),
            })
        },
        |loading| counts.loading.store(loading, SeqCst),
        |state| {
            counts.corpus.store(state.corpus().count() as u64, SeqCst);
            let most = options.executions.unwrap_or(u64::MAX);
            if counts.executions.load(SeqCst) < most {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    )
}
