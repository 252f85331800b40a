//! Programs after the patterns of CWE-190, 191, 194, 195, 197 and 369: each reads values, and has a variant that goes wrong
//! for one of them and variants that do not.

mod arithmetic;
mod case;
mod conversion;
mod division;
mod flow;
pub mod harness;
pub mod integer;
pub mod program;
