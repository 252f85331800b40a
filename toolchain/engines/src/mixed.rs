//! Libraries that were linked for another engine than the program that loads them.

use super::{Counters, find};

/// What is wrong with a library in such a program, and what to do.
pub fn complaint(library: &str, its_engine: &str, program: &str, engine: &str) -> Option<String> {
    let is = |name, counters| find(name).is_ok_and(|e| e.counters == counters);
    let is_wrong = is(engine, Counters::Sections) && is(its_engine, Counters::Pages);
    is_wrong.then(|| {
        format!(
            "{library} was linked for the engine {its_engine}, and {program} for {engine}, which takes what fills the pages \
             of its counters for more of them: link {library} with FZ_ENGINE={engine}"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_filled_pages_are_wrong_and_only_where_they_are_read() {
        let wrong = |library, program| complaint("./liba.so", library, "lf", program);
        let said = wrong("afl", "libfuzzer").unwrap();
        assert!(
            said.starts_with("./liba.so was linked for the engine afl, and lf for libfuzzer")
                && said.ends_with("link ./liba.so with FZ_ENGINE=libfuzzer"),
            "{said}"
        );
        assert!(wrong("valkyrie", "honggfuzz").is_some());
        for (library, program) in [
            ("libfuzzer", "libfuzzer"),
            ("none", "libafl"),
            ("libfuzzer", "afl"),
            ("afl", "afl-classic"),
            ("afl", "standalone"),
            ("gone", "libfuzzer"),
        ] {
            assert_eq!(wrong(library, program), None);
        }
    }
}
