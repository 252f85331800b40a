//! What is known of library functions.

pub mod callees;
pub mod externals;
pub mod functions;
pub mod sizes;
