//! The environment of targets. Sanitizers have to end them by a signal, because exit statuses belong to the target.

/// The variables that sanitizers read, with the options to add to each.
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

/// Sets the options that the user has not set.
pub fn settle_sanitizers() {
    for (variable, rest) in SANITIZERS {
        if std::env::var_os(variable).is_none() {
            set(variable, &format!("{rest}abort_on_error=1:halt_on_error=1"));
        }
    }
}

/// Sets a variable for programs started from now on.
pub fn set(variable: &str, value: &str) {
    // SAFETY: this process has one thread.
    unsafe { std::env::set_var(variable, value) };
}
