//! The protocol of Angora and Valkyrie: runs start through a socket, and engine and program share, besides the map, the
//! condition that the engine works on. Valkyrie has a table instead of the map.
#![no_std]

mod condition;
mod environment;
mod table;

use core::ffi::c_int;

use fz_abi::angora::{CURRENT, TABLE_SIZE};
use fz_runtime_core::environment::Variable;
use fz_runtime_core::layout::Demand;
use fz_runtime_core::sys;
use fz_runtime_protocol::environment::{DUMP_MAP_SIZE, MAP, WHOLE};
use fz_runtime_protocol::{Channel, Failure, Protocol, runtime};

use environment::{SET_CONDITION, SET_SOCKET, SET_TABLE, SOCKET, SOCKET_ROOM, TABLE};

runtime!(Angora);

struct Angora;

impl Protocol for Angora {
    const VARIABLES: &'static [Variable] =
        &[SET_TABLE, SET_CONDITION, SET_SOCKET, WHOLE, DUMP_MAP_SIZE];

    fn is_watched() -> bool {
        MAP.is_set() || TABLE.is_set()
    }

    fn demand() -> Demand {
        Demand {
            areas: 0,
            least: 0,
            limit: MAP.is_set().then_some(TABLE_SIZE),
        }
    }

    fn attach() -> Result<(), Failure> {
        // The name must stay in the file, even if symbols are stripped.
        core::hint::black_box(CURRENT);
        table::attach(Angora::demand())?;
        condition::attach()
    }

    fn report(_: Failure) {
        // The protocol has no error messages: the engine notices that no program connects.
        if SOCKET.is_set() {
            sys::exit(1);
        }
    }

    /// The engine sometimes runs the program without a server.
    fn greet(_: usize) -> Result<Option<Channel>, Failure> {
        Ok(connect().map(|socket| Channel {
            control: socket,
            status: socket,
            first_command: None,
        }))
    }

    fn begin_run() {
        condition::begin_run();
    }

    fn end_run() {
        table::fill();
    }
}

/// Connects to the engine's socket, if it has one.
fn connect() -> Option<c_int> {
    if !SOCKET.is_set() {
        return None;
    }
    let mut path = [0; SOCKET_ROOM];
    let len = SOCKET.copy_to(&mut path);
    sys::connect(&path[..len])
}
