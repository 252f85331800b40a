//! Whether a program with a loop over inputs may run many of them in one process, and tell of each what it tells alone.
//!
//! What a pass leaves in the program's data its runtime sees. What it leaves in the C library or the system nobody sees:
//! programs that call what does so run each input in a process of its own.

use fz_binary::Image;
use fz_engines::launch::target::Target;

use super::server::Passes;

/// Functions after which others may do something else.
const LASTING: &[&str] = &[
    "_ZNSt6locale6globalERKS_",
    "alarm",
    "at_quick_exit",
    "atexit",
    "bsd_signal",
    "chdir",
    "chroot",
    "clearenv",
    "dlmopen",
    "dlopen",
    "drand48",
    "fchdir",
    "feenableexcept",
    "fesetenv",
    "fesetround",
    "freopen",
    "freopen64",
    "getopt",
    "getopt_long",
    "getopt_long_only",
    "hcreate",
    "hsearch",
    "initstate",
    "jrand48",
    "lcong48",
    "lrand48",
    "mallopt",
    "mblen",
    "mbtowc",
    "mrand48",
    "nrand48",
    "on_exit",
    "prctl",
    "pthread_create",
    "pthread_sigmask",
    "putenv",
    "rand",
    "random",
    "sbrk",
    "seed48",
    "setenv",
    "setitimer",
    "setlocale",
    "setrlimit",
    "setrlimit64",
    "setstate",
    "sigaction",
    "sigaltstack",
    "signal",
    "sigprocmask",
    "sigset",
    "srand",
    "srand48",
    "srandom",
    "strtok",
    "syscall",
    "thrd_create",
    "timer_create",
    "umask",
    "unsetenv",
    "uselocale",
    "wctomb",
];

pub fn of(target: &Target, images: &[Image], memory: Option<u64>) -> Passes {
    let functions = || images.iter().flat_map(|image| &image.coverage);
    let calls = |name: &str| LASTING.binary_search(&name).is_ok();
    // Without records nobody knows what it calls. With little memory, what was lost before matters.
    let may = target.is_looping
        && target.sanitizers.is_empty()
        && memory.is_none()
        && functions().next().is_some()
        && !functions().flat_map(|f| &f.calls).any(|c| calls(&c.callee));
    match may {
        true => Passes::Alone,
        false => Passes::One,
    }
}

#[cfg(test)]
mod tests {
    use super::LASTING;

    #[test]
    fn names_can_be_searched_for() {
        assert!(LASTING.is_sorted_by(|a, b| a < b));
    }
}
