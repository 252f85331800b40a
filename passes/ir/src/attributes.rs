//! Attributes of functions and call sites.

use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, core::*};

use super::{Call, Function, Module, Type};

/// What an attribute belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// The function or the call.
    Function,
    /// A parameter or an argument, counted from 0.
    Parameter(u32),
}

impl Place {
    fn index(self) -> LLVMAttributeIndex {
        match self {
            Place::Function => LLVMAttributeFunctionIndex,
            Place::Parameter(at) => at + 1,
        }
    }
}

/// LLVM's number of an enum attribute.
///
/// # Panics
/// If LLVM has no attribute of this name.
fn kind(name: &str) -> u32 {
    // SAFETY: pointer and length.
    let kind = unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) };
    assert_ne!(kind, 0, "LLVM has no attribute `{name}`");
    kind
}

impl Function {
    /// Whether the function has an enum attribute, by its name in IR (`naked`, `optnone`).
    pub fn has_attribute(self, name: &str) -> bool {
        self.has_attribute_at(Place::Function, name)
    }

    fn has_attribute_at(self, place: Place, name: &str) -> bool {
        // SAFETY: a function; null if it has none of that kind there.
        unsafe { !LLVMGetEnumAttributeAtIndex(self.raw(), place.index(), kind(name)).is_null() }
    }

    /// Whether any parameter has one of these enum attributes.
    pub fn has_parameter_attribute(self, names: &[&str]) -> bool {
        (0..self.parameter_count()).any(|at| {
            names
                .iter()
                .any(|n| self.has_attribute_at(Place::Parameter(at), n))
        })
    }

    /// Adds an enum attribute that has no value.
    pub fn add_attribute(self, module: Module, name: &str) {
        self.add_number_attribute(module, name, 0);
    }

