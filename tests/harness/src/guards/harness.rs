//! Programs as harnesses: the variant that goes wrong alone, behind a parser that takes few inputs.

use std::fmt::Write;

use super::program::Program;
use crate::level::Language;

/// What an input looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Four bytes of a head, then the value.
    Bytes,
    /// `n=-123`: for values of at most 18 digits.
    Text,
}

/// A number in decimal, up to 18 digits: `number` has room for more.
const PARSED: &str = "    long number = 0;
    size_t at = 0;
    int negative = left > 0 && bytes[0] == '-';
    if (negative) at++;
    for (int digits = 0; digits < 18 && at < left && bytes[at] >= '0' && bytes[at] <= '9'; digits++, at++)
        number = number * 10 + (bytes[at] - '0');
    if (negative) number = -number;
";

/// What is computed is stored.
const KEEP: &str = "static volatile unsigned char stored;
static void keep(const void *at, size_t size) { stored = ((const unsigned char *)at)[size - 1]; }
static const uint8_t *bytes;
static size_t left;
";

impl Format {
    /// The conditions on `data` and `size`, and how long the head is.
    fn head(self) -> (&'static str, usize) {
        match self {
            Format::Bytes => (
                "data[0] != 'N' || data[1] != 'R' || (data[2] != 2 && data[2] != 3) || data[3] > size",
                4,
            ),
            Format::Text => ("data[0] != 'n' || data[1] != '='", 2),
        }
    }
}

/// The program for a fuzzer.
pub fn text(program: &Program, format: Format) -> String {
    let integer = program.case.integer;
    let c = integer.c;
    let mut text = program.beginning(KEEP);
    text += &integer.constant("bottom", integer.least());
    text += &integer.constant("top", integer.most());
    let read = match format {
        Format::Bytes => format!("    {c} number;\n    memcpy(&number, bytes, sizeof number);\n"),
        Format::Text => PARSED.to_string(),
    };
    let _ = write!(
        text,
        "static {c} input(void) {{\n{read}    return number < bottom || number > top ? safe : number;\n}}\n"
    );
    text += &program.bad_function();
    let (refused, head) = format.head();
    let linkage = match program.language {
        Language::C => "",
        Language::Cxx => "extern \"C\" ",
    };
    let needed = match format {
        Format::Bytes => head + integer.declared as usize / 8,
        Format::Text => head + 1,
    };
    let _ = write!(
        text,
        "\n{linkage}int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {{\n    \
         if (size < {needed} || {refused}) return 0;\n    \
         bytes = data + {head};\n    left = size - {head};\n    bad();\n    return 0;\n}}\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::super::{case, program};
    use super::{Format, text};

    #[test]
    fn only_the_bad_variant_is_there() {
        for program in program::all() {
            for format in [Format::Bytes, Format::Text] {
                let text = text(&program, format);
                assert_eq!(text.matches(case::HERE).count(), 1, "{text}");
                assert!(
                    !text.contains('$') && !text.contains("safe_input"),
                    "{text}"
                );
            }
        }
    }
}
