//! Every function of the ABI, declared once: what instrumented code, runtimes and engines call of each other. Export lists,
//! the C header, declarations in IR and the checks of what a runtime exports follow from these rows.

use core::fmt;

use crate::{
    exporters::Exporters,
    sections,
    types::{Callable, Class, Type},
};

/// A function, as a value: by it a pass asks for a declaration, and everything else that is derived is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: &'static str,
    pub result: Type,
    pub parameters: &'static [Parameter],
    /// How instrumented code refers to it.
    pub reference: Reference,
    /// LLVM's names of the attributes that a declaration in IR has.
    pub attributes: &'static [&'static str],
    /// What defines it, of all that fz builds.
    pub exporters: Exporters,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: &'static str,
    pub ty: Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference {
    /// Null where nobody defines it: to be asked first.
    Weak,
    Strong,
}

impl Function {
    /// `ty @name(ty, …)`, as in a declaration in IR.
    pub fn ir(&self) -> impl fmt::Display + '_ {
        Ir(self)
    }

    /// A declaration in C, without a semicolon.
    pub fn c(&self) -> impl fmt::Display + '_ {
        C(self)
    }

    /// Whether a Rust function takes and gives what this one does, as far as code generation sees it.
    ///
    /// Of the type of the function, as in `PERSISTENT_LOOP.is_implemented_by(f as unsafe extern "C" fn(_) -> _)`.
    pub const fn is_implemented_by<F: Callable + Copy>(&self, _: F) -> bool {
        // A result that nobody reads may be there.
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

/// Checks when it is compiled that Rust functions have the types of those that they define:
/// `implements! { afl::PERSISTENT_LOOP: __afl_persistent_loop(_); … }`, with as many `_` as it has parameters.
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

/// How many words of 64 bits the parameters of the function of this name take.
///
/// # Panics
///
/// There is such a function.
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

/// Rows: `[how it is referred to, attributes; who defines it] NAME "symbol" (parameters) -> result;`.
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

        /// All of them.
        pub const ALL: &[$crate::functions::Function] = &[$($name),*];
    };
    (@result) => { () };
    (@result $result:ty) => { $result };
}

/// What images tell when they are loaded, each only if somebody listens.
pub mod images {
    use crate::{contexts::Bounds, stack::Depth};

    functions! {
        /// The image's gate ([`crate::compares::GATE`]), which the runtime may set and clear from now on. Where a runtime
        /// lacks it the constructor opens the gate if the first callback for compares is there.
        [Weak; AFL | LIBAFL]
        COMPARES_INIT "__fz_compares_init" (gate: *mut u8, end: *mut u8);
        /// The image's counters.
        [Weak; AFL | LIBAFL]
        COUNTERS_INIT "__sanitizer_cov_8bit_counters_init" (start: *mut u8, stop: *mut u8);
        /// Of LibAFL's own: an image is unloaded.
        [Weak; LIBAFL]
        COUNTERS_CLEANUP "__sanitizer_cov_8bit_counters_cleanup" (start: *mut u8, stop: *mut u8);
        /// The image's pc table.
        [Weak; AFL]
        PCS_INIT "__sanitizer_cov_pcs_init" (begin: *const usize, end: *const usize);
        /// The image's section [`STACK`](crate::sections::STACK), if it has one.
        [Weak; PROGRAM]
        STACK_INIT "__fz_stack_init" (start: *mut Depth, stop: *mut Depth);
        /// One [`Bounds`]; called before [`COUNTERS_INIT`] of the same image.
        [Weak; AFL]
        CONTEXTS_INIT "__fz_contexts_init" (begin: *const Bounds, end: *const Bounds);
        /// The image's word ([`crate::angora::TOLD`]).
        [Weak; ANGORA]
        ANGORA_INIT "__fz_angora_init" (told: *mut u32, end: *mut u32);
        /// The image's section of dictionary tokens. Called before [`COUNTERS_INIT`].
        [Weak; AFL]
        TOKENS_INIT "__fz_words_init" (start: *const u8, stop: *const u8);
    }
}

/// What instrumented code calls as it runs, but for compares and labels.
pub mod events {
    use core::ffi::c_void;

