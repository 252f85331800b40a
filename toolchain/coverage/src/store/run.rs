//! Runs of a store, and the builds that they ran.

use crate::{sets::Set, unrecorded::Unrecorded};

/// What tells a run from others, and where its times come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Run {
    pub campaign: String,
    pub fuzzer: String,
    pub configuration: String,
    pub name: String,
    pub clock: String,
    pub used: Used,
}

/// What a run has taken, as far as that is known. It does not tell runs apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct Used {
    /// Milliseconds by the clock.
    pub wall: Option<u64>,
    /// Milliseconds of processors.
    pub cpu: Option<u64>,
    pub executions: Option<u64>,
    /// The peak, in bytes.
    pub memory: Option<u64>,
}

impl Used {
    pub fn numbers(&self) -> [Option<u64>; 4] {
        [self.wall, self.cpu, self.executions, self.memory]
    }

    /// What is known of one run from two places: the later has seen more of it.
    pub fn joined(&self, other: &Used) -> Used {
        Used {
            wall: self.wall.max(other.wall),
            cpu: self.cpu.max(other.cpu),
            executions: self.executions.max(other.executions),
            memory: self.memory.max(other.memory),
        }
    }
}

impl Run {
    /// Whether both are the same run, seen from two machines, say.
    pub fn is(&self, other: &Run) -> bool {
        self.names() == other.names()
    }

    pub fn names(&self) -> [&str; 4] {
        [
            &self.campaign,
            &self.fuzzer,
            &self.configuration,
            &self.name,
        ]
    }

    pub fn title(&self) -> String {
        let known: Vec<&str> = self.names().into_iter().filter(|n| !n.is_empty()).collect();
        known.join("/")
    }
}

/// A program that inputs ran in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// XXH3 of its executable and of the libraries that count, in hexadecimal digits.
    pub fingerprint: String,
    pub program: String,
    /// What of the catalogue it has.
    pub members: Set,
    /// Units that it has, and of which nothing is known.
    pub unrecorded: Vec<Unrecorded>,
}
