//! Functions whose control flow is unusual: gotos between states, computed gotos, tail calls, recursion, long jumps.

use std::fmt::Write;

use super::{Generator, Scope};

/// Letters that lead from state to state, one per state, then back: the input walks along them.
fn path(letters: &[u8], length: usize) -> Vec<u8> {
    letters.iter().copied().cycle().take(length).collect()
}

impl Generator {
    /// Different letters, one per state.
    fn letters(&mut self, count: usize) -> Vec<u8> {
        let mut letters = b"abcdefgh(){};,\x00\xff\n".to_vec();
        self.random.shuffle(&mut letters);
        letters.truncate(count);
        letters
    }

    /// A region that a machine of `letters` reads: the right way, and ways that leave it.
    fn tape(&mut self, letters: &[u8]) -> (usize, usize) {
        let length = self.random.within(8, 24);
        let right = path(letters, length);
        let mut contents = vec![right.clone()];
        for _ in 0..3 {
            let mut wrong = right.clone();
            wrong[self.random.below(length)] ^= 1;
            contents.push(wrong);
        }
        contents.push((0..length).map(|_| *self.random.pick(letters)).collect());
        (self.layout.region(length, contents), length)
    }

    pub fn goto_machine(&mut self) {
        let mut scope = Scope::default();
        let states = self.random.within(3, 6);
        let letters = self.letters(states);
        let (at, length) = self.tape(&letters);
        let name = self.name("state");
        let mut body = String::from("    u32 i = 0;\n    goto start;\n");
        for (state, letter) in letters.iter().enumerate() {
            let next = (state + 1) % states;
            let label = if state == 0 { "start:\n" } else { "" };
            let (good, bad) = (self.effect(), self.effect());
            let jump = self.random.below(states);
            let condition = self.condition(&mut scope, 0);
            let _ = write!(
                body,
                "{label}{name}_{state}:\n    if (i >= {length}) goto end;\n    switch (in[{at} + i++]) {{\n    \
                 case {letter}: {good} goto {name}_{next};\n    case 'z': {bad} goto {name}_{jump};\n    \
                 default: if ({condition}) goto {name}_{jump}; r = r * 5u + {state};\n    }}\n"
            );
        }
        body.push_str("end:\n    mix(i);\n");
        self.close(scope, &body);
    }

    pub fn computed_goto(&mut self) {
        let scope = Scope::default();
        let letters = self.letters(4);
        let (at, length) = self.tape(&letters);
        let name = self.name("op");
        let mut body = format!(
            "    static const void *const table[] = {{&&{name}_0, &&{name}_1, &&{name}_2, &&{name}_3}};\n    u32 i = 0;\n    \
             goto *table[in[{at}] & 3];\n"
        );
        for op in 0..4 {
            let effect = self.effect();
            let condition = self
                .random
                .pick(&["r & 1", "in[i] > 100", "i > 3 && r % 3 == 0"]);
            let _ = write!(
                body,
                "{name}_{op}:\n    {effect}\n    if ({condition}) r += {op}u;\n    if (++i >= {length}) goto end;\n    \
                 goto *table[(in[{at} + i] {}) & 3];\n",
                self.random.pick(&["", ">> 2", "^ 1"])
            );
        }
        body.push_str("end:\n    mix(r);\n");
        self.close(scope, &body);
    }

