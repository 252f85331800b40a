//! Instructions.

use std::{cell::RefCell, ops::Deref};

use llvm_sys::{LLVMTailCallKind, core::*, prelude::LLVMValueRef};

use super::{
    AtomicOp, Block, Call, FloatPredicate, Function, IntPredicate, Op, Term, Type, Value,
    ffi::{
        LLVMGetAtomicRMWBinOp, LLVMGetConstOpcode, LLVMGetFCmpPredicate, LLVMGetICmpPredicate,
        LLVMGetInstructionOpcode, fz_llvm_delete, fz_llvm_is_inalloca, fz_llvm_retire,
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
    /// What was erased and not yet deleted.
    static ERASED: RefCell<Vec<Value>> = const { RefCell::new(Vec::new()) };
}

/// Takes an instruction or a function out of its module. What handles to it refer to stays until [`delete_erased`].
pub(crate) fn retire(value: Value) {
    // SAFETY: an instruction or a function that nothing uses and that is in a module.
    unsafe { fz_llvm_retire(value.0) }
    ERASED.with_borrow_mut(|erased| erased.push(value));
}

/// Frees what was erased.
///
/// # Safety
/// No handle to any of it is used again.
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

    /// As an operand.
    pub fn value(self) -> Value {
        self.0
    }

    /// What it does.
    pub fn op(self) -> Op {
        /// LLVM 23's `LLVMUncondBr` and `LLVMCondBr`.
        const BRANCHES: [u32; 2] = [70, 71];
        // SAFETY: an instruction.
        match unsafe { LLVMGetInstructionOpcode(self.raw()) } {
            branch if BRANCHES.contains(&branch) => Op::Br,
            op => Op::from(op),
        }
    }

    /// The one after it in its block.
    pub fn next(self) -> Option<Inst> {
        // SAFETY: an instruction.
        Inst::some(unsafe { LLVMGetNextInstruction(self.raw()) })
    }

    /// The one before it in its block.
    pub fn previous(self) -> Option<Inst> {
        // SAFETY: an instruction.
        Inst::some(unsafe { LLVMGetPreviousInstruction(self.raw()) })
    }

    /// The block that it is in.
    ///
    /// # Panics
    /// If it was erased.
    pub fn block(self) -> Block {
        // SAFETY: an instruction.
        let block = unsafe { LLVMGetInstructionParent(self.raw()) };
        Block::some(block).expect("an instruction in a block")
    }

    /// The function that it is in.
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

    /// The terminator that it is.
    pub fn as_term(self) -> Option<Term> {
        Term::of(self)
    }

    /// Puts another value in the place of an operand.
    ///
    /// # Panics
    /// If there is no such operand, or it is of another type.
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

    /// Takes it out of its block.
    ///
    /// # Panics
    /// If something uses it.
    pub fn erase(self) {
        assert!(!self.has_uses(), "an instruction that is used was erased");
        retire(self.0);
    }

    /// Puts it before another one.
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

    /// The values of a φ, with the blocks that they come from; none for all else.
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

    /// `nsw`: whether a sum, a difference, a product or a shift is poison where it overflows as a signed number.
    pub fn has_no_signed_wrap(self) -> bool {
        // SAFETY: only instructions that may have it are asked.
        self.may_overflow() && unsafe { LLVMGetNSW(self.raw()) != 0 }
    }

    /// `nuw`: the same of unsigned numbers.
    pub fn has_no_unsigned_wrap(self) -> bool {
        // SAFETY: only instructions that may have it are asked.
        self.may_overflow() && unsafe { LLVMGetNUW(self.raw()) != 0 }
    }

    fn may_overflow(self) -> bool {
        matches!(self.op(), Op::Add | Op::Sub | Op::Mul | Op::Shl)
    }

    /// What an `atomicrmw` leaves in memory.
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

    /// Whether it is a volatile access to memory.
    pub fn is_volatile(self) -> bool {
        // SAFETY: only accesses to memory are asked.
        self.may_be_volatile() && unsafe { LLVMGetVolatile(self.raw()) != 0 }
    }

    /// Makes a load, a store or an atomic access volatile.
    ///
    /// # Panics
    /// If it is none of these.
    pub fn set_volatile(self) {
        assert!(self.may_be_volatile(), "{:?}", self.op());
        // SAFETY: an access to memory.
        unsafe { LLVMSetVolatile(self.raw(), 1) }
    }

    /// Says how a load or a store is aligned, in bytes, a power of two.
    ///
    /// # Panics
    /// If it is none of these, or this is no alignment.
    pub fn set_alignment(self, bytes: u32) {
        assert!(matches!(self.op(), Op::Load | Op::Store), "{:?}", self.op());
        assert!(bytes.is_power_of_two(), "alignment {bytes}");
        // SAFETY: an access to memory and an alignment.
        unsafe { LLVMSetAlignment(self.raw(), bytes) }
    }

    /// Makes a load one that sees what a releasing store of another thread wrote before (`acquire`).
    ///
    /// # Panics
    /// If it is no load.
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

    /// The type that an `alloca` makes room for.
    pub fn allocated_type(self) -> Option<Type> {
        // SAFETY: only an `alloca` is asked.
        self.is_alloca()
            .then(|| Type(unsafe { LLVMGetAllocatedType(self.raw()) }))
    }

    /// Whether an `alloca` is the `inalloca` argument of a call that follows.
    pub fn is_inalloca(self) -> bool {
        // SAFETY: only an `alloca` is asked.
        self.is_alloca() && unsafe { fz_llvm_is_inalloca(self.raw()) }
    }

    /// The members that an `extractvalue` or an `insertvalue` names, from the outermost inwards; none for all else.
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

    /// For each lane of a `shufflevector` the lane of its operands, those of the second after those of the first; `None`
    /// for poison. Empty for all else.
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
    /// The type that a `getelementptr`, instruction or constant, counts in.
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
