//! Global values.

use std::ops::Deref;

use llvm_sys::{
    LLVMUnnamedAddr, LLVMVisibility,
    comdat::{LLVMGetComdat, LLVMSetComdat},
    core::*,
    prelude::LLVMValueRef,
};

use super::{
    Const, Linkage, Type, Value, c,
    ffi::{LLVMGetLinkage, LLVMSetLinkage, fz_llvm_comdat_name, fz_llvm_symbol},
    take,
};

/// A function, a global variable, an alias or an ifunc (`llvm::GlobalValue`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Global(Value);

impl Deref for Global {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl From<Global> for Value {
    fn from(global: Global) -> Value {
        global.0
    }
}

impl From<Global> for Const {
    fn from(global: Global) -> Const {
        // SAFETY: a global's address is a constant.
        unsafe { Const::from_raw(global.raw()) }
    }
}

impl Global {
    /// # Safety
    /// `global` is a live global value.
    pub(crate) unsafe fn from_raw(global: LLVMValueRef) -> Global {
        Global(Value(global))
    }

    pub(crate) fn raw(self) -> LLVMValueRef {
        self.0.0
    }

    /// Its address as an operand.
    pub fn value(self) -> Value {
        self.0
    }

    /// Its symbol in the object file, with the prefix of private names.
    pub fn symbol(self) -> String {
        // SAFETY: a global; the text is malloc'd for us.
        unsafe { take(fz_llvm_symbol(self.raw())) }
    }

    /// Its linkage.
    pub fn linkage(self) -> Linkage {
        // SAFETY: a global.
        Linkage::from(unsafe { LLVMGetLinkage(self.raw()) })
    }

    /// Sets its linkage.
    pub fn set_linkage(self, linkage: Linkage) {
        // SAFETY: a global, and a number of LLVM's.
        unsafe { LLVMSetLinkage(self.raw(), linkage.into()) }
    }

    /// Whether it has local linkage (`internal` or `private`).
    pub fn is_local(self) -> bool {
        matches!(self.linkage(), Linkage::Internal | Linkage::Private)
    }

    /// Whether each thread has one of its own.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: only variables are asked.
        self.is_global_variable() && unsafe { LLVMIsThreadLocal(self.raw()) != 0 }
    }

    /// Whether another unit has it, and this one only a copy to look into.
    pub fn is_available_elsewhere(self) -> bool {
        self.linkage() == Linkage::AvailableExternally
    }

    /// Sets `hidden` visibility: the symbol stays inside the linked image.
    pub fn set_hidden(self) {
        // SAFETY: a global.
        unsafe { LLVMSetVisibility(self.raw(), LLVMVisibility::LLVMHiddenVisibility) }
    }

    /// Its value type: of a function its function type.
    pub fn value_type(self) -> Type {
        // SAFETY: a global.
        Type(unsafe { LLVMGlobalGetValueType(self.raw()) })
    }

    fn is_object(self) -> bool {
        // SAFETY: a global.
        unsafe { !LLVMIsAGlobalObject(self.raw()).is_null() }
    }

    /// Puts a function or a variable into a section, with an alignment in bytes, a power of two. Its address stays
    /// significant: two counters are never merged.
    ///
    /// # Panics
    /// If it is an alias, or the alignment is no power of two.
    pub fn set_section(self, section: &str, align: u32) {
        assert!(
            self.is_object() && align.is_power_of_two(),
            "{section} {align}"
        );
        let section = c(section);
        // SAFETY: a global object and an alignment.
        unsafe {
            LLVMSetSection(self.raw(), section.as_ptr());
            LLVMSetAlignment(self.raw(), align);
            LLVMSetUnnamedAddress(self.raw(), LLVMUnnamedAddr::LLVMNoUnnamedAddr);
        }
    }

    /// Whether it is a variable in this section.
    pub fn is_in_section(self, section: &str) -> bool {
        self.section().as_deref() == Some(section)
    }

    /// The section that a variable is put into by name.
    pub fn section(self) -> Option<String> {
        if !self.is_global_variable() {
            return None;
        }
        // SAFETY: a variable; LLVM's text lives as long as it.
        unsafe {
            let found = LLVMGetSection(self.raw());
            let is_named = !found.is_null() && *found != 0;
            is_named.then(|| {
                std::ffi::CStr::from_ptr(found)
                    .to_string_lossy()
                    .into_owned()
            })
        }
    }

    /// Marks a variable `externally_initialized`: its initial value may have been replaced before the program runs.
    ///
    /// # Panics
    /// If it is not a variable.
    pub fn set_externally_initialized(self) {
        assert!(self.is_global_variable());
        // SAFETY: a global variable.
        unsafe { LLVMSetExternallyInitialized(self.raw(), 1) }
    }

    /// Marks a variable `constant` and `unnamed_addr`: it never changes, and its address is not significant.
    ///
    /// # Panics
    /// If it is not a variable.
    pub fn set_constant_data(self) {
        assert!(self.is_global_variable());
        // SAFETY: a global variable.
        unsafe {
            LLVMSetGlobalConstant(self.raw(), 1);
            LLVMSetUnnamedAddress(self.raw(), LLVMUnnamedAddr::LLVMGlobalUnnamedAddr);
        }
    }

    /// Puts it into the COMDAT group of another global, if that is in one.
    ///
    /// # Panics
    /// If one of them is an alias.
    pub fn join_comdat(self, other: Global) {
        assert!(self.is_object() && other.is_object());
        // SAFETY: global objects of one module.
        unsafe { LLVMSetComdat(self.raw(), LLVMGetComdat(other.raw())) }
    }

    /// The name of its COMDAT group.
    pub fn comdat_name(self) -> Option<String> {
        if !self.is_object() {
            return None;
        }
        // SAFETY: a global object; the text is malloc'd for us.
        unsafe {
            let name = fz_llvm_comdat_name(self.raw());
            (!name.is_null()).then(|| take(name))
        }
    }

    /// A variable's initializer, if this module defines it.
    pub fn initializer(self) -> Option<Const> {
        // SAFETY: asked of variables alone; null if there is none.
        unsafe {
            let global = LLVMIsAGlobalVariable(self.raw());
            match global.is_null() {
                true => None,
                false => Value::some(LLVMGetInitializer(global))?.as_const(),
            }
        }
    }

    /// Whether it is a variable marked `constant`.
    pub fn is_constant_data(self) -> bool {
        // SAFETY: asked of variables alone.
        self.is_global_variable() && unsafe { LLVMIsGlobalConstant(self.raw()) != 0 }
    }
}

impl Value {
    /// The initializer of a global variable, if it is one and this module defines it.
    pub fn initializer(self) -> Option<Const> {
        self.as_global()?.initializer()
    }

    /// The elements of an array variable that is marked `constant`.
    pub fn constant_elements(self) -> Option<Vec<Const>> {
        let global = self.as_global().filter(|g| g.is_constant_data())?;
        let initializer = global.initializer()?;
        let (_, length) = initializer.ty().array()?;
        (0..length as u32).map(|at| initializer.part(at)).collect()
    }
}
