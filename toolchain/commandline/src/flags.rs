//! THE table of compiler flags: spelling, form, and what each means to fz.
//!
//! Only two kinds of flags stand here: those that take a value from the next argument (else the value would be taken
//! for an input), and those that mean something to the driver. Any other flag is passed on; it needs no row.

use Form::*;
use Meaning::*;

/// Where a flag's value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No value: `-c`.
    Flag,
    /// In the same argument, possibly empty: `-O2`.
    Joined,
    /// The next argument: `-Xlinker -r`.
    Separate,
    /// In the same argument, or the next one if that is empty: `-oa`, `-o a`.
    JoinedOrSeparate,
    /// In the same argument *and* the next one: `-Xarch_x86_64 -g`.
    JoinedAndSeparate,
    /// That many arguments.
    Multi(usize),
}

/// How far the compiler goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    Dependencies,
    Preprocess,
    Precompile,
    Syntax,
    Assembly,
    Object,
    Link,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    Allow,
    Deny,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Executable,
    Shared,
    Relocatable,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing to fz; it is here for its form.
    Inert,
    /// Prints something and ends.
    Query,
    Stop(Phase),
    /// Makes something that is no code for the host, for this reason: left alone.
    Plain(&'static str),
    /// `-x`.
    Language,
    LanguageIs(&'static str),
    Optimise,
    /// Debug information, on or off.
    Debug(bool),
    /// Needs passes of clang's own pipeline, so that ours cannot replace it. The last word about a feature counts.
    NeedsClang {
        feature: &'static str,
        slug: &'static str,
        on: bool,
    },
    EmbedBitcode,
    TrapsOverflow,
    Sanitize(bool),
    /// Clang's own SanitizerCoverage.
    Coverage(bool),
    CoverageList(List),
    LinkKind(Link),
    /// The link has no libc, or not all of it.
    NoRuntime(&'static str),
    Hosted,
    /// Another data model of the same processor.
    Machine(Option<&'static str>),
    Target,
    LinkerName,
    Script,
    /// Leaves symbols out of the output.
    Strip,
    /// For the linker, split at commas.
    LinkerArgs,
    LinkerArg,
    Library,
    /// Where the output goes.
    Output,
    /// No shared libraries.
    Static,
    /// Which C++ library.
    CxxLibrary,
    /// That library as an archive.
    StaticCxxLibrary,
    /// A source under it is compiled as it is written, not as fz would lay it out.
    AsWritten(&'static str),
    /// Writes a fragment of a compilation database.
    Database,
    /// For clang's inner command.
    Cc1,
    DriverMode,
    Config,
    EndOfOptions,
    /// For fz; clang never sees it.
    Own(Own),
}

/// fz's own flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    Profile,
    Engine,
    Capture,
    DryRun,
    Fingerprint,
    Maker,
    Help,
    Replay,
    /// It begins as they do.
    Unknown,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    pub spelling: &'static str,
    pub form: Form,
    pub meaning: Meaning,
    pub what: &'static str,
}

const fn row(spelling: &'static str, form: Form, meaning: Meaning, what: &'static str) -> Row {
    Row {
        spelling,
        form,
        meaning,
        what,
    }
}

/// The row for `arg`: as in clang, the longest spelling that fits.
pub fn lookup(arg: &str) -> Option<&'static Row> {
    // Every spelling that begins `arg` sorts at or before it.
    let end = TABLE.partition_point(|r| r.spelling <= arg);
    let start = TABLE.partition_point(|r| r.spelling < arg.get(..2).unwrap_or(arg));
    TABLE[start..end]
        .iter()
        .filter(|r| match r.form {
            Flag | Separate | Multi(_) => r.spelling == arg,
            Joined | JoinedOrSeparate | JoinedAndSeparate => arg.starts_with(r.spelling),
        })
        .max_by_key(|r| r.spelling.len())
}

/// Whether the next argument is the value of this one.
pub fn takes_next(arg: &str) -> bool {
    lookup(arg).is_some_and(|row| match row.form {
        Separate | JoinedAndSeparate | Multi(_) => true,
        JoinedOrSeparate => row.spelling == arg,
        Flag | Joined => false,
    })
}

/// Why there is no runtime: nobody promises libc.
pub const FREESTANDING: &str = "freestanding";

/// Why a link without libc has no runtime.
pub const NO_DEFAULT_LIBRARIES: &str = "no-default-libraries";

/// Sorted by spelling.
#[rustfmt::skip]
pub const TABLE: &[Row] = &[
    row("-###", Flag, Query, "prints and ends"),
    row("--", Flag, EndOfOptions, "only inputs follow"),
    row("--CLASSPATH", Separate, Inert, "Java's class path"),
    row("--analyze", Flag, Plain("analyze"), "static analysis"),
    row("--analyzer-output", JoinedOrSeparate, Inert, "form of the static analyser's reports"),
    row("--assemble", Flag, Stop(Phase::Assembly), "stop at assembly"),
    row("--assert", Separate, Inert, "preprocessor assertion"),
    row("--autocomplete=", Joined, Query, "prints and ends"),
    row("--bootclasspath", Separate, Inert, "Java's boot class path"),
    row("--classpath", Separate, Inert, "Java's class path"),
    row("--compile", Flag, Stop(Phase::Object), "stop at the object"),
    row("--config", Separate, Config, "file of more arguments"),
    row("--config=", Joined, Config, "file of more arguments"),
    row("--coverage", Flag, NeedsClang { feature: "gcov-both", slug: "gcov", on: true }, "gcov"),
    row("--cuda-gpu-arch=", Joined, Plain("offload"), "code for other processors"),
    row("--debug", Flag, Debug(true), "debug information"),
    row("--define-macro", Separate, Inert, "macro definition"),
    row("--dependencies", Flag, Stop(Phase::Dependencies), "print dependencies only"),
    row("--driver-mode=", Joined, DriverMode, "which compiler clang acts as"),
    row("--dyld-prefix", Separate, Inert, "prefix of the dynamic linker's path"),
    row("--emit-static-lib", Flag, Plain("static-library"), "archive made by clang"),
    row("--encoding", Separate, Inert, "Java source encoding"),
    row("--extdirs", Separate, Inert, "Java extension directories"),
    row("--for-linker", Separate, LinkerArg, "for the linker"),
    row("--for-linker=", Joined, LinkerArg, "for the linker"),
    row("--force-link", Separate, Inert, "symbol to link in"),
    row("--fz-", Joined, Own(self::Own::Unknown), "for fz itself"),
    row("--fz-capture=", Joined, Own(self::Own::Capture), "embed, store or off: where what makes a program again is kept (FZ_CAPTURE, `capture` in fz.toml)"),
    row("--fz-dry-run", Flag, Own(self::Own::DryRun), "print what would run, and why"),
    row("--fz-engine=", Joined, Own(self::Own::Engine), "the fuzzer that programs are linked for (FZ_ENGINE, `engine` in fz.toml); `fz doctor --engines` lists them"),
    row("--fz-fingerprint", Flag, Own(self::Own::Fingerprint), "print a hash of everything that shapes an object, for ccache (`fz env`)"),
    row("--fz-help", Flag, Own(self::Own::Help), "print this text"),
    row("--fz-maker", Flag, Own(self::Own::Maker), "print a hash of what shapes a captured build beside its sources and arguments (`fz emit`)"),
    row("--fz-profile=", Joined, Own(self::Own::Profile), "the profile (FZ_PROFILE, `profile` in fz.toml); `fz profiles` lists them"),
    row("--fz-replay=", Joined, Own(self::Own::Replay), "compile a source as a captured build had it; `fz emit` writes the file"),
    row("--help", Flag, Query, "prints and ends"),
    row("--help-hidden", Flag, Query, "prints and ends"),
    row("--imacros", JoinedOrSeparate, Inert, "file whose macros are included"),
    row("--include", JoinedOrSeparate, Inert, "file included first"),
    row("--include-directory", Separate, Inert, "include directory"),
    row("--include-directory-after", Separate, Inert, "include directory"),
    row("--include-prefix", Separate, Inert, "prefix of include directories"),
    row("--include-with-prefix", Separate, Inert, "include directory"),
    row("--include-with-prefix-after", Separate, Inert, "include directory"),
    row("--include-with-prefix-before", Separate, Inert, "include directory"),
    row("--language", Separate, Language, "language of the inputs that follow"),
    row("--language=", Joined, Language, "language of the inputs that follow"),
    row("--ld-path=", Joined, LinkerName, "which linker"),
    row("--library-directory", Separate, Inert, "library directory"),
    row("--mhwdiv", Separate, Inert, "ARM division"),
    row("--no-standard-libraries", Flag, NoRuntime("no-standard-library"), "neither start files nor libraries"),
    row("--no-system-header-prefix", Separate, Inert, "headers that are not system headers"),
    row("--offload-arch=", Joined, Plain("offload"), "code for other processors"),
    row("--offload-targets=", Joined, Plain("offload"), "code for other processors"),
    row("--offload=", Joined, Plain("offload"), "code for other processors"),
    row("--optimize", Flag, Optimise, "optimisation level"),
    row("--optimize=", Joined, Optimise, "optimisation level"),
    row("--output", Separate, Output, "output"),
    row("--output-class-directory", Separate, Inert, "Java output directory"),
    row("--output=", Joined, Output, "output"),
    row("--param", Separate, Inert, "gcc's tuning parameters"),
    row("--precompile", Flag, Stop(Phase::Precompile), "make a module or header interface"),
    row("--prefix", Separate, Inert, "where to look for tools"),
    row("--preprocess", Flag, Stop(Phase::Preprocess), "preprocess only"),
    row("--print-", Joined, Query, "prints and ends"),
    row("--print-file-name", Separate, Query, "prints and ends"),
    row("--print-prog-name", Separate, Query, "prints and ends"),
    row("--print-supported-cpus", Flag, Query, "prints and ends"),
    row("--profile", Flag, NeedsClang { feature: "mcount", slug: "mcount", on: true }, "prof"),
    row("--resource", Separate, Inert, "Java resource"),
    row("--rtlib", Separate, Inert, "compiler runtime library"),
    row("--save-temps", Flag, AsWritten("save-temps"), "intermediate files are kept"),
    row("--save-temps=", Joined, AsWritten("save-temps"), "intermediate files are kept"),
    row("--serialize-diagnostics", Separate, AsWritten("serialized-diagnostics"), "diagnostics as a file"),
    row("--shared", Flag, LinkKind(Link::Shared), "shared library"),
    row("--specs", Separate, Inert, "gcc's specs file"),
    row("--static", Flag, Static, "static executable"),
    row("--std", Separate, Inert, "language standard"),
    row("--stdlib", Separate, CxxLibrary, "C++ standard library"),
    row("--stdlib=", Joined, CxxLibrary, "C++ standard library"),
    row("--sysroot", Separate, Inert, "root of headers and libraries"),
    row("--system-header-prefix", Separate, Inert, "headers that are system headers"),
    row("--target", Separate, Target, "target triple"),
    row("--target-help", Flag, Query, "prints and ends"),
    row("--target=", Joined, Target, "target triple"),
    row("--undefine-macro", Separate, Inert, "macro removal"),
    row("--user-dependencies", Flag, Stop(Phase::Dependencies), "print dependencies without system headers only"),
    row("--version", Flag, Query, "prints and ends"),
    row("--vfsoverlay", JoinedOrSeparate, Inert, "virtual file system"),
    row("-A", JoinedOrSeparate, Inert, "preprocessor assertion"),
    row("-B", JoinedOrSeparate, Inert, "where to look for tools"),
    row("-D", JoinedOrSeparate, Inert, "macro definition"),
    row("-E", Flag, Stop(Phase::Preprocess), "preprocess only"),
    row("-F", JoinedOrSeparate, Inert, "framework directory"),
    row("-G", JoinedOrSeparate, Inert, "small-data limit"),
    row("-I", JoinedOrSeparate, Inert, "include directory"),
    row("-L", JoinedOrSeparate, Inert, "library directory"),
    row("-M", Flag, Stop(Phase::Dependencies), "print dependencies only"),
    row("-MD", Flag, Inert, "dependencies beside the object"),
    row("-MF", JoinedOrSeparate, Inert, "dependency file"),
    row("-MG", Flag, Inert, "missing headers are generated"),
    row("-MJ", JoinedOrSeparate, Database, "compilation-database fragment"),
    row("-MM", Flag, Stop(Phase::Dependencies), "print dependencies without system headers only"),
    row("-MMD", Flag, Inert, "dependencies beside the object, without system headers"),
    row("-MP", Flag, Inert, "phony dependency targets"),
    row("-MQ", JoinedOrSeparate, Inert, "dependency target, quoted"),
    row("-MT", JoinedOrSeparate, Inert, "dependency target"),
    row("-MV", Flag, Inert, "dependencies for NMake"),
    row("-N", Flag, Inert, "writable text"),
    row("-O", Joined, Optimise, "optimisation level"),
    row("-ObjC", Flag, LanguageIs("objective-c"), "all sources are Objective-C"),
    row("-ObjC++", Flag, LanguageIs("objective-c++"), "all sources are Objective-C++"),
    row("-S", Flag, Stop(Phase::Assembly), "stop at assembly (or textual IR)"),
    row("-T", JoinedOrSeparate, Script, "linker script"),
    row("-Tbss", Joined, Inert, "address of a section"),
    row("-Tdata", Joined, Inert, "address of a section"),
    row("-Ttext", Joined, Inert, "address of a section"),
    row("-U", JoinedOrSeparate, Inert, "macro removal"),
    row("-V", JoinedOrSeparate, Inert, "gcc version"),
    row("-Wa,", Joined, Inert, "for the assembler"),
    row("-Wl,", Joined, LinkerArgs, "for the linker, split at commas"),
    row("-Wp,", Joined, Inert, "for the preprocessor"),
    row("-Xanalyzer", Separate, Inert, "for the static analyser"),
    row("-Xarch_", JoinedAndSeparate, Inert, "for one architecture"),
    row("-Xarch_device", Separate, Inert, "for offload compilations"),
    row("-Xarch_host", Separate, Inert, "for the host compilation"),
    row("-Xassembler", Separate, Inert, "for the assembler"),
    row("-Xclang", Separate, Cc1, "for clang's inner command"),
    row("-Xclang=", Joined, Cc1, "for clang's inner command"),
    row("-Xclangas", Separate, Inert, "for the integrated assembler"),
    row("-Xcuda-fatbinary", Separate, Inert, "for CUDA"),
    row("-Xcuda-ptxas", Separate, Inert, "for CUDA"),
    row("-Xlinker", Separate, LinkerArg, "for the linker"),
    row("-Xmicrosoft-visualc-tools-root", Separate, Inert, "Windows"),
    row("-Xmicrosoft-visualc-tools-version", Separate, Inert, "Windows"),
    row("-Xmicrosoft-windows-sdk-root", Separate, Inert, "Windows"),
    row("-Xmicrosoft-windows-sdk-version", Separate, Inert, "Windows"),
    row("-Xmicrosoft-windows-sys-root", Separate, Inert, "Windows"),
    row("-Xoffload-linker", JoinedAndSeparate, Inert, "for the offload linker"),
    row("-Xopenmp-target", Separate, Inert, "for OpenMP offloading"),
    row("-Xopenmp-target=", JoinedAndSeparate, Inert, "for OpenMP offloading"),
    row("-Xpreprocessor", Separate, Inert, "for the preprocessor"),
    row("-Zlinker-input", Separate, LinkerArg, "input for the linker"),
    row("-alias_list", Separate, Inert, "macOS linker"),
    row("-allowable_client", Separate, Inert, "macOS linker"),
    row("-arch", Separate, Inert, "macOS architecture"),
    row("-arch_only", Separate, Inert, "macOS linker"),
    row("-b", JoinedOrSeparate, Inert, "linker input format"),
    row("-bind_at_load", Flag, Inert, "macOS linker"),
    row("-bundle", Flag, Inert, "macOS bundle"),
    row("-bundle_loader", Separate, Inert, "macOS linker"),
    row("-c", Flag, Stop(Phase::Object), "stop at the object"),
    row("-cc1", Flag, Plain("cc1"), "clang's inner command"),
    row("-cc1as", Flag, Plain("cc1"), "clang's inner command"),
    row("-ccc-gcc-name", Separate, Inert, "clang's own tests"),
    row("-ccc-install-dir", Separate, Inert, "clang's own tests"),
    row("-ccc-print-bindings", Flag, Query, "prints and ends"),
    row("-ccc-print-phases", Flag, Query, "prints and ends"),
    row("-client_name", JoinedOrSeparate, Inert, "macOS linker"),
    row("-compatibility_version", JoinedOrSeparate, Inert, "macOS linker"),
    row("-coverage", Flag, NeedsClang { feature: "gcov-both", slug: "gcov", on: true }, "gcov"),
    row("-current_version", JoinedOrSeparate, Inert, "macOS linker"),
    row("-cxx-isystem", JoinedOrSeparate, Inert, "C++ include directory"),
    row("-darwin-target-variant", Separate, Inert, "macOS"),
    row("-darwin-target-variant-triple", Separate, Inert, "macOS"),
    row("-dependency-dot", Separate, Inert, "header dependencies as a graph"),
    row("-dependency-file", Separate, Inert, "dependency file"),
    row("-dsym-dir", JoinedOrSeparate, Inert, "macOS debug files"),
    row("-dumpdir", Separate, Inert, "prefix of auxiliary outputs"),
    row("-dumpfullversion", Flag, Query, "prints and ends"),
    row("-dumpmachine", Flag, Query, "prints and ends"),
    row("-dumpspecs", Flag, Query, "prints and ends"),
    row("-dumpversion", Flag, Query, "prints and ends"),
    row("-dylib_file", Separate, Inert, "macOS linker"),
    row("-dylinker_install_name", JoinedOrSeparate, Inert, "macOS linker"),
    row("-dynamiclib", Flag, LinkKind(Link::Shared), "macOS library"),
    row("-e", Separate, Inert, "entry symbol"),
    row("-emit-ast", Flag, Plain("emit-ast"), "serialised syntax tree"),
    row("-emit-cir", Flag, Plain("emit-cir"), "ClangIR"),
    row("-emit-interface-stubs", Flag, Plain("interface-stubs"), "interface stubs"),
    row("-emit-llvm", Flag, NeedsClang { feature: "emit-llvm", slug: "emit-llvm", on: true }, "the output is LLVM IR"),
    row("-emit-merged-ifs", Flag, Plain("interface-stubs"), "interface stubs"),
    row("-exported_symbols_list", Separate, Inert, "macOS linker"),
    row("-extract-api", Flag, Plain("extract-api"), "API description"),
    row("-fauto-profile=", Joined, NeedsClang { feature: "profile-sample", slug: "profile", on: true }, "sample profile"),
    row("-fcf-protection", Flag, Inert, "landing pads and shadow stack (not a sanitizer)"),
    row("-fcf-protection=", Joined, Inert, "landing pads and shadow stack (not a sanitizer)"),
    row("-fcodegen-data-generate", Flag, NeedsClang { feature: "codegen-data", slug: "codegen-data", on: true }, "code-generation data"),
    row("-fcodegen-data-generate=", Joined, NeedsClang { feature: "codegen-data", slug: "codegen-data", on: true }, "code-generation data"),
    row("-fcodegen-data-use", Flag, NeedsClang { feature: "codegen-data", slug: "codegen-data", on: true }, "code-generation data"),
    row("-fcodegen-data-use=", Joined, NeedsClang { feature: "codegen-data", slug: "codegen-data", on: true }, "code-generation data"),
    row("-fcoroutines", Flag, Inert, "coroutines; the controlled pipeline splits them"),
    row("-fcoverage-mapping", Flag, NeedsClang { feature: "coverage-mapping", slug: "coverage-mapping", on: true }, "source coverage"),
    row("-fcoverage-mcdc", Flag, NeedsClang { feature: "coverage-mcdc", slug: "coverage-mapping", on: true }, "condition coverage"),
    row("-fcreate-profile", Flag, NeedsClang { feature: "profile-instr-generate", slug: "profile", on: true }, "source profiling"),
    row("-fcs-profile-generate", Flag, NeedsClang { feature: "cs-profile", slug: "profile", on: true }, "context-sensitive profiling"),
    row("-fcs-profile-generate=", Joined, NeedsClang { feature: "cs-profile", slug: "profile", on: true }, "context-sensitive profiling"),
    row("-fcxx-modules", Flag, AsWritten("modules"), "modules for C++"),
    row("-fdebug-compilation-dir", Separate, Inert, "directory in debug information"),
    row("-fdirectives-only", Flag, AsWritten("directives-only"), "macros are not expanded"),
    row("-fdriver-only", Flag, Query, "prints and ends"),
    row("-fembed-bitcode", Flag, EmbedBitcode, "bitcode inside the object"),
    row("-fembed-bitcode-marker", Flag, Inert, "an empty bitcode section"),
    row("-fembed-bitcode=", Joined, EmbedBitcode, "bitcode inside the object"),
    row("-fenable-matrix", Flag, NeedsClang { feature: "matrix", slug: "matrix", on: true }, "matrix types, which a pass of clang's takes apart"),
    row("-fexperimental-openacc-macro-override", Separate, Inert, "value of _OPENACC"),
    row("-fexperimental-sanitize-metadata=", Joined, NeedsClang { feature: "sanitize-metadata", slug: "sanitize-metadata", on: true }, "binary metadata"),
    row("-ffat-lto-objects", Flag, Inert, "bitcode beside the object; matters with -flto"),
    row("-ffreestanding", Flag, NoRuntime(FREESTANDING), "no hosted environment"),
    row("-fhosted", Flag, Hosted, "undoes -ffreestanding"),
    row("-filelist", Separate, Inert, "macOS linker"),
    row("-finstrument-function-entry-bare", Flag, NeedsClang { feature: "instrument-functions", slug: "instrument-functions", on: true }, "calls at function entry"),
    row("-finstrument-functions", Flag, NeedsClang { feature: "instrument-functions", slug: "instrument-functions", on: true }, "calls at function entry and exit"),
    row("-finstrument-functions-after-inlining", Flag, NeedsClang { feature: "instrument-functions", slug: "instrument-functions", on: true }, "calls at function entry and exit"),
    row("-flto", Flag, NeedsClang { feature: "lto", slug: "lto", on: true }, "link-time optimisation"),
    row("-flto=", Joined, NeedsClang { feature: "lto", slug: "lto", on: true }, "link-time optimisation"),
    row("-fmemory-profile", Flag, NeedsClang { feature: "memory-profile", slug: "profile", on: true }, "heap profiling"),
    row("-fmemory-profile-use=", Joined, NeedsClang { feature: "memory-profile-use", slug: "profile", on: true }, "heap profile"),
    row("-fmemory-profile=", Joined, NeedsClang { feature: "memory-profile", slug: "profile", on: true }, "heap profiling"),
    row("-fmodule-file=", Joined, AsWritten("modules"), "module"),
    row("-fmodule-implementation-of", Separate, Inert, "module name"),
    row("-fmodule-output", Flag, AsWritten("modules"), "module interface beside the object"),
    row("-fmodule-output=", Joined, AsWritten("modules"), "module interface beside the object"),
    row("-fmodules", Flag, AsWritten("modules"), "modules"),
    row("-fmodules-cache-path=", Joined, Inert, "module cache"),
    row("-fmodules-ts", Flag, AsWritten("modules"), "modules"),
    row("-fmodules-user-build-path", Separate, Inert, "module cache"),
    row("-fnew-alignment", Separate, Inert, "alignment of operator new"),
    row("-fno-auto-profile", Flag, NeedsClang { feature: "profile-sample", slug: "profile", on: false }, "no sample profile"),
    row("-fno-coverage-mapping", Flag, NeedsClang { feature: "coverage-mapping", slug: "coverage-mapping", on: false }, "no source coverage"),
    row("-fno-coverage-mcdc", Flag, NeedsClang { feature: "coverage-mcdc", slug: "coverage-mapping", on: false }, "no condition coverage"),
    row("-fno-fat-lto-objects", Flag, Inert, "only bitcode under -flto"),
    row("-fno-freestanding", Flag, Hosted, "undoes -ffreestanding"),
    row("-fno-hosted", Flag, NoRuntime(FREESTANDING), "no hosted environment"),
    row("-fno-integrated-as", Flag, AsWritten("no-integrated-as"), "assembled by another program"),
    row("-fno-lto", Flag, NeedsClang { feature: "lto", slug: "lto", on: false }, "no link-time optimisation"),
    row("-fno-memory-profile", Flag, NeedsClang { feature: "memory-profile", slug: "profile", on: false }, "no heap profiling"),
    row("-fno-objc-arc", Flag, NeedsClang { feature: "objc-arc", slug: "objc-arc", on: false }, "no reference counting"),
    row("-fno-profile-arcs", Flag, NeedsClang { feature: "gcov", slug: "gcov", on: false }, "no gcov counters"),
    row("-fno-profile-generate", Flag, NeedsClang { feature: "profile-generate", slug: "profile", on: false }, "no IR profiling"),
    row("-fno-profile-instr-generate", Flag, NeedsClang { feature: "profile-instr-generate", slug: "profile", on: false }, "no source profiling"),
    row("-fno-profile-instr-use", Flag, NeedsClang { feature: "profile-use", slug: "profile", on: false }, "no profile-guided optimisation"),
    row("-fno-profile-sample-use", Flag, NeedsClang { feature: "profile-sample", slug: "profile", on: false }, "no sample profile"),
    row("-fno-profile-use", Flag, NeedsClang { feature: "profile-use", slug: "profile", on: false }, "no profile-guided optimisation"),
    row("-fno-pseudo-probe-for-profiling", Flag, NeedsClang { feature: "pseudo-probe", slug: "profile", on: false }, "no pseudo probes"),
    row("-fno-sanitize-coverage=", Joined, Coverage(false), "clang's own coverage off"),
    row("-fno-sanitize=", Joined, Sanitize(false), "sanitizers off"),
    row("-fno-test-coverage", Flag, NeedsClang { feature: "gcov-notes", slug: "gcov", on: false }, "no gcov notes"),
    row("-fno-xray-instrument", Flag, NeedsClang { feature: "xray", slug: "xray", on: false }, "no XRay sleds"),
    row("-fobjc-arc", Flag, NeedsClang { feature: "objc-arc", slug: "objc-arc", on: true }, "reference counting by clang's passes"),
    row("-fopenmp", Flag, Inert, "OpenMP on the host"),
    row("-fopenmp-simd", Flag, Inert, "OpenMP's simd directives"),
    row("-fopenmp-targets=", Joined, Plain("offload"), "code for other processors"),
    row("-force_load", Separate, Inert, "macOS linker"),
    row("-forder-file-instrumentation", Flag, NeedsClang { feature: "order-file", slug: "order-file", on: true }, "order of first calls"),
    row("-fpass-plugin=", Joined, NeedsClang { feature: "pass-plugin", slug: "pass-plugin", on: true }, "the user's own LLVM plugin"),
    row("-fplugin=", Joined, AsWritten("clang-plugin"), "clang frontend plugin"),
    row("-fprebuilt-module-path=", Joined, AsWritten("modules"), "folder of modules"),
    row("-fprofile-arcs", Flag, NeedsClang { feature: "gcov", slug: "gcov", on: true }, "gcov counters"),
    row("-fprofile-dir=", Joined, Inert, "directory of profile data"),
    row("-fprofile-generate", Flag, NeedsClang { feature: "profile-generate", slug: "profile", on: true }, "IR profiling"),
    row("-fprofile-generate-cold-function-coverage", Flag, NeedsClang { feature: "profile-cold", slug: "profile", on: true }, "coverage of cold functions"),
    row("-fprofile-generate-cold-function-coverage=", Joined, NeedsClang { feature: "profile-cold", slug: "profile", on: true }, "coverage of cold functions"),
    row("-fprofile-generate=", Joined, NeedsClang { feature: "profile-generate", slug: "profile", on: true }, "IR profiling"),
    row("-fprofile-instr-generate", Flag, NeedsClang { feature: "profile-instr-generate", slug: "profile", on: true }, "source profiling"),
    row("-fprofile-instr-generate=", Joined, NeedsClang { feature: "profile-instr-generate", slug: "profile", on: true }, "source profiling"),
    row("-fprofile-instr-use", Flag, NeedsClang { feature: "profile-use", slug: "profile", on: true }, "profile-guided optimisation"),
    row("-fprofile-instr-use=", Joined, NeedsClang { feature: "profile-use", slug: "profile", on: true }, "profile-guided optimisation"),
    row("-fprofile-list=", Joined, Inert, "what is profiled"),
    row("-fprofile-sample-use=", Joined, NeedsClang { feature: "profile-sample", slug: "profile", on: true }, "sample profile"),
    row("-fprofile-update=", Joined, Inert, "how profile counters are updated"),
    row("-fprofile-use", Flag, NeedsClang { feature: "profile-use", slug: "profile", on: true }, "profile-guided optimisation"),
    row("-fprofile-use=", Joined, NeedsClang { feature: "profile-use", slug: "profile", on: true }, "profile-guided optimisation"),
    row("-fpseudo-probe-for-profiling", Flag, NeedsClang { feature: "pseudo-probe", slug: "profile", on: true }, "pseudo probes"),
    row("-framework", Separate, Inert, "macOS framework"),
    row("-fsanitize-coverage-allowlist=", Joined, CoverageList(List::Allow), "what is counted; read by the selection pass"),
    row("-fsanitize-coverage-blacklist=", Joined, CoverageList(List::Deny), "what is not counted; read by the selection pass"),
    row("-fsanitize-coverage-blocklist=", Joined, CoverageList(List::Deny), "what is not counted; read by the selection pass"),
    row("-fsanitize-coverage-ignorelist=", Joined, CoverageList(List::Deny), "what is not counted; read by the selection pass"),
    row("-fsanitize-coverage-whitelist=", Joined, CoverageList(List::Allow), "what is counted; read by the selection pass"),
    row("-fsanitize-coverage=", Joined, Coverage(true), "clang's own coverage on"),
    row("-fsanitize-recover=", Joined, Inert, "what goes on after a report"),
    row("-fsanitize-trap=", Joined, Inert, "what traps instead of reporting"),
    row("-fsanitize=", Joined, Sanitize(true), "sanitizers on"),
    row("-fsyntax-only", Flag, Stop(Phase::Syntax), "check only"),
    row("-ftemporal-profile", Flag, NeedsClang { feature: "temporal-profile", slug: "profile", on: true }, "order of first calls"),
    row("-ftest-coverage", Flag, NeedsClang { feature: "gcov-notes", slug: "gcov", on: true }, "gcov notes"),
    row("-fthinlto-index=", Joined, Plain("thinlto-backend"), "back end of a distributed LTO link; the objects were instrumented before"),
    row("-ftrapv", Flag, TrapsOverflow, "signed overflow traps"),
    row("-ftrapv-handler", Separate, Inert, "function called on overflow"),
    row("-fuse-ld=", Joined, LinkerName, "which linker"),
    row("-fxray-instrument", Flag, NeedsClang { feature: "xray", slug: "xray", on: true }, "XRay sleds"),
    row("-g", Flag, Debug(true), "debug information"),
    row("-g0", Flag, Debug(false), "no debug information"),
    row("-g1", Flag, Debug(true), "line tables"),
    row("-g2", Flag, Debug(true), "debug information"),
    row("-g3", Flag, Debug(true), "debug information with macros"),
    row("-gcodeview", Flag, Debug(true), "CodeView"),
    row("-gdbx", Flag, Debug(true), "for dbx"),
    row("-gdwarf", Joined, Debug(true), "debug information in a DWARF version"),
    row("-gdwarf-aranges", Flag, Inert, "address ranges in debug information"),
    row("-gen-cdb-fragment-path", Separate, Inert, "compilation-database directory"),
    row("-gfull", Flag, Debug(true), "debug information"),
    row("-ggdb", Flag, Debug(true), "for gdb"),
    row("-ggdb0", Flag, Debug(false), "no debug information"),
    row("-ggdb1", Flag, Debug(true), "for gdb"),
    row("-ggdb2", Flag, Debug(true), "for gdb"),
    row("-ggdb3", Flag, Debug(true), "for gdb"),
    row("-gline-directives-only", Flag, Debug(true), "line directives"),
    row("-gline-tables-only", Flag, Debug(true), "line tables"),
    row("-glldb", Flag, Debug(true), "for lldb"),
    row("-gmlt", Flag, Debug(true), "line tables"),
    row("-gmodules", Flag, Debug(true), "debug information with module references"),
    row("-gsce", Flag, Debug(true), "for the SCE debugger"),
    row("-gused", Flag, Debug(true), "debug information for what is used"),
    row("-help", Flag, Query, "prints and ends"),
    row("-hlsl-entry", Separate, Inert, "shader entry"),
    row("-iapinotes-modules", JoinedOrSeparate, Inert, "API notes"),
    row("-idirafter", JoinedOrSeparate, Inert, "include directory"),
    row("-iframework", JoinedOrSeparate, Inert, "framework directory"),
    row("-iframeworkwithsysroot", JoinedOrSeparate, Inert, "framework directory"),
    row("-imacros", JoinedOrSeparate, Inert, "file whose macros are included"),
    row("-image_base", Separate, Inert, "macOS linker"),
    row("-imultilib", Separate, Inert, "multilib directory"),
    row("-include", JoinedOrSeparate, Inert, "file included first"),
    row("-include-pch", Separate, AsWritten("precompiled-header"), "precompiled header included first"),
    row("-init", Separate, Inert, "initialisation function"),
    row("-install_name", Separate, Inert, "macOS linker"),
    row("-interface-stub-version=", JoinedOrSeparate, Inert, "form of interface stubs"),
    row("-iprefix", JoinedOrSeparate, Inert, "prefix of include directories"),
    row("-iquote", JoinedOrSeparate, Inert, "include directory"),
    row("-isysroot", JoinedOrSeparate, Inert, "root of headers"),
    row("-isystem", JoinedOrSeparate, Inert, "system include directory"),
    row("-isystem-after", JoinedOrSeparate, Inert, "system include directory"),
    row("-ivfsoverlay", JoinedOrSeparate, Inert, "virtual file system"),
    row("-iwithprefix", JoinedOrSeparate, Inert, "include directory"),
    row("-iwithprefixbefore", JoinedOrSeparate, Inert, "include directory"),
    row("-iwithsysroot", JoinedOrSeparate, Inert, "system include directory"),
    row("-l", JoinedOrSeparate, Library, "library"),
    row("-lazy_framework", Separate, Inert, "macOS linker"),
    row("-lazy_library", Separate, Inert, "macOS linker"),
    row("-m16", Flag, Machine(Some("m16")), "another data model than the runtime's"),
    row("-m32", Flag, Machine(Some("m32")), "another data model than the runtime's"),
    row("-m64", Flag, Machine(None), "the ordinary data model"),
    row("-mcpu=help", Flag, Query, "prints and ends"),
    row("-meabi", Separate, Inert, "ARM EABI"),
    row("-mfentry", Flag, NeedsClang { feature: "fentry", slug: "mcount", on: true }, "__fentry__ calls"),
    row("-mllvm", Separate, Inert, "for LLVM, also in an LTO link"),
    row("-mmlir", Separate, Inert, "for MLIR"),
    row("-module-dependency-dir", Separate, Inert, "module dependencies"),
    row("-module-file-info", Flag, Plain("module-file-info"), "prints what a module file holds"),
    row("-mthread-model", Separate, Inert, "thread model"),
    row("-mtune=help", Flag, Query, "prints and ends"),
    row("-multiply_defined", Separate, Inert, "macOS linker"),
    row("-multiply_defined_unused", Separate, Inert, "macOS linker"),
    row("-mx32", Flag, Machine(Some("mx32")), "another data model than the runtime's"),
    row("-n", Flag, Inert, "no page alignment"),
    row("-no-integrated-as", Flag, AsWritten("no-integrated-as"), "assembled by another program"),
    row("-no-pie", Flag, Inert, "executable at a fixed address"),
    row("-nodefaultlibs", Flag, NoRuntime(NO_DEFAULT_LIBRARIES), "no libraries"),
    row("-nolibc", Flag, Inert, "no C library; its start files stay"),
    row("-nostartfiles", Flag, NoRuntime("no-start-files"), "no start files"),
    row("-nostdinc", Flag, Inert, "no standard include directories"),
    row("-nostdinc++", Flag, Inert, "no C++ include directories"),
    row("-nostdlib", Flag, NoRuntime("no-standard-library"), "neither start files nor libraries"),
    row("-nostdlib++", Flag, Inert, "no C++ library"),
    row("-nostdlibinc", Flag, Inert, "no system include directories"),
    row("-o", JoinedOrSeparate, Output, "output"),
    row("-object", Flag, Inert, "macOS linker"),
    row("-object-file-name", Separate, Inert, "name of the object in debug information"),
    row("-p", Flag, NeedsClang { feature: "mcount", slug: "mcount", on: true }, "prof"),
    row("-pagezero_size", JoinedOrSeparate, Inert, "macOS linker"),
    row("-pg", Flag, NeedsClang { feature: "mcount", slug: "mcount", on: true }, "gprof"),
    row("-pie", Flag, Inert, "position-independent executable"),
    row("-pipe", Flag, Inert, "no temporary files (ignored)"),
    row("-print-", Joined, Query, "prints and ends"),
    row("-r", Flag, LinkKind(Link::Relocatable), "partial link"),
    row("-rdynamic", Flag, Inert, "all symbols are exported"),
    row("-read_only_relocs", Separate, Inert, "macOS linker"),
    row("-reexport_framework", Separate, Inert, "macOS linker"),
    row("-reexport_library", JoinedOrSeparate, Inert, "macOS linker"),
    row("-resource-dir", Separate, Inert, "clang's headers and runtimes"),
    row("-rewrite-legacy-objc", Flag, Plain("rewrite-objc"), "source rewriting"),
    row("-rewrite-objc", Flag, Plain("rewrite-objc"), "source rewriting"),
    row("-rpath", Separate, Inert, "run-time library path"),
    row("-s", Flag, Strip, "no symbols in the output"),
    row("-save-temps", Flag, AsWritten("save-temps"), "intermediate files are kept"),
    row("-save-temps=", Joined, AsWritten("save-temps"), "intermediate files are kept"),
    row("-sectalign", Multi(3), Inert, "macOS linker"),
    row("-sectcreate", Multi(3), Inert, "macOS linker"),
    row("-sectobjectsymbols", Multi(2), Inert, "macOS linker"),
    row("-sectorder", Multi(3), Inert, "macOS linker"),
    row("-seg1addr", JoinedOrSeparate, Inert, "macOS linker"),
    row("-seg_addr_table", Separate, Inert, "macOS linker"),
    row("-seg_addr_table_filename", Separate, Inert, "macOS linker"),
    row("-segaddr", Multi(2), Inert, "macOS linker"),
    row("-segcreate", Multi(3), Inert, "macOS linker"),
    row("-segprot", Multi(3), Inert, "macOS linker"),
    row("-segs_read_only_addr", Separate, Inert, "macOS linker"),
    row("-segs_read_write_addr", Separate, Inert, "macOS linker"),
    row("-serialize-diagnostics", Separate, AsWritten("serialized-diagnostics"), "diagnostics as a file"),
    row("-shared", Flag, LinkKind(Link::Shared), "shared library"),
    row("-specs", Separate, Inert, "gcc's specs file"),
    row("-static", Flag, Static, "static executable"),
    row("-static-libstdc++", Flag, StaticCxxLibrary, "C++ standard library as an archive"),
    row("-static-pie", Flag, Static, "static position-independent executable"),
    row("-stdlib++-isystem", JoinedOrSeparate, Inert, "directory of the C++ library's headers"),
    row("-stdlib=", Joined, CxxLibrary, "C++ standard library"),
    row("-sub_library", JoinedOrSeparate, Inert, "macOS linker"),
    row("-sub_umbrella", JoinedOrSeparate, Inert, "macOS linker"),
    row("-t", Flag, Inert, "linker trace"),
    row("-target", Separate, Target, "target triple"),
    row("-traditional-cpp", Flag, AsWritten("traditional"), "a preprocessor before the standard's"),
    row("-u", JoinedOrSeparate, Inert, "symbol to link in"),
    row("-umbrella", Separate, Inert, "macOS linker"),
    row("-undef", Flag, Inert, "no predefined macros"),
    row("-undefined", JoinedOrSeparate, Inert, "macOS linker"),
    row("-unexported_symbols_list", Separate, Inert, "macOS linker"),
    row("-v", Flag, Inert, "prints the commands, then runs them"),
    row("-validator-version", Separate, Inert, "shader validator"),
    row("-verify-pch", Flag, Plain("verify-pch"), "checks a precompiled header"),
    row("-vfsoverlay", JoinedOrSeparate, Inert, "virtual file system"),
    row("-w", Flag, Inert, "no warnings"),
    row("-weak_framework", Separate, Inert, "macOS linker"),
    row("-weak_library", Separate, Inert, "macOS linker"),
    row("-weak_reference_mismatches", Separate, Inert, "macOS linker"),
    row("-working-directory", Separate, Inert, "directory that paths are relative to"),
    row("-x", JoinedOrSeparate, Language, "language of the inputs that follow"),
    row("-z", Separate, Inert, "linker keyword"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_unique() {
        for pair in TABLE.windows(2) {
            assert!(
                pair[0].spelling < pair[1].spelling,
                "{} stands before {}",
                pair[0].spelling,
                pair[1].spelling
            );
        }
    }

    #[test]
    fn rows_are_flags_and_documented() {
        for row in TABLE {
            assert!(
                row.spelling.len() >= 2 && row.spelling.starts_with('-'),
                "{}",
                row.spelling
            );
            assert!(
                !row.what.is_empty(),
                "{} does not say what it is",
                row.spelling
            );
            if let NeedsClang { feature, slug, .. } = row.meaning {
                assert!(
                    !feature.is_empty() && !slug.is_empty(),
                    "{} names no reason",
                    row.spelling
                );
            }
        }
    }

    /// Every feature that can be turned off can be turned on, under the same reason.
    #[test]
    fn negations_have_something_to_negate() {
        let features = |wanted: bool| {
            TABLE.iter().filter_map(move |r| match r.meaning {
                NeedsClang { feature, slug, on } if on == wanted => Some((feature, slug)),
                _ => None,
            })
        };
        for off in features(false) {
            assert!(features(true).any(|on| on == off), "{off:?}");
        }
    }

    #[test]
    fn the_longest_spelling_that_fits_wins() {
        let spelling = |arg| lookup(arg).map(|r| r.spelling);
        assert_eq!(spelling("-include-pch"), Some("-include-pch"));
        assert_eq!(spelling("-includestdio.h"), Some("-include"));
        assert_eq!(spelling("-Tdata=0"), Some("-Tdata"));
        assert_eq!(spelling("-Tlink.ld"), Some("-T"));
        assert_eq!(spelling("-undef"), Some("-undef"));
        assert_eq!(spelling("-umain"), Some("-u"));
        assert_eq!(spelling("-flto=thin"), Some("-flto="));
        assert_eq!(spelling("-fltothin"), None);
        assert_eq!(spelling("-fcf-protection=full"), Some("-fcf-protection="));
        assert_eq!(spelling("-O"), Some("-O"));
        assert_eq!(spelling("-"), None);
        assert_eq!(spelling("a.c"), None);
    }
}
