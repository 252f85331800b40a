//! Functions that compare or search memory and strings: what exactly they do with the bytes that they are passed.
//!
//! None of them throws, and none writes memory.

use serde::Deserialize;

use crate::ir::{Call, Module, Value};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StringFunction {
    /// Arguments 0 and 1 are compared byte by byte, as `unsigned char`.
    Compare(Compare),
    /// Finds the first place of a needle in argument 0.
    Search(Search),
    /// Finds the character that argument 1 is in argument 0.
    Member(Member),
    /// How far argument 0 goes on with characters of the set that argument 1 is.
    Span(Span),
    /// libstdc++'s `std::string` (of the ABI since GCC 5) in argument 0 is compared.
    StdString(StdString),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    pub ends: Ends,
    /// Which argument is the most bytes to look at.
    pub length: Option<u32>,
    /// Whether a negative length has a meaning of its own.
    #[serde(default)]
    pub signed: bool,
    /// How characters of different case are equal, if they may be.
    pub case: Option<Case>,
    /// Whether NULL is allowed, or reported.
    #[serde(default)]
    pub null: bool,
    /// Whether operands that are the same pointer are equal without a look at them.
    #[serde(default)]
    pub same: bool,
    #[serde(default)]
    pub result: Answer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Search {
    /// Which argument is the needle.
    pub needle: u32,
    /// Which argument is the needle's length, where it does not end at a NUL.
    pub needle_length: Option<u32>,
    /// Where argument 0 ends; `length`, `signed`, `case` and `null` as for [`Compare`].
    pub ends: Ends,
    pub length: Option<u32>,
    #[serde(default)]
    pub signed: bool,
    pub case: Option<Case>,
    #[serde(default)]
    pub null: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    pub ends: Ends,
    /// Which argument is the most bytes to look at.
    pub length: Option<u32>,
    /// Whether the last place is found, and not the first.
    #[serde(default)]
    pub last: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    #[serde(rename = "while")]
    pub goes_on: Side,
    pub result: Reached,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StdString {
    pub other: Other,
}

/// Where operands end, apart from a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    /// At the length alone: they are memory.
    Length,
    /// At a NUL: they are strings.
    Nul,
    /// They are strings, and equal where the second one ends.
    Second,
}

/// Which characters are equal although they are not the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    /// A to Z and a to z.
    Ascii,
    /// Those and, as libxml2's table has it, `[` and `{`.
    Libxml,
    /// As the program's locale has it.
    Locale,
    /// As the locale has it, and their order is that of the upper-case letters.
    LocaleUpper,
}

/// What a compare returns where its operands are equal, and where they are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Zero, or else the sign of the difference.
    #[default]
    Order,
    /// Zero, or else anything.
    Zero,
    /// Anything, or else zero.
    One,
}

/// Which characters a span is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Those of the set.
    Inside,
    /// All others.
    Outside,
}

/// What is returned for a span.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reached {
    /// How many characters it has.
    Count,
    /// A pointer to the character after it; NULL where that is the NUL.
    Pointer,
}

/// What a `std::string` is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Other {
    /// A C string.
    Pointer,
    /// Another `std::string`.
    String,
}

/// What is passed and returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ValueKind {
    Pointer,
    Integer,
}

impl StringFunction {
    /// Whether a call passes and returns what the function does.
    pub fn has_types(&self, module: Module, call: Call) -> bool {
        const C: u32 = 0;
        let bits = |value: Value| value.ty().int_bits().unwrap_or(0);
        let is = |value: Value, kind: ValueKind| match kind {
            ValueKind::Pointer => value.ty() == module.ptr(),
            // An `int` or a `size_t`.
            ValueKind::Integer => bits(value) == 32 || bits(value) == 64,
        };
        let expected = self.arguments();
        let arguments = call.arguments();
        let fits = arguments.len() == expected.len()
            && arguments.iter().zip(expected).all(|(v, k)| is(*v, k));
        use StringFunction::*;
        let returns = match self {
            // A truth value of any width.
            Compare(c) if c.result == Answer::One => (1..=64).contains(&bits(call.value())),
            Compare(_) | StdString(_) => bits(call.value()) == 32,
            Span(s) if s.result == Reached::Count => is(call.value(), ValueKind::Integer),
            Search(_) | Member(_) | Span(_) => is(call.value(), ValueKind::Pointer),
        };
        fits && returns && call.calling_convention() == C
    }

