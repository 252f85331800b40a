//! The drop-in compilers `fz-cc` and `fz-cxx`: [`plan`] makes the command lines (pure), [`run`] does what a plan says.

pub mod guards;
pub mod inputs;
pub mod log;
pub mod plan;
pub mod run;
pub mod trial;
