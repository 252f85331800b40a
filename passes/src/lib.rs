//! The LLVM plugin of fz: one shared object for `clang -fpass-plugin`, `opt -load-pass-plugin` and `ld.lld
//! --load-pass-plugin`.
//!
//! [`registry`] lists the passes; each has a file under [`analyze`] (writes facts only), [`transform`] (makes code
//! easier to fuzz) or [`instrument`] (adds feedback). [`ir`] is the shared vocabulary over LLVM's C interface. The
//! shim in `shim/` is the C++ that registration needs. Options arrive in the pipeline text alone: no pass reads the
//! environment.

mod plugin;

// The tool that loads the plugin brings LLVM; a unit test has no such host.
#[cfg(test)]
#[link(name = "LLVM-22")]
unsafe extern "C" {}

pub mod analyze;
pub mod instrument;
pub mod ir;
pub mod params;
pub mod registry;
pub mod transform;
