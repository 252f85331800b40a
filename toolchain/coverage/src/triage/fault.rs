//! What is seen of one crash, and what makes two of them one bug.

use std::hash::Hash;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::crashes::{
    Crash, DEPTH, Frame, STACK_OVERFLOW, report,
    said::{self, About},
    stack::Stack,
    symbols::Symbols,
    trace,
};

/// Of a signal by an access, addresses below are those of a null pointer with an offset.
const NULL: u64 = 4096;

/// What became of a program that took too long.
pub const TIME_OUT: &str = "time-out";

/// Kinds of accesses to memory: which of them a bug shows depends on what lies where the access goes.
const ACCESSES: [&str; 15] = [
    "SEGV",
    "SIGBUS",
    "SIGSEGV",
    "container-overflow",
    "dynamic-stack-buffer-overflow",
    "global-buffer-overflow",
    "heap-buffer-overflow",
    "heap-use-after-free",
    "intra-object-overflow",
    "stack-buffer-overflow",
    "stack-buffer-underflow",
    "stack-use-after-return",
    "stack-use-after-scope",
    "unknown-crash",
    "use-after-poison",
];

/// A crash of one run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", default)]
pub struct Fault {
    /// The kind that a sanitizer reports, or the signal's name.
    pub what: String,
    /// Whose report there is; empty: nobody's.
    pub tool: String,
    pub signal: String,
    /// The innermost first. Empty: it was killed from outside.
    pub frames: Vec<Frame>,
    /// Further ones.
    pub left_out: u64,
    /// The frames that are the innermost function of the program's own: with those inlined into it.
    pub innermost: usize,
    /// What was said about it, with values.
    pub message: Vec<String>,
    /// The address that could not be accessed.
    pub address: Option<u64>,
    /// The variable, the place of an allocation, or the assertion that it is about.
    pub about: Option<String>,
}

impl Fault {
    pub fn of(signal: i32, stack: &Stack, text: &str, symbols: &mut Symbols) -> Fault {
        let signal = trace::signal_name(signal);
        let (frames, left_out) = symbols.frames(stack);
        let kind = || report::kind(text).or_else(|| trap(&frames));
        let what = match stack.is_full {
            true => STACK_OVERFLOW.to_owned(),
            false => kind().unwrap_or_else(|| signal.clone()),
        };
        let about = said::about(text).and_then(|about| match about {
            About::Variable(name) => Some(name),
            About::Assertion(text) => Some(format!("assertion {text}")),
            About::Heap(calls) => {
                let stack = Stack {
                    calls,
                    ..Stack::default()
                };
                let (frames, left_out) = symbols.frames(&stack);
                allocation(frames, left_out)
            }
        });
        let mut innermost = 0;
        for call in &stack.calls {
            let alone = Stack {
                calls: vec![call.clone()],
                ..Stack::default()
            };
            innermost = own(&symbols.frames(&alone).0).count();
            if innermost > 0 {
                break;
            }
        }
        let mut fault = Fault {
            what,
            tool: report::tool(text).unwrap_or_default().to_owned(),
            signal,
            frames,
            left_out,
            innermost,
            message: said::message(text),
            address: stack.fault,
            about,
        };
        // Without debug information only the report knows.
        if let Some((file, line)) = said::place(text) {
            let site = fault.frames.iter_mut().find(|f| !f.is_machinery);
            if let Some(site) = site.filter(|f| f.line == 0) {
                (site.file, site.line) = (file.to_owned(), line);
            }
        }
        fault
    }

    /// Where a program was that took too long.
    pub fn of_hang(stack: &Stack, symbols: &mut Symbols) -> Fault {
        let (frames, left_out) = symbols.frames(stack);
        Fault {
            what: TIME_OUT.to_owned(),
            frames,
            left_out,
            ..Fault::default()
        }
    }

    pub fn crash(&self) -> Crash {
        Crash {
            what: self.what.clone(),
            frames: self.frames.clone(),
            left_out: self.left_out,
            ..Crash::default()
        }
    }

    pub fn title(&self) -> String {
        self.crash().title()
    }

    /// Of a null pointer, with an offset or without.
    pub fn is_null(&self) -> bool {
        self.address.is_some_and(|a| a < NULL)
    }

    pub fn site(&self) -> Option<&Frame> {
        own(&self.frames).next().or(self.frames.first())
    }

