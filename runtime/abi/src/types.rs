//! Types of the ABI, as values, from which the C header, declarations in IR and checks of Rust functions derive.

use core::{ffi::c_void, fmt, marker::PhantomData};

/// A type that passes, runtimes and engines exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Void,
    Bool,
    /// C's `char`, as an element of text.
    Char,
    U8,
    U16,
    U32,
    U64,
    U128,
    I32,
    I64,
    /// `size_t`
    Size,
    Pointer {
        to: &'static Type,
        is_const: bool,
    },
    /// A C `struct`, by its tag.
    Struct(&'static str),
    Array {
        of: &'static Type,
        len: usize,
    },
    /// A callback.
    Function(&'static Signature),
}

/// A function's result and parameter types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature {
    pub result: Type,
    pub parameters: &'static [Type],
}

/// A type as code generation sees it. Rust functions may take an address as an integer, and signed for unsigned
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Void,
    /// An integer of this width, or a pointer.
    Integer(u32),
}

impl Type {
    /// # Panics
    ///
    /// If it is a structure or an array: these are passed by address only.
    pub const fn class(self) -> Class {
        match self {
            Type::Void => Class::Void,
            Type::Bool => Class::Integer(1),
            Type::Char | Type::U8 => Class::Integer(8),
            Type::U16 => Class::Integer(16),
            Type::U32 | Type::I32 => Class::Integer(32),
            Type::U64 | Type::I64 | Type::Size | Type::Pointer { .. } | Type::Function(_) => {
                Class::Integer(64)
            }
            Type::U128 => Class::Integer(128),
            Type::Struct(_) | Type::Array { .. } => panic!("it is passed by address"),
        }
    }

    /// The type in LLVM IR.
    pub fn ir(self) -> impl fmt::Display {
        Ir(self)
    }

    /// A C declaration of `name` with this type.
    pub fn c(self, name: &str) -> impl fmt::Display {
        Declarator { ty: self, name }
    }
}

struct Ir(Type);

impl fmt::Display for Ir {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.0 {
            Type::Void => f.write_str("void"),
            Type::Bool => f.write_str("i1"),
            Type::Char | Type::U8 => f.write_str("i8"),
            Type::U16 => f.write_str("i16"),
            Type::U32 | Type::I32 => f.write_str("i32"),
            Type::U64 | Type::I64 | Type::Size => f.write_str("i64"),
            Type::U128 => f.write_str("i128"),
            Type::Pointer { .. } | Type::Function(_) => f.write_str("ptr"),
            Type::Struct(tag) => write!(f, "%struct.{tag}"),
            Type::Array { of, len } => write!(f, "[{len} x {}]", Ir(*of)),
        }
    }
}

struct Declarator<'a> {
    ty: Type,
    name: &'a str,
}

impl fmt::Display for Declarator<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = self.name;
        let space = if name.is_empty() { "" } else { " " };
        let base = match self.ty {
            Type::Void => "void",
            Type::Bool => "bool",
            Type::Char => "char",
            Type::U8 => "uint8_t",
            Type::U16 => "uint16_t",
            Type::U32 => "uint32_t",
            Type::U64 => "uint64_t",
            Type::U128 => "__uint128_t",
            Type::I32 => "int",
            Type::I64 => "int64_t",
            Type::Size => "size_t",
            Type::Struct(tag) => return write!(f, "struct {tag}{space}{name}"),
            Type::Pointer { to, is_const } => {
                let to_pointer = matches!(to, Type::Pointer { .. });
                let (before, star) = match (is_const, to_pointer) {
                    (false, false) => ("", " *"),
                    (false, true) => ("", "*"),
                    (true, false) => ("const ", " *"),
                    (true, true) => ("", "const *"),
                };
                return write!(f, "{before}{}{star}{name}", to.c(""));
            }
            Type::Array { .. } => {
                let mut element = self.ty;
                while let Type::Array { of, .. } = element {
                    element = *of;
                }
                write!(f, "{}", element.c(name))?;
                let mut ty = self.ty;
                while let Type::Array { of, len } = ty {
                    write!(f, "[{len}]")?;
                    ty = *of;
                }
                return Ok(());
            }
            Type::Function(signature) => {
                write!(f, "{} (*{name})(", signature.result.c(""))?;
                for (at, parameter) in signature.parameters.iter().enumerate() {
                    let comma = if at > 0 { ", " } else { "" };
                    write!(f, "{comma}{}", parameter.c(""))?;
                }
                let none = if signature.parameters.is_empty() {
                    "void"
                } else {
                    ""
                };
                return write!(f, "{none})");
            }
        };
        write!(f, "{base}{space}{name}")
    }
}

