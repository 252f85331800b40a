//! Compare feedback: who is told of a compare, and by which names. All of it is weak in objects, and called only while
//! [`GATE`] says that somebody listens.

/// Hidden, one per image (`linkonce_odr`): a byte that is not 0 while somebody listens to this image's compares.
pub const GATE: &str = "__fz_compares_on";
/// `void (unsigned char *gate, unsigned char *gate)`: each image's constructor hands its gate over, if the runtime
/// has this; it sets and clears the byte as it likes, now or later. Where a runtime lacks it the constructor opens the
/// gate if [`trace::CMP`]'s first callback is there.
pub const INIT: &str = "__fz_compares_init";

/// SanitizerCoverage's callbacks (`form = "trace"`): for libFuzzer, honggfuzz, LibAFL, and the AFL runtime too.
pub mod trace {
    /// `void (uintN_t a, uintN_t b)` for 1, 2, 4 and 8 bytes. 16 bytes are told in two halves, the low one first;
    /// floating-point numbers as their bits.
    pub const CMP: [&str; 4] = [
        "__sanitizer_cov_trace_cmp1",
        "__sanitizer_cov_trace_cmp2",
        "__sanitizer_cov_trace_cmp4",
        "__sanitizer_cov_trace_cmp8",
    ];
    /// The same where the first operand is a constant.
    pub const CONST_CMP: [&str; 4] = [
        "__sanitizer_cov_trace_const_cmp1",
        "__sanitizer_cov_trace_const_cmp2",
        "__sanitizer_cov_trace_const_cmp4",
        "__sanitizer_cov_trace_const_cmp8",
    ];
    /// `void (uint64_t value, uint64_t *cases)`: the number of cases, the value's bits, the cases in order.
    pub const SWITCH: &str = "__sanitizer_cov_trace_switch";
    /// `void (uintN_t divisor)` for 4 and 8 bytes.
    pub const DIV: [&str; 2] = ["__sanitizer_cov_trace_div4", "__sanitizer_cov_trace_div8"];
    /// `void (uintptr_t index)`: a variable array index.
    pub const GEP: &str = "__sanitizer_cov_trace_gep";
    /// `void (void *pc, const void *a, const void *b, [size_t n,] int or void *result)`, called behind the call.
    pub const HOOKS: [&str; 8] = [
        "__sanitizer_weak_hook_memcmp",
        "__sanitizer_weak_hook_memmem",
        "__sanitizer_weak_hook_strcasecmp",
        "__sanitizer_weak_hook_strcasestr",
        "__sanitizer_weak_hook_strcmp",
        "__sanitizer_weak_hook_strncasecmp",
        "__sanitizer_weak_hook_strncmp",
        "__sanitizer_weak_hook_strstr",
    ];
}

/// AFL++'s callbacks (`form = "cmplog"`), for `afl-fuzz -c`. Each call site counts by its return address.
pub mod cmplog {
    /// `void (uintN_t a, uintN_t b, uint8_t attribute)` for 1, 2, 4, 8 and 16 bytes.
    pub const INS: [&str; 5] = [
        "__cmplog_ins_hook1",
        "__cmplog_ins_hook2",
        "__cmplog_ins_hook4",
        "__cmplog_ins_hook8",
        "__cmplog_ins_hook16",
    ];
    /// `void (__uint128_t a, __uint128_t b, uint8_t attribute, uint8_t bytes - 1)`: other widths up to 16 bytes.
    pub const INS_N: &str = "__cmplog_ins_hookN";
    /// `void (const void *a, const void *b)`: any call of two pointers; up to 32 readable bytes of each.
    pub const RTN: &str = "__cmplog_rtn_hook";
    /// `void (const void *a, const void *b, uint64_t n)`: memory.
    pub const RTN_N: &str = "__cmplog_rtn_hook_n";
    /// `void (const char *a, const char *b)`: strings.
    pub const RTN_STR: &str = "__cmplog_rtn_hook_str";
    /// `void (const char *a, const char *b, uint64_t n)`: strings, at most n bytes.
    pub const RTN_STRN: &str = "__cmplog_rtn_hook_strn";
    /// `void (const void *string, const char *text)`: libstdc++'s `std::string` against a C string …
    pub const RTN_STRING_TEXT: &str = "__cmplog_rtn_gcc_stdstring_cstring";
    /// … and against another.
    pub const RTN_STRING_STRING: &str = "__cmplog_rtn_gcc_stdstring_stdstring";
    /// The same for libc++'s.
    pub const RTN_LIBCXX_STRING_TEXT: &str = "__cmplog_rtn_llvm_stdstring_cstring";
    pub const RTN_LIBCXX_STRING_STRING: &str = "__cmplog_rtn_llvm_stdstring_stdstring";

    /// The attribute of a compare: its predicate, signed or not …
    pub const NE: u8 = 0;
    pub const EQ: u8 = 1;
    pub const GT: u8 = 2;
    pub const GE: u8 = 3;
    pub const LT: u8 = 4;
    pub const LE: u8 = 5;
    /// … and this bit if it compares floating-point numbers.
    pub const FLOAT: u8 = 8;
}
