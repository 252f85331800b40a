//! Conditions on integers of 8 to 128 bits, against constants and between parts of the input. Sums and products are
//! unsigned or done by builtins, so that none overflows.

use super::{Generator, Scope};

/// An integer type.
#[derive(Clone, Copy)]
pub struct Type {
    pub name: &'static str,
    pub bytes: usize,
    pub signed: bool,
}

const fn kind(name: &'static str, bytes: usize, signed: bool) -> Type {
    Type {
        name,
        bytes,
        signed,
    }
}

pub const TYPES: &[Type] = &[
    kind("u8", 1, false),
    kind("i8", 1, true),
    kind("char", 1, true),
    kind("u16", 2, false),
    kind("i16", 2, true),
    kind("u32", 4, false),
    kind("i32", 4, true),
    kind("u64", 8, false),
    kind("i64", 8, true),
];
pub const UNSIGNED: Type = TYPES[5];
pub const INT: Type = TYPES[6];
const U64: Type = TYPES[7];
const I64: Type = TYPES[8];

impl Type {
    fn bits(&self) -> usize {
        self.bytes * 8
    }

    /// `value` as this type holds it.
    fn wrap(&self, value: i128) -> i128 {
        let shift = 128 - self.bits();
        if self.signed {
            value << shift >> shift
        } else {
            ((value as u128) << shift >> shift) as i128
        }
    }

    pub fn image(&self, value: i128) -> Vec<u8> {
        value.to_le_bytes()[..self.bytes].to_vec()
    }

    /// `value`, which this type holds, in C.
    pub fn literal(&self, value: i128) -> String {
        match (self.signed, self.bytes) {
            (true, 8) if value == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
            (true, 8) => format!("{value}LL"),
            (true, 4) if value == i128::from(i32::MIN) => "(-2147483647 - 1)".into(),
            (false, 8) => format!("{value}ULL"),
            (false, 4) => format!("{value}u"),
            _ => format!("{value}"),
        }
    }

    /// The unsigned type of this width.
    fn unsigned(&self) -> &'static Type {
        let fits = |t: &&Type| t.bytes == self.bytes && !t.signed;
        TYPES.iter().find(fits).expect("each width has one")
    }
}

impl Generator {
    pub fn integer_type(&mut self) -> Type {
        *self.random.pick(TYPES)
    }

    pub fn constant(&mut self, kind: Type) -> i128 {
        let value = match self.random.below(8) {
            0 => *self.random.pick(&[0, 1, -1, 2, 10, 127, 128, 255]),
            1 => 1i128 << (kind.bits() - 1),
            2 => (1i128 << (kind.bits() - 1)) - 1,
            3 => 1i128 << self.random.below(kind.bits()),
            4 => self.random.below(100) as i128,
            5 => -(self.random.below(100) as i128),
            _ => self.random.bits() as i128,
        };
        kind.wrap(value)
    }

    /// A variable that may hold `value` or something close to it.
    pub fn integer(&mut self, scope: &mut Scope, kind: Type, value: i128) -> String {
        let mut contents = vec![kind.image(value)];
        for delta in [-1, 1, 2] {
            contents.push(kind.image(value.wrapping_add(delta)));
        }
        contents.push(kind.image(-value));
        contents.push(kind.image(!value));
        contents.push(kind.image(0));
        let at = self.layout.region(kind.bytes, contents);
        let name = self.name("v");
        if kind.bytes == 1 && self.random.chance(50) {
            scope.declare(&format!("{} {name} = ({})in[{at}];", kind.name, kind.name));
        } else {
            scope.declare(&format!("{} {name};", kind.name));
            scope.declare(&format!("memcpy(&{name}, in + {at}, sizeof {name});"));
        }
        name
    }

    pub fn integer_condition(&mut self, scope: &mut Scope) -> String {
        match self.random.below(20) {
            0..5 => self.against_constant(scope),
            5 | 6 => self.two_integers(scope),
            7 => self.ranged(scope),
            8..11 => self.fused(scope),
            11 => self.wide(scope),
            12 => self.bit_field(scope),
            13 => self.extreme(scope),
            14 | 15 => self.checked_arithmetic(scope),
            16 => self.members(scope),
            17 => self.looked_up(scope),
            18 => self.lanes(scope),
            _ => self.of_argument(scope),
        }
    }

