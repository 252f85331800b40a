//! Calls.

use std::ops::Deref;

use llvm_sys::{LLVMTailCallKind, core::*};

use super::{Function, Inst, Module, Op, Type, Value, attributes::Place, ffi::*, inst::retire};

/// A `call`, an `invoke` or a `callbr` (`llvm::CallBase`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Call(Inst);

impl Deref for Call {
    type Target = Inst;

    fn deref(&self) -> &Inst {
        &self.0
    }
}

impl From<Call> for Inst {
    fn from(call: Call) -> Inst {
        call.0
    }
}

impl From<Call> for Value {
    fn from(call: Call) -> Value {
        call.value()
    }
}

impl PartialEq<Value> for Call {
    fn eq(&self, other: &Value) -> bool {
        self.value() == *other
    }
}

impl PartialEq<Inst> for Call {
    fn eq(&self, other: &Inst) -> bool {
        self.0 == *other
    }
}

impl Call {
    pub(crate) fn of(inst: Inst) -> Option<Call> {
        matches!(inst.op(), Op::Call | Op::Invoke | Op::CallBr).then_some(Call(inst))
    }

    /// The call as an instruction.
    pub fn inst(self) -> Inst {
        self.0
    }

    /// The function type of the call.
    pub fn called_type(self) -> Type {
        // SAFETY: a call.
        Type(unsafe { LLVMGetCalledFunctionType(self.raw()) })
    }

    /// The called operand: a function, a pointer or inline assembly.
    pub fn callee(self) -> Value {
        // SAFETY: a call.
        Value(unsafe { LLVMGetCalledValue(self.raw()) })
    }

    /// The function that it calls directly, if it does.
    pub fn called(self) -> Option<Function> {
        self.callee().as_function()
    }

    /// Whether it calls inline assembly.
    pub fn calls_asm(self) -> bool {
        // SAFETY: a call.
        unsafe { !LLVMIsAInlineAsm(LLVMGetCalledValue(self.raw())).is_null() }
    }

    /// The text of the called inline assembly.
    pub fn called_asm(self) -> Option<String> {
        // SAFETY: a call; the text belongs to the assembly and has this length.
        unsafe {
            let asm = LLVMIsAInlineAsm(LLVMGetCalledValue(self.raw()));
            if asm.is_null() {
                return None;
            }
            let mut length = 0;
            let text = LLVMGetInlineAsmAsmString(asm, &mut length);
            let text = std::slice::from_raw_parts(text.cast(), length);
            Some(String::from_utf8_lossy(text).into_owned())
        }
    }

    /// Its arguments, variadic ones included.
    pub fn arguments(self) -> Vec<Value> {
        // SAFETY: a call; its arguments are its first operands.
        let count = unsafe { LLVMGetNumArgOperands(self.raw()) };
        (0..count).map(|n| self.operand(n)).collect()
    }

    /// Whether it has operand bundles.
    pub fn has_operand_bundles(self) -> bool {
        // SAFETY: a call.
        unsafe { LLVMGetNumOperandBundles(self.raw()) != 0 }
    }

    /// Its calling convention, as LLVM's number.
    pub fn calling_convention(self) -> u32 {
        // SAFETY: a call.
        unsafe { LLVMGetInstructionCallConv(self.raw()) }
    }

    /// Gives it a calling convention, which has to be the callee's.
    pub fn set_calling_convention(self, convention: u32) {
        // SAFETY: a call.
        unsafe { LLVMSetInstructionCallConv(self.raw(), convention) }
    }

    /// Whether the call site or its callee has an enum attribute (`willreturn`).
    pub fn has_attribute(self, name: &str) -> bool {
        self.has_own_attribute(Place::Function, name)
            || self.called().is_some_and(|f| f.has_attribute(name))
    }

    /// Whether it lacks `willreturn`: it may exit, throw, longjmp or loop for ever.
    pub fn may_not_return(self) -> bool {
        !(self.has_attribute("willreturn") && self.has_attribute("nounwind"))
    }

