//! Structures shared between languages or processes, declared once: Rust's type, the offsets of its members, and its C
//! declaration.

use crate::types::Type;

/// A member of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub ty: Type,
    pub offset: usize,
    pub size: usize,
    /// The alignment of its type; in a packed structure it may have less.
    pub align: usize,
}

/// A structure, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Its tag in C.
    pub tag: &'static str,
    pub size: usize,
    pub align: usize,
    pub fields: &'static [Field],
}

impl Layout {
    /// Whether a member may be less aligned than its type.
    pub const fn is_packed(&self) -> bool {
        let mut at = 0;
        while at < self.fields.len() {
            if self.fields[at].align > self.align {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether it has no padding.
    pub const fn is_dense(&self) -> bool {
        let (mut at, mut end) = (0, 0);
        while at < self.fields.len() {
            if self.fields[at].offset != end {
                return false;
            }
            end += self.fields[at].size;
            at += 1;
        }
        end == self.size
    }
}

/// A structure declared by [`layouts!`].
pub trait Laid: Sized {
    const LAYOUT: Layout;
}

/// Declares structures: `#[repr(C)]`, or `#[repr(C, packed(4))]` for those in records, each with its tag in C. They
/// have no padding, and [`Plain`](crate::types::Plain) reads them.
macro_rules! layouts {
    ($(
        $(#[$meta:meta])*
        $tag:literal struct $name:ident {
            $( $(#[$doc:meta])* $field:ident: $ty:ty, )*
        }
    )*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name {
                $( $(#[$doc])* pub $field: $ty, )*
            }

            impl $crate::types::Abi for $name {
                const TYPE: $crate::types::Type = $crate::types::Type::Struct($tag);
            }

            impl $crate::layout::Laid for $name {
                const LAYOUT: $crate::layout::Layout = $crate::layout::Layout {
                    tag: $tag,
                    size: size_of::<$name>(),
                    align: align_of::<$name>(),
                    fields: &[$(
                        $crate::layout::Field {
                            name: stringify!($field),
                            ty: <$ty as $crate::types::Abi>::TYPE,
                            offset: core::mem::offset_of!($name, $field),
                            size: size_of::<$ty>(),
                            align: align_of::<$ty>(),
                        },
                    )*],
                };
            }

            impl $crate::types::Plain for $name {
                fn read(bytes: &[u8]) -> Self {
                    let field = |offset: usize, size: usize| &bytes[offset..][..size];
                    $name {
                        $( $field: $crate::types::Plain::read(field(
                            core::mem::offset_of!($name, $field),
                            size_of::<$ty>(),
                        )), )*
                    }
                }
            }

            const _: () = assert!(<$name as $crate::layout::Laid>::LAYOUT.is_dense());
        )*
    };
}

pub(crate) use layouts;
