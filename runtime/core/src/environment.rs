//! The environment variables of people and fuzzers, read once in the constructor, because programs may overwrite or
//! clear their environment before a deferred start.
//!
//! Tables say which variables there are: the core's is here, each protocol has one.

use core::ffi::CStr;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use fz_abi::climb::GATES_ENV;
use fz_abi::contexts::CHECK_ENV;
use fz_abi::distance::SEGMENT_ENV;
use fz_abi::fox;
use fz_abi::map::DLOPEN_ROOM_ENV;

use crate::sys;
use crate::value::Value;

/// A variable, and what to do with its value.
pub struct Variable {
    /// Its name.
    pub name: &'static CStr,
    /// Called with the value, which may be empty.
    pub take: fn(&[u8]),
}

/// The directory for what `check` builds find.
pub static CHECK: Value<CHECK_ROOM> = Value::new();
/// The longest path.
pub const CHECK_ROOM: usize = 1024;
/// The name of the segment for distances.
pub static DISTANCES: Value<DISTANCES_ROOM> = Value::new();
/// The longest name, as for every segment.
const DISTANCES_ROOM: usize = 64;
/// The names of FOX's segments: distances, covered, hit.
pub static FOX: [Value<DISTANCES_ROOM>; 3] = [const { Value::new() }; 3];
/// Whether gates of steps are shut.
pub static GATES: Value<GATES_ROOM> = Value::new();
/// More than the longest word.
pub const GATES_ROOM: usize = 16;
/// `usize::MAX`: not set.
static DLOPEN_ROOM: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The core's own variables.
static VARIABLES: [Variable; 7] = [
    Variable {
        name: GATES_ENV,
        take: |value| GATES.set(value),
    },
    Variable {
        name: CHECK_ENV,
        take: |value| CHECK.set(value),
    },
    Variable {
        name: SEGMENT_ENV,
        take: |value| DISTANCES.set(value),
    },
    Variable {
        name: fox::DISTANCES,
        take: |value| FOX[0].set(value),
    },
    Variable {
        name: fox::COVERED,
        take: |value| FOX[1].set(value),
    },
    Variable {
        name: fox::HIT,
        take: |value| FOX[2].set(value),
    },
    Variable {
        name: DLOPEN_ROOM_ENV,
        take: |value| {
            if let Some(room) = sys::parse_number(value) {
                DLOPEN_ROOM.store(room, Relaxed);
            }
        },
    },
];

/// Reads the environment, for the core and for the protocol. Returns false if it must be ignored: a setuid program must
/// not let its caller map memory into it.
pub fn read(variables: &[Variable]) -> bool {
    if sys::is_secure() {
        return false;
    }
    // The names must stay in the file as whole strings, including their NUL, because fuzzers search for some of them.
    // So the compiler must not see what they are compared with.
    let tables = core::hint::black_box([variables, &VARIABLES]);
    sys::for_each_variable(|variable| {
        // SAFETY: entries of `environ` are NUL-terminated strings.
        let variable = unsafe { CStr::from_ptr(variable) }.to_bytes();
        let Some(equals) = variable.iter().position(|&byte| byte == b'=') else {
            return;
        };
        let (name, value) = (&variable[..equals], &variable[equals + 1..]);
        for table in tables {
            for known in table {
                if known.name.to_bytes() == name {
                    (known.take)(value);
                }
            }
        }
    });
    true
}

/// The room for later libraries, if it was set.
pub fn dlopen_room() -> Option<usize> {
    let room = DLOPEN_ROOM.load(Relaxed);
    (room != usize::MAX).then_some(room)
}
