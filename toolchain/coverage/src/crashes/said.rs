//! What a program has printed about its end: the lines with values, and what object it was about.

use super::stack::Call;

/// So many lines are kept, and so many bytes of each.
const LINES: usize = 8;
const LONGEST: usize = 400;

/// Lines of a sanitizer's report that say what went wrong, with values, contain these.
const TELLING: [&str; 10] = [
    ": runtime error: ",
    "ERROR: AddressSanitizer: ",
    "ERROR: LeakSanitizer: ",
    "ERROR: ThreadSanitizer: ",
    "WARNING: MemorySanitizer: ",
    "WARNING: ThreadSanitizer: ",
    "READ of size ",
    "WRITE of size ",
    " is located ",
    " <== Memory access at offset ",
];

/// What a bad access was about: two that come by different ways, and are about the same, are one bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// A variable, by its name and what the report says of its place.
    Variable(String),
    /// Memory of the heap, by the stack that allocated it.
    Heap(Vec<Call>),
    /// The condition of an assertion.
    Assertion(String),
}

/// The lines that tell, or else the last ones.
pub fn message(text: &str) -> Vec<String> {
    let own = |line: &&str| !line.trim().is_empty();
    let telling = text
        .lines()
        .filter(|l| TELLING.iter().any(|t| l.contains(t)));
    let mut lines: Vec<&str> = telling.collect();
    if lines.is_empty() {
        lines = text.lines().rev().filter(own).take(3).collect();
        lines.reverse();
    }
    lines.into_iter().take(LINES).map(tidy).collect()
}

/// Without the number of the process, and not endless.
fn tidy(line: &str) -> String {
    let line = line.trim();
    let behind = line.strip_prefix("==").and_then(|l| l.split_once("=="));
    let number = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let line = behind
        .filter(|(n, _)| number(n))
        .map_or(line, |(_, rest)| rest);
    let end = (0..=LONGEST.min(line.len()))
        .rev()
        .find(|n| line.is_char_boundary(*n));
    line[..end.unwrap_or(0)].to_owned()
}

/// The place that UndefinedBehaviorSanitizer names: file and line.
pub fn place(text: &str) -> Option<(&str, u32)> {
    let line = text.lines().rev().find(|l| l.contains(TELLING[0]))?;
    let (place, _) = line.split_once(TELLING[0])?;
    let mut parts = place.rsplitn(3, ':');
    let (_, line, file) = (parts.next()?, parts.next()?, parts.next()?);
    Some((file, line.parse().ok()?))
}

pub fn about(text: &str) -> Option<About> {
    let variable = text.lines().find_map(|line| {
        let (named, _) = line.split_once(" <== Memory access at offset ")?;
        // `[32, 42) 'buf' (line 12)`: offsets are of the build, the name is the source's.
        Some(named.split_once(") ")?.1.to_owned())
    });
    let global = || {
        text.lines().find_map(|line| {
            let (_, rest) = line.split_once(" global variable ")?;
            Some(rest.split_once(" (0x")?.0.to_owned())
        })
    };
    let allocated = || {
        let mut lines = text.lines();
        lines.find(|l| {
            l.starts_with("allocated by thread ")
                || l.starts_with("previously allocated by thread ")
        })?;
        let calls: Vec<Call> = lines.map_while(call).collect();
        (!calls.is_empty()).then_some(About::Heap(calls))
    };
    let assertion = || {
        text.lines().rev().find_map(|line| {
            let (_, rest) = line.split_once(": Assertion `")?;
            Some(About::Assertion(rest.split_once("' failed")?.0.to_owned()))
        })
    };
    let variable = variable.or_else(global).map(About::Variable);
    variable.or_else(allocated).or_else(assertion)
}

/// `    #1 0x55d0c0 (/tmp/p+0x1234) (BuildId: 12)`
fn call(line: &str) -> Option<Call> {
    let rest = line.trim_start().strip_prefix('#')?;
    let (_, rest) = rest.split_once(" (")?;
    let (module, address) = rest.split_once("+0x")?;
    let end = address.find(|c: char| !c.is_ascii_hexdigit())?;
    Some(Call {
        module: module.into(),
        address: u64::from_str_radix(&address[..end], 16).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAP: &str = "\
noise of the program
=================================================================
==12==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x502000000011 at pc 0x55 bp 0x7f sp 0x7f
READ of size 1 at 0x502000000011 thread T0
    #0 0x55 (/tmp/p+0x10)

0x502000000011 is located 0 bytes after 1-byte region [0x502000000010,0x502000000011)
allocated by thread T0 here:
    #0 0x55 (/tmp/p+0xcafe) (BuildId: 12)
    #1 0x56 (/tmp/a b+0x1234) (BuildId: 12)

SUMMARY: AddressSanitizer: heap-buffer-overflow (/tmp/p+0x10) (BuildId: 12)
";

    #[test]
    fn reports_say_what_and_about_what() {
        let lines = message(HEAP);
        assert_eq!(lines.len(), 3, "{lines:?}");
        assert!(
            lines[0].starts_with("ERROR: AddressSanitizer: heap"),
            "{lines:?}"
        );
        assert!(lines[1].starts_with("READ of size 1"), "{lines:?}");
        let call = |module: &str, address| Call {
            module: module.into(),
            address,
        };
        let calls = vec![call("/tmp/p", 0xcafe), call("/tmp/a b", 0x1234)];
        assert_eq!(about(HEAP), Some(About::Heap(calls)));
        for (text, expected) in [
            (
                "    [32, 42) 'buf' (line 5) <== Memory access at offset 42 overflows this variable\n",
                Some(About::Variable("'buf' (line 5)".to_owned())),
            ),
            (
                "0x1 is located 0 bytes after global variable 'table' defined in 'a.c:3:5' (0x55) of size 16\n0x1 is located 4 bytes \
                 before global variable 'x' defined in 'a.c:4' (0x5500) of size 4\n",
                Some(About::Variable("'table' defined in 'a.c:3:5'".to_owned())),
            ),
            (
                "p: a.c:12: f: Assertion `x > 0' failed.\n",
                Some(About::Assertion("x > 0".to_owned())),
            ),
            ("all is well\n", None),
        ] {
            assert_eq!(about(text), expected, "{text}");
        }
    }

    #[test]
    fn without_a_report_the_last_lines_are_shown() {
        assert_eq!(message("a\nb\n\nc\nd\n"), ["b", "c", "d"]);
        assert!(message("").is_empty());
        let long = message(&"ä".repeat(1000));
        assert_eq!(long[0].len(), LONGEST);
    }

    #[test]
    fn undefined_behaviour_has_a_place() {
        let text = "/s/a:b.c:12:5: runtime error: division by zero\n";
        assert_eq!(place(text), Some(("/s/a:b.c", 12)));
        assert_eq!(place("a.c:12: no"), None);
    }
}
