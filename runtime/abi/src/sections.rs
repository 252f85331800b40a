//! Sections in object files: their names, the names of their bounds, and how they are made.

/// A section, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: &'static str,
    pub kind: Kind,
    /// What an entry is aligned to.
    pub align: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Loaded, and written by code or the runtime.
    Data,
    /// Loaded, and never written.
    ReadOnly,
    /// In the file alone: `.debug_*` may refer to discarded code under every linker, and `strip` removes it.
    Record,
}

/// 8-bit edge counters, one array per function.
pub const COUNTERS: &str = "__sancov_cntrs";
/// One `{pc, flags}` pair of pointers per counter, in the order of the counters.
pub const PCS: &str = "__sancov_pcs";
/// Bounds of [`COUNTERS`] in the image that refers to them (hidden, made by the linker).
pub const COUNTERS_START: &str = "__start___sancov_cntrs";
pub const COUNTERS_STOP: &str = "__stop___sancov_cntrs";
/// Bounds of [`PCS`].
pub const PCS_START: &str = "__start___sancov_pcs";
pub const PCS_STOP: &str = "__stop___sancov_pcs";
/// Where the code of counters is ([`crate::places`]).
pub const PLACES: &str = "__fz_places";
/// Bounds of [`PLACES`].
pub const PLACES_START: &str = "__start___fz_places";
pub const PLACES_STOP: &str = "__stop___fz_places";
/// Of [`crate::stack::Depth`]: one in an image that has any.
pub const STACK: &str = "__fz_stack";
/// Bounds of [`STACK`].
pub const STACK_START: &str = "__start___fz_stack";
pub const STACK_STOP: &str = "__stop___fz_stack";
/// One record per compiled unit.
pub const UNITS: &str = ".debug_fz_units";
/// One record per link: what fz-cc saw of it.
pub const LINKS: &str = ".debug_fz_links";
/// One record per instrumented function.
pub const EDGES: &str = ".debug_fz_edges";
/// One record per function with compare sites.
pub const SITES: &str = ".debug_fz_sites";
/// One record per function with dictionary words.
pub const WORDS: &str = ".debug_fz_words";
/// One [`contexts::Function`](crate::contexts::Function) per function whose contexts the runtime lays out.
pub const FUNCTIONS: &str = "__fz_functions";
/// One [`contexts::Call`](crate::contexts::Call) per call site that may give such a function a context.
pub const CALLS: &str = "__fz_calls";
/// Bounds of [`FUNCTIONS`] and [`CALLS`].
pub const FUNCTIONS_START: &str = "__start___fz_functions";
pub const FUNCTIONS_STOP: &str = "__stop___fz_functions";
pub const CALLS_START: &str = "__start___fz_calls";
pub const CALLS_STOP: &str = "__stop___fz_calls";
