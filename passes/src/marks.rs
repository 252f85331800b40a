//! What one pass leaves for another.

pub mod condition;
pub mod counted;
pub mod excluded;
pub mod facts;
pub mod foreign;
pub mod guard;
pub mod pins;
pub mod returned;
pub mod site;
pub mod sited;
pub mod step;
pub mod stub;
pub mod words;
