//! A module: its functions, globals, sections, and module-level assembly.

use std::ffi::{CStr, CString};

use llvm_sys::{
    LLVMInlineAsmDialect, LLVMLinkage, LLVMUnnamedAddr, LLVMVisibility,
    comdat::*,
    core::*,
    debuginfo::LLVMStripModuleDebugInfo,
    prelude::{LLVMContextRef, LLVMMetadataRef, LLVMModuleRef},
    target::{LLVMGetModuleDataLayout, LLVMPointerSize},
};

use super::{
    Function, Type, Value, c, fz_llvm_add_constructor, fz_llvm_emit_error, fz_llvm_has_errors,
    fz_llvm_keep_for_compiler, fz_llvm_keep_for_linker, fz_llvm_library_functions, fz_llvm_verify,
};

#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Module(LLVMModuleRef);

/// How a COMDAT group treats a second group of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Duplicates {
    /// The linker keeps one.
    Any,
    /// Both stay: the group only ties its members together.
    Keep,
}

impl Module {
    pub fn from_raw(module: LLVMModuleRef) -> Self {
        Module(module)
    }

    pub(crate) fn raw(self) -> LLVMModuleRef {
        self.0
    }

    pub fn context(self) -> LLVMContextRef {
        // SAFETY: a live module has a context.
        unsafe { LLVMGetModuleContext(self.0) }
    }

    /// The source file's name as the front end was given it.
    pub fn source(self) -> String {
        let mut len = 0;
        // SAFETY: returns a pointer into the module and its length.
        let bytes = unsafe {
            let text = LLVMGetSourceFileName(self.0, &mut len);
            std::slice::from_raw_parts(text.cast::<u8>(), len)
        };
        String::from_utf8_lossy(bytes).into_owned()
    }

    pub fn triple(self) -> String {
        // SAFETY: a C string owned by the module.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.0)) }
            .to_string_lossy()
            .into_owned()
    }

    pub fn pointer_bytes(self) -> u32 {
        // SAFETY: every module has a data layout.
        unsafe { LLVMPointerSize(LLVMGetModuleDataLayout(self.0)) }
    }

    pub fn functions(self) -> impl Iterator<Item = Function> {
        // SAFETY: walks the module's intrusive list.
        let first = unsafe { LLVMGetFirstFunction(self.0) };
        std::iter::successors((!first.is_null()).then_some(first), |f| {
            let next = unsafe { LLVMGetNextFunction(*f) };
            (!next.is_null()).then_some(next)
        })
        .map(Function::from_raw)
    }

    /// Functions that have a body here.
    pub fn definitions(self) -> impl Iterator<Item = Function> {
        self.functions().filter(|f| f.is_definition())
    }

    pub fn emit_error(self, text: &CString) {
        // SAFETY: a C string that outlives the call.
        unsafe { fz_llvm_emit_error(self.0, text.as_ptr()) }
    }

    /// Whether the compilation fails already.
    pub fn has_errors(self) -> bool {
        // SAFETY: reads the module's context, which always has a handler.
        unsafe { fz_llvm_has_errors(self.0) }
    }

    pub fn verify(self) -> bool {
        // SAFETY: reads the module.
        unsafe { fz_llvm_verify(self.0) }
    }

    pub fn strip_debug_info(self) -> bool {
        // SAFETY: a live module.
        unsafe { LLVMStripModuleDebugInfo(self.0) != 0 }
    }

    pub fn append_asm(self, text: &str) {
        // SAFETY: pointer and length of one buffer.
        unsafe { LLVMAppendModuleInlineAsm(self.0, text.as_ptr().cast(), text.len()) }
    }

    pub fn int(self, bits: u32) -> Type {
        // SAFETY: the context lives as long as the module.
        Type(unsafe { LLVMIntTypeInContext(self.context(), bits) })
    }

    pub fn ptr(self) -> Type {
        // SAFETY: as above.
        Type(unsafe { LLVMPointerTypeInContext(self.context(), 0) })
    }

    pub fn void(self) -> Type {
        // SAFETY: as above.
        Type(unsafe { LLVMVoidTypeInContext(self.context()) })
    }

    pub fn const_int(self, bits: u32, value: u64) -> Value {
        // SAFETY: the type belongs to this context.
        Value(unsafe { LLVMConstInt(self.int(bits).0, value, 0) })
    }

    pub fn null_ptr(self) -> Value {
        // SAFETY: as above.
        Value(unsafe { LLVMConstNull(self.ptr().0) })
    }

    /// A pointer made of a number.
    pub fn const_pointer(self, value: u64) -> Value {
        // SAFETY: constants of this context.
        Value(unsafe { LLVMConstIntToPtr(self.const_int(64, value).0, self.ptr().0) })
    }

