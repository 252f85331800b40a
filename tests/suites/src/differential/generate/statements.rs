//! Ordinary functions: conditions of every kind under ifs, loops, switches, gotos and returns, in one another.

use std::fmt::Write;

use super::numbers::{INT, TYPES, UNSIGNED};
use super::{Generator, Scope, escaped};

impl Generator {
    /// A condition, which may consist of others.
    pub fn condition(&mut self, scope: &mut Scope, depth: usize) -> String {
        if depth > 0 && self.random.chance(40) {
            let (a, b) = (
                self.condition(scope, depth - 1),
                self.condition(scope, depth - 1),
            );
            return match self.random.below(6) {
                0 | 1 => format!("(({a}) && ({b}))"),
                2 => format!("(({a}) || ({b}))"),
                3 => format!("!(({a}) && ({b}))"),
                4 => format!(
                    "(is({}, ({a})) && is({}, ({b})))",
                    self.number(),
                    self.number()
                ),
                _ => format!("(({a}) || is({}, ({b})))", self.number()),
            };
        }
        match self.random.below(10) {
            0..4 => self.string_condition(scope),
            4..8 => self.integer_condition(scope),
            8 if self.is_cxx() => self.cxx_condition(scope),
            _ => self.float_condition(scope),
        }
    }

    /// What a branch does: some of it an optimiser can turn into arithmetic, some it cannot.
    pub fn effect(&mut self) -> String {
        let number = self.number();
        match self.random.below(8) {
            0 | 1 => format!("mark({number});"),
            2 => format!("r += {number}u;"),
            3 => format!("r ^= {}u;", self.random.bits() as u32),
            4 => format!("r = r * {}u + {number}u;", self.odd()),
            5 => "r = r << 5 | r >> 27;".to_string(),
            6 => format!("mix(r + {number}u);"),
            _ => format!("mark({number}); r -= {number}u;"),
        }
    }

    /// A function of one to five statements.
    pub fn plain(&mut self) {
        let mut scope = Scope::default();
        let mut body = String::new();
        for _ in 0..self.random.within(1, 4) {
            body.push_str(&self.statement(&mut scope, 2));
        }
        self.close(scope, &body);
    }

    pub fn statement(&mut self, scope: &mut Scope, depth: usize) -> String {
        if depth == 0 {
            return format!("    {}\n", self.effect());
        }
        match self.random.below(16) {
            0..6 => self.decision(scope, depth),
            6..9 => self.switch(scope, depth),
            9 => {
                let (c, d) = (self.condition(scope, 1), self.condition(scope, 0));
                let (a, b) = (self.odd(), self.odd());
                format!("    r += ({c}) ? {a}u : ({d}) ? r >> 3 : {b}u;\n")
            }
            10 => format!("    r += ({});\n", self.condition(scope, 1)),
            11 => self.scan(scope),
            12 => {
                let c = self.condition(scope, 1);
                format!("    if ({c}) return r ^ {}u;\n", self.number())
            }
            13 => {
                let label = self.name("out");
                let c = self.condition(scope, 1);
                scope.labels.push(label.clone());
                format!("    if ({c}) goto {label};\n")
            }
            // One call per function: more would multiply.
            14 if !scope.calls => match self.callable.last() {
                Some(name) => {
                    scope.calls = true;
                    let call = format!("r = r * 31u + {name}(r & 3);");
                    format!("    if ({}) {call}\n", self.condition(scope, 1))
                }
                None => self.decision(scope, depth),
            },
            _ => self.decision(scope, depth) + &self.statement(scope, depth - 1),
        }
    }

    fn decision(&mut self, scope: &mut Scope, depth: usize) -> String {
        let mut text = String::new();
        for at in 0..self.random.within(1, 3) {
            let c = self.condition(scope, 1);
            let inner = self.statement(scope, depth - 1);
            let otherwise = if at == 0 { "    " } else { " else " };
            let _ = write!(text, "{otherwise}if ({c}) {{\n{inner}    }}");
        }
        if self.random.chance(50) {
            let _ = write!(text, " else {{\n{}    }}", self.statement(scope, depth - 1));
        }
        text + "\n"
    }

    fn switch(&mut self, scope: &mut Scope, depth: usize) -> String {
        let (value, cases) = self.selector(scope);
        let mut labels: Vec<String> = cases.iter().map(|c| format!("case {c}")).collect();
        if self.random.chance(80) {
            labels.insert(self.random.below(labels.len() + 1), "default".into());
        }
        let mut text = format!("    switch ({value}) {{\n");
        for (at, label) in labels.iter().enumerate() {
            let body = if self.random.chance(30) {
                self.statement(scope, depth - 1)
            } else {
                format!("    {}\n", self.effect())
            };
            let end = match self.random.below(10) {
                0 | 1 if at + 1 < labels.len() => "__attribute__((fallthrough));",
                2 => "return r;",
                _ => "break;",
            };
            let _ = write!(text, "    {label}:\n{body}    {end}\n");
        }
        text + "    }\n"
    }

    /// Something to switch over, and the values that it is compared with, which are all different.
    fn selector(&mut self, scope: &mut Scope) -> (String, Vec<String>) {
        let kind = match self.random.below(9) {
            // Dense, with a range below.
            0 | 1 => {
                let first = self.random.below(200) as i128 - 100;
                let end = first + self.random.within(4, 12) as i128;
                let wanted = first + self.random.below((end - first) as usize) as i128;
                let mut cases: Vec<String> = (first..end).map(|c| c.to_string()).collect();
                if self.random.chance(30) {
                    cases.push(format!("{} ... {}", first - 20, first - 1));
                }
                return (self.integer(scope, INT, wanted), cases);
            }
            // Letters, which are promoted.
            2 | 3 => *self.random.pick(&TYPES[..3]),
            // The same answer for many: a bit test.
            4 => {
                let wanted = self.random.below(30) as i128;
                let v = self.integer(scope, UNSIGNED, wanted);
                let cases = (0..32).step_by(3).map(|c| c.to_string()).collect();
                return (format!("({v} & 31)"), cases);
            }
            5 => {
                let word = self.word();
                let text = self.text_near(scope, &word).name;
                let cases = ["-1", "0", "1"].map(String::from).to_vec();
                return (
                    format!("sign(strcmp({text}, \"{}\"))", escaped(&word)),
                    cases,
                );
            }
            6 => {
                let (a, b) = (self.condition(scope, 0), self.condition(scope, 0));
                let cases = (0..4).map(|c| c.to_string()).collect();
                return (format!("(({a}) ? 2 : 0) + (({b}) ? 1 : 0)"), cases);
            }
            // Sparse, of any width.
            _ => *self.random.pick(&TYPES[3..]),
        };
        let mut cases: Vec<i128> = (0..self.random.within(3, 8))
            .map(|_| self.constant(kind))
            .collect();
        cases.sort_unstable();
        cases.dedup();
        self.random.shuffle(&mut cases);
        let v = self.integer(scope, kind, cases[0]);
        (v, cases.iter().map(|&c| kind.literal(c)).collect())
    }
}
