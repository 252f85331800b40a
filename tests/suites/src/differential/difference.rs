//! What two runs of a program do not have in common.

use super::program::Sanitizer;
use super::reports;
use fz_harness::limited::Run;

/// What is not as it was, if anything.
pub fn difference(before: &Run, after: &Run, sanitizer: Option<Sanitizer>) -> Option<String> {
    let ends =
        || (before.end != after.end).then(|| format!("clang's {}, this {}", before.end, after.end));
    let stdout = || printed("stdout", &before.stdout, &after.stdout);
    match sanitizer {
        None => ends()
            .or_else(stdout)
            .or_else(|| printed("stderr", &before.stderr, &after.stderr)),
        Some(Sanitizer::Undefined) => {
            let (old, new) = (
                reports::undefined(&before.stderr),
                reports::undefined(&after.stderr),
            );
            let reports = || {
                printed(
                    "reports",
                    old.join("\n").as_bytes(),
                    new.join("\n").as_bytes(),
                )
            };
            // After the first report anything may happen.
            let rest = || ends().or_else(stdout).filter(|_| old.is_empty());
            reports().or_else(rest)
        }
        Some(Sanitizer::Memory) => {
            let (old, new) = (reports::kind(&before.stderr), reports::kind(&after.stderr));
            let kinds = (old != new).then(|| format!("clang's reports {old:?}, this {new:?}"));
            kinds
                .or_else(ends)
                .or_else(|| stdout().filter(|_| old.is_none()))
        }
    }
}

/// Whether UBSan reports more than of clang's build, and nothing but what clang's build without optimisation shows too:
/// of a program that is wrong, optimisers take away checks as they see fit.
pub fn is_in_the_program(before: &Run, after: &Run, as_written: &Run) -> bool {
    let [old, new, written] = [before, after, as_written].map(|r| reports::undefined(&r.stderr));
    new.len() > old.len()
        && old.iter().all(|line| new.contains(line))
        && new
            .iter()
            .all(|line| old.contains(line) || written.contains(line))
}

/// The first line that is not the same.
fn printed(stream: &str, before: &[u8], after: &[u8]) -> Option<String> {
    if before == after {
        return None;
    }
    let (old, new) = (
        String::from_utf8_lossy(before),
        String::from_utf8_lossy(after),
    );
    let (mut old, mut new) = (old.lines(), new.lines());
    for number in 1.. {
        let (one, two) = (old.next(), new.next());
        if one != two {
            let shown = |line: Option<&str>| line.map_or("nothing".into(), |l| format!("`{l}`"));
            return Some(format!(
                "{stream}, line {number}: clang's {}, this {}",
                shown(one),
                shown(two)
            ));
        }
        if one.is_none() {
            break;
        }
    }
    Some(format!("{stream} differs in what is not text"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Sanitizer, difference, is_in_the_program};
    use fz_harness::limited::{End, Run};

    fn run(end: End, stdout: &str, stderr: &str) -> Run {
        Run {
            end,
            stdout: stdout.into(),
            stderr: stderr.into(),
            took: Duration::ZERO,
        }
    }

    #[test]
    fn everything_that_a_program_says_counts() {
        let one = run(End::Exited(0), "a\nb\n", "");
        assert_eq!(difference(&one, &one, None), None);
        let status = difference(&one, &run(End::Signalled(11), "a\nb\n", ""), None).unwrap();
        assert_eq!(status, "clang's exits with 0, this is ended by signal 11");
        let line = difference(&one, &run(End::Exited(0), "a\nc\n", ""), None).unwrap();
        assert_eq!(line, "stdout, line 2: clang's `b`, this `c`");
        assert!(difference(&one, &run(End::Exited(0), "a\nb\n", "x"), None).is_some());
        assert!(difference(&one, &run(End::Exited(0), "a\nb", ""), None).is_some());
    }

    #[test]
    fn reports_count_without_their_addresses() {
        let report = |at: &str| format!("a.c:1:2: runtime error: load of {at}\n");
        let one = run(End::Exited(0), "a", &report("0x12"));
        let undefined = Some(Sanitizer::Undefined);
        assert_eq!(
            difference(&one, &run(End::Exited(1), "b", &report("0x34")), undefined),
            None
        );
        assert!(difference(&one, &run(End::Exited(0), "a", ""), undefined).is_some());
        let memory = |pid: &str| {
            run(
                End::Exited(1),
                "",
                &format!("=={pid}==WARNING: MemorySanitizer: use-of-x"),
            )
        };
        assert_eq!(
            difference(&memory("1"), &memory("2"), Some(Sanitizer::Memory)),
            None
        );
        assert!(difference(&one, &memory("2"), Some(Sanitizer::Memory)).is_some());
    }

    #[test]
    fn what_an_optimiser_took_away_is_no_new_report() {
        let reports = |lines: &[&str]| {
            let line = |l: &&str| format!("a.c:{l}: runtime error: shift\n");
            run(
                End::Exited(0),
                "",
                &lines.iter().map(line).collect::<String>(),
            )
        };
        let (some, more) = (reports(&["1:1"]), reports(&["1:1", "2:1"]));
        assert!(is_in_the_program(&some, &more, &more));
        assert!(!is_in_the_program(&some, &more, &some));
        assert!(!is_in_the_program(&more, &some, &more));
        // What differs is not what they report.
        let none = reports(&[]);
        assert!(!is_in_the_program(&none, &none, &none));
        assert!(!is_in_the_program(&none, &none, &more));
    }
}
