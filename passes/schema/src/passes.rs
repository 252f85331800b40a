//! The passes, each in a file of its own.

use crate::Pass;

/// Declares the modules of the passes and the table of all of them.
macro_rules! passes {
    ($($module:ident,)+) => {
        $(pub mod $module;)+

        /// Every pass, sorted by name.
        pub const PASSES: &[&Pass] = &[$(&$module::PASS,)+];
    };
}

passes! {
    byte_split,
    capture,
    compares,
    conditions,
    dictionary,
    distance,
    edges,
    guards,
    linkable,
    narrow_compares,
    pins,
    select_reedge,
    selection,
    sites,
    split_calls,
    split_landing_pads,
    split_returns,
    stack_depth,
    strip_line_tables,
    taint,
    unify_returns,
    unit_record,
}

/// Why a profile cannot set the stage of a pass.
const STAGE: &str = "fz runs the pass where it is needed";
/// Why a profile cannot turn records off.
const RECORDS: &str = "fz leaves them out where they would be wrong";
/// Why a profile cannot name files of a compilation.
const FILES: &str = "fz names the file itself";
/// Why a profile cannot set anything of this pass.
const ITSELF: &str = "fz places it itself";
