//! CWE-194, CWE-195 and CWE-197: numbers that a conversion changes.

use std::sync::LazyLock;

use serde::Deserialize;

use super::case::{Case, HERE, KEEP};
use super::integer::{
    CHAR, I5, I8, I16, I20, I32, I40, I64, I128, Integer, U7, U8, U16, U32, U64, U128,
};

/// What is said of a number that becomes another one.
pub fn report(from: &Integer, to: &Integer, number: i128) -> String {
    format!(
        "{} out of range: {} {number} becomes {}",
        to.shape(),
        from.shape(),
        to.wrapped(number)
    )
}

/// How a program converts: a row of `tests/guards/conversions.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    operation: String,
    #[serde(default)]
    shared: String,
    sink: String,
    /// Whether it is the size of something.
    #[serde(default)]
    sizes: bool,
    /// What is added before the conversion.
    #[serde(default)]
    added: i128,
    #[serde(default)]
    cxx: bool,
}

#[derive(Deserialize)]
struct Ways {
    way: Vec<Way>,
    /// To bit-fields.
    field: Vec<Way>,
}

static WAYS: LazyLock<Ways> = LazyLock::new(|| {
    let text = include_str!("../../../guards/conversions.toml");
    toml::from_str(text).expect("tests/guards/conversions.toml can be read")
});

struct Pair {
    cwe: u16,
    from: &'static Integer,
    to: &'static Integer,
    /// A value that changes.
    bad: i128,
}

const fn pair(cwe: u16, from: &'static Integer, to: &'static Integer, bad: i128) -> Pair {
    Pair { cwe, from, to, bad }
}

static PAIRS: [Pair; 31] = [
    pair(194, &I8, &U64, -1),
    pair(194, &CHAR, &U32, -128),
    pair(194, &I16, &U64, -1),
    pair(194, &I16, &U32, -32768),
    pair(194, &I5, &U64, -16),
    pair(194, &CHAR, &U128, -1),
    pair(195, &I32, &U64, -1),
    pair(195, &I32, &U32, i32::MIN as i128),
    pair(195, &I64, &U64, -1),
    pair(195, &I20, &U64, -2),
    pair(195, &I40, &U64, -1),
    pair(195, &I128, &U128, -1),
    pair(195, &I8, &U8, -1),
    pair(195, &I16, &U16, -1),
    pair(197, &I16, &I8, 128),
    pair(197, &I32, &I8, -200),
    pair(197, &I32, &CHAR, 300),
    pair(197, &I32, &U8, 256),
    pair(197, &I32, &I16, 32768),
    pair(197, &I32, &U16, 70000),
    pair(197, &U16, &U8, 256),
    pair(197, &U16, &I8, 128),
    pair(197, &U32, &U8, 257),
    pair(197, &U32, &U16, 65536),
    pair(197, &U32, &I16, 32768),
    pair(197, &I64, &I32, 2147483648),
    pair(197, &I64, &U32, 4294967296),
    pair(197, &I64, &I8, 255),
    pair(197, &U64, &U32, 4294967296),
    pair(197, &U64, &I32, 4294967297),
    pair(197, &I128, &I64, 1 << 64),
];

/// Bit-fields as targets: no pointer leads to them.
static FIELDS: [Pair; 4] = [
    pair(197, &I32, &I5, 16),
    pair(197, &U32, &U7, 128),
    pair(197, &I32, &I20, -524289),
    pair(197, &I64, &I40, 1 << 39),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut turn = 0;
    for pair in &PAIRS {
        let ways: Vec<&'static Way> = WAYS.way.iter().filter(|w| w.suits(pair)).collect();
        // All ways of all pairs would be three times as many: each has its turn.
        let some = ways.len().min(SOME);
        cases.extend((turn..turn + some).map(|at| ways[at % ways.len()].case(pair)));
        turn += some;
    }
    for pair in &FIELDS {
        cases.extend(WAYS.field.iter().map(|way| way.case(pair)));
    }
    cases
}

/// Ways of a pair.
const SOME: usize = 9;

impl Way {
    fn suits(&self, pair: &Pair) -> bool {
        (!self.sizes || pair.to == &U64) && (self.added == 0 || pair.cwe == 197)
    }

    fn case(&'static self, pair: &Pair) -> Case {
        let Pair { cwe, from, to, bad } = *pair;
        let read = match self.added {
            0 => from.read(),
            _ => from.arithmetic(),
        };
        let filled = |text: &str| {
            text.replace("$U", to.c)
                .replace("$M", &to.member("kept"))
                .replace("$HERE", HERE)
                .replace("$KEEP", KEEP)
        };
        Case {
            cwe,
            operation: &self.operation,
            integer: from,
            target: Some(to),
            shared: filled(&self.shared),
            sink: filled(&self.sink),
            wide: None,
            well: match self.sizes {
                true => (0, from.most().min(LARGEST)),
                false => (
                    from.least().max(to.least() - self.added),
                    from.most().min(to.most() - self.added),
                ),
            },
            bad,
            report: report(read, to, bad + self.added),
            sizes: self.sizes,
            cxx: self.cxx,
        }
    }
}

/// A size that nobody objects to.
const LARGEST: i128 = 100;
