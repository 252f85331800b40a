//! The AFL++ harness macros, as definitions for the compiler's command line.
//!
//! They are passed with `-D` to every compilation that preprocesses C or C++, as afl-cc does, and not
//! by a forced `-include`: a header would show up in dependency files, would collide with
//! `-include-pch`, and would put declarations into sources that use none of it. A macro that is not
//! used costs and warns nothing. The installed `fz_afl.h` is made of the same list ([`HEADER_HEAD`], then a
//! `#define` per entry, then [`HEADER_TAIL`]) for harnesses that other compilers build.
//!
//! Every reference to the runtime is weak: without a runtime a loop runs its body once, an init does
//! nothing, and the test case comes from stdin (all of it, read once per pass of the loop). The
//! fuzzer's signature strings are operands of an empty `asm`, so they are in the file if and only if
//! the code that uses the macro is.

/// `(name with parameters, body)`, for `-D{name}={body}`.
pub const MACROS: [(&str, &str); 13] = [
    ("__AFL_COMPILER", "1"),
    ("__AFL_HAVE_MANUAL_CONTROL", "1"),
    (
        "__AFL_LOOP(n)",
        "__extension__({ \
         static int fz_ran_; \
         extern int fz_loop_(unsigned int) __asm__(\"__afl_persistent_loop\") __attribute__((__weak__)); \
         __asm__ __volatile__(\"\" : : \"r\"(\"##SIG_AFL_PERSISTENT##\")); \
         fz_loop_ ? fz_loop_(n) : !fz_ran_++; })",
    ),
    (
        "__AFL_INIT()",
        "__extension__({ \
         extern void fz_init_(void) __asm__(\"__afl_manual_init\") __attribute__((__weak__)); \
         __asm__ __volatile__(\"\" : : \"r\"(\"##SIG_AFL_DEFER_FORKSRV##\")); \
         if (fz_init_) fz_init_(); })",
    ),
    (
        // A library's own `__afl_sharedmem_fuzzing` is preempted by the runtime's in the executable;
        // its constructor runs before the runtime's and sets whichever won.
        "__AFL_FUZZ_INIT()",
        "__attribute__((__visibility__(\"default\"))) extern int __afl_sharedmem_fuzzing; \
         __attribute__((__visibility__(\"default\"))) int __afl_sharedmem_fuzzing = 1; \
         extern __attribute__((__weak__, __visibility__(\"default\"))) unsigned int __fz_passes; \
         extern __attribute__((__weak__, __visibility__(\"default\"))) unsigned int *__afl_fuzz_len; \
         extern __attribute__((__weak__, __visibility__(\"default\"))) unsigned char *__afl_fuzz_ptr; \
         static unsigned char fz_test_case_[1048576]; \
         static __attribute__((__constructor__, __unused__)) void fz_share_(void) { __afl_sharedmem_fuzzing = 1; } \
         static __attribute__((__unused__)) unsigned int fz_test_case_len_(void) { \
         static unsigned int len, read_in; unsigned int pass = &__fz_passes ? __fz_passes + 1 : 1; \
         extern __typeof__((char *)0 - (char *)0) fz_read_(int, void *, __typeof__(sizeof(0))) __asm__(\"read\"); \
         if (&__afl_fuzz_ptr && __afl_fuzz_ptr) return *__afl_fuzz_len; \
         if (read_in == pass) return len; \
         for (read_in = pass, len = 0; len < sizeof fz_test_case_;) { \
         __typeof__((char *)0 - (char *)0) got = fz_read_(0, fz_test_case_ + len, sizeof fz_test_case_ - len); \
         if (got <= 0) break; \
         len += (unsigned int)got; } \
         return len; } \
         extern __attribute__((__weak__)) unsigned char *__afl_fuzz_ptr",
    ),
    (
        "__AFL_FUZZ_TESTCASE_BUF",
        "(&__afl_fuzz_ptr && __afl_fuzz_ptr ? __afl_fuzz_ptr : fz_test_case_)",
    ),
    ("__AFL_FUZZ_TESTCASE_LEN", "fz_test_case_len_()"),
    // A declaration, for a semicolon follows; what it asks for is always there.
    ("__AFL_COVERAGE()", "extern int fz_coverage_"),
    (
        "__AFL_COVERAGE_START_OFF()",
        "static __attribute__((__constructor__(101), __unused__)) void fz_coverage_start_(void) { \
         __AFL_COVERAGE_OFF(); __AFL_COVERAGE_DISCARD(); } \
         extern int fz_coverage_",
    ),
    (
        "__AFL_COVERAGE_ON()",
        "__extension__({ \
         extern void fz_coverage_on_(void) __asm__(\"__afl_coverage_on\") __attribute__((__weak__)); \
         if (fz_coverage_on_) fz_coverage_on_(); })",
    ),
    (
        "__AFL_COVERAGE_OFF()",
        "__extension__({ \
         extern void fz_coverage_off_(void) __asm__(\"__afl_coverage_off\") __attribute__((__weak__)); \
         if (fz_coverage_off_) fz_coverage_off_(); })",
    ),
    (
        "__AFL_COVERAGE_DISCARD()",
        "__extension__({ \
         extern void fz_coverage_discard_(void) __asm__(\"__afl_coverage_discard\") __attribute__((__weak__)); \
         if (fz_coverage_discard_) fz_coverage_discard_(); })",
    ),
    (
        "__AFL_COVERAGE_SKIP()",
        "__extension__({ \
         extern void fz_coverage_skip_(void) __asm__(\"__afl_coverage_skip\") __attribute__((__weak__)); \
         if (fz_coverage_skip_) fz_coverage_skip_(); })",
    ),
];

/// What `fz_afl.h` starts with …
pub const HEADER_HEAD: &str = "\
/* The AFL++ harness macros, for harnesses that a compiler other than fz-cc builds. fz-cc defines
   them by itself. Without a fuzzing runtime a loop runs once and the test case is read from stdin. */
#ifndef FZ_AFL_H
#define FZ_AFL_H
#ifndef __AFL_COMPILER
";
/// … and ends with.
pub const HEADER_TAIL: &str = "\
#endif
#endif
";

/// The engine's arguments, quoted as for a shell, for a program with a `main` of its own whose engine is in the same
/// process.
pub const ARGUMENTS: &str = "FZ_FUZZ";
/// Stands in executables for such engines whose `main` is fz's: it drives a harness, and takes the engine's arguments.
pub const DRIVEN: &str = "##FZ_DRIVES_HARNESS##";
