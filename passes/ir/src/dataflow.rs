//! What values are made of, who uses them, and what is known of them.

use llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate, LLVMTypeKind, core::*};

use super::{
    Block, Function, Type, Value, c, fz_llvm_constant_bytes, fz_llvm_float_bits,
    fz_llvm_is_well_defined, fz_llvm_known_bits, fz_llvm_operand_number,
};

/// One place where a value is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    pub user: Value,
    /// Which of the user's operands it is.
    pub operand: u32,
}

/// What LLVM knows of an integer of up to 128 bits at some place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    pub zero: u128,
    pub one: u128,
    /// How many of the highest bits are equal, the sign itself included.
    pub signs: u32,
}

impl Known {
    /// How many of the highest of `bits` bits are zero.
    pub fn leading_zeros(self, bits: u32) -> u32 {
        (self.zero << (128 - bits)).leading_ones().min(bits)
    }

    /// Whether the byte at `shift` is known, and what it is.
    pub fn byte(self, shift: u32) -> Option<u8> {
        let (zero, one) = ((self.zero >> shift) as u8, (self.one >> shift) as u8);
        (zero | one == 0xff).then_some(one)
    }
}

impl Type {
    /// The width of an integer type.
    pub fn int_bits(self) -> Option<u32> {
        // SAFETY: a live type.
        unsafe {
            (LLVMGetTypeKind(self.raw()) == LLVMTypeKind::LLVMIntegerTypeKind)
                .then(|| LLVMGetIntTypeWidth(self.raw()))
        }
    }

    /// The constant of an integer type of at most 128 bits whose low bits are those of `value`.
    pub fn constant(self, value: u128) -> Value {
        debug_assert!(self.int_bits().is_some_and(|bits| bits <= 128));
        let words = [value as u64, (value >> 64) as u64];
        // SAFETY: an integer type; LLVM takes the bits it has room for.
        Value::from_raw(unsafe { LLVMConstIntOfArbitraryPrecision(self.raw(), 2, words.as_ptr()) })
    }

    /// `i1`, and no vector of them.
    pub fn is_bool(self) -> bool {
        self.int_bits() == Some(1)
    }

    /// The width of a floating-point type whose bits all count: not that of x87, nor pairs of doubles.
    pub fn ieee_bits(self) -> Option<u32> {
        // SAFETY: a live type.
        match unsafe { LLVMGetTypeKind(self.raw()) } {
            LLVMTypeKind::LLVMHalfTypeKind | LLVMTypeKind::LLVMBFloatTypeKind => Some(16),
            LLVMTypeKind::LLVMFloatTypeKind => Some(32),
            LLVMTypeKind::LLVMDoubleTypeKind => Some(64),
            LLVMTypeKind::LLVMFP128TypeKind => Some(128),
            _ => None,
        }
    }

    /// The width of any floating-point type but pairs of doubles.
    pub fn float_bits(self) -> Option<u32> {
        // SAFETY: a live type.
        match unsafe { LLVMGetTypeKind(self.raw()) } {
            LLVMTypeKind::LLVMX86_FP80TypeKind => Some(80),
            _ => self.ieee_bits(),
        }
    }

    /// The elements of a vector that has a known number of them, and that number.
    pub fn vector(self) -> Option<(Type, u32)> {
        // SAFETY: a live type.
        unsafe {
            (LLVMGetTypeKind(self.raw()) == LLVMTypeKind::LLVMVectorTypeKind).then(|| {
                let element = Type::from_raw(LLVMGetElementType(self.raw()));
                (element, LLVMGetVectorSize(self.raw()))
            })
        }
    }

    /// As IR writes it: `i32`, `<4 x i32>`.
    pub fn text(self) -> String {
        // SAFETY: the text is LLVM's until it is disposed of.
        unsafe {
            let text = LLVMPrintTypeToString(self.raw());
            let owned = std::ffi::CStr::from_ptr(text).to_string_lossy();
            let owned = owned.into_owned();
            LLVMDisposeMessage(text);
            owned
        }
    }

    /// What a function of this type returns, and its parameters without those of `...`.
    pub fn signature(self) -> (Type, Vec<Type>) {
        // SAFETY: a function type; LLVM fills as many entries as it counted.
        unsafe {
            let mut parameters =
                vec![std::ptr::null_mut(); LLVMCountParamTypes(self.raw()) as usize];
            LLVMGetParamTypes(self.raw(), parameters.as_mut_ptr());
            let result = Type::from_raw(LLVMGetReturnType(self.raw()));
            (result, parameters.into_iter().map(Type::from_raw).collect())
        }
    }

