//! The protocol of the first AFL, which many fuzzers still speak. The handshake is one word of any value, without an
//! answer. The map has a fixed size, and nothing else is shared.
#![no_std]

use fz_abi::afl::{CONTROL_FD, STATUS_FD, classic};
use fz_runtime_core::environment::Variable;
use fz_runtime_core::layout::Demand;
use fz_runtime_core::sys;
use fz_runtime_protocol::environment::{self, *};
use fz_runtime_protocol::{Channel, Failure, Protocol, runtime};

runtime!(Classic);

struct Classic;

impl Protocol for Classic {
    const VARIABLES: &'static [Variable] = &[
        SHM_ID,
        ONLY_SERVER,
        PERSISTENT,
        WHOLE,
        DEFERRED,
        DUMP_MAP_SIZE,
    ];

    fn is_watched() -> bool {
        environment::MAP.is_set()
    }

    fn demand() -> Demand {
        Demand {
            areas: 0,
            least: 0,
            limit: Some(classic::MAP_SIZE),
        }
    }

    fn attach() -> Result<(), Failure> {
        Ok(())
    }

    fn report(_: Failure) {
        // The protocol has no error messages: the fuzzer notices that no hello comes.
        if sys::file_size(STATUS_FD).is_some() {
            sys::exit(1);
        }
    }

    fn greet(_: usize) -> Result<Option<Channel>, Failure> {
        let is_heard = sys::write_word(STATUS_FD, classic::HELLO);
        Ok(is_heard.then_some(Channel {
            control: CONTROL_FD,
            status: STATUS_FD,
            first_command: None,
        }))
    }

    fn begin_run() {}

    fn end_run() {}
}
