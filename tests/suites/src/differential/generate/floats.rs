//! Conditions on floating point: raw bytes, so that NaN, infinities, -0.0 and denormals occur, and parsed text.
//! Signs and payloads of NaNs are never looked at: what arithmetic makes of them is not defined.

use super::{Generator, Scope};

const DOUBLES: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    6.0221408,
    -2.25,
    255.0,
    256.0,
    65535.5,
    1e10,
    -1e100,
    2147483648.0,
    9007199254740993.0,
    5e-324,
    2.2250738585072014e-308,
    1e-310,
    0.1,
    100.25,
];
const TEXTS: &[&str] = &[
    "1.5", "-0", "nan", "-inf", "inf", "1e400", "0x1p-3", "1e-310", " 7", "x", "0.1", "-2.25",
    "255", "1e10", "100.25", "",
];

/// A floating-point type.
struct Type {
    name: &'static str,
    bytes: usize,
    suffix: &'static str,
}

const DOUBLE: Type = Type {
    name: "double",
    bytes: 8,
    suffix: "",
};
const FLOAT: Type = Type {
    name: "float",
    bytes: 4,
    suffix: "f",
};

impl Type {
    fn image(&self, value: f64) -> Vec<u8> {
        match self.bytes {
            4 => (value as f32).to_le_bytes().to_vec(),
            _ => value.to_le_bytes().to_vec(),
        }
    }

    /// `value` and what lies next to it, and what is no number.
    fn contents(&self, value: f64) -> Vec<Vec<u8>> {
        let neighbours: [Vec<u8>; 2] = match self.bytes {
            4 => [
                (value as f32).next_up().to_le_bytes().to_vec(),
                (value as f32).next_down().to_le_bytes().to_vec(),
            ],
            _ => [
                value.next_up().to_le_bytes().to_vec(),
                value.next_down().to_le_bytes().to_vec(),
            ],
        };
        let special = [
            f64::NAN,
            -f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            -value,
            0.0,
            -0.0,
        ];
        let mut all = vec![self.image(value)];
        all.extend(neighbours);
        all.extend(special.map(|v| self.image(v)));
        all
    }

    fn literal(&self, value: f64) -> String {
        let value = if self.bytes == 4 {
            f64::from(value as f32)
        } else {
            value
        };
        if value.is_infinite() {
            let sign = if value < 0.0 { "-" } else { "" };
            return format!("({}){sign}HUGE_VAL", self.name);
        }
        format!("{value:?}{}", self.suffix)
    }
}

impl Generator {
    /// A variable with this number in its contents.
    fn float(&mut self, scope: &mut Scope, kind: &Type, value: f64) -> String {
        let name = self.name("d");
        if self.random.chance(35) {
            let mut contents: Vec<Vec<u8>> = vec![format!("{value:?}").into_bytes()];
            contents.extend(TEXTS.iter().map(|t| t.as_bytes().to_vec()));
            let text = self.text(scope, 14, contents).name;
            let (function, end) = (
                if kind.bytes == 4 { "strtof" } else { "strtod" },
                self.name("e"),
            );
            scope.declare(&format!("char *{end};"));
            scope.declare(&format!(
                "{} {name} = {function}({text}, &{end});",
                kind.name
            ));
            scope.declare(&format!("mix((u64)({end} - {text}));"));
        } else {
            let at = self.layout.region(kind.bytes, kind.contents(value));
            scope.declare(&format!("{} {name};", kind.name));
            scope.declare(&format!("memcpy(&{name}, in + {at}, sizeof {name});"));
        }
        name
    }

    pub fn float_condition(&mut self, scope: &mut Scope) -> String {
        let kind = if self.random.chance(60) {
            DOUBLE
        } else {
            FLOAT
        };
        let value = *self.random.pick(DOUBLES);
        let a = self.float(scope, &kind, value);
        let (k, op) = (kind.literal(value), self.relation());
        match self.random.below(18) {
            0..4 => format!("{a} {op} {k}"),
            4 => format!("!({a} {op} {k})"),
            5 | 6 => {
                let b = self.float(scope, &kind, value);
                format!("{a} {op} {b}")
            }
            7 => {
                let b = self.float(scope, &kind, value);
                let call = self.random.pick(&[
                    "isless",
                    "isgreater",
                    "islessequal",
                    "islessgreater",
                    "isunordered",
                ]);
                format!("__builtin_{call}({a}, {b})")
            }
            8 => format!("{a} {} {a}", self.random.pick(&["==", "!="])),
            9 => format!(
                "__builtin_{}({a})",
                self.random
                    .pick(&["isnan", "isinf", "isfinite", "isnormal"])
            ),
            10 => format!("({a} == {a} && __builtin_signbit({a}))"),
            11 => format!("{a} * 2.0 + 1.0 {op} {k}"),
            12 => format!("(float){a} {op} {k}"),
            13 => format!("(long double){a} - {k} {op} 0"),
            14 => format!("({a} > 0 ? {a} : -{a}) {op} {k}"),
            15 => format!(
                "({a} > -1e9 && {a} < 1e9 ? (i32){a} : 0) {op} {}",
                value.clamp(-1e9, 1e9) as i32
            ),
            16 => {
                let b = self.float(scope, &kind, value);
                format!(
                    "(({a} < {k}) {} ({b} >= {k}))",
                    self.random.pick(&["&", "|", "==", "+", "^"])
                )
            }
            _ => {
                let n = self.name("at");
                let at = self.layout.region(
                    4,
                    vec![(value.clamp(-1e9, 1e9) as i32).to_le_bytes().to_vec()],
                );
                scope.declare(&format!("i32 {n};"));
                scope.declare(&format!("memcpy(&{n}, in + {at}, 4);"));
                format!("{a} {op} ({}){n}", kind.name)
            }
        }
    }
}