    pub fn is_void(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMGetTypeKind(self.raw()) == LLVMTypeKind::LLVMVoidTypeKind }
    }

    pub fn is_pointer(self) -> bool {
        // SAFETY: a live type.
        unsafe { LLVMGetTypeKind(self.raw()) == LLVMTypeKind::LLVMPointerTypeKind }
    }

    pub fn is_vector(self) -> bool {
        // SAFETY: a live type.
        let kind = unsafe { LLVMGetTypeKind(self.raw()) };
        matches!(
            kind,
            LLVMTypeKind::LLVMVectorTypeKind | LLVMTypeKind::LLVMScalableVectorTypeKind
        )
    }
}

impl Value {
    pub fn ty(self) -> Type {
        // SAFETY: any value.
        Type::from_raw(unsafe { LLVMTypeOf(self.raw()) })
    }

    pub fn operand(self, index: u32) -> Value {
        // SAFETY: a user with so many operands.
        Value::from_raw(unsafe { LLVMGetOperand(self.raw(), index) })
    }

    pub fn operand_count(self) -> u32 {
        // SAFETY: a user.
        unsafe { LLVMGetNumOperands(self.raw()) as u32 }
    }

    /// Every operand that is this value, metadata not counted.
    pub fn uses(self) -> Vec<Use> {
        // SAFETY: walks the list of uses.
        unsafe {
            let first = LLVMGetFirstUse(self.raw());
            std::iter::successors((!first.is_null()).then_some(first), |u| {
                let next = LLVMGetNextUse(*u);
                (!next.is_null()).then_some(next)
            })
            .map(|one| Use {
                user: Value::from_raw(LLVMGetUser(one)),
                operand: fz_llvm_operand_number(one),
            })
            .collect()
        }
    }

    pub fn has_uses(self) -> bool {
        // SAFETY: any value.
        unsafe { !LLVMGetFirstUse(self.raw()).is_null() }
    }

    pub fn has_one_use(self) -> bool {
        // SAFETY: walks the first two uses.
        unsafe {
            let first = LLVMGetFirstUse(self.raw());
            !first.is_null() && LLVMGetNextUse(first).is_null()
        }
    }

    pub fn set_operand(self, index: u32, to: Value) {
        // SAFETY: a user with so many operands, and a value of the operand's type.
        unsafe { LLVMSetOperand(self.raw(), index, to.raw()) }
    }

    pub fn replace_uses(self, by: Value) {
        // SAFETY: values of one type.
        unsafe { LLVMReplaceAllUsesWith(self.raw(), by.raw()) }
    }

    /// Removes an instruction that nothing uses.
    pub fn erase(self) {
        debug_assert!(!self.has_uses());
        // SAFETY: an instruction in a block; nothing keeps its handle.
        unsafe { LLVMInstructionEraseFromParent(self.raw()) }
    }

    /// An integer constant of up to 128 bits.
    pub fn int_constant(self) -> Option<u128> {
        // SAFETY: constants are asked for what they are.
        unsafe {
            if LLVMIsAConstantInt(self.raw()).is_null() {
                return None;
            }
            match LLVMGetIntTypeWidth(LLVMTypeOf(self.raw())) {
                0..=64 => Some(LLVMConstIntGetZExtValue(self.raw()).into()),
                // LLVM knows all about the bits of a constant.
                65..=128 => Some(self.known_at(self).one),
                _ => None,
            }
        }
    }

    /// The bits of a floating-point constant of up to 128 bits.
    pub fn float_constant(self) -> Option<u128> {
        let mut bits = [0; 2];
        // SAFETY: a value; the array has two words.
        let known = unsafe { fz_llvm_float_bits(self.raw(), bits.as_mut_ptr()) };
        known.then(|| u128::from(bits[0]) | u128::from(bits[1]) << 64)
    }

    /// The constant that is `true` or `false`.
    pub fn bool_constant(self) -> Option<bool> {
        match self.ty().is_bool() {
            true => self.int_constant().map(|v| v != 0),
            false => None,
        }
    }

    /// Whether a sum, difference or product is undefined where it goes beyond what has a sign, …
    pub fn has_no_signed_wrap(self) -> bool {
        // SAFETY: an instruction of one of these.
        unsafe { LLVMGetNSW(self.raw()) != 0 }
    }

