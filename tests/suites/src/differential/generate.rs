//! Programs that parse their input, made from a seed: half of them C, half C++. A program decides things about its
//! standard input in as many ways as we could think of, and prints what it decided. None has undefined behaviour.

mod cxx;
mod exceptions;
mod floats;
mod flow;
mod input;
mod loops;
mod machines;
mod numbers;
mod statements;
mod strings;

use std::fmt::Write;

use input::Layout;

use fz_harness::level::Language;
use fz_harness::random::Random;

/// What every program begins with.
const PRELUDE: &str = include_str!("../../../differential/prelude.h");
/// What a C++ program includes besides, and the names it uses from there.
const CXX_PRELUDE: &str = "#include <algorithm>\n#include <map>\n#include <memory>\n#include <optional>\n\
    #include <stdexcept>\n#include <string>\n#include <string_view>\n#include <typeinfo>\n#include <variant>\n\
    #include <vector>\nusing namespace std::literals;\n";

/// Inputs per program.
const INPUTS: usize = 20;

/// A program and what to feed it.
#[derive(Debug, PartialEq, Eq)]
pub struct Generated {
    pub language: Language,
    pub text: String,
    pub inputs: Vec<Vec<u8>>,
}

/// The program of a seed; odd ones are C++.
pub fn generate(seed: u64) -> Generated {
    let language = if seed % 2 == 1 {
        Language::Cxx
    } else {
        Language::C
    };
    let mut made = Generator {
        // Neighbouring seeds share nothing.
        random: Random::new(Random::new(seed).bits()),
        language,
        layout: Layout::default(),
        count: 0,
        definitions: String::new(),
        callable: Vec::new(),
    };
    let functions = made.random.within(6, 11);
    for _ in 0..functions {
        made.function();
    }
    let text = made.program();
    let inputs = made.layout.inputs(&mut made.random, INPUTS);
    Generated {
        language,
        text,
        inputs,
    }
}

/// A program in the making.
struct Generator {
    random: Random,
    language: Language,
    layout: Layout,
    /// The number that the next name or mark gets.
    count: u32,
    /// Types, tables and functions so far.
    definitions: String,
    /// Functions from `u32` to `u32` so far.
    callable: Vec<String>,
}

/// A function in the making.
#[derive(Default)]
struct Scope {
    /// Declarations, which all stand at the top: labels can then be jumped to from anywhere.
    declarations: String,
    /// Labels that something jumps to; they stand at the end.
    labels: Vec<String>,
    /// Whether it calls another one already.
    calls: bool,
}

impl Scope {
    fn declare(&mut self, declaration: &str) {
        let _ = writeln!(self.declarations, "    {declaration}");
    }
}

impl Generator {
    fn number(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    fn name(&mut self, stem: &str) -> String {
        format!("{stem}{}", self.number())
    }

    fn define(&mut self, text: &str) {
        self.definitions.push_str(text);
        self.definitions.push('\n');
    }

    fn is_cxx(&self) -> bool {
        self.language == Language::Cxx
    }

    /// How much the optimiser may do across the calls of a function.
    fn linkage(&mut self) -> &'static str {
        const LINKAGES: &[&str] = &["static", "static NOINLINE", "NOINLINE", "static inline"];
        self.random.pick::<&str>(LINKAGES)
    }

    /// Adds a function of some kind.
    fn function(&mut self) {
        let kinds: &[fn(&mut Generator)] = if self.is_cxx() && self.random.chance(55) {
            &[
                Generator::thrower,
                Generator::thrower,
                Generator::rethrower,
                Generator::converter,
                Generator::string_map,
                Generator::hierarchy,
                Generator::variants,
                Generator::strings_of_cxx,
            ]
        } else {
            &[
                Generator::plain,
                Generator::plain,
                Generator::plain,
                Generator::plain,
                Generator::goto_machine,
                Generator::computed_goto,
                Generator::tail_calls,
                Generator::recursion,
                Generator::long_jumps,
                Generator::dispatch,
                Generator::commands,
                Generator::chunks,
                Generator::counting,
                Generator::sorting,
            ]
        };
        let make = *self.random.pick(kinds);
        make(self);
    }

    /// A function of the form `u32 name(u32 x)`, from its body, which works on `u32 r`.
    fn close(&mut self, scope: Scope, body: &str) {
        let (linkage, name) = (self.linkage(), self.name("f"));
        let mut text = format!(
            "{linkage} u32 {name}(u32 x) {{\n    u32 r = x;\n{}{body}",
            scope.declarations
        );
        // Labels that nothing falls into would make the ways to them longer than they are in real programs.
        for label in scope.labels {
            let (id, factor) = (self.number(), self.odd());
            let _ = write!(
                text,
                "    if (0) {{\n    {label}:\n        mark({id});\n        r = r * {factor}u;\n    }}\n"
            );
        }
        text.push_str("    return r;\n}\n");
        self.define(&text);
        self.callable.push(name);
    }

    /// A factor that loses no bits.
    fn odd(&mut self) -> u32 {
        (self.random.bits() as u32 & 0xffff) | 1
    }

    /// The whole text, once all functions are there.
    fn program(&mut self) -> String {
        let mut calls = String::new();
        for (at, name) in self.callable.iter().enumerate() {
            let argument = if at % 3 == 0 { "0" } else { "r" };
            let _ = write!(
                calls,
                "    r = {name}({argument});\n    mix(r);\n    printf(\"\\n{name} %08x\", r);\n"
            );
        }
        let cxx = if self.is_cxx() { CXX_PRELUDE } else { "" };
        // The status says something too.
        format!(
            "#define CAPACITY {}\n{PRELUDE}{cxx}\n{}\nint main(void) {{\n    u32 r = 0;\n    \
             size_t length = fread(in, 1, sizeof in - 64, stdin);\n    mix(length);\n{calls}    \
             printf(\"\\n%08x %u\\n\", hash, marks);\n    return (int)(hash & 63);\n}}\n",
            self.layout.size() + 128,
            self.definitions
        )
    }
}

/// Bytes as the inside of a literal, also behind hexadecimal digits and question marks.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b" _-+.,:;=()[]<>/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "\\{byte:03o}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{INPUTS, escaped, generate};
    use fz_harness::level::Language;

    #[test]
    fn a_seed_makes_one_program() {
        for seed in 0..50 {
            assert_eq!(generate(seed), generate(seed));
            assert_eq!(generate(seed).inputs.len(), INPUTS);
        }
        assert_ne!(generate(2).text, generate(4).text);
    }

    #[test]
    fn literals_stand_next_to_anything() {
        assert_eq!(escaped(b"a\0" as &[u8]), "a\\000");
        assert_eq!(escaped(b"\xff1\"?"), "\\3771\\042\\077");
    }

    #[test]
    fn programs_compile_without_a_word() {
        let dir = tempfile::tempdir().unwrap();
        for seed in 0..4 {
            let made = generate(seed);
            let (compiler, extension) = match made.language {
                Language::C => (fz_llvm::CLANG, "c"),
                Language::Cxx => (fz_llvm::CLANGXX, "cc"),
            };
            let source = dir.path().join(format!("{seed}.{extension}"));
            std::fs::write(&source, &made.text).unwrap();
            let out = Command::new(compiler)
                .args(["-fsyntax-only", "-Wall", "-Werror"])
                // They decide what is known, and define what they do not call.
                .args([
                    "-Wno-unused",
                    "-Wno-tautological-compare",
                    "-Wno-parentheses",
                ])
                .arg(&source)
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&out.stderr);
            assert!(out.status.success(), "seed {seed}: {said}");
        }
    }
}
