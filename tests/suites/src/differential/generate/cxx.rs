//! Functions and conditions of C++ programs: strings, views, maps, virtual calls, variants, algorithms.

use std::fmt::Write;

use super::{Generator, Scope, escaped};

impl Generator {
    /// Comparisons of strings and views.
    pub fn cxx_condition(&mut self, scope: &mut Scope) -> String {
        let mut word = self.word();
        if self.random.chance(25) {
            let at = self.random.below(word.len() + 1);
            word.insert(at, 0);
        }
        let literal = format!("\"{}\"sv", escaped(&word));
        let length = word.len();
        let contents = super::input::near(&mut self.random, &word);
        let at = self.layout.region(length + 2, contents);
        let view = format!("std::string_view((const char *)in + {at}, {length})");
        let string = format!("std::string((const char *)in + {at}, {length})");
        let op = self.relation();
        match self.random.below(10) {
            0 | 1 => format!("{view} {op} {literal}"),
            2 => format!("{string} {op} {literal}"),
            3 => format!(
                "{string} {} \"{}\"",
                self.random.pick(&["==", "!=", "<"]),
                escaped(&word)
            ),
            4 => {
                let text = self.text_near(scope, &word).name;
                format!("std::string_view({text}) {op} {view}")
            }
            5 => format!(
                "{view}.substr(0, {}) == {literal}.substr(0, {0})",
                self.random.within(0, length)
            ),
            6 => format!(
                "{view}.find({literal}.substr({})) != std::string_view::npos",
                self.random.within(0, length)
            ),
            7 => format!("sign({view}.compare({literal})) {op} 0"),
            8 => format!(
                "std::equal(in + {at}, in + {at} + {length}, (const u8 *)\"{}\")",
                escaped(&word)
            ),
            _ => format!("{string}.rfind({literal}, 0) == 0"),
        }
    }

    /// A map from strings: found, not found, in order.
    pub fn string_map(&mut self) {
        let mut scope = Scope::default();
        let words: Vec<Vec<u8>> = (0..self.random.within(3, 6)).map(|_| self.word()).collect();
        let mut rows = String::new();
        for word in &words {
            let _ = write!(
                rows,
                "{{\"{}\", {}}}, ",
                escaped(word),
                self.random.below(50)
            );
        }
        let wanted = self.random.pick(&words).clone();
        let text = self.text_near(&mut scope, &wanted).name;
        let condition = self.condition(&mut scope, 0);
        let (found, lost, high) = (self.effect(), self.effect(), self.effect());
        let kind = self.random.pick(&[
            "std::map<std::string, u32>",
            "std::map<std::string, u32, std::less<>>",
        ]);
        let body = format!(
            "    {kind} map{{{rows}}};\n    if ({condition}) map[{text}] += 3;\n    auto place = map.find({text});\n    \
             if (place != map.end()) {{ r += place->second; {found} }} else {{ {lost} }}\n    \
             if (auto next = map.lower_bound({text}); next != map.end() && next->second > 20) {{ {high} }}\n    \
             for (const auto &[key, number] : map) r = r * 31u + number + (u32)key.size() + (key < {text});\n    \
             r += (u32)map.count(\"{}\");\n",
            escaped(&words[0])
        );
        self.close(scope, &body);
    }

    /// Virtual calls, casts that fail, types at run time.
    pub fn hierarchy(&mut self) {
        let mut scope = Scope::default();
        let (shape, one, two, three) = (
            self.name("Shape"),
            self.name("One"),
            self.name("Two"),
            self.name("Three"),
        );
        let effects: Vec<String> = (0..5).map(|_| self.effect()).collect();
        let (condition, limit) = (self.condition(&mut scope, 0), self.random.below(256));
        self.define(&format!(
            "struct {shape} {{\n    virtual ~{shape}() = default;\n    virtual u32 area(u32 r) const = 0;\n}};\n\
             struct {one} : {shape} {{\n    u32 area(u32 r) const override {{ {} return r + 1u; }}\n}};\n\
             struct {two} : {one} {{\n    u32 side;\n    explicit {two}(u32 s) : side(s) {{}}\n    u32 area(u32 r) const override {{\n        \
             if (side > {limit}u) {{ {} }}\n        return {one}::area(r) * side;\n    }}\n}};\nstruct {three} final : {shape} {{\n    \
             u32 area(u32 r) const override {{ {} return r ^ 3u; }}\n}};",
            effects[0], effects[1], effects[2]
        ));
        let length = self.random.within(3, 8);
        let at = self.layout.region(
            length,
            vec![
                (0..length as u8).collect(),
                vec![1; length],
                vec![0xfe; length],
            ],
        );
        let body = format!(
            "    std::vector<std::unique_ptr<{shape}>> shapes;\n    for (u32 i = 0; i < {length}; i++) {{\n        switch (in[{at} + i] % 3) {{\n        \
             case 0: shapes.push_back(std::make_unique<{one}>()); break;\n        \
             case 1: shapes.push_back(std::make_unique<{two}>(in[{at} + i])); break;\n        \
             default: shapes.push_back(std::make_unique<{three}>()); break;\n        }}\n    }}\n    for (const auto &s : shapes) {{\n        \
             r = s->area(r);\n        if (const auto *t = dynamic_cast<const {two} *>(s.get()); t && ((t->side & 1) || {condition})) {{ {} }}\n        \
             const auto &shape = *s;\n        if (typeid(shape) == typeid({one})) {{ {} }}\n    }}\n",
            effects[3], effects[4]
        );
        self.close(scope, &body);
    }

