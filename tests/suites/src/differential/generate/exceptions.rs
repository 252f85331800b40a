//! Functions of C++ programs that throw through several frames.

use std::fmt::Write;

use super::{Generator, Scope, escaped};

impl Generator {
    /// What every frame has: an object whose end is noted.
    fn guard_type(&mut self) -> String {
        let name = self.name("Guard");
        self.define(&format!(
            "struct {name} {{\n    u32 id;\n    explicit {name}(u32 n) : id(n) {{ mix(id); }}\n    {name}(const {name} &) = delete;\n    \
             ~{name}() {{ mark(id); }}\n}};"
        ));
        name
    }

    /// Exceptions of a hierarchy, thrown by decisions in frames below, caught by type.
    pub fn thrower(&mut self) {
        let mut scope = Scope::default();
        let guard = self.guard_type();
        let (base, derived, other) = (self.name("Base"), self.name("Derived"), self.name("Other"));
        let word = self.word();
        let literal = escaped(&word);
        self.define(&format!(
            "struct {base} {{\n    u32 code;\n    explicit {base}(u32 c) : code(c) {{}}\n    virtual ~{base}() = default;\n    \
             virtual u32 value() const {{ return code; }}\n}};\nstruct {derived} : {base} {{\n    std::string what;\n    \
             {derived}(u32 c, std::string w) : {base}(c), what(std::move(w)) {{}}\n    u32 value() const override {{ return code + (u32)what.size(); }}\n}};\n\
             struct {other} : std::runtime_error {{ using runtime_error::runtime_error; }};"
        ));
        // Frames, the innermost first; each decides by its bit of `how`.
        let throws = [
            format!("throw {derived}(r, \"{literal}\")"),
            format!("throw {base}(r * 2u)"),
            format!("throw {other}(\"{literal}\")"),
            "throw (int)(r & 255)".to_string(),
            "throw std::out_of_range(\"far\")".to_string(),
            format!("throw std::string(\"{literal}\")"),
        ];
        let frames = self.random.within(2, 4);
        let mut inner = String::from("r");
        for frame in 0..frames {
            let (name, linkage, id) = (self.name("frame"), self.linkage(), self.number());
            let throw = self.random.pick(&throws).clone();
            let call = if frame == 0 {
                inner
            } else {
                format!("{inner}(r + 1u, how)")
            };
            let effect = self.effect();
            let text = match self.random.below(3) {
                0 => format!(
                    "    if (how & {}u) {throw};\n    r += {call};\n",
                    1 << frame
                ),
                1 => format!(
                    "    r += {call};\n    if (how & {}u) {throw};\n    {effect}\n",
                    1 << frame
                ),
                _ => format!(
                    "    try {{\n        r += {call};\n    }} catch (const {derived} &e) {{\n        r ^= e.value();\n        \
                     if (how & {}u) throw;\n        {effect}\n    }}\n    if (how & {}u) {throw};\n",
                    16 << frame,
                    1 << frame
                ),
            };
            self.define(&format!("{linkage} u32 {name}(u32 r, u32 how) {{\n    {guard} guard({id});\n{text}    return r;\n}}"));
            inner = name;
        }
        let mut how = String::new();
        for bit in 0..self.random.within(frames, 6) {
            let condition = self.condition(&mut scope, 0);
            let _ = writeln!(how, "    if ({condition}) how |= {}u;", 1 << bit);
        }
        let effects: Vec<String> = (0..6).map(|_| self.effect()).collect();
        let text = self.text_near(&mut scope, &word).name;
        let last = if self.random.chance(50) {
            "catch (...)"
        } else {
            "catch (const std::string &e)"
        };
        let body = format!(
            "    u32 how = 0;\n{how}    try {{\n        r = {inner}(r, how);\n        {}\n    }} catch (const {derived} &e) {{\n        \
             if (e.what == {text}) {{ {} }}\n        r += e.value();\n    }} catch (const {base} &e) {{\n        r += e.value() * 3u;\n        {}\n    \
             }} catch (const {other} &e) {{\n        r += !strcmp(e.what(), {text});\n        {}\n    }} catch (const std::exception &e) {{\n        \
             r += (u32)strlen(e.what());\n        {}\n    }} catch (int code) {{\n        r += (u32)code;\n    }} {last} {{\n        {}\n    }}\n",
            effects[0], effects[1], effects[2], effects[3], effects[4], effects[5]
        );
        self.close(scope, &body);
    }

