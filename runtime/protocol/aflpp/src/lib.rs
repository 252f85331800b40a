//! AFL++'s protocol, from 4.00c on: both of its handshakes, test cases in shared memory, the dictionary, cmplog (`-c`),
//! IJON, and taking turns without the fork server.
#![no_std]

mod handshake;

use fz_abi::afl::{CONTROL_FD, STATUS_FD, error};
use fz_runtime_core::environment::Variable;
use fz_runtime_core::layout::{self, Demand};
use fz_runtime_core::{distance, segment, sys};
use fz_runtime_protocol::environment::{self, *};
use fz_runtime_protocol::{Channel, Failure, Protocol, cmplog, ijon, runtime, test_case, tokens};

use handshake::{Offer, Version};

runtime!(Aflpp);

struct Aflpp;

impl Protocol for Aflpp {
    const VARIABLES: &'static [Variable] = &[
        SHM_ID,
        SHM_FUZZ_ID,
        CMPLOG_SHM_ID,
        SHM_FUZZ_MAP_SIZE,
        SYNC,
        ONLY_SERVER,
        PERSISTENT,
        ALONE,
        WHOLE,
        DEFERRED,
        NO_IJON,
        DUMP_MAP_SIZE,
    ];

    fn is_watched() -> bool {
        environment::MAP.is_set()
    }

    fn demand() -> Demand {
        Demand {
            areas: if ijon::is_used() {
                ijon::size(has_slots())
            } else {
                0
            },
            least: distance::least_map(),
            limit: None,
        }
    }

    fn attach() -> Result<(), Failure> {
        cmplog::attach()
    }

    fn report(failure: Failure) {
        let code = match failure {
            Failure::Segment(segment::Failure::Open) => error::SHM_OPEN,
            Failure::Segment(segment::Failure::Attach) => error::SHMAT,
            Failure::Segment(segment::Failure::Map) => error::MMAP,
            Failure::CompareLayout => error::OLD_CMPLOG,
        };
        if sys::write_word(STATUS_FD, version().error(code)) {
            sys::exit(1);
        }
    }

    fn greet(map_size: usize) -> Result<Option<Channel>, Failure> {
        if let Some(areas) = layout::areas() {
            ijon::attach(areas, has_slots());
        }
        let offer = Offer {
            map_size,
            test_cases: test_case::attach()?,
            tokens: tokens::gather(),
            has_slots: has_slots(),
        };
        let first_command = version().greet(offer);
        Ok(first_command.map(|first_command| Channel {
            control: CONTROL_FD,
            status: STATUS_FD,
            first_command,
        }))
    }

    fn begin_run() {
        ijon::restart();
    }

    fn end_run() {}
}

/// Fuzzers from 4.20c to 4.32c do not say which protocol they speak. They accept the old one, except for `-c`.
fn version() -> Version {
    if environment::SPEAKS_NEW_PROTOCOL.is_set() || cmplog::needs_new_protocol() {
        Version::New
    } else {
        Version::Old
    }
}

/// Whether IJON has its slots: only fuzzers with the new handshake know of them.
fn has_slots() -> bool {
    ijon::is_used() && version() == Version::New
}
