//! Frames that are nobody's bug: of libraries that carry out the program's end or its beginning, and of the languages' own.

use crate::names::{demangled, spellings};

/// Modules begin so.
const MODULES: [&str; 20] = [
    "[vdso]",
    "ld-linux",
    "ld-musl",
    "libasan.",
    "libc++",
    "libc-2.",
    "libc.",
    "libclang_rt.",
    "libdl.",
    "libgcc_s",
    "libhwasan.",
    "liblsan.",
    "libm-2.",
    "libm.",
    "libpthread",
    "librt.",
    "libstdc++",
    "libtsan.",
    "libubsan.",
    "libunwind.",
];

/// Functions of programs that have these linked in begin so.
const FUNCTIONS: [&str; 34] = [
    "___interceptor_",
    "__afl_",
    "__asan",
    "__assert",
    "__clang_trap_msg$",
    "__cxa_",
    "__cxxabiv1::",
    "__fz_",
    "__gnu_cxx::",
    "__gxx_",
    "__hwasan",
    "__interception::",
    "__interceptor_",
    "__libc_",
    "__lsan",
    "__msan",
    "__pthread_",
    "__sanitizer",
    "__stack_chk_fail",
    "__tsan",
    "__ubsan",
    "_Unwind_",
    "asan_thread_start",
    "core::panicking::",
    "fuzzer::",
    "fz_afl::",
    "fz_own_",
    "fz_run",
    "rust_begin_unwind",
    "rust_panic",
    "std::__terminate",
    "std::panicking::",
    "std::rt::",
    "std::terminate",
];

/// Functions of sanitizers that take one another's types.
const SPACES: [&str; 5] = [
    "__asan::",
    "__msan::",
    "__sanitizer::",
    "__tsan::",
    "__ubsan::",
];

/// Functions of programs that have these linked in; with debug information they are the program's own.
const NAMES: [&str; 10] = [
    "_start",
    "abort",
    "clone",
    "clone3",
    "gsignal",
    "kill",
    "pthread_kill",
    "raise",
    "start_thread",
    "tgkill",
];

/// Functions of C++'s library that are linked in, or instantiated without debug information, begin so.
const CXX: [&str; 3] = ["operator delete", "operator new", "std::"];

/// Where headers are that no program has written.
const HEADERS: [&str; 2] = ["/usr/include/", "/usr/lib/"];
/// Those of C++'s library, wherever a compiler stands.
const CXX_HEADERS: &str = "/include/c++/";

/// `symbol`: as linkers have it; `file`: where it is written, as far as that is known.
pub fn is(module: &str, symbol: &str, file: &str) -> bool {
    let begins = |list: &[&str], text: &str| list.iter().any(|p| text.starts_with(p));
    let is_nobodys = |name: &String| {
        begins(&FUNCTIONS, name)
            || SPACES.iter().any(|space| name.contains(space))
            || file.is_empty() && (NAMES.contains(&&**name) || begins(&CXX, name))
    };
    begins(&MODULES, module) || is_of_system(file) || spellings(symbol).iter().any(is_nobodys)
}

/// What a program does with headers of the system is its bug: they are nobody's.
fn is_of_system(file: &str) -> bool {
    HEADERS.iter().any(|folder| file.starts_with(folder)) || file.contains(CXX_HEADERS)
}

/// Whether C keeps a symbol for compilers and libraries. Where a program has debug information, and says nothing of such a
/// function, that is where it comes from.
pub fn is_reserved(symbol: &str) -> bool {
    symbol.starts_with('_') && demangled(symbol) == symbol
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ends_or_begins_a_program_is_machinery() {
        for (module, function) in [
            ("libc.so.6", ""),
            ("libstdc++.so.6", "_ZNSt6vectorIiE2atEm"),
            ("p", "_ZdlPv"),
            ("p", "_Znwm"),
            ("p", "_ZNSt6vectorIiE2atEm"),
            ("p", "_ZSt3getIiET_S0_"),
            ("p", "__asan_report_load4"),
            ("p", "__interceptor_memcpy"),
            (
                "p",
                "handleDivremOverflowImpl(__ubsan::OverflowData*, unsigned long)",
            ),
            ("p", "abort"),
            ("p", "fz_run_arguments"),
        ] {
            assert!(is(module, function, ""), "{module} {function}");
        }
        for (module, function) in [
            ("p", "main"),
            ("p", "aborts"),
            ("p", ""),
            ("libpng.so", "raised"),
            ("libcmark.so.0", "f"),
            ("libcairo.so", "f"),
            ("libc-client.so.2007e", "f"),
        ] {
            assert!(!is(module, function, ""), "{module} {function}");
        }
        assert!(!is("p", "clone", "sheep.c"));
        // A program may have its own, and say so.
        assert!(!is("p", "_ZdlPv", "pool.cc") && !is("p", "_ZN4Pool3newEv", ""));
        assert!(is(
            "p",
            "_ZSt3getIiET_S0_",
            "/opt/llvm/include/c++/v1/tuple"
        ));
        assert!(is("p", "f", "/usr/include/f.h"));
        assert!(!is("p", "f", "/usr/src/p/a.c") && !is("p", "f", "include/a.h"));
        assert!(is_reserved("__clang_call_terminate") && is_reserved("_int_free"));
        assert!(!is_reserved("_ZN1a1bEv") && !is_reserved("parse"));
    }
}
