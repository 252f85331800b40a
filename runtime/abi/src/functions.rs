//! Every function of the ABI, declared once: what instrumented code, runtimes and engines call. Export lists, the C
//! header, declarations in IR, and the checks of what a runtime exports all derive from these rows.

use core::fmt;

use crate::{
    exporters::Exporters,
    sections,
    types::{Callable, Class, Type},
};

/// A function of the ABI, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: &'static str,
    pub result: Type,
    pub parameters: &'static [Parameter],
    /// How instrumented code refers to it.
    pub reference: Reference,
    /// The attributes of its declaration in IR, by LLVM's names.
    pub attributes: &'static [&'static str],
    /// The runtimes of fz that define it.
    pub exporters: Exporters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: &'static str,
    pub ty: Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Null if nothing defines it, so callers test it first.
    Weak,
    Strong,
}

impl Function {
    /// `ty @name(ty, …)`, as in IR.
    pub fn ir(&self) -> impl fmt::Display + '_ {
        Ir(self)
    }

    /// Its declaration in C, without a semicolon.
    pub fn c(&self) -> impl fmt::Display + '_ {
        C(self)
    }

    /// Whether a Rust function has the same parameters and result, as far as code generation is concerned.
    ///
    /// The type is that of the Rust function: `PERSISTENT_LOOP.is_implemented_by(f as unsafe extern "C" fn(_) -> _)`.
    pub const fn is_implemented_by<F: Callable + Copy>(&self, _: F) -> bool {
        // A result that is not read may exist.
        let is_read = !matches!(self.result, Type::Void);
        if self.parameters.len() != F::PARAMETERS.len()
            || is_read && !is_like(self.result, F::RESULT)
        {
            return false;
        }
        let mut at = 0;
        while at < self.parameters.len() {
            if !is_like(self.parameters[at].ty, F::PARAMETERS[at]) {
                return false;
            }
            at += 1;
        }
        true
    }
}

const fn is_like(a: Type, b: Type) -> bool {
    use Class::{Integer, Void};
    match (a.class(), b.class()) {
        (Void, Void) => true,
        (Integer(a), Integer(b)) => a == b,
        _ => false,
    }
}

/// Checks at compile time that Rust functions have the types of the ABI functions that they implement: `implements! {
/// afl::PERSISTENT_LOOP: __afl_persistent_loop(_); … }`, with one `_` per parameter.
#[macro_export]
macro_rules! implements {
    ($($($row:ident)::+: $function:ident($($parameter:tt),*);)*) => {
        $(const _: () = assert!(
            $crate::functions::$($row)::+
                .is_implemented_by($function as unsafe extern "C" fn($($parameter),*) -> _),
            concat!(stringify!($function), " has other types than the ABI says"),
        );)*
    };
}

/// How many 64-bit words the parameters of the function of this name take.
///
/// # Panics
///
/// If there is no such function.
pub const fn words(name: &str) -> u32 {
    let mut room = 0;
    while room < ALL.len() {
        let mut at = 0;
        while at < ALL[room].len() {
            if sections::is_same(ALL[room][at].name, name) {
                return words_of(ALL[room][at].parameters);
            }
            at += 1;
        }
        room += 1;
    }
    panic!("the ABI has no function of this name")
}

const fn words_of(parameters: &[Parameter]) -> u32 {
    let (mut words, mut at) = (0, 0);
    while at < parameters.len() {
        if let Class::Integer(bits) = parameters[at].ty.class() {
            words += bits.div_ceil(64);
        }
        at += 1;
    }
    words
}

struct Ir<'a>(&'a Function);

impl fmt::Display for Ir<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Function { name, result, .. } = self.0;
        write!(f, "{} @{name}(", result.ir())?;
        for (at, parameter) in self.0.parameters.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{}", parameter.ty.ir())?;
        }
        f.write_str(")")
    }
}

struct C<'a>(&'a Function);

impl fmt::Display for C<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let function = self.0;
        write!(f, "{}(", function.result.c(function.name))?;
        for (at, parameter) in function.parameters.iter().enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            write!(f, "{comma}{}", parameter.ty.c(parameter.name))?;
        }
        let none = if function.parameters.is_empty() {
            "void"
        } else {
            ""
        };
        write!(f, "{none})")
    }
}

