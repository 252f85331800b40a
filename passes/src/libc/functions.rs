//! The table of functions, `functions.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::ir::{Builder, Call, IntPredicate, Module, Value};

const TEXT: &str = include_str!("functions.toml");

static FUNCTIONS: LazyLock<BTreeMap<String, Function>> =
    LazyLock::new(|| toml::from_str(TEXT).expect("a unit test parses it"));

/// What a function of this name does; `None` for those of which the table says nothing.
pub fn by_name(name: &str) -> Option<Function> {
    FUNCTIONS.get(name).copied()
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Function {
    Compare(Compare),
    Search(Search),
    Member(Member),
    Span(Span),
    StdString(StdString),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    pub ends: Ends,
    pub length: Option<u32>,
    #[serde(default)]
    pub signed: bool,
    pub case: Option<Case>,
    #[serde(default)]
    pub null: bool,
    #[serde(default)]
    pub same: bool,
    #[serde(default)]
    pub result: Answer,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Search {
    pub needle: u32,
    pub needle_length: Option<u32>,
    pub ends: Ends,
    pub length: Option<u32>,
    #[serde(default)]
    pub signed: bool,
    pub case: Option<Case>,
    #[serde(default)]
    pub null: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    pub ends: Ends,
    pub length: Option<u32>,
    #[serde(default)]
    pub last: bool,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    #[serde(rename = "while")]
    pub goes_on: Side,
    pub result: Reached,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StdString {
    pub other: Other,
}

/// Where operands end, beside at a length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ends {
    Length,
    Nul,
    Second,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Case {
    Ascii,
    Libxml,
    Locale,
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

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    Inside,
    Outside,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reached {
    Count,
    Pointer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Other {
    Pointer,
    String,
}

/// What is passed and returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Pointer,
    Integer,
}

impl Function {
    pub fn returns(&self) -> Kind {
        match self {
            Function::Compare(_) | Function::StdString(_) => Kind::Integer,
            Function::Search(_) | Function::Member(_) => Kind::Pointer,
            Function::Span(s) if s.result == Reached::Count => Kind::Integer,
            Function::Span(_) => Kind::Pointer,
        }
    }

    /// In order.
    pub fn arguments(&self) -> Vec<Kind> {
        let (integers, pointers): (Vec<_>, Vec<_>) = match self {
            Function::Compare(c) => (vec![c.length], vec![Some(1)]),
            Function::Search(s) => (vec![s.length, s.needle_length], vec![Some(s.needle)]),
            Function::Member(m) => (vec![Some(1), m.length], vec![]),
            Function::Span(_) | Function::StdString(_) => (vec![], vec![Some(1)]),
        };
        let all = integers.iter().chain(&pointers).flatten();
        let last = all.max().copied().unwrap_or(0);
        let kind = |index| match integers.contains(&Some(index)) {
            true => Kind::Integer,
            false => Kind::Pointer,
        };
        (0..=last).map(kind).collect()
    }
}

impl Case {
    /// A character whose other form is not the ASCII one everywhere: Turkish locales know a dotless ı, and libxml2's
    /// table lowers `[` to `{`.
    fn unsettled(self) -> Option<u8> {
        match self {
            Case::Ascii => None,
            Case::Libxml => Some(b'['),
            Case::Locale => Some(b'I'),
            Case::LocaleUpper => Some(b'i'),
        }
    }

    pub fn folded(self, byte: u8) -> u8 {
        match self {
            Case::Ascii | Case::Libxml | Case::Locale => byte.to_ascii_lowercase(),
            Case::LocaleUpper => byte.to_ascii_uppercase(),
        }
    }

    /// Whether two characters are the same letter for sure; `b` may be a constant.
    pub fn equal(self, builder: &Builder, a: Value, b: Value) -> Value {
        let byte = a.ty();
        let exact = |x, y| builder.icmp(IntPredicate::Eq, x, y);
        if let Some(constant) = b.int_constant() {
            let letter = constant as u8;
            let open = self.unsettled().map(|u| u.to_ascii_lowercase());
            if !letter.is_ascii_alphabetic() || open == Some(letter.to_ascii_lowercase()) {
                return exact(a, b);
            }
            let lower = builder.or(a, byte.constant(0x20));
            return exact(
                lower,
                byte.constant(letter.to_ascii_lowercase().into()).value(),
            );
        }
        let [x, y] = [a, b].map(|v| self.fold(builder, v));
        let folded = exact(x, y);
        let Some(unsettled) = self.unsettled() else {
            return folded;
        };
        let open = self.folded(unsettled);
        let settled = builder.icmp(IntPredicate::Ne, x, byte.constant(open.into()));
        builder.or(exact(a, b), builder.and(folded, settled))
    }

    /// Whether the order of two characters that are not `equal` is for the locale to say, or for the function itself.
    pub fn is_odd(self, builder: &Builder, a: Value, b: Value) -> Value {
        let byte = a.ty();
        let beyond = builder.icmp(IntPredicate::Ugt, builder.or(a, b), byte.constant(0x7f));
        let Some(unsettled) = self.unsettled() else {
            return beyond;
        };
        let is_open = |v| builder.icmp(IntPredicate::Eq, v, byte.constant(unsettled.into()));
        builder.or(beyond, builder.or(is_open(a), is_open(b)))
    }

    /// Whether that is so for each character that is not equal to this one.
    pub fn is_always_odd(self, constant: u8) -> bool {
        constant > 0x7f || self.unsettled() == Some(constant)
    }

    /// Whether what the function says may matter where two characters are not `equal`.
    pub fn is_open(self) -> bool {
        self != Case::Ascii
    }

    /// The lower-case letter (or upper-case, by which the order goes) of one, and all else itself.
    pub fn fold(self, builder: &Builder, value: Value) -> Value {
        let byte = value.ty();
        let first = match self {
            Case::Ascii | Case::Libxml | Case::Locale => b'A',
            Case::LocaleUpper => b'a',
        };
        let place = builder.sub(value, byte.constant(first.into()));
        let is_letter = builder.icmp(IntPredicate::Ult, place, byte.constant(26));
        let bit = builder.shl(builder.zext(is_letter, byte), byte.constant(5));
        builder.xor(value, bit)
    }
}

/// Whether a call passes and returns what the function of the table does.
pub fn has_types(module: Module, call: Call, function: &Function) -> bool {
    const C: u32 = 0;
    let bits = |value: Value| value.ty().int_bits().unwrap_or(0);
    let is = |value: Value, kind: Kind| match kind {
        Kind::Pointer => value.ty() == module.ptr(),
        // An `int` or a `size_t`.
        Kind::Integer => bits(value) == 32 || bits(value) == 64,
    };
    let expected = function.arguments();
    let arguments = call.arguments();
    let fits =
        arguments.len() == expected.len() && arguments.iter().zip(expected).all(|(v, k)| is(*v, k));
    use Function::*;
    let returns = match function {
        // A truth value of any width.
        Compare(c) if c.result == Answer::One => (1..=64).contains(&bits(call.value())),
        Compare(_) | StdString(_) => bits(call.value()) == 32,
        _ => is(call.value(), function.returns()),
    };
    fits && returns && call.calling_convention() == C
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<&'static str> {
        let is_entry = |l: &&str| !l.is_empty() && !l.starts_with('#');
        let lines = TEXT.lines().filter(is_entry);
        lines.map(|l| l.split(' ').next().unwrap()).collect()
    }

    #[test]
    fn the_table_is_sorted_and_complete() {
        let names = names();
        assert!(names.windows(2).all(|w| w[0] < w[1]), "{names:?}");
        for name in &names {
            assert!(by_name(name).is_some(), "{name}");
        }
        assert_eq!(names.len(), FUNCTIONS.len());
    }

    #[test]
    fn unknown_fields_are_errors() {
        for wrong in [
            "f = { kind = 'compare', ends = 'nul', colour = 1 }",
            "f = { kind = 'compare', ends = 'never' }",
            "f = { kind = 'span', while = 'inside' }",
            "f = { kind = 'copy' }",
        ] {
            let parsed = toml::from_str::<BTreeMap<String, Function>>(wrong);
            assert!(parsed.is_err(), "{wrong}");
        }
    }

    /// What the lines say fits together.
    #[test]
    fn lines_are_consistent() {
        for (name, function) in FUNCTIONS.iter() {
            let arguments = function.arguments();
            assert_eq!(arguments[0], Kind::Pointer, "{name}");
            let (ends, length, signed) = match function {
                Function::Compare(c) => (c.ends, c.length, c.signed),
                Function::Search(s) => (s.ends, s.length, s.signed),
                Function::Member(m) => (m.ends, m.length, false),
                Function::Span(_) | Function::StdString(_) => continue,
            };
            assert!(ends != Ends::Length || length.is_some(), "{name}");
            assert!(!signed || length.is_some(), "{name}");
            if let Some(length) = length {
                assert_eq!(arguments[length as usize], Kind::Integer, "{name}");
            }
        }
    }

    #[test]
    fn shapes() {
        use Kind::{Integer, Pointer};
        let shape = |name| by_name(name).unwrap().arguments();
        assert_eq!(shape("strcmp"), [Pointer, Pointer]);
        assert_eq!(shape("memcmp"), [Pointer, Pointer, Integer]);
        assert_eq!(shape("memmem"), [Pointer, Integer, Pointer, Integer]);
        assert_eq!(shape("g_strstr_len"), [Pointer, Integer, Pointer]);
        assert_eq!(shape("memchr"), [Pointer, Integer, Integer]);
        assert_eq!(shape("strspn"), [Pointer, Pointer]);
    }
}