    /// The address `offset` bytes into a global.
    pub fn address_in(self, global: Value, offset: usize) -> Value {
        if offset == 0 {
            return global;
        }
        let mut index = [self.const_int(64, offset as u64).0];
        // SAFETY: a constant of this module; not `inbounds`, since functions have no size in IR.
        Value(unsafe { LLVMConstGEP2(self.int(8).0, global.0, index.as_mut_ptr(), 1) })
    }

    /// An array global of `ty`, zero unless `init` says otherwise.
    pub fn add_array(self, ty: Type, len: usize, init: Option<&[Value]>, name: &str) -> Value {
        let name = c(name);
        // SAFETY: types and values belong to this module's context.
        unsafe {
            let array = LLVMArrayType2(ty.0, len as u64);
            let global = LLVMAddGlobal(self.0, array, name.as_ptr());
            let value = match init {
                None => LLVMConstNull(array),
                Some(values) => {
                    let mut raw: Vec<_> = values.iter().map(|v| v.0).collect();
                    LLVMConstArray2(ty.0, raw.as_mut_ptr(), raw.len() as u64)
                }
            };
            LLVMSetInitializer(global, value);
            Value(global)
        }
    }

    /// An array of constants whose address nobody asks for.
    pub fn add_private_constant(self, ty: Type, values: &[Value], name: &str) -> Value {
        let array = self.add_array(ty, values.len(), Some(values), name);
        array.set_linkage(LLVMLinkage::LLVMPrivateLinkage);
        // SAFETY: a global of this module.
        unsafe {
            LLVMSetGlobalConstant(array.0, 1);
            LLVMSetUnnamedAddress(array.0, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr);
        }
        array
    }

    /// A C string.
    pub fn add_private_string(self, text: &str, name: &str) -> Value {
        let byte = self.int(8);
        let bytes = text.bytes().chain([0]);
        let values: Vec<_> = bytes.map(|b| byte.constant(b.into())).collect();
        self.add_private_constant(byte, &values, name)
    }

    pub fn add_global(self, ty: Type, value: Value, name: &str) -> Value {
        // SAFETY: a type and a constant of this context.
        unsafe {
            let global = LLVMAddGlobal(self.0, ty.0, c(name).as_ptr());
            LLVMSetInitializer(global, value.0);
            Value(global)
        }
    }

    pub fn global(self, name: &str) -> Option<Value> {
        // SAFETY: a look-up.
        Value::some(unsafe { LLVMGetNamedGlobal(self.0, c(name).as_ptr()) })
    }

    /// A weak, hidden declaration of a symbol that the linker defines (`__start_…`).
    pub fn section_bound(self, name: &str) -> Value {
        let c_name = c(name);
        // SAFETY: adds or finds a global of this name.
        unsafe {
            let found = LLVMGetNamedGlobal(self.0, c_name.as_ptr());
            if !found.is_null() {
                return Value(found);
            }
            let global = LLVMAddGlobal(self.0, self.int(8).0, c_name.as_ptr());
            LLVMSetLinkage(global, LLVMLinkage::LLVMExternalWeakLinkage);
            LLVMSetVisibility(global, LLVMVisibility::LLVMHiddenVisibility);
            Value(global)
        }
    }

    /// A weak declaration of a function; an existing declaration is used as it is.
    pub fn weak_function(self, name: &str, ty: Type) -> Value {
        let c_name = c(name);
        // SAFETY: adds or finds a function of this name.
        unsafe {
            let found = LLVMGetNamedFunction(self.0, c_name.as_ptr());
            if !found.is_null() {
                return Value(found);
            }
            let function = LLVMAddFunction(self.0, c_name.as_ptr(), ty.0);
            LLVMSetLinkage(function, LLVMLinkage::LLVMExternalWeakLinkage);
            Value(function)
        }
    }

    /// A declaration of a function; an existing one is used as it is. The flag: it is new.
    pub fn declare(self, name: &str, ty: Type) -> (Function, bool) {
        match self.function(name) {
            Some(found) => (found, false),
            // SAFETY: a type of this context.
            None => unsafe {
                let new = LLVMAddFunction(self.0, c(name).as_ptr(), ty.0);
                (Function::from_raw(new), true)
            },
        }
    }

    /// `void (…)`.
    pub fn void_type(self, of: &[Type], variadic: bool) -> Type {
        let mut parameters: Vec<_> = of.iter().map(|t| t.0).collect();
        let count = parameters.len() as u32;
        // SAFETY: types of this context.
        Type(unsafe {
            LLVMFunctionType(
                self.void().0,
                parameters.as_mut_ptr(),
                count,
                variadic.into(),
            )
        })
    }

