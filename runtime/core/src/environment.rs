//! The environment variables of people and fuzzers, read once in the constructor, because programs may overwrite or
//! clear their environment before a deferred start.
//!
//! Tables say which variables there are: the core's is here, each protocol has one.

use core::ffi::{CStr, c_char};
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use fz_abi::climb::GATES_ENV;
use fz_abi::contexts::CHECK_ENV;
use fz_abi::distance::SEGMENT_ENV;
use fz_abi::fox;
use fz_abi::map::DLOPEN_ROOM_ENV;

use crate::hash::Hash;
use crate::sys;
use crate::value::Value;

/// A variable, and what to do with its value.
pub struct Variable {
    /// Its name.
    pub name: &'static CStr,
    /// Called with the value, which may be empty.
    pub take: fn(&[u8]),
    /// Whether it leads to the map, which is laid out for one program.
    pub leads_to_map: bool,
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
        leads_to_map: false,
    },
    Variable {
        name: CHECK_ENV,
        take: |value| CHECK.set(value),
        leads_to_map: false,
    },
    Variable {
        name: SEGMENT_ENV,
        take: |value| DISTANCES.set(value),
        leads_to_map: false,
    },
    Variable {
        name: fox::DISTANCES,
        take: |value| FOX[0].set(value),
        leads_to_map: false,
    },
    Variable {
        name: fox::COVERED,
        take: |value| FOX[1].set(value),
        leads_to_map: false,
    },
    Variable {
        name: fox::HIT,
        take: |value| FOX[2].set(value),
        leads_to_map: false,
    },
    Variable {
        name: DLOPEN_ROOM_ENV,
        take: |value| {
            if let Some(room) = sys::parse_number(value) {
                DLOPEN_ROOM.store(room, Relaxed);
            }
        },
        leads_to_map: false,
    },
];

/// Behind the value of a variable that leads to the map: here comes whose it is.
const MARK: u8 = b'@';
/// Digits of an owner.
const DIGITS: usize = 8;
/// Which program a map is of, by a hash of its headers.
type Owner = [u8; DIGITS];

fn own_mark() -> Owner {
    let mut hash = Hash::new();
    hash.add(sys::own_headers());
    let mut digits = [0; DIGITS];
    for (at, digit) in digits.iter_mut().enumerate() {
        let four = hash.value() >> (28 - 4 * at) & 15;
        *digit = b"0123456789abcdef"[four as usize];
    }
    digits
}

/// The value as the fuzzer gave it, and the owner, if a program has put its own there.
fn parts(value: &[u8]) -> (&[u8], Option<&[u8]>) {
    let at = value.len().saturating_sub(DIGITS + 1);
    match value.get(at) {
        Some(&MARK) => (&value[..at], Some(&value[at + 1..])),
        _ => (value, None),
    }
}

/// The longest entry of a variable that leads to the map.
const ENTRY_ROOM: usize = 160;
/// What stands in the environment in the place of the fuzzer's entry.
static ENTRY: Value<ENTRY_ROOM> = Value::new();

/// Marks the map as this program's. What it executes finds the mark, and leaves the map alone: its own counters would be
/// taken for this program's edges. The same program executed again counts on.
pub fn claim(variables: &[Variable]) {
    let mut entry = [0; ENTRY_ROOM];
    let mut name_len = 0;
    let mut len = 0;
    sys::for_each_variable(|variable| {
        // SAFETY: entries of `environ` are NUL-terminated strings.
        let variable = unsafe { CStr::from_ptr(variable) }.to_bytes();
        let name = variable
            .split(|&byte| byte == b'=')
            .next()
            .unwrap_or_default();
        let leads = |known: &Variable| known.leads_to_map && known.name.to_bytes() == name;
        let room = name.len() + 1..ENTRY_ROOM - DIGITS - 1;
        if !variables.iter().any(leads) || !room.contains(&variable.len()) {
            return;
        }
        let (value, _) = parts(&variable[name.len() + 1..]);
        name_len = name.len();
        len = name_len + 1 + value.len();
        entry[..len].copy_from_slice(&variable[..len]);
    });
    if len == 0 {
        return;
    }
    entry[len] = MARK;
    entry[len + 1..][..DIGITS].copy_from_slice(&own_mark());
    ENTRY.set(&entry[..len + 1 + DIGITS]);
    // SAFETY: it is static, and ends with a NUL, for it is longer than what was put there.
    unsafe { sys::replace_variable(&entry[..name_len], ENTRY.address().cast::<c_char>()) };
}

/// Reads the environment, for the core and for the protocol. Returns false if it must be ignored: a setuid program must
/// not let its caller map memory into it, and the map of another program is not for this one.
pub fn read(variables: &[Variable]) -> bool {
    if sys::is_secure() {
        return false;
    }
    // The names must stay in the file as whole strings, including their NUL, because fuzzers search for some of them.
    // So the compiler must not see what they are compared with.
    let tables = core::hint::black_box([variables, &VARIABLES]);
    let mut is_of_another = false;
    sys::for_each_variable(|variable| {
        // SAFETY: entries of `environ` are NUL-terminated strings.
        let variable = unsafe { CStr::from_ptr(variable) }.to_bytes();
        let Some(equals) = variable.iter().position(|&byte| byte == b'=') else {
            return;
        };
        let (name, value) = (&variable[..equals], &variable[equals + 1..]);
        for table in tables {
            for known in table {
                if known.name.to_bytes() != name {
                    continue;
                }
                let (value, owner) = match known.leads_to_map {
                    true => parts(value),
                    false => (value, None),
                };
                is_of_another |= owner.is_some_and(|owner| owner != own_mark());
                (known.take)(value);
            }
        }
    });
    !is_of_another
}

/// The room for later libraries, if it was set.
pub fn dlopen_room() -> Option<usize> {
    let room = DLOPEN_ROOM.load(Relaxed);
    (room != usize::MAX).then_some(room)
}
