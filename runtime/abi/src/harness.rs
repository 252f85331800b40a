//! The AFL++ harness macros, as definitions for the compiler's command line.
//!
//! They are passed with `-D` to every compilation that preprocesses C or C++, as afl-cc does. A forced `-include` would
//! not do: a header would show up in dependency files, would collide with `-include-pch`, and would declare things in
//! sources that use none of them. An unused macro costs nothing and warns of nothing. The installed `fz_afl.h` is made
//! of the same list ([`HEADER_HEAD`], a `#define` per entry, [`HEADER_TAIL`]), for harnesses that other compilers
//! build.
//!
//! Every reference to the runtime is weak. Without a runtime a loop runs its body once, an init does nothing, and the
//! test case comes from stdin (all of it, read once per iteration). The fuzzer's signature strings are operands of an
//! empty `asm`, so the file contains them if and only if it contains the code that uses the macro.

/// `(name with parameters, body)`, for `-D{name}={body}`.
pub const MACROS: [(&str, &str); 47] = [
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
        // A library's own `__afl_sharedmem_fuzzing` is preempted by the runtime's in the executable; the library's
        // constructor runs before the runtime's and sets whichever is bound.
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
    // Expands to a declaration, because a semicolon follows; what it asks for is always available.
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
    // IJON. A unit that uses it defines a symbol, because the map is laid out before the first use. AFL++'s helpers are
    // not macros here, or a harness could not declare them: inside an `IJON_…` macro they are variables of its block,
    // and elsewhere they come from [`IJON_HEADER`].
    ("_USE_IJON", "1"),
    (
        "fz_ijon_used_",
        "__asm__ __volatile__(\".pushsection .rodata.fz_ijon, \\\"a\\\"\\n\" \
         \".ifndef __fz_ijon\\n.weak __fz_ijon\\n__fz_ijon: .byte 1\\n.endif\\n\" \
         \".popsection\")",
    ),
    (
        "fz_ijon_place_",
        "__extension__({ static unsigned int fz_place_; \
         if (!fz_place_) fz_place_ = fz_ijon_hashstr(__LINE__, __FILE__); \
         fz_place_; })",
    ),
    (
        "fz_ijon_simple_hash(x)",
        "__extension__({ extern unsigned long long fz_ijon_simple_hash_(unsigned long long) __asm__(\"ijon_simple_hash\") __attribute__((__weak__)); \
         fz_ijon_simple_hash_ ? fz_ijon_simple_hash_((unsigned long long)(x)) : 0; })",
    ),
    (
        "fz_ijon_hashint(old, x)",
        "__extension__({ extern unsigned int fz_ijon_hashint_(unsigned int, unsigned int) __asm__(\"ijon_hashint\") __attribute__((__weak__)); \
         fz_ijon_hashint_ ? fz_ijon_hashint_((unsigned int)(old), (unsigned int)(x)) : 0; })",
    ),
    (
        "fz_ijon_hashstr(old, text)",
        "__extension__({ extern unsigned int fz_ijon_hashstr_(unsigned int, const void *) __asm__(\"ijon_hashstr\") __attribute__((__weak__)); \
         fz_ijon_hashstr_ ? fz_ijon_hashstr_((unsigned int)(old), (const void *)(text)) : 0; })",
    ),
    (
        "fz_ijon_hashmem(old, bytes, len)",
        "__extension__({ extern unsigned int fz_ijon_hashmem_(unsigned int, const void *, __typeof__(sizeof(0))) __asm__(\"ijon_hashmem\") __attribute__((__weak__)); \
         fz_ijon_hashmem_ ? fz_ijon_hashmem_((unsigned int)(old), (const void *)(bytes), (__typeof__(sizeof(0)))(len)) : 0; })",
    ),
    (
        "fz_ijon_hashstack()",
        "__extension__({ extern unsigned int fz_ijon_hashstack_(void *) __asm__(\"__fz_ijon_stack\") __attribute__((__weak__)); \
         fz_ijon_hashstack_ ? fz_ijon_hashstack_(__builtin_return_address(0)) : 0; })",
    ),
    (
        "fz_ijon_strdist(a, b)",
        "__extension__({ extern unsigned int fz_ijon_strdist_(const void *, const void *) __asm__(\"ijon_strdist\") __attribute__((__weak__)); \
         fz_ijon_strdist_ ? fz_ijon_strdist_((const void *)(a), (const void *)(b)) : 0; })",
    ),
    (
        "fz_ijon_memdist(a, b, len)",
        "__extension__({ extern unsigned int fz_ijon_memdist_(const void *, const void *, __typeof__(sizeof(0))) __asm__(\"ijon_memdist\") __attribute__((__weak__)); \
         fz_ijon_memdist_ ? fz_ijon_memdist_((const void *)(a), (const void *)(b), (__typeof__(sizeof(0)))(len)) : 0; })",
    ),
    (
        "fz_ijon_helpers_",
        "extern unsigned long long fz_ijon_simple_hash_(unsigned long long) __asm__(\"ijon_simple_hash\") __attribute__((__weak__)); \
         unsigned long long (*ijon_simple_hash)(unsigned long long) __attribute__((__unused__)) = fz_ijon_simple_hash_; \
         extern unsigned int fz_ijon_hashint_(unsigned int, unsigned int) __asm__(\"ijon_hashint\") __attribute__((__weak__)); \
         unsigned int (*ijon_hashint)(unsigned int, unsigned int) __attribute__((__unused__)) = fz_ijon_hashint_; \
         extern unsigned int fz_ijon_hashstr_(unsigned int, const void *) __asm__(\"ijon_hashstr\") __attribute__((__weak__)); \
         unsigned int (*ijon_hashstr)(unsigned int, const void *) __attribute__((__unused__)) = fz_ijon_hashstr_; \
         extern unsigned int fz_ijon_hashmem_(unsigned int, const void *, __typeof__(sizeof(0))) __asm__(\"ijon_hashmem\") __attribute__((__weak__)); \
         unsigned int (*ijon_hashmem)(unsigned int, const void *, __typeof__(sizeof(0))) __attribute__((__unused__)) = fz_ijon_hashmem_; \
         extern unsigned int fz_ijon_strdist_(const void *, const void *) __asm__(\"ijon_strdist\") __attribute__((__weak__)); \
         unsigned int (*ijon_strdist)(const void *, const void *) __attribute__((__unused__)) = fz_ijon_strdist_; \
         extern unsigned int fz_ijon_memdist_(const void *, const void *, __typeof__(sizeof(0))) __asm__(\"ijon_memdist\") __attribute__((__weak__)); \
         unsigned int (*ijon_memdist)(const void *, const void *, __typeof__(sizeof(0))) __attribute__((__unused__)) = fz_ijon_memdist_; \
         extern unsigned int fz_ijon_noted_stack_(void) __asm__(\"__fz_ijon_noted_stack\") __attribute__((__weak__)); \
         unsigned int (*ijon_hashstack)(void) __attribute__((__unused__)) = fz_ijon_noted_stack_; \
         extern void *fz_ijon_caller_ __asm__(\"__fz_ijon_caller\") __attribute__((__weak__))",
    ),
    // In a function without parameters: its caller.
    (
        "fz_ijon_note_",
        "__atomic_store_n(&fz_ijon_caller_, __builtin_return_address(0), __ATOMIC_RELAXED)",
    ),
    (
        "fz_ijon_do_set(place, x)",
        "__extension__({ fz_ijon_helpers_; extern void fz_ijon_set_(unsigned int, unsigned int) __asm__(\"ijon_set\") __attribute__((__weak__)); \
         fz_ijon_used_; if (fz_ijon_set_) { fz_ijon_note_; fz_ijon_set_((unsigned int)(place), (unsigned int)(x)); } })",
    ),
    (
        "fz_ijon_do_inc(place, x)",
        "__extension__({ fz_ijon_helpers_; extern void fz_ijon_inc_(unsigned int, unsigned int) __asm__(\"ijon_inc\") __attribute__((__weak__)); \
         fz_ijon_used_; if (fz_ijon_inc_) { fz_ijon_note_; fz_ijon_inc_((unsigned int)(place), (unsigned int)(x)); } })",
    ),
    (
        "fz_ijon_do_max(place, x)",
        "__extension__({ fz_ijon_helpers_; extern void fz_ijon_max_(unsigned int, unsigned long long) __asm__(\"ijon_max\") __attribute__((__weak__)); \
         fz_ijon_used_; if (fz_ijon_max_) { fz_ijon_note_; fz_ijon_max_((unsigned int)(place), (unsigned long long)(x)); } })",
    ),
    (
        "fz_ijon_do_min(place, x)",
        "__extension__({ fz_ijon_helpers_; extern void fz_ijon_min_(unsigned int, unsigned long long) __asm__(\"ijon_min\") __attribute__((__weak__)); \
         fz_ijon_used_; if (fz_ijon_min_) { fz_ijon_note_; fz_ijon_min_((unsigned int)(place), (unsigned long long)(x)); } })",
    ),
    (
        "fz_ijon_do_max_until(place, x, limit)",
        "__extension__({ fz_ijon_helpers_; extern void fz_ijon_max_until_(unsigned int, unsigned long long, unsigned long long) __asm__(\"ijon_max_until\") __attribute__((__weak__)); \
         fz_ijon_used_; if (fz_ijon_max_until_) { fz_ijon_note_; fz_ijon_max_until_((unsigned int)(place), (unsigned long long)(x), (unsigned long long)(limit)); } })",
    ),
    (
        "fz_ijon_do_xor_state(x)",
        "__extension__({ fz_ijon_helpers_; extern void fz_ijon_xor_state_(unsigned int) __asm__(\"ijon_xor_state\") __attribute__((__weak__)); \
         fz_ijon_used_; if (fz_ijon_xor_state_) { fz_ijon_note_; fz_ijon_xor_state_((unsigned int)(x)); } })",
    ),
    ("IJON_SET(x)", "fz_ijon_do_set(fz_ijon_place_, x)"),
    ("IJON_INC(x)", "fz_ijon_do_inc(fz_ijon_place_, x)"),
    // One parameter: projects that are strict about C89 reject variadic macros. (A system header may have them.)
    ("IJON_MAX(x)", "fz_ijon_do_max(fz_ijon_place_, x)"),
    ("IJON_MIN(x)", "fz_ijon_do_min(fz_ijon_place_, x)"),
    ("IJON_MAX_AT(place, x)", "fz_ijon_do_max(place, x)"),
    ("IJON_MIN_AT(place, x)", "fz_ijon_do_min(place, x)"),
    (
        "IJON_MAX_UNTIL(x, limit)",
        "fz_ijon_do_max_until(fz_ijon_place_, x, limit)",
    ),
    (
        "IJON_MAX_UNTIL_AT(place, x, limit)",
        "fz_ijon_do_max_until(place, x, limit)",
    ),
    ("IJON_STATE(x)", "fz_ijon_do_xor_state(x)"),
    (
        "IJON_BITS(x)",
        "IJON_SET(fz_ijon_hashint(fz_ijon_hashstack(), (x) == 0 ? 0 : __builtin_clzll(x)))",
    ),
    (
        "IJON_STRDIST(a, b)",
        "IJON_SET(fz_ijon_hashint(fz_ijon_hashstack(), fz_ijon_strdist(a, b)))",
    ),
    (
        "IJON_DIST(a, b)",
        "IJON_SET(fz_ijon_hashint(fz_ijon_hashstack(), (a) < (b) ? (b) - (a) : (a) - (b)))",
    ),
    (
        "IJON_CMP(a, b)",
        "IJON_INC(fz_ijon_hashint(fz_ijon_hashstack(), __builtin_popcountll((a) ^ (b))))",
    ),
    (
        "IJON_STACK_MAX(x)",
        "fz_ijon_do_max(fz_ijon_hashint(fz_ijon_place_, fz_ijon_hashstack()), x)",
    ),
    (
        "IJON_STACK_MIN(x)",
        "fz_ijon_do_min(fz_ijon_hashint(fz_ijon_place_, fz_ijon_hashstack()), x)",
    ),
    (
        "IJON_CTX(x)",
        "__extension__({ unsigned int fz_state_ = fz_ijon_place_; \
         fz_ijon_do_xor_state(fz_state_); __typeof__(x) fz_x_ = (x); fz_ijon_do_xor_state(fz_state_); fz_x_; })",
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

/// What `fz_ijon.h` contains: AFL++'s helpers for use outside the macros, and `IJON_MAX` and `IJON_MIN` of several
/// values, the first of which weighs most. With AFL_LLVM_IJON it is included automatically, as by afl-cc.
///
/// The functions have names of their own so that they can test for a runtime: without one they return 0. The macros
/// that lead to them have no parameters, so a harness may declare the functions as well.
pub const IJON_HEADER: &str = r#"/* IJON's helpers, and its macros of several values, as AFL++ has them. */
#pragma GCC system_header
#if !defined FZ_IJON_H && !defined __ASSEMBLER__
#define FZ_IJON_H
#ifdef __cplusplus
extern "C" {
#endif
#define FZ_IJON_INLINE static __inline__ __attribute__((__always_inline__, __unused__))
FZ_IJON_INLINE __UINT64_TYPE__ fz_inlined_ijon_simple_hash(__UINT64_TYPE__ x) { return fz_ijon_simple_hash(x); }
FZ_IJON_INLINE __UINT32_TYPE__ fz_inlined_ijon_hashint(__UINT32_TYPE__ before, __UINT32_TYPE__ x) { return fz_ijon_hashint(before, x); }
FZ_IJON_INLINE __UINT32_TYPE__ fz_inlined_ijon_hashstr(__UINT32_TYPE__ before, char *text) { return fz_ijon_hashstr(before, text); }
FZ_IJON_INLINE __UINT32_TYPE__ fz_inlined_ijon_hashmem(__UINT32_TYPE__ before, char *bytes, __SIZE_TYPE__ len) { return fz_ijon_hashmem(before, bytes, len); }
FZ_IJON_INLINE __UINT32_TYPE__ fz_inlined_ijon_hashstack(void) { return fz_ijon_hashstack(); }
FZ_IJON_INLINE __UINT32_TYPE__ fz_inlined_ijon_strdist(char *a, char *b) { return fz_ijon_strdist(a, b); }
FZ_IJON_INLINE __UINT32_TYPE__ fz_inlined_ijon_memdist(char *a, char *b, __SIZE_TYPE__ len) { return fz_ijon_memdist(a, b, len); }
FZ_IJON_INLINE void fz_inlined_ijon_set(__UINT32_TYPE__ place, __UINT32_TYPE__ x) { fz_ijon_do_set(place, x); }
FZ_IJON_INLINE void fz_inlined_ijon_inc(__UINT32_TYPE__ place, __UINT32_TYPE__ x) { fz_ijon_do_inc(place, x); }
FZ_IJON_INLINE void fz_inlined_ijon_max(__UINT32_TYPE__ place, unsigned long long x) { fz_ijon_do_max(place, x); }
FZ_IJON_INLINE void fz_inlined_ijon_min(__UINT32_TYPE__ place, unsigned long long x) { fz_ijon_do_min(place, x); }
FZ_IJON_INLINE void fz_inlined_ijon_max_until(__UINT32_TYPE__ place, unsigned long long x, unsigned long long limit) { fz_ijon_do_max_until(place, x, limit); }
FZ_IJON_INLINE void fz_inlined_ijon_xor_state(__UINT32_TYPE__ x) { fz_ijon_do_xor_state(x); }
#ifdef __cplusplus
}
#endif
#define ijon_simple_hash fz_inlined_ijon_simple_hash
#define ijon_hashint fz_inlined_ijon_hashint
#define ijon_hashstr fz_inlined_ijon_hashstr
#define ijon_hashmem fz_inlined_ijon_hashmem
#define ijon_hashstack fz_inlined_ijon_hashstack
#define ijon_strdist fz_inlined_ijon_strdist
#define ijon_memdist fz_inlined_ijon_memdist
#define ijon_set fz_inlined_ijon_set
#define ijon_inc fz_inlined_ijon_inc
#define ijon_max fz_inlined_ijon_max
#define ijon_min fz_inlined_ijon_min
#define ijon_max_until fz_inlined_ijon_max_until
#define ijon_xor_state fz_inlined_ijon_xor_state
#define fz_ijon_1_(a) ((unsigned long long)(a))
#define fz_ijon_2_(a, b) (fz_ijon_1_(a) * 31 + fz_ijon_1_(b))
#define fz_ijon_3_(a, b, c) (fz_ijon_2_(a, b) * 31 + fz_ijon_1_(c))
#define fz_ijon_4_(a, b, c, d) (fz_ijon_3_(a, b, c) * 31 + fz_ijon_1_(d))
#define fz_ijon_5_(a, b, c, d, e) (fz_ijon_4_(a, b, c, d) * 31 + fz_ijon_1_(e))
#define fz_ijon_6_(a, b, c, d, e, f) (fz_ijon_5_(a, b, c, d, e) * 31 + fz_ijon_1_(f))
#define fz_ijon_pick_(a, b, c, d, e, f, one, ...) one
#define fz_ijon_value_(...)   fz_ijon_pick_(__VA_ARGS__, fz_ijon_6_, fz_ijon_5_, fz_ijon_4_, fz_ijon_3_, fz_ijon_2_, fz_ijon_1_, 0)(__VA_ARGS__)
#undef IJON_MAX
#undef IJON_MIN
#define IJON_MAX(...) fz_ijon_do_max(fz_ijon_place_, fz_ijon_value_(__VA_ARGS__))
#define IJON_MIN(...) fz_ijon_do_min(fz_ijon_place_, fz_ijon_value_(__VA_ARGS__))
#endif
"#;

/// The engine's arguments, quoted as for a shell, for a program with its own `main` and an in-process engine.
pub const ARGUMENTS: &str = "FZ_FUZZ";
/// Contained in executables for such engines whose `main` is fz's: it drives a harness, and takes the engine's
/// arguments.
pub const DRIVEN: &str = "##FZ_DRIVES_HARNESS##";
