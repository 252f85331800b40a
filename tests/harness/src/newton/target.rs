//! A program of the profile `distance` that runs in persistent mode, and what each run leaves.

use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail};
use fz_abi::distance::{self, NOT_REACHED, SEEN, SEGMENT_ENV};

use crate::ask;
use crate::fuzzer::{Fuzzer, Options, Protocol, Segment, Words};

/// More than any small program's map has.
const MAP: usize = 1 << 14;
/// Where the header has them.
const MODE: usize = std::mem::offset_of!(distance::Header, mode);
const TOUCHED: usize = std::mem::offset_of!(distance::Header, touched);

pub struct Target {
    fuzzer: Fuzzer,
    segment: Segment,
    room: usize,
    /// By the number of an outcome the branch that it belongs to.
    branches: Vec<Branch>,
}

#[derive(Clone, Copy, Default)]
struct Branch {
    first: usize,
    outcomes: usize,
    compares_bytes: bool,
}

/// What one run has left.
pub struct Seen {
    pub map: Vec<u8>,
    pub distances: Distances,
    pub aborts: bool,
}

/// Of the outcomes of all branches that a run has reached.
#[derive(Default)]
pub struct Distances(Vec<(u32, i64)>);

impl Distances {
    pub fn iter(&self) -> impl Iterator<Item = (u32, i64)> {
        self.0.iter().copied()
    }

    pub fn of(&self, outcome: u32) -> Option<i64> {
        let found = self.iter().find(|(o, _)| *o == outcome);
        found.map(|(_, distance)| distance)
    }
}

impl Target {
    pub fn start(program: &Path) -> Result<Target> {
        let mut branches = Vec::new();
        for branch in ask::distances(program)? {
            let end = branch.first + branch.outcomes;
            branches.resize(branches.len().max(end), Branch::default());
            branches[branch.first..end].fill(Branch {
                first: branch.first,
                outcomes: branch.outcomes,
                compares_bytes: branch.kind == "call",
            });
        }
        let segment = Segment::new(distance::segment_size(branches.len()), false);
        let variable = SEGMENT_ENV.to_str().expect("a name in ASCII");
        let options = Options {
            map_size: MAP,
            test_cases: true,
            persistent: true,
            words: Some(Words::IfAny),
            variables: vec![(variable, segment.name.clone())],
            ..Options::new(Protocol::Turns)
        };
        let fuzzer = match Fuzzer::try_start(&mut Command::new(program), &options) {
            Ok(fuzzer) => fuzzer,
            Err(word) => bail!(
                "{} does not start as a fork server: it says {word:#x}",
                program.display()
            ),
        };
        Ok(Target {
            fuzzer,
            room: distance::room(distance::segment_size(branches.len())),
            segment,
            branches,
        })
    }

    /// When gates are open.
    pub fn set_mode(&mut self, mode: u32) {
        self.segment.bytes_mut()[MODE..][..4].copy_from_slice(&mode.to_le_bytes());
    }

    /// Whether any run has come out this way.
    pub fn is_seen(&self, outcome: u32) -> bool {
        self.segment.bytes()[distance::HEADER + outcome as usize] & SEEN != 0
    }

    /// Whether the outcome is one of a call that compares strings or memory.
    pub fn compares_bytes(&self, outcome: u32) -> bool {
        self.branches[outcome as usize].compares_bytes
    }

    pub fn run(&mut self, input: &[u8]) -> Seen {
        let run = self.fuzzer.run(input);
        Seen {
            map: run.map,
            distances: self.take(),
            aborts: libc::WIFSIGNALED(run.status) && libc::WTERMSIG(run.status) == libc::SIGABRT,
        }
    }

    /// Reads the distances of the last run, and resets them.
    fn take(&mut self) -> Distances {
        let bytes = self.segment.bytes_mut();
        let word = |bytes: &[u8], at: usize| {
            u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
        };
        let touched = word(bytes, TOUCHED) as usize;
        let mut found = Vec::new();
        for at in (0..touched).map(|n| distance::touched(self.room) + 4 * n) {
            let first = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
            let branch = self.branches[first as usize];
            for outcome in branch.first..branch.first + branch.outcomes {
                let at = distance::distances(self.room) + 8 * outcome;
                found.push((outcome as u32, word(bytes, at) as i64));
                bytes[at..at + 8].copy_from_slice(&NOT_REACHED.to_le_bytes());
            }
        }
        bytes[TOUCHED..][..8].fill(0);
        found.sort_unstable();
        found.retain(|(_, distance)| *distance != NOT_REACHED);
        Distances(found)
    }
}
