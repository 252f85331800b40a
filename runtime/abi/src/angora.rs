//! What Angora and Valkyrie ask of a 'fast' build: both are told of one site at a time, that of the condition they work
//! on, and start runs through a fork server behind a socket.
//!
//! Their own builds give every hit a context, a hash of the call sites on the stack. Here the context is always 0, and
//! the order counts every execution of the site.

use core::ffi::CStr;

use crate::{
    exporters::{ANGORA, count, symbols},
    layout::layouts,
};

/// Hidden, one per image (`linkonce_odr`): a `u32`, the id of the site ([`crate::sites_record::id`]) that is told of, or
/// 0, which is none's.
pub const TOLD: &str = "__fz_angora_told";
/// [`variables::CURRENT`](crate::variables::CURRENT). An executable without this name counts as uninstrumented.
pub const CURRENT: &CStr = c"__angora_cond_cmpid";

/// Global symbols of the runtime besides [`crate::afl::EXPORTS`].
pub const EXPORTS: [&str; count(ANGORA)] = symbols(ANGORA);

/// Environment variables, set by the engine.
pub mod env {
    use core::ffi::CStr;

    /// The table of counters: Angora's is a SysV segment of [`super::TABLE_SIZE`] bytes, by its id in decimal. Valkyrie's
    /// is a POSIX segment, by its name; the program gives it its size, two bytes for each counter.
    pub const TABLE: &CStr = c"ANGORA_BRANCHES_SHM_ID";
    /// A SysV segment with one [`super::Condition`].
    pub const CONDITION: &CStr = c"ANGORA_COND_STMT_SHM_ID";
    /// The engine's socket: the program reads four bytes, forks, writes the child's pid and then its status.
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
        /// The lower half: which execution of the site, from 1. The upper half: which case of a switch.
        order: u32,
        belong: u32,
        condition: u32,
        level: u32,
        op: u32,
        size: u32,
        /// Written by the program: whether the condition held. The engine sets it to [`Condition::UNREACHED`] before.
        held: u32,
        label: u32,
        /// Written by the program; of a switch the first alone, the second is the engine's case.
        operands: [u64; 2],
    }
}

impl Condition {
    pub const UNREACHED: u32 = u32::MAX;
    pub const EXECUTION: u32 = 0xffff;
}

const _: () = assert!(size_of::<Condition>() == 56);
