//! What is said once, after all runs, if there is something to say.

use fz_abi::taint::{env, trace as flags};
use fz_engines::launch::replay::Runs;
use fz_taint::Tally;

use super::TaintArgs;

/// How many functions are named.
const NAMED: usize = 12;

pub fn notes(tally: &Tally, runs: &Runs, args: &TaintArgs, inputs: usize) -> Vec<String> {
    let mut notes: Vec<String> = tally.notes.iter().cloned().collect();
    let mut note = |is: bool, text: String| {
        if is {
            notes.push(text);
        }
    };
    let all = tally.runs;
    note(
        tally.unread > 0,
        format!(
            "{} of {all} runs read nothing of their input: does the program take it from a file? Then name that, with @@",
            tally.unread
        ),
    );
    note(
        tally.full > 0,
        format!(
            "labels ran out in {} of {all} runs (\"any\"): allow more than {} nodes with {}",
            tally.full,
            env::NODES_USUAL,
            env::NODES
        ),
    );
    note(
        tally.dropped > 0,
        format!(
            "{} executions were left out for want of room: allow more than {} with {}",
            tally.dropped,
            env::EVENTS_USUAL,
            env::EVENTS
        ),
    );
    note(
        tally.unrecorded > 0,
        format!(
            "{} of {all} runs had no room for all operands of calls: ask for fewer executions with --hits",
            tally.unrecorded
        ),
    );
    note(
        tally.unmarked > 0,
        format!(
            "{} of {all} runs had no room for which bytes flow into all later executions (there is some for {} sites, and \
             in inputs that are not files for {} bytes): give the input as a file with @@, or ask for more with --hits",
            tally.unmarked,
            flags::ROWS,
            flags::ROW_INPUT
        ),
    );
    note(
        tally.forks > 0,
        format!(
            "the program forked {} times: what its children did is not here",
            tally.forks
        ),
    );
    let named: Vec<_> = tally
        .foreign
        .iter()
        .take(NAMED)
        .map(String::as_str)
        .collect();
    let more = match tally.foreign.len().saturating_sub(NAMED) {
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
        tally.events == 0 && !args.site.is_empty() && all > 0,
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
