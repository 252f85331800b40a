//! What Angora and Valkyrie ask of a 'fast' build: both are told of one site at a time, that of the condition they work
//! on, and start runs through a fork server behind a socket.
//!
//! Their own builds give every hit a context, a hash of the call sites on the stack. Here the context is always 0, and
//! the order counts every execution of the site.

use core::ffi::CStr;

/// Hidden, one per image (`linkonce_odr`): a `u32`, the id of the site ([`crate::sites_record::id`]) that is told of, or
/// 0, which is none's.
pub const TOLD: &str = "__fz_angora_told";
/// `void (unsigned *told, unsigned *end)`: each image's constructor hands its word over, if the runtime has this.
pub const INIT: &str = "__fz_angora_init";

/// `void (uint32_t condition, uint32_t id, uint32_t context, uint64_t a, uint64_t b)`: an execution of a compare; whether
/// it holds, and its operands. Angora's own returns the condition.
///
/// Numbers are extended by zeros. Of what calls returned that compare only the sign is told: 1 of all that is not 0 where
/// equality is asked for, else -1, 0 or 1. Floating-point numbers are numbered in their order, so that the difference says
/// how many lie between: where neither is below zero by their bits, else from the sign's bit on upwards, and downwards. Of a
/// call that compares, `a` is 0 where its operands are equal, else 1, and `b` is 0. Track files have the same numbers.
pub const TRACE_COMPARE: &str = "__angora_trace_cmp";
/// `void (uint32_t id, uint32_t context, uint64_t value)`: of a switch.
pub const TRACE_SWITCH: &str = "__angora_trace_switch";
/// `uint32_t`: the id that is told of at the moment. An executable without this name counts as uninstrumented.
pub const CURRENT: &CStr = c"__angora_cond_cmpid";

/// Global symbols of the runtime besides [`crate::afl::EXPORTS`].
pub const EXPORTS: [&str; 4] = [INIT, TRACE_COMPARE, TRACE_SWITCH, "__angora_cond_cmpid"];

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

/// The condition that the engine works on.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    pub id: u32,
    pub context: u32,
    /// The lower half: which execution of the site, from 1. The upper half: which case of a switch.
    pub order: u32,
    pub belong: u32,
    pub condition: u32,
    pub level: u32,
    pub op: u32,
    pub size: u32,
    /// Written by the program: whether the condition held. The engine sets it to [`Condition::UNREACHED`] before.
    pub held: u32,
    pub label: u32,
    /// Written by the program; of a switch the first alone, the second is the engine's case.
    pub operands: [u64; 2],
}

impl Condition {
    pub const UNREACHED: u32 = u32::MAX;
    pub const EXECUTION: u32 = 0xffff;
}

const _: () = assert!(size_of::<Condition>() == 56);
