//! Crashes, told from each other by their stacks: two inputs whose innermost functions are the same have found one bug.

pub mod machinery;
mod ptrace;
pub mod report;
pub mod said;
pub mod stack;
pub mod symbols;
pub mod trace;
pub mod written;

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// So many of the program's own functions make a crash what it is.
pub const DEPTH: usize = 3;

/// [`Crash::what`] where the stack has no room left.
pub const STACK_OVERFLOW: &str = "stack-overflow";

/// An input that ends the program by a signal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crash {
    /// In the store's runs.
    pub run: usize,
    /// The input's name.
    pub input: Vec<u8>,
    /// Milliseconds since the start of the run, where that is known.
    pub time: Option<u64>,
    /// The kind that a sanitizer reports, or the signal's name.
    pub what: String,
    /// The innermost first. Empty: it did not crash again, was killed from outside, or nobody could look.
    pub frames: Vec<Frame>,
    /// Frames further out that are not kept.
    pub left_out: u64,
}

/// A call that had not returned; inlined ones count.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Frame {
    /// Demangled; empty: unknown.
    pub function: String,
    /// Below the catalogue's root if it is there; empty: unknown.
    pub file: String,
    /// 0: unknown.
    pub line: u32,
    /// The base name of the executable or library.
    pub module: String,
    /// Not the program's own: of the libraries that carry out its end, or that begin it.
    #[serde(rename = "machinery")]
    pub is_machinery: bool,
}

impl Frame {
    fn file_name(&self) -> &str {
        self.file.rsplit('/').next().unwrap_or_default()
    }

    /// What it is known by from build to build.
    pub fn name(&self) -> String {
        match (&self.function[..], self.line) {
            ("", 0) => self.module.clone(),
            ("", line) => format!("{}:{line}", self.file_name()),
            (function, _) => function.to_owned(),
        }
    }

    fn place(&self) -> String {
        match (&self.file[..], self.line) {
            ("", _) => self.module.clone(),
            (file, 0) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        }
    }
}

impl Crash {
    /// The program's own frames.
    fn own(&self) -> impl Iterator<Item = &Frame> {
        self.frames.iter().filter(|f| !f.is_machinery)
    }

    /// The frame that is shown for it: the program's innermost.
    pub fn site(&self) -> Option<&Frame> {
        self.own().next().or(self.frames.first())
    }

    /// The same for two inputs that found the same bug, in any build: what, the functions of the `depth` innermost frames
    /// of the program's own, and the file. Never addresses, and lines only where there is no function.
    pub fn key(&self, depth: usize) -> u64 {
        let mut hash = Xxh3::new();
        self.what.hash(&mut hash);
        if self.what == STACK_OVERFLOW {
            self.recursion().hash(&mut hash);
        } else {
            let all = self.frames.iter().filter(|_| self.own().next().is_none());
            let frames = self.own().chain(all).take(depth);
            frames.for_each(|f| f.name().hash(&mut hash));
            self.site().map(Frame::file_name).hash(&mut hash);
        }
        hash.digest()
    }

    /// The functions that call each other until the stack is full. Which of them does so is chance.
    fn recursion(&self) -> Vec<String> {
        let names: Vec<String> = self.own().map(Frame::name).collect();
        let mut again: Vec<String> = names
            .iter()
            .filter(|n| names.iter().filter(|m| m == n).count() > 1)
            .cloned()
            .collect();
        again.sort();
        again.dedup();
        again
    }

    /// `parse.c:120 in chunk`; empty without a stack.
    pub fn location(&self) -> String {
        match self.site() {
            Some(site) if site.function.is_empty() => site.place(),
            Some(site) => format!("{} in {}", site.place(), site.function),
            None => String::new(),
        }
    }

    /// `SIGSEGV at parse.c:120 in chunk`
    pub fn title(&self) -> String {
        match &self.location()[..] {
            "" => format!("{} without a stack", self.what),
            location => format!("{} at {location}", self.what),
        }
    }
}

/// A bug, and the inputs that find it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bug<'a> {
    pub key: u64,
    /// The one with the smallest name.
    pub first: &'a Crash,
    pub crashes: Vec<&'a Crash>,
}

