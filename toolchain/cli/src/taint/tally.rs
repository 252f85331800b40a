//! What is said once, behind all runs, if there is something to say.

use std::collections::BTreeSet;

use fz_abi::taint::{env, trace as flags};
use fz_taint::Trace;

use super::{super::replay::Runs, TaintArgs};

/// How many functions are named.
const NAMED: usize = 12;

/// What went wrong in traces.
#[derive(Default)]
pub struct Tally {
    runs: usize,
    /// Runs in which labels had run out.
    full: usize,
    dropped: u64,
    /// Runs that had no room for the records of sites or operands.
    unrecorded: usize,
    /// Runs in which later executions had no room.
    unmarked: usize,
    forks: u64,
    /// Runs that read nothing of the input.
    unread: usize,
    /// Executions of sites, and sites with later ones, that were written.
    events: usize,
    foreign: BTreeSet<String>,
    notes: BTreeSet<String>,
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

    pub fn notes(&self, runs: &Runs, args: &TaintArgs, inputs: usize) -> Vec<String> {
        let mut notes: Vec<String> = self.notes.iter().cloned().collect();
        let mut note = |is: bool, text: String| {
            if is {
                notes.push(text);
            }
        };
        let all = self.runs;
        note(
            self.unread > 0,
            format!(
                "{} of {all} runs read nothing of their input: does the program take it from a file? Then name that, with @@",
                self.unread
            ),
        );
        note(
            self.full > 0,
            format!(
                "labels ran out in {} of {all} runs (\"any\"): allow more than {} nodes with {}",
                self.full,
                env::NODES_USUAL,
                env::NODES
            ),
        );
        note(
            self.dropped > 0,
            format!(
                "{} executions were left out for want of room: allow more than {} with {}",
                self.dropped,
                env::EVENTS_USUAL,
                env::EVENTS
            ),
        );
        note(
            self.unrecorded > 0,
            format!(
                "{} of {all} runs had no room for all operands of calls: ask for fewer executions with --hits",
                self.unrecorded
            ),
        );
        note(
            self.unmarked > 0,
            format!(
                "{} of {all} runs had no room for which bytes flow into all later executions (there is some for {} sites, and \
                 in inputs that are no files for {} bytes): give the input as a file with @@, or ask for more with --hits",
                self.unmarked,
                flags::ROWS,
                flags::ROW_INPUT
            ),
        );
        note(
            self.forks > 0,
            format!(
                "the program forked {} times: what its children did is not here",
                self.forks
            ),
        );
        let named: Vec<_> = self
            .foreign
            .iter()
            .take(NAMED)
            .map(String::as_str)
            .collect();
        let more = match self.foreign.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        note(
            !named.is_empty(),
            format!(
                "bytes of inputs went into functions that are not compiled for this, and were followed into their results \
                 alone: {}{more}; compile what defines them with FZ_PROFILE=taint",
                named.join(", ")
            ),
        );
        note(
            self.events == 0 && !args.site.is_empty() && all > 0,
            "no site that --site names was executed with bytes of an input".to_owned(),
        );
        note(
            runs.timed_out > 0,
            format!(
                "{} of {all} runs took more than {} ms, and are here up to then: allow more with -t",
                runs.timed_out,
                args.timeout().as_millis()
            ),
        );
        note(
            runs.interrupted,
            format!("interrupted: {all} of {inputs} inputs are here"),
        );
        notes
    }
}
