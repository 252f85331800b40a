//! What the parts of fz must agree on: section and symbol names, record layouts, file descriptors,
//! protocol words. The passes, the runtimes and the host tools share this crate and nothing else.
//! It holds constants and the layout of the map, which is computed from them ([`map`]): every one of them can use it, also
//! without std.
#![no_std]

pub mod afl;
pub mod angora;
pub mod compares;
pub mod contexts;
pub mod coverage;
pub mod guards;
pub mod harness;
pub mod honggfuzz;
pub mod libafl;
pub mod map;
pub mod peers;
pub mod places;
pub mod sites_record;
pub mod stack;
pub mod taint;
pub mod words;

/// Names of sections in object files.
pub mod sections {
    /// 8-bit edge counters, alignment 1, one array per function.
    pub const COUNTERS: &str = "__sancov_cntrs";
    /// One `{pc, flags}` pair of pointers per counter, in the order of the counters.
    pub const PCS: &str = "__sancov_pcs";
    /// Bounds of [`COUNTERS`] in the image that refers to them (hidden, made by the linker).
    pub const COUNTERS_START: &str = "__start___sancov_cntrs";
    pub const COUNTERS_STOP: &str = "__stop___sancov_cntrs";
    /// Bounds of [`PCS`].
    pub const PCS_START: &str = "__start___sancov_pcs";
    pub const PCS_STOP: &str = "__stop___sancov_pcs";
    /// Where the code of counters is ([`crate::places`]).
    pub const PLACES: &str = "__fz_places";
    /// Bounds of [`PLACES`].
    pub const PLACES_START: &str = "__start___fz_places";
    pub const PLACES_STOP: &str = "__stop___fz_places";
    /// Of [`crate::stack::Depth`]: one in an image that has any.
    pub const STACK: &str = "__fz_stack";
    /// Bounds of [`STACK`].
    pub const STACK_START: &str = "__start___fz_stack";
    pub const STACK_STOP: &str = "__stop___fz_stack";
    /// One record per compiled unit.
    pub const UNITS: &str = ".debug_fz_units";
    /// One record per link: what fz-cc saw of it.
    pub const LINKS: &str = ".debug_fz_links";
    /// One record per instrumented function.
    pub const EDGES: &str = ".debug_fz_edges";
    /// One record per function with compare sites.
    pub const SITES: &str = ".debug_fz_sites";
    /// One record per function with dictionary words.
    pub const WORDS: &str = ".debug_fz_words";
    /// One [`contexts::Function`](crate::contexts::Function) per function whose contexts the runtime lays out.
    pub const FUNCTIONS: &str = "__fz_functions";
    /// One [`contexts::Call`](crate::contexts::Call) per call site that may give such a function a context.
    pub const CALLS: &str = "__fz_calls";
    /// Bounds of [`FUNCTIONS`] and [`CALLS`].
    pub const FUNCTIONS_START: &str = "__start___fz_functions";
    pub const FUNCTIONS_STOP: &str = "__stop___fz_functions";
    pub const CALLS_START: &str = "__start___fz_calls";
    pub const CALLS_STOP: &str = "__stop___fz_calls";
}

/// A `.debug_fz_units` record: magic, length in bytes of the whole record (a multiple of 4), a UTF-8
/// JSON object padded with NULs. All words are little-endian.
pub mod unit_record {
    /// "FZU1"
    pub const MAGIC: u32 = 0x3155_5a46;
    /// Magic and length.
    pub const HEADER: usize = 8;
    pub const ALIGN: usize = 4;
}

/// A `.debug_fz_links` record has the form of a [`unit_record`], with a magic of its own.
pub mod link_record {
    /// "FZL1"
    pub const MAGIC: u32 = 0x314c_5a46;
}

