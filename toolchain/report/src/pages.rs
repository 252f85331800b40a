//! The report: what sides reach in the source, line by line and condition by condition, as one page, as text or as
//! markdown.
//!
//! [`assemble`] makes the [`model`] of what was read and compared, with the text of files from [`sources`] and inputs near
//! what was never reached from [`nearest`], with their [`bytes`]; [`overview`] has the figures and tables of the whole.
//! [`html`], [`card`] and [`text`] only write that down.

pub mod assemble;
mod bytes;
pub mod card;
mod decisions;
pub mod html;
pub mod model;
mod nearest;
pub mod overview;
pub mod section;
pub mod sources;
pub mod text;
