//! The drop-in compilers `fz-cc` and `fz-cxx`. [`compile`] makes a plan of a command line, an environment and facts; [`plan`]
//! knows which commands that are. Both are pure: [`machine`] has the facts, and [`run`] does what a plan says.

pub mod compile;
mod dry_run;
mod fingerprint;
pub mod guards;
pub mod inputs;
pub mod invoked;
pub mod link_capture;
mod linked;
pub mod log;
pub mod machine;
pub mod made_here;
pub mod plan;
pub mod replay;
pub mod run;
pub mod trial;
