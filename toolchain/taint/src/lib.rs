//! Traces of taint builds: which bytes of an input flow into what a program compares.
//!
//! [`trace`] reads what a run left behind ([`fz_abi::taint`] has the layout), [`labels`] says which bytes a label stands
//! for, [`event`] what an execution of a site compared, and the outcome; [`rows`] what is kept of executions that are too many
//! to be listed one by one; [`variables`] which of the bytes are numbers; [`decided`] which bytes flow into a condition of the source. [`angora`] writes the same as Angora's track
//! build does.

pub mod angora;
pub mod bytes;
mod chosen;
pub mod decided;
pub mod event;
pub mod labels;
pub mod map;
pub mod rows;
mod tally;
pub mod trace;
pub mod variables;

pub use bytes::Bytes;
pub use chosen::Chosen;
pub use event::{Compared, Event, Number, Outcome, Site};
pub use labels::Labels;
pub use rows::Rows;
pub use tally::Tally;
pub use trace::{Events, Trace};
