//! Sites, what an execution of one compared, and how that came out.

use std::fmt::{self, Display, Formatter};

use fz_abi::sites::{self as layout, Predicate, SiteKind, how};
use fz_binary::Place;
use serde::{Serialize, Serializer};

/// A site that was executed with labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// The same in all builds of one source ([`layout::id`]).
    pub id: u32,
    /// In its function.
    pub number: u32,
    pub kind: u32,
    /// A predicate; of a call one of [`how`].
    pub how: u32,
    pub flags: u32,
    /// Of an operand; 0 of pointers.
    pub bits: u32,
    pub place: Place,
    /// Its symbol.
    pub function: String,
    /// Of a switch.
    pub cases: Vec<u64>,
}

/// What an operand is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

/// An execution of a site.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// Of its site in the trace.
    pub index: u32,
    pub site: &'a Site,
    /// Which of the site's executions, from 1; those without labels count too.
    pub execution: u32,
    /// Of its operands, in order.
    pub labels: [u32; 2],
    pub context: u32,
    pub compared: Compared<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compared<'a> {
    /// The second is 0 where the site has one.
    Numbers([u64; 2]),
    Call {
        /// `None`: there was no room for them.
        operands: Option<[&'a [u8]; 2]>,
        result: u64,
    },
}

/// How a site came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It does not follow from what is known, or there is none.
    None,
    Truth(bool),
    /// Of a switch: the case that it is.
    Case(Number),
    Default,
    /// Of calls.
    Word(&'static str),
}

impl Site {
    pub fn is_call(&self) -> bool {
        matches!(self.kind, layout::KIND_CALL | layout::KIND_POINTERS)
    }

    /// How many operands it has.
    pub fn operands(&self) -> usize {
        match self.kind {
            layout::KIND_SWITCH
            | layout::KIND_DIVISOR
            | layout::KIND_INDEX
            | layout::KIND_ALLOCATION
            | layout::KIND_LENGTH
            | layout::KIND_CALLEE
            | layout::KIND_TRUTH
            | layout::KIND_SHIFT => 1,
            _ => 2,
        }
    }

    /// Whether nothing is known of what its operands are.
    pub fn is_vector(&self) -> bool {
        !self.is_call() && self.flags & layout::VECTOR != 0
    }

    /// Of an operand, in bits.
    pub fn width(&self) -> u32 {
        match self.bits {
            0 => u64::BITS,
            bits => bits,
        }
    }

    pub fn kind_name(&self) -> &'static str {
        SiteKind::of(self.kind).map_or("unknown", SiteKind::name)
    }

    pub fn predicate(&self) -> Option<Predicate> {
        let of = Predicate::of(self.how).filter(|_| !self.is_call());
        of.filter(|predicate| *predicate != Predicate::None)
    }

    pub fn is_signed(&self) -> bool {
        self.flags & layout::SIGNED != 0 && !self.is_call()
    }

    /// A number of its width, by what its lower 64 bits are.
    pub fn number(&self, word: u64) -> Number {
        let word = self.within(word);
        match (self.kind, self.bits) {
            (layout::KIND_FLOAT, 16) => Number::Float(half(word as u16)),
            (layout::KIND_FLOAT, 32) => Number::Float(f32::from_bits(word as u32).into()),
            (layout::KIND_FLOAT, 64) => Number::Float(f64::from_bits(word)),
            (_, bits @ 1..=64) if self.is_signed() => {
                let unused = 64 - bits;
                Number::Signed((word << unused) as i64 >> unused)
            }
            _ => Number::Unsigned(word),
        }
    }

    /// The bits that count.
    pub fn within(&self, word: u64) -> u64 {
        match self.bits {
            bits @ 1..64 => word & ((1 << bits) - 1),
            _ => word,
        }
    }
}

/// A floating-point number of 16 bits.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    }
}