/// Rows: `[kind of reference, attributes; runtimes that define it] NAME "symbol" (parameters) -> result;`.
macro_rules! functions {
    ($(
        $(#[$meta:meta])*
        [$reference:ident $($attribute:literal)*; $($exporter:ident)|+]
        $name:ident $symbol:literal ($($parameter:ident: $ty:ty),* $(,)?) $(-> $result:ty)?;
    )*) => {
        $(
            $(#[$meta])*
            pub const $name: $crate::functions::Function = $crate::functions::Function {
                name: $symbol,
                result: <functions!(@result $($result)?) as $crate::types::Abi>::TYPE,
                parameters: &[$($crate::functions::Parameter {
                    name: stringify!($parameter),
                    ty: <$ty as $crate::types::Abi>::TYPE,
                }),*],
                reference: $crate::functions::Reference::$reference,
                attributes: &[$($attribute),*],
                exporters: $crate::exporters::NOBODY$(.and($crate::exporters::$exporter))+,
            };
        )*

        /// All functions of this module.
        pub const ALL: &[$crate::functions::Function] = &[$($name),*];
    };
    (@result) => { () };
    (@result $result:ty) => { $result };
}

/// What images call when they are loaded, each function only if it is defined.
pub mod images {
    use crate::{contexts::Bounds, patch::Patch, stack::Depth};

    functions! {
        /// Registers the image's gate ([`crate::compares::GATE`]), which the runtime may open and close from now on. If
        /// no runtime defines this function, the constructor opens the gate itself if the first compare callback is
        /// defined.
        [Weak; AFL | LIBAFL]
        COMPARES_INIT "__fz_compares_init" (gate: *mut u8, end: *mut u8);
        /// Registers the image's counters.
        [Weak; AFL | LIBAFL]
        COUNTERS_INIT "__sanitizer_cov_8bit_counters_init" (start: *mut u8, stop: *mut u8);
        /// LibAFL's own: the image is unloaded.
        [Weak; LIBAFL]
        COUNTERS_CLEANUP "__sanitizer_cov_8bit_counters_cleanup" (start: *mut u8, stop: *mut u8);
        /// Registers the image's pc table.
        [Weak; AFL]
        PCS_INIT "__sanitizer_cov_pcs_init" (begin: *const usize, end: *const usize);
        /// Registers the image's section [`STACK`](crate::sections::STACK), if it has one.
        [Weak; PROGRAM]
        STACK_INIT "__fz_stack_init" (start: *mut Depth, stop: *mut Depth);
        /// Registers one [`Bounds`]; called before [`COUNTERS_INIT`] of the same image.
        [Weak; AFL]
        CONTEXTS_INIT "__fz_contexts_init" (begin: *const Bounds, end: *const Bounds);
        /// Registers the image's word ([`crate::angora::TOLD`]).
        [Weak; ANGORA]
        ANGORA_INIT "__fz_angora_init" (told: *mut u32, end: *mut u32);
        /// Registers the image's sections [`GATES`](crate::sections::GATES) and [`PATCHES`](crate::sections::PATCHES), if
        /// it has them.
        [Weak; AFL]
        GATES_INIT "__fz_gates_init" (
            start: *mut u8, stop: *mut u8, patches: *const Patch, patches_stop: *const Patch,
        );
        /// Registers the image's sections [`CLIMBS`](crate::sections::CLIMBS) and
        /// [`PATCHES`](crate::sections::PATCHES), if it has them.
        [Weak; AFL]
        CLIMBS_INIT "__fz_climbs_init" (
            start: *mut u8, stop: *mut u8, patches: *const Patch, patches_stop: *const Patch,
        );
        /// Registers the image's section of dictionary tokens. Called before [`COUNTERS_INIT`].
        [Weak; AFL]
        TOKENS_INIT "__fz_words_init" (start: *const u8, stop: *const u8);
    }
}

/// What instrumented code calls while it runs, except for compares and labels.
pub mod events {
    use core::ffi::c_void;

    use crate::guards::Guard;

    functions! {
        /// Option `check`, at each execution of an edge. `site` is the return address if the counter belongs to a
        /// call-site context, else null.
        [Weak; AFL]
        CHECK "__fz_check" (counter: *mut u8, edge: u64, site: *const c_void);
        /// The operation of a guard was out of range; called from guard blocks only. Operands of up to 64 bits are
        /// passed zero-extended, wider ones by address. `counter` is the guard block's own counter, which was
        /// incremented already, or null if it has none to itself.
        [Weak; GUARDS]
        GUARD_HIT "__fz_guard_hit" (guard: *mut Guard, a: u64, b: u64, counter: *mut u8);
    }
}

/// SanitizerCoverage's callbacks for compares (`form=trace`). 16-byte operands are passed as two halves, the low one
/// first; floating-point numbers as their bits.
pub mod trace {
    use core::ffi::c_void;

    use super::Function;
    use crate::types::Char;

    functions! {
        [Weak; AFL | LIBAFL] CMP1 "__sanitizer_cov_trace_cmp1" (a: u8, b: u8);
        [Weak; AFL | LIBAFL] CMP2 "__sanitizer_cov_trace_cmp2" (a: u16, b: u16);
        [Weak; AFL | LIBAFL] CMP4 "__sanitizer_cov_trace_cmp4" (a: u32, b: u32);
        [Weak; AFL | LIBAFL] CMP8 "__sanitizer_cov_trace_cmp8" (a: u64, b: u64);
        [Weak; AFL | LIBAFL] CONST_CMP1 "__sanitizer_cov_trace_const_cmp1" (a: u8, b: u8);
        [Weak; AFL | LIBAFL] CONST_CMP2 "__sanitizer_cov_trace_const_cmp2" (a: u16, b: u16);
        [Weak; AFL | LIBAFL] CONST_CMP4 "__sanitizer_cov_trace_const_cmp4" (a: u32, b: u32);
        [Weak; AFL | LIBAFL] CONST_CMP8 "__sanitizer_cov_trace_const_cmp8" (a: u64, b: u64);
        /// `cases`: their number, the value's width in bits, then the cases in order.
        [Weak; AFL | LIBAFL] SWITCH "__sanitizer_cov_trace_switch" (value: u64, cases: *mut u64);
        [Weak; NOBODY] DIV4 "__sanitizer_cov_trace_div4" (divisor: u32);
        [Weak; NOBODY] DIV8 "__sanitizer_cov_trace_div8" (divisor: u64);
        /// A variable array index.
        [Weak; NOBODY] GEP "__sanitizer_cov_trace_gep" (index: usize);
        [Weak; AFL | LIBAFL]
        MEMCMP "__sanitizer_weak_hook_memcmp" (
            pc: *const c_void, a: *const c_void, b: *const c_void, n: usize, result: i32,
        );
        [Weak; AFL | LIBAFL]
        MEMMEM "__sanitizer_weak_hook_memmem" (
            pc: *const c_void, a: *const c_void, a_size: usize, b: *const c_void, b_size: usize, result: *mut c_void,
        );
        [Weak; AFL | LIBAFL]
        STRCASECMP "__sanitizer_weak_hook_strcasecmp" (pc: *const c_void, a: *const Char, b: *const Char, result: i32);
        [Weak; AFL | LIBAFL]
        STRCASESTR "__sanitizer_weak_hook_strcasestr" (
            pc: *const c_void, a: *const Char, b: *const Char, result: *mut Char,
        );
        [Weak; AFL | LIBAFL]
        STRCMP "__sanitizer_weak_hook_strcmp" (pc: *const c_void, a: *const Char, b: *const Char, result: i32);
        [Weak; AFL | LIBAFL]
        STRNCASECMP "__sanitizer_weak_hook_strncasecmp" (
            pc: *const c_void, a: *const Char, b: *const Char, n: usize, result: i32,
        );
        [Weak; AFL | LIBAFL]
        STRNCMP "__sanitizer_weak_hook_strncmp" (
            pc: *const c_void, a: *const Char, b: *const Char, n: usize, result: i32,
        );
        [Weak; AFL | LIBAFL]
        STRSTR "__sanitizer_weak_hook_strstr" (pc: *const c_void, a: *const Char, b: *const Char, result: *mut Char);
    }

    /// For operands of 1, 2, 4 and 8 bytes.
    pub const CMP: [Function; 4] = [CMP1, CMP2, CMP4, CMP8];
    /// The same with a constant first operand.
    pub const CONST_CMP: [Function; 4] = [CONST_CMP1, CONST_CMP2, CONST_CMP4, CONST_CMP8];
    /// For operands of 4 and 8 bytes.
    pub const DIV: [Function; 2] = [DIV4, DIV8];
    /// Called after the call that they report.
    pub const HOOKS: [Function; 8] = [
        MEMCMP,
        MEMMEM,
        STRCASECMP,
        STRCASESTR,
        STRCMP,
        STRNCASECMP,
        STRNCMP,
        STRSTR,
    ];
}

/// Steps of compares that are not yet solved ([`crate::climb`]).
pub mod climb {
    functions! {
        /// What has this gate is solved. Called while the gate is open, which only the runtime opens, with the
        /// calling convention `preserve_most`.
        [Weak; AFL] SOLVED "__fz_solved" (gate: *mut u8);
    }
}

/// Branch distance ([`crate::distance`]). Instrumented code calls these only after an open gate, which only a runtime
/// that defines them opens.
///
/// A distance is how far the condition is from holding where it does not hold; negated, how far it is from failing where it
/// holds; and 0 if that is not known.
///
/// They have the calling convention `preserve_most`: but for r11 and a result, they leave the general-purpose registers
/// as they were, so that the code before the jump to them need not save any.
pub mod distance {
    use core::ffi::c_void;

    functions! {
        /// Of two integers of up to 64 bits, zero-extended, of two pointers, or of the bits of two floating-point numbers.
        /// `question`: see [`question`](crate::distance::question).
        [Weak; AFL] INTEGERS "__fz_distance_integers" (question: u32, a: u64, b: u64) -> i64;
        /// The same for up to 128 bits.
        [Weak; AFL] WIDE "__fz_distance_wide" (question: u32, a: u128, b: u128) -> i64;
        /// Of strings or memory, after the call that compares them; `n` is the most bytes to look at, if the function
        /// takes such a number.
        [Weak; AFL] BYTES "__fz_distance_bytes" (question: u32, a: *const c_void, b: *const c_void, n: usize) -> i64;
        /// Of finding b in a, after the call that searches. The sizes are those of memory.
        [Weak; AFL]
        FIND "__fz_distance_find" (
            question: u32, a: *const c_void, a_size: usize, b: *const c_void, b_size: usize,
        ) -> i64;
        /// That both of two conditions hold.
        [Weak; AFL] BOTH "__fz_distance_both" (a: i64, b: i64) -> i64;
        /// A branch came out `way` (0: true, 1: false), perhaps with [`MINIMUM`](crate::distance::MINIMUM). `gates` is its
        /// first gate.
        [Weak; AFL] BRANCH "__fz_distance_branch" (gates: *mut u8, way: u32, distance: i64);
        /// A switch came out `way`; `cases`: see [`cases`](crate::distance::cases).
        [Weak; AFL] SWITCH "__fz_distance_switch" (gates: *mut u8, way: u32, value: u64, cases: *const u64);
    }
}

/// For FOX ([`crate::fox`]). Instrumented code calls these only after an open gate, which only a runtime that defines them
/// opens, with the calling convention `preserve_most`. `gate` is the first of the branch.
pub mod fox {
    use core::ffi::c_void;

    functions! {
        /// Integers of up to 64 bits, zero-extended. `question`: see [`question`](crate::distance::question).
        [Weak; AFL] NUMBERS "__fz_fox_numbers" (gate: *mut u8, question: u32, a: u64, b: u64);
        /// A switch; `cases`: see [`table`](crate::fox::table).
        [Weak; AFL] SWITCH "__fz_fox_switch" (gate: *mut u8, value: u64, cases: *const u64);
        /// A constant of so many bytes, and what it was compared with; `how`: see [`kind`](crate::fox::kind).
        [Weak; AFL]
        TEXT "__fz_fox_text" (
            gate: *mut u8, how: u32, constant: *const c_void, variable: *const c_void, length: usize, most: usize,
        );
    }
}

/// AFL++'s callbacks for compares (`form=cmplog`), for `afl-fuzz -c`. A call site is identified by its return address.
pub mod cmplog {
    use core::ffi::c_void;

    use super::Function;
    use crate::types::Char;

    functions! {
        [Weak; AFL] INS1 "__cmplog_ins_hook1" (a: u8, b: u8, attribute: u8);
        [Weak; AFL] INS2 "__cmplog_ins_hook2" (a: u16, b: u16, attribute: u8);
        [Weak; AFL] INS4 "__cmplog_ins_hook4" (a: u32, b: u32, attribute: u8);
        [Weak; AFL] INS8 "__cmplog_ins_hook8" (a: u64, b: u64, attribute: u8);
        [Weak; AFL] INS16 "__cmplog_ins_hook16" (a: u128, b: u128, attribute: u8);
        /// Operands of other widths up to 16 bytes.
        [Weak; AFL] INS_N "__cmplog_ins_hookN" (a: u128, b: u128, attribute: u8, last_byte: u8);
        /// Any call with two pointers; logs up to 32 readable bytes of each.
        [Weak; AFL] RTN "__cmplog_rtn_hook" (a: *const c_void, b: *const c_void);
        /// Memory of n bytes.
        [Weak; AFL] RTN_N "__cmplog_rtn_hook_n" (a: *const c_void, b: *const c_void, n: u64);
        /// Strings.
        [Weak; AFL] RTN_STR "__cmplog_rtn_hook_str" (a: *const Char, b: *const Char);
        /// Strings, at most n bytes.
        [Weak; AFL] RTN_STRN "__cmplog_rtn_hook_strn" (a: *const Char, b: *const Char, n: u64);
        /// libstdc++'s `std::string` against a C string …
        [Weak; AFL] RTN_STRING_TEXT "__cmplog_rtn_gcc_stdstring_cstring" (string: *const c_void, text: *const Char);
        /// … and against another.
        [Weak; AFL] RTN_STRING_STRING "__cmplog_rtn_gcc_stdstring_stdstring" (a: *const c_void, b: *const c_void);
        /// The same for libc++'s.
        [Weak; AFL]
        RTN_LIBCXX_STRING_TEXT "__cmplog_rtn_llvm_stdstring_cstring" (string: *const c_void, text: *const Char);
        [Weak; AFL]
        RTN_LIBCXX_STRING_STRING "__cmplog_rtn_llvm_stdstring_stdstring" (a: *const c_void, b: *const c_void);
    }

    /// For 1, 2, 4, 8 and 16 bytes.
    pub const INS: [Function; 5] = [INS1, INS2, INS4, INS8, INS16];
}

/// Angora's and Valkyrie's callbacks. The context is always 0.
pub mod angora {
    functions! {
        /// An execution of a compare: whether it holds, and its operands. Angora's own function returns the condition,
        /// which is not used.
        ///
        /// Integers are zero-extended. For a call that returns a comparison result only the sign is reported: for an
        /// equality compare 1 for every value but 0, else -1, 0 or 1. Floating-point numbers are mapped to integers in
        /// the same order, so that a difference is the number of values in between: if neither operand is negative, to
        /// their bits; otherwise positive ones are counted upwards from the sign bit's value, negative ones downwards.
        /// For a call that compares, `a` is 0 if its operands are equal, else 1, and `b` is 0. Track files have the
        /// same numbers.
        [Weak; ANGORA]
        TRACE_COMPARE "__angora_trace_cmp" (condition: u32, id: u32, context: u32, a: u64, b: u64);
        [Weak; ANGORA]
        TRACE_SWITCH "__angora_trace_switch" (id: u32, context: u32, value: u64);
    }
}

/// What AFL++'s harness macros call, each function only if it is defined ([`crate::harness::MACROS`]).
pub mod afl {
    functions! {
        [Weak; AFL] COVERAGE_DISCARD "__afl_coverage_discard" ();
        [Weak; AFL] COVERAGE_OFF "__afl_coverage_off" ();
        [Weak; AFL] COVERAGE_ON "__afl_coverage_on" ();
        [Weak; AFL] COVERAGE_SKIP "__afl_coverage_skip" ();
        [Weak; AFL] MANUAL_INIT "__afl_manual_init" ();
        /// Whether to run another iteration.
        [Weak; AFL] PERSISTENT_LOOP "__afl_persistent_loop" (passes: u32) -> i32;
    }
}

/// IJON's annotations.
pub mod ijon {
    use core::ffi::c_void;

    use crate::types::Char;

    functions! {
        /// A hash of the calls on the stack, from this return address on.
        [Weak; AFL] STACK "__fz_ijon_stack" (caller: *const c_void) -> u32;
        /// The same from the return address in [`CALLER`](crate::variables::IJON_CALLER).
        [Weak; AFL] NOTED_STACK "__fz_ijon_noted_stack" () -> u32;
        [Weak; AFL] HASH_INT "ijon_hashint" (old: u32, value: u32) -> u32;
        [Weak; AFL] HASH_MEM "ijon_hashmem" (old: u32, bytes: *const Char, len: usize) -> u32;
        [Weak; AFL] HASH_STACK "ijon_hashstack" () -> u32;
        [Weak; AFL] HASH_STR "ijon_hashstr" (old: u32, text: *const Char) -> u32;
        [Weak; AFL] INC "ijon_inc" (place: u32, value: u32);
        [Weak; AFL] MAX "ijon_max" (place: u32, value: u64);
        [Weak; AFL] MAX_UNTIL "ijon_max_until" (place: u32, value: u64, limit: u64);
        [Weak; AFL] MEM_DIST "ijon_memdist" (a: *const Char, b: *const Char, len: usize) -> u32;
        [Weak; AFL] MIN "ijon_min" (place: u32, value: u64);
        [Weak; AFL] RESET_STATE "ijon_reset_state" ();
        [Weak; AFL] SET "ijon_set" (place: u32, value: u32);
        [Weak; AFL] SIMPLE_HASH "ijon_simple_hash" (value: u64) -> u64;
        [Weak; AFL] STR_DIST "ijon_strdist" (a: *const Char, b: *const Char) -> u32;
        [Weak; AFL] XOR_STATE "ijon_xor_state" (value: u32);
    }
}

/// LibAFL's in-process fuzzer as a library (`runtime/libafl`).
pub mod libafl {
    use crate::types::Char;

    functions! {
        /// Runs the fuzzer on the harness `one`, with the options in `argv`. Returns the exit status.
        [Strong; LIBAFL]
        MAIN "fz_libafl_main" (argc: i32, argv: *mut *mut Char, one: unsafe extern "C" fn(*const u8, usize) -> i32) -> i32;
        /// Whether an input is being traced, so that compares are logged.
        [Strong; LIBAFL] LISTENS "fz_libafl_listens" () -> bool;
        /// Opens or closes the gates of this process's images.
        [Strong; LIBAFL] LISTEN "fz_libafl_listen" (open: bool);
        /// Reports a compare that another process executed.
        [Strong; LIBAFL]
        COMPARED "fz_libafl_compared" (site: usize, bytes: usize, a: u64, b: u64, is_case: bool);
    }
}

/// Hooks that sanitizers look for in a program.
pub mod sanitizers {
    use crate::types::Char;

    functions! {
        [Weak; LIBAFL] UBSAN_OPTIONS "__ubsan_default_options" () -> *const Char;
        [Weak; LIBAFL] TSAN_OPTIONS "__tsan_default_options" () -> *const Char;
    }
}

/// The taint runtime. None of these functions changes `errno`.
pub mod taint {
    use core::ffi::c_void;

    use crate::{taint::Site, types::Char};

    functions! {
        [Strong "nounwind"; TAINT] UNION "__fz_taint_union" (a: u32, b: u32) -> u32;
        /// The union of labels in an array.
        [Strong "nounwind"; TAINT] UNION_ROW "__fz_taint_union_row" (labels: *const u32, count: u64) -> u32;
        /// The unions of two arrays of labels, element by element.
        [Strong "nounwind"; TAINT]
        UNION_LANES "__fz_taint_union_lanes" (out: *mut u32, a: *const u32, b: *const u32, count: u64);
        /// Labels the memory itself; addresses are those of the memory, not of its shadow, here and below.
        [Strong "nounwind"; TAINT] FILL "__fz_taint_fill" (memory: *mut c_void, bytes: u64, label: u32);
        /// Copies the labels alone, with the semantics of `memmove`.
        [Strong "nounwind"; TAINT] COPY "__fz_taint_copy" (to: *mut c_void, from: *const c_void, bytes: u64);
        /// `memmove` of memory and labels.
        [Strong "nounwind"; TAINT] MOVE "__fz_taint_move" (to: *mut c_void, from: *const c_void, bytes: u64);
        /// `memset` of memory and labels.
        [Strong "nounwind"; TAINT] SET "__fz_taint_set" (to: *mut c_void, byte: i32, bytes: u64, label: u32);
        /// Clears the labels of this many arguments.
        [Strong "nounwind"; TAINT] CLEAR_ARGUMENTS "__fz_taint_clear_arguments" (slots: u32);
        /// The label of a result that code without labels returned: the union of the arguments' labels. `lanes` has
        /// four bits for each of the first 16 arguments: how many of its lanes count. `name` is reported once; null for
        /// functions that are known to have no labels.
        [Strong "nounwind"; TAINT]
        FOREIGN "__fz_taint_foreign" (callee: *const c_void, name: *const Char, lanes: u64) -> u32;
        /// A function of [`UNFOLLOWED`](crate::taint::UNFOLLOWED) is called with these first four arguments: where it is. It
        /// is reported once if what it reads there has labels.
        [Strong "nounwind"; TAINT]
        PASSES "__fz_taint_passes" (known: *mut *mut c_void, name: *const Char, arguments: *const u64, mask: u32) -> *mut c_void;
        /// After `va_start`, on a `va_list`; labels as in [`VARIADIC`](crate::variables::VARIADIC), saved when the
        /// function began.
        [Strong "nounwind"; TAINT]
        VA_START "__fz_taint_va_start" (list: *mut c_void, labels: *const u32, overflow: u64);
        /// A site with two numbers, or with one and `b` is 0. Of numbers of more than 64 bits the lower 64 bits are
        /// passed.
        [Strong "nounwind"; TAINT]
        EVENT "__fz_taint_event" (site: *mut Site, label_a: u32, label_b: u32, a: u64, b: u64);
        /// A call that compares, after the call; `bytes` is 0 if the function takes no length. The labels are those of
        /// the addresses, which are added to those of the memory. For searches, which take two lengths, see
        /// [`EVENT_FIND`].
        [Strong "nounwind"; TAINT]
        EVENT_CALL "__fz_taint_event_call" (
            site: *mut Site, a: *const c_void, b: *const c_void, bytes: u64, result: u64, at_a: u32, at_b: u32,
        );
        /// `memmem`.
        [Strong "nounwind"; TAINT]
        EVENT_FIND "__fz_taint_event_find" (
            site: *mut Site, a: *const c_void, bytes_a: u64, b: *const c_void, bytes_b: u64, result: u64, at_a: u32,
            at_b: u32,
        );
        /// States that this memory holds the input, from its first byte on. For a `main` that passes a harness
        /// something that it did not read from the input's file.
        [Weak; TAINT] INPUT "__fz_taint_input" (data: *const c_void, bytes: u64);
        /// States that `LLVMFuzzerTestOneInput` is called next, with the whole input. For a `main`, too.
        [Weak; TAINT] HARNESS "__fz_taint_harness" (harness: *const c_void);
    }
}

/// All functions, by module.
pub const ALL: [&[Function]; 13] = [
    libafl::ALL,
    images::ALL,
    events::ALL,
    trace::ALL,
    climb::ALL,
    distance::ALL,
    fox::ALL,
    cmplog::ALL,
    angora::ALL,
    afl::ALL,
    ijon::ALL,
    taint::ALL,
    sanitizers::ALL,
];