    /// Variants, optionals, lambdas and templates.
    pub fn variants(&mut self) {
        let mut scope = Scope::default();
        let (parse, twice) = (self.name("parse"), self.name("twice"));
        let word = self.word();
        let text = self.text_near(&mut scope, &word).name;
        let effects: Vec<String> = (0..4).map(|_| self.effect()).collect();
        let (a, b) = (self.condition(&mut scope, 0), self.condition(&mut scope, 1));
        let limit = self.random.below(9);
        self.define(&format!(
            "using {parse}_t = std::variant<std::monostate, u32, std::string>;\n\
             static {parse}_t {parse}(const char *text, bool number) {{\n    if (number) return digits(text);\n    \
             if (*text) return std::string(text);\n    return {{}};\n}}\n\
             template <typename T, typename F> static T {twice}(T value, F f) {{ return f(f(value)); }}"
        ));
        let body = format!(
            "    auto value = {parse}({text}, {a});\n    std::optional<u32> length;\n    std::visit([&](const auto &v) {{\n        \
             using V = std::decay_t<decltype(v)>;\n        if constexpr (std::is_same_v<V, u32>) {{ r += v; {} }}\n        \
             else if constexpr (std::is_same_v<V, std::string>) {{\n            length = (u32)v.size();\n            \
             if (v == \"{}\") {{ {} }}\n        }} else {{ {} }}\n    }}, value);\n    if (length && *length > {limit}u) {{ {} }}\n    \
             r += length.value_or(99);\n    r = {twice}(r, [&](u32 n) {{ return {b} ? n * 3u : n + 1u; }});\n    \
             r += {twice}(std::string({text}), [](std::string s) {{ return s + \"!\"; }}).size() & 15u;\n",
            effects[0],
            escaped(&word),
            effects[1],
            effects[2],
            effects[3]
        );
        self.close(scope, &body);
    }

    /// Words of the input: split, sorted, joined and compared.
    pub fn strings_of_cxx(&mut self) {
        let mut scope = Scope::default();
        let (one, two) = (self.word(), self.word());
        let joined = [&one[..], b" ", &two[..], b" ", &one[..]].concat();
        let text = self.text_near(&mut scope, &joined).name;
        let effects: Vec<String> = (0..4).map(|_| self.effect()).collect();
        let condition = self.condition(&mut scope, 0);
        let (low, high) = (self.random.below(20), self.random.within(21, 60));
        let body = format!(
            "    std::vector<std::string> words;\n    std::string rest = {text};\n    for (size_t at; !rest.empty();) {{\n        \
             at = rest.find(' ');\n        words.push_back(rest.substr(0, at));\n        rest = at == std::string::npos ? \"\" : rest.substr(at + 1);\n    }}\n    \
             if (words.size() > 1 && words[0] == \"{}\") {{ {} }}\n    std::sort(words.begin(), words.end(), [](const auto &a, const auto &b) {{\n        \
             return a.size() != b.size() ? a.size() < b.size() : a < b;\n    }});\n    std::string all;\n    \
             for (const auto &word : words) {{\n        all += word + ',';\n        if (word == \"{}\" || {condition}) {{ {} }}\n    }}\n    \
             if (std::any_of(all.begin(), all.end(), [](char c) {{ return c == ';' || c < 0; }})) {{ {} }}\n    \
             if (std::clamp<size_t>(all.size(), {low}, {high}) == all.size()) {{ {} }}\n    \
             r = std::max(r, (u32)all.size()) + std::min<u32>(r, 77);\n",
            escaped(&one),
            effects[0],
            escaped(&two),
            effects[1],
            effects[2],
            effects[3]
        );
        self.close(scope, &body);
    }
}
