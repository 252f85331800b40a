//! The environment that targets are started in. Sanitizers in them have to end them by a signal: exit statuses are a
//! target's own affair.

/// The variables that sanitizers read, and what stays to be said in each.
const SANITIZERS: &[(&str, &str)] = &[
    (
        "ASAN_OPTIONS",
        "symbolize=0:allocator_may_return_null=1:detect_odr_violation=0:",
    ),
    ("LSAN_OPTIONS", "symbolize=0:"),
    ("MSAN_OPTIONS", "symbolize=0:"),
    ("TSAN_OPTIONS", "symbolize=0:"),
    ("UBSAN_OPTIONS", "symbolize=0:"),
];

/// Sets what the user has not set.
pub fn settle_sanitizers() {
    for (variable, rest) in SANITIZERS {
        if std::env::var_os(variable).is_none() {
            set(variable, &format!("{rest}abort_on_error=1:halt_on_error=1"));
        }
    }
}

/// For the programs that are started from now on.
pub fn set(variable: &str, value: &str) {
    // SAFETY: this process has one thread.
    unsafe { std::env::set_var(variable, value) };
}
