//! The drop-in compilers: what they plan (snapshots in `tests/driver/`), what clang makes of it, ccache in front, what
//! they say when something is wrong, and what `fz doctor` and `fz inspect` find in programs.

mod ccache;
mod engines;
mod errors;
mod plans;
mod programs;
mod real;
