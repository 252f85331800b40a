//! Random programs that compute with their input. A program has one variable of each of some types, what
//! `tests/taint/oracle/generated.h` has besides, and statements in any order; a seed always makes the same. None has undefined
//! behaviour if overflows wrap.

use std::fmt::Write;

use fz_harness::level::Language;
use fz_harness::random::Random;

/// Types of integers, by name, with their bits.
const INTEGERS: [(&str, usize); 8] = [
    ("u8", 8),
    ("u16", 16),
    ("u32", 32),
    ("u64", 64),
    ("s8", 8),
    ("s16", 16),
    ("s32", 32),
    ("s64", 64),
];
/// How deep expressions and statements are nested.
const DEPTH: usize = 3;

struct Generator {
    random: Random,
    language: Language,
    /// Labels that were jumped to.
    labels: usize,
}

/// Loads: an accessor of the harness, and the bytes that it reads.
const LOADS: [(&str, usize); 8] = [
    ("U8", 1),
    ("U16", 2),
    ("U32", 4),
    ("U64", 8),
    ("S8", 1),
    ("S16", 2),
    ("S32", 4),
    ("S64", 8),
];

/// What has a value, besides the variables `v_u8`, …
const PLACES: [&str; 12] = [
    "part.a",
    "part.b",
    "part.c",
    "both.a",
    "both.b",
    "fields.a",
    "fields.b",
    "fields.c",
    "view.word",
    "view.halves[1]",
    "view.bytes[2]",
    "row[5]",
];

pub fn program(seed: u64, language: Language) -> String {
    let mut made = Generator {
        random: Random::new(Random::new(seed).bits()),
        language,
        labels: 0,
    };
    let mut text = String::from("#include \"generated.h\"\n\n");
    for function in 0..3 {
        let body = made.expression(2, &["a", "b", "c"]);
        let ty = made.integer();
        let [a, b, c] = [(); 3].map(|()| made.integer());
        let _ = writeln!(
            text,
            "NOINLINE static {ty} f{function}({a} a, {b} b, {c} c) {{ return ({ty})({body}); }}"
        );
    }
    text += "\nPROGRAM(generated) {\n";
    for (ty, _) in INTEGERS {
        let value = made.expression(1, &[]);
        let _ = writeln!(text, "  {ty} v_{ty} = ({ty})({value});");
    }
    text +=
        "  struct part part = {U32(3), U16(7), U8(9)};\n  struct both both = {S64(11), U32(19)};\n";
    text += "  struct fields fields;\n  memcpy(&fields, in + 24, 4);\n  union view view;\n  view.word = U32(28);\n";
    text += "  float real = U8(33) * 0.5f;\n  double wide = S16(34) * 0.25;\n  u32 row[8] = {0};\n";
    text += "  memcpy(memory, in, sizeof memory);\n";
    for _ in 0..made.random.within(12, 20) {
        text += &made.statement(DEPTH);
        if made.random.chance(30) {
            text += &made.mark();
        }
    }
    for (ty, _) in INTEGERS {
        let _ = writeln!(text, "  T(v_{ty});");
    }
    for place in PLACES {
        let _ = writeln!(text, "  T(({})({place}));", made.integer());
    }
    text + "  T(real);\n  T(wide);\n  for (int i = 0; i < 64; i += 9) T(memory[i]);\n}\n"
}