/// A Rust type that corresponds to a type of the ABI.
pub trait Abi {
    const TYPE: Type;
}

macro_rules! scalars {
    ($($rust:ty => $ty:ident),* $(,)?) => {
        $(impl Abi for $rust {
            const TYPE: Type = Type::$ty;
        })*
    };
}

scalars! {
    () => Void,
    c_void => Void,
    bool => Bool,
    Char => Char,
    // C's `char`, as Rust has it where it is signed.
    i8 => Char,
    u8 => U8,
    u16 => U16,
    u32 => U32,
    u64 => U64,
    u128 => U128,
    i32 => I32,
    i64 => I64,
    usize => Size,
}

/// C's `char`; Rust's is signed on some machines, and unsigned on others.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Char(pub u8);

impl<T: Abi> Abi for *const T {
    const TYPE: Type = Type::Pointer {
        to: &T::TYPE,
        is_const: true,
    };
}

impl<T: Abi> Abi for *mut T {
    const TYPE: Type = Type::Pointer {
        to: &T::TYPE,
        is_const: false,
    };
}

impl<T: Abi, const N: usize> Abi for [T; N] {
    const TYPE: Type = Type::Array {
        of: &T::TYPE,
        len: N,
    };
}

impl<T: Abi> Abi for Address<T> {
    const TYPE: Type = T::TYPE;
}

/// An address in another program, in a layout that is read from that program.
#[repr(transparent)]
pub struct Address<T>(pub u64, PhantomData<fn() -> T>);

/// A Rust function type, with its parameters and result.
pub trait Callable {
    const RESULT: Type;
    const PARAMETERS: &'static [Type];
}

macro_rules! callables {
    ($(($($parameter:ident)*))*) => {
        $(
            impl<R: Abi, $($parameter: Abi),*> Callable for unsafe extern "C" fn($($parameter),*) -> R {
                const RESULT: Type = R::TYPE;
                const PARAMETERS: &'static [Type] = &[$($parameter::TYPE),*];
            }
            impl<R: Abi, $($parameter: Abi),*> Abi for unsafe extern "C" fn($($parameter),*) -> R {
                const TYPE: Type = Type::Function(&Signature {
                    result: R::TYPE,
                    parameters: &[$($parameter::TYPE),*],
                });
            }
        )*
    };
}

callables! {
    () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
}

/// Integers and structures of them, as stored in memory and in files: little-endian.
pub trait Plain: Copy {
    /// # Panics
    ///
    /// If `bytes` does not have the type's size.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! plain {
    ($($ty:ty)*) => {
        $(impl Plain for $ty {
            fn read(bytes: &[u8]) -> Self {
                <$ty>::from_le_bytes(bytes.try_into().expect("as many bytes as the number has"))
            }
        })*
    };
}

plain! { u8 u16 u32 u64 i32 }

impl<T> Clone for Address<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Address<T> {}

impl<T> fmt::Debug for Address<T> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

impl<T> PartialEq for Address<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Address<T> {}

impl<T> Plain for Address<T> {
    fn read(bytes: &[u8]) -> Self {
        Address(u64::read(bytes), PhantomData)
    }
}

impl<T: Plain, const N: usize> Plain for [T; N] {
    fn read(bytes: &[u8]) -> Self {
        let size = size_of::<T>();
        core::array::from_fn(|at| T::read(&bytes[at * size..][..size]))
    }
}
