//! What LLVM offers and llvm-sys does not: the helpers of `llvm.cpp`, and C functions that take or return enums,
//! declared with plain integers instead of llvm-sys's enums ([`super::op`] says why).

use std::ffi::{c_char, c_uint};

use llvm_sys::prelude::{
    LLVMBasicBlockRef, LLVMBuilderRef, LLVMModuleRef, LLVMTypeRef, LLVMUseRef, LLVMValueRef,
};

unsafe extern "C" {
    pub(crate) fn fz_llvm_emit_error(module: LLVMModuleRef, text: *const c_char);
    pub(crate) fn fz_llvm_has_errors(module: LLVMModuleRef) -> bool;
    pub(crate) fn fz_llvm_verify(module: LLVMModuleRef) -> bool;
    pub(crate) fn fz_llvm_split_critical_edge(
        terminator: LLVMValueRef,
        successor: u32,
    ) -> LLVMBasicBlockRef;
    pub(crate) fn fz_llvm_split_before(instruction: LLVMValueRef) -> LLVMBasicBlockRef;
    pub(crate) fn fz_llvm_asm_goto(
        builder: LLVMBuilderRef,
        ty: LLVMTypeRef,
        assembly: LLVMValueRef,
        argument: LLVMValueRef,
        next: LLVMBasicBlockRef,
        target: LLVMBasicBlockRef,
    ) -> LLVMValueRef;
    pub(crate) fn fz_llvm_single_predecessor(block: LLVMBasicBlockRef) -> LLVMBasicBlockRef;
    pub(crate) fn fz_llvm_join_edges(
        terminator: LLVMValueRef,
        target: LLVMBasicBlockRef,
    ) -> LLVMBasicBlockRef;
    pub(crate) fn fz_llvm_operand_number(one: LLVMUseRef) -> u32;
    pub(crate) fn fz_llvm_replace_predecessor(
        block: LLVMBasicBlockRef,
        old: LLVMBasicBlockRef,
        new: LLVMBasicBlockRef,
    );
    pub(crate) fn fz_llvm_known_bits(
        value: LLVMValueRef,
        at: LLVMValueRef,
        zero: *mut u64,
        one: *mut u64,
        signs: *mut u32,
    );
    pub(crate) fn fz_llvm_float_bits(value: LLVMValueRef, bits: *mut u64) -> bool;
    pub(crate) fn fz_llvm_is_inalloca(alloca: LLVMValueRef) -> bool;
    pub(crate) fn fz_llvm_has_address_taken(function: LLVMValueRef) -> bool;
    pub(crate) fn fz_llvm_folder(function: LLVMValueRef, of_file: bool) -> *mut c_char;
    pub(crate) fn fz_llvm_is_implicit(function: LLVMValueRef) -> bool;
    pub(crate) fn fz_llvm_is_well_defined(value: LLVMValueRef, at: LLVMValueRef) -> bool;
    pub(crate) fn fz_llvm_constant_bytes(
        pointer: LLVMValueRef,
        out: *mut c_char,
        room: usize,
    ) -> usize;
    pub(crate) fn fz_llvm_first_insertion_point(block: LLVMBasicBlockRef) -> LLVMValueRef;
    pub(crate) fn fz_llvm_keep_for_compiler(
        module: LLVMModuleRef,
        globals: *mut LLVMValueRef,
        count: usize,
    );
    pub(crate) fn fz_llvm_keep_for_linker(module: LLVMModuleRef, global: LLVMValueRef);
    pub(crate) fn fz_llvm_add_constructor(function: LLVMValueRef, priority: i32);
    pub(crate) fn fz_llvm_demangle(name: *const c_char) -> *mut c_char;
    pub(crate) fn fz_llvm_symbol(global: LLVMValueRef) -> *mut c_char;
    pub(crate) fn fz_llvm_comdat_name(global: LLVMValueRef) -> *mut c_char;
    pub(crate) fn fz_llvm_add_nest_parameter(function: LLVMValueRef) -> LLVMValueRef;
    pub(crate) fn fz_llvm_add_nest_argument(
        call: LLVMValueRef,
        argument: LLVMValueRef,
    ) -> LLVMValueRef;
    pub(crate) fn fz_llvm_make_call(invoke: LLVMValueRef) -> LLVMValueRef;
    pub(crate) fn fz_llvm_library_function(
        caller: LLVMValueRef,
        name: *const c_char,
        ty: LLVMTypeRef,
    ) -> LLVMValueRef;
    pub(crate) fn fz_llvm_simplified_call(call: LLVMValueRef) -> LLVMValueRef;
    pub(crate) fn fz_llvm_library_functions(
        module: LLVMModuleRef,
        functions: *const LLVMValueRef,
        known: *mut bool,
        count: usize,
        by_name: bool,
    );
    pub(crate) fn fz_llvm_address_parts(
        address: LLVMValueRef,
        module: LLVMModuleRef,
        constant: *mut i64,
        scales: *mut i64,
        room: usize,
    ) -> usize;
    pub(crate) fn fz_llvm_numbers(
        array: LLVMValueRef,
        length: *mut usize,
        width: *mut usize,
    ) -> *const c_char;
    pub(crate) fn fz_llvm_cast_is_valid(
        opcode: c_uint,
        value: LLVMValueRef,
        to: LLVMTypeRef,
    ) -> bool;
    pub(crate) fn fz_llvm_copy(
        module: LLVMModuleRef,
        functions: *const LLVMValueRef,
        count: usize,
    ) -> LLVMModuleRef;
    pub(crate) fn fz_llvm_retire(value: LLVMValueRef);
    pub(crate) fn fz_llvm_is_promotable(alloca: LLVMValueRef) -> bool;
    pub(crate) fn fz_llvm_promote(alloca: LLVMValueRef);
    pub(crate) fn fz_llvm_delete(value: LLVMValueRef);
    pub(crate) fn fz_llvm_erase_named_metadata(module: LLVMModuleRef, name: *const c_char);
    pub(crate) fn fz_llvm_free(text: *mut c_char);
}

unsafe extern "C" {
    pub(crate) fn LLVMGetInstructionOpcode(instruction: LLVMValueRef) -> c_uint;
    pub(crate) fn LLVMGetConstOpcode(expression: LLVMValueRef) -> c_uint;
    pub(crate) fn LLVMGetICmpPredicate(compare: LLVMValueRef) -> c_uint;
    pub(crate) fn LLVMGetFCmpPredicate(compare: LLVMValueRef) -> c_uint;
    pub(crate) fn LLVMBuildICmp(
        builder: LLVMBuilderRef,
        predicate: c_uint,
        a: LLVMValueRef,
        b: LLVMValueRef,
        name: *const c_char,
    ) -> LLVMValueRef;
    pub(crate) fn LLVMBuildFCmp(
        builder: LLVMBuilderRef,
        predicate: c_uint,
        a: LLVMValueRef,
        b: LLVMValueRef,
        name: *const c_char,
    ) -> LLVMValueRef;
    pub(crate) fn LLVMGetLinkage(global: LLVMValueRef) -> c_uint;
    pub(crate) fn LLVMSetLinkage(global: LLVMValueRef, linkage: c_uint);
    pub(crate) fn LLVMGetAtomicRMWBinOp(instruction: LLVMValueRef) -> c_uint;
    pub(crate) fn LLVMGetTypeKind(ty: LLVMTypeRef) -> c_uint;
}
