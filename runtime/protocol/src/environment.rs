//! The environment variables of AFL's descendants. Each protocol picks those that its fuzzers know.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use fz_abi::afl::env;
use fz_runtime_core::environment::Variable;
use fz_runtime_core::segment::Name;
use fz_runtime_core::sys;

/// A variable that only has to be set, whatever its value.
pub struct Flag(AtomicBool);

impl Flag {
    const fn new() -> Flag {
        Flag(AtomicBool::new(false))
    }

    /// Whether the variable is set.
    pub fn is_set(&self) -> bool {
        self.0.load(Relaxed)
    }
}

macro_rules! flags {
    ($($(#[$doc:meta])* $flag:ident: $variable:ident = $name:expr;)*) => {$(
        $(#[$doc])*
        pub static $flag: Flag = Flag::new();
        #[doc = concat!("Sets [`", stringify!($flag), "`].")]
        pub const $variable: Variable = Variable {
            name: $name,
            take: |_| $flag.0.store(true, Relaxed),
            leads_to_map: false,
        };
    )*};
}

macro_rules! names {
    ($($(#[$doc:meta])* $value:ident: $variable:ident = $name:expr, map: $is_map:literal;)*) => {$(
        $(#[$doc])*
        pub static $value: Name = Name::new();
        #[doc = concat!("Sets [`", stringify!($value), "`].")]
        pub const $variable: Variable = Variable {
            name: $name,
            take: |value| $value.set(value),
            leads_to_map: $is_map,
        };
    )*};
}

names! {
    /// The map's shared memory.
    MAP: SHM_ID = env::SHM_ID, map: true;
    /// The shared memory for test cases.
    TEST_CASES: SHM_FUZZ_ID = env::SHM_FUZZ_ID, map: false;
    /// The shared memory for operands of compares.
    COMPARES: CMPLOG_SHM_ID = env::CMPLOG_SHM_ID, map: false;
}

flags! {
    /// The fuzzer speaks the new protocol.
    SPEAKS_NEW_PROTOCOL: SHM_FUZZ_MAP_SIZE = env::SHM_FUZZ_MAP_SIZE;
    /// The fuzzer uses persistent mode.
    IS_PERSISTENT: PERSISTENT = env::PERSISTENT;
    /// An iteration may be followed by another only if it has left no state behind.
    WANTS_PASSES_ALONE: ALONE = env::ALONE;
    /// Test cases that the program discards are counted, too.
    WANTS_ALL_COUNTED: WHOLE = env::WHOLE;
    /// The map belongs to another program.
    HAS_NO_MAP: ONLY_SERVER = env::ONLY_SERVER;
    /// The program starts the fork server itself (deferred).
    IS_DEFERRED: DEFERRED = env::DEFERRED;
    /// Run without IJON.
    REFUSES_IJON: NO_IJON = env::NO_IJON;
    /// Print the map's size, and do nothing else.
    DUMPS_MAP_SIZE: DUMP_MAP_SIZE = env::DUMP_MAP_SIZE;
}

/// 0: not set.
static SYNC_OFFSET: AtomicUsize = AtomicUsize::new(0);
/// Sets [`sync_offset`].
pub const SYNC: Variable = Variable {
    name: env::SYNC,
    take: |value| SYNC_OFFSET.store(sys::parse_number(value).unwrap_or(0), Relaxed),
    leads_to_map: false,
};

/// The offset of the word in the map's shared memory by which a persistent child takes turns with the fuzzer.
pub fn sync_offset() -> Option<usize> {
    match SYNC_OFFSET.load(Relaxed) {
        0 => None,
        offset => Some(offset),
    }
}
