//! The drop-in compilers: what they plan (snapshots in `tests/driver/`), what clang makes of it, ccache in front, what
//! they say when something is wrong, and what `fz doctor` and `fz inspect` find in programs.

#[path = "driver/ccache.rs"]
mod ccache;
#[path = "driver/engines.rs"]
mod engines;
#[path = "driver/errors.rs"]
mod errors;
#[path = "driver/plans.rs"]
mod plans;
#[path = "driver/programs.rs"]
mod programs;
#[path = "driver/real.rs"]
mod real;
