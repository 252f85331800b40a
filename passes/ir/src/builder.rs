//! Building instructions.

use std::ffi::{c_char, c_uint};

use llvm_sys::{core::*, prelude::LLVMBuilderRef};

use super::{
    Block, Call, Const, DebugLoc, FloatPredicate, Function, Inst, IntPredicate, Module, Op, Term,
    Type, Value,
    ffi::{LLVMBuildFCmp, LLVMBuildICmp, fz_llvm_asm_goto, fz_llvm_cast_is_valid},
};

/// No name for a value.
const NO_NAME: *const c_char = c"".as_ptr();

/// Inserts instructions at one place (`llvm::IRBuilder`). Operations on constants are folded to constants.
///
/// Every method panics if LLVM's verifier would refuse the types of the operands.
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

/// The type that both operands have.
fn common_type(a: Value, b: Value) -> Type {
    assert_eq!(a.ty(), b.ty(), "operands of different types");
    a.ty()
}

fn is_int(ty: Type) -> bool {
    let element = ty.vector().map_or(ty, |(element, _)| element);
    element.int_bits().is_some()
}

/// A method for an instruction on two integers, or two vectors of integers.
macro_rules! int_operations {
    ($($(#[$doc:meta])* $name:ident => $build:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, a: impl Into<Value>, b: impl Into<Value>) -> Value {
            let (a, b) = (a.into(), b.into());
            assert!(is_int(common_type(a, b)) || a.ty().is_scalable(), "{:?}", a.ty());
            self.stand();
            // SAFETY: two integers of one type.
            Value(unsafe { $build(self.raw, a.0, b.0, NO_NAME) })
        })*
    };
}

