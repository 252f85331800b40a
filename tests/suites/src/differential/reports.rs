//! What sanitizers report, without what changes from run to run.

/// UBSan's lines in `stderr`: sorted, each once, addresses blanked.
pub fn undefined(stderr: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(stderr);
    let mut lines: Vec<String> = text
        .lines()
        .filter(|l| l.contains("runtime error: "))
        .map(blanked)
        .collect();
    lines.sort();
    lines.dedup();
    lines
}

/// The kind of the first report of MSan or ASan: `use-of-uninitialized-value`.
pub fn kind(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let report = text.split_once("Sanitizer: ")?.1;
    Some(report.split_whitespace().next()?.to_string())
}

/// `line` with a `#` for each address and process number.
fn blanked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = ["0x", "=="].iter().filter_map(|m| rest.find(m)).min() {
        let (before, found) = rest.split_at(at);
        let (mark, after) = found.split_at(2);
        out.push_str(before);
        out.push_str(mark);
        let digits = after.find(|c: char| !c.is_ascii_hexdigit());
        let digits = digits.unwrap_or(after.len());
        if digits > 0 {
            out.push('#');
        }
        rest = &after[digits..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{kind, undefined};

    #[test]
    fn undefined_behaviour_is_one_line_each() {
        let text = b"a.c:3:1: runtime error: load of address 0x7ffd12 with\nnote\n\
                     a.c:1:1: runtime error: shift\na.c:1:1: runtime error: shift\n";
        let lines = undefined(text);
        assert_eq!(
            lines,
            [
                "a.c:1:1: runtime error: shift",
                "a.c:3:1: runtime error: load of address 0x# with"
            ]
        );
    }

    #[test]
    fn the_first_report_has_a_kind() {
        let text =
            b"==12==WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x1 in main\n";
        assert_eq!(kind(text).as_deref(), Some("use-of-uninitialized-value"));
        assert_eq!(kind(b"assertion failed"), None);
    }
}
