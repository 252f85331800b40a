//! What a program does before its loop over inputs and behind it: once in a process, however many inputs that runs.

use std::time::{Duration, Instant};

use anyhow::Result;
use fz_abi::afl::passes;

use fz_process::Segment;

use super::{
    fate, is_stopped,
    live::{Heard, Live},
};
use crate::blocks::Fate;

pub struct Frame {
    /// Positions of the map that are counted before, and behind.
    before: Vec<usize>,
    behind: Vec<usize>,
    /// How a process ends.
    pub fate: Fate,
}

impl Frame {
    /// Has a process go to its loop, and leave it there. `None`: it does anything else.
    pub fn learn(live: &mut Live, map: &mut Segment, timeout: Duration) -> Result<Option<Frame>> {
        let Some((child, status)) = run(live, map, passes::PAUSE, timeout)? else {
            return Ok(None);
        };
        if !is_stopped(status) {
            return Ok(None);
        }
        let before = counted(map);
        let ended = run(live, map, passes::LEAVE, timeout)?;
        let Some((same, status)) = ended else {
            return Ok(None);
        };
        let fate = fate(status);
        let is_end = same == child && !is_stopped(status) && matches!(fate, Fate::Exit(_));
        Ok(is_end.then(|| Frame {
            before,
            behind: counted(map),
            fate,
        }))
    }

    /// Adds what was counted before the run.
    pub fn put_before(&self, map: &mut Segment) {
        put_before(&self.before, map);
    }

    pub fn put_behind(&self, map: &mut Segment) {
        put(&self.behind, map);
    }
}

/// Unless the program has said that what was before is not to count.
pub fn put_before(positions: &[usize], map: &mut Segment) {
    if map.bytes()[0] != passes::DISCARDED {
        put(positions, map);
    }
}

fn put(positions: &[usize], map: &mut Segment) {
    let map = map.bytes_mut();
    for position in positions {
        map[*position] = map[*position].max(1);
    }
}

/// The child and its status, if all goes well.
fn run(
    live: &mut Live,
    map: &mut Segment,
    word: u8,
    timeout: Duration,
) -> Result<Option<(i32, i32)>> {
    map.clear();
    map.bytes_mut()[0] = word;
    let until = Instant::now() + timeout;
    let Heard::Word(child) = live.fork(timeout)? else {
        return Ok(None);
    };
    match live.hear(until)? {
        Heard::Word(status) => Ok(Some((child as i32, status as i32))),
        _ => Ok(None),
    }
}

/// Positions of the map with a count.
pub fn counted(map: &Segment) -> Vec<usize> {
    let counts = map.bytes().iter().enumerate();
    let counted = counts
        .skip(fz_abi::map::HEAD)
        .filter(|(_, count)| **count != 0);
    counted.map(|(position, _)| position).collect()
}
