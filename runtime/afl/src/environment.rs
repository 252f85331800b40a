//! What the fuzzer says through the environment: read once, in the constructor, because programs may
//! overwrite or clear their environment before a deferred start.

use core::ffi::CStr;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering::Relaxed};

use fz_abi::afl::env;
use fz_abi::angora;
use fz_abi::contexts::CHECK_ENV;
use fz_abi::map::DLOPEN_ROOM_ENV;

use crate::segment::Name;
use crate::{ANGORA, CLASSIC, sys};

/// Where the map is, in each engine's environment.
const MAP_ENV: &CStr = if ANGORA {
    angora::env::TABLE
} else {
    env::SHM_ID
};

pub static MAP: Name = Name::new();
/// Valkyrie's table, whose counters are wider than those in a map.
pub static TABLE: Name = Name::new();
/// What Angora and Valkyrie work on.
pub static CONDITION: Name = Name::new();
/// The path of their socket.
pub static SOCKET: Value<SOCKET_ROOM> = Value::new();
/// As much as an address has room for.
pub const SOCKET_ROOM: usize = 107;
pub static TEST_CASES: Name = Name::new();
pub static COMPARES: Name = Name::new();
/// The directory for what `check` builds find.
pub static CHECK: Value<CHECK_ROOM> = Value::new();
pub const CHECK_ROOM: usize = 1024;
/// Whether the fuzzer may share more than a map.
const SHARES_MORE: bool = !CLASSIC && !ANGORA;
static NEW_PROTOCOL: AtomicBool = AtomicBool::new(false);
static PERSISTENT: AtomicBool = AtomicBool::new(false);
static ALONE: AtomicBool = AtomicBool::new(false);
static WHOLE: AtomicBool = AtomicBool::new(false);
static DEFERRED: AtomicBool = AtomicBool::new(false);
static NO_IJON: AtomicBool = AtomicBool::new(false);
static ONLY_SERVER: AtomicBool = AtomicBool::new(false);
/// 0: not set.
static SYNC: AtomicUsize = AtomicUsize::new(0);
static DUMP_MAP_SIZE: AtomicBool = AtomicBool::new(false);
/// `usize::MAX`: not set.
static DLOPEN_ROOM: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Reads the environment; whether there is anything for us to do. A setuid program must not let its
/// caller map memory into it, so there the environment counts for nothing.
pub fn read() -> bool {
    if sys::is_secure() {
        return false;
    }
    sys::for_each_variable(|variable| {
        // SAFETY: entries of `environ` are NUL-terminated strings.
        let variable = unsafe { CStr::from_ptr(variable) }.to_bytes_with_nul();
        let Some(equals) = variable.iter().position(|&byte| byte == b'=') else {
            return;
        };
        let (name, value) = (
            &variable[..equals],
            &variable[equals + 1..variable.len() - 1],
        );
        if is(name, MAP_ENV) {
            let is_id = value.iter().all(u8::is_ascii_digit);
            if ANGORA && !is_id { &TABLE } else { &MAP }.set(value);
        } else if ANGORA && is(name, angora::env::CONDITION) {
            CONDITION.set(value);
        } else if ANGORA && is(name, angora::env::SOCKET) {
            SOCKET.set(value);
        } else if SHARES_MORE && is(name, env::SHM_FUZZ_ID) {
            TEST_CASES.set(value);
        } else if SHARES_MORE && is(name, env::CMPLOG_SHM_ID) {
            COMPARES.set(value);
        } else if SHARES_MORE && is(name, env::SHM_FUZZ_MAP_SIZE) {
            NEW_PROTOCOL.store(true, Relaxed);
        } else if SHARES_MORE && is(name, env::SYNC) {
            SYNC.store(sys::parse_number(value).unwrap_or(0), Relaxed);
        } else if !ANGORA && is(name, env::ONLY_SERVER) {
            ONLY_SERVER.store(true, Relaxed);
        } else if !ANGORA && is(name, env::PERSISTENT) {
            PERSISTENT.store(true, Relaxed);
        } else if SHARES_MORE && is(name, env::ALONE) {
            ALONE.store(true, Relaxed);
        } else if is(name, env::WHOLE) {
            WHOLE.store(true, Relaxed);
        } else if !ANGORA && is(name, env::DEFERRED) {
            DEFERRED.store(true, Relaxed);
        } else if is(name, env::NO_IJON) {
            NO_IJON.store(true, Relaxed);
        } else if is(name, env::DUMP_MAP_SIZE) {
            DUMP_MAP_SIZE.store(true, Relaxed);
        } else if is(name, CHECK_ENV) {
            CHECK.set(value);
        } else if is(name, DLOPEN_ROOM_ENV)
            && let Some(room) = sys::parse_number(value)
        {
            DLOPEN_ROOM.store(room, Relaxed);
        }
    });
    is_watched() || CHECK.is_set() || dumps_map_size()
}