/// The SanitizerCoverage callbacks that instrumented images call, each only if it is there.
pub mod callbacks {
    /// `void (char *start, char *stop)`: the image's counters.
    pub const COUNTERS_INIT: &str = "__sanitizer_cov_8bit_counters_init";
    /// `void (const uintptr_t *begin, const uintptr_t *end)`: the image's pc table.
    pub const PCS_INIT: &str = "__sanitizer_cov_pcs_init";
    /// Bounds of an image's section [`STACK`](crate::sections::STACK), if it has one.
    pub const STACK_INIT: &str = "__fz_stack_init";
    /// `void (const struct Bounds *begin, const struct Bounds *end)`: one
    /// [`contexts::Bounds`](crate::contexts::Bounds); called before [`COUNTERS_INIT`] of the same image.
    pub const CONTEXTS_INIT: &str = "__fz_contexts_init";
    /// `void (unsigned char *counter, uint64_t edge, void *site)`: option `check`, at each execution of an edge. `site`
    /// is the return address where the counter is of a call-site context, else null.
    pub const CHECK: &str = "__fz_check";
    /// The flag of a pc-table entry that is its function's entry.
    pub const PC_FUNCTION_ENTRY: u64 = 1;
}

/// The order of constructors in an image.
pub mod priority {
    /// Instrumented images register their counters.
    pub const REGISTER: u32 = 2;
    /// The runtime lays the map and starts the fork server.
    pub const RUNTIME: u32 = 5;
}

/// Files of an installed toolchain, below `lib/fz/`.
pub mod files {
    /// The AFL runtime, one relocatable object.
    pub const RUNTIME_OBJECT: &str = "fz_afl.o";
    /// The same as a library, to be preloaded into a host that is not instrumented.
    pub const RUNTIME_LIBRARY: &str = "libfz_afl.so";
    /// A custom mutator for afl-fuzz: the optimised dictionary.
    pub const OD_LIBRARY: &str = "libfz_od.so";
    /// Linker scripts for executables and for shared libraries.
    pub const PAGES_SCRIPT: &str = "pages.ld";
    pub const PAGES_SCRIPT_DSO: &str = "pages-dso.ld";
    /// One byte of `.data`: the anchor of the scripts' `INSERT AFTER .data`.
    pub const DATA_OBJECT: &str = "data.o";
    /// What does the scripts' work under gold: first and last on its command line.
    pub const GOLD_BEGIN: &str = "gold-begin.o";
    pub const GOLD_END: &str = "gold-end.o";
    /// The same for shared libraries (no head byte).
    pub const GOLD_BEGIN_DSO: &str = "gold-begin-dso.o";
    pub const GOLD_END_DSO: &str = "gold-end-dso.o";
    /// The same as [`RUNTIME_OBJECT`] for fuzzers of the first AFL's protocol.
    pub const CLASSIC_OBJECT: &str = "fz_afl_classic.o";
    /// The same as [`RUNTIME_OBJECT`] for Angora and Valkyrie.
    pub const ANGORA_OBJECT: &str = "fz_angora.o";
    /// Archives with the `main` that drives a harness, one per engine: the last place to look for a `main`.
    pub const HARNESS_AFL: &str = "harness-afl.a";
    pub const HARNESS_HONGGFUZZ: &str = "harness-honggfuzz.a";
    pub const HARNESS_LIBAFL: &str = "harness-libafl.a";
    pub const HARNESS_LIBFUZZER: &str = "harness-libfuzzer.a";
    pub const HARNESS_STANDALONE: &str = "harness-standalone.a";
    /// What stands before a program's own `main` where the engine lives in the same process.
    /// Begins the names that the sources of C in all of these have in symbol tables.
    pub const SOURCE_PREFIX: &str = "__fz_";
    pub const PROGRAM_LIBAFL: &str = "program-libafl.o";
    pub const PROGRAM_LIBFUZZER: &str = "program-libfuzzer.o";
    /// Counts for honggfuzz in programs with their own `main`.
    pub const PROGRAM_HONGGFUZZ: &str = "program-honggfuzz.o";
    /// Stands in front of such an engine's callbacks for compares.
    pub const COMPARES_LIBAFL: &str = "compares-libafl.o";
    pub const COMPARES_LIBFUZZER: &str = "compares-libfuzzer.o";
    /// What guard blocks call.
    pub const GUARDS_OBJECT: &str = "guards.o";
    /// What taint builds call, and functions of libc's that carry labels.
    pub const TAINT_OBJECT: &str = "taint.o";
    /// The same, and functions of libstdc++'s that do so: for programs of C++ that have that as a shared library.
    pub const TAINT_CXX_OBJECT: &str = "taint-cxx.o";
    /// The symbols of them that shared libraries find in the executable, as a linker's `--dynamic-list`.
    pub const TAINT_LIST: &str = "taint.list";
    /// Ends a program at ThreadSanitizer's first report.
    pub const THREADS_OBJECT: &str = "threads.o";
    /// Below `share/fz/include`: [`crate::harness::MACROS`] for other compilers, and [`crate::harness::IJON_HEADER`].
    pub const HARNESS_HEADER: &str = "fz_afl.h";
    pub const IJON_HEADER: &str = "fz_ijon.h";
    /// A folder with an empty `libFuzzingEngine.a`: what `-lFuzzingEngine` stands for is linked anyway.
    pub const ENGINE_LIBRARY_DIR: &str = "fuzzing-engine";
    pub const ENGINE_LIBRARY: &str = "libFuzzingEngine.a";
    /// Below it, unless a setting names other folders: engines that are no part of fz.
    pub const ENGINES_DIR: &str = "engines";
}

