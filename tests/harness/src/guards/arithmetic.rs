//! CWE-190 and CWE-191: results above and below the range of their type.

use super::case::{Case, HERE, KEEP};
use super::conversion;
use super::integer::{I5, I8, I16, I20, I32, I40, I64, I128, Integer, U7, U8, U16, U32, U64, U128};

/// What is computed, of the value and a constant or of the value alone.
#[derive(Clone, Copy)]
enum Of {
    Sum(i128),
    Difference(i128),
    Product(i128),
    /// Of the value and itself.
    Double,
    Square,
    /// Of a number and the value, which is taken from it.
    Taken(i128),
    Negation,
    /// To the left.
    Shifted(u32),
    /// A one by so many bits.
    Amount,
}

/// How a program writes it.
#[derive(Clone, Copy)]
enum Form {
    /// An expression that is assigned to a new variable.
    Value(&'static str),
    /// A statement that changes the value.
    Change(&'static str),
    /// A statement that changes `result`, which begins as this number.
    Result(i32, &'static str),
}

struct Row {
    cwe: u16,
    operation: &'static str,
    of: Of,
    form: Form,
    types: &'static [&'static Integer],
}

const fn row(
    cwe: u16,
    operation: &'static str,
    of: Of,
    form: Form,
    types: &'static [&'static Integer],
) -> Row {
    Row {
        cwe,
        operation,
        of,
        form,
        types,
    }
}

static ALL: [&Integer; 13] = [
    &I8, &U8, &I16, &U16, &I32, &U32, &I64, &U64, &I128, &I5, &U7, &I20, &I40,
];
static BELOW: [&Integer; 14] = [
    &I8, &U8, &I16, &U16, &I32, &U32, &I64, &U64, &I128, &U128, &I5, &U7, &I20, &I40,
];
/// For `++` and `--` clang takes a bit-field without a sign for an `unsigned`, narrower than `int` as it may be.
static STEPS: [&Integer; 13] = [
    &I8, &U8, &I16, &U16, &I32, &U32, &I64, &U64, &I128, &U128, &I5, &I20, &I40,
];
static UP: [&Integer; 12] = [
    &I8, &U8, &I16, &U16, &I32, &U32, &I64, &U64, &I128, &I5, &I20, &I40,
];
static PLAIN: [&Integer; 9] = [&I8, &U8, &I16, &U16, &I32, &U32, &I64, &U64, &I128];
static SIGNED: [&Integer; 7] = [&I8, &I16, &I32, &I64, &I128, &I20, &I40];
/// Bits that unsigned types of `int`'s width and more lose are nobody's error.
static SHIFTED: [&Integer; 11] = [
    &I8, &U8, &I16, &U16, &I32, &U32, &I64, &U64, &I128, &I5, &U7,
];
static WORDS: [&Integer; 5] = [&I32, &U32, &I64, &U64, &I128];

const SUM: &str = "for (int turn = 0; turn < 2; turn++) result += $X;";
const POWER: &str = "for (int turn = 0; turn < 2; turn++) result *= $X;";
const DOWN: &str = "for (int turn = 0; turn < 3; turn++) if (turn == 1) $X--;";

/// `$W` casts the value where the result is wider.
#[rustfmt::skip]
static ROWS: [Row; 24] = {
    use Form::{Change, Result, Value};
    use Of::{Amount, Difference, Double, Negation, Product, Shifted, Square, Sum, Taken};
    [
        row(190, "plus", Sum(1), Value("$W$X + 1"), &ALL),
        row(190, "plus-assign", Sum(10), Change("$X += 10;"), &ALL),
        row(190, "increment", Sum(1), Change("++$X;"), &UP),
        row(190, "increment-after", Sum(1), Change("$X++;"), &UP),
        row(190, "double", Double, Value("$W$X + $X"), &PLAIN),
        row(190, "sum-in-loop", Double, Result(0, SUM), &PLAIN),
        row(190, "condition", Sum(2), Result(0, "if ($X + 2 > 5) result = 1;"), &WORDS),
        row(190, "times", Product(3), Value("$W$X * 3"), &ALL),
        row(190, "times-assign", Product(7), Change("$X *= 7;"), &ALL),
        row(190, "square", Square, Value("$W$X * $X"), &PLAIN),
        row(190, "power-in-loop", Square, Result(1, POWER), &PLAIN),
        row(190, "shift", Shifted(2), Value("$X << 2"), &SHIFTED),
        row(190, "shift-assign", Shifted(2), Change("$X <<= 2;"), &SHIFTED),
        row(190, "shift-amount", Amount, Result(1, "result <<= $X;"), &WORDS),
        row(190, "shift-right-amount", Amount, Result(1, "result = result >> $X;"), &WORDS),
        row(191, "minus", Difference(1), Value("$W$X - 1"), &BELOW),
        row(191, "minus-assign", Difference(10), Change("$X -= 10;"), &BELOW),
        row(191, "decrement", Difference(1), Change("--$X;"), &STEPS),
        row(191, "decrement-after", Difference(1), Change("$X--;"), &STEPS),
        row(191, "decrement-in-loop", Difference(1), Change(DOWN), &PLAIN),
        row(191, "taken", Taken(-2), Value("-2 - $W$X"), &SIGNED),
        row(191, "plus-negative", Sum(-1), Change("$X += -1;"), &SIGNED),
        row(191, "times-negative", Product(-3), Change("$X *= -3;"), &SIGNED),
        row(191, "negate", Negation, Value("-$W$X"), &BELOW),
    ]
};

pub fn cases() -> Vec<Case> {
    let cases = |row: &'static Row| row.types.iter().map(|integer| row.case(integer));
    ROWS.iter().flat_map(cases).collect()
}

impl Row {
    fn case(&self, integer: &'static Integer) -> Case {
        let (well, bad) = self.of.values(integer);
        Case {
            cwe: self.cwe,
            operation: self.operation,
            integer,
            target: None,
            shared: String::new(),
            sink: self.form.sink(integer),
            wide: self.wide(integer),
            well,
            bad,
            report: self.of.report(integer, bad),
            sizes: false,
            cxx: false,
        }
    }

