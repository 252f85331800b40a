//! The kinds of compares that programs make, in equal shares.

use fz_harness::random::Random;

use super::compare::Compare;
use super::{numbers, strings, sums};

macro_rules! kinds {
    ($($variant:ident $name:literal $make:expr;)*) => {
        /// What is compared, and how.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Kind {
            $($variant,)*
        }

        impl Kind {
            /// In the order of the report.
            pub const ALL: &[Kind] = &[$(Kind::$variant,)*];

            /// As people call it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Kind::$variant => $name,)*
                }
            }

            fn make(self, random: &mut Random) -> Compare {
                match self {
                    $(Kind::$variant => $make(self, random),)*
                }
            }
        }
    };
}

kinds! {
    Equal "integer ==" numbers::equal;
    EqualVariable "integer ==, var/var" numbers::equal_variable;
    Unsigned "unsigned <" |k, r| numbers::order(k, numbers::Sign::Unsigned, numbers::Other::Constant, r);
    Signed "signed <" |k, r| numbers::order(k, numbers::Sign::Signed, numbers::Other::Constant, r);
    UnsignedVariable "unsigned <, var/var" |k, r| numbers::order(k, numbers::Sign::Unsigned, numbers::Other::Variable, r);
    SignedVariable "signed <, var/var" |k, r| numbers::order(k, numbers::Sign::Signed, numbers::Other::Variable, r);
    Switch "switch" numbers::switch;
    FloatEqual "float ==" |k, r| numbers::float_equal(k, numbers::Real::Float, r);
    DoubleEqual "double ==" |k, r| numbers::float_equal(k, numbers::Real::Double, r);
    FloatOrder "float <, double <" numbers::float_order;
    FloatClass "NaN, infinity" numbers::float_class;
    Strcmp "strcmp" |k, r| strings::strcmp(k, numbers::Other::Constant, r);
    StrcmpVariable "strcmp, var/var" |k, r| strings::strcmp(k, numbers::Other::Variable, r);
    Strncmp "strncmp" |k, r| strings::strncmp(k, numbers::Other::Constant, r);
    StrncmpVariable "strncmp, var/var" |k, r| strings::strncmp(k, numbers::Other::Variable, r);
    Strcasecmp "strcasecmp" strings::strcasecmp;
    Memcmp "memcmp" |k, r| strings::memcmp(k, numbers::Other::Constant, r);
    MemcmpVariable "memcmp, var/var" |k, r| strings::memcmp(k, numbers::Other::Variable, r);
    Memmem "memmem" strings::memmem;
    Strstr "strstr" strings::strstr;
    Promoted "promoted" sums::promoted;
    Chars "characters &&" sums::chars;
    Select "select" sums::select;
    Sum "sum" sums::sum;
}

/// `count` compares, the same ones for the same seed.
pub fn generate(count: usize, seed: u64) -> Vec<Compare> {
    let mut random = Random::new(seed);
    let kinds = Kind::ALL.iter().cycle().take(count);
    kinds.map(|kind| kind.make(&mut random)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Kind, generate};

    #[test]
    fn compares_are_always_the_same_and_of_all_kinds() {
        let (a, b) = (generate(240, 1), generate(240, 1));
        for (a, b) in a.iter().zip(&b) {
            assert_eq!((&a.body, &a.ways, &a.others), (&b.body, &b.ways, &b.others));
        }
        let kinds: BTreeSet<Kind> = a.iter().map(|c| c.kind).collect();
        assert_eq!(kinds.len(), Kind::ALL.len());
        assert!(
            generate(240, 2)
                .iter()
                .zip(&a)
                .any(|(x, y)| x.body != y.body)
        );
    }

    #[test]
    fn neighbours_on_a_way_differ_in_one_byte() {
        for compare in generate(480, 3) {
            for way in &compare.ways {
                assert!(way.len() > 1, "{}", compare.body);
                for pair in way.windows(2) {
                    let differ = pair[0].iter().zip(&pair[1]).filter(|(a, b)| a != b);
                    assert_eq!(differ.count(), 1, "{}", compare.body);
                }
            }
        }
    }
}
