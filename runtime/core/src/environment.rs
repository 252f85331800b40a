//! What people and fuzzers say through the environment: read once, in the constructor, because programs may overwrite or
//! clear their environment before a deferred start.
//!
//! Which variables there are a table says: the core's own is here, each protocol brings one.

use core::ffi::CStr;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use fz_abi::contexts::CHECK_ENV;
use fz_abi::map::DLOPEN_ROOM_ENV;

use crate::sys;
use crate::value::Value;

/// A variable, and what is done with its value.
pub struct Variable {
    /// Its name.
    pub name: &'static CStr,
    /// Called with the value, which may be empty.
    pub take: fn(&[u8]),
}

/// The directory for what `check` builds find.
pub static CHECK: Value<CHECK_ROOM> = Value::new();
/// As long as that path can be.
pub const CHECK_ROOM: usize = 1024;
/// `usize::MAX`: not set.
static DLOPEN_ROOM: AtomicUsize = AtomicUsize::new(usize::MAX);

/// What the core itself wants to know.
static VARIABLES: [Variable; 2] = [
    Variable {
        name: CHECK_ENV,
        take: |value| CHECK.set(value),
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

/// Reads the environment, for the core and for the protocol. False where the environment counts for nothing: a setuid
/// program must not let its caller map memory into it.
pub fn read(variables: &[Variable]) -> bool {
    if sys::is_secure() {
        return false;
    }
    sys::for_each_variable(|variable| {
        // SAFETY: entries of `environ` are NUL-terminated strings.
        let variable = unsafe { CStr::from_ptr(variable) }.to_bytes();
        let Some(equals) = variable.iter().position(|&byte| byte == b'=') else {
            return;
        };
        let (name, value) = (&variable[..equals], &variable[equals + 1..]);
        let known = variables.iter().chain(&VARIABLES);
        for variable in known.filter(|known| is(name, known.name)) {
            (variable.take)(value);
        }
    });
    true
}

/// Names must stay in the file as strings, whole: fuzzers look for some of them there, NUL included. So the comparison
/// may not be turned into one with immediate operands.
fn is(name: &[u8], expected: &'static CStr) -> bool {
    name == core::hint::black_box(expected).to_bytes()
}

/// The room for later libraries that a person has asked for.
pub fn dlopen_room() -> Option<usize> {
    let room = DLOPEN_ROOM.load(Relaxed);
    (room != usize::MAX).then_some(room)
}