impl Bug<'_> {
    pub fn runs(&self) -> usize {
        let mut runs: Vec<usize> = self.crashes.iter().map(|c| c.run).collect();
        runs.sort_unstable();
        runs.dedup();
        runs.len()
    }
}

/// Bugs by how many inputs find each, those that most find first.
pub fn bugs<'a>(crashes: impl IntoIterator<Item = &'a Crash>) -> Vec<Bug<'a>> {
    let mut sorted: Vec<(u64, &Crash)> = crashes.into_iter().map(|c| (c.key(DEPTH), c)).collect();
    sorted.sort_by_key(|(key, c)| (*key, c.run, &c.input));
    let mut bugs: Vec<Bug> = sorted
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| Bug {
            key: same[0].0,
            first: same[0].1,
            crashes: same.iter().map(|(_, c)| *c).collect(),
        })
        .collect();
    bugs.sort_by_key(|b| (std::cmp::Reverse(b.crashes.len()), b.first.title(), b.key));
    bugs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::crash;

    #[test]
    fn the_innermost_functions_of_its_own_are_a_crash() {
        let one = crash(
            "SIGABRT",
            &[
                "!raise", "!abort", "f a.c 3", "g a.c 9", "h b.c 4", "i b.c 7", "main",
            ],
        );
        let same = [
            crash("SIGABRT", &["f a.c 3", "g a.c 9", "h b.c 4", "main"]),
            crash(
                "SIGABRT",
                &["!abort", "f dir/a.c 300", "g a.c 1", "h c.c 4", "j"],
            ),
        ];
        let others = [
            crash("SIGSEGV", &["f a.c 3", "g a.c 9", "h b.c 4", "i b.c 7"]),
            crash("SIGABRT", &["f b.c 3", "g a.c 9", "h b.c 4", "i b.c 7"]),
            crash("SIGABRT", &["f a.c 3", "g a.c 9", "x b.c 4", "i b.c 7"]),
            crash("SIGABRT", &["g a.c 9", "h b.c 4", "i b.c 7"]),
            crash("SIGABRT", &[]),
        ];
        assert!(same.iter().all(|c| c.key(3) == one.key(3)));
        assert!(others.iter().all(|c| c.key(3) != one.key(3)));
        assert_eq!(others[2].key(2), one.key(2));
        assert_eq!(one.location(), "a.c:3 in f");
        assert_eq!(one.title(), "SIGABRT at a.c:3 in f");
        assert_eq!(others[4].title(), "SIGABRT without a stack");
    }

    #[test]
    fn lines_count_where_no_function_is_known() {
        let [one, other] = [3, 4].map(|line| crash("SIGSEGV", &[&format!(" a.c {line}")]));
        assert_ne!(one.key(3), other.key(3));
        assert_eq!(one.location(), "a.c:3");
        assert_eq!(crash("SIGSEGV", &[""]).location(), "p");
    }

    #[test]
    fn it_is_chance_which_function_of_a_recursion_needs_more_stack() {
        let recursion = |frames: &[&str]| crash(STACK_OVERFLOW, frames).key(3);
        let one = recursion(&["leaf", "f", "g", "f", "g", "f"]);
        assert_eq!(one, recursion(&["g", "f", "g", "f"]));
        assert_ne!(one, recursion(&["f", "f", "f", "f"]));
    }

    #[test]
    fn bugs_are_sorted_by_their_inputs() {
        let of = |run: usize, input: &str, function: &str| Crash {
            run,
            input: input.into(),
            ..crash("SIGSEGV", &[function])
        };
        let all = [
            of(0, "1", "f"),
            of(0, "2", "g"),
            of(1, "1", "g"),
            of(1, "2", "g"),
        ];
        let found = bugs(&all);
        let counts: Vec<_> = found.iter().map(|b| (b.crashes.len(), b.runs())).collect();
        assert_eq!(counts, [(3, 2), (1, 1)]);
        assert_eq!(found[0].first, &all[1]);
    }
}
