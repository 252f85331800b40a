//! Instructions.

use std::{cell::RefCell, ops::Deref};

use llvm_sys::{LLVMTailCallKind, core::*, prelude::LLVMValueRef};

use super::{
    AtomicOp, Block, Call, FloatPredicate, Function, IntPredicate, Op, Term, Type, Value,
    ffi::{
        LLVMGetAtomicRMWBinOp, LLVMGetConstOpcode, LLVMGetFCmpPredicate, LLVMGetICmpPredicate,
        LLVMGetInstructionOpcode, fz_llvm_delete, fz_llvm_is_inalloca, fz_llvm_is_promotable,
        fz_llvm_promote, fz_llvm_retire,
    },
};

/// An instruction (`llvm::Instruction`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Inst(Value);

impl Deref for Inst {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl From<Inst> for Value {
    fn from(inst: Inst) -> Value {
        inst.0
    }
}

impl PartialEq<Value> for Inst {
    fn eq(&self, other: &Value) -> bool {
        self.0 == *other
    }
}

impl PartialEq<Inst> for Value {
    fn eq(&self, other: &Inst) -> bool {
        *self == other.0
    }
}

thread_local! {
    /// Erased instructions and functions that are not deleted yet.
    static ERASED: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// Removes an instruction or a function from its module. Handles to it stay valid until [`delete_erased`].
pub(crate) fn retire(value: Value) {
    // SAFETY: an instruction or a function that nothing uses and that is in a module.
    unsafe { fz_llvm_retire(value.0) }
    ERASED.with_borrow_mut(|erased| erased.push(value));
}

/// Deletes everything that was erased.
///
/// # Safety
/// None of it is used through any handle afterwards.
pub unsafe fn delete_erased() {
    for value in ERASED.take() {
        // SAFETY: out of its module since `retire`, and here once.
        unsafe { fz_llvm_delete(value.0) }
    }
}

impl Inst {
    /// # Safety
    /// `inst` is a live instruction.
    pub(crate) unsafe fn from_raw(inst: LLVMValueRef) -> Inst {
        Inst(Value(inst))
    }

    pub(crate) fn some(inst: LLVMValueRef) -> Option<Inst> {
        (!inst.is_null()).then_some(Inst(Value(inst)))
    }

    pub(crate) fn raw(self) -> LLVMValueRef {
        self.0.0
    }

    /// The instruction as an operand.
    pub fn value(self) -> Value {
        self.0
    }

    /// Its opcode.
    pub fn op(self) -> Op {
        /// LLVM 23's `LLVMUncondBr` and `LLVMCondBr`.
        const BRANCHES: [u32; 2] = [70, 71];
        // SAFETY: an instruction.
        match unsafe { LLVMGetInstructionOpcode(self.raw()) } {
            branch if BRANCHES.contains(&branch) => Op::Br,
            op => Op::from(op),
        }
    }

    /// The next instruction of its block.
    pub fn next(self) -> Option<Inst> {
        // SAFETY: an instruction.
        Inst::some(unsafe { LLVMGetNextInstruction(self.raw()) })
    }

    /// The previous instruction of its block.
    pub fn previous(self) -> Option<Inst> {
        // SAFETY: an instruction.
        Inst::some(unsafe { LLVMGetPreviousInstruction(self.raw()) })
    }

    /// Its basic block.
    ///
    /// # Panics
    /// If it was erased.
    pub fn block(self) -> Block {
        // SAFETY: an instruction.
        let block = unsafe { LLVMGetInstructionParent(self.raw()) };
        Block::some(block).expect("an instruction in a block")
    }

    /// Its function.
    pub fn function(self) -> Function {
        self.block().function()
    }

    /// The call, if it is a `call`, an `invoke` or a `callbr`.
    pub fn as_call(self) -> Option<Call> {
        Call::of(self)
    }

    /// Whether it is a `call`, an `invoke` or a `callbr`.
    pub fn is_call(self) -> bool {
        self.as_call().is_some()
    }

    /// The terminator, if it is one.
    pub fn as_term(self) -> Option<Term> {
        Term::of(self)
    }

    /// Replaces an operand.
    ///
    /// # Panics
    /// If there is no such operand, or its type differs.
    pub fn set_operand(self, index: u32, to: impl Into<Value>) {
        let to = to.into();
        assert_eq!(
            self.operand(index).ty(),
            to.ty(),
            "operand {index} of another type"
        );
        // SAFETY: an operand of this type.
        unsafe { LLVMSetOperand(self.raw(), index, to.0) }
    }

    /// Removes it from its block.
    ///
    /// # Panics
    /// If something uses it.
    pub fn erase(self) {
        assert!(!self.has_uses(), "an instruction that is used was erased");
        retire(self.0);
    }

    /// Moves it before another instruction.
    pub fn move_before(self, other: impl Into<Inst>) {
        let other = other.into();
        let name = self.name();
        // SAFETY: both are in blocks; the builder's place is `other`'s.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.raw()));
            let builder = LLVMCreateBuilderInContext(context);
            LLVMInstructionRemoveFromParent(self.raw());
            LLVMPositionBuilderBefore(builder, other.raw());
            LLVMInsertIntoBuilder(builder, self.raw());
            LLVMDisposeBuilder(builder);
        }
        self.set_name(&name);
    }

    /// The predicate of an `icmp`.
    pub fn int_predicate(self) -> Option<IntPredicate> {
        // SAFETY: only an `icmp` is asked.
        (self.op() == Op::ICmp)
            .then(|| IntPredicate::of(unsafe { LLVMGetICmpPredicate(self.raw()) }))
    }

    /// The predicate of an `fcmp`.
    pub fn float_predicate(self) -> Option<FloatPredicate> {
        // SAFETY: only an `fcmp` is asked.
        (self.op() == Op::FCmp)
            .then(|| FloatPredicate::of(unsafe { LLVMGetFCmpPredicate(self.raw()) }))
    }

    /// The incoming values of a φ with their blocks; none for other instructions.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        if self.op() != Op::Phi {
            return Vec::new();
        }
        // SAFETY: a φ.
        unsafe {
            (0..LLVMCountIncoming(self.raw()))
                .map(|n| {
                    let value = Value(LLVMGetIncomingValue(self.raw(), n));
                    let block = Block::from_raw(LLVMGetIncomingBlock(self.raw(), n));
                    (value, block)
                })
                .collect()
        }
    }

    /// `nsw`: whether an addition, a subtraction, a multiplication or a left shift is poison on signed overflow.
    pub fn has_no_signed_wrap(self) -> bool {
        // SAFETY: only instructions that may have it are asked.
        self.may_overflow() && unsafe { LLVMGetNSW(self.raw()) != 0 }
    }

    /// `nuw`: whether it is poison on unsigned overflow.
    pub fn has_no_unsigned_wrap(self) -> bool {
        // SAFETY: only instructions that may have it are asked.
        self.may_overflow() && unsafe { LLVMGetNUW(self.raw()) != 0 }
    }

    fn may_overflow(self) -> bool {
        matches!(self.op(), Op::Add | Op::Sub | Op::Mul | Op::Shl)
    }

    /// The operation of an `atomicrmw`.
    pub fn atomic_op(self) -> Option<AtomicOp> {
        // SAFETY: only an `atomicrmw` is asked.
        (self.op() == Op::AtomicRMW)
            .then(|| AtomicOp::from(unsafe { LLVMGetAtomicRMWBinOp(self.raw()) }))
    }

    fn may_be_volatile(self) -> bool {
        matches!(
            self.op(),
            Op::Load | Op::Store | Op::AtomicRMW | Op::AtomicCmpXchg
        )
    }

    /// Whether it is a volatile memory access.
    pub fn is_volatile(self) -> bool {
        // SAFETY: only accesses to memory are asked.
        self.may_be_volatile() && unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// Makes a load, a store, an `atomicrmw` or a `cmpxchg` volatile.
    ///
    /// # Panics
    /// If it is none of these.
    pub fn set_volatile(self) {
        assert!(self.may_be_volatile(), "{:?}", self.op());
        // SAFETY: an access to memory.
        unsafe { LLVMSetVolatile(self.raw(), 1) }
    }

    /// Sets the alignment of a load or a store, in bytes, a power of two.
    ///
    /// # Panics
    /// If it is neither, or the alignment is no power of two.
    pub fn set_alignment(self, bytes: u32) {
        assert!(matches!(self.op(), Op::Load | Op::Store), "{:?}", self.op());
        assert!(bytes.is_power_of_two(), "alignment {bytes}");
        // SAFETY: an access to memory and an alignment.
        unsafe { LLVMSetAlignment(self.raw(), bytes) }
    }

    /// Makes a load atomic, with `acquire` ordering.
    ///
    /// # Panics
    /// If it is not a load.
    pub fn set_acquire(self) {
        assert_eq!(self.op(), Op::Load);
        let ordering = llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingAcquire;
        // SAFETY: a load.
        unsafe { LLVMSetOrdering(self.raw(), ordering) }
    }

    /// Whether it is an `alloca`.
    pub fn is_alloca(self) -> bool {
        self.op() == Op::Alloca
    }

    /// The allocated type of an `alloca`.
    pub fn allocated_type(self) -> Option<Type> {
        // SAFETY: only an `alloca` is asked.
        self.is_alloca()
            .then(|| Type(unsafe { LLVMGetAllocatedType(self.raw()) }))
    }

    /// Whether an `alloca` is only loaded and stored as a whole.
    pub fn is_promotable(self) -> bool {
        // SAFETY: only an `alloca` is asked.
        self.is_alloca() && unsafe { fz_llvm_is_promotable(self.raw()) }
    }

    /// Replaces an `alloca` by values and φ nodes. It, its loads and its stores are gone: no handle to them is valid.
    ///
    /// # Safety
    /// Nothing keeps such a handle.
    ///
    /// # Panics
    /// If it [cannot be](Self::is_promotable).
    pub unsafe fn promote(self) {
        assert!(self.is_promotable(), "it is more than loaded and stored");
        // SAFETY: it is promotable, and the caller keeps no handles.
        unsafe { fz_llvm_promote(self.raw()) }
    }

    /// Whether it is an `alloca` marked `inalloca`: the argument of a later call.
    pub fn is_inalloca(self) -> bool {
        // SAFETY: only an `alloca` is asked.
        self.is_alloca() && unsafe { fz_llvm_is_inalloca(self.raw()) }
    }

    /// The indices of an `extractvalue` or `insertvalue`, outermost first; none for other instructions.
    pub fn member_path(self) -> Vec<u32> {
        if !matches!(self.op(), Op::ExtractValue | Op::InsertValue) {
            return Vec::new();
        }
        // SAFETY: one of these; LLVM's array has as many entries as it says.
        unsafe {
            let count = LLVMGetNumIndices(self.raw()) as usize;
            std::slice::from_raw_parts(LLVMGetIndices(self.raw()), count).to_vec()
        }
    }

    /// The mask of a `shufflevector`: for each lane of the result a lane of the operands, those of the second counted
    /// after those of the first; `None` is poison. Empty for other instructions.
    pub fn shuffle_mask(self) -> Vec<Option<u32>> {
        if self.op() != Op::ShuffleVector {
            return Vec::new();
        }
        // SAFETY: a `shufflevector`.
        unsafe {
            let undefined = LLVMGetUndefMaskElem();
            let lanes = 0..LLVMGetNumMaskElements(self.raw());
            let lane = lanes.map(|at| LLVMGetMaskValue(self.raw(), at));
            lane.map(|l| (l != undefined).then_some(l as u32)).collect()
        }
    }

    pub(crate) fn tail_call_kind(self) -> Option<LLVMTailCallKind> {
        // SAFETY: only a `call` is asked.
        (self.op() == Op::Call).then(|| unsafe { LLVMGetTailCallKind(self.raw()) })
    }
}

impl Value {
    /// The source element type of a `getelementptr`, instruction or constant expression.
    pub fn gep_source_type(self) -> Option<Type> {
        // SAFETY: asked of what it is; only a `getelementptr` has such a type.
        unsafe {
            let is_gep = self.is(Op::GetElementPtr)
                || !LLVMIsAConstantExpr(self.0).is_null()
                    && Op::from(LLVMGetConstOpcode(self.0)) == Op::GetElementPtr;
            is_gep.then(|| Type(LLVMGetGEPSourceElementType(self.0)))
        }
    }
}
