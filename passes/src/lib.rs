//! The LLVM plugin of fz: one shared object for `clang -fpass-plugin`, `opt -load-pass-plugin` and `ld.lld
//! --load-pass-plugin`.
//!
//! [`registry`] lists the passes; `passes/README.md` says which room uses which, and how to add a pass. The shim in `shim/`
//! is the C++ that registration needs. Options arrive in the pipeline text alone: no pass reads the environment.

mod plugin;
#[cfg(test)]
mod tests;
mod verifier;

// The tool that loads the plugin brings LLVM; a unit test has no such host.
#[cfg(test)]
#[link(name = "LLVM")]
unsafe extern "C" {}

pub mod analyses;
pub mod climb;
pub mod hash;
pub mod libc;
pub mod marks;
pub mod pass;
pub mod patch;
pub mod records;
pub mod registry;
pub mod runtime;

pub mod byte_split;
pub mod capture;
pub mod compares;
pub mod conditions;
pub mod dictionary;
pub mod distance;
pub mod edges;
pub mod guards;
pub mod linkable;
pub mod narrow_compares;
pub mod pins;
pub mod select_reedge;
pub mod selection;
pub mod sites;
pub mod split_calls;
pub mod split_landing_pads;
pub mod split_returns;
pub mod stack_depth;
pub mod strip_line_tables;
pub mod taint;
pub mod unify_returns;
pub mod unit_record;

pub use fz_ir as ir;
