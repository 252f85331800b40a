//! LLVM's IR in Rust: typed, `Copy` handles over the C interface, and the few calls that it lacks.
//!
//! ```text
//! Value ─┬─ Inst ─┬─ Call    call, invoke, callbr
//!        │        └─ Term    what ends a block
//!        ├─ Const            numbers, aggregates, addresses
//!        └─ Global ─ Function
//! ```
//!
//! A handle dereferences to the more general one, and converts into it. Going the other way asks: [`Value::as_inst`],
//! [`Inst::as_call`] and their like are `None` where the value is something else. What only makes sense for one opcode is
//! an `Option` too, or panics and says so: no safe function here has a precondition that memory safety hangs on.
//!
//! Handles carry no lifetime. A pass works on one module, on one thread, and keeps no handle after its run
//! ([`Module::from_raw`] is where that is promised). What is erased is taken out of the module at once and freed after
//! the run ([`delete_erased`]), so that a handle to it can be asked, though it is in no block any more.
//!
//! This is the one crate that names llvm-sys, and with `passes/shim` the one place that depends on the release of LLVM.

// The tool that loads the plugin brings LLVM; a unit test has no such host.
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
pub use known::Known;
pub use metadata::MetadataKind;
pub use module::{Duplicates, Module};
pub use op::{AtomicOp, FloatPredicate, IntPredicate, Linkage, Op, TypeKind};
pub use term::Term;
pub use types::Type;
pub use value::{Use, Value};

use std::ffi::{CStr, CString, c_char};

/// A NUL-terminated copy. Names from LLVM hold no NUL of their own but for hand-written IR, where it is dropped.
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

/// The greatest common divisor, where nothing is a multiple of zero.
pub fn divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => divisor(b, a % b),
    }
}
