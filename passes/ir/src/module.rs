//! Modules: functions, globals, COMDAT groups, and module-level assembly.

use std::ffi::{CStr, CString};

use llvm_sys::{
    LLVMInlineAsmDialect, LLVMThreadLocalMode,
    comdat::*,
    core::*,
    debuginfo::LLVMStripModuleDebugInfo,
    ir_reader::LLVMParseIRInContext2,
    linker::LLVMLinkModules2,
    prelude::{LLVMContextRef, LLVMModuleRef},
};

use super::{Const, Function, Global, Linkage, Type, Value, c, ffi::*};

/// A module (`llvm::Module`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Module(LLVMModuleRef);

/// What the linker does with COMDAT groups of the same name (`llvm::Comdat::SelectionKind`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Duplicates {
    /// Keeps one of them (`any`).
    Any,
    /// Keeps all of them (`nodeduplicate`): the group only makes its members live or die together.
    Keep,
}

/// A copy of a module, which goes with it.
pub struct Copy(Module);

impl Copy {
    /// The module. No handle to anything in it is used after the copy has gone.
    pub fn module(&self) -> Module {
        self.0
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // SAFETY: nobody else disposes of it.
        unsafe { LLVMDisposeModule(self.0.0) }
    }
}

impl Module {
    /// A copy with the same names, in which all other functions are declared.
    pub fn copy_with(self, functions: impl IntoIterator<Item = Function>) -> Copy {
        let raw: Vec<_> = functions.into_iter().map(|f| f.raw()).collect();
        // SAFETY: functions of a live module, and their number.
        Copy(Module(unsafe {
            fz_llvm_copy(self.0, raw.as_ptr(), raw.len())
        }))
    }

    /// # Safety
    /// `module` is a live `llvm::Module`; neither this handle nor any that comes from it is used after the module is gone.
    pub unsafe fn from_raw(module: *mut std::ffi::c_void) -> Module {
        Module(module.cast())
    }

    pub(crate) fn raw(self) -> LLVMModuleRef {
        self.0
    }

    pub(crate) fn context(self) -> LLVMContextRef {
        // SAFETY: a live module has a context.
        unsafe { LLVMGetModuleContext(self.0) }
    }

