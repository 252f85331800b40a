//! What has a number in records, traces and calls, and a name where it is shown: declared once.

/// Declares such a type: `CONSTANT Variant = number "name"`. The constant is the number.
macro_rules! numbered {
    ($(
        $(#[$meta:meta])*
        $type:ident: $int:ident {
            $( $(#[$doc:meta])* $constant:ident $variant:ident = $number:literal $name:literal, )+
        }
    )+) => {
        $(
            $(
                $(#[$doc])*
                pub const $constant: $int = $number;
            )+

            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            #[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
            #[repr($int)]
            pub enum $type {
                $(
                    $(#[$doc])*
                    #[cfg_attr(feature = "serde", serde(rename = $name))]
                    $variant = $number,
                )+
            }

            impl $type {
                /// All of them.
                pub const ALL: &'static [$type] = &[$( $type::$variant, )+];

                /// The one of a number.
                pub fn of(number: $int) -> Option<$type> {
                    Self::ALL.iter().copied().find(|one| *one as $int == number)
                }

                /// How it is called where it is shown.
                pub const fn name(self) -> &'static str {
                    match self {
                        $( $type::$variant => $name, )+
                    }
                }
            }
        )+
    };
}

pub(crate) use numbered;
