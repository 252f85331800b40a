//! A module: its functions, globals, sections, and module-level assembly.

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

/// How a COMDAT group treats a second group of its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Duplicates {
    /// The linker keeps one (`any`).
    Any,
    /// Both stay: the group only ties its members together (`nodeduplicate`).
    Keep,
}

impl Module {
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

    /// Those that have a body here.
    pub fn definitions(self) -> impl Iterator<Item = Function> {
        self.functions().filter(|f| f.is_definition())
    }

    /// Fails the compilation with this text.
    pub fn emit_error(self, text: &CString) {
        // SAFETY: a C string that outlives the call.
        unsafe { fz_llvm_emit_error(self.0, text.as_ptr()) }
    }

    /// Whether the compilation fails already.
    pub fn has_errors(self) -> bool {
        // SAFETY: reads the module's context, which always has a handler.
        unsafe { fz_llvm_has_errors(self.0) }
    }

    /// Whether it is well-formed; if not, LLVM says on stderr why.
    pub fn verify(self) -> bool {
        // SAFETY: reads the module.
        unsafe { fz_llvm_verify(self.0) }
    }

    /// Removes all debug information; whether there was any.
    pub fn strip_debug_info(self) -> bool {
        // SAFETY: a live module.
        unsafe { LLVMStripModuleDebugInfo(self.0) != 0 }
    }

    /// Adds to the assembly beside the functions.
    pub fn append_asm(self, text: &str) {
        // SAFETY: pointer and length of one buffer.
        unsafe { LLVMAppendModuleInlineAsm(self.0, text.as_ptr().cast(), text.len()) }
    }

    /// The integer type of so many bits.
    pub fn int(self, bits: u32) -> Type {
        // SAFETY: the context lives as long as the module.
        Type(unsafe { LLVMIntTypeInContext(self.context(), bits) })
    }

    /// The type of pointers in address space 0.
    pub fn ptr(self) -> Type {
        // SAFETY: as above.
        Type(unsafe { LLVMPointerTypeInContext(self.context(), 0) })
    }

    /// `void`.
    pub fn void(self) -> Type {
        // SAFETY: as above.
        Type(unsafe { LLVMVoidTypeInContext(self.context()) })
    }

    /// A number of an integer type of so many bits.
    pub fn const_int(self, bits: u32, value: u64) -> Const {
        // SAFETY: an integer type.
        unsafe { Const::from_raw(LLVMConstInt(self.int(bits).0, value, 0)) }
    }

    /// `null`.
    pub fn null_ptr(self) -> Const {
        self.ptr().zero()
    }

    /// A pointer made of a number.
    pub fn const_pointer(self, value: u64) -> Const {
        let number = self.const_int(64, value).value();
        // SAFETY: a number and a pointer type.
        unsafe { Const::from_raw(LLVMConstIntToPtr(number.0, self.ptr().0)) }
    }

    /// The address `offset` bytes into a global.
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

    /// A new array of `ty`, zero unless `init` says otherwise.
    ///
    /// # Panics
    /// If the type has no size, or a value is of another type.
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

    /// A new array of constants whose address nobody asks for.
    ///
    /// # Panics
    /// As [`Module::add_array`].
    pub fn add_private_constant(self, ty: Type, values: &[Const], name: &str) -> Global {
        let array = self.add_array(ty, values.len(), Some(values), name);
        array.set_linkage(Linkage::Private);
        array.set_constant_data();
        array
    }

    /// A new C string.
    pub fn add_private_string(self, text: &str, name: &str) -> Global {
        let byte = self.int(8);
        let bytes = text.bytes().chain([0]);
        let values: Vec<_> = bytes.map(|b| byte.constant(b.into())).collect();
        self.add_private_constant(byte, &values, name)
    }

    /// A new variable that begins as this.
    pub fn add_global(self, value: Const, name: &str) -> Global {
        // SAFETY: a constant and its type.
        unsafe {
            let global = LLVMAddGlobal(self.0, value.ty().0, c(name).as_ptr());
            LLVMSetInitializer(global, value.value().0);
            Global::from_raw(global)
        }
    }

    /// The variable of this name.
    pub fn global(self, name: &str) -> Option<Global> {
        // SAFETY: a look-up.
        Value::some(unsafe { LLVMGetNamedGlobal(self.0, c(name).as_ptr()) })?.as_global()
    }

