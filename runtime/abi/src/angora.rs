//! What Angora and Valkyrie expect of a 'fast' build. Both hear about one site at a time, that of the condition they
//! work on, and start runs through a fork server behind a socket.

use core::ffi::CStr;

use crate::{
    exporters::{ANGORA, count, symbols},
    layout::layouts,
};

/// Hidden, one per image (`linkonce_odr`): a `u32` with the id of the site ([`crate::sites::id`]) to report; 0
/// is no site's id.
pub const TOLD: &str = "__fz_angora_told";
/// [`variables::CURRENT`](crate::variables::CURRENT). Executables that do not contain this name count as
/// uninstrumented.
pub const CURRENT: &CStr = c"__angora_cond_cmpid";

/// Global symbols of the runtime besides [`crate::afl::EXPORTS`].
pub const EXPORTS: [&str; count(ANGORA)] = symbols(ANGORA);

/// Environment variables, set by the engine.
pub mod env {
    use core::ffi::CStr;

    /// The table of counters. Angora's is SysV shared memory of [`super::TABLE_SIZE`] bytes, by its id in decimal.
    /// Valkyrie's is a POSIX object, by its name; the program sets its size, two bytes for each counter.
    pub const TABLE: &CStr = c"ANGORA_BRANCHES_SHM_ID";
    /// SysV shared memory with one [`super::Condition`].
    pub const CONDITION: &CStr = c"ANGORA_COND_STMT_SHM_ID";
    /// The engine's socket: the program reads four bytes, forks, and writes the child's pid and then its status.
    pub const SOCKET: &CStr = c"ANGORA_FORKSRV_SOCKET_PATH";
}

/// The size of Angora's table.
pub const TABLE_SIZE: usize = 1 << 20;

layouts! {
    /// The condition that the engine works on.
    #[repr(C)]
    #[derive(Default)]
    "fz_angora_condition" struct Condition {
        id: u32,
        context: u32,
        /// The lower half: which execution of the site, counted from 1. The upper half: which case of a switch.
        order: u32,
        belong: u32,
        condition: u32,
        level: u32,
        op: u32,
        size: u32,
        /// Written by the program: whether the condition held. The engine sets it to [`Condition::UNREACHED`] before
        /// each run.
        held: u32,
        label: u32,
        /// Written by the program; for a switch only the first one, the second is the engine's case.
        operands: [u64; 2],
    }
}

impl Condition {
    pub const UNREACHED: u32 = u32::MAX;
    pub const EXECUTION: u32 = 0xffff;
}

const _: () = assert!(size_of::<Condition>() == 56);
