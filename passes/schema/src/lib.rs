//! The schema of fz's passes: names, typed options, placement. The plugin, the profile loader, `fz profiles --options`
//! and the tables of the documentation all follow from it. It knows nothing of LLVM.
//!
//! - [`passes`] declares each pass in a file of its own; [`PASSES`] lists them.
//! - [`Options`] are the checked options of one run of a pass; a [`Key`] says what type each has.
//! - [`PassText`] is the one codec of pipeline texts, `name<key=value;flag>`.
//! - [`Design`] says whether a build's passes run inside clang's pipeline or instead of it.
//! - [`feedback`] has the tables `[feedback.…]` of profiles, with the passes whose options each sets.
//! - [`order`] is the order in which the driver places passes, with the reason for each pair that matters.
//!
//! A new pass is a file in `passes/`, and a line in the list of [`passes`].

mod codec;
mod design;
pub mod feedback;
mod nearest;
mod option;
mod options;
pub mod order;
mod pass;
pub mod passes;

pub use codec::PassText;
pub use design::Design;
pub use nearest::{hint, nearest};
pub use option::{Key, Opt, Setter, Value, ValueKind, Word, Words};
pub use options::{Options, unknown_option};
pub use pass::{Pass, Placement, Point, find, misspelt};
pub use passes::PASSES;
