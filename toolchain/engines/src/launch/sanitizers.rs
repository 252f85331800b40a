//! Sanitizers at run time: how a program has to end for its engine to see a finding.

use super::{Request, target::Target};

pub struct Sanitizer {
    /// clang's name.
    pub name: &'static str,
    /// What symbols of programs with it begin with.
    pub marks: &'static [&'static str],
    variable: &'static str,
    /// Where only the end of a process is seen.
    dies: &'static str,
    /// Where the engine is told in the process, and people read the report.
    reports: &'static str,
    /// Beside honggfuzz's own options, which give way to a variable that is set.
    honggfuzz: &'static str,
}

/// A signal reaches the fuzzer as the program's own, and nobody waits for a symbolizer.
macro_rules! dies {
    ($more:literal) => {
        concat!(
            "abort_on_error=1:symbolize=0:allocator_may_return_null=1:handle_segv=0:handle_sigbus=0:handle_abort=0:",
            "handle_sigfpe=0:handle_sigill=0",
            $more
        )
    };
}

/// Sorted by name.
pub const SANITIZERS: &[Sanitizer] = &[
    Sanitizer {
        name: "address",
        marks: &["__asan_init"],
        variable: "ASAN_OPTIONS",
        dies: dies!(":detect_leaks=0:detect_odr_violation=0"),
        reports: "allocator_may_return_null=1:detect_odr_violation=0",
        honggfuzz: "",
    },
    Sanitizer {
        name: "hwaddress",
        marks: &["__hwasan_init"],
        variable: "HWASAN_OPTIONS",
        dies: dies!(""),
        reports: "allocator_may_return_null=1",
        honggfuzz: "abort_on_error=1",
    },
    Sanitizer {
        name: "leak",
        marks: &["__lsan_init"],
        variable: "LSAN_OPTIONS",
        // Leaks are found when the program has ended well: its exit code is all that tells.
        dies: "exitcode=23:symbolize=0:fast_unwind_on_malloc=0:print_suppressions=0",
        reports: "exitcode=23:print_suppressions=0",
        honggfuzz: "",
    },
    Sanitizer {
        name: "memory",
        marks: &["__msan_init"],
        variable: "MSAN_OPTIONS",
        // afl-fuzz demands the exit code, though the program aborts.
        dies: dies!(":exit_code=86:msan_track_origins=0"),
        reports: "allocator_may_return_null=1",
        honggfuzz: "",
    },
    Sanitizer {
        name: "thread",
        marks: &["__tsan_init"],
        variable: "TSAN_OPTIONS",
        dies: dies!(":halt_on_error=1"),
        reports: "halt_on_error=1",
        honggfuzz: "halt_on_error=1:abort_on_error=1",
    },
    Sanitizer {
        name: "undefined",
        marks: &["__ubsan_handle_"],
        variable: "UBSAN_OPTIONS",
        dies: dies!(":halt_on_error=1"),
        reports: "halt_on_error=1:print_stacktrace=1",
        honggfuzz: "halt_on_error=1:abort_on_error=1",
    },
];

/// How an engine learns of findings.
enum Style {
    Dies,
    Reports,
    Honggfuzz,
}

fn style(engine: &str, target: &Target) -> Style {
    match engine {
        // Inputs of a program with its own `main` run in children of the engine's process.
        "libfuzzer" if !target.has_own_main => Style::Reports,
        "honggfuzz" => Style::Honggfuzz,
        _ => Style::Dies,
    }
}

/// Variables for the sanitizers of the program, and of what runs beside it; the user's own options come last, and win.
pub fn environment(engine: &str, request: &Request) -> Vec<(String, String)> {
    let style = style(engine, &request.target);
    let is_there = |s: &&Sanitizer| {
        request.target.sanitizers.contains(&s.name)
            || request
                .beside
                .iter()
                .any(|t| t.sanitizers.contains(&s.name))
    };
    let own = &request.machine.sanitizer_options;
    let of = |s: &Sanitizer| {
        let ours = match style {
            Style::Dies => s.dies,
            Style::Reports => s.reports,
            Style::Honggfuzz => s.honggfuzz,
        };
        with_own(s, ours, own)
    };
    SANITIZERS.iter().filter(is_there).filter_map(of).collect()
}

/// Variables for a program that is run where only the end of a process is seen. `own`: the user's.
pub fn dying(target: &Target, own: &[(&'static str, String)]) -> Vec<(String, String)> {
    let is_there = |s: &&Sanitizer| target.sanitizers.contains(&s.name);
    let of = |s: &Sanitizer| with_own(s, s.dies, own);
    SANITIZERS.iter().filter(is_there).filter_map(of).collect()
}

fn with_own(
    sanitizer: &Sanitizer,
    ours: &str,
    own: &[(&'static str, String)],
) -> Option<(String, String)> {
    let own = own.iter().find(|(name, _)| *name == sanitizer.variable);
    let value = match own {
        // Its defaults are not added to what is set.
        Some((_, own)) if !ours.is_empty() => format!("{ours}:{own}"),
        _ => ours.to_owned(),
    };
    (!value.is_empty()).then(|| (sanitizer.variable.to_owned(), value))
}

/// Whether it reserves more address space than any limit leaves.
pub fn needs_address_space(target: &Target) -> Option<&'static str> {
    let large = ["address", "hwaddress", "memory", "thread"];
    target
        .sanitizers
        .iter()
        .copied()
        .find(|s| large.contains(s))
}
