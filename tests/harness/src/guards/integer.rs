//! Types of integers: their ranges, and what becomes of a number in them.

/// A type, or a bit-field of one.
#[derive(Debug, PartialEq, Eq)]
pub struct Integer {
    /// As in programs' names.
    pub name: &'static str,
    /// As C writes it.
    pub c: &'static str,
    /// Those of its values; for a bit-field its width.
    pub bits: u32,
    pub signed: bool,
    /// Those of the type that a bit-field is declared with, and otherwise the same as `bits`.
    pub declared: u32,
    /// How `scanf` calls it. There is none of 128 bits.
    pub scanned: Option<&'static str>,
}

const fn plain(
    name: &'static str,
    c: &'static str,
    bits: u32,
    signed: bool,
    scanned: Option<&'static str>,
) -> Integer {
    Integer {
        name,
        c,
        bits,
        signed,
        declared: bits,
        scanned,
    }
}

pub static I8: Integer = plain("i8", "int8_t", 8, true, Some("%hhd"));
pub static U8: Integer = plain("u8", "uint8_t", 8, false, Some("%hhu"));
pub static CHAR: Integer = plain("char", "signed char", 8, true, Some("%hhd"));
pub static I16: Integer = plain("i16", "short", 16, true, Some("%hd"));
pub static U16: Integer = plain("u16", "unsigned short", 16, false, Some("%hu"));
pub static I32: Integer = plain("i32", "int", 32, true, Some("%d"));
pub static U32: Integer = plain("u32", "uint32_t", 32, false, Some("%u"));
pub static I64: Integer = plain("i64", "long", 64, true, Some("%ld"));
pub static U64: Integer = plain("u64", "size_t", 64, false, Some("%zu"));
pub static I128: Integer = plain("i128", "__int128", 128, true, None);
pub static U128: Integer = plain("u128", "unsigned __int128", 128, false, None);
pub static I5: Integer = field("i5", "int", 5, true, 32, "%d");
pub static U7: Integer = field("u7", "unsigned", 7, false, 32, "%u");
pub static I20: Integer = field("i20", "int", 20, true, 32, "%d");
pub static I40: Integer = field("i40", "long", 40, true, 64, "%ld");

const fn field(
    name: &'static str,
    c: &'static str,
    bits: u32,
    signed: bool,
    declared: u32,
    scanned: &'static str,
) -> Integer {
    Integer {
        name,
        c,
        bits,
        signed,
        declared,
        scanned: Some(scanned),
    }
}

impl Integer {
    pub fn is_field(&self) -> bool {
        self.bits != self.declared
    }

    /// The declaration of a member.
    pub fn member(&self, name: &str) -> String {
        match self.is_field() {
            true => format!("{} {name} : {}", self.c, self.bits),
            false => format!("{} {name}", self.c),
        }
    }

    pub fn least(&self) -> i128 {
        match self.signed {
            true => i128::MIN >> (128 - self.bits),
            false => 0,
        }
    }

    /// The largest number; of `unsigned __int128` the largest that an `i128` has, too.
    pub fn most(&self) -> i128 {
        match self.signed {
            true => !self.least(),
            false => (u128::MAX >> (128 - self.bits)).min(i128::MAX as u128) as i128,
        }
    }

    pub fn holds(&self, number: i128) -> bool {
        // Nothing of an i128 is above the range of `unsigned __int128`.
        (self.least()..=self.most()).contains(&number)
    }

    /// As reports name it.
    pub fn shape(&self) -> String {
        format!("{}{}", if self.signed { "int" } else { "uint" }, self.bits)
    }

    /// The type that arithmetic of it has, as reports name it: of what is narrower than `int` that of `int`.
    pub fn arithmetic(&self) -> &'static Integer {
        match (self.bits, self.declared, self.signed) {
            (..32, ..=32, _) | (_, 32, true) => &I32,
            (_, 32, false) => &U32,
            (_, 64, true) => &I64,
            (_, 64, false) => &U64,
            (_, _, true) => &I128,
            (_, _, false) => &U128,
        }
    }

    /// The type of its values, as conversions see them: of a bit-field the one that it is declared with.
    pub fn read(&self) -> &Integer {
        match (self.is_field(), self.declared, self.signed) {
            (false, _, _) => self,
            (_, 32, true) => &I32,
            (_, 32, false) => &U32,
            (_, _, true) => &I64,
            (_, _, false) => &U64,
        }
    }

    /// What a conversion makes of `number`, in digits.
    pub fn wrapped(&self, number: i128) -> String {
        let unused = 128 - self.bits;
        match self.signed {
            true => (number << unused >> unused).to_string(),
            false => ((number as u128) << unused >> unused).to_string(),
        }
    }

    /// A constant of static storage: no program computes it.
    pub fn constant(&self, name: &str, number: i128) -> String {
        let c = self.c;
        let value = match self.declared {
            128 => {
                let (high, low) = ((number as u128) >> 64, number as u64);
                format!("({c})((unsigned __int128){high:#x} << 64 | {low:#x})")
            }
            _ if number == i64::MIN.into() => format!("{} - 1", i64::MIN + 1),
            _ => format!("{number}{}", if self.signed { "" } else { "u" }),
        };
        format!("static const {c} {name} = {value};\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_c() {
        let range = |i: &Integer| (i.least(), i.most());
        assert_eq!(range(&I8), (-128, 127));
        assert_eq!(range(&U64), (0, u64::MAX.into()));
        assert_eq!(range(&I128), (i128::MIN, i128::MAX));
        assert_eq!(range(&I5), (-16, 15));
        assert_eq!(range(&U128), (0, i128::MAX));
    }

    #[test]
    fn what_is_narrower_than_int_becomes_int() {
        for (integer, arithmetic) in [
            (&U8, &I32),
            (&U7, &I32),
            (&I40, &I64),
            (&U32, &U32),
            (&U128, &U128),
        ] {
            assert_eq!(integer.arithmetic(), arithmetic, "{}", integer.name);
        }
    }

    #[test]
    fn conversions_wrap() {
        assert_eq!(I8.wrapped(128), "-128");
        assert_eq!(U7.wrapped(-1), "127");
        assert_eq!(U128.wrapped(-1), u128::MAX.to_string());
    }
}
