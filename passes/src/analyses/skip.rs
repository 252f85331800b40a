//! Functions that get no counters.

use crate::ir::Linkage;
use crate::{
    ir::Function,
    marks::{excluded, foreign},
};

/// Why a function gets no counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The body is only for inlining; another unit emits and counts it.
    AvailableExternally,
    /// `__attribute__((naked))`: no code may be added.
    Naked,
    /// `__attribute__((no_sanitize("coverage")))`.
    NoSanitizeCoverage,
    /// `__attribute__((disable_sanitizer_instrumentation))`.
    DisableSanitizerInstrumentation,
    /// `__attribute__((no_profile_instrument_function))`.
    NoProfile,
    /// An allow or deny list leaves it out.
    Selection,
    /// A coroutine before it is split: its basic blocks are not yet those that run.
    UnsplitCoroutine,
    /// A part of the instrumentation, ours or a sanitizer's.
    Machinery,
    /// The entry is `unreachable`.
    Unreachable,
    /// A function of a system header, in a build that reports coverage of the user's source.
    Foreign,
}

impl Skip {
    /// The reason as records have it.
    pub fn slug(self) -> &'static str {
        match self {
            Skip::AvailableExternally => "available-externally",
            Skip::Naked => "naked",
            Skip::NoSanitizeCoverage => "no-sanitize-coverage",
            Skip::DisableSanitizerInstrumentation => "disable-sanitizer-instrumentation",
            Skip::NoProfile => "no-profile-instrument-function",
            Skip::Selection => "selection",
            Skip::UnsplitCoroutine => "unsplit-coroutine",
            Skip::Machinery => "machinery",
            Skip::Unreachable => "unreachable",
            Skip::Foreign => "system-header",
        }
    }

    /// The reason why a function gets no counters; `None` if it gets them.
    pub fn of(function: Function) -> Option<Skip> {
        let name = function.name();
        let machinery = [
            "__sanitizer_",
            "__sancov",
            "sancov.",
            "__fz_",
            "__afl_",
            "__cmplog_",
        ]
        .iter()
        .any(|p| name.starts_with(p))
            || ["asan.module_", "msan.module_", "tsan.module_"]
                .iter()
                .any(|p| name.starts_with(p));
        if function.linkage() == Linkage::AvailableExternally {
            Some(Skip::AvailableExternally)
        } else if machinery {
            Some(Skip::Machinery)
        } else if function.has_attribute("naked") {
            Some(Skip::Naked)
        } else if function.has_attribute("nosanitize_coverage") {
            Some(Skip::NoSanitizeCoverage)
        } else if function.has_attribute("disable_sanitizer_instrumentation") {
            Some(Skip::DisableSanitizerInstrumentation)
        } else if function.has_attribute("noprofile") || function.has_attribute("skipprofile") {
            Some(Skip::NoProfile)
        } else if excluded::is_excluded(function) {
            Some(Skip::Selection)
        } else if function.has_attribute("presplitcoroutine") {
            Some(Skip::UnsplitCoroutine)
        } else if function.entry().is_unreachable() {
            Some(Skip::Unreachable)
        } else if foreign::is_foreign(function) {
            Some(Skip::Foreign)
        } else {
            None
        }
    }
}