    pub fn tail_calls(&mut self) {
        let mut scope = Scope::default();
        let states = self.random.within(2, 4);
        let letters = self.letters(states);
        let (at, length) = self.tape(&letters);
        let name = self.name("tail");
        let mut text = String::new();
        for state in 0..states {
            let _ = writeln!(text, "static u32 {name}_{state}(u32 i, u32 r, double d);");
        }
        for (state, letter) in letters.iter().enumerate() {
            let next = (state + 1) % states;
            let (back, effect) = (self.random.below(states), self.effect());
            let _ = write!(
                text,
                "static u32 {name}_{state}(u32 i, u32 r, double d) {{\n    if (i >= {length}) return d > 2.5 ? r : r + 1u;\n    \
                 {effect}\n    if (in[{at} + i] == {letter})\n        __attribute__((musttail)) return {name}_{next}(i + 1, r * 3u, d + 0.5);\n    \
                 if (r & 1)\n        __attribute__((musttail)) return {name}_{back}(i + 2, r + i, d);\n    \
                 return r ^ i;\n}}\n"
            );
        }
        self.define(&text);
        let condition = self.condition(&mut scope, 0);
        let body = format!("    r += {name}_0({condition} ? 0 : 1, r, 0.25);\n");
        self.close(scope, &body);
    }

    /// Brackets, numbers and operators, by recursive descent.
    pub fn recursion(&mut self) {
        let mut scope = Scope::default();
        let contents: Vec<Vec<u8>> = [
            &b"(1+(22*3))-(4)+5"[..],
            b"((((((7))))))",
            b"1+2",
            b"(",
            b"99*99*99",
            b"1-(2-(3-(4-(5))))",
            b"",
            b")",
        ]
        .map(<[u8]>::to_vec)
        .to_vec();
        let text = self.text(&mut scope, 18, contents).name;
        let (name, depth) = (self.name("parse"), self.random.within(2, 6));
        let (plus, minus, times, open) =
            (self.effect(), self.effect(), self.effect(), self.number());
        self.define(&format!(
            "static u32 {name}(const char **p, u32 depth) {{\n    u32 r = 0;\n    if (**p == '(' && depth < {depth}) {{\n        \
             mark({open});\n        (*p)++;\n        r = {name}(p, depth + 1);\n        if (**p == ')') (*p)++; else r ^= 77u;\n    \
             }} else {{\n        r = digits(*p);\n        while (isdigit((unsigned char)**p)) (*p)++;\n    }}\n    \
             switch (**p) {{\n    case '+': {plus} (*p)++; return r + {name}(p, depth);\n    \
             case '-': {minus} (*p)++; return r - {name}(p, depth);\n    case '*': {times} (*p)++; return r * {name}(p, depth);\n    \
             default: return r;\n    }}\n}}"
        ));
        let condition = self.condition(&mut scope, 0);
        let effect = self.effect();
        let body = format!(
            "    const char *p = {text};\n    r += {name}(&p, 0);\n    mix((u64)(p - {text}));\n    \
             if (*p == 0 && {condition}) {{ {effect} }}\n"
        );
        self.close(scope, &body);
    }

    pub fn long_jumps(&mut self) {
        let mut scope = Scope::default();
        let (buffer, name) = (self.name("jump"), self.name("deep"));
        let (inner, outer) = (self.condition(&mut scope, 0), self.condition(&mut scope, 0));
        let (a, b, c) = (self.effect(), self.effect(), self.effect());
        let number = self.number();
        self.define(&format!(
            "static jmp_buf {buffer};\nstatic NOINLINE void {name}(u32 n, u32 how) {{\n    if (n == 0 && how & 1) longjmp({buffer}, 1);\n    \
             if (n == 2 && how & 2) longjmp({buffer}, (int)how);\n    mark({number} + n);\n    if (n) {name}(n - 1, how);\n    mix(n);\n}}"
        ));
        let depth = self.random.within(1, 5);
        // Setting the point in a switch is one of the few places where that is allowed; what changes afterwards is volatile.
        let body = format!(
            "    volatile u32 stage = 1;\n    switch (setjmp({buffer})) {{\n    case 0:\n        stage = 2;\n        \
             {name}({depth}, ({inner} ? 1u : 0u) | ({outer} ? 2u : 0u));\n        stage = 3;\n        {a}\n        break;\n    \
             case 1: {b} break;\n    default: {c} break;\n    }}\n    r = r * 7u + stage;\n"
        );
        self.close(scope, &body);
    }
}
