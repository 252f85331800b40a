//! Build systems: how they are brought to call fz-cc, and what they compiled without it.

pub mod cmake;
pub mod meson;
pub mod names;
pub mod past;
pub mod tools;

pub use tools::Tools;
