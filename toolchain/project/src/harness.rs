//! Whether a source of C or C++ defines a harness.

/// How a harness gets its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// `LLVMFuzzerTestOneInput`, or a macro that defines it: fz links a `main`.
    Function,
    /// AFL++'s loop, in a program with a `main` of its own.
    Loop,
}

const FUNCTION: &str = "LLVMFuzzerTestOneInput";

/// Macros that define the function, of libprotobuf-mutator.
const MACROS: [&str; 3] = [
    "DEFINE_PROTO_FUZZER",
    "DEFINE_TEXT_PROTO_FUZZER",
    "DEFINE_BINARY_PROTO_FUZZER",
];

const LOOP: &str = "__AFL_LOOP";

/// The harness that `source` defines.
pub fn defined(source: &str) -> Option<Kind> {
    // Nearly all files end here.
    let names = || MACROS.into_iter().chain([FUNCTION, LOOP]);
    if !names().any(|name| source.contains(name)) {
        return None;
    }
    let code = code(source);
    if std::iter::once(FUNCTION)
        .chain(MACROS)
        .any(|name| defines(&code, name))
    {
        return Some(Kind::Function);
    }
    uses(&code, LOOP).next().map(|_| Kind::Loop)
}

/// Whether `name`, its parameters and a body follow each other anywhere.
fn defines(code: &str, name: &str) -> bool {
    uses(code, name).any(|rest| after_parameters(rest).is_some_and(|rest| rest.starts_with('{')))
}

/// What follows each use of the whole word `name` outside of directives.
fn uses<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).filter_map(move |(at, _)| {
        let (before, rest) = (&code[..at], &code[at + name.len()..]);
        let line = before.rsplit('\n').next().unwrap_or(before);
        let whole = !before.ends_with(is_word) && !rest.starts_with(is_word);
        (whole && !line.trim_start().starts_with('#')).then_some(rest)
    })
}

/// What follows the parentheses that `rest` starts with.
fn after_parameters(rest: &str) -> Option<&str> {
    let rest = rest.trim_start().strip_prefix('(')?;
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    })?;
    Some(rest[end + 1..].trim_start())
}

/// The source without its comments, and with nothing in its texts.
fn code(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(['/', '"', '\'']) {
        code.push_str(&rest[..at]);
        rest = &rest[at..];
        let (kept, length) = if rest.starts_with("//") {
            ("", rest.find('\n').unwrap_or(rest.len()))
        } else if rest.starts_with("/*") {
            (" ", rest.find("*/").map_or(rest.len(), |end| end + 2))
        } else if rest.starts_with('/') {
            ("/", 1)
        } else {
            ("\"\"", quoted(rest))
        };
        code.push_str(kept);
        rest = &rest[length..];
    }
    code + rest
}

/// The length of the text or character that `rest` starts with. None goes on in the next line, so that the `'` of a number
/// (`1'000`) hides no more than that.
fn quoted(rest: &str) -> usize {
    let mut characters = rest.char_indices();
    let quote = characters.next().map(|(_, c)| c);
    while let Some((at, c)) = characters.next() {
        match c {
            '\\' => drop(characters.next()),
            '\n' => return at,
            c if Some(c) == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::{Kind, defined};

    #[test]
    fn definitions_are_found() {
        for source in [
            "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return 0; }",
            "extern \"C\" int\nLLVMFuzzerTestOneInput (const unsigned char *d, unsigned long n)\n{\n",
            "extern \"C\" int LLVMFuzzerTestOneInput(const uint8_t* d, size_t (n)) /* why */ // so\n {",
            "long n = 1'000;\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {",
            "DEFINE_PROTO_FUZZER(const my::Message& message) {",
        ] {
            assert_eq!(defined(source), Some(Kind::Function), "{source}");
        }
    }

    #[test]
    fn a_loop_of_aflpp_is_a_harness() {
        let source = "int main(void) { while (__AFL_LOOP(1000)) run(); }";
        assert_eq!(defined(source), Some(Kind::Loop));
        let both = format!("{source}\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {{");
        assert_eq!(defined(&both), Some(Kind::Function));
    }

    #[test]
    fn what_only_speaks_of_one_is_none() {
        for source in [
            "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);\nint main() {}",
            "int main() { return LLVMFuzzerTestOneInput(data, size); }",
            "// int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {",
            "/* int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { */",
            "puts(\"int LLVMFuzzerTestOneInput(d, n) {\");",
            "int MyLLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {",
            "#define __AFL_LOOP(n) 0",
            "#ifdef __AFL_LOOP\n#endif",
            "int LLVMFuzzerTestOneInput(const uint8_t *",
            "",
        ] {
            assert_eq!(defined(source), None, "{source}");
        }
    }
}
