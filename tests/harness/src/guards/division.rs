//! CWE-369: divisions by zero; and of CWE-190 the quotient that no type of its width has.

use super::case::{Case, HERE, KEEP};
use super::conversion;
use super::integer::{I5, I8, I16, I20, I32, I40, I64, I128, Integer, U7, U8, U16, U32, U64, U128};

/// What the value is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// It divides a hundred.
    Divisor,
    /// It divides the smallest number.
    DivisorOfLeast,
    /// It is divided by -1.
    Dividend,
}

struct Row {
    operation: &'static str,
    value: Value,
    /// It changes `result`, which begins as what is divided.
    statement: &'static str,
    /// Whether the type of `result` takes part.
    assigns: bool,
    types: &'static [&'static Integer],
}

const fn row(
    operation: &'static str,
    value: Value,
    statement: &'static str,
    types: &'static [&'static Integer],
) -> Row {
    Row {
        operation,
        value,
        statement,
        assigns: false,
        types,
    }
}

const fn assign(
    operation: &'static str,
    value: Value,
    statement: &'static str,
    types: &'static [&'static Integer],
) -> Row {
    Row {
        assigns: true,
        ..row(operation, value, statement, types)
    }
}

static ALL: [&Integer; 14] = [
    &I8, &U8, &I16, &U16, &I32, &U32, &I64, &U64, &I128, &U128, &I5, &U7, &I20, &I40,
];
/// Narrower ones have `int`'s quotient, which is then stored.
static NARROW: [&Integer; 2] = [&I8, &I16];
static WORDS: [&Integer; 3] = [&I32, &I64, &I128];

const LOOP: &str = "for (int turn = 0; turn < 2; turn++) result += 100 / $X;";

#[rustfmt::skip]
static ROWS: [Row; 11] = {
    use Value::{Dividend, Divisor, DivisorOfLeast};
    [
        row("divide", Divisor, "result = 100 / $X;", &ALL),
        row("remainder", Divisor, "result = 100 % $X;", &ALL),
        assign("divide-assign", Divisor, "result /= $X;", &ALL),
        assign("remainder-assign", Divisor, "result %= $X;", &ALL),
        row("divide-in-condition", Divisor, "if (100 / $X > 3) result = 1;", &ALL),
        row("divide-in-loop", Divisor, LOOP, &WORDS),
        row("least-by", DivisorOfLeast, "result = result / $X;", &WORDS),
        assign("least-by-assign", DivisorOfLeast, "result /= $X;", &WORDS),
        row("least-remainder", DivisorOfLeast, "result = result % $X;", &WORDS),
        row("by-minus-one", Dividend, "result = $X / -1;", &WORDS),
        row("by-minus-one-narrow", Dividend, "result = $X / -1;", &NARROW),
    ]
};

pub fn cases() -> Vec<Case> {
    let cases = |row: &'static Row| row.types.iter().map(|integer| row.case(integer));
    ROWS.iter().flat_map(cases).collect()
}

impl Row {
    fn case(&self, integer: &'static Integer) -> Case {
        let (least, most) = (integer.least(), integer.most());
        let arithmetic = match self.assigns {
            true => integer.read().arithmetic(),
            false => integer.arithmetic(),
        };
        let shape = arithmetic.shape();
        let (first, well, bad, report) = match self.value {
            Value::Divisor => {
                let report = format!("{shape} division by zero: 100 / 0");
                ("100", (1, most), 0, report)
            }
            Value::DivisorOfLeast => {
                let report = format!("{shape} overflow: {least} / -1");
                ("smallest", (1, most), -1, report)
            }
            Value::Dividend if arithmetic == integer => {
                let report = format!("{shape} overflow: {least} / -1");
                ("0", (least + 1, most), least, report)
            }
            Value::Dividend => {
                let report = conversion::report(arithmetic, integer, -least);
                ("0", (least + 1, most), least, report)
            }
        };
        let c = integer.c;
        Case {
            cwe: if self.value == Value::Divisor {
                369
            } else {
                190
            },
            operation: self.operation,
            integer,
            target: None,
            shared: integer.constant("smallest", least),
            sink: format!("{c} result = {first};\n{} {HERE}\n{KEEP}", self.statement),
            wide: None,
            well,
            bad,
            report,
            sizes: false,
            cxx: false,
        }
    }
}