    /// … and beyond what has none.
    pub fn has_no_unsigned_wrap(self) -> bool {
        // SAFETY: the same.
        unsafe { LLVMGetNUW(self.raw()) != 0 }
    }

    /// Whether an `atomicrmw` adds or subtracts.
    pub fn is_atomic_sum(self) -> bool {
        use llvm_sys::LLVMAtomicRMWBinOp::*;
        // SAFETY: an `atomicrmw`.
        let operation = unsafe { LLVMGetAtomicRMWBinOp(self.raw()) };
        matches!(operation, LLVMAtomicRMWBinOpAdd | LLVMAtomicRMWBinOpSub)
    }

    pub fn is_null(self) -> bool {
        // SAFETY: any value.
        unsafe { LLVMIsNull(self.raw()) != 0 }
    }

    /// The predicate of an `icmp`.
    pub fn int_predicate(self) -> LLVMIntPredicate {
        // SAFETY: an icmp.
        unsafe { LLVMGetICmpPredicate(self.raw()) }
    }

    /// The predicate of an `fcmp`.
    pub fn float_predicate(self) -> LLVMRealPredicate {
        // SAFETY: an fcmp.
        unsafe { LLVMGetFCmpPredicate(self.raw()) }
    }

    /// Whether it is the constant 0.0 or -0.0.
    pub fn is_float_zero(self) -> bool {
        let mut lossy = 0;
        // SAFETY: constants are asked for what they are.
        unsafe {
            !LLVMIsAConstantFP(self.raw()).is_null()
                && LLVMConstRealGetDouble(self.raw(), &mut lossy) == 0.0
                && lossy == 0
        }
    }

    pub fn is(self, opcode: LLVMOpcode) -> bool {
        self.is_instruction() && self.opcode() == opcode
    }

    /// The values of a φ, with the blocks they come from.
    pub fn incoming(self) -> Vec<(Value, Block)> {
        // SAFETY: a φ.
        unsafe {
            (0..LLVMCountIncoming(self.raw()))
                .map(|n| {
                    let value = LLVMGetIncomingValue(self.raw(), n);
                    let block = LLVMGetIncomingBlock(self.raw(), n);
                    (Value::from_raw(value), Block::from_raw(block))
                })
                .collect()
        }
    }

    /// Where an `invoke` goes if what it calls throws.
    pub fn unwind_target(self) -> Block {
        // SAFETY: an invoke.
        Block::from_raw(unsafe { LLVMGetUnwindDest(self.raw()) })
    }

    pub fn set_unwind_target(self, pad: Block) {
        // SAFETY: an invoke, and a block that begins with a landing pad.
        unsafe { LLVMSetUnwindDest(self.raw(), pad.raw()) }
    }

    /// The condition of a `br` that has one.
    pub fn branch_condition(self) -> Option<Value> {
        // SAFETY: a `br`; only conditional ones are asked for the condition.
        unsafe {
            (self.is(LLVMOpcode::LLVMBr) && LLVMIsConditional(self.raw()) != 0)
                .then(|| Value::from_raw(LLVMGetCondition(self.raw())))
        }
    }

    /// What LLVM knows of an integer or pointer of at most 128 bits, where `at` stands; constants may ask themselves.
    pub fn known_at(self, at: Value) -> Known {
        let (mut zero, mut one, mut signs) = ([0; 2], [0; 2], 0);
        // SAFETY: a scalar of at most 128 bits; the arrays have two words each.
        unsafe {
            fz_llvm_known_bits(
                self.raw(),
                at.raw(),
                zero.as_mut_ptr(),
                one.as_mut_ptr(),
                &mut signs,
            );
        }
        let join = |words: [u64; 2]| u128::from(words[0]) | u128::from(words[1]) << 64;
        Known {
            zero: join(zero),
            one: join(one),
            signs,
        }
    }

    /// Whether it is never undefined or poison where `at` stands.
    pub fn is_well_defined(self, at: Value) -> bool {
        // SAFETY: a value and an instruction of one function.
        unsafe { fz_llvm_is_well_defined(self.raw(), at.raw()) }
    }

    /// The bytes a pointer points to, up to the end of the constant array that it points into, but 64 KiB at most.
    pub fn constant_bytes(self) -> Option<Vec<u8>> {
        const MOST: usize = 64 << 10;
        // SAFETY: LLVM writes no more than there is room for, and says how much there is.
        unsafe {
            let length = fz_llvm_constant_bytes(self.raw(), std::ptr::null_mut(), 0);
            if length == usize::MAX {
                return None;
            }
            let mut bytes = vec![0u8; length.min(MOST)];
            fz_llvm_constant_bytes(self.raw(), bytes.as_mut_ptr().cast(), bytes.len());
            Some(bytes)
        }
    }