impl Event<'_> {
    pub fn outcome(&self) -> Outcome {
        match self.compared {
            Compared::Call { result, .. } => self.of_call(result),
            // Of wider numbers the upper half is not known.
            Compared::Numbers(_) if self.site.bits > 64 || self.site.is_vector() => Outcome::None,
            Compared::Numbers([a, b]) => self.of_numbers(a, b),
        }
    }

    fn of_numbers(&self, a: u64, b: u64) -> Outcome {
        let site = self.site;
        let (x, y) = (site.number(a), site.number(b));
        match site.kind {
            layout::KIND_SWITCH => {
                let is = |case: &&u64| site.within(**case) == site.within(a);
                match site.cases.iter().find(is) {
                    Some(_) => Outcome::Case(x),
                    None => Outcome::Default,
                }
            }
            layout::KIND_TRUTH => Outcome::Truth(site.within(a) != 0),
            _ if site.operands() == 1 => Outcome::None,
            _ => match x.compare(site.how, y) {
                Some(holds) => Outcome::Truth(holds),
                None => Outcome::None,
            },
        }
    }

    /// Functions that compare return an `int` or a truth value, and those that look for something a pointer.
    fn of_call(&self, result: u64) -> Outcome {
        let site = self.site;
        let zero_differs = site.flags & layout::ZERO_DIFFERS != 0;
        Outcome::Word(match (site.how, result as i32) {
            _ if site.kind == layout::KIND_POINTERS => return Outcome::None,
            (how::FIND_MEMORY | how::FIND_TEXT | how::FIND_FOLDED, _) if result == 0 => "missing",
            (how::FIND_MEMORY | how::FIND_TEXT | how::FIND_FOLDED, _) => "found",
            (_, 0) if zero_differs => "different",
            _ if zero_differs => "equal",
            (_, 0) => "equal",
            (_, ..0) => "less",
            (_, _) => "greater",
        })
    }
}

impl Number {
    /// `None`: the predicate is none that asks about two numbers, or who compares with what is no number is not known.
    fn compare(self, predicate: u32, other: Number) -> Option<bool> {
        use Number::*;
        use std::cmp::Ordering::*;
        let order = match (self, other) {
            (Unsigned(a), Unsigned(b)) => Some(a.cmp(&b)),
            (Signed(a), Signed(b)) => Some(a.cmp(&b)),
            (Float(a), Float(b)) => a.partial_cmp(&b),
            _ => None,
        };
        match predicate {
            layout::PREDICATE_ORDERED => return Some(order.is_some()),
            layout::PREDICATE_UNORDERED => return Some(order.is_none()),
            _ => {}
        }
        let order = order?;
        Some(match predicate {
            layout::PREDICATE_EQ => order == Equal,
            layout::PREDICATE_NE => order != Equal,
            layout::PREDICATE_GT => order == Greater,
            layout::PREDICATE_GE => order != Less,
            layout::PREDICATE_LT => order == Less,
            layout::PREDICATE_LE => order != Greater,
            _ => return None,
        })
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Number::Unsigned(number) => number.fmt(f),
            Number::Signed(number) => number.fmt(f),
            Number::Float(number) => number.fmt(f),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Number::Unsigned(number) => to.serialize_u64(*number),
            Number::Signed(number) => to.serialize_i64(*number),
            Number::Float(number) if number.is_finite() => to.serialize_f64(*number),
            _ => to.collect_str(self),
        }
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Outcome::None => to.serialize_none(),
            Outcome::Truth(is) => to.serialize_bool(*is),
            Outcome::Case(case) => case.serialize(to),
            Outcome::Default => to.serialize_str("default"),
            Outcome::Word(word) => to.serialize_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(kind: u32, how: u32, flags: u32, bits: u32) -> Site {
        Site {
            id: 1,
            number: 0,
            kind,
            how,
            flags,
            bits,
            place: Place {
                file: "a.c".to_owned(),
                line: 1,
                column: 1,
            },
            function: "f".to_owned(),
            cases: vec![7, 0xffff_ffff_ffff_ffff],
        }
    }

