//! LLVM's IR in Rust: `Copy` handles over the C interface, and the few calls that it lacks.
//!
//! Handles borrow from the module they came from. Passes run on one module, on one thread, and keep no handle
//! beyond their run, so the handles carry no lifetime.

mod address;
mod block;
mod builder;
mod dataflow;
mod function;
mod module;
mod passes;
mod shape;
mod value;

pub mod named;

pub use address::{Part, divisor};
pub use block::Block;
pub use builder::{Builder, Float, Int};
pub use dataflow::{Known, Use};
pub use function::Function;
pub use module::{Duplicates, Module};
pub use value::{Location, Type, Value};

// The tool that loads the plugin brings LLVM; a unit test has no such host.
#[cfg(test)]
#[link(name = "LLVM-22")]
unsafe extern "C" {}

use std::ffi::{CString, c_char};

use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMTypeRef, LLVMUseRef, LLVMValueRef};

unsafe extern "C" {
    fn fz_llvm_emit_error(module: LLVMModuleRef, text: *const c_char);
    fn fz_llvm_has_errors(module: LLVMModuleRef) -> bool;
    fn fz_llvm_verify(module: LLVMModuleRef) -> bool;
    fn fz_llvm_split_critical_edge(terminator: LLVMValueRef, successor: u32) -> LLVMBasicBlockRef;
    fn fz_llvm_split_before(instruction: LLVMValueRef) -> LLVMBasicBlockRef;
    fn fz_llvm_single_predecessor(block: LLVMBasicBlockRef) -> LLVMBasicBlockRef;
    fn fz_llvm_join_edges(terminator: LLVMValueRef, target: LLVMBasicBlockRef)
    -> LLVMBasicBlockRef;
    fn fz_llvm_operand_number(one: LLVMUseRef) -> u32;
    fn fz_llvm_replace_predecessor(
        block: LLVMBasicBlockRef,
        old: LLVMBasicBlockRef,
        new: LLVMBasicBlockRef,
    );
    fn fz_llvm_known_bits(
        value: LLVMValueRef,
        at: LLVMValueRef,
        zero: *mut u64,
        one: *mut u64,
        signs: *mut u32,
    );
    fn fz_llvm_float_bits(value: LLVMValueRef, bits: *mut u64) -> bool;
    fn fz_llvm_is_inalloca(alloca: LLVMValueRef) -> bool;
    fn fz_llvm_has_address_taken(function: LLVMValueRef) -> bool;
    fn fz_llvm_folder(function: LLVMValueRef, of_file: bool) -> *mut c_char;
    fn fz_llvm_is_well_defined(value: LLVMValueRef, at: LLVMValueRef) -> bool;
    fn fz_llvm_constant_bytes(pointer: LLVMValueRef, out: *mut c_char, room: usize) -> usize;
    fn fz_llvm_first_insertion_point(block: LLVMBasicBlockRef) -> LLVMValueRef;
    fn fz_llvm_keep_for_compiler(module: LLVMModuleRef, globals: *mut LLVMValueRef, count: usize);
    fn fz_llvm_keep_for_linker(module: LLVMModuleRef, global: LLVMValueRef);
    fn fz_llvm_add_constructor(function: LLVMValueRef, priority: i32);
    fn fz_llvm_demangle(name: *const c_char) -> *mut c_char;
    fn fz_llvm_symbol(global: LLVMValueRef) -> *mut c_char;
    fn fz_llvm_comdat_name(global: LLVMValueRef) -> *mut c_char;
    fn fz_llvm_take_token(function: LLVMValueRef) -> LLVMValueRef;
    fn fz_llvm_pass_token(call: LLVMValueRef, token: LLVMValueRef) -> LLVMValueRef;
    fn fz_llvm_make_call(invoke: LLVMValueRef);
    fn fz_llvm_library_function(
        caller: LLVMValueRef,
        name: *const c_char,
        ty: LLVMTypeRef,
    ) -> LLVMValueRef;
    fn fz_llvm_simplified_call(call: LLVMValueRef) -> LLVMValueRef;
    fn fz_llvm_library_functions(
        module: LLVMModuleRef,
        functions: *const LLVMValueRef,
        known: *mut bool,
        count: usize,
        by_name: bool,
    );
    fn fz_llvm_address_parts(
        address: LLVMValueRef,
        module: LLVMModuleRef,
        constant: *mut i64,
        scales: *mut i64,
        room: usize,
    ) -> usize;
    fn fz_llvm_numbers(array: LLVMValueRef, length: *mut usize, width: *mut usize)
    -> *const c_char;
    fn fz_llvm_erase_named_metadata(module: LLVMModuleRef, name: *const c_char);
    fn fz_llvm_free(text: *mut c_char);
}

/// A NUL-terminated copy. Names from LLVM hold no NUL of their own but for hand-written IR, where it is dropped.
pub(crate) fn c(text: &str) -> CString {
    CString::new(text.replace('\0', "")).expect("no NUL is left")
}

/// The demangled form of a symbol (Itanium, Rust, D, Microsoft), or the symbol itself.
pub fn demangle(symbol: &str) -> String {
    let symbol = c(symbol);
    // SAFETY: a C string in, a malloc'd C string out, freed once.
    unsafe { take(fz_llvm_demangle(symbol.as_ptr())) }
}

/// # Safety
/// `text` is a malloc'd C string that nobody else frees.
unsafe fn take(text: *mut c_char) -> String {
    // SAFETY: see above.
    let owned = unsafe { std::ffi::CStr::from_ptr(text) }
        .to_string_lossy()
        .into_owned();
    unsafe { fz_llvm_free(text) };
    owned
}
