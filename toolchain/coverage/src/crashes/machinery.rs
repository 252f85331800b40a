//! Frames that are the same whatever went wrong: of libraries that carry out the program's end or its beginning.

/// Modules begin so.
const MODULES: [&str; 17] = [
    "[vdso]",
    "ld-linux",
    "ld-musl",
    "libasan.",
    "libc++",
    "libc-2.",
    "libc.",
    "libclang_rt.",
    "libgcc_s",
    "libhwasan.",
    "liblsan.",
    "libm-2.",
    "libm.",
    "libpthread",
    "libstdc++",
    "libtsan.",
    "libubsan.",
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

/// `function` is demangled; `file`: where it is written, as far as that is known.
pub fn is(module: &str, function: &str, file: &str) -> bool {
    let begins = |list: &[&str], text: &str| list.iter().any(|p| text.starts_with(p));
    begins(&MODULES, module)
        || begins(&FUNCTIONS, function)
        || SPACES.iter().any(|space| function.contains(space))
        || file.is_empty() && NAMES.contains(&function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_ends_or_begins_a_program_is_machinery() {
        for (module, function) in [
            ("libc.so.6", ""),
            ("libstdc++.so.6", "std::vector<int>::at"),
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
    }
}
