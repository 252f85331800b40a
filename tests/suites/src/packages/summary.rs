//! What suites count at their end.

/// What lines of counts begin with: Automake's, and Meson's.
const BEGIN: [&str; 13] = [
    "# TOTAL:",
    "# PASS:",
    "# SKIP:",
    "# XFAIL:",
    "# FAIL:",
    "# XPASS:",
    "# ERROR:",
    "Ok:",
    "Expected Fail:",
    "Fail:",
    "Unexpected Pass:",
    "Skipped:",
    "Timeout:",
];

/// What lines of counts hold: CTest's, Automake's where tests run one after another, and GoogleTest's.
const HOLD: [&str; 4] = [
    "tests failed out of",
    "tests passed",
    "test passed",
    "[  PASSED  ]",
];

/// The lines of `output` that count, and those that hold one of `more`; sorted, since tests run side by side.
pub fn of(output: &str, more: &[String]) -> Vec<String> {
    let counts = |line: &&str| {
        BEGIN.iter().any(|begin| line.starts_with(begin))
            || HOLD.iter().any(|part| line.contains(part))
            || more.iter().any(|part| line.contains(part))
    };
    let plain = output.lines().map(str::trim).filter(counts);
    let mut said: Vec<String> = plain.map(str::to_owned).collect();
    said.sort();
    said
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn counts_of_the_usual_suites_are_seen_whatever_their_order() {
        let output = "PASS: a\n# TOTAL: 2\n# PASS:  2\nOk:                 3   \n\
                      100% tests passed, 0 tests failed out of 4\nTotal Test time (real) = 0.01 sec\n\
                      All 5 tests passed\nown: 6\n";
        let said = of(output, &["own:".into()]);
        assert_eq!(
            said,
            [
                "# PASS:  2",
                "# TOTAL: 2",
                "100% tests passed, 0 tests failed out of 4",
                "All 5 tests passed",
                "Ok:                 3",
                "own: 6"
            ]
        );
        let lines: Vec<&str> = output.lines().rev().collect();
        assert_eq!(of(&lines.join("\n"), &["own:".into()]), said);
    }
}