    /// The elements of the array that a constant global is, if nobody can change them.
    pub fn constant_elements(self) -> Option<Vec<Value>> {
        // SAFETY: a global's initializer is asked for elements until there are no more.
        unsafe {
            let global = LLVMIsAGlobalVariable(self.raw());
            if global.is_null() || LLVMIsGlobalConstant(global) == 0 {
                return None;
            }
            let initializer = LLVMGetInitializer(global);
            if initializer.is_null()
                || LLVMGetTypeKind(LLVMTypeOf(initializer)) != LLVMTypeKind::LLVMArrayTypeKind
            {
                return None;
            }
            let length = LLVMGetArrayLength2(LLVMTypeOf(initializer)) as u32;
            let element = |index| Value::from_raw(LLVMGetAggregateElement(initializer, index));
            Some((0..length).map(element).collect())
        }
    }

    /// What a global begins as, if this module says so.
    pub fn initializer(self) -> Option<Value> {
        // SAFETY: asked of globals alone.
        unsafe {
            let global = LLVMIsAGlobalVariable(self.raw());
            Value::some(match global.is_null() {
                true => global,
                false => LLVMGetInitializer(global),
            })
        }
    }

    /// A part of a constant structure or array.
    pub fn part(self, index: u32) -> Option<Value> {
        // SAFETY: null where there is none.
        Value::some(unsafe { LLVMGetAggregateElement(self.raw(), index) })
    }

    /// The elements of the array that an address is computed in.
    pub fn indexed_array(self) -> Option<u64> {
        // SAFETY: a `getelementptr`, which has a type of its source.
        unsafe {
            let ty = LLVMGetGEPSourceElementType(self.raw());
            (LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMArrayTypeKind)
                .then(|| LLVMGetArrayLength2(ty))
        }
    }

    /// What a `getelementptr` counts in.
    pub fn element_type(self) -> Type {
        // SAFETY: a getelementptr.
        Type::from_raw(unsafe { LLVMGetGEPSourceElementType(self.raw()) })
    }

    /// The name of the function a call calls directly; empty for all else.
    pub fn called_name(self) -> String {
        match self.is_instruction() && self.is_call() {
            true => self
                .called()
                .map_or(String::new(), |f| Function::from_raw(f.raw()).name()),
            false => String::new(),
        }
    }

    /// Puts an instruction in front of another one of the same function.
    pub fn move_before(self, other: Value) {
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

    /// Takes over another instruction's metadata of this kind, if it has it.
    pub fn copy_metadata(self, from: Value, kind: u32) {
        // SAFETY: instructions of one context.
        unsafe {
            let node = LLVMGetMetadata(from.raw(), kind);
            if !node.is_null() {
                LLVMSetMetadata(self.raw(), kind, node);
            }
        }
    }

    /// A kind of metadata by its name.
    pub fn metadata_kind(self, name: &str) -> u32 {
        // SAFETY: a value has a type, and that a context; pointer and length.
        unsafe {
            let context = LLVMGetTypeContext(LLVMTypeOf(self.raw()));
            LLVMGetMDKindIDInContext(context, name.as_ptr().cast(), name.len() as u32)
        }
    }

    pub fn has_metadata(self, kind: u32) -> bool {
        // SAFETY: an instruction.
        unsafe { !LLVMGetMetadata(self.raw(), kind).is_null() }
    }

    /// What [`crate::ir::Module::mark_with`] has put on an instruction, if it is still there.
    pub fn marked_with(self, kind: u32) -> Option<Value> {
        // SAFETY: an instruction; room for the one operand that such nodes have.
        unsafe {
            let node = LLVMGetMetadata(self.raw(), kind);
            if node.is_null() || LLVMGetMDNodeNumOperands(node) != 1 {
                return None;
            }
            let mut operand = std::ptr::null_mut();
            LLVMGetMDNodeOperands(node, &mut operand);
            Value::some(operand)
        }
    }

    pub fn set_name(self, name: &str) {
        let name = c(name);
        // SAFETY: a C string with its length.
        unsafe { LLVMSetValueName2(self.raw(), name.as_ptr(), name.as_bytes().len()) }
    }
}
