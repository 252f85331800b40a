//! Runs the harness on an input, in this process.

use libafl::Error;
use libafl::executors::{Executor, ExitKind, HasObservers};
use libafl::inputs::{BytesInput, HasMutatorBytes};
use libafl::state::HasExecutions;
use libafl_bolts::tuples::RefIndexable;
use std::sync::atomic::Ordering::SeqCst;

use crate::{Harness, counters, gate, sanitizers, shared::Shared};

pub struct InProcess<O> {
    pub harness: Harness,
    pub shared: &'static Shared,
    pub observers: O,
    /// Whether compares are logged.
    pub traces: bool,
}

impl<O, M, S: HasExecutions, Z> Executor<M, BytesInput, S, Z> for InProcess<O> {
    fn run_target(
        &mut self,
        _: &mut Z,
        state: &mut S,
        _: &mut M,
        input: &BytesInput,
    ) -> Result<ExitKind, Error> {
        *state.executions_mut() += 1;
        let input = input.mutator_bytes();
        let copy = Copy::of(input)?;
        let counts = self.shared.counts();
        self.shared.set_input(input);
        counts.executions.fetch_add(1, SeqCst);
        gate::set(self.traces);
        counters::clear();
        counts.running.store(true, SeqCst);
        sanitizers::before(copy.start, copy.length);
        // SAFETY: a harness takes any bytes.
        let result = unsafe { (self.harness)(copy.start, copy.length) };
        counts.running.store(false, SeqCst);
        // -1: the input is not to be kept, so its counters are dropped.
        if result != -1 {
            counters::copy();
        }
        gate::set(false);
        Ok(ExitKind::Ok)
    }
}

impl<O> HasObservers for InProcess<O> {
    type Observers = O;

    fn observers(&self) -> RefIndexable<&O, O> {
        RefIndexable::from(&self.observers)
    }

    fn observers_mut(&mut self) -> RefIndexable<&mut O, O> {
        RefIndexable::from(&mut self.observers)
    }
}

/// The input in an allocation of its own size, so that a sanitizer detects every read beyond its end.
struct Copy {
    start: *mut u8,
    length: usize,
}

impl Copy {
    fn of(input: &[u8]) -> Result<Copy, Error> {
        // SAFETY: malloc has no preconditions.
        let start: *mut u8 = unsafe { libc::malloc(input.len()) }.cast();
        if start.is_null() && !input.is_empty() {
            return Err(Error::unknown("no memory for an input"));
        }
        // SAFETY: so much room was given.
        unsafe { std::ptr::copy_nonoverlapping(input.as_ptr(), start, input.len()) };
        Ok(Copy {
            start,
            length: input.len(),
        })
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // SAFETY: from malloc.
        unsafe { libc::free(self.start.cast()) };
    }
}
