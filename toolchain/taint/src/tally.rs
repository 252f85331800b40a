//! What is missing in the traces of many runs, and what is said of them once.

use std::collections::BTreeSet;

use fz_abi::taint::trace as flags;

use crate::Trace;

/// What went wrong in traces.
#[derive(Default)]
pub struct Tally {
    pub runs: usize,
    /// Runs in which labels had run out.
    pub full: usize,
    pub dropped: u64,
    /// Runs that had no room for the records of sites or operands.
    pub unrecorded: usize,
    /// Runs in which later executions had no room.
    pub unmarked: usize,
    pub forks: u64,
    /// Runs that read nothing of the input.
    pub unread: usize,
    /// Executions of sites, and sites with later ones, that were written.
    pub events: usize,
    pub foreign: BTreeSet<String>,
    pub notes: BTreeSet<String>,
}

impl Tally {
    /// Adds a run, of which so many executions were written.
    pub fn add(&mut self, trace: &Trace, events: usize) {
        let header = &trace.header;
        let is = |flag| usize::from(header.has(flag));
        self.runs += 1;
        self.full += is(flags::NODES_FULL);
        self.dropped += header.left_out;
        self.unrecorded += is(flags::RECORDS_FULL);
        self.unmarked += is(flags::ROWS_FULL);
        self.forks += header.forks;
        self.unread += 1 - is(flags::INPUT_SEEN);
        self.events += events;
        self.foreign.extend(trace.foreign.iter().cloned());
        self.notes.extend(trace.notes.iter().cloned());
    }
}
