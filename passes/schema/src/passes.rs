//! The passes, each in a file of its own.

use crate::Pass;

/// Declares the modules and the table of the passes in them.
macro_rules! passes {
    ($($module:ident,)+) => {
        $(pub mod $module;)+

        /// Every pass, sorted by name.
        pub const PASSES: &[&Pass] = &[$(&$module::PASS,)+];
    };
}

passes! {
    byte_split,
    compares,
    conditions,
    dictionary,
    edges,
    guards,
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

/// Why a profile does not set the stage of a pass.
const STAGE: &str = "fz runs the pass where it is needed";
/// Why a profile does not turn records off.
const RECORDS: &str = "fz leaves them out where they would be wrong";
/// Why a profile does not name files of the compilation.
const FILES: &str = "fz names the file itself";
/// What is no profile's affair at all.
const ITSELF: &str = "fz places it itself";