    /// The name of its source file, as given to the front end.
    pub fn source(self) -> String {
        let mut len = 0;
        // SAFETY: returns a pointer into the module and its length.
        let bytes = unsafe {
            let text = LLVMGetSourceFileName(self.0, &mut len);
            std::slice::from_raw_parts(text.cast::<u8>(), len)
        };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// Its target triple.
    pub fn triple(self) -> String {
        // SAFETY: a C string owned by the module.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.0)) }
            .to_string_lossy()
            .into_owned()
    }

    /// Its functions in order, declarations included.
    pub fn functions(self) -> impl Iterator<Item = Function> {
        // SAFETY: walks the module's intrusive list.
        let first = unsafe { LLVMGetFirstFunction(self.0) };
        std::iter::successors((!first.is_null()).then_some(first), |f| {
            let next = unsafe { LLVMGetNextFunction(*f) };
            (!next.is_null()).then_some(next)
        })
        // SAFETY: members of the module's list of functions.
        .map(|f| unsafe { Function::from_raw(f) })
    }

    /// Its functions that have a body.
    pub fn definitions(self) -> impl Iterator<Item = Function> {
        self.functions().filter(|f| f.is_definition())
    }

    /// Reports an error, which makes the compilation fail.
    pub fn emit_error(self, text: &CString) {
        // SAFETY: a C string that outlives the call.
        unsafe { fz_llvm_emit_error(self.0, text.as_ptr()) }
    }

    /// Whether an error was reported.
    pub fn has_errors(self) -> bool {
        // SAFETY: reads the module's context, which always has a handler.
        unsafe { fz_llvm_has_errors(self.0) }
    }

    /// Whether LLVM's verifier accepts it; if not, the verifier prints why to stderr.
    pub fn verify(self) -> bool {
        // SAFETY: reads the module.
        unsafe { fz_llvm_verify(self.0) }
    }

    /// Removes all debug information. Returns whether there was any.
    pub fn strip_debug_info(self) -> bool {
        // SAFETY: a live module.
        unsafe { LLVMStripModuleDebugInfo(self.0) != 0 }
    }

    /// Appends to the module-level inline assembly.
    pub fn append_asm(self, text: &str) {
        // SAFETY: pointer and length of one buffer.
        unsafe { LLVMAppendModuleInlineAsm(self.0, text.as_ptr().cast(), text.len()) }
    }

    /// The integer type of this width.
    pub fn int(self, bits: u32) -> Type {
        // SAFETY: the context lives as long as the module.
        Type(unsafe { LLVMIntTypeInContext(self.context(), bits) })
    }

    /// The floating-point type of 32 bits.
    pub fn float(self) -> Type {
        // SAFETY: as above.
        Type(unsafe { LLVMFloatTypeInContext(self.context()) })
    }

    /// The pointer type in address space 0.
    pub fn ptr(self) -> Type {
        // SAFETY: as above.
        Type(unsafe { LLVMPointerTypeInContext(self.context(), 0) })
    }

    /// `void`.
    pub fn void(self) -> Type {
        // SAFETY: as above.
        Type(unsafe { LLVMVoidTypeInContext(self.context()) })
    }

    /// A constant of the integer type of this width.
    pub fn const_int(self, bits: u32, value: u64) -> Const {
        // SAFETY: an integer type.
        unsafe { Const::from_raw(LLVMConstInt(self.int(bits).0, value, 0)) }
    }

    /// The `null` pointer.
    pub fn null_ptr(self) -> Const {
        self.ptr().zero()
    }

    /// A constant `inttoptr`.
    pub fn const_pointer(self, value: u64) -> Const {
        let number = self.const_int(64, value).value();
        // SAFETY: a number and a pointer type.
        unsafe { Const::from_raw(LLVMConstIntToPtr(number.0, self.ptr().0)) }
    }

    /// A constant pointer, `offset` bytes after a global's address.
    pub fn address_in(self, global: impl Into<Const>, offset: usize) -> Const {
        let global = global.into();
        if offset == 0 {
            return global;
        }
        let mut index = [self.const_int(64, offset as u64).value().0];
        // SAFETY: a constant of this module; not `inbounds`, since functions have no size in IR.
        unsafe {
            let address = LLVMConstGEP2(self.int(8).0, global.value().0, index.as_mut_ptr(), 1);
            Const::from_raw(address)
        }
    }

    /// Adds an array variable of elements of type `ty`, zero-initialised unless `init` is given.
    ///
    /// # Panics
    /// If the type has no size, or a constant is of another type.
    pub fn add_array(self, ty: Type, len: usize, init: Option<&[Const]>, name: &str) -> Global {
        let array = ty.array_of(len as u64);
        let value = match init {
            None => array.zero(),
            Some(values) => {
                assert!(values.len() == len && values.iter().all(|v| v.ty() == ty));
                let mut raw: Vec<_> = values.iter().map(|v| v.value().0).collect();
                // SAFETY: constants of this type.
                unsafe {
                    Const::from_raw(LLVMConstArray2(ty.0, raw.as_mut_ptr(), raw.len() as u64))
                }
            }
        };
        self.add_global(value, name)
    }

    /// Adds a private, constant, `unnamed_addr` array.
    ///
    /// # Panics
    /// As [`Module::add_array`].
    pub fn add_private_constant(self, ty: Type, values: &[Const], name: &str) -> Global {
        let array = self.add_array(ty, values.len(), Some(values), name);
        array.set_linkage(Linkage::Private);
        array.set_constant_data();
        array
    }

    /// Adds a private C string.
    pub fn add_private_string(self, text: &str, name: &str) -> Global {
        let byte = self.int(8);
        let bytes = text.bytes().chain([0]);
        let values: Vec<_> = bytes.map(|b| byte.constant(b.into())).collect();
        self.add_private_constant(byte, &values, name)
    }

    /// Adds a variable with this initializer.
    pub fn add_global(self, value: Const, name: &str) -> Global {
        // SAFETY: a constant and its type.
        unsafe {
            let global = LLVMAddGlobal(self.0, value.ty().0, c(name).as_ptr());
            LLVMSetInitializer(global, value.value().0);
            Global::from_raw(global)
        }
    }

    /// The global variable of this name.
    pub fn global(self, name: &str) -> Option<Global> {
        // SAFETY: a look-up.
        Value::some(unsafe { LLVMGetNamedGlobal(self.0, c(name).as_ptr()) })?.as_global()
    }

    /// Its global variables in order, declarations included.
    pub fn global_variables(self) -> impl Iterator<Item = Global> {
        // SAFETY: walks the module's list; null at its end.
        unsafe {
            std::iter::successors(Value::some(LLVMGetFirstGlobal(self.0)), |g| {
                Value::some(LLVMGetNextGlobal(g.0))
            })
        }
        .filter_map(Value::as_global)
    }

    /// Declares a thread-local variable of the executable (`thread_local(initialexec)`), or returns the existing
    /// declaration.
    pub fn thread_local(self, name: &str, ty: Type) -> Global {
        if let Some(found) = self.global(name) {
            return found;
        }
        // SAFETY: a type of this context.
        unsafe {
            let global = LLVMAddGlobal(self.0, ty.0, c(name).as_ptr());
            LLVMSetThreadLocalMode(global, LLVMThreadLocalMode::LLVMInitialExecTLSModel);
            Global::from_raw(global)
        }
    }

    /// Declares a weak, hidden symbol that the linker defines (`__start_…`).
    pub fn section_bound(self, name: &str) -> Global {
        if let Some(found) = self.global(name) {
            return found;
        }
        // SAFETY: adds a global of this name.
        unsafe {
            let global = LLVMAddGlobal(self.0, self.int(8).0, c(name).as_ptr());
            let global = Global::from_raw(global);
            // Linkage first: setting hidden visibility first would also make it `dso_local`.
            global.set_linkage(Linkage::ExternalWeak);
            global.set_hidden();
            global
        }
    }

    /// Declares a function, or returns the existing declaration. The flag says whether it is new.
    ///
    /// # Panics
    /// If it is not a function type.
    pub fn declare(self, name: &str, ty: Type) -> (Function, bool) {
        ty.signature();
        match self.function(name) {
            Some(found) => (found, false),
            // SAFETY: a function type of this context.
            None => unsafe {
                let new = LLVMAddFunction(self.0, c(name).as_ptr(), ty.0);
                (Function::from_raw(new), true)
            },
        }
    }

    /// Declares a weak function, or returns the existing declaration.
    ///
    /// # Panics
    /// As [`Module::declare`].
    pub fn weak_function(self, name: &str, ty: Type) -> Function {
        let (function, is_new) = self.declare(name, ty);
        if is_new {
            function.set_linkage(Linkage::ExternalWeak);
        }
        function
    }

    /// Declares an intrinsic, by its name without type suffixes (`llvm.uadd.with.overflow`), overloaded for these
    /// types. Types are ignored if it is not overloaded in this release: `llvm.returnaddress` is overloaded since LLVM
    /// 23.
    ///
    /// # Panics
    /// If LLVM has no intrinsic of this name.
    pub fn intrinsic(self, name: &str, types: &[Type]) -> Function {
        let mut raw: Vec<_> = types.iter().map(|t| t.0).collect();
        // SAFETY: LLVM's table has the name; types and their number.
        unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            assert_ne!(id, 0, "LLVM has no intrinsic `{name}`");
            if LLVMIntrinsicIsOverloaded(id) == 0 {
                raw.clear();
            }
            let (types, count) = (raw.as_mut_ptr(), raw.len());
            Function::from_raw(LLVMGetIntrinsicDeclaration(self.0, id, types, count))
        }
    }

