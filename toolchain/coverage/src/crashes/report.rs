//! What a sanitizer's report calls the error.

/// Its kind, without what differs from run to run. `None`: there is no report.
pub fn kind(text: &str) -> Option<String> {
    let behind = |mark: &str| {
        let found = text.lines().rev().find_map(|l| l.split_once(mark));
        found.map(|(_, rest)| rest)
    };
    let (tool, kind) = behind("SUMMARY: ")?.split_once(": ")?;
    // The summary of this one says no more than that it is one.
    let said = match tool {
        "UndefinedBehaviorSanitizer" => behind(": runtime error: ").unwrap_or(kind),
        _ => kind,
    };
    // Behind these stand types, values and addresses.
    let ends = [" for type", " of type", ": ", " (", ", ", " '"];
    let end = ends.iter().filter_map(|e| said.find(e)).min();
    let is_place = |word: &&str| word.contains(['/', ':', '(']);
    let words = said[..end.unwrap_or(said.len())].split_ascii_whitespace();
    let words: Vec<&str> = words
        .take_while(|w| !is_place(w))
        .map(|word| {
            match word
                .trim_start_matches('-')
                .starts_with(|c: char| c.is_ascii_digit())
            {
                true => "N",
                false => word,
            }
        })
        .collect();
    let kind = words.join(" ");
    (!kind.is_empty()).then_some(kind)
}

/// The sanitizer whose report it is.
pub fn tool(text: &str) -> Option<&str> {
    let summary = text.lines().rev().find_map(|l| l.split_once("SUMMARY: "));
    Some(summary?.1.split_once(": ")?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_what_sanitizers_call_them() {
        let ubsan = |said: &str| {
            format!(
                "p.c:3:5: runtime error: {said}\nSUMMARY: UndefinedBehaviorSanitizer: undefined-behavior p.c:3:5 \n"
            )
        };
        for (text, expected) in [
            (
                "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\nSUMMARY: AddressSanitizer: \
                 heap-buffer-overflow (/tmp/p+0x1234) (BuildId: 12)\n==1==ABORTING"
                    .to_owned(),
                Some("heap-buffer-overflow"),
            ),
            ("SUMMARY: AddressSanitizer: double-free a.c:3:5 in f".to_owned(), Some("double-free")),
            ("SUMMARY: ThreadSanitizer: data race (/tmp/p+0x1) in f".to_owned(), Some("data race")),
            (ubsan("signed integer overflow: 2147483647 + 1 cannot be"), Some("signed integer overflow")),
            (ubsan("index 5 out of bounds for type 'int[4]'"), Some("index N out of bounds")),
            (ubsan("shift exponent -33 is too large for 32-bit type 'int'"), Some("shift exponent N is too large for N type")),
            (ubsan("load of null pointer of type 'int'"), Some("load of null pointer")),
            (ubsan("division by zero"), Some("division by zero")),
            ("p: failed".to_owned(), None),
            ("SUMMARY: AddressSanitizer: ".to_owned(), None),
        ] {
            assert_eq!(kind(&text).as_deref(), expected, "{text}");
        }
    }
}
