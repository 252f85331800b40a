//! Structures that cross a border, declared once: Rust's type, where its members are, and how C writes it.

use crate::types::Type;

/// A member of a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: &'static str,
    pub ty: Type,
    pub offset: usize,
    pub size: usize,
    /// What its type asks for; a packed structure gives it less.
    pub align: usize,
}

/// A structure, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// C's tag.
    pub tag: &'static str,
    pub size: usize,
    pub align: usize,
    pub fields: &'static [Field],
}

impl Layout {
    /// Whether a member may stand at an address that its own type would not have.
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

    /// Whether all bytes are a member's.
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

/// A structure of [`layouts!`].
pub trait Laid: Sized {
    const LAYOUT: Layout;
}

/// Declares structures: `#[repr(C)]`, or `#[repr(C, packed(4))]` for what stands in records, each with C's tag. They have no
/// padding, and [`Plain`](crate::types::Plain) reads them.
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
