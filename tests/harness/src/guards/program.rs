//! The texts of programs: a case behind a flow, in a variant that goes wrong and in others that do not.

use std::fmt::Write;

use super::case::{self, Case, HERE, VALUE};
use super::flow::{FLOWS, Flow};
use super::integer::Integer;
use crate::level::Language;

/// A program, what to feed it, and what it has to say.
#[derive(Debug)]
pub struct Program {
    pub name: String,
    pub language: Language,
    pub case: Case,
    pub flow: &'static Flow,
    reader: Reader,
}

/// How a program reads a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reader {
    Scanned,
    /// A line, of which a number is made.
    Line,
    Bytes,
}

/// What a program is asked to run: its bad variant, or all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Bad,
    Good,
}

/// A variant as its function is called.
struct Variant {
    name: &'static str,
    /// The function that reads.
    input: &'static str,
    sink: String,
}

/// Every case with the flow that is its turn, so that each weakness has all flows.
pub fn all() -> Vec<Program> {
    let mut programs: Vec<Program> = Vec::new();
    let mut turn = 0;
    for (at, case) in case::all().into_iter().enumerate() {
        let suits = |f: &&Flow| f.takes_fields() || !case.integer.is_field();
        let flows: Vec<&'static Flow> = FLOWS.iter().filter(suits).collect();
        // Those for bit-fields alone take no turn of the others'.
        let flow = match case.integer.is_field() {
            true => flows[at % flows.len()],
            false => {
                turn += 1;
                flows[turn % flows.len()]
            }
        };
        let is_cxx = case.cxx || flow.language == Language::Cxx || at % 2 == 1;
        programs.push(Program {
            name: format!("{}-{}", case.name(), flow.name),
            language: if is_cxx { Language::Cxx } else { Language::C },
            reader: Reader::of(case.integer, at),
            case,
            flow,
        });
    }
    programs
}

impl Reader {
    fn of(integer: &Integer, at: usize) -> Reader {
        match (integer.scanned, at % 3) {
            (None, _) | (_, 2) => Reader::Bytes,
            (_, 1) => Reader::Line,
            _ => Reader::Scanned,
        }
    }

    /// A function that returns the next value, or ends the program where there is none.
    fn text(self, integer: &Integer) -> String {
        let c = integer.c;
        let body = match self {
            Reader::Scanned => {
                let scanned = integer.scanned.expect("it is of at most 64 bits");
                format!(
                    "    {c} value = 0;\n    if (scanf(\"{scanned}\", &value) != 1) exit(0);\n    return value;\n"
                )
            }
            Reader::Line => {
                let parse = if integer.signed { "strtol" } else { "strtoul" };
                format!(
                    "    char line[64];\n    if (!fgets(line, sizeof line, stdin)) exit(0);\n    return {parse}(line, 0, 10);\n"
                )
            }
            Reader::Bytes => format!(
                "    {c} value = 0;\n    if (fread(&value, sizeof value, 1, stdin) != 1) exit(0);\n    return value;\n"
            ),
        };
        format!("static {c} input(void) {{\n{body}}}\n")
    }

    fn given(self, integer: &Integer, number: i128) -> Vec<u8> {
        match self {
            Reader::Scanned | Reader::Line => format!("{number}\n").into_bytes(),
            Reader::Bytes => number.to_le_bytes()[..integer.declared as usize / 8].to_vec(),
        }
    }
}

impl Which {
    pub fn name(self) -> &'static str {
        match self {
            Which::Bad => "bad",
            Which::Good => "good",
        }
    }
}

impl Program {
    pub fn file(&self) -> String {
        format!("{}.{}", self.name, self.language.extension())
    }

    /// The line that has to be reported, from 1.
    pub fn line(&self) -> usize {
        line(&self.text())
    }

    /// With a `main` that reads values for as long as there are any: `bad` runs that variant with each, anything else
    /// the others.
    pub fn text(&self) -> String {
        let mut text = self.beginning(STDIN);
        text += &self.reader.text(self.case.integer);
        text += &self.safe_input();
        let variants = self.variants();
        for variant in &variants {
            text += &self.function(variant);
        }
        let mut calls = String::new();
        for variant in &variants[1..] {
            let _ = write!(calls, " {}();", variant.name);
        }
        let _ = write!(
            text,
            "\nint main(int count, char **arguments) {{\n    if (count > 1 && strcmp(arguments[1], \"bad\") == 0)\n        \
             while (1) bad();\n    while (1) {{{calls} }}\n}}\n"
        );
        text
    }