    fn outcome(site: &Site, compared: Compared) -> Outcome {
        let event = Event {
            index: 0,
            site,
            execution: 1,
            labels: [1, 0],
            context: 0,
            compared,
        };
        event.outcome()
    }

    #[test]
    fn compares_come_out_by_predicate_width_and_sign() {
        use layout::*;
        let (t, f) = (Outcome::Truth(true), Outcome::Truth(false));
        for (kind, how, flags, bits, a, b, came) in [
            (KIND_INTEGER, PREDICATE_EQ, 0, 8, 0x1ff, 0xff, t),
            (KIND_INTEGER, PREDICATE_NE, 0, 64, 1, 2, t),
            (KIND_INTEGER, PREDICATE_LT, SIGNED, 8, 0xff, 0, t),
            (KIND_INTEGER, PREDICATE_LT, 0, 8, 0xff, 0, f),
            (KIND_INTEGER, PREDICATE_GE, SIGNED, 64, 1 << 63, 0, f),
            (KIND_INTEGER, PREDICATE_GE, 0, 128, 1, 0, Outcome::None),
            (KIND_INTEGER, PREDICATE_EQ, VECTOR, 32, 0, 0, Outcome::None),
            (KIND_CHOICE, PREDICATE_NONE, 0, 32, 1, 0, Outcome::None),
            (KIND_TRUTH, 0, 0, 1, 1, 0, t),
            (KIND_DIVISOR, 0, 0, 32, 1, 0, Outcome::None),
            (KIND_SWITCH, 0, 0, 32, 8, 0, Outcome::Default),
            (
                KIND_SWITCH,
                0,
                0,
                32,
                0xffff_ffff,
                0,
                Outcome::Case(Number::Unsigned(0xffff_ffff)),
            ),
        ] {
            let found = outcome(&site(kind, how, flags, bits), Compared::Numbers([a, b]));
            assert_eq!(found, came, "{kind} {how} {flags} {bits} {a} {b}");
        }
    }

    #[test]
    fn numbers_that_are_none_are_only_told_apart() {
        use layout::*;
        let words = [f64::NAN, 1.5].map(f64::to_bits);
        for (how, came) in [
            (PREDICATE_ORDERED, Outcome::Truth(false)),
            (PREDICATE_UNORDERED, Outcome::Truth(true)),
            (PREDICATE_LT, Outcome::None),
        ] {
            assert_eq!(
                outcome(&site(KIND_FLOAT, how, 0, 64), Compared::Numbers(words)),
                came
            );
        }
        let halves = site(KIND_FLOAT, PREDICATE_LT, 0, 16);
        assert_eq!(halves.number(0x3e00), Number::Float(1.5));
        assert_eq!(halves.number(0xc000), Number::Float(-2.0));
        assert_eq!(halves.number(0x0001), Number::Float(5.960464477539063e-8));
        let came = outcome(&halves, Compared::Numbers([0xc000, 0x3e00]));
        assert_eq!(came, Outcome::Truth(true));
    }

    #[test]
    fn calls_say_equal_less_or_found() {
        use layout::*;
        for (how, flags, result, came) in [
            (how::MEMORY, 0, 0, "equal"),
            (how::TEXT, 0, 0xffff_fffe, "less"),
            (how::TEXT, 0, 3, "greater"),
            (how::TEXT, ZERO_DIFFERS, 1, "equal"),
            (how::TEXT, ZERO_DIFFERS, 0, "different"),
            (how::FIND_TEXT, 0, 1 << 32, "found"),
            (how::FIND_MEMORY, 0, 0, "missing"),
        ] {
            let call = Compared::Call {
                operands: None,
                result,
            };
            let found = outcome(&site(KIND_CALL, how, flags, 0), call);
            assert_eq!(found, Outcome::Word(came), "{how} {result}");
        }
    }
}