/// A `.debug_fz_edges` record: one per instrumented function, in the function's section group. All words are
/// little-endian, strings are named by their number.
///
/// ```text
/// u32 magic, u32 length in bytes of the whole record (a multiple of 4)
/// u64 address of the function's first counter
/// u64 address of its `contexts::Function`, 0 without one
/// u64 address of the first of its `contexts::Call`s, 0 without one
/// u32 counters in a row, u32 rows that the compiler laid out (at least 1), u32 flags
/// u32 sites, u32 contexts, u32 calls, u32 strings
/// the strings, NUL-terminated (0: empty, unknown; 1: the function's symbol); padded to 4 with NULs
/// per site (an edge, counted or not): u32 kind, u32 counter in the row or NO_COUNTER,
///     u32 file, u32 line, u32 column of the source, u32 file, u32 line, u32 column of the target (0: unknown),
///     u32 label of a switch's case: its value or "default"; of a guard: its name (0: none)
/// per context (a row that is not the default one, in their order): u32 caller's symbol, u32 file, u32 line, u32 column
/// per call (a `contexts::Call`, in their order): u32 callee's symbol, u32 file, u32 line, u32 column
/// ```
pub mod edges_record {
    /// "FZE3"; earlier ones differ in the digit.
    pub const MAGIC: u32 = 0x3345_5a46;
    /// Up to the strings.
    pub const HEADER: usize = 60;
    pub const SITE: usize = 36;
    pub const CONTEXT: usize = 16;
    pub const CALL: usize = 16;
    pub const ALIGN: usize = 4;
    /// Flag: the first row counts calls of unknown context; else each row belongs to one call site.
    pub const DEFAULT_ROW: u32 = 1;
    /// A site that was pruned and executes as often as no single counter does: others together tell.
    pub const NO_COUNTER: u32 = u32::MAX;
    /// A function's entry.
    pub const KIND_ENTRY: u32 = 1;
    /// One way of a two-way branch.
    pub const KIND_BRANCH: u32 = 2;
    pub const KIND_SWITCH: u32 = 3;
    /// A call that could have thrown returned.
    pub const KIND_RETURN: u32 = 4;
    /// A landing pad.
    pub const KIND_UNWIND: u32 = 5;
    /// A target of a computed goto or of an `asm goto`.
    pub const KIND_INDIRECT: u32 = 6;
    /// To a guard block, from wherever its guard asks: the operation was out of range. The target is the operation's
    /// own place, the label the guard's name.
    pub const KIND_GUARD: u32 = 7;
    /// The other way of such a branch.
    pub const KIND_GUARD_HELD: u32 = 8;
    /// Nothing was decided: a call that need not return did, or many ways met. Only how far a block ran is told.
    pub const KIND_PASSED: u32 = 9;
}
