//! Values, instructions and where in the source they stand.

use llvm_sys::{
    LLVMAttributeFunctionIndex, LLVMLinkage, LLVMOpcode, LLVMTailCallKind, LLVMUnnamedAddr,
    comdat::{LLVMGetComdat, LLVMSetComdat},
    core::*,
    debuginfo::*,
    prelude::{LLVMMetadataRef, LLVMTypeRef, LLVMValueRef},
};

use super::{
    Block, Function, Module, c, fz_llvm_comdat_name, fz_llvm_is_inalloca, fz_llvm_make_call,
    fz_llvm_pass_token, fz_llvm_simplified_call, fz_llvm_symbol, take,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value(pub(crate) LLVMValueRef);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Type(pub(crate) LLVMTypeRef);

impl Type {
    pub fn from_raw(ty: LLVMTypeRef) -> Self {
        Type(ty)
    }

    pub fn raw(self) -> LLVMTypeRef {
        self.0
    }
}

/// A place in the source: line and column from 1, 0 where unknown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Value {
    pub fn from_raw(value: LLVMValueRef) -> Self {
        Value(value)
    }

    pub fn raw(self) -> LLVMValueRef {
        self.0
    }

    pub(crate) fn some(value: LLVMValueRef) -> Option<Value> {
        (!value.is_null()).then_some(Value(value))
    }

    pub fn name(self) -> String {
        let mut len = 0;
        // SAFETY: pointer into the value's name and its length.
        let bytes = unsafe {
            let text = LLVMGetValueName2(self.0, &mut len);
            std::slice::from_raw_parts(text.cast::<u8>(), len)
        };
        String::from_utf8_lossy(bytes).into_owned()
    }

    /// The symbol's name in the object, with the prefix of private symbols.
    pub fn symbol(self) -> String {
        // SAFETY: a global value; the text is malloc'd for us.
        unsafe { take(fz_llvm_symbol(self.0)) }
    }

    pub fn linkage(self) -> LLVMLinkage {
        // SAFETY: a global value.
        unsafe { LLVMGetLinkage(self.0) }
    }

    pub fn set_linkage(self, linkage: LLVMLinkage) {
        // SAFETY: a global value.
        unsafe { LLVMSetLinkage(self.0, linkage) }
    }

    pub fn set_hidden(self) {
        // SAFETY: a global value.
        unsafe { LLVMSetVisibility(self.0, llvm_sys::LLVMVisibility::LLVMHiddenVisibility) }
    }

    /// Somebody else may have changed its first value: what is loaded from it is what is there.
    pub fn set_externally_initialized(self) {
        // SAFETY: a global variable.
        unsafe { LLVMSetExternallyInitialized(self.0, 1) }
    }

    /// Its address means nothing to the program, and must stay its own: two counters never share one.
    pub fn set_section(self, section: &str, align: u32) {
        let section = c(section);
        // SAFETY: a global object.
        unsafe {
            LLVMSetSection(self.0, section.as_ptr());
            LLVMSetAlignment(self.0, align);
            LLVMSetUnnamedAddress(self.0, LLVMUnnamedAddr::LLVMNoUnnamedAddr);
        }
    }

    pub fn is_constant(self) -> bool {
        // SAFETY: any value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    pub fn is_instruction(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMIsAInstruction(self.0).is_null() }
    }

    pub fn opcode(self) -> LLVMOpcode {
        /// The first of the two that LLVM 23 has in place of `LLVMBr`, unconditional and conditional.
        const UNCOND_BR: u32 = 70;
        unsafe extern "C" {
            // llvm-sys's own returns an enumeration, which may not hold a number that it does not name.
            fn LLVMGetInstructionOpcode(instruction: LLVMValueRef) -> u32;
        }
        // SAFETY: an instruction; below 70 the numbers are the same in each release.
        unsafe {
            match LLVMGetInstructionOpcode(self.0) {
                UNCOND_BR.. => LLVMOpcode::LLVMBr,
                number => std::mem::transmute::<u32, LLVMOpcode>(number),
            }
        }
    }

    pub fn next(self) -> Option<Value> {
        // SAFETY: an instruction in a block.
        Value::some(unsafe { LLVMGetNextInstruction(self.0) })
    }

    pub fn previous(self) -> Option<Value> {
        // SAFETY: an instruction in a block.
        Value::some(unsafe { LLVMGetPreviousInstruction(self.0) })
    }

    /// The blocks a terminator may go to, in operand order, with repetitions.
    pub fn successors(self) -> Vec<Block> {
        // SAFETY: a terminator.
        unsafe {
            (0..LLVMGetNumSuccessors(self.0))
                .map(|i| Block::from_raw(LLVMGetSuccessor(self.0, i)))
                .collect()
        }
    }

    /// The value for which a switch goes to `successors()[index]`; `None` for the default, and for more than 64 bits.
    pub fn case_value(self, index: usize) -> Option<String> {
        if index == 0 {
            return None;
        }
        // SAFETY: a switch, and one of its cases; its values are integers.
        unsafe {
            let value = LLVMGetSwitchCaseValue(self.0, index as u32);
            let bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
            (bits <= 64).then(|| LLVMConstIntGetSExtValue(value).to_string())
        }
    }

    /// The constants for which a switch goes to its successors behind the first one, in order.
    pub fn cases(self) -> Vec<Value> {
        // SAFETY: a switch; its first successor is the default.
        unsafe {
            (1..LLVMGetNumSuccessors(self.0))
                .map(|way| Value(LLVMGetSwitchCaseValue(self.0, way)))
                .collect()
        }
    }

    /// The function type that a call-like instruction calls its callee as.
    pub fn called_type(self) -> Type {
        // SAFETY: a call-like instruction.
        Type(unsafe { LLVMGetCalledFunctionType(self.0) })
    }

    /// The function a call-like instruction calls, if it is a direct call.
    pub fn called(self) -> Option<Value> {
        // SAFETY: a call-like instruction.
        let callee = unsafe { LLVMGetCalledValue(self.0) };
        Value::some(unsafe { LLVMIsAFunction(callee) })
    }

    /// What a call-like instruction calls, whatever that is.
    pub fn callee(self) -> Value {
        // SAFETY: a call-like instruction.
        Value(unsafe { LLVMGetCalledValue(self.0) })
    }

    pub fn calls_asm(self) -> bool {
        // SAFETY: a call-like instruction.
        unsafe { !LLVMIsAInlineAsm(LLVMGetCalledValue(self.0)).is_null() }
    }

    /// The text of the inline assembly that a call-like instruction calls.
    pub fn called_asm(self) -> Option<String> {
        // SAFETY: a call-like instruction; the text belongs to the assembly and has this length.
        unsafe {
            let asm = LLVMIsAInlineAsm(LLVMGetCalledValue(self.0));
            if asm.is_null() {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetInlineAsmAsmString(asm, &mut length);
            let text = std::slice::from_raw_parts(text.cast(), length);
            Some(String::from_utf8_lossy(text).into_owned())
        }
    }

    pub fn is_call(self) -> bool {
        matches!(
            self.opcode(),
            LLVMOpcode::LLVMCall | LLVMOpcode::LLVMInvoke | LLVMOpcode::LLVMCallBr
        )
    }

    /// Whether a call or its callee has an attribute of LLVM's own (`willreturn`).
    pub fn has_call_attribute(self, name: &str) -> bool {
        // SAFETY: a call-like instruction; pointer and length.
        let own = unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            debug_assert_ne!(kind, 0, "{name}");
            !LLVMGetCallSiteEnumAttribute(self.0, LLVMAttributeFunctionIndex, kind).is_null()
        };
        own || self
            .called()
            .is_some_and(|f| Function::from_raw(f.0).has_attribute(name))
    }

    /// Whether a call may exit, throw, longjmp or hang: whatever it is that it does not promise to return.
    pub fn may_not_return(self) -> bool {
        !(self.has_call_attribute("willreturn") && self.has_call_attribute("nounwind"))
    }

    /// Whether control may come back behind a call a second time, as behind `setjmp`.
    pub fn returns_twice(self) -> bool {
        let builtin = || {
            self.called()
                .is_some_and(|f| f.name() == "llvm.eh.sjlj.setjmp")
        };
        self.has_call_attribute("returns_twice") || builtin()
    }

    pub fn is_musttail(self) -> bool {
        // SAFETY: only a `call` has such a mark.
        self.opcode() == LLVMOpcode::LLVMCall
            && unsafe { LLVMGetTailCallKind(self.0) } == LLVMTailCallKind::LLVMTailCallKindMustTail
    }

    /// A tail call at every level of optimisation: it is the last thing of its function, which is called in the same way.
    pub fn set_must_tail(self) {
        // SAFETY: a `call`.
        unsafe { LLVMSetTailCallKind(self.0, LLVMTailCallKind::LLVMTailCallKindMustTail) }
    }

    /// Never a tail call. Not for those that must be one.
    pub fn set_no_tail(self) {
        if self.opcode() == LLVMOpcode::LLVMCall {
            // SAFETY: a `call`.
            unsafe { LLVMSetTailCallKind(self.0, LLVMTailCallKind::LLVMTailCallKindNoTail) }
        }
    }

    /// Of a call-like instruction.
    pub fn calling_convention(self) -> u32 {
        // SAFETY: see above.
        unsafe { LLVMGetInstructionCallConv(self.0) }
    }

    /// Whether a call's argument has one of these attributes of LLVM's own.
    pub fn has_argument_attribute(self, names: &[&str]) -> bool {
        // SAFETY: arguments are numbered from 1.
        unsafe {
            (1..=LLVMGetNumArgOperands(self.0)).any(|argument| {
                names.iter().any(|name| {
                    let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
                    !LLVMGetCallSiteEnumAttribute(self.0, argument, kind).is_null()
                })
            })
        }
    }

    /// Makes a call anew that passes one pointer more, in the register of the static chain. The old one is gone.
    pub fn pass_token(self, token: Value) -> Value {
        // SAFETY: a call or invoke of which nothing keeps the handle.
        Value(unsafe { fz_llvm_pass_token(self.0, token.0) })
    }

    /// The block an instruction is in.
    pub fn block(self) -> Block {
        // SAFETY: an instruction in a block.
        Block::from_raw(unsafe { LLVMGetInstructionParent(self.0) })
    }

    /// Line, column and file of an instruction, where it has them.
    pub fn location(self) -> Option<Location> {
        // SAFETY: an instruction; its location is read only.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(self.0);
            if location.is_null() {
                return None;
            }
            let line = LLVMDILocationGetLine(location);
            if line == 0 {
                return None;
            }
            let file = file_of(LLVMDILocationGetScope(location));
            Some(Location {
                file,
                line,
                column: LLVMDILocationGetColumn(location),
            })
        }
    }

    /// Removes an attribute of LLVM's own from this call.
    pub fn remove_call_attribute(self, name: &str) {
        // SAFETY: a call-like instruction; pointer and length.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            LLVMRemoveCallSiteEnumAttribute(self.0, LLVMAttributeFunctionIndex, kind);
        }
    }

    /// What a call-like instruction passes.
    pub fn arguments(self) -> Vec<Value> {
        // SAFETY: a call-like instruction; its arguments are its first operands.
        let count = unsafe { LLVMGetNumArgOperands(self.0) };
        (0..count).map(|n| self.operand(n)).collect()
    }

    pub fn has_operand_bundles(self) -> bool {
        // SAFETY: a call-like instruction.
        unsafe { LLVMGetNumOperandBundles(self.0) != 0 }
    }

    /// Optimisations do not take this call's callee for the library function of its name.
    pub fn set_no_builtin(self, module: Module) {
        self.set_call_attribute(module, "nobuiltin");
    }

    /// Whether a call itself, not its callee, has an attribute of ours.
    pub fn has_call_mark(self, name: &str) -> bool {
        let index = LLVMAttributeFunctionIndex;
        let (text, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a call-like instruction; pointer and length.
        unsafe { !LLVMGetCallSiteStringAttribute(self.0, index, text, length).is_null() }
    }

    pub fn set_call_mark(self, module: Module, name: &str) {
        let (text, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a call of this module; pointers and lengths.
        unsafe {
            let value = c"".as_ptr();
            let mark = LLVMCreateStringAttribute(module.context(), text, length, value, 0);
            LLVMAddCallSiteAttribute(self.0, LLVMAttributeFunctionIndex, mark);
        }
    }

    pub fn remove_call_mark(self, name: &str) {
        let index = LLVMAttributeFunctionIndex;
        let (text, length) = (name.as_ptr().cast(), name.len() as u32);
        // SAFETY: a call-like instruction; pointer and length.
        unsafe { LLVMRemoveCallSiteStringAttribute(self.0, index, text, length) }
    }

    /// What a call of a function of the C library comes to, as LLVM has it; the call itself stays. The call where its
    /// users became others, and are used no more.
    pub fn simplified_call(self) -> Option<Value> {
        // SAFETY: a call; what LLVM makes stands in front of it.
        let value = unsafe { fz_llvm_simplified_call(self.0) };
        (!value.is_null()).then_some(Value(value))
    }

    /// Whether an `alloca` is an argument of a call that follows.
    pub fn is_inalloca(self) -> bool {
        // SAFETY: an alloca.
        unsafe { fz_llvm_is_inalloca(self.0) }
    }

    /// Whether it is an array of constants, as tables begin with.
    pub fn is_constant_array(self) -> bool {
        // SAFETY: a value.
        unsafe { !LLVMIsAConstantArray(self.0).is_null() }
    }

    /// Whether it is a global variable in this section.
    pub fn is_in_section(self, section: &str) -> bool {
        // SAFETY: LLVM's text lives as long as the variable.
        unsafe {
            if LLVMIsAGlobalVariable(self.0).is_null() {
                return false;
            }
            let found = LLVMGetSection(self.0);
            !found.is_null() && std::ffi::CStr::from_ptr(found).to_bytes() == section.as_bytes()
        }
    }

    /// Whether a load or store is one that has to happen as it stands.
    pub fn is_volatile(self) -> bool {
        // SAFETY: a load or a store.
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    /// Of a load or store: each stands for an access of its own, where it is.
    pub fn set_volatile(self) {
        // SAFETY: a load or store.
        unsafe { LLVMSetVolatile(self.0, 1) }
    }

    /// Forgets what a call promises of one of its arguments (`nonnull`, `dereferenceable(8)`).
    pub fn remove_argument_attributes(self, argument: u32) {
        let index = argument + 1;
        // SAFETY: a call with so many arguments; LLVM fills as many entries as it counted.
        unsafe {
            let count = LLVMGetCallSiteAttributeCount(self.0, index) as usize;
            let mut found = vec![std::ptr::null_mut(); count];
            LLVMGetCallSiteAttributes(self.0, index, found.as_mut_ptr());
            for attribute in found {
                // Also those with a type or a range, which `LLVMIsEnumAttribute` denies.
                if LLVMIsStringAttribute(attribute) == 0 {
                    let kind = LLVMGetEnumAttributeKind(attribute);
                    LLVMRemoveCallSiteEnumAttribute(self.0, index, kind);
                }
            }
        }
    }

    /// Makes an `invoke` of what never throws a `call`, and joins the block it goes on to with its own where nothing
    /// else goes there.
    pub fn make_call(self) {
        // SAFETY: an invoke of which nothing keeps the handle.
        unsafe { fz_llvm_make_call(self.0) }
    }

    /// Keeps this call from being inlined, whatever its callee says.
    pub fn set_noinline(self, module: Module) {
        self.set_call_attribute(module, "noinline");
    }

    pub fn set_nounwind(self, module: Module) {
        self.set_call_attribute(module, "nounwind");
    }

    /// Neither optimisations nor code generation make one call of several.
    pub fn set_no_merge(self, module: Module) {
        self.set_call_attribute(module, "nomerge");
    }

    /// An argument is passed in as many bits as C's `int` has.
    pub fn set_zero_extended(self, module: Module, argument: u32) {
        let name = "zeroext";
        // SAFETY: a call of this module with so many arguments; arguments are numbered from 1.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(module.context(), kind, 0);
            LLVMAddCallSiteAttribute(self.0, argument + 1, attribute);
        }
    }

    /// Optimisations do not make several calls of one.
    pub fn set_no_duplicate(self, module: Module) {
        self.set_call_attribute(module, "noduplicate");
    }

    fn set_call_attribute(self, module: Module, name: &str) {
        // SAFETY: a call of this module; pointer and length.
        unsafe {
            let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
            let attribute = LLVMCreateEnumAttribute(module.context(), kind, 0);
            LLVMAddCallSiteAttribute(self.0, LLVMAttributeFunctionIndex, attribute);
        }
    }

    /// Puts a global object into the COMDAT group of another.
    pub fn join_comdat(self, other: Value) {
        // SAFETY: global objects of one module.
        unsafe { LLVMSetComdat(self.0, LLVMGetComdat(other.0)) }
    }

    /// The name of the COMDAT group a global object is in.
    pub fn comdat_name(self) -> Option<String> {
        // SAFETY: a global object; the text is malloc'd for us.
        unsafe {
            let name = fz_llvm_comdat_name(self.0);
            (!name.is_null()).then(|| take(name))
        }
    }
}

/// The file a debug scope is in, as the compiler was given it; empty if it has none.
///
/// # Safety
/// `scope` is a `DIScope`.
pub(crate) unsafe fn file_of(scope: LLVMMetadataRef) -> String {
    // SAFETY: see above; the text lives in the context.
    unsafe {
        let file = LLVMDIScopeGetFile(scope);
        if file.is_null() {
            return String::new();
        }
        let mut len = 0;
        let text = LLVMDIFileGetFilename(file, &mut len);
        if text.is_null() {
            return String::new();
        }
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), len as usize);
        String::from_utf8_lossy(bytes).into_owned()
    }
}