impl Generator {
    fn integer(&mut self) -> &'static str {
        self.random.pick(&INTEGERS).0
    }

    fn mark(&mut self) -> String {
        format!("  T({});\n", self.typed(2))
    }

    /// An expression of a type.
    fn typed(&mut self, depth: usize) -> String {
        let ty = self.integer();
        format!("({ty})({})", self.expression(depth, &[]))
    }

    fn variable(&mut self) -> String {
        format!("v_{}", self.integer())
    }

    fn leaf(&mut self, names: &[&str]) -> String {
        match self.random.below(10) {
            0..4 => {
                let (name, bytes) = *self.random.pick(&LOADS);
                format!("{name}({})", self.random.below(65 - bytes))
            }
            4 => format!("{}", self.random.below(300)),
            5 => format!("0x{:x}u", self.random.bits() >> 33),
            // A function has its parameters alone, and what is outside of all.
            _ if !names.is_empty() => (*self.random.pick(names)).to_owned(),
            6 => format!("memory[{}]", self.random.below(64)),
            _ => format!("in[{}]", self.random.below(64)),
        }
    }

    fn condition(&mut self, depth: usize, names: &[&str]) -> String {
        let operator = *self.random.pick(&["==", "!=", "<", ">", "<=", ">="]);
        let a = self.expression(depth, names);
        match self.random.below(3) {
            0 => format!("({a} & {})", 1 << self.random.below(8)),
            1 => format!("((u8)({a}) {operator} {})", self.random.below(256)),
            _ => {
                let b = self.expression(depth, names);
                let ty = self.integer();
                format!("(({ty})({a}) {operator} ({ty})({b}))")
            }
        }
    }

    /// A number, whose type is of no interest.
    fn expression(&mut self, depth: usize, names: &[&str]) -> String {
        if depth == 0 || self.random.chance(15) {
            return self.leaf(names);
        }
        let (ty, bits) = *self.random.pick(&INTEGERS);
        let a = self.expression(depth - 1, names);
        let b = self.expression(depth - 1, names);
        let [by, at] = [bits, bits].map(|n| self.random.below(n));
        match self.random.below(20) {
            0 => format!("(({ty})({a}) + ({ty})({b}))"),
            1 => format!("(({ty})({a}) - ({ty})({b}))"),
            2 => format!("(({ty})({a}) * ({b}))"),
            3 => format!("(({a}) {} ({b}))", self.random.pick(&["&", "|", "^"])),
            4 => format!("(({ty})({a}) & 0x{:x}u)", self.random.bits() >> by),
            5 => format!("(({ty})({a}) >> {at})"),
            6 => format!("({ty})((u64)({a}) << {at})"),
            7 => format!("((u32)({a}) >> (({b}) & 31))"),
            8 => format!("((u32)({a}) / ((u8)({b}) | 1u))"),
            9 => format!("(({ty})({a}) % ({}))", self.random.within(2, 99)),
            10 => format!("({ty})({a})"),
            11 => {
                let asked = self.condition(depth - 1, names);
                format!("({asked} ? ({ty})({a}) : ({ty})({b}))")
            }
            12 => format!("(u32){}", self.condition(depth - 1, names)),
            13 => format!("squares[({a}) & 15]"),
            14 => format!("mixed[(u8)({a}) >> 5]"),
            15 => format!("in[({a}) & 63]"),
            16 => format!("(s32)((double)(s32)(s16)({a}) * 0.75)"),
            17 => format!("(u64)(((unsigned __int128)(u64)({a}) * (u64)({b})) >> {by})"),
            18 => format!("__builtin_bswap32((u32)({a}))"),
            _ => format!("__builtin_rotateleft32((u32)({a}), {at} & 31)"),
        }
    }

    fn statement(&mut self, depth: usize) -> String {
        let indent = "  ".repeat(1 + DEPTH - depth);
        let inner = |made: &mut Self| match depth {
            1 => format!("{indent}  {} = {};\n", made.variable(), made.typed(1)),
            _ => made.statement(depth - 1),
        };
        let cxx = self.language == Language::Cxx;
        let a = self.typed(2);
        let to = self.variable();
        let (first, last) = (self.random.below(30), self.random.within(31, 63));
        let text = match self.random.below(if cxx { 30 } else { 26 }) {
            0 | 1 => format!("{to} = {a};"),
            2 => format!(
                "{to} {}= {a};",
                self.random.pick(&["+", "-", "*", "^", "|", "&"])
            ),
            3 => {
                let asked = self.condition(2, &[]);
                let (then, otherwise) = (inner(self), inner(self));
                format!("if ({asked}) {{\n{then}{indent}}} else {{\n{otherwise}{indent}}}")
            }
            4 => {
                let asked = self.condition(2, &[]);
                format!("if ({asked}) {{\n{}{indent}}}", inner(self))
            }
            5 => format!("for (int i = {first}; i < {last}; i++) {to} += in[i];"),
            6 => format!("for (int i = {first}; i < {last}; i += 3) {to} = {to} * 31 ^ in[i];"),
            7 => format!(
                "for (int i = 0; i < (int)((u8)({a}) & 7); i++) {{\n{}{indent}}}",
                inner(self)
            ),
            8 => format!("for (int i = 0; i < 8; i++) row[i] = row[7 - i] + in[{first} + i];"),
            9 => {
                let cases = (0..3).map(|case| (case, inner(self)));
                let cases: String = cases
                    .map(|(case, then)| format!("{indent}case {case}:\n{then}{indent}  break;\n"))
                    .collect();
                format!(
                    "switch ((u8)({a}) & 3) {{\n{cases}{indent}default:\n{}{indent}}}",
                    inner(self)
                )
            }
            10 => {
                self.labels += 1;
                let label = self.labels;
                let asked = self.condition(1, &[]);
                let skipped = inner(self);
                format!("if ({asked}) goto l{label};\n{skipped}{indent}l{label}:;")
            }
            11 => format!("memcpy(memory + {first}, in + {}, {});", last / 2, last / 2),
            12 => format!("memmove(memory + {}, memory + {first}, 20);", last / 2),
            13 => format!("memset(memory + {first}, (u8)({a}), {});", first.max(1)),
            14 => format!("memory[(u8)({a}) & 63] = {};", self.typed(1)),
            15 => format!("row[{}] = {a};", first % 8),
            16 => format!(
                "part = make_part({a}, {}, {});",
                self.typed(1),
                self.typed(1)
            ),
            17 => format!("both = make_both({a}, part.a);"),
            18 => format!("{to} = sum_part(part) + sum_both(both);"),
            19 => "turn_part(&part);".to_owned(),
            20 => format!("fields.{} = {a};", self.random.pick(&["a", "b", "c"])),
            21 => format!("view.bytes[{}] = {a};", first % 4),
            22 => format!("{to} = apply(steps[({a}) & 3], v_u32, view.word);"),
            23 => format!("{to} = digits({a}) + (u32)fold(memory + {first}, 4);"),
            24 => {
                format!("wide = scaled(wide, real, (u16)({a}));\n{indent}real = (float)(s16)({a});")
            }
            25 => format!("{to} = f{}(v_u8, {a}, v_s64);", first % 3),
            26 => format!("{to} = twice([&](u32 v) {{ return v * 3 + (u32)({a}); }}, v_u32);"),
            27 => format!("{to} = nearer<u32>({a}, v_u32);"),
            28 => "exchange(v_u32, part.a);".to_owned(),
            _ => format!("{to} = asked(Derived((u8)({a})), v_u32);"),
        };
        format!("{indent}{text}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::program;
    use fz_harness::level::Language;

    #[test]
    fn a_seed_always_makes_the_same() {
        let made = |seed| program(seed, Language::C);
        assert_eq!(made(1), made(1));
        assert_ne!(made(1), made(2));
        assert!(made(3).contains("PROGRAM(generated)"));
    }
}
