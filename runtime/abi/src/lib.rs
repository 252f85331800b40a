//! What the parts of fz must agree on: functions, variables, layouts, sections, file descriptors, protocol messages. It
//! is the only crate that the passes, the runtimes and the host tools share. It holds declarations and what derives
//! from them, and computes the layout of the map from constants ([`map`]). It needs no std.
//!
//! | declared once | derived, and checked when it is compiled |
//! |---|---|
//! | [`functions`], [`variables`] | declarations in IR ([`functions::Function`] is what passes ask by), export lists ([`exporters`]), the C header ([`header`]), checks of Rust functions ([`implements!`]) |
//! | structures ([`layout`]) | offsets and readers ([`types::Plain`]), the C header with its assertions |
//! | [`sections`] | names of their bounds |
//! | kinds, predicates, routines, outcomes | numbers, names (`numbered.rs`) |
#![no_std]

pub mod afl;
pub mod angora;
pub mod capture;
pub mod climb;
pub mod compares;
pub mod contexts;
pub mod coverage;
pub mod decisions;
pub mod distance;
pub mod exporters;
pub mod fox;
pub mod functions;
pub mod guards;
pub mod harness;
pub mod header;
pub mod honggfuzz;
pub mod layout;
pub mod libafl;
pub mod map;
mod numbered;
pub mod patch;
pub mod peers;
pub mod places;
pub mod sections;
pub mod sites;
pub mod stack;
pub mod taint;
pub mod tokens;
pub mod types;
pub mod unit_record;
pub mod variables;

pub use unit_record::link as link_record;

/// The priorities of constructors in an image.
pub mod priority {
    /// Instrumented images register their counters.
    pub const REGISTER: u32 = 2;
    /// The runtime attaches the map and starts the fork server.
    pub const RUNTIME: u32 = 5;
}

/// Files of an installed toolchain, relative to `lib/fz/`.
pub mod files {
    /// The AFL runtime, one relocatable object.
    pub const RUNTIME_OBJECT: &str = "fz_afl.o";
    /// The same as a shared library, to be preloaded into a host that is not instrumented.
    pub const RUNTIME_LIBRARY: &str = "libfz_afl.so";
    /// A custom mutator for afl-fuzz: the optimised dictionary (od).
    pub const OD_LIBRARY: &str = "libfz_od.so";
    /// A hash of what shapes objects and programs: the compilers, what clang loads, and what is linked in.
    pub const IDENTITY: &str = "identity";
    /// Linker scripts for executables and for shared libraries.
    pub const PAGES_SCRIPT: &str = "pages.ld";
    pub const PAGES_SCRIPT_DSO: &str = "pages-dso.ld";
    /// One byte of `.data`, the anchor for the scripts' `INSERT AFTER .data`.
    pub const DATA_OBJECT: &str = "data.o";
    /// What does the scripts' work under gold: the first and the last object on its command line.
    pub const GOLD_BEGIN: &str = "gold-begin.o";
    pub const GOLD_END: &str = "gold-end.o";
    /// The same for shared libraries, without a head byte.
    pub const GOLD_BEGIN_DSO: &str = "gold-begin-dso.o";
    pub const GOLD_END_DSO: &str = "gold-end-dso.o";
    /// The same as [`RUNTIME_OBJECT`] for fuzzers of the first AFL's protocol.
    pub const CLASSIC_OBJECT: &str = "fz_afl_classic.o";
    /// The same as [`RUNTIME_OBJECT`] for Angora and Valkyrie.
    pub const ANGORA_OBJECT: &str = "fz_angora.o";
    /// Archives with the `main` that drives a harness, one per engine. They are linked last, so that any other `main`
    /// wins.
    pub const HARNESS_AFL: &str = "harness-afl.a";
    pub const HARNESS_HONGGFUZZ: &str = "harness-honggfuzz.a";
    pub const HARNESS_LIBAFL: &str = "harness-libafl.a";
    pub const HARNESS_LIBFUZZER: &str = "harness-libfuzzer.a";
    pub const HARNESS_STANDALONE: &str = "harness-standalone.a";
    /// The prefix of the C sources' names in the symbol tables of fz's own objects.
    pub const SOURCE_PREFIX: &str = "__fz_";
    /// The same of the members of [`TAINT_STUBS`].
    pub const STUB_PREFIX: &str = "__fz_stub_";
    /// Replaces a program's own `main` if the engine runs in the same process.
    pub const PROGRAM_LIBAFL: &str = "program-libafl.o";
    pub const PROGRAM_LIBFUZZER: &str = "program-libfuzzer.o";
    /// Counting for honggfuzz in programs with their own `main`.
    pub const PROGRAM_HONGGFUZZ: &str = "program-honggfuzz.o";
    /// Wraps the compare callbacks of such an engine.
    pub const COMPARES_LIBAFL: &str = "compares-libafl.o";
    pub const COMPARES_LIBFUZZER: &str = "compares-libfuzzer.o";
    /// What guard blocks call.
    pub const GUARDS_OBJECT: &str = "guards.o";
    /// What taint builds call, and the interposers of libc functions.
    pub const TAINT_OBJECT: &str = "taint.o";
    /// The same with interposers for libstdc++: for C++ programs that use it as a shared library.
    pub const TAINT_CXX_OBJECT: &str = "taint-cxx.o";
    /// Stubs of [`crate::taint::UNFOLLOWED`], of which a program gets those that it calls.
    pub const TAINT_STUBS: &str = "taint-stubs.a";
    /// Their symbols that shared libraries resolve to the executable, as a linker's `--dynamic-list`.
    pub const TAINT_LIST: &str = "taint.list";
    /// Ends a program at ThreadSanitizer's first report.
    pub const THREADS_OBJECT: &str = "threads.o";
    /// Relative to `share/fz/include`: [`crate::harness::MACROS`] for other compilers, and
    /// [`crate::harness::IJON_HEADER`].
    pub const HARNESS_HEADER: &str = "fz_afl.h";
    pub const IJON_HEADER: &str = "fz_ijon.h";
    /// A folder with an empty `libFuzzingEngine.a`: the engine that `-lFuzzingEngine` stands for is linked anyway.
    pub const ENGINE_LIBRARY_DIR: &str = "fuzzing-engine";
    pub const ENGINE_LIBRARY: &str = "libFuzzingEngine.a";
    /// Engines that are not part of fz, unless a setting names other folders.
    pub const ENGINES_DIR: &str = "engines";
}
