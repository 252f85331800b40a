//! New instructions.

use std::ffi::c_uint;

use llvm_sys::{
    LLVMInlineAsmDialect,
    core::*,
    debuginfo::LLVMInstructionGetDebugLoc,
    prelude::{LLVMBuilderRef, LLVMValueRef},
};

use super::{Block, Module, Type, Value};

pub use llvm_sys::{LLVMIntPredicate as Int, LLVMRealPredicate as Float};

/// Where names would stand.
const NO_NAME: *const std::ffi::c_char = c"".as_ptr();

/// Adds instructions at one place. What it makes of constants is a constant.
pub struct Builder {
    raw: LLVMBuilderRef,
    module: Module,
}

impl Drop for Builder {
    fn drop(&mut self) {
        // SAFETY: made in `new`, disposed of once.
        unsafe { LLVMDisposeBuilder(self.raw) }
    }
}

impl Builder {
    /// It stands nowhere yet.
    pub fn new(module: Module) -> Builder {
        // SAFETY: a builder of the module's context.
        let raw = unsafe { LLVMCreateBuilderInContext(module.context()) };
        Builder { raw, module }
    }

    /// In front of an instruction, and in its place of the source.
    pub fn before(module: Module, instruction: Value) -> Builder {
        let builder = Builder::new(module);
        builder.go_before(instruction);
        builder
    }

    pub(crate) fn raw(&self) -> LLVMBuilderRef {
        self.raw
    }

    pub fn module(&self) -> Module {
        self.module
    }

