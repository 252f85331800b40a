//! What a protocol is: the words that a program and its fuzzer exchange, and what they share besides the map.

use core::ffi::c_int;

use fz_runtime_core::environment::Variable;
use fz_runtime_core::layout::Demand;
use fz_runtime_core::segment;

/// One protocol. A runtime is linked for one, so all calls are static.
pub trait Protocol {
    /// The environment variables of its fuzzers.
    const VARIABLES: &'static [Variable];

    /// Whether a fuzzer has said where it wants its counts.
    fn is_watched() -> bool;

    /// What it asks of the map.
    fn demand() -> Demand;

    /// Attaches what the fuzzer shares besides the map, once counters have their places.
    fn attach() -> Result<(), Failure>;

    /// Tells the fuzzer what is wrong and ends the process. Returns if no fuzzer listens.
    fn report(failure: Failure);

    /// Offers the fork server, for a map of so many bytes. `None` if no fuzzer listens, as in a program that the
    /// target itself has started.
    fn greet(map_size: usize) -> Result<Option<Channel>, Failure>;

    /// A run begins, in a child of the fork server.
    fn begin_run();

    /// A run has ended: in the fork server, or in a program that runs without one.
    fn end_run();
}

/// A fuzzer that listens to the fork server.
pub struct Channel {
    /// The descriptor that commands come from …
    pub control: c_int,
    /// … and the one that answers go to.
    pub status: c_int,
    /// A word that the handshake has read although it is the first command.
    pub first_command: Option<u32>,
}

/// What went wrong while something was attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A segment is not there.
    Segment(segment::Failure),
    /// The segment for compares has no layout that is known here.
    CompareLayout,
}

impl From<segment::Failure> for Failure {
    fn from(failure: segment::Failure) -> Failure {
        Failure::Segment(failure)
    }
}