    use crate::guards::Guard;

    functions! {
        /// Option `check`, at each execution of an edge. `site` is the return address where the counter is of a call-site
        /// context, else null.
        [Weak; AFL]
        CHECK "__fz_check" (counter: *mut u8, edge: u64, site: *const c_void);
        /// A guard's operation was out of range; called from guard blocks alone. Operands of up to 64 bits are passed as
        /// they are, without a sign; wider ones by address. `counter` is that of the guard block, which has counted already;
        /// null if it has none to itself.
        [Weak; GUARDS]
        GUARD_HIT "__fz_guard_hit" (guard: *mut Guard, a: u64, b: u64, counter: *mut u8);
    }
}

/// SanitizerCoverage's callbacks for compares (`form=trace`). 16 bytes are told in two halves, the low one first;
/// floating-point numbers as their bits.
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
        /// `cases`: their number, the value's bits, then they in order.
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

    /// For 1, 2, 4 and 8 bytes.
    pub const CMP: [Function; 4] = [CMP1, CMP2, CMP4, CMP8];
    /// The same where the first operand is a constant.
    pub const CONST_CMP: [Function; 4] = [CONST_CMP1, CONST_CMP2, CONST_CMP4, CONST_CMP8];
    /// For 4 and 8 bytes.
    pub const DIV: [Function; 2] = [DIV4, DIV8];
    /// Called after the call that they tell of.
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

/// AFL++'s callbacks for compares (`form=cmplog`), for `afl-fuzz -c`. Each call site counts by its return address.
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
        /// Other widths up to 16 bytes.
        [Weak; AFL] INS_N "__cmplog_ins_hookN" (a: u128, b: u128, attribute: u8, last_byte: u8);
        /// Any call of two pointers; up to 32 readable bytes of each.
        [Weak; AFL] RTN "__cmplog_rtn_hook" (a: *const c_void, b: *const c_void);
        /// Memory.
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

/// What Angora and Valkyrie are told. A context is always 0.
pub mod angora {
    functions! {
        /// An execution of a compare; whether it holds, and its operands. Angora's own returns the condition, which nobody reads.
        ///
        /// Numbers are extended by zeros. Of what calls returned that compare only the sign is told: 1 of all that is not 0
        /// where equality is asked for, else -1, 0 or 1. Floating-point numbers are numbered in their order, so that the
        /// difference says how many lie between: where neither is below zero by their bits, else from the sign's bit on
        /// upwards, and downwards. Of a call that compares, `a` is 0 where its operands are equal, else 1, and `b` is 0.
        /// Track files have the same numbers.
        [Weak; ANGORA]
        TRACE_COMPARE "__angora_trace_cmp" (condition: u32, id: u32, context: u32, a: u64, b: u64);
        [Weak; ANGORA]
        TRACE_SWITCH "__angora_trace_switch" (id: u32, context: u32, value: u64);
    }
}

/// AFL++'s harness macros call these, each only if it is there ([`crate::harness::MACROS`]).
pub mod afl {
    functions! {
        [Weak; AFL] COVERAGE_DISCARD "__afl_coverage_discard" ();
        [Weak; AFL] COVERAGE_OFF "__afl_coverage_off" ();
        [Weak; AFL] COVERAGE_ON "__afl_coverage_on" ();
        [Weak; AFL] COVERAGE_SKIP "__afl_coverage_skip" ();
        [Weak; AFL] MANUAL_INIT "__afl_manual_init" ();
        /// Whether there is another pass.
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
        /// The same from the address that [`CALLER`](crate::variables::IJON_CALLER) has.
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
        /// Fuzzes `one` as the arguments say; the exit status.
        [Strong; LIBAFL]
        MAIN "fz_libafl_main" (argc: i32, argv: *mut *mut Char, one: unsafe extern "C" fn(*const u8, usize) -> i32) -> i32;
        /// Whether an input is being traced, so that compares are wanted.
        [Strong; LIBAFL] LISTENS "fz_libafl_listens" () -> bool;
        /// Opens or shuts the gates of this process's images.
        [Strong; LIBAFL] LISTEN "fz_libafl_listen" (open: bool);
        /// What another process has compared.
        [Strong; LIBAFL]
        COMPARED "fz_libafl_compared" (site: usize, bytes: usize, a: u64, b: u64, is_case: bool);
    }
}