    /// As [`Builder::go_before`], also in front of what debuggers are told of variables there: where a φ belongs.
    pub fn go_before_records(&self, instruction: Value) {
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBeforeInstrAndDbgRecords(self.raw, instruction.0) }
    }

    pub fn go_before(&self, instruction: Value) {
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBefore(self.raw, instruction.0) }
    }

    /// At the end of a block, with the place in the source that it has.
    pub fn go_to_end(&self, block: Block) {
        // SAFETY: a live block.
        unsafe { LLVMPositionBuilderAtEnd(self.raw, block.raw()) }
    }

    /// What follows stands where `instruction` stands in the source.
    pub fn locate(&self, instruction: Value) {
        // SAFETY: an instruction of this context; null is no place.
        unsafe {
            let location = LLVMInstructionGetDebugLoc(instruction.0);
            LLVMSetCurrentDebugLocation2(self.raw, location);
        }
    }

    /// What follows stands nowhere in the source.
    pub fn no_location(&self) {
        // SAFETY: null is no place.
        unsafe { LLVMSetCurrentDebugLocation2(self.raw, std::ptr::null_mut()) }
    }

    fn made(value: LLVMValueRef) -> Value {
        Value(value)
    }

    pub fn icmp(&self, predicate: Int, a: Value, b: Value) -> Value {
        // SAFETY: two integers or pointers of one type, as of all operations below.
        Self::made(unsafe { LLVMBuildICmp(self.raw, predicate, a.0, b.0, NO_NAME) })
    }

    pub fn fcmp(&self, predicate: Float, a: Value, b: Value) -> Value {
        // SAFETY: two floating-point values of one type.
        Self::made(unsafe { LLVMBuildFCmp(self.raw, predicate, a.0, b.0, NO_NAME) })
    }

    pub fn add(&self, a: Value, b: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildAdd(self.raw, a.0, b.0, NO_NAME) })
    }

    pub fn sub(&self, a: Value, b: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildSub(self.raw, a.0, b.0, NO_NAME) })
    }

    pub fn mul(&self, a: Value, b: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildMul(self.raw, a.0, b.0, NO_NAME) })
    }

    /// Of numbers without a sign; `b` is not 0.
    pub fn udiv(&self, a: Value, b: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildUDiv(self.raw, a.0, b.0, NO_NAME) })
    }

    pub fn and(&self, a: Value, b: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildAnd(self.raw, a.0, b.0, NO_NAME) })
    }

    pub fn or(&self, a: Value, b: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildOr(self.raw, a.0, b.0, NO_NAME) })
    }

    pub fn xor(&self, a: Value, b: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildXor(self.raw, a.0, b.0, NO_NAME) })
    }

    pub fn shl(&self, a: Value, by: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildShl(self.raw, a.0, by.0, NO_NAME) })
    }

    pub fn lshr(&self, a: Value, by: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildLShr(self.raw, a.0, by.0, NO_NAME) })
    }

    pub fn ashr(&self, a: Value, by: Value) -> Value {
        // SAFETY: see `icmp`.
        Self::made(unsafe { LLVMBuildAShr(self.raw, a.0, by.0, NO_NAME) })
    }

    pub fn trunc(&self, a: Value, to: Type) -> Value {
        // SAFETY: to a narrower integer.
        Self::made(unsafe { LLVMBuildTrunc(self.raw, a.0, to.0, NO_NAME) })
    }

    pub fn zext(&self, a: Value, to: Type) -> Value {
        // SAFETY: to a wider integer.
        Self::made(unsafe { LLVMBuildZExt(self.raw, a.0, to.0, NO_NAME) })
    }

    pub fn sext(&self, a: Value, to: Type) -> Value {
        // SAFETY: to a wider integer.
        Self::made(unsafe { LLVMBuildSExt(self.raw, a.0, to.0, NO_NAME) })
    }

    pub fn bitcast(&self, a: Value, to: Type) -> Value {
        // SAFETY: to a type of the same size.
        Self::made(unsafe { LLVMBuildBitCast(self.raw, a.0, to.0, NO_NAME) })
    }

    /// Some value of the type where `a` is undefined or poison, and always the same.
    pub fn freeze(&self, a: Value) -> Value {
        // SAFETY: any value of a first-class type.
        Self::made(unsafe { LLVMBuildFreeze(self.raw, a.0, NO_NAME) })
    }

    pub fn select(&self, condition: Value, then: Value, otherwise: Value) -> Value {
        // SAFETY: a truth value and two values of one type.
        Self::made(unsafe { LLVMBuildSelect(self.raw, condition.0, then.0, otherwise.0, NO_NAME) })
    }

    pub fn extract(&self, aggregate: Value, index: u32) -> Value {
        // SAFETY: the aggregate has such a field.
        Self::made(unsafe { LLVMBuildExtractValue(self.raw, aggregate.0, index, NO_NAME) })
    }

    /// An element of a vector.
    pub fn lane(&self, vector: Value, lane: u32) -> Value {
        let index = self.module.const_int(32, lane.into());
        // SAFETY: a vector with so many elements.
        Self::made(unsafe { LLVMBuildExtractElement(self.raw, vector.0, index.0, NO_NAME) })
    }

    /// A φ; the builder stands at the beginning of its block.
    pub fn phi(&self, ty: Type, incoming: &[(Value, Block)]) -> Value {
        let mut values: Vec<_> = incoming.iter().map(|(v, _)| v.0).collect();
        let mut blocks: Vec<_> = incoming.iter().map(|(_, b)| b.raw()).collect();
        // SAFETY: as many values as blocks; all of this type and function.
        unsafe {
            let phi = LLVMBuildPhi(self.raw, ty.0, NO_NAME);
            let count = incoming.len() as c_uint;
            LLVMAddIncoming(phi, values.as_mut_ptr(), blocks.as_mut_ptr(), count);
            Value(phi)
        }
    }

    /// More ways to a φ that stands already.
    pub fn add_incoming(&self, phi: Value, incoming: &[(Value, Block)]) {
        let mut values: Vec<_> = incoming.iter().map(|(v, _)| v.0).collect();
        let mut blocks: Vec<_> = incoming.iter().map(|(_, b)| b.raw()).collect();
        let count = incoming.len() as c_uint;
        // SAFETY: as many values as blocks; all of this type and function.
        unsafe { LLVMAddIncoming(phi.0, values.as_mut_ptr(), blocks.as_mut_ptr(), count) }
    }

    /// The block it stands in.
    pub fn block(&self) -> Block {
        // SAFETY: it stands somewhere.
        Block::from_raw(unsafe { LLVMGetInsertBlock(self.raw) })
    }

    /// From memory, wherever it is aligned.
    pub fn load(&self, ty: Type, from: Value) -> Value {
        // SAFETY: a pointer.
        Self::made(unsafe {
            let load = LLVMBuildLoad2(self.raw, ty.0, from.0, NO_NAME);
            LLVMSetAlignment(load, 1);
            load
        })
    }

    pub fn store(&self, value: Value, to: Value) -> Value {
        // SAFETY: a pointer to memory that has room.
        Self::made(unsafe { LLVMBuildStore(self.raw, value.0, to.0) })
    }

    pub fn ptr_to_int(&self, pointer: Value, to: Type) -> Value {
        // SAFETY: a pointer and an integer type.
        Self::made(unsafe { LLVMBuildPtrToInt(self.raw, pointer.0, to.0, NO_NAME) })
    }

    /// `pointer + offset`, in bytes, without a promise about where that is.
    pub fn offset(&self, pointer: Value, offset: Value) -> Value {
        let mut index = offset.0;
        let byte = self.module.int(8).0;
        // SAFETY: a pointer and an integer.
        Self::made(unsafe { LLVMBuildGEP2(self.raw, byte, pointer.0, &mut index, 1, NO_NAME) })
    }

    /// `function_type` is what the callee is called as.
    pub fn call(&self, function_type: Type, callee: Value, arguments: &[Value]) -> Value {
        let mut raw: Vec<_> = arguments.iter().map(|v| v.0).collect();
        // SAFETY: arguments of the function type.
        Self::made(unsafe {
            LLVMBuildCall2(
                self.raw,
                function_type.0,
                callee.0,
                raw.as_mut_ptr(),
                raw.len() as c_uint,
                NO_NAME,
            )
        })
    }

    /// Calls an intrinsic of LLVM's by its name without types (`llvm.uadd.with.overflow`).
    pub fn intrinsic(&self, name: &str, types: &[Type], arguments: &[Value]) -> Value {
        let mut raw: Vec<_> = types.iter().map(|t| t.0).collect();
        // SAFETY: LLVM's table has the name, and the types are those it is overloaded on.
        let (callee, ty) = unsafe {
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            assert_ne!(id, 0, "no intrinsic `{name}`");
            let (types, count) = (raw.as_mut_ptr(), raw.len());
            let callee = LLVMGetIntrinsicDeclaration(self.module.raw(), id, types, count);
            (Value(callee), Type(LLVMGlobalGetValueType(callee)))
        };
        self.call(ty, callee, arguments)
    }

    /// A pointer that optimisations do not look behind.
    pub fn hidden(&self, pointer: Value) -> Value {
        let mut ty = pointer.ty().0;
        // SAFETY: a type of this module's context.
        let ty = Type(unsafe { LLVMFunctionType(ty, &mut ty, 1, 0) });
        let asm = self.module.inline_asm_value(ty, "", "=r,0");
        self.call(ty, asm, &[pointer])
    }

    /// Code of no instructions that wants a value in a register. (`llvm.fake.use` does not hold it at -O0.)
    pub fn use_up(&self, value: Value) -> Value {
        let (code, constraints) = ("", "r");
        // SAFETY: types of this context; the constraints are of one argument, which the type has.
        let (code, ty) = unsafe {
            let ty = LLVMFunctionType(self.module.void().0, &mut value.ty().0, 1, 0);
            let code = LLVMGetInlineAsm(
                ty,
                code.as_ptr().cast(),
                code.len(),
                constraints.as_ptr().cast(),
                constraints.len(),
                1,
                0,
                LLVMInlineAsmDialect::LLVMInlineAsmDialectATT,
                0,
            );
            (Value(code), Type(ty))
        };
        self.call(ty, code, &[value])
    }

    /// A copy of an instruction.
    pub fn clone_of(&self, instruction: Value) -> Value {
        // SAFETY: an instruction; the copy is in no block yet.
        Self::made(unsafe {
            let copy = LLVMInstructionClone(instruction.0);
            LLVMInsertIntoBuilder(self.raw, copy);
            copy
        })
    }

    pub fn ret(&self, value: Value) -> Value {
        // SAFETY: a value of the function's type.
        Self::made(unsafe { LLVMBuildRet(self.raw, value.0) })
    }

    pub fn ret_void(&self) -> Value {
        // SAFETY: in a function without a value.
        Self::made(unsafe { LLVMBuildRetVoid(self.raw) })
    }

    pub fn br(&self, to: Block) -> Value {
        // SAFETY: a block of the function the builder stands in.
        Self::made(unsafe { LLVMBuildBr(self.raw, to.raw()) })
    }

    pub fn cond_br(&self, condition: Value, then: Block, otherwise: Block) -> Value {
        // SAFETY: a truth value and two blocks of this function.
        Self::made(unsafe { LLVMBuildCondBr(self.raw, condition.0, then.raw(), otherwise.raw()) })
    }

    pub fn switch(&self, value: Value, default: Block, cases: &[(Value, Block)]) -> Value {
        // SAFETY: constants of the value's type, each once.
        Self::made(unsafe {
            let switch = LLVMBuildSwitch(self.raw, value.0, default.raw(), cases.len() as c_uint);
            for (case, block) in cases {
                LLVMAddCase(switch, case.0, block.raw());
            }
            switch
        })
    }
}
