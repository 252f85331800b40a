//! Sections in object files: their names, the symbols of their bounds, and their flags.

/// A section, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: &'static str,
    pub kind: SectionKind,
    /// The alignment and the size of an entry. A record states its own size.
    pub align: usize,
    pub entry: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SectionKind {
    /// Loaded and writable (`aw`): written by code, by the runtime or by relocations.
    Data,
    /// Loaded and read-only (`a`).
    ReadOnly,
    /// Not loaded. In objects it has a name of `.debug_*`: such sections may refer to discarded code under every linker.
    /// In what fz-cc has linked it has the name that [`sealed`] gives it, which `strip` keeps.
    Record,
}

/// All sections but those of what passes say of functions (`passes/records`).
pub const ALL: [Section; 15] = [
    loaded(COUNTERS, SectionKind::Data, 1, 1),
    loaded(PCS, SectionKind::Data, 8, 16),
    entries::<crate::places::Place>(PLACES, SectionKind::ReadOnly),
    entries::<crate::stack::Depth>(STACK, SectionKind::Data),
    entries::<crate::contexts::Function>(FUNCTIONS, SectionKind::Data),
    entries::<crate::contexts::Call>(CALLS, SectionKind::Data),
    loaded(GATES, SectionKind::Data, 1, 1),
    loaded(CLIMBS, SectionKind::Data, 1, 1),
    entries::<crate::patch::Patch>(PATCHES, SectionKind::ReadOnly),
    entries::<crate::guards::Guard>(crate::guards::SECTION, SectionKind::Data),
    loaded(crate::tokens::loaded::SECTION, SectionKind::Data, 1, 1),
    record(UNITS),
    record(LINKS),
    record(CAPTURES),
    record(SOURCES),
];

const fn loaded(name: &'static str, kind: SectionKind, align: usize, entry: usize) -> Section {
    Section {
        name,
        kind,
        align,
        entry: Some(entry),
    }
}

const fn entries<T>(name: &'static str, kind: SectionKind) -> Section {
    loaded(name, kind, align_of::<T>(), size_of::<T>())
}

const fn record(name: &'static str) -> Section {
    Section {
        name,
        kind: SectionKind::Record,
        align: 1,
        entry: None,
    }
}

/// What the names of records begin with in objects, and not in programs that fz-cc has linked.
pub const UNSEALED: &str = ".debug";

/// The name of a record's section in a program that fz-cc has linked: `_fz_edges`. As the end of the other name it needs no
/// place in the table of names.
pub fn sealed(name: &'static str) -> &'static str {
    name.strip_prefix(UNSEALED).unwrap_or(name)
}

/// Both names of a record's section.
pub fn names(name: &'static str) -> [&'static str; 2] {
    [name, sealed(name)]
}

/// Whether a section is of records, by its name in objects.
pub fn is_record(name: &str) -> bool {
    name.starts_with(".debug_fz_")
}

/// Whether a section has this name, sealed or not.
pub fn is(name: &str, wanted: &'static str) -> bool {
    name == wanted || is_record(wanted) && name == sealed(wanted)
}

macro_rules! bounds {
    ($($start:ident $stop:ident $section:literal = $name:path;)*) => {
        $(
            /// The section's bounds in the image that refers to them (hidden, defined by the linker).
            pub const $start: &str = concat!("__start_", $section);
            pub const $stop: &str = concat!("__stop_", $section);
            const _: () = assert!(is_same($name, $section));
        )*
    };
}

/// Whether two names are equal.
pub(crate) const fn is_same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

bounds! {
    COUNTERS_START COUNTERS_STOP "__sancov_cntrs" = COUNTERS;
    PCS_START PCS_STOP "__sancov_pcs" = PCS;
    PLACES_START PLACES_STOP "__fz_places" = PLACES;
    STACK_START STACK_STOP "__fz_stack" = STACK;
    FUNCTIONS_START FUNCTIONS_STOP "__fz_functions" = FUNCTIONS;
    CALLS_START CALLS_STOP "__fz_calls" = CALLS;
    GATES_START GATES_STOP "__fz_gates" = GATES;
    CLIMBS_START CLIMBS_STOP "__fz_climbs" = CLIMBS;
    PATCHES_START PATCHES_STOP "__fz_patches" = PATCHES;
    TOKENS_START TOKENS_STOP "__fz_words" = crate::tokens::loaded::SECTION;
}

/// The flag of a [`PCS`] entry for a function's entry block.
pub const PC_FUNCTION_ENTRY: u64 = 1;

/// 8-bit edge counters, one array per function.
pub const COUNTERS: &str = "__sancov_cntrs";
/// The pc table: one `{pc, flags}` pair of pointers per counter, in the order of the counters.
pub const PCS: &str = "__sancov_pcs";
/// Where the code of each counter is ([`crate::places`]).
pub const PLACES: &str = "__fz_places";
/// [`crate::stack::Depth`]: one per image that measures its stack.
pub const STACK: &str = "__fz_stack";
/// The gates of branches, one array per function ([`crate::distance`]).
pub const GATES: &str = "__fz_gates";
/// The gates of steps ([`crate::climb`]).
pub const CLIMBS: &str = "__fz_climbs";
/// Code that jumps while one of its gates is open ([`crate::patch::Patch`]).
pub const PATCHES: &str = "__fz_patches";
/// One record per compilation unit.
pub const UNITS: &str = ".debug_fz_units";
/// One record per link, with the inputs that fz-cc saw.
pub const LINKS: &str = ".debug_fz_links";
/// One record per unit and link that can be made again ([`crate::capture`]).
pub const CAPTURES: &str = ".debug_fz_captures";
/// What those are made of: each content once.
pub const SOURCES: &str = ".debug_fz_sources";
/// One [`contexts::Function`](crate::contexts::Function) per function whose contexts the runtime lays out.
pub const FUNCTIONS: &str = "__fz_functions";
/// One [`contexts::Call`](crate::contexts::Call) per call site that may give such a function a context.
pub const CALLS: &str = "__fz_calls";