    fn is_access(&self) -> bool {
        ACCESSES.contains(&&*self.what)
    }

    /// The same for two crashes that ended in the same way at the same place by the same way: kinds of bad accesses are one.
    /// Undefined behaviour is known by its place alone.
    pub fn stack_mark(&self) -> u64 {
        if self.what == STACK_OVERFLOW {
            return self.crash().key(DEPTH);
        }
        let is_undefined = self.tool == "UndefinedBehaviorSanitizer";
        let depth = match is_undefined {
            true => self.innermost,
            false => DEPTH.max(self.innermost),
        };
        let all = self
            .frames
            .iter()
            .filter(|_| own(&self.frames).next().is_none());
        let mut hash = Xxh3::new();
        self.class().hash(&mut hash);
        for (frame, number) in own(&self.frames).chain(all).take(depth.max(1)).zip(0..) {
            frame.name().hash(&mut hash);
            // Of calls with a bad access below them the functions are enough; what aborts is often called for many reasons.
            if number < self.innermost || !self.is_access() {
                frame.line.hash(&mut hash);
            }
        }
        hash.digest()
    }

    /// The same for two crashes at the same place that are about the same, by whatever way they come there.
    pub fn about_mark(&self) -> Option<u64> {
        let about = self.about.as_ref()?;
        let mut hash = Xxh3::new();
        (self.class(), about).hash(&mut hash);
        for frame in own(&self.frames).take(self.innermost) {
            (frame.name(), frame.line).hash(&mut hash);
        }
        Some(hash.digest())
    }

    fn class(&self) -> &str {
        match self.is_access() {
            true => "access",
            false => &self.what,
        }
    }

    /// Whether it is the bug that another one is.
    pub fn is_like(&self, other: &Fault) -> bool {
        let about = self.about_mark();
        self.stack_mark() == other.stack_mark() || about.is_some() && about == other.about_mark()
    }
}

/// What debug information says of a check that traps: `__clang_trap_msg$Undefined Behavior Sanitizer$Integer divide by zero`.
fn trap(frames: &[Frame]) -> Option<String> {
    let said = frames.first()?.function.strip_prefix("__clang_trap_msg$")?;
    let (_, kind) = said.rsplit_once('$')?;
    Some(kind.to_ascii_lowercase())
}

fn own(frames: &[Frame]) -> impl Iterator<Item = &Frame> {
    frames.iter().filter(|f| !f.is_machinery)
}

/// Where the program has allocated it. What a harness's driver has allocated is its input, about which any bug may be: that
/// is in no file.
fn allocation(mut frames: Vec<Frame>, left_out: u64) -> Option<String> {
    own(&frames).next().filter(|f| !f.file.is_empty())?;
    // The same wherever the sources are.
    for frame in &mut frames {
        frame.file = frame.file.rsplit('/').next().unwrap_or_default().to_owned();
    }
    let crash = Crash {
        frames,
        left_out,
        ..Crash::default()
    };
    Some(format!("memory allocated at {}", crash.location()))
}

/// How the runs of one input under one build ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Outcome {
    pub runs: u32,
    pub timed_out: u32,
    /// Where the program was in one of these.
    #[serde(default)]
    pub hang: Option<Fault>,
    /// The most frequent first.
    pub faults: Vec<Often>,
}

/// Crashes of several runs that are alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Often {
    pub times: u32,
    pub fault: Fault,
}

impl Outcome {
    pub fn add(&mut self, fault: Fault) {
        match self.faults.iter_mut().find(|f| f.fault.is_like(&fault)) {
            Some(same) => same.times += 1,
            None => self.faults.push(Often { times: 1, fault }),
        }
        self.faults.sort_by_key(|f| std::cmp::Reverse(f.times));
    }

    /// Runs that crashed.
    pub fn crashed(&self) -> u32 {
        self.faults.iter().map(|f| f.times).sum()
    }

    pub fn fault(&self) -> Option<&Fault> {
        self.faults.first().map(|f| &f.fault)
    }