    /// Adds a hidden `linkonce_odr` function: the linked image has one.
    ///
    /// # Panics
    /// As [`Module::declare`].
    pub fn add_image_function(self, name: &str, ty: Type) -> Function {
        let (function, _) = self.declare(name, ty);
        function.set_linkage(Linkage::LinkOnceOdr);
        function.set_hidden();
        self.put_in_comdat(function.global(), name, Duplicates::Any);
        function
    }

    /// The function of this name.
    pub fn function(self, name: &str) -> Option<Function> {
        // SAFETY: a look-up.
        Value::some(unsafe { LLVMGetNamedFunction(self.0, c(name).as_ptr()) })?.as_function()
    }

    /// Its aliases.
    pub fn aliases(self) -> Vec<Global> {
        // SAFETY: walks the module's list; null at its end.
        unsafe {
            let first = LLVMGetFirstGlobalAlias(self.0);
            let all = std::iter::successors(Value::some(first), |a| {
                Value::some(LLVMGetNextGlobalAlias(a.0))
            });
            all.filter_map(Value::as_global).collect()
        }
    }

    /// Its ifuncs.
    pub fn ifuncs(self) -> Vec<Global> {
        // SAFETY: walks the module's list; null at its end.
        unsafe {
            let first = LLVMGetFirstGlobalIFunc(self.0);
            let all = std::iter::successors(Value::some(first), |i| {
                Value::some(LLVMGetNextGlobalIFunc(i.0))
            });
            all.filter_map(Value::as_global).collect()
        }
    }

    /// The resolvers of its ifuncs, which run while the dynamic linker relocates the image.
    pub fn resolvers(self) -> Vec<Function> {
        let resolver = |ifunc: Global| {
            // SAFETY: an ifunc; null if it has none.
            Value::some(unsafe { LLVMGetGlobalIFuncResolver(ifunc.raw()) })?.as_function()
        };
        self.ifuncs().into_iter().filter_map(resolver).collect()
    }

