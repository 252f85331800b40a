//! Opcodes, predicates and other enums of LLVM, as enums of our own.
//!
//! llvm-sys declares them as Rust enums without a catch-all variant: receiving a value that a later LLVM has added
//! would be undefined behaviour. So C functions that take or return such values are declared here with plain integers,
//! and unknown values become `Other`.

/// An enum of LLVM's C interface. `open`: unknown values become `Other`. `closed`: LLVM has no other values. The variants
/// have LLVM's own names, so most have no documentation of their own.
macro_rules! numbered {
    (open $(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[expect(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $($(#[$of])* $variant,)*
            /// A value that has no name here.
            Other(u32),
        }

        impl From<u32> for $name {
            fn from(number: u32) -> $name {
                match number {
                    $($number => $name::$variant,)*
                    other => $name::Other(other),
                }
            }
        }

        impl From<$name> for u32 {
            fn from(value: $name) -> u32 {
                match value {
                    $($name::$variant => $number,)*
                    $name::Other(other) => other,
                }
            }
        }
    };
    (closed $(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $number:literal,)* }) => {
        $(#[$doc])*
        #[expect(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u32)]
        pub enum $name {
            $($(#[$of])* $variant = $number,)*
        }

        impl $name {
            /// # Panics
            /// If LLVM has a value that has no name here: no pass would know what it means.
            pub(crate) fn of(number: u32) -> $name {
                match number {
                    $($number => $name::$variant,)*
                    other => panic!(concat!("LLVM has a new ", stringify!($name), ", {}"), other),
                }
            }
        }
    };
}

numbered! { open
    /// The opcode of an instruction (`LLVMOpcode`).
    Op {
        Ret = 1,
        /// An unconditional or conditional branch. LLVM 23 has two opcodes, 70 and 71, which both become this one.
        Br = 2,
        Switch = 3,
        IndirectBr = 4,
        Invoke = 5,
        Unreachable = 7,
        CallBr = 67,
        FNeg = 66,
        Add = 8,
        FAdd = 9,
        Sub = 10,
        FSub = 11,
        Mul = 12,
        FMul = 13,
        UDiv = 14,
        SDiv = 15,
        FDiv = 16,
        URem = 17,
        SRem = 18,
        FRem = 19,
        Shl = 20,
        LShr = 21,
        AShr = 22,
        And = 23,
        Or = 24,
        Xor = 25,
        Alloca = 26,
        Load = 27,
        Store = 28,
        GetElementPtr = 29,
        Trunc = 30,
        ZExt = 31,
        SExt = 32,
        FPToUI = 33,
        FPToSI = 34,
        UIToFP = 35,
        SIToFP = 36,
        FPTrunc = 37,
        FPExt = 38,
        PtrToInt = 39,
        IntToPtr = 40,
        BitCast = 41,
        AddrSpaceCast = 60,
        ICmp = 42,
        FCmp = 43,
        Phi = 44,
        Call = 45,
        Select = 46,
        VAArg = 49,
        ExtractElement = 50,
        InsertElement = 51,
        ShuffleVector = 52,
        ExtractValue = 53,
        InsertValue = 54,
        Freeze = 68,
        Fence = 55,
        AtomicCmpXchg = 56,
        AtomicRMW = 57,
        Resume = 58,
        LandingPad = 59,
        CleanupRet = 61,
        CatchRet = 62,
        CatchPad = 63,
        CleanupPad = 64,
        CatchSwitch = 65,
    }
}

impl Op {
    /// Whether the result is nothing but a function of the operands.
    pub fn is_pure(self) -> bool {
        use Op::*;
        #[rustfmt::skip]
        let pure = [
            FNeg, Add, FAdd, Sub, FSub, Mul, FMul, UDiv, SDiv, FDiv, URem, SRem, FRem, Shl, LShr, AShr, And, Or, Xor,
            GetElementPtr, Trunc, ZExt, SExt, FPToUI, FPToSI, UIToFP, SIToFP, FPTrunc, FPExt, PtrToInt, IntToPtr, BitCast,
            AddrSpaceCast, ICmp, FCmp, Phi, Select, ExtractElement, InsertElement, ShuffleVector, ExtractValue,
            InsertValue, Freeze,
        ];
        pure.contains(&self)
    }
}

numbered! { closed
    /// The predicate of an `icmp` (`LLVMIntPredicate`): `U…` compares unsigned, `S…` signed.
    IntPredicate {
        Eq = 32,
        Ne = 33,
        Ugt = 34,
        Uge = 35,
        Ult = 36,
        Ule = 37,
        Sgt = 38,
        Sge = 39,
        Slt = 40,
        Sle = 41,
    }
}

impl IntPredicate {
    /// Whether it holds for two integers of this width, zero-extended.
    pub fn holds(self, bits: u32, a: u128, b: u128) -> bool {
        use IntPredicate::*;
        let signed = |v: u128| (v << (u128::BITS - bits)) as i128;
        match self {
            Eq => a == b,
            Ne => a != b,
            Ugt => a > b,
            Uge => a >= b,
            Ult => a < b,
            Ule => a <= b,
            Sgt => signed(a) > signed(b),
            Sge => signed(a) >= signed(b),
            Slt => signed(a) < signed(b),
            Sle => signed(a) <= signed(b),
        }
    }
}

numbered! { closed
    /// The predicate of an `fcmp` (`LLVMRealPredicate`). With a NaN operand, `O…` (ordered) is false and `U…`
    /// (unordered) is true.
    FloatPredicate {
        False = 0,
        Oeq = 1,
        Ogt = 2,
        Oge = 3,
        Olt = 4,
        Ole = 5,
        One = 6,
        /// Neither operand is NaN.
        Ord = 7,
        /// An operand is NaN.
        Uno = 8,
        Ueq = 9,
        Ugt = 10,
        Uge = 11,
        Ult = 12,
        Ule = 13,
        Une = 14,
        True = 15,
    }
}

numbered! { open
    /// The linkage of a global (`LLVMLinkage`).
    Linkage {
        External = 0,
        AvailableExternally = 1,
        LinkOnceAny = 2,
        LinkOnceOdr = 3,
        WeakAny = 5,
        WeakOdr = 6,
        Appending = 7,
        Internal = 8,
        Private = 9,
        ExternalWeak = 12,
        Common = 14,
    }
}

numbered! { open
    /// The operation of an `atomicrmw` (`LLVMAtomicRMWBinOp`).
    AtomicOp {
        Exchange = 0,
        Add = 1,
        Sub = 2,
        And = 3,
        Nand = 4,
        Or = 5,
        Xor = 6,
    }
}

numbered! { open
    /// The kind of a type (`LLVMTypeKind`).
    TypeKind {
        Void = 0,
        Half = 1,
        Float = 2,
        Double = 3,
        X86Fp80 = 4,
        Fp128 = 5,
        Integer = 8,
        Function = 9,
        Struct = 10,
        Array = 11,
        Pointer = 12,
        Vector = 13,
        ScalableVector = 17,
        BFloat = 18,
    }
}