/// What sanitizers ask a program for.
pub mod sanitizers {
    use crate::types::Char;

    functions! {
        [Weak; LIBAFL] UBSAN_OPTIONS "__ubsan_default_options" () -> *const Char;
        [Weak; LIBAFL] TSAN_OPTIONS "__tsan_default_options" () -> *const Char;
    }
}

/// The taint runtime. None of these changes `errno`.
pub mod taint {
    use core::ffi::c_void;

    use crate::{taint::Site, types::Char};

    functions! {
        [Strong "nounwind"; TAINT] UNION "__fz_taint_union" (a: u32, b: u32) -> u32;
        /// Of labels in a row.
        [Strong "nounwind"; TAINT] UNION_ROW "__fz_taint_union_row" (labels: *const u32, count: u64) -> u32;
        /// One by one.
        [Strong "nounwind"; TAINT]
        UNION_LANES "__fz_taint_union_lanes" (out: *mut u32, a: *const u32, b: *const u32, count: u64);
        /// Of the memory itself, not of its shadow, as below.
        [Strong "nounwind"; TAINT] FILL "__fz_taint_fill" (memory: *mut c_void, bytes: u64, label: u32);
        /// The labels alone, as `memmove` does.
        [Strong "nounwind"; TAINT] COPY "__fz_taint_copy" (to: *mut c_void, from: *const c_void, bytes: u64);
        /// `memmove`, and the labels.
        [Strong "nounwind"; TAINT] MOVE "__fz_taint_move" (to: *mut c_void, from: *const c_void, bytes: u64);
        /// `memset`, and the labels.
        [Strong "nounwind"; TAINT] SET "__fz_taint_set" (to: *mut c_void, byte: i32, bytes: u64, label: u32);
        /// So many arguments are clean.
        [Strong "nounwind"; TAINT] CLEAR_ARGUMENTS "__fz_taint_clear_arguments" (slots: u32);
        /// The label of what came back from code without labels, the union of what it was passed. `lanes` has four bits for
        /// each of the first 16 arguments: how many lanes count. `name` (null: it is known to be such a function) is
        /// reported once.
        [Strong "nounwind"; TAINT]
        FOREIGN "__fz_taint_foreign" (callee: *const c_void, name: *const Char, lanes: u64) -> u32;
        /// After `va_start`, on a `va_list`; labels as in [`VARIADIC`](crate::variables::VARIADIC), kept since the function
        /// began.
        [Strong "nounwind"; TAINT]
        VA_START "__fz_taint_va_start" (list: *mut c_void, labels: *const u32, overflow: u64);
        /// Two numbers; or one, and `b` is 0. Numbers of more than 64 bits are passed as their lower 64 bits.
        [Strong "nounwind"; TAINT]
        EVENT "__fz_taint_event" (site: *mut Site, label_a: u32, label_b: u32, a: u64, b: u64);
        /// A call that compares, after the call; `bytes` is 0 where the function takes no length. The labels are those of
        /// the addresses: what is read there has them, too. For functions that look for one operand in another, which take
        /// two lengths: see [`EVENT_FIND`].
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
        /// This memory is the input, from its first byte on. For mains that drive a harness with what they did not read from
        /// the input's file.
        [Weak; TAINT] INPUT "__fz_taint_input" (data: *const c_void, bytes: u64);
        /// `LLVMFuzzerTestOneInput` is called next, with the whole input. For mains, too.
        [Weak; TAINT] HARNESS "__fz_taint_harness" (harness: *const c_void);
    }
}

/// All of them, room by room.
pub const ALL: [&[Function]; 10] = [
    libafl::ALL,
    images::ALL,
    events::ALL,
    trace::ALL,
    cmplog::ALL,
    angora::ALL,
    afl::ALL,
    ijon::ALL,
    taint::ALL,
    sanitizers::ALL,
];