    /// Puts a function or a variable into the COMDAT group of this name, which is created if needed.
    pub fn put_in_comdat(self, global: Global, group: &str, duplicates: Duplicates) {
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
            LLVMSetComdat(global.raw(), comdat);
        }
    }

    /// Adds globals to `llvm.compiler.used`. All at once, because each call builds that list anew.
    pub fn keep_for_compiler(self, globals: &[Global]) {
        let mut raw: Vec<_> = globals.iter().map(|g| g.raw()).collect();
        // SAFETY: globals of this module, and their number.
        unsafe { fz_llvm_keep_for_compiler(self.0, raw.as_mut_ptr(), raw.len()) }
    }

    /// Adds a global to `llvm.used`, so that linkers that support it keep the global as well.
    pub fn keep_for_linker(self, global: Global) {
        // SAFETY: a global of this module.
        unsafe { fz_llvm_keep_for_linker(self.0, global.raw()) }
    }

    /// Adds a function to `llvm.global_ctors`; lower priorities run first.
    pub fn add_constructor(self, function: Function, priority: u32) {
        // SAFETY: a function of this module.
        unsafe { fz_llvm_add_constructor(function.raw(), priority as i32) }
    }

    /// Inline assembly with side effects, to be called as function type `ty`.
    pub fn inline_asm(self, ty: Type, text: &str, constraints: &str) -> Value {
        self.inline(ty, text, constraints, true)
    }

    /// Inline assembly without side effects, whose result depends on its arguments alone.
    pub fn inline_asm_value(self, ty: Type, text: &str, constraints: &str) -> Value {
        self.inline(ty, text, constraints, false)
    }

    fn inline(self, ty: Type, text: &str, constraints: &str, has_effects: bool) -> Value {
        ty.signature();
        // SAFETY: a function type; pointers and lengths of live buffers, which LLVM copies.
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

    /// Its module-level inline assembly.
    pub fn asm(self) -> String {
        let mut length = 0;
        // SAFETY: the text belongs to the module and has this length.
        unsafe {
            let text = LLVMGetModuleInlineAsm(self.0, &mut length);
            let text = std::slice::from_raw_parts(text.cast(), length);
            String::from_utf8_lossy(text).into_owned()
        }
    }

    /// Those of the functions that LLVM recognises as the C library's, by name and type.
    pub fn known_library_functions(self, functions: &[Function]) -> Vec<Function> {
        self.library_functions(functions, false)
    }

    /// Those of the functions that have the name of a C library function, whatever their type.
    pub fn named_like_library_functions(self, functions: &[Function]) -> Vec<Function> {
        self.library_functions(functions, true)
    }

    fn library_functions(self, functions: &[Function], by_name: bool) -> Vec<Function> {
        let raw: Vec<_> = functions.iter().map(|f| f.raw()).collect();
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

    /// Whether it has a module flag of this name (`!llvm.module.flags`).
    pub fn has_flag(self, name: &str) -> bool {
        // SAFETY: pointer and length.
        unsafe { !LLVMGetModuleFlag(self.0, name.as_ptr().cast(), name.len()).is_null() }
    }

    /// Adds a private alias for a function's definition in this module, which no other definition can preempt.
    ///
    /// # Panics
    /// If it is a declaration.
    pub fn add_private_alias(self, function: Function, name: &str) -> Global {
        assert!(function.is_definition());
        let (ty, name) = (function.function_type(), c(name));
        // SAFETY: a definition of this module.
        let alias = unsafe {
            let alias = LLVMAddAlias2(self.0, ty.0, 0, function.raw(), name.as_ptr());
            Global::from_raw(alias)
        };
        alias.set_linkage(Linkage::Private);
        alias
    }

    /// Links definitions into the module from a text of IR, for functions and variables that it declares. LLVM replaces
    /// the declarations.
    ///
    /// # Errors
    /// LLVM's message where the text is not IR.
    ///
    /// # Safety
    /// No handle to a declaration that the text defines is used afterwards.
    pub unsafe fn link_text(self, text: &str) -> Result<(), String> {
        let name = c"fz";
        // SAFETY: the buffer is a copy; the new module is taken by linking.
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                text.as_ptr().cast(),
                text.len(),
                name.as_ptr(),
            );
            // The parser needs names; contexts made by clang discard them.
            let drops_names = LLVMContextShouldDiscardValueNames(self.context());
            LLVMContextSetDiscardValueNames(self.context(), 0);
            let (mut module, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
            let failed =
                LLVMParseIRInContext2(self.context(), buffer, &mut module, &mut message) != 0;
            LLVMDisposeMemoryBuffer(buffer);
            LLVMContextSetDiscardValueNames(self.context(), drops_names);
            if failed {
                let why = CStr::from_ptr(message).to_string_lossy().into_owned();
                LLVMDisposeMessage(message);
                return Err(why);
            }
            LLVMSetTarget(module, LLVMGetTarget(self.0));
            LLVMSetDataLayout(module, LLVMGetDataLayoutStr(self.0));
            match LLVMLinkModules2(self.0, module) {
                0 => Ok(()),
                _ => Err("cannot be linked".to_owned()),
            }
        }
    }
}