    /// Its variables in order, declarations included.
    pub fn global_variables(self) -> impl Iterator<Item = Global> {
        // SAFETY: walks the module's list; null at its end.
        unsafe {
            std::iter::successors(Value::some(LLVMGetFirstGlobal(self.0)), |g| {
                Value::some(LLVMGetNextGlobal(g.0))
            })
        }
        .filter_map(Value::as_global)
    }

    /// A variable of each thread's own, which the executable has (`thread_local(initialexec)`); an existing declaration
    /// is used as it is.
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

    /// A weak, hidden declaration of a symbol that the linker defines (`__start_…`).
    pub fn section_bound(self, name: &str) -> Global {
        if let Some(found) = self.global(name) {
            return found;
        }
        // SAFETY: adds a global of this name.
        unsafe {
            let global = LLVMAddGlobal(self.0, self.int(8).0, c(name).as_ptr());
            let global = Global::from_raw(global);
            // In this order: a visibility that comes first would make it `dso_local`.
            global.set_linkage(Linkage::ExternalWeak);
            global.set_hidden();
            global
        }
    }

    /// A declaration of a function; an existing one is used as it is. The flag: it is new.
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

    /// A weak declaration of a function; an existing declaration is used as it is.
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

    /// An intrinsic of LLVM's, by its name without types (`llvm.uadd.with.overflow`), for these types. One that has no
    /// types in this release of LLVM ignores them: `llvm.returnaddress` has one from LLVM 23 on.
    ///
    /// # Panics
    /// If LLVM has none of this name.
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

    /// A new hidden function, one per linked image.
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

    /// The functions that choose what others are, before anything else runs (`ifunc`).
    pub fn resolvers(self) -> Vec<Function> {
        // SAFETY: walks the module's list; null at its end.
        unsafe {
            let first = LLVMGetFirstGlobalIFunc(self.0);
            let all = std::iter::successors(Value::some(first), |i| {
                Value::some(LLVMGetNextGlobalIFunc(i.0))
            });
            all.filter_map(|i| Value::some(LLVMGetGlobalIFuncResolver(i.0))?.as_function())
                .collect()
        }
    }

    /// Puts a function or a variable into a COMDAT group, which comes to be if there is none of this name.
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

    /// Adds to `llvm.compiler.used`. All at once: each call makes that list anew.
    pub fn keep_for_compiler(self, globals: &[Global]) {
        let mut raw: Vec<_> = globals.iter().map(|g| g.raw()).collect();
        // SAFETY: globals of this module, and their number.
        unsafe { fz_llvm_keep_for_compiler(self.0, raw.as_mut_ptr(), raw.len()) }
    }

    /// Adds to `llvm.used`: linkers keep it too, where they can be told.
    pub fn keep_for_linker(self, global: Global) {
        // SAFETY: a global of this module.
        unsafe { fz_llvm_keep_for_linker(self.0, global.raw()) }
    }

    /// Has a function called before `main`, those of lower priority numbers first.
    pub fn add_constructor(self, function: Function, priority: u32) {
        // SAFETY: a function of this module.
        unsafe { fz_llvm_add_constructor(function.raw(), priority as i32) }
    }

    /// Inline assembly with side effects, to be called as `ty`.
    pub fn inline_asm(self, ty: Type, text: &str, constraints: &str) -> Value {
        self.inline(ty, text, constraints, true)
    }

    /// The same for assembly that does nothing but make its result from its arguments.
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

    /// Whether the module has a flag of this name (`!llvm.module.flags`).
    pub fn has_flag(self, name: &str) -> bool {
        // SAFETY: pointer and length.
        unsafe { !LLVMGetModuleFlag(self.0, name.as_ptr().cast(), name.len()).is_null() }
    }

    /// A private name for a function's definition here, whatever its own name is bound to elsewhere.
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

    /// Defines what is declared here and has a body in this text of IR. LLVM puts definitions in the place of
    /// declarations.
    ///
    /// # Errors
    /// LLVM's message where the text is not IR.
    ///
    /// # Safety
    /// No handle to a declaration that the text defines is used again.
    pub unsafe fn link_text(self, text: &str) -> Result<(), String> {
        let name = c"fz";
        // SAFETY: the buffer is a copy; the new module is taken by linking.
        unsafe {
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                text.as_ptr().cast(),
                text.len(),
                name.as_ptr(),
            );
            // The parser needs names, which clang's contexts drop.
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
