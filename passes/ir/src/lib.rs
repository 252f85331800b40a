//! LLVM's IR in Rust: typed, `Copy` handles over LLVM's C interface, and the few calls that it lacks.
//!
//! ```text
//! Value ─┬─ Inst ─┬─ Call    call, invoke, callbr
//!        │        └─ Term    what ends a block
//!        ├─ Const            numbers, aggregates, addresses
//!        └─ Global ─ Function
//! ```
//!
//! A handle dereferences to the more general handle and converts into it. The other direction is checked:
//! [`Value::as_inst`], [`Inst::as_call`] and the like return `None` if the value is something else. What makes sense
//! for one opcode only returns an `Option` too, or panics and documents that: memory safety never depends on a
//! precondition of a safe function.
//!
//! Handles carry no lifetime. A pass works on one module, on one thread, and keeps no handle after its run; whoever
//! calls [`Module::from_raw`] promises that. Erased instructions and functions leave the module at once, but are
//! deleted after the run ([`delete_erased`]), so that handles to them stay valid.
//!
//! This is the only crate that names llvm-sys, and besides `passes/shim` the only place that depends on LLVM's release.

#![warn(missing_docs)]

// The tool that loads the plugin brings LLVM; a unit test has no such tool.
#[cfg(test)]
#[link(name = "LLVM")]
unsafe extern "C" {}

mod attributes;
mod block;
mod builder;
mod call;
mod constant;
mod debug;
mod ffi;
mod function;
mod global;
mod inst;
mod known;
mod layout;
mod metadata;
mod module;
mod op;
mod passes;
mod term;
mod types;
mod value;

pub mod named;
#[cfg(feature = "testing")]
pub mod testing;

pub use attributes::Place;
pub use block::Block;
pub use builder::Builder;
pub use call::Call;
pub use constant::{Const, Part, Sum};
pub use debug::{DebugLoc, Location};
pub use function::Function;
pub use global::Global;
pub use inst::{Inst, delete_erased};
pub use known::KnownBits;
pub use metadata::MetadataKind;
pub use module::{Duplicates, Module};
pub use op::{AtomicOp, FloatPredicate, IntPredicate, Linkage, Op, TypeKind};
pub use term::Term;
pub use types::Type;
pub use value::{Use, Value};

use std::ffi::{CStr, CString, c_char};

/// A NUL-terminated copy. Only hand-written IR has names that contain a NUL, which is dropped.
pub(crate) fn c(text: &str) -> CString {
    CString::new(text.replace('\0', "")).expect("no NUL is left")
}

/// The demangled form of a symbol (Itanium, Rust, D, Microsoft), or the symbol itself.
pub fn demangle(symbol: &str) -> String {
    let symbol = c(symbol);
    // SAFETY: a C string in, a malloc'd C string out, freed once.
    unsafe { take(ffi::fz_llvm_demangle(symbol.as_ptr())) }
}

/// # Safety
/// `text` is a malloc'd C string that nobody else frees.
unsafe fn take(text: *mut c_char) -> String {
    // SAFETY: see above.
    let owned = unsafe { CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned();
    unsafe { ffi::fz_llvm_free(text) };
    owned
}

/// The greatest common divisor; that of 0 and `a` is `a`.
pub fn divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => divisor(b, a % b),
    }
}