    /// What comes in front of the function that reads.
    pub fn beginning(&self, keep: &str) -> String {
        let Case {
            cwe,
            operation,
            integer,
            well,
            shared,
            ..
        } = &self.case;
        let mut text = format!(
            "/* CWE-{cwe}: {operation} of {}; flow: {}. */\n{INCLUDES}\n{keep}",
            integer.c, self.flow.name
        );
        text += "static volatile int five = 5;\n";
        text += &integer.constant("lowest", well.0);
        text += &integer.constant("highest", well.1);
        text += &integer.constant("safe", self.case.safe());
        text + shared
    }

    /// Reads a value that goes well.
    fn safe_input(&self) -> String {
        let c = self.case.integer.c;
        format!(
            "static {c} safe_input(void) {{\n    {c} value = input();\n    return {} ? value : safe;\n}}\n",
            condition("value")
        )
    }

    /// The bad one comes first.
    fn variants(&self) -> Vec<Variant> {
        let well = self.case.sink.replace(&format!(" {HERE}"), "");
        let of = |name, input, sink| Variant { name, input, sink };
        let mut variants = vec![
            self.bad(),
            of("clamped", "safe_input", well.clone()),
            of(
                "checked",
                "input",
                format!("if ({}) {}", condition(VALUE), block(&well)),
            ),
        ];
        variants.extend(self.case.wide.clone().map(|w| of("widened", "input", w)));
        variants
    }

    fn bad(&self) -> Variant {
        Variant {
            name: "bad",
            input: "input",
            sink: self.case.sink.clone(),
        }
    }

    /// The function of the bad variant.
    pub fn bad_function(&self) -> String {
        self.function(&self.bad())
    }

    fn function(&self, variant: &Variant) -> String {
        // A block, wherever a flow has it.
        let sink = block(&variant.sink.replace(VALUE, &self.flow.place));
        let integer = self.case.integer;
        let mut text = String::new();
        for line in std::iter::once("").chain(self.flow.text.lines()) {
            let margin = &line[..line.len() - line.trim_start().len()];
            text += &line.replace("$SINK", &sink.replace('\n', &format!("\n{margin}")));
            text += "\n";
        }
        text.replace("$T", integer.c)
            .replace("$F", &integer.member("value"))
            .replace("$INPUT", variant.input)
            .replace("$V", variant.name)
    }

    /// Values for a variant, the bad one last; the good ones are given each as often as there are variants.
    pub fn input(&self, which: Which) -> Vec<u8> {
        let integer = self.case.integer;
        let (values, times) = match which {
            Which::Bad => (vec![self.case.safe(), self.case.bad], 1),
            Which::Good => (self.edges(), self.variants().len() - 1),
        };
        let given = values.iter().flat_map(|&number| {
            let one = self.reader.given(integer, number);
            std::iter::repeat_n(one, times)
        });
        given.flatten().collect()
    }

    /// Where ranges of the type and of the case end.
    fn edges(&self) -> Vec<i128> {
        let integer = self.case.integer;
        let (least, most) = (integer.least(), integer.most());
        let (first, last) = self.case.well;
        let mut edges = vec![least, least + 1, -1, 0, 1, most - 1, most];
        edges.extend([first, last, self.case.bad]);
        edges.retain(|e| integer.holds(*e));
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// The line with the operation.
pub fn line(text: &str) -> usize {
    let here = text.lines().position(|l| l.ends_with(HERE));
    here.expect("a sink marks its line") + 1
}

fn block(statements: &str) -> String {
    let lines = statements.lines().map(|line| format!("    {line}\n"));
    format!("{{\n{}}}", lines.collect::<String>())
}

fn condition(place: &str) -> String {
    format!("{place} >= lowest && {place} <= highest")
}

const INCLUDES: &str =
    "#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

/// What is computed is written.
const STDIN: &str =
    "static void keep(const void *at, size_t size) { fwrite(at, size, 1, stdout); }\n";

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_weakness_has_every_flow() {
        let programs = all();
        assert!(programs.len() >= 400, "{}", programs.len());
        let names: BTreeSet<&str> = programs.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names.len(), programs.len());
        for cwe in [190, 191, 194, 195, 197, 369] {
            for flow in FLOWS.iter() {
                let has = |p: &Program| p.case.cwe == cwe && p.flow.name == flow.name;
                assert!(programs.iter().any(has), "CWE-{cwe}, {}", flow.name);
            }
        }
    }

    #[test]
    fn one_line_of_a_program_goes_wrong() {
        for program in all() {
            let text = program.text();
            assert_eq!(text.matches(HERE).count(), 1, "{text}");
            assert!(!text.contains('$'), "{text}");
            let case = &program.case;
            assert!(case.integer.holds(case.bad), "{}", program.name);
            assert!(
                !(case.well.0..=case.well.1).contains(&case.bad),
                "{}",
                program.name
            );
        }
    }
}
