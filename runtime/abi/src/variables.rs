//! Every variable of the ABI, declared once.
//!
//! Those of the taint runtime are thread-local (initial-exec, in the executable). Before a call the caller writes the labels
//! of what it passes, and the callee's address into [`TAG`]. A callee that finds another address there than its own was
//! called by code without labels: what it gets is clean. It sets the tag to 0. Before it returns it writes the labels of its
//! result and its own address into [`RETURN_TAG`]; a caller that finds another there called code without labels.
//!
//! A slot is [`LANES`](crate::taint::slots::LANES) labels. An integer of up to 64 bits has the label of each of its bytes,
//! the lowest first; other lanes of its slot are garbage. Anything else (a pointer, a floating-point number, a wider
//! integer, a vector, a structure) has one label, in the first lane. An argument that is memory passed by value (`byval`)
//! has instead the address of what is copied, in the first two lanes. A result that is a structure or an array has a slot
//! for each member, those inside members too, in order; those from [`RETURNS`](crate::taint::slots::RETURNS) on share the
//! last slot's first lane.

use core::{ffi::c_void, fmt};

use crate::{
    exporters::{AFL, ANGORA, Exporters, TAINT},
    taint::slots::{ARGUMENTS, LANES, RETURNS, ROOM_LABELS, VARIADIC as VARIADIC_LABELS},
    types::Type,
};

/// A variable, as a value.
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
    /// One in each thread, initial-exec.
    Thread,
}

impl Variable {
    /// A declaration in IR.
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

        /// All of them.
        pub const ALL: &[Variable] = &[$($name),*];
    };
}

variables! {
    /// AFL++'s name for the segment of compares, null without one.
    [Static; AFL] COMPARE_MAP "__afl_cmp_map": *mut u8;
    /// Whether a fuzzer is there.
    [Static; AFL] CONNECTED "__afl_connected": i32;
    [Static; AFL] TEST_CASE_LENGTH "__afl_fuzz_len": *mut u32;
    /// Null where no segment has the test case.
    [Static; AFL] TEST_CASE "__afl_fuzz_ptr": *mut u8;
    /// The harness takes test cases from the segment.
    [Static; AFL] SHARED_TEST_CASES "__afl_sharedmem_fuzzing": i32;
    /// The caller of the function that uses one of IJON's macros, for what stands within the macro. (Threads that use some
    /// at the same time may be taken for each other.)
    [Static; AFL] IJON_CALLER "__fz_ijon_caller": *mut c_void;
    /// How many passes of the persistent loop began.
    [Static; AFL] PASSES "__fz_passes": u32;
    /// The id that is told of at the moment.
    [Static; ANGORA] CURRENT "__angora_cond_cmpid": u32;

    /// Further arguments are clean.
    [Thread; TAINT] ARGUMENT "__fz_taint_arguments": [[u32; LANES as usize]; ARGUMENTS as usize];
    [Thread; TAINT] TAG "__fz_taint_tag": u64;
    [Thread; TAINT] RETURN "__fz_taint_return": [[u32; LANES as usize]; RETURNS as usize];
    [Thread; TAINT] RETURN_TAG "__fz_taint_return_tag": u64;
    /// A function that ends in a tail call, whose result has another's tag.
    [Thread; TAINT] FORWARDED "__fz_taint_forwarded": u64;
    /// A label for each byte of what `va_arg` reads, those of the register save area (48 bytes of integers, 128 of
    /// floating-point numbers, 16 each), then those of the overflow area from the first variadic argument on. Arguments that
    /// are not variadic and in registers have their places there too, which are garbage.
    [Thread; TAINT] VARIADIC "__fz_taint_variadic": [u32; VARIADIC_LABELS as usize];
    /// How many bytes of the overflow area have labels there.
    [Thread; TAINT] OVERFLOW "__fz_taint_overflow": u64;
    /// Vectors of labels on their way to what is slow, two of the widest. On the stack they would make every frame larger by
    /// half a kilobyte.
    [Thread; TAINT] ROOM "__fz_taint_room": [u32; ROOM_LABELS as usize];
}