/// A method for a cast.
macro_rules! casts {
    ($($(#[$doc:meta])* $name:ident => $build:ident, $op:ident;)*) => {
        $($(#[$doc])*
        pub fn $name(&self, a: impl Into<Value>, to: Type) -> Value {
            let a = a.into();
            let op = u32::from(Op::$op);
            // SAFETY: an opcode of a cast, a value and a type.
            let is_valid = unsafe { fz_llvm_cast_is_valid(op, a.0, to.0) };
            assert!(is_valid || a.ty() == to, "{:?} to {to:?}", a.ty());
            self.stand();
            // SAFETY: LLVM allows the cast.
            Value(unsafe { $build(self.raw, a.0, to.0, NO_NAME) })
        })*
    };
}

impl Builder {
    /// A builder without an insertion point.
    pub fn new(module: Module) -> Builder {
        // SAFETY: a builder of the module's context.
        let raw = unsafe { LLVMCreateBuilderInContext(module.context()) };
        Builder { raw, module }
    }

    /// A builder that inserts before an instruction, with that instruction's debug location.
    pub fn before(module: Module, inst: impl Into<Inst>) -> Builder {
        let builder = Builder::new(module);
        builder.go_before(inst);
        builder
    }

    /// A builder that inserts at the end of a block.
    pub fn at_end(module: Module, block: Block) -> Builder {
        let builder = Builder::new(module);
        builder.go_to_end(block);
        builder
    }

    /// The module that it builds in.
    pub fn module(&self) -> Module {
        self.module
    }

    /// As [`Builder::go_before`], but also before the debug records attached to the instruction: where a φ belongs.
    pub fn go_before_records(&self, inst: impl Into<Inst>) {
        let inst = inst.into();
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBeforeInstrAndDbgRecords(self.raw, inst.raw()) }
    }

    /// Moves the insertion point before an instruction, and takes its debug location.
    pub fn go_before(&self, inst: impl Into<Inst>) {
        let inst = inst.into();
        inst.block();
        // SAFETY: an instruction in a block.
        unsafe { LLVMPositionBuilderBefore(self.raw, inst.raw()) }
    }

    /// Moves the insertion point to the end of a block. The debug location stays.
    pub fn go_to_end(&self, block: Block) {
        // SAFETY: a live block.
        unsafe { LLVMPositionBuilderAtEnd(self.raw, block.raw()) }
    }

    /// New instructions get the debug location of `inst`.
    pub fn locate(&self, inst: impl Into<Inst>) {
        let inst = inst.into();
        self.set_location(inst.debug_loc());
    }

    /// New instructions get no debug location.
    pub fn no_location(&self) {
        self.set_location(DebugLoc::NONE);
    }

    /// New instructions get this debug location.
    pub fn set_location(&self, place: DebugLoc) {
        // SAFETY: a location of this context; null is no place.
        unsafe { LLVMSetCurrentDebugLocation2(self.raw, place.raw()) }
    }

    /// The block of the insertion point.
    ///
    /// # Panics
    /// If there is no insertion point.
    pub fn block(&self) -> Block {
        // SAFETY: null if it stands nowhere.
        Block::some(unsafe { LLVMGetInsertBlock(self.raw) }).expect("a builder that stands nowhere")
    }

    /// A result that is folded needs no insertion point, but whether it will be folded is not known beforehand.
    fn stand(&self) {
        self.block();
    }

    fn made(&self, inst: llvm_sys::prelude::LLVMValueRef) -> Inst {
        Value(inst)
            .as_inst()
            .expect("an instruction that is never folded")
    }

    int_operations! {
        /// `add`.
        add => LLVMBuildAdd;
        /// `sub`.
        sub => LLVMBuildSub;
        /// `mul`.
        mul => LLVMBuildMul;
        /// `udiv`: unsigned division; undefined behaviour if `b` is 0.
        udiv => LLVMBuildUDiv;
        /// `and`.
        and => LLVMBuildAnd;
        /// `or`.
        or => LLVMBuildOr;
        /// `xor`.
        xor => LLVMBuildXor;
        /// `shl`: poison if `b` is not less than the width.
        shl => LLVMBuildShl;
        /// `lshr`: shifts zeros in; poison if `b` is not less than the width.
        lshr => LLVMBuildLShr;
        /// `ashr`: shifts copies of the sign bit in; poison if `b` is not less than the width.
        ashr => LLVMBuildAShr;
    }

    casts! {
        /// `trunc`: to a narrower integer.
        trunc => LLVMBuildTrunc, Trunc;
        /// `zext`: to a wider integer, by zero extension.
        zext => LLVMBuildZExt, ZExt;
        /// `sext`: to a wider integer, by sign extension.
        sext => LLVMBuildSExt, SExt;
        /// `bitcast`: to a type of the same size.
        bitcast => LLVMBuildBitCast, BitCast;
        /// `fpext`: to a wider floating-point number.
        fpext => LLVMBuildFPExt, FPExt;
        /// `ptrtoint`.
        ptr_to_int => LLVMBuildPtrToInt, PtrToInt;
    }

    /// `inttoptr`, to a pointer in address space 0.
    pub fn int_to_ptr(&self, address: impl Into<Value>) -> Value {
        let address = address.into();
        assert!(is_int(address.ty()), "{:?}", address.ty());
        self.stand();
        // SAFETY: an integer and a pointer type.
        Value(unsafe { LLVMBuildIntToPtr(self.raw, address.0, self.module.ptr().0, NO_NAME) })
    }

    /// `icmp` of two integers or pointers.
    pub fn icmp(&self, predicate: IntPredicate, a: impl Into<Value>, b: impl Into<Value>) -> Value {
        let (a, b) = (a.into(), b.into());
        common_type(a, b);
        self.stand();
        // SAFETY: two operands of one type, and a predicate of LLVM's.
        Value(unsafe { LLVMBuildICmp(self.raw, predicate as c_uint, a.0, b.0, NO_NAME) })
    }

    /// `fcmp` of two floating-point numbers.
    pub fn fcmp(
        &self,
        predicate: FloatPredicate,
        a: impl Into<Value>,
        b: impl Into<Value>,
    ) -> Value {
        let (a, b) = (a.into(), b.into());
        common_type(a, b);
        self.stand();
        // SAFETY: two operands of one type, and a predicate of LLVM's.
        Value(unsafe { LLVMBuildFCmp(self.raw, predicate as c_uint, a.0, b.0, NO_NAME) })
    }

    /// `freeze`: the operand itself, or one arbitrary but fixed value if it is undef or poison.
    pub fn freeze(&self, a: impl Into<Value>) -> Value {
        let a = a.into();
        self.stand();
        // SAFETY: a value of a first-class type: no other is an operand.
        Value(unsafe { LLVMBuildFreeze(self.raw, a.0, NO_NAME) })
    }

    /// `select`.
    pub fn select(
        &self,
        condition: impl Into<Value>,
        then: impl Into<Value>,
        otherwise: impl Into<Value>,
    ) -> Value {
        let (condition, then, otherwise) = (condition.into(), then.into(), otherwise.into());
        common_type(then, otherwise);
        assert!(is_int(condition.ty()) || condition.ty().is_vector());
        self.stand();
        // SAFETY: a condition and two values of one type.
        Value(unsafe { LLVMBuildSelect(self.raw, condition.0, then.0, otherwise.0, NO_NAME) })
    }

    /// `extractvalue`: a member of a struct or an array.
    pub fn extract(&self, aggregate: impl Into<Value>, index: u32) -> Value {
        let aggregate = aggregate.into();
        assert!(
            aggregate.ty().member_type(index).is_some(),
            "{index} of {:?}",
            aggregate.ty()
        );
        self.stand();
        // SAFETY: the aggregate has such a member.
        Value(unsafe { LLVMBuildExtractValue(self.raw, aggregate.0, index, NO_NAME) })
    }

    /// `extractelement`: one lane of a fixed vector.
    pub fn lane(&self, vector: impl Into<Value>, lane: u32) -> Value {
        let vector = vector.into();
        assert!(vector.ty().vector().is_some_and(|(_, lanes)| lane < lanes));
        self.stand();
        let index = self.module.const_int(32, lane.into()).value();
        // SAFETY: a vector with so many lanes.
        Value(unsafe { LLVMBuildExtractElement(self.raw, vector.0, index.0, NO_NAME) })
    }

    /// `insertelement`: the vector with another value in one lane.
    pub fn with_lane(&self, vector: impl Into<Value>, value: impl Into<Value>, lane: u32) -> Value {
        let (vector, value) = (vector.into(), value.into());
        let element = vector.ty().vector().filter(|(_, lanes)| lane < *lanes);
        assert_eq!(element.map(|(ty, _)| ty), Some(value.ty()), "lane {lane}");
        self.stand();
        let index = self.module.const_int(32, lane.into()).value();
        // SAFETY: a value of the vector's element type, and one of its lanes.
        Value(unsafe { LLVMBuildInsertElement(self.raw, vector.0, value.0, index.0, NO_NAME) })
    }

    /// `shufflevector`: lanes of two fixed vectors of one type, numbered as in [`Inst::shuffle_mask`].
    pub fn shuffle(&self, a: impl Into<Value>, b: impl Into<Value>, mask: &[u32]) -> Value {
        let (a, b) = (a.into(), b.into());
        let (_, lanes) = common_type(a, b).vector().expect("a fixed vector");
        assert!(!mask.is_empty() && mask.iter().all(|lane| *lane < 2 * lanes));
        self.stand();
        let index = |lane: &u32| self.module.const_int(32, u64::from(*lane)).value().0;
        let mut mask: Vec<_> = mask.iter().map(index).collect();
        // SAFETY: vectors of one type, and constants within them.
        Value(unsafe {
            let mask = LLVMConstVector(mask.as_mut_ptr(), mask.len() as u32);
            LLVMBuildShuffleVector(self.raw, a.0, b.0, mask, NO_NAME)
        })
    }

    /// `phi`. The insertion point must be at the start of its block.
    pub fn phi(&self, ty: Type, incoming: &[(Value, Block)]) -> Inst {
        self.stand();
        // SAFETY: a type of this context.
        let phi = self.made(unsafe { LLVMBuildPhi(self.raw, ty.0, NO_NAME) });
        self.add_incoming(phi, incoming);
        phi
    }

    /// Adds incoming edges to a φ.
    pub fn add_incoming(&self, phi: Inst, incoming: &[(Value, Block)]) {
        assert_eq!(phi.op(), Op::Phi);
        assert!(
            incoming.iter().all(|(v, _)| v.ty() == phi.ty()),
            "a φ of several types"
        );
        let mut values: Vec<_> = incoming.iter().map(|(v, _)| v.0).collect();
        let mut blocks: Vec<_> = incoming.iter().map(|(_, b)| b.raw()).collect();
        let count = incoming.len() as c_uint;
        // SAFETY: as many values as blocks; all of the φ's type.
        unsafe { LLVMAddIncoming(phi.raw(), values.as_mut_ptr(), blocks.as_mut_ptr(), count) }
    }

    /// `alloca`: a stack slot; a static one if it is in the entry block.
    pub fn alloca(&self, ty: Type) -> Inst {
        assert!(ty.is_sized(), "{ty:?}");
        self.stand();
        // SAFETY: a sized type.
        self.made(unsafe { LLVMBuildAlloca(self.raw, ty.0, NO_NAME) })
    }

    /// `load` with an alignment in bytes, a power of two.
    pub fn load_aligned(&self, ty: Type, from: impl Into<Value>, align: u32) -> Inst {
        let from = from.into();
        assert!(
            from.ty().is_pointer() && ty.is_sized(),
            "{ty:?} from {:?}",
            from.ty()
        );
        self.stand();
        // SAFETY: a pointer and a sized type.
        let load = self.made(unsafe { LLVMBuildLoad2(self.raw, ty.0, from.0, NO_NAME) });
        load.set_alignment(align);
        load
    }

    /// `load` with `align 1`.
    pub fn load(&self, ty: Type, from: impl Into<Value>) -> Inst {
        self.load_aligned(ty, from, 1)
    }

    /// `load` with the type's ABI alignment.
    pub fn load_natural(&self, ty: Type, from: impl Into<Value>) -> Inst {
        let from = from.into();
        assert!(
            from.ty().is_pointer() && ty.is_sized(),
            "{ty:?} from {:?}",
            from.ty()
        );
        self.stand();
        // SAFETY: a pointer and a sized type.
        self.made(unsafe { LLVMBuildLoad2(self.raw, ty.0, from.0, NO_NAME) })
    }

    /// `store` with the type's ABI alignment.
    pub fn store(&self, value: impl Into<Value>, to: impl Into<Value>) -> Inst {
        let (value, to) = (value.into(), to.into());
        assert!(to.ty().is_pointer(), "{:?}", to.ty());
        self.stand();
        // SAFETY: a pointer to memory that has room.
        self.made(unsafe { LLVMBuildStore(self.raw, value.0, to.0) })
    }

    /// `store` with an alignment in bytes, a power of two.
    pub fn store_aligned(&self, value: impl Into<Value>, to: impl Into<Value>, align: u32) -> Inst {
        let store = self.store(value, to);
        store.set_alignment(align);
        store
    }

    /// `getelementptr i8`: a pointer plus an offset in bytes, without `inbounds`.
    pub fn offset(&self, pointer: impl Into<Value>, offset: impl Into<Value>) -> Value {
        let (pointer, mut index) = (pointer.into(), self.index(offset));
        assert!(pointer.ty().is_pointer(), "{:?}", pointer.ty());
        self.stand();
        let byte = self.module.int(8).0;
        // SAFETY: a pointer and an integer.
        Value(unsafe { LLVMBuildGEP2(self.raw, byte, pointer.0, &mut index, 1, NO_NAME) })
    }

    /// `getelementptr inbounds`: the address of an element in an array of this type; poison if that is outside the
    /// object.
    pub fn element(&self, ty: Type, array: impl Into<Value>, index: impl Into<Value>) -> Value {
        let (pointer, mut index) = (array.into(), self.index(index));
        assert!(
            pointer.ty().is_pointer() && ty.is_sized(),
            "{ty:?} at {:?}",
            pointer.ty()
        );
        self.stand();
        // SAFETY: a sized type, a pointer and an integer.
        Value(unsafe { LLVMBuildInBoundsGEP2(self.raw, ty.0, pointer.0, &mut index, 1, NO_NAME) })
    }

    fn index(&self, offset: impl Into<Value>) -> llvm_sys::prelude::LLVMValueRef {
        let offset = offset.into();
        assert!(offset.ty().int_bits().is_some(), "{:?}", offset.ty());
        offset.0
    }

    /// `call` of a function.
    pub fn call_function(&self, callee: Function, arguments: &[Value]) -> Call {
        self.call(callee.function_type(), callee, arguments)
    }

    /// `call` through a pointer, as this function type.
    pub fn call(&self, ty: Type, callee: impl Into<Value>, arguments: &[Value]) -> Call {
        let callee = callee.into();
        let (_, parameters) = ty.signature();
        let fits = match ty.is_variadic() {
            true => arguments.len() >= parameters.len(),
            false => arguments.len() == parameters.len(),
        };
        let same = |(a, p): (&Value, &Type)| a.ty() == *p;
        assert!(
            callee.ty().is_pointer() && fits && arguments.iter().zip(&parameters).all(same),
            "a call as {ty:?} of {} arguments",
            arguments.len()
        );
        self.stand();
        let mut raw: Vec<_> = arguments.iter().map(|v| v.0).collect();
        let (first, count) = (raw.as_mut_ptr(), raw.len() as c_uint);
        // SAFETY: arguments of the function type.
        let call =
            self.made(unsafe { LLVMBuildCall2(self.raw, ty.0, callee.0, first, count, NO_NAME) });
        call.as_call().expect("a call was made")
    }

    /// `call` of an intrinsic, by its name without type suffixes (`llvm.uadd.with.overflow`).
    pub fn intrinsic(&self, name: &str, types: &[Type], arguments: &[Value]) -> Call {
        self.call_function(self.module.intrinsic(name, types), arguments)
    }

    /// The same pointer through an empty `asm`, so that optimisations know nothing about it.
    pub fn opaque(&self, pointer: impl Into<Value>) -> Value {
        let pointer = pointer.into();
        let ty = pointer.ty().function_of(&[pointer.ty()]);
        let asm = self.module.inline_asm_value(ty, "", "=r,0");
        self.call(ty, asm, &[pointer]).value()
    }

    /// An empty `asm` with side effects that takes a value in a register and so keeps it alive. (`llvm.fake.use` does
    /// not keep it at -O0.)
    pub fn use_up(&self, value: impl Into<Value>) -> Call {
        let value = value.into();
        let ty = self.module.void().function_of(&[value.ty()]);
        let asm = self.module.inline_asm(ty, "", "r");
        self.call(ty, asm, &[value])
    }

    /// A copy of an instruction.
    pub fn clone_of(&self, inst: impl Into<Inst>) -> Inst {
        let inst = inst.into();
        self.stand();
        // SAFETY: an instruction; the copy is in no block yet.
        self.made(unsafe {
            let copy = LLVMInstructionClone(inst.raw());
            LLVMInsertIntoBuilder(self.raw, copy);
            copy
        })
    }

    fn ended(&self, inst: llvm_sys::prelude::LLVMValueRef) -> Term {
        self.made(inst).as_term().expect("a terminator was made")
    }

    /// `ret` with a value.
    pub fn ret(&self, value: impl Into<Value>) -> Term {
        let value = value.into();
        let (result, _) = self.block().function().function_type().signature();
        assert_eq!(value.ty(), result, "a function returns another type");
        // SAFETY: a value of the function's type.
        self.ended(unsafe { LLVMBuildRet(self.raw, value.0) })
    }

    /// `ret void`.
    pub fn ret_void(&self) -> Term {
        self.stand();
        // SAFETY: it stands somewhere.
        self.ended(unsafe { LLVMBuildRetVoid(self.raw) })
    }

    /// `br`, unconditional.
    pub fn br(&self, to: Block) -> Term {
        self.stand();
        // SAFETY: a live block.
        self.ended(unsafe { LLVMBuildBr(self.raw, to.raw()) })
    }

    /// `br`, conditional.
    pub fn cond_br(&self, condition: impl Into<Value>, then: Block, otherwise: Block) -> Term {
        let condition = condition.into();
        assert!(condition.ty().is_bool(), "{:?}", condition.ty());
        self.stand();
        // SAFETY: a truth value and two live blocks.
        self.ended(unsafe { LLVMBuildCondBr(self.raw, condition.0, then.raw(), otherwise.raw()) })
    }

    /// `callbr`: assembly that gets the address of a global and goes on at `next`, or jumps to `target`, which is its
    /// operand `${1:l}`.
    pub fn asm_goto(&self, text: &str, address: Const, next: Block, target: Block) -> Term {
        let ty = self.module.void().function_of(&[address.value().ty()]);
        let asm = self.module.inline_asm(ty, text, "i,!i");
        self.stand();
        // SAFETY: a function type with one parameter, which the argument has the type of, and two live blocks.
        self.ended(unsafe {
            let address = address.value().0;
            fz_llvm_asm_goto(self.raw, ty.0, asm.0, address, next.raw(), target.raw())
        })
    }

    /// `switch`; the case values must be distinct.
    pub fn switch(
        &self,
        value: impl Into<Value>,
        default: Block,
        cases: &[(Const, Block)],
    ) -> Term {
        let value = value.into();
        assert!(value.ty().int_bits().is_some(), "{:?}", value.ty());
        assert!(
            cases.iter().all(|(case, _)| case.ty() == value.ty()),
            "cases of another type"
        );
        self.stand();
        // SAFETY: constants of the value's type.
        self.ended(unsafe {
            let switch = LLVMBuildSwitch(self.raw, value.0, default.raw(), cases.len() as c_uint);
            for (case, block) in cases {
                LLVMAddCase(switch, case.value().0, block.raw());
            }
            switch
        })
    }
}
