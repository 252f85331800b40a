//! Call-site contexts: one row of counters per call site of a function.
//!
//! A caller passes the address of the row in the register of the static chain (r10 on x86-64, x15 on AArch64), 0 where
//! it knows none. Rows of functions that only their own unit can call are laid out by the compiler, in the function's
//! array. For all others the runtime gives out rows of the fuzzer's map when the program starts:
//!
//! 1. Images in the order of the map, the records of each in the order of its section: a function gets
//!    `min(most, call sites whose callee it is)` rows, in all images, of `counters` bytes, at the next free byte.
//! 2. The calls in the same order: the n-th of a callee gets the n-th row; those after the last row keep 0.
//!
//! A context-sensitive callee whose context argument is outside of its rows counts in its default row, its array in
//! `__sancov_cntrs`: a caller that passes no argument may leave any value in the register. Before the layout, and
//! without a runtime, every function counts in its default row.

use crate::layout::layouts;

layouts! {
    /// A context-sensitive callee whose rows the runtime lays out, in `__fz_functions`.
    #[repr(C)]
    "fz_context_function" struct Function {
        /// The address of the first row; 0 before the layout.
        rows: u64,
        /// Valid arguments are `rows ..= rows + span - 1`; 0: none is valid. With n rows `(n - 1) * counters + 1`, so
        /// that no valid argument leads outside of the rows.
        span: u64,
        /// The address of the function itself.
        function: u64,
        /// Bytes of a row.
        counters: u32,
        /// The most rows to be given out.
        most: u32,
    }

    /// A direct call, in `__fz_calls`.
    #[repr(C)]
    "fz_context_call" struct Call {
        /// The address of the row that the call passes; 0: the default.
        context: u64,
        /// The address of the callee, as the dynamic linker binds it; 0: none.
        callee: u64,
    }

    /// Where an image's sections are.
    #[repr(C)]
    "fz_bounds" struct Bounds {
        counters: [u64; 2],
        /// Start and stop; both 0 if there is no such section.
        functions: [u64; 2],
        calls: [u64; 2],
    }
}

/// Environment: where `check` builds leave what they found. With it set, a program that no fuzzer drives lays its
/// contexts out in memory of its own, as a fuzzer's map would have them.
pub const CHECK_ENV: &core::ffi::CStr = c"FZ_CHECK";