/// Whether there is a fuzzer to count for.
pub fn is_watched() -> bool {
    MAP.is_set() || TABLE.is_set()
}

/// The names must stay in the file as strings, whole: fuzzers look for [`env::SHM_ID`], NUL included. So the
/// comparison may not be turned into one with immediate operands.
fn is(name: &[u8], expected: &'static CStr) -> bool {
    name == core::hint::black_box(expected).to_bytes()
}

pub fn speaks_new_protocol() -> bool {
    NEW_PROTOCOL.load(Relaxed)
}

pub fn is_persistent() -> bool {
    PERSISTENT.load(Relaxed)
}

/// Whether a pass may be followed by another only if it has left nothing behind.
pub fn wants_passes_alone() -> bool {
    ALONE.load(Relaxed)
}

/// Whether no test case is taken back.
pub fn wants_all_counted() -> bool {
    WHOLE.load(Relaxed)
}

/// Whether the map is another program's.
pub fn has_no_map() -> bool {
    ONLY_SERVER.load(Relaxed)
}

/// Where in the map's segment the fuzzer has put the word by which a persistent child is to take turns with it.
pub fn sync_offset() -> Option<usize> {
    match SYNC.load(Relaxed) {
        0 => None,
        offset => Some(offset),
    }
}

pub fn is_deferred() -> bool {
    DEFERRED.load(Relaxed)
}

pub fn refuses_ijon() -> bool {
    NO_IJON.load(Relaxed)
}

pub fn dumps_map_size() -> bool {
    DUMP_MAP_SIZE.load(Relaxed)
}

/// The room for later libraries that a person has asked for.
pub fn dlopen_room() -> Option<usize> {
    let room = DLOPEN_ROOM.load(Relaxed);
    (room != usize::MAX).then_some(room)
}

/// A variable's value, copied out of the environment. One that is empty is not set; of one that is too long as much
/// is kept as there is room for.
pub struct Value<const ROOM: usize> {
    bytes: [AtomicU8; ROOM],
    len: AtomicUsize,
}

impl<const ROOM: usize> Value<ROOM> {
    pub const fn new() -> Self {
        Value {
            bytes: [const { AtomicU8::new(0) }; ROOM],
            len: AtomicUsize::new(0),
        }
    }

    fn set(&self, value: &[u8]) {
        for (to, &from) in self.bytes.iter().zip(value) {
            to.store(from, Relaxed);
        }
        self.len.store(value.len().min(ROOM), Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.len.load(Relaxed) != 0
    }

    /// Copies it to the start of `to`, which has room for it, and returns how long it is.
    pub fn copy_to(&self, to: &mut [u8]) -> usize {
        let len = self.len.load(Relaxed);
        for (to, from) in to[..len].iter_mut().zip(&self.bytes) {
            *to = from.load(Relaxed);
        }
        len
    }
}