    /// Whether its answer is zero where the bytes are right, or else another number; `None`: where it is about sets of
    /// characters, each of which is as right as the others.
    pub fn is_right_if_zero(&self) -> Option<bool> {
        match self {
            StringFunction::Compare(compare) => Some(compare.result != Answer::One),
            StringFunction::StdString(_) => Some(true),
            StringFunction::Search(_) => Some(false),
            StringFunction::Member(_) | StringFunction::Span(_) => None,
        }
    }

    /// In order.
    fn arguments(&self) -> Vec<ValueKind> {
        use StringFunction::*;
        let (integers, pointers): (Vec<_>, Vec<_>) = match self {
            Compare(c) => (vec![c.length], vec![Some(1)]),
            Search(s) => (vec![s.length, s.needle_length], vec![Some(s.needle)]),
            Member(m) => (vec![Some(1), m.length], vec![]),
            Span(_) | StdString(_) => (vec![], vec![Some(1)]),
        };
        let all = integers.iter().chain(&pointers).flatten();
        let last = all.max().copied().unwrap_or(0);
        let kind = |index| match integers.contains(&Some(index)) {
            true => ValueKind::Integer,
            false => ValueKind::Pointer,
        };
        (0..=last).map(kind).collect()
    }
}

impl Case {
    /// The character that is not equal to its ASCII counterpart everywhere: Turkish locales know a dotless ı, and
    /// libxml2's table lowers `[` to `{`.
    pub fn ambiguous(self) -> Option<u8> {
        match self {
            Case::Ascii => None,
            Case::Libxml => Some(b'['),
            Case::Locale => Some(b'I'),
            Case::LocaleUpper => Some(b'i'),
        }
    }

    /// The first letter of the case that characters are turned from before their order is asked.
    pub fn first_folded(self) -> u8 {
        match self {
            Case::Ascii | Case::Libxml | Case::Locale => b'A',
            Case::LocaleUpper => b'a',
        }
    }

    /// An ASCII character in the case that the order of letters is that of.
    pub fn folded(self, byte: u8) -> u8 {
        match self {
            Case::Ascii | Case::Libxml | Case::Locale => byte.to_ascii_lowercase(),
            Case::LocaleUpper => byte.to_ascii_uppercase(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{function, table},
        *,
    };

    /// What the columns of a row say fits together.
    #[test]
    fn rows_are_consistent() {
        let functions = table::all().filter_map(|(n, f)| Some((n, f.string?)));
        for (name, function) in functions {
            let arguments = function.arguments();
            assert_eq!(arguments[0], ValueKind::Pointer, "{name}");
            let (ends, length, signed) = match function {
                StringFunction::Compare(c) => (c.ends, c.length, c.signed),
                StringFunction::Search(s) => (s.ends, s.length, s.signed),
                StringFunction::Member(m) => (m.ends, m.length, false),
                StringFunction::Span(_) | StringFunction::StdString(_) => continue,
            };
            assert!(ends != Ends::Length || length.is_some(), "{name}");
            assert!(!signed || length.is_some(), "{name}");
            if let Some(length) = length {
                assert_eq!(arguments[length as usize], ValueKind::Integer, "{name}");
            }
        }
    }

    #[test]
    fn shapes() {
        use ValueKind::{Integer, Pointer};
        let shape = |name| function(name).unwrap().string.unwrap().arguments();
        assert_eq!(shape("strcmp"), [Pointer, Pointer]);
        assert_eq!(shape("memcmp"), [Pointer, Pointer, Integer]);
        assert_eq!(shape("memmem"), [Pointer, Integer, Pointer, Integer]);
        assert_eq!(shape("g_strstr_len"), [Pointer, Integer, Pointer]);
        assert_eq!(shape("memchr"), [Pointer, Integer, Integer]);
        assert_eq!(shape("strspn"), [Pointer, Pointer]);
    }
}