    /// Whether it may return a second time, as `setjmp` does (`returns_twice`).
    pub fn returns_twice(self) -> bool {
        self.has_attribute("returns_twice") || self.called_name() == "llvm.eh.sjlj.setjmp"
    }

    /// Whether it is marked `musttail`.
    pub fn is_musttail(self) -> bool {
        self.tail_call_kind() == Some(LLVMTailCallKind::LLVMTailCallKindMustTail)
    }

    /// Marks it `musttail`: a tail call at every level of optimisation. It has to be followed by the return, and to
    /// match the caller's type and calling convention.
    ///
    /// # Panics
    /// If it is not a `call`.
    pub fn set_musttail(self) {
        assert_eq!(self.op(), Op::Call);
        // SAFETY: a `call`.
        unsafe {
            LLVMSetTailCallKind(self.raw(), LLVMTailCallKind::LLVMTailCallKindMustTail);
        }
    }

    /// Marks it `notail`. An `invoke` is never a tail call.
    pub fn set_notail(self) {
        if self.op() == Op::Call {
            // SAFETY: a `call`.
            unsafe { LLVMSetTailCallKind(self.raw(), LLVMTailCallKind::LLVMTailCallKindNoTail) }
        }
    }

    /// Replaces the call by one with an additional `nest` pointer after its fixed arguments, which is passed in the
    /// static chain register. The old call is erased.
    ///
    /// # Panics
    /// If it is a `callbr`.
    pub fn add_nest_argument(self, argument: impl Into<Value>) -> Call {
        assert_ne!(self.op(), Op::CallBr);
        let argument = argument.into();
        assert!(argument.ty().is_pointer(), "{:?}", argument.ty());
        // SAFETY: a call or an invoke, and a pointer; LLVM makes one of the same kind.
        let new = unsafe { Inst::from_raw(fz_llvm_add_nest_argument(self.raw(), argument.0)) };
        retire(self.value());
        Call(new)
    }

    /// Turns an `invoke` whose callee never throws into a `call`, and merges its normal destination into its block if
    /// there is no other predecessor. The `invoke` and the merged block are deleted.
    ///
    /// # Panics
    /// If it is not an `invoke`.
    ///
    /// # Safety
    /// The `invoke` and that block must not be used through any handle afterwards.
    pub unsafe fn make_call(self) -> Call {
        assert_eq!(self.op(), Op::Invoke);
        // SAFETY: an invoke.
        Call(unsafe { Inst::from_raw(fz_llvm_make_call(self.raw())) })
    }

    /// What LLVM's `LibCallSimplifier` makes of a call to a C library function. The call itself stays. If its uses were
    /// replaced already, the result is the call, which has no uses then.
    ///
    /// # Safety
    /// Instructions that LLVM simplifies away in the process must not be used through any handle afterwards.
    pub unsafe fn simplified(self) -> Option<Value> {
        if self.op() != Op::Call {
            return None;
        }
        // SAFETY: a `call`; what LLVM makes stands before it.
        Value::some(unsafe { fz_llvm_simplified_call(self.raw()) })
    }

    /// Adds an enum attribute to the call site.
    pub fn add_attribute(self, module: Module, name: &str) {
        self.add_own_attribute(module, Place::Function, name);
    }

    /// Forbids inlining of this call (`noinline`).
    pub fn set_noinline(self, module: Module) {
        self.add_attribute(module, "noinline");
    }

    /// States that the call does not throw (`nounwind`).
    pub fn set_nounwind(self, module: Module) {
        self.add_attribute(module, "nounwind");
    }

    /// Forbids merging this call with others (`nomerge`).
    pub fn set_nomerge(self, module: Module) {
        self.add_attribute(module, "nomerge");
    }

    /// Forbids duplicating this call (`noduplicate`).
    pub fn set_noduplicate(self, module: Module) {
        self.add_attribute(module, "noduplicate");
    }

    /// Forbids treating the callee as the library function of its name (`nobuiltin`).
    pub fn set_nobuiltin(self, module: Module) {
        self.add_attribute(module, "nobuiltin");
    }
}