    /// The result in a type that has room for it.
    fn wide(&self, integer: &Integer) -> Option<String> {
        let (Form::Value(expression), false) = (self.form, matches!(self.of, Of::Shifted(_)))
        else {
            return None;
        };
        let wide = match (self.of, integer.bits, integer.signed) {
            (_, 128, _) | (Of::Square, 64, false) => return None,
            (_, ..32, _) => "long",
            _ => "__int128",
        };
        let expression = expression.replace("$W", &format!("({wide})"));
        Some(format!("{wide} result = {expression};\n{KEEP}"))
    }
}

impl Form {
    fn sink(self, integer: &Integer) -> String {
        let c = integer.c;
        match self {
            Form::Value(expression) => {
                let expression = expression.replace("$W", "");
                match integer.is_field() {
                    true => {
                        let member = integer.member("kept");
                        format!(
                            "struct {{ {member}; }} result = {{0}};\nresult.kept = {expression}; {HERE}\n{KEEP}"
                        )
                    }
                    false => format!("{c} result = {expression}; {HERE}\n{KEEP}"),
                }
            }
            Form::Change(statement) => format!("{statement} {HERE}\n{c} result = $X;\n{KEEP}"),
            Form::Result(first, statement) => {
                format!("{c} result = {first};\n{statement} {HERE}\n{KEEP}")
            }
        }
    }
}

impl Of {
    /// The values that go well, from the first to the last, and one beside them.
    fn values(self, integer: &Integer) -> ((i128, i128), i128) {
        let (least, most) = (integer.least(), integer.most());
        let up_to = |last: i128| ((least, last), last + 1);
        match self {
            Of::Sum(b) if b < 0 => ((least - b, most), least),
            Of::Sum(b) => up_to(most - b),
            Of::Difference(b) => ((least + b, most), least + b - 1),
            Of::Product(b) if b < 0 => ((most / b, least / b), least / b + 1),
            Of::Product(b) => ((least / b, most / b), most / b + 1),
            Of::Double => ((least / 2, most / 2), most / 2 + 1),
            Of::Square => {
                let root = (most as u128).isqrt() as i128;
                ((if integer.signed { -root } else { 0 }, root), root + 1)
            }
            Of::Taken(_) => up_to(most - 1),
            Of::Negation if integer.signed => ((least + 1, most), least),
            Of::Negation => ((0, 0), 5),
            // C++ lets a one move to where the sign is.
            Of::Shifted(by) if integer.arithmetic() == integer => {
                ((0, most >> by), 1 << (integer.bits - by))
            }
            Of::Shifted(by) => ((0, most >> by), (most >> by) + 1),
            Of::Amount => ((0, i128::from(integer.bits) - 2), integer.bits.into()),
        }
    }

    fn report(self, integer: &Integer, a: i128) -> String {
        let (left, sign, right, result) = match self {
            Of::Sum(b) => (a, "+", b, a.checked_add(b)),
            Of::Difference(b) => (a, "-", b, a.checked_sub(b)),
            Of::Product(b) => (a, "*", b, a.checked_mul(b)),
            Of::Double => (a, "+", a, a.checked_add(a)),
            Of::Square => (a, "*", a, a.checked_mul(a)),
            Of::Taken(from) => (from, "-", a, from.checked_sub(a)),
            Of::Negation => (0, "-", a, a.checked_neg()),
            Of::Shifted(by) => (a, "<<", by.into(), a.checked_mul(1 << by)),
            Of::Amount => {
                let shape = integer.shape();
                return format!("{shape} shift amount: 1 by {a}");
            }
        };
        let arithmetic = integer.arithmetic();
        let shape = arithmetic.shape();
        match (result.filter(|r| arithmetic.holds(*r)), self) {
            // It goes well in `int`, but not in the narrower type that it is stored in.
            (Some(result), _) => conversion::report(arithmetic, integer, result),
            (None, Of::Negation) => format!("{shape} overflow: -({a})"),
            (None, Of::Shifted(_)) => format!("{shape} shift loses bits: {left} << {right}"),
            (None, _) => format!("{shape} overflow: {left} {sign} {right}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_of_the_type_that_is_left() {
        for (of, integer, report) in [
            (Of::Sum(1), &I32, "int32 overflow: 2147483647 + 1"),
            (Of::Sum(1), &I8, "int8 out of range: int32 128 becomes -128"),
            (Of::Square, &U32, "uint32 overflow: 65536 * 65536"),
            (
                Of::Negation,
                &U8,
                "uint8 out of range: int32 -5 becomes 251",
            ),
            (Of::Negation, &U64, "uint64 overflow: -(5)"),
            (
                Of::Shifted(2),
                &I32,
                "int32 shift loses bits: 1073741824 << 2",
            ),
            (Of::Amount, &U64, "uint64 shift amount: 1 by 64"),
            (
                Of::Difference(1),
                &I40,
                "int40 out of range: int64 -549755813889 becomes 549755813887",
            ),
        ] {
            assert_eq!(of.report(integer, of.values(integer).1), report);
        }
    }
}