    /// Exceptions that are caught, thrown on, replaced, and thrown by constructors and through pointers.
    pub fn rethrower(&mut self) {
        let mut scope = Scope::default();
        let guard = self.guard_type();
        let (maker, picky, nothrow) = (self.name("make"), self.name("Picky"), self.name("calm"));
        let (a, b, c) = (
            self.condition(&mut scope, 1),
            self.condition(&mut scope, 0),
            self.condition(&mut scope, 0),
        );
        let ids: Vec<u32> = (0..8).map(|_| self.number()).collect();
        let effect = self.effect();
        self.define(&format!(
            "struct {picky} {{\n    {guard} first;\n    std::unique_ptr<{guard}> second;\n    explicit {picky}(u32 how) try : first({0}), \
             second(how & 4 ? throw std::length_error(\"picky\") : new {guard}({1})) {{\n        if (how & 1) throw std::invalid_argument(\"no\");\n    \
             }} catch (const std::length_error &) {{\n        mark({2});\n        throw 7;\n    }}\n}};\n\
             static u32 {maker}(u32 how) {{\n    try {{\n        {picky} picky(how);\n        if (how & 2) throw std::logic_error(\"two\");\n        \
             return 1;\n    }} catch (const std::invalid_argument &) {{\n        mark({3});\n        throw std::runtime_error(\"replaced\");\n    }}\n}}\n\
             static u32 {nothrow}(u32 (*f)(u32), u32 how) noexcept {{\n    try {{\n        return f(how);\n    }} catch (const std::runtime_error &e) {{\n        \
             mark({4});\n        return (u32)strlen(e.what());\n    }} catch (const std::logic_error &) {{\n        mark({5});\n        return 20;\n    \
             }} catch (int n) {{\n        mark({6});\n        return (u32)n;\n    }}\n}}",
            ids[0], ids[1], ids[2], ids[3], ids[4], ids[5], ids[6]
        ));
        let body = format!(
            "    u32 how = ({a} ? 1u : 0u) | ({b} ? 2u : 0u) | ({c} ? 4u : 0u);\n    r += {nothrow}({maker}, how);\n    \
             try {{\n        try {{\n            r += {maker}(how);\n        }} catch (const std::exception &) {{\n            mark({});\n            throw;\n        \
             }}\n    }} catch (const std::runtime_error &) {{\n        {effect}\n    }} catch (...) {{\n        r ^= how;\n    }}\n",
            ids[7]
        );
        self.close(scope, &body);
    }

    /// The library's own exceptions: numbers that are none, positions that are not there.
    pub fn converter(&mut self) {
        let mut scope = Scope::default();
        let contents: Vec<Vec<u8>> = [
            &b"123"[..],
            b"-4",
            b"",
            b"abc",
            b"99999999999999",
            b"2147483648",
            b"7x",
            b" 12",
            b"0",
        ]
        .map(<[u8]>::to_vec)
        .to_vec();
        let text = self.text(&mut scope, 14, contents).name;
        let place = self
            .layout
            .region(1, vec![vec![2], vec![0], vec![9], vec![200]]);
        let (effects, condition) = (
            [self.effect(), self.effect(), self.effect()],
            self.condition(&mut scope, 0),
        );
        let limit = self.random.below(200);
        let body = format!(
            "    std::vector<u32> numbers{{4, 8, 15, 16}};\n    try {{\n        int number = std::stoi({text});\n        \
             if (number > {limit}) {{ {} }}\n        if ({condition}) numbers.push_back((u32)number);\n        \
             r += numbers.at(in[{place}] % 6u);\n        r += (u8)std::string({text}).at(in[{place}] / 16u);\n    \
             }} catch (const std::invalid_argument &) {{\n        {}\n    }} catch (const std::out_of_range &) {{\n        {}\n    }}\n    \
             r += (u32)numbers.size();\n",
            effects[0], effects[1], effects[2]
        );
        self.close(scope, &body);
    }
}