    fn against_constant(&mut self, scope: &mut Scope) -> String {
        let kind = self.integer_type();
        let k = self.constant(kind);
        let op = self.relation();
        let other = self.constant(kind);
        let wide = kind.unsigned();
        let bits = kind.bits();
        // What the variable has to hold for the condition to compare equal, and the condition.
        let style = self.random.below(9);
        let wanted = match style {
            0 => kind.wrap(k ^ other),
            1 => kind.wrap(k.wrapping_sub(other)),
            _ => k,
        };
        let v = self.integer(scope, kind, wanted);
        let (k_text, other_text) = (kind.literal(k), kind.literal(other));
        let (u, u_k) = (wide.name, wide.literal(wide.wrap(k)));
        match style {
            0 => format!("(({})({v} ^ {other_text})) {op} {k_text}", kind.name),
            1 => format!("({u})(({u}){v} + ({u}){other_text}) {op} {u_k}"),
            2 => {
                let shift = self.random.within(1, bits - 1);
                format!(
                    "(({u}){v} >> {shift}) {op} {}",
                    wide.literal(wide.wrap(k) >> shift)
                )
            }
            3 => format!(
                "(({u}){v} & {}) == {}",
                wide.literal(wide.wrap(other)),
                wide.literal(wide.wrap(k & other))
            ),
            4 => format!(
                "__builtin_expect({v} {op} {k_text}, {})",
                self.random.below(2)
            ),
            5 => format!("{k_text} {op} {v}"),
            _ => format!("{v} {op} {k_text}"),
        }
    }

    /// Two parts of the input, also of different types: promotions and conversions decide.
    fn two_integers(&mut self, scope: &mut Scope) -> String {
        let kind = self.integer_type();
        let other = if self.random.chance(60) {
            kind
        } else {
            self.integer_type()
        };
        let value = self.constant(kind);
        let a = self.integer(scope, kind, value);
        let b = self.integer(scope, other, other.wrap(value));
        let op = self.relation();
        match self.random.below(4) {
            0 => format!("({}){a} {op} ({}){b}", other.name, kind.name),
            1 => format!("(u32){a} - (u32){b} {op} {}u", self.random.below(4)),
            _ => format!("{a} {op} {b}"),
        }
    }

    fn ranged(&mut self, scope: &mut Scope) -> String {
        let kind = self.integer_type();
        let (a, b) = (self.constant(kind), self.constant(kind));
        let (low, high) = (a.min(b), a.max(b));
        let edge = *self.random.pick(&[low, high]);
        let v = self.integer(scope, kind, edge);
        let (low_text, high_text) = (kind.literal(low), kind.literal(high));
        match self.random.below(4) {
            0 => {
                let wide = kind.unsigned();
                let (u, length) = (wide.name, wide.literal(wide.wrap(high - low)));
                format!("({u})(({u}){v} - ({u}){low_text}) <= {length}")
            }
            1 => format!("({v} < {low_text} || {v} > {high_text})"),
            2 => format!("(({v} >= {low_text}) & ({v} <= {high_text}))"),
            _ => format!("({v} >= {low_text} && {v} <= {high_text})"),
        }
    }

    /// Comparisons whose results are computed with.
    fn fused(&mut self, scope: &mut Scope) -> String {
        let mut comparison = |g: &mut Generator| {
            let kind = g.integer_type();
            let value = g.constant(kind);
            let v = g.integer(scope, kind, value);
            format!("({v} {} {})", g.relation(), kind.literal(value))
        };
        let (a, b, c) = (comparison(self), comparison(self), comparison(self));
        match self.random.below(10) {
            0..3 => format!("({a} & {b})"),
            3 => format!("({a} | {b})"),
            4 => format!("({a} ^ {b})"),
            5 => format!("({a} & {b} & {c})"),
            6 => format!("({a} & !{b}) | {c}"),
            7 => format!(
                "{a} + {b} + {c} {} {}",
                self.relation(),
                self.random.below(4)
            ),
            8 => format!("({a} * 4 + {b} * 2 + {c}) == {}", self.random.below(8)),
            _ => format!("{a} == {b}"),
        }
    }