    fn add_number_attribute(self, module: Module, name: &str, value: u64) {
        // SAFETY: the attribute belongs to the module's context.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(module.context(), kind(name), value);
            LLVMAddAttributeAtIndex(self.raw(), LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Removes an enum attribute, if present.
    pub fn remove_attribute(self, name: &str) {
        // SAFETY: removing what is not there is allowed.
        unsafe {
            LLVMRemoveEnumAttributeAtIndex(self.raw(), LLVMAttributeFunctionIndex, kind(name));
        }
    }

    /// Makes a parameter `zeroext`: the caller zero-extends it to the width of C's `int`.
    ///
    /// # Panics
    /// If there is no such parameter.
    pub fn set_zero_extended(self, module: Module, parameter: u32) {
        assert!(parameter < self.parameter_count(), "parameter {parameter}");
        // SAFETY: the attribute belongs to the module's context.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(module.context(), kind("zeroext"), 0);
            LLVMAddAttributeAtIndex(self.raw(), Place::Parameter(parameter).index(), attribute);
        }
    }

    /// The pointee type of a `byval` parameter.
    pub fn by_value(self, parameter: u32) -> Option<Type> {
        // SAFETY: null if the parameter has none.
        unsafe {
            let index = Place::Parameter(parameter).index();
            let attribute = LLVMGetEnumAttributeAtIndex(self.raw(), index, kind("byval"));
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// `memory(argmem: read, inaccessiblemem: readwrite)`: the function reads through its pointer arguments, accesses
    /// memory that is inaccessible to this module, and nothing else.
    pub fn set_reads_arguments(self, module: Module) {
        // `MemoryEffects` has two bits for each location; argument memory is the first location, inaccessible memory
        // the second.
        const READ: u64 = 0b01;
        const READ_AND_WRITE: u64 = 0b11 << 2;
        self.add_number_attribute(module, "memory", READ | READ_AND_WRITE);
    }

    /// `memory(none) willreturn nounwind`: the result depends on the arguments alone, and the function always returns.
    pub fn set_pure(self, module: Module) {
        for name in ["memory", "willreturn", "nounwind"] {
            self.add_attribute(module, name);
        }
    }

    /// The value of a string attribute.
    pub fn string_attribute(self, key: &str) -> Option<String> {
        // SAFETY: pointers and lengths; the value lives in the context.
        unsafe {
            let attribute = LLVMGetStringAttributeAtIndex(
                self.raw(),
                LLVMAttributeFunctionIndex,
                key.as_ptr().cast(),
                key.len() as u32,
            );
            if attribute.is_null() {
                return None;
            }
            let mut len = 0;
            let text = LLVMGetStringAttributeValue(attribute, &mut len);
            let bytes = std::slice::from_raw_parts(text.cast::<u8>(), len as usize);
            Some(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    /// Sets a string attribute, replacing its value if it has one.
    pub fn set_string_attribute(self, module: Module, key: &str, value: &str) {
        // SAFETY: the attribute belongs to the module's context.
        unsafe {
            let attribute = LLVMCreateStringAttribute(
                module.context(),
                key.as_ptr().cast(),
                key.len() as u32,
                value.as_ptr().cast(),
                value.len() as u32,
            );
            LLVMAddAttributeAtIndex(self.raw(), LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Removes a string attribute, if present.
    pub fn remove_string_attribute(self, key: &str) {
        let (text, length) = (key.as_ptr().cast(), key.len() as u32);
        // SAFETY: pointer and length; removing what is not there is allowed.
        unsafe {
            let index = LLVMAttributeFunctionIndex;
            LLVMRemoveStringAttributeAtIndex(self.raw(), index, text, length);
        }
    }
}

impl Call {
    /// Whether the call site itself, not its callee, has an enum attribute.
    pub fn has_own_attribute(self, place: Place, name: &str) -> bool {
        // SAFETY: a call; null if it has none of that kind there.
        unsafe { !LLVMGetCallSiteEnumAttribute(self.raw(), place.index(), kind(name)).is_null() }
    }

    /// Adds an enum attribute without a value to the call site.
    pub fn add_own_attribute(self, module: Module, place: Place, name: &str) {
        // SAFETY: the attribute belongs to the module's context.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(module.context(), kind(name), 0);
            LLVMAddCallSiteAttribute(self.raw(), place.index(), attribute);
        }
    }

    /// Removes an enum attribute from the call site, if present.
    pub fn remove_attribute(self, name: &str) {
        // SAFETY: removing what is not there is allowed.
        unsafe {
            let index = LLVMAttributeFunctionIndex;
            LLVMRemoveCallSiteEnumAttribute(self.raw(), index, kind(name));
        }
    }

    /// Whether any argument has one of these enum attributes.
    pub fn has_argument_attribute(self, names: &[&str]) -> bool {
        // SAFETY: a call.
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) };
        (0..count).any(|at| {
            let has = |name: &&str| self.has_own_attribute(Place::Parameter(at), name);
            names.iter().any(has)
        })
    }

    /// Makes an argument `zeroext`: zero-extended to the width of C's `int`.
    pub fn set_zero_extended(self, module: Module, argument: u32) {
        self.add_own_attribute(module, Place::Parameter(argument), "zeroext");
    }

    /// Sets the `elementtype` of a pointer argument of inline assembly.
    pub fn set_element_type(self, module: Module, argument: u32, ty: Type) {
        // SAFETY: the attribute belongs to the module's context.
        unsafe {
            let element = LLVMCreateTypeAttribute(module.context(), kind("elementtype"), ty.0);
            LLVMAddCallSiteAttribute(self.raw(), Place::Parameter(argument).index(), element);
        }
    }

    /// The pointee type of a `byval` argument.
    pub fn argument_by_value(self, argument: u32) -> Option<Type> {
        // SAFETY: null if the argument has none.
        unsafe {
            let index = Place::Parameter(argument).index();
            let attribute = LLVMGetCallSiteEnumAttribute(self.raw(), index, kind("byval"));
            (!attribute.is_null()).then(|| Type(LLVMGetTypeAttributeValue(attribute)))
        }
    }

    /// Removes all enum, integer, type and range attributes of an argument (`nonnull`, `dereferenceable(8)`).
    pub fn remove_argument_attributes(self, argument: u32) {
        let index = Place::Parameter(argument).index();
        // SAFETY: a call; LLVM fills as many entries as it counted.
        unsafe {
            let count = LLVMGetCallSiteAttributeCount(self.raw(), index) as usize;
            let mut found = vec![std::ptr::null_mut(); count];
            LLVMGetCallSiteAttributes(self.raw(), index, found.as_mut_ptr());
            for attribute in found {
                // Also type and range attributes, for which `LLVMIsEnumAttribute` is false.
                if LLVMIsStringAttribute(attribute) == 0 {
                    let kind = LLVMGetEnumAttributeKind(attribute);
                    LLVMRemoveCallSiteEnumAttribute(self.raw(), index, kind);
                }
            }
        }
    }

    /// Whether the call site has a string attribute.
    pub fn has_string_attribute(self, name: &str) -> bool {
        let index = LLVMAttributeFunctionIndex;
        let (text, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a call; pointer and length.
        unsafe { !LLVMGetCallSiteStringAttribute(self.raw(), index, text, length).is_null() }
    }

    /// Adds a string attribute without a value to the call site.
    pub fn set_string_attribute(self, module: Module, name: &str) {
        let (text, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a call; pointers and lengths.
        unsafe {
            let value = c"".as_ptr();
            let mark = LLVMCreateStringAttribute(module.context(), text, length, value, 0);
            LLVMAddCallSiteAttribute(self.raw(), LLVMAttributeFunctionIndex, mark);
        }
    }

    /// Removes a string attribute from the call site, if present.
    pub fn remove_string_attribute(self, name: &str) {
        let index = LLVMAttributeFunctionIndex;
        let (text, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a call; pointer and length.
        unsafe { LLVMRemoveCallSiteStringAttribute(self.raw(), index, text, length) }
    }
}
