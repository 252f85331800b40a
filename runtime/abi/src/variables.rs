//! Every variable of the ABI, declared once.
//!
//! Those of the taint runtime are thread-local (initial-exec, defined in the executable). Before a call the caller
//! stores the labels of the arguments, and the callee's address in [`TAG`]. A callee that finds another address there
//! was called by code without labels, so its arguments are clean. It resets the tag to 0. Before it returns it stores
//! the labels of its result, and its own address in [`RETURN_TAG`]; a caller that finds another address there has
//! called code without labels.
//!
//! A slot is [`LANES`](crate::taint::slots::LANES) labels. An integer of up to 64 bits has a label per byte, the lowest
//! byte first; the remaining lanes are undefined. Every other value (a pointer, a floating-point number, a wider
//! integer, a vector, a structure) has one label, in the first lane. A `byval` argument has the address of the copied
//! memory instead, in the first two lanes. A result that is a structure or an array has a slot for each scalar member,
//! nested ones included, in order; members from [`RETURNS`](crate::taint::slots::RETURNS) on share the first lane of
//! the last slot.

use core::{ffi::c_void, fmt};

use crate::{
    exporters::{AFL, ANGORA, Exporters, TAINT},
    taint::slots::{ARGUMENTS, LANES, RETURNS, ROOM_LABELS, VARIADIC as VARIADIC_LABELS},
    types::Type,
};

/// A variable of the ABI, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: &'static str,
    pub ty: Type,
    pub storage: Storage,
    pub exporters: Exporters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Static,
    /// Thread-local, initial-exec.
    Thread,
}

impl Variable {
    /// Its declaration in IR.
    pub fn ir(&self) -> impl fmt::Display + '_ {
        Ir(self)
    }
}

struct Ir<'a>(&'a Variable);

impl fmt::Display for Ir<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let storage = match self.0.storage {
            Storage::Static => "",
            Storage::Thread => "thread_local(initialexec) ",
        };
        let Variable { name, ty, .. } = self.0;
        write!(f, "@{name} = external {storage}global {}", ty.ir())
    }
}

macro_rules! variables {
    ($(
        $(#[$meta:meta])*
        [$storage:ident; $exporter:ident] $name:ident $symbol:literal: $ty:ty;
    )*) => {
        $(
            $(#[$meta])*
            pub const $name: Variable = Variable {
                name: $symbol,
                ty: <$ty as $crate::types::Abi>::TYPE,
                storage: Storage::$storage,
                exporters: $exporter,
            };
        )*

        /// All variables.
        pub const ALL: &[Variable] = &[$($name),*];
    };
}

variables! {
    /// AFL++'s name for the shared memory of compares; null without it.
    [Static; AFL] COMPARE_MAP "__afl_cmp_map": *mut u8;
    /// Whether a fuzzer drives the process.
    [Static; AFL] CONNECTED "__afl_connected": i32;
    [Static; AFL] TEST_CASE_LENGTH "__afl_fuzz_len": *mut u32;
    /// The test case in shared memory; null if it comes another way.
    [Static; AFL] TEST_CASE "__afl_fuzz_ptr": *mut u8;
    /// The harness takes test cases from shared memory.
    [Static; AFL] SHARED_TEST_CASES "__afl_sharedmem_fuzzing": i32;
    /// The caller of the function that uses one of IJON's macros, for use inside the macro. (Threads that use macros at
    /// the same time may see each other's.)
    [Static; AFL] IJON_CALLER "__fz_ijon_caller": *mut c_void;
    /// How many iterations of the persistent loop have begun.
    [Static; AFL] PASSES "__fz_passes": u32;
    /// The id of the site that is reported at the moment.
    [Static; ANGORA] CURRENT "__angora_cond_cmpid": u32;

    /// Arguments beyond these are clean.
    [Thread; TAINT] ARGUMENT "__fz_taint_arguments": [[u32; LANES as usize]; ARGUMENTS as usize];
    [Thread; TAINT] TAG "__fz_taint_tag": u64;
    [Thread; TAINT] RETURN "__fz_taint_return": [[u32; LANES as usize]; RETURNS as usize];
    [Thread; TAINT] RETURN_TAG "__fz_taint_return_tag": u64;
    /// Set by a function that ends in a tail call, so its result has the tag of another function.
    [Thread; TAINT] FORWARDED "__fz_taint_forwarded": u64;
    /// A label for each byte that `va_arg` reads: first the register save area (48 bytes of integers, 128 of
    /// floating-point numbers, 16 each), then the overflow area from the first variadic argument on. Fixed arguments
    /// that are in registers have undefined labels here.
    [Thread; TAINT] VARIADIC "__fz_taint_variadic": [u32; VARIADIC_LABELS as usize];
    /// How many bytes of the overflow area have labels there.
    [Thread; TAINT] OVERFLOW "__fz_taint_overflow": u64;
    /// Space to pass vectors of labels to the slow path, two of the widest. On the stack they would enlarge every frame
    /// by half a kilobyte.
    [Thread; TAINT] ROOM "__fz_taint_room": [u32; ROOM_LABELS as usize];
}