    fn wide(&mut self, scope: &mut Scope) -> String {
        let (high, low) = (self.constant(U64), self.constant(U64));
        let a = self.integer(scope, U64, high);
        let b = self.integer(scope, U64, low);
        let op = self.relation();
        let (high, low) = (U64.literal(high), U64.literal(low));
        match self.random.below(5) {
            0 => format!("((u128){a} << 64 | {b}) {op} ((u128){high} << 64 | {low})"),
            1 => format!("(i128)((u128){a} << 64 | {b}) {op} (i128)((u128){high} << 64 | {low})"),
            2 => format!("(u128){a} * {b} {op} (u128){high} * {low}"),
            3 => format!("(i128)(i64){a} * (i64){b} {op} 0"),
            _ => format!("(u64)(((u128){a} * {b}) >> 64) {op} (u64)(((u128){high} * {low}) >> 64)"),
        }
    }

    fn bit_field(&mut self, scope: &mut Scope) -> String {
        let tag = self.name("Bits");
        let (a, b, c) = (
            self.random.within(1, 7),
            self.random.within(2, 9),
            self.random.within(9, 40),
        );
        self.define(&format!(
            "struct {tag} {{ unsigned a : {a}; signed b : {b}; unsigned long long c : {c}; unsigned d : 1; }};"
        ));
        let contents = vec![vec![0xff; 16], vec![0; 16], vec![0x55; 16], vec![0x80; 16]];
        let at = self.layout.region(16, contents);
        let v = self.name("v");
        scope.declare(&format!("struct {tag} {v};"));
        scope.declare(&format!("memcpy(&{v}, in + {at}, sizeof {v});"));
        let op = self.relation();
        match self.random.below(6) {
            0 => format!("{v}.a {op} {}", (1 << a) - 1),
            1 => format!("{v}.b {op} {}", self.random.pick(&[-1, 0, 1])),
            2 => format!("{v}.c {op} {}ULL", (1u64 << c) - 1),
            3 => format!("{v}.a {op} {v}.b"),
            4 => format!("({v}.d && {v}.b < 0)"),
            _ => format!("({v}.a == {} & {v}.d)", self.random.below(1 << a)),
        }
    }

    /// Minima, maxima, magnitudes, choices.
    fn extreme(&mut self, scope: &mut Scope) -> String {
        let kind = *self.random.pick(&[INT, I64, UNSIGNED, TYPES[4], TYPES[0]]);
        let k = self.constant(kind);
        let a = self.integer(scope, kind, k);
        let b = self.integer(scope, kind, k);
        let (k, op) = (kind.literal(k), self.relation());
        let third = self.random.below(200);
        match self.random.below(6) {
            0 => format!("MIN({a}, {b}) {op} {k}"),
            1 => format!("MAX({a}, {b}) {op} {k}"),
            2 => format!("MAX(MIN({a}, {b}), {third}) {op} {k}"),
            3 => format!("({a} < {b} ? {a} : {third}) {op} {k}"),
            4 => {
                let v = self.integer(scope, INT, -77);
                format!(
                    "({v} == INT_MIN ? INT_MAX : abs({v})) {op} {}",
                    self.random.pick(&[77, 0, 78])
                )
            }
            _ => format!("({a} {op} {k} ? {a} != {b} : {a} == {b})"),
        }
    }