    /// It crashed in some runs only, or not always in the same way.
    pub fn is_flaky(&self) -> bool {
        let most = self.faults.first().map_or(0, |f| f.times);
        (1..self.runs).contains(&most)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::samples::crash;

    /// Frames as `function file line`.
    pub fn fault(what: &str, frames: &[&str]) -> Fault {
        Fault {
            what: what.to_owned(),
            frames: crash(what, frames).frames,
            innermost: 1,
            ..Fault::default()
        }
    }

    fn about(fault: Fault, about: &str) -> Fault {
        Fault {
            about: Some(about.to_owned()),
            ..fault
        }
    }

    #[test]
    fn a_bug_is_a_place_and_the_way_there() {
        let one = fault(
            "heap-buffer-overflow",
            &["!memcpy", "f a.c 3", "g a.c 9", "h a.c 1"],
        );
        for same in [
            // Where the access goes is chance.
            fault("SIGSEGV", &["f a.c 3", "g a.c 9", "h a.c 1", "main"]),
            fault("unknown-crash", &["f a.c 3", "g a.c 12", "h a.c 2", "x"]),
        ] {
            assert!(same.is_like(&one), "{same:?}");
        }
        for other in [
            fault("heap-buffer-overflow", &["f a.c 4", "g a.c 9", "h a.c 1"]),
            fault("heap-buffer-overflow", &["f a.c 3", "x a.c 9", "h a.c 1"]),
            fault("double-free", &["f a.c 3", "g a.c 9", "h a.c 1"]),
            fault("SIGKILL", &[]),
        ] {
            assert!(!other.is_like(&one), "{other:?}");
        }
        // `die` is called for many reasons.
        let [one, other] = [9, 12].map(|line| {
            let caller = format!("g a.c {line}");
            fault("SIGABRT", &["!abort", "die a.c 3", &caller, "main"])
        });
        assert!(!one.is_like(&other));
        assert!(fault("SIGKILL", &[]).is_like(&fault("SIGKILL", &[])));
    }

    #[test]
    fn what_it_is_about_counts_more_than_the_way() {
        let by = |way: &str| fault("heap-buffer-overflow", &["put a.c 3", way, "main"]);
        let one = about(by("f a.c 9"), "memory of g");
        assert!(one.is_like(&about(by("h a.c 1"), "memory of g")));
        assert!(!one.is_like(&about(by("h a.c 1"), "memory of x")));
        assert!(!one.is_like(&by("h a.c 1")));
        // What is inlined is a helper: it is at the place that calls it.
        let inlined = |way: &str| Fault {
            innermost: 2,
            ..about(by(way), "memory of g")
        };
        assert!(!inlined("f a.c 9").is_like(&inlined("h a.c 1")));
    }

    #[test]
    fn undefined_behaviour_is_known_by_its_place() {
        let by = |way: &str| Fault {
            tool: "UndefinedBehaviorSanitizer".to_owned(),
            ..fault("signed integer overflow", &["add a.c 3", way, "main"])
        };
        assert!(by("f a.c 9").is_like(&by("g a.c 1")));
    }

    #[test]
    fn the_input_of_a_harness_is_no_place() {
        let of = |frames: &[&str]| allocation(crash("", frames).frames, 0);
        let said = of(&["!malloc", "f /s/a.c 3", "main a.c 9"]);
        assert_eq!(said.as_deref(), Some("memory allocated at a.c:3 in f"));
        assert_eq!(
            of(&["!malloc", "!fz_run", "run_all", "!fz_run_arguments"]),
            None
        );
    }

    #[test]
    fn traps_say_what_they_are() {
        let name = "__clang_trap_msg$Undefined Behavior Sanitizer$Shift";
        let frames = crash("SIGILL", &["f a.c 3"]).frames;
        assert_eq!(trap(&frames), None);
        let mut frames = frames;
        frames[0].function = name.to_owned();
        assert_eq!(trap(&frames).as_deref(), Some("shift"));
        assert!(crate::crashes::machinery::is("p", name, ""));
    }

    #[test]
    fn runs_that_differ_are_flaky() {
        let mut outcome = Outcome {
            runs: 3,
            ..Outcome::default()
        };
        assert!(!outcome.is_flaky());
        outcome.add(fault("SIGSEGV", &["g a.c 4"]));
        assert!(outcome.is_flaky());
        outcome.add(fault("SIGSEGV", &["f a.c 3"]));
        outcome.add(fault("SIGSEGV", &["f a.c 3"]));
        assert_eq!((outcome.crashed(), outcome.faults[0].times), (3, 2));
        assert_eq!(outcome.fault().unwrap().frames[0].function, "f");
        assert!(outcome.is_flaky());
    }
}
