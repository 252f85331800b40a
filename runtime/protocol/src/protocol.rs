//! What a protocol is: the messages that a program and its fuzzer exchange, and what they share besides the map.

use core::ffi::c_int;

use fz_runtime_core::environment::Variable;
use fz_runtime_core::layout::Demand;
use fz_runtime_core::segment;

/// A protocol. A runtime is linked for one, so all calls are static.
pub trait Protocol {
    /// Its environment variables.
    const VARIABLES: &'static [Variable];

    /// Whether a fuzzer has provided a map.
    fn is_watched() -> bool;

    /// What it needs of the map.
    fn demand() -> Demand;

    /// Attaches what the fuzzer shares besides the map, after counters have been placed.
    fn attach() -> Result<(), Failure>;

    /// Reports the failure to the fuzzer and ends the process. Returns if no fuzzer is listening.
    fn report(failure: Failure);

    /// Offers the fork server, with a map of this size. `None` if no fuzzer is listening, as in a program that the
    /// target itself has started.
    fn greet(map_size: usize) -> Result<Option<Channel>, Failure>;

    /// A run begins, in a child of the fork server.
    fn begin_run();

    /// A run has ended: in the fork server, or in a program that runs without one.
    fn end_run();
}

/// A fuzzer that uses the fork server.
pub struct Channel {
    /// The descriptor of commands …
    pub control: c_int,
    /// … and that of answers.
    pub status: c_int,
    /// A word that the handshake has read but that is the first command.
    pub first_command: Option<u32>,
}

/// Why something could not be attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A segment cannot be attached.
    Segment(segment::Failure),
    /// The segment for compares has no known layout.
    CompareLayout,
}

impl From<segment::Failure> for Failure {
    fn from(failure: segment::Failure) -> Failure {
        Failure::Segment(failure)
    }
}