    /// Builtins that report overflow or saturate, bit counts, divisions.
    fn checked_arithmetic(&mut self, scope: &mut Scope) -> String {
        let kind = *self.random.pick(&[INT, I64, UNSIGNED, U64]);
        let k = self.constant(kind);
        let other = self.constant(kind);
        let a = self.integer(scope, kind, k);
        let b = self.integer(scope, kind, other);
        let (k, op) = (kind.literal(k), self.relation());
        let wide = kind.unsigned().name;
        match self.random.below(9) {
            0 => {
                let t = self.name("t");
                scope.declare(&format!("{} {t};", kind.name));
                let call = self.random.pick(&["add", "sub", "mul"]);
                format!("(__builtin_{call}_overflow({a}, {b}, &{t}) || {t} {op} {k})")
            }
            1 => format!("__builtin_elementwise_add_sat({a}, {b}) {op} {k}"),
            2 => format!("__builtin_elementwise_sub_sat({a}, {b}) {op} {k}"),
            3 => format!(
                "__builtin_popcountll(({wide}){a}) {op} {}",
                self.random.below(33)
            ),
            4 => format!(
                "(({wide}){a} != 0 && __builtin_ctzll(({wide}){a}) {op} {})",
                self.random.below(20)
            ),
            5 => format!(
                "(({wide}){a} != 0 ? __builtin_clzll(({wide}){a}) : 64) {op} {}",
                self.random.below(64)
            ),
            6 => format!(
                "({wide}){a} % {} == {}",
                self.random.within(2, 1000),
                self.random.below(2)
            ),
            7 => format!(
                "{a} / {} {op} {k} / {}",
                self.random.within(2, 99),
                self.random.within(2, 99)
            ),
            _ => {
                let bits = kind.bits();
                format!(
                    "__builtin_bswap{bits}(({wide}){a}) {op} __builtin_bswap{bits}(({wide}){k})"
                )
            }
        }
    }

    /// One of several values: optimisers make a switch, a table or a bit test of it.
    fn members(&mut self, scope: &mut Scope) -> String {
        let kind = self.integer_type();
        let values: Vec<i128> = if self.random.chance(50) {
            let first = self.random.below(60) as i128;
            (0..5).map(|i| first + i * (1 + i % 3)).collect()
        } else {
            (0..self.random.within(3, 6))
                .map(|_| self.constant(kind))
                .collect()
        };
        let v = self.integer(scope, kind, values[0]);
        let tests: Vec<String> = values
            .iter()
            .map(|&k| format!("{v} == {}", kind.literal(kind.wrap(k))))
            .collect();
        format!("({})", tests.join(" || "))
    }

    fn looked_up(&mut self, scope: &mut Scope) -> String {
        let table = self.name("k");
        let values: Vec<u32> = (0..8).map(|_| self.random.bits() as u32 & 0xff).collect();
        let listed: Vec<String> = values.iter().map(ToString::to_string).collect();
        scope.declare(&format!(
            "static const u8 {table}[8] = {{{}}};",
            listed.join(", ")
        ));
        let at = self.random.below(8);
        let v = self.integer(scope, TYPES[0], at as i128);
        if self.random.chance(30) {
            return format!("((0x{:x}u >> ({v} & 31)) & 1)", self.random.bits() as u32);
        }
        format!("{table}[{v} & 7] {} {}", self.relation(), values[at])
    }

    /// Vectors, compared lane by lane.
    fn lanes(&mut self, scope: &mut Scope) -> String {
        let (at, letter) = (self.random.below(16), *self.random.pick(b"a%\xf0"));
        let mut hit = vec![0; 16];
        hit[at] = letter;
        let offset = self.layout.region(16, vec![hit, vec![letter; 16]]);
        let (v, c) = (self.name("v"), self.name("c"));
        scope.declare(&format!("u8 {v} __attribute__((vector_size(16)));"));
        scope.declare(&format!("memcpy(&{v}, in + {offset}, 16);"));
        scope.declare(&format!("i8 {c} __attribute__((vector_size(16))) = (i8 __attribute__((vector_size(16))))({v} {} {letter});", self.relation()));
        match self.random.below(2) {
            0 => format!("({c}[{at}] != 0)"),
            _ => format!("__builtin_reduce_or({c}) != 0"),
        }
    }

    /// What earlier functions returned.
    fn of_argument(&mut self, scope: &mut Scope) -> String {
        let kind = UNSIGNED;
        let v = self.integer(scope, kind, 0);
        match self.random.below(3) {
            0 => format!("(x & {}) == 0", self.random.pick(&[1, 3, 64])),
            1 => format!("((x ^ {v}) & 1)"),
            _ => format!("x {} {v}", self.relation()),
        }
    }
}