    /// A weak declaration of `void name(ptr, ptr)`.
    pub fn weak_callback(self, name: &str) -> Value {
        self.weak_function(name, self.callback_type())
    }

    /// `void (ptr, ptr)`.
    pub fn callback_type(self) -> Type {
        let mut args = [self.ptr().0, self.ptr().0];
        // SAFETY: types of this context.
        Type(unsafe { LLVMFunctionType(self.void().0, args.as_mut_ptr(), 2, 0) })
    }

    /// `void (ptr counter, i64 edge, ptr site)`.
    pub fn check_type(self) -> Type {
        let mut args = [self.ptr().0, self.int(64).0, self.ptr().0];
        // SAFETY: types of this context.
        Type(unsafe { LLVMFunctionType(self.void().0, args.as_mut_ptr(), 3, 0) })
    }

    /// `void ()`.
    pub fn procedure_type(self) -> Type {
        // SAFETY: types of this context.
        Type(unsafe { LLVMFunctionType(self.void().0, std::ptr::null_mut(), 0, 0) })
    }

    /// `llvm.returnaddress`, and its type. From LLVM 23 on it is overloaded by the pointer's type.
    pub fn return_address(self) -> (Value, Type) {
        let name = "llvm.returnaddress";
        let mut pointer = self.ptr().0;
        // SAFETY: an intrinsic of LLVM's own, of at most one type.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let types = usize::from(LLVMIntrinsicIsOverloaded(id) != 0);
            let function = LLVMGetIntrinsicDeclaration(self.0, id, &mut pointer, types);
            (Value(function), Type(LLVMGlobalGetValueType(function)))
        }
    }

    /// A new hidden function, one per linked image.
    pub fn add_image_function(self, name: &str, ty: Type) -> Function {
        let c_name = c(name);
        // SAFETY: a type of this context.
        let function = unsafe { LLVMAddFunction(self.0, c_name.as_ptr(), ty.0) };
        let value = Value(function);
        value.set_linkage(LLVMLinkage::LLVMLinkOnceODRLinkage);
        // SAFETY: a global of this module.
        unsafe { LLVMSetVisibility(function, LLVMVisibility::LLVMHiddenVisibility) };
        self.put_in_comdat(value, name, Duplicates::Any);
        Function::from_raw(function)
    }

    pub fn function(self, name: &str) -> Option<Function> {
        let name = c(name);
        // SAFETY: a look-up.
        let found = unsafe { LLVMGetNamedFunction(self.0, name.as_ptr()) };
        (!found.is_null()).then(|| Function::from_raw(found))
    }

    pub fn put_in_comdat(self, global: Value, group: &str, duplicates: Duplicates) {
        let group = c(group);
        // SAFETY: the group belongs to this module.
        unsafe {
            let comdat = LLVMGetOrInsertComdat(self.0, group.as_ptr());
            if duplicates == Duplicates::Keep {
                LLVMSetComdatSelectionKind(
                    comdat,
                    // LLVM's C name of `nodeduplicate`.
                    LLVMComdatSelectionKind::LLVMNoDuplicatesComdatSelectionKind,
                );
            }
            LLVMSetComdat(global.0, comdat);
        }
    }

    /// Adds to `llvm.compiler.used`. All at once: each call makes that list anew.
    pub fn keep_for_compiler(self, globals: &[Value]) {
        let mut raw: Vec<_> = globals.iter().map(|g| g.0).collect();
        // SAFETY: globals of this module, and their number.
        unsafe { fz_llvm_keep_for_compiler(self.0, raw.as_mut_ptr(), raw.len()) }
    }

    /// Adds to `llvm.used`: linkers keep it too, where they can be told.
    pub fn keep_for_linker(self, global: Value) {
        // SAFETY: a global of this module.
        unsafe { fz_llvm_keep_for_linker(self.0, global.0) }
    }

    pub fn add_constructor(self, function: Function, priority: u32) {
        // SAFETY: a function of this module.
        unsafe { fz_llvm_add_constructor(function.value().0, priority as i32) }
    }

    /// An inline assembly callee of type `ty`.
    pub fn inline_asm(self, ty: Type, text: &str, constraints: &str) -> Value {
        self.inline(ty, text, constraints, true)
    }

    /// The same for assembly that does nothing but make its result from its arguments.
    pub fn inline_asm_value(self, ty: Type, text: &str, constraints: &str) -> Value {
        self.inline(ty, text, constraints, false)
    }

    fn inline(self, ty: Type, text: &str, constraints: &str, has_effects: bool) -> Value {
        // SAFETY: pointers and lengths of live buffers; LLVM copies them.
        Value(unsafe {
            LLVMGetInlineAsm(
                ty.0,
                text.as_ptr().cast(),
                text.len(),
                constraints.as_ptr().cast(),
                constraints.len(),
                has_effects.into(),
                0,
                LLVMInlineAsmDialect::LLVMInlineAsmDialectATT,
                0,
            )
        })
    }

    /// The assembly beside the functions.
    pub fn asm(self) -> String {
        let mut length = 0;
        // SAFETY: the text belongs to the module and has this length.
        unsafe {
            let text = LLVMGetModuleInlineAsm(self.0, &mut length);
            let text = std::slice::from_raw_parts(text.cast(), length);
            String::from_utf8_lossy(text).into_owned()
        }
    }

    /// Which of these functions LLVM knows as the C library's, by name and type.
    pub fn known_library_functions(self, functions: &[Function]) -> Vec<Function> {
        self.library_functions(functions, false)
    }

    /// Which of these functions bear a name of the C library, whatever they are.
    pub fn named_like_library_functions(self, functions: &[Function]) -> Vec<Function> {
        self.library_functions(functions, true)
    }

    fn library_functions(self, functions: &[Function], by_name: bool) -> Vec<Function> {
        let raw: Vec<_> = functions.iter().map(|f| f.value().0).collect();
        let mut known = vec![false; raw.len()];
        // SAFETY: as many functions as answers.
        unsafe {
            fz_llvm_library_functions(self.0, raw.as_ptr(), known.as_mut_ptr(), raw.len(), by_name);
        }
        let marked = functions.iter().zip(known);
        marked
            .filter(|(_, known)| *known)
            .map(|(f, _)| *f)
            .collect()
    }

    /// Whether the module has a flag of this name (`!llvm.module.flags`).
    pub fn has_flag(self, name: &str) -> bool {
        // SAFETY: pointer and length.
        unsafe { !LLVMGetModuleFlag(self.0, name.as_ptr().cast(), name.len()).is_null() }
    }

    /// A private name for a function's definition here, whatever its own name is bound to elsewhere.
    pub fn add_private_alias(self, function: Function, name: &str) -> Value {
        let name = c(name);
        // SAFETY: a definition of this module.
        unsafe {
            let ty = LLVMGlobalGetValueType(function.value().0);
            let alias = LLVMAddAlias2(self.0, ty, 0, function.value().0, name.as_ptr());
            LLVMSetLinkage(alias, LLVMLinkage::LLVMPrivateLinkage);
            Value(alias)
        }
    }

    /// Sanitizers leave the instruction alone.
    pub fn hide_from_sanitizers(self, instruction: Value) {
        self.mark(instruction, self.metadata_kind("nosanitize"));
    }

    /// Puts `!{}` of a kind on an instruction.
    pub fn mark(self, instruction: Value, kind: u32) {
        // SAFETY: an instruction of this module.
        unsafe { LLVMSetMetadata(instruction.0, kind, self.empty_metadata().0) }
    }

    /// Puts `!{value}` of a kind on an instruction.
    pub fn mark_with(self, instruction: Value, kind: u32, value: Value) {
        // SAFETY: an instruction and a constant of this module.
        unsafe {
            let mut operand = LLVMValueAsMetadata(value.0);
            let node = LLVMMDNodeInContext2(self.context(), &mut operand, 1);
            LLVMSetMetadata(
                instruction.0,
                kind,
                LLVMMetadataAsValue(self.context(), node),
            );
        }
    }

    /// How often a conditional branch goes its ways, in proportion.
    pub fn set_weights(self, branch: Value, weights: [u64; 2]) {
        let name = "branch_weights";
        let weights = weights.map(|w| self.const_int(32, w));
        // SAFETY: a branch of this module; strings, constants and a node of its context.
        unsafe {
            let mut operands = [
                LLVMMDStringInContext2(self.context(), name.as_ptr().cast(), name.len()),
                LLVMValueAsMetadata(weights[0].0),
                LLVMValueAsMetadata(weights[1].0),
            ];
            let node = LLVMMDNodeInContext2(self.context(), operands.as_mut_ptr(), 3);
            let node = LLVMMetadataAsValue(self.context(), node);
            LLVMSetMetadata(branch.0, self.metadata_kind("prof"), node);
        }
    }

    /// Metadata kind by name (`nosanitize`).
    pub fn metadata_kind(self, name: &str) -> u32 {
        // SAFETY: pointer and length.
        unsafe { LLVMGetMDKindIDInContext(self.context(), name.as_ptr().cast(), name.len() as u32) }
    }

    /// `!{}`.
    pub fn empty_metadata(self) -> Value {
        // SAFETY: an empty node of this context.
        unsafe {
            let node: LLVMMetadataRef =
                LLVMMDNodeInContext2(self.context(), std::ptr::null_mut(), 0);
            Value(LLVMMetadataAsValue(self.context(), node))
        }
    }
}
