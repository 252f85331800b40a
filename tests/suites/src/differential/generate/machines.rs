//! What parsers are made of: tables of functions, commands by name, chunks with headers, lengths and sums.

use std::fmt::Write;

use super::input::near;
use super::{Generator, Scope, escaped};

impl Generator {
    /// Small functions of two numbers, which tables point to.
    fn handlers(&mut self, count: usize) -> Vec<String> {
        let mut names = Vec::new();
        for _ in 0..count {
            let (name, effect, odd) = (self.name("h"), self.effect(), self.odd());
            let limit = self.random.below(256);
            let rest = self.random.pick(&[
                "r + b",
                "r ^ (b << 3)",
                "b ? r / b : r",
                "MIN(r, b)",
                "r - b",
            ]);
            self.define(&format!(
                "static u32 {name}(u32 r, u32 b) {{\n    if (b > {limit}u) {{ {effect} }}\n    return ({rest}) * {odd}u;\n}}"
            ));
            names.push(name);
        }
        names
    }

    /// Bytes of the input choose functions.
    pub fn dispatch(&mut self) {
        let mut scope = Scope::default();
        let count = *self.random.pick(&[2, 4, 8]);
        let handlers = self.handlers(count);
        let length = self.random.within(4, 12);
        let table = self.name("table");
        let constness = self.random.pick(&["const", ""]);
        self.define(&format!(
            "static u32 (*{constness} {table}[])(u32, u32) = {{{}}};",
            handlers.join(", ")
        ));
        let right: Vec<u8> = (0..length).map(|i| i as u8).collect();
        let at = self.layout.region(length, vec![right, vec![0xff; length]]);
        let (condition, chosen) = (self.condition(&mut scope, 0), self.random.below(count));
        let effect = self.effect();
        let body = format!(
            "    for (u32 i = 0; i < {length}; i++) {{\n        u32 (*f)(u32, u32) = {table}[in[{at} + i] % {count}u];\n        \
             if (f == {}) {{ {effect} }}\n        r = f(r, in[{at} + i]);\n    }}\n    if ({condition}) r = {table}[{chosen}](r, 9);\n",
            handlers[0]
        );
        self.close(scope, &body);
    }

    /// A word of the input names a function.
    pub fn commands(&mut self) {
        let mut scope = Scope::default();
        let count = self.random.within(3, 6);
        let handlers = self.handlers(count);
        let words: Vec<Vec<u8>> = (0..count).map(|_| self.word()).collect();
        let (tag, table) = (self.name("Command"), self.name("commands"));
        let mut rows = String::new();
        for (word, handler) in words.iter().zip(&handlers) {
            let least = self.random.below(3);
            let _ = write!(rows, "\n    {{\"{}\", {handler}, {least}}},", escaped(word));
        }
        self.define(&format!(
            "struct {tag} {{ const char *name; u32 (*run)(u32, u32); u8 least; }};\nstatic const struct {tag} {table}[] = {{{rows}\n}};"
        ));
        let wanted = self.random.below(count);
        let text = self.text_near(&mut scope, &words[wanted]);
        let compare = match self.random.below(3) {
            0 => format!("!strcmp({}, {table}[i].name)", text.name),
            1 => format!("strcasecmp({}, {table}[i].name) == 0", text.name),
            _ => format!(
                "!strncmp({}, {table}[i].name, strlen({table}[i].name))",
                text.name
            ),
        };
        let argument = self.layout.region(1, vec![vec![3], vec![0]]);
        let (unknown, few) = (self.effect(), self.effect());
        let body = format!(
            "    u32 i = 0;\n    while (i < {count} && !({compare})) i++;\n    if (i == {count}) {{ {unknown} }}\n    \
             else if (in[{argument}] < {table}[i].least) {{ {few} }}\n    else r = {table}[i].run(r, in[{argument}]);\n    r += i;\n"
        );
        self.close(scope, &body);
    }

    /// A file of chunks: magic, then tag, length, content and a sum for each.
    pub fn chunks(&mut self) {
        let mut scope = Scope::default();
        let magic = self.random.bytes(4);
        let tags = [*b"HEAD", *b"data", *b"\xffEND"];
        let version = self.random.below(9) as u8;
        let mut file = magic.clone();
        file.extend([version, 0]);
        for (number, tag) in tags.iter().enumerate() {
            let content = self.random.bytes(number * 2);
            file.extend(tag);
            file.push(content.len() as u8);
            file.extend(&content);
            file.push(content.iter().fold(version, |sum, b| sum.wrapping_add(*b)));
        }
        let mut contents = near(&mut self.random, &file);
        for at in [4, 6, 10, 12, 17] {
            let mut wrong = file.clone();
            wrong[at] = wrong[at].wrapping_add(1);
            contents.push(wrong);
        }
        let length = file.len() + 4;
        let at = self.layout.region(length, contents);
        let word = |tag: &[u8; 4]| u32::from_le_bytes(*tag);
        let cases: Vec<String> = tags
            .iter()
            .map(|tag| format!("        case {}u: {} break;\n", word(tag), self.effect()))
            .collect();
        let (bad, short, sum, condition) = (
            self.number(),
            self.number(),
            self.number(),
            self.condition(&mut scope, 0),
        );
        let magic = escaped(&magic);
        let body = format!(
            "    const u8 *p = in + {at}, *const end = p + {length};\n    \
             if (memcmp(p, \"{magic}\", 4) != 0) {{ mark({bad}); return r; }}\n    \
             if (p[4] != {version} || (p[5] & 0x80)) return r ^ {bad}u;\n    p += 6;\n    while (end - p >= 6) {{\n        u32 tag;\n        \
             memcpy(&tag, p, 4);\n        u8 length = p[4], sum = {version};\n        p += 5;\n        \
             if (end - p <= length) {{ mark({short}); break; }}\n        \
             for (u32 i = 0; i < length; i++) sum = (u8)(sum + p[i]);\n        p += length;\n        \
             if (sum != *p++) {{ mark({sum}); if ({condition}) continue; break; }}\n        switch (tag) {{\n{}        \
             default: r += tag & 0x20202020; break;\n        }}\n        if (tag == {}u) return r;\n    }}\n",
            cases.concat(),
            word(&tags[2])
        );
        self.close(scope, &body);
    }
}
