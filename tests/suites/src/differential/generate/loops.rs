//! Loops over parts of the input: scans with decisions in them, counts and sums that optimisers vectorise, searches.

use super::{Generator, Scope, escaped};

impl Generator {
    /// A loop over bytes that decides for each.
    pub fn scan(&mut self, scope: &mut Scope) -> String {
        let length = self.random.within(6, 20);
        let letters = self.random.bytes(3);
        let mut content: Vec<u8> = (0..length).map(|_| *self.random.pick(b"ab 01;")).collect();
        let noise = content.clone();
        content[..3].copy_from_slice(&letters);
        let at = self
            .layout
            .region(length, vec![content, noise, vec![b'1'; length]]);
        let (a, b, c) = (letters[0], letters[1], letters[2]);
        let (one, two, three) = (self.effect(), self.effect(), self.effect());
        match self.random.below(4) {
            0 => format!(
                "    for (u32 i = 0; i < {length}; i++) {{\n        u8 c = in[{at} + i];\n        if (c == {a}) {{ {one} continue; }}\n        \
                 if (c == {b} || c == ';') {{ {two} break; }}\n        if (isdigit(c) && (r & 1)) {{ {three} }}\n        r = r * 33u + c;\n    }}\n"
            ),
            1 => {
                let p = self.name("p");
                scope.declare(&format!("const u8 *{p} = in + {at};"));
                format!(
                    "    while ({p} < in + {at} + {length} && *{p} != {a}) {{\n        if (isalpha(*{p})) {{ {one} }}\n        \
                     else if (*{p} == ' ') {{ {two} }}\n        {p}++;\n    }}\n    r += (u32)({p} - (in + {at}));\n"
                )
            }
            2 => {
                let i = self.name("at");
                scope.declare(&format!("u32 {i} = 0;"));
                format!(
                    "    do {{\n        if (in[{at} + {i}] == {c}) {{ {one} }}\n        r = r * 17u + in[{at} + {i}];\n    }} \
                     while (++{i} < {length} && (r & 15) != 3);\n    mix({i});\n"
                )
            }
            _ => {
                let (run, best) = (self.name("n"), self.name("n"));
                scope.declare(&format!("u32 {run} = 0, {best} = 0;"));
                format!(
                    "    for (u32 i = 0; i < {length}; i++) {{\n        if (in[{at} + i] >= '0' && in[{at} + i] <= '9') {run}++; else {run} = 0;\n        \
                     if ({run} > {best}) {best} = {run};\n    }}\n    if ({best} > 2) {{ {two} }}\n    r += {best};\n"
                )
            }
        }
    }

    /// Reductions over a longer stretch.
    pub fn counting(&mut self) {
        let mut scope = Scope::default();
        let length = *self.random.pick(&[16usize, 31, 64]);
        let letter = *self.random.pick(b"a\x00\xff ");
        let few: Vec<u8> = (0..length)
            .map(|i| if i % 5 == 0 { letter } else { i as u8 })
            .collect();
        let at = self
            .layout
            .region(length, vec![few, vec![letter; length], vec![0; length]]);
        let (effect, other) = (self.effect(), self.effect());
        let limit = self.random.within(1, length / 4);
        let (condition, signed) = (
            self.condition(&mut scope, 0),
            self.random.pick(&["u8", "i8"]),
        );
        let body = format!(
            "    u32 count = 0, sum = 0, high = 0, differing = 0;\n    \
             for (u32 i = 0; i < {length}; i++) count += in[{at} + i] == {letter};\n    \
             for (u32 i = 0; i < {length}; i++) sum += (({signed})in[{at} + i] > 40) + (in[{at} + i] & 1);\n    \
             for (u32 i = 0; i < {length}; i++) high = in[{at} + i] > high ? in[{at} + i] : high;\n    \
             for (u32 i = 1; i < {length}; i++) if (in[{at} + i] != in[{at} + i - 1]) differing++;\n    \
             if (count > {limit}u) {{ {effect} }}\n    else if (sum == high || {condition}) {{ {other} }}\n    \
             r += count * 3u + sum * 5u + high * 7u + differing;\n"
        );
        self.close(scope, &body);
    }

    /// qsort, then bsearch, with comparison functions of our own.
    pub fn sorting(&mut self) {
        let mut scope = Scope::default();
        let (count, order) = (self.random.within(3, 9), self.name("by"));
        self.define(&format!(
            "static int {order}(const void *a, const void *b) {{\n    u16 x, y;\n    memcpy(&x, a, 2);\n    memcpy(&y, b, 2);\n    \
             return x < y ? -1 : x > y;\n}}"
        ));
        let wanted = self.random.bits() as u16;
        let mut content = self.random.bytes(count * 2);
        content[2..4].copy_from_slice(&wanted.to_le_bytes());
        let at = self
            .layout
            .region(count * 2, vec![content, vec![1; count * 2]]);
        let words = [self.word(), self.word(), self.word()].map(|w| format!("\"{}\"", escaped(&w)));
        let key = self.word();
        let text = self.text_near(&mut scope, &key).name;
        let (found, lost, named) = (self.effect(), self.effect(), self.effect());
        let body = format!(
            "    u16 numbers[{count}];\n    memcpy(numbers, in + {at}, sizeof numbers);\n    \
             qsort(numbers, {count}, sizeof *numbers, {order});\n    u16 key = {wanted};\n    \
             if (bsearch(&key, numbers, {count}, sizeof *numbers, {order})) {{ {found} }} else {{ {lost} }}\n    \
             for (u32 i = 0; i < {count}; i++) r = r * 31u + numbers[i];\n    \
             static const char *const names[] = {{{}, \"{}\"}};\n    \
             for (u32 i = 0; i < 4; i++) if (!strcmp({text}, names[i])) {{ r += i; {named} break; }}\n",
            words.join(", "),
            escaped(&key)
        );
        self.close(scope, &body);
    }
}
