//! For those who come from AFL++: the names its compilers go by, and the variables that steer them.

use crate::{env::Environment, sanitizers};

/// The names of afl-cc that stand for a language.
pub fn is_cxx(program: &str) -> bool {
    program.ends_with("++") || program.ends_with("xx")
}

/// What the variables ask for.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Wishes {
    pub sanitizers: Vec<String>,
    pub allow_lists: Vec<String>,
    pub deny_lists: Vec<String>,
    pub clang: Option<String>,
    pub clangxx: Option<String>,
    /// IJON's helpers are declared, as by afl-cc. Its macros are there without that.
    pub ijon: bool,
    /// What to tell the user.
    pub notes: Vec<String>,
}

enum Does {
    Sanitizer(&'static str),
    AllowList,
    DenyList,
    Clang,
    Clangxx,
    Quiet,
    Ijon,
    /// Kinds of instrumentation, of which some have an equivalent.
    Instrument,
    /// What does it here, or will.
    Instead(&'static str),
    /// Always so, or without meaning for fz; nothing to say.
    Nothing,
}

use Does::*;

/// Variables of afl-cc, sorted. What is not here and begins with `AFL_LLVM_` is named to the user.
const VARIABLES: &[(&str, Does)] = &[
    ("AFL_CC", Clang),
    ("AFL_CC_COMPILER", Nothing),
    ("AFL_CXX", Clangxx),
    ("AFL_DEBUG", Nothing),
    ("AFL_DONT_OPTIMIZE", Instead("use the profile `O0`")),
    (
        "AFL_HARDEN",
        Instead("add -D_FORTIFY_SOURCE=2 -fstack-protector-all to CFLAGS"),
    ),
    ("AFL_LLVM_ALLOWLIST", AllowList),
    ("AFL_LLVM_BLOCKLIST", DenyList),
    ("AFL_LLVM_CALLER", Instead("use the profile `context`")),
    (
        "AFL_LLVM_CMPLOG",
        Instead("build once more with the profile `cmplog`, for afl-fuzz -c (`fz fuzz -c`)"),
    ),
    ("AFL_LLVM_CTX", Instead("use the profile `context`")),
    ("AFL_LLVM_CTX_K", Instead("use the profile `context`")),
    ("AFL_LLVM_DENYLIST", DenyList),
    (
        "AFL_LLVM_DICT2FILE",
        Instead("fz writes no dictionaries yet"),
    ),
    ("AFL_LLVM_DICT2FILE_NO_MAIN", Nothing),
    ("AFL_LLVM_IJON", Ijon),
    ("AFL_LLVM_INSTRUMENT", Instrument),
    ("AFL_LLVM_INSTRUMENT_FILE", AllowList),
    ("AFL_LLVM_INSTRIM", Nothing),
    ("AFL_LLVM_LAF_ALL", Instead("use the profile `split`")),
    (
        "AFL_LLVM_LAF_SPLIT_COMPARES",
        Instead("use the profile `split`"),
    ),
    ("AFL_LLVM_LAF_SPLIT_COMPARES_BITW", Nothing),
    (
        "AFL_LLVM_LAF_SPLIT_FLOATS",
        Instead("use the profile `split`"),
    ),
    (
        "AFL_LLVM_LAF_SPLIT_SWITCHES",
        Instead("use the profile `split`"),
    ),
    (
        "AFL_LLVM_LAF_TRANSFORM_COMPARES",
        Instead("use the profile `split`"),
    ),
    ("AFL_LLVM_MAP_ADDR", Nothing),
    ("AFL_LLVM_NOT_ZERO", Nothing),
    ("AFL_LLVM_NO_RPATH", Nothing),
    (
        "AFL_LLVM_SKIP_NEVERZERO",
        Instead("set `count = \"wrap\"` under [feedback.edges] of a profile"),
    ),
    ("AFL_LLVM_SKIPSINGLEBLOCK", Nothing),
    (
        "AFL_LLVM_THREADSAFE_INST",
        Instead("threads that count at the same time may lose a count"),
    ),
    ("AFL_LLVM_USE_TRACE_PC", Nothing),
    ("AFL_LLVM_WHITELIST", AllowList),
    ("AFL_QUIET", Quiet),
    ("AFL_USE_ASAN", Sanitizer("address")),
    (
        "AFL_USE_CFISAN",
        Instead("add -fsanitize=cfi -flto -fvisibility=hidden to CFLAGS"),
    ),
    ("AFL_USE_LSAN", Sanitizer("leak")),
    ("AFL_USE_MSAN", Sanitizer("memory")),
    ("AFL_USE_TSAN", Sanitizer("thread")),
    ("AFL_USE_UBSAN", Sanitizer("undefined")),
];

impl Wishes {
    /// What to add to every command that compiles or links.
    pub fn flags(&self) -> impl Iterator<Item = String> {
        // As afl-cc does it: a finding ends the run, or the fuzzer would not see it.
        let traps = self.sanitizers.iter().filter(|s| sanitizers::can_trap(s));
        self.sanitizers
            .iter()
            .map(|s| format!("-fsanitize={s}"))
            .chain(traps.map(|s| format!("-fsanitize-trap={s}")))
    }

    /// Sanitizers that settings ask for.
    pub fn sanitize(&mut self, sanitizers: &[String]) {
        for sanitizer in sanitizers {
            if !self.sanitizers.contains(sanitizer) {
                self.sanitizers.push(sanitizer.clone());
            }
        }
    }

    pub fn read(environment: &Environment) -> Wishes {
        let mut wishes = Wishes::default();
        let mut quiet = false;
        for (name, value) in environment.afl.iter().filter(|(_, v)| !v.is_empty()) {
            match VARIABLES.iter().find(|(n, _)| n == name).map(|(_, d)| d) {
                Some(Sanitizer(sanitizer)) if value != "0" => {
                    wishes.sanitizers.push((*sanitizer).to_owned());
                }
                Some(AllowList) => wishes.allow_lists.push(value.clone()),
                Some(DenyList) => wishes.deny_lists.push(value.clone()),
                Some(Clang) => wishes.clang = Some(value.clone()),
                Some(Clangxx) => wishes.clangxx = Some(value.clone()),
                Some(Quiet) => quiet = true,
                Some(Ijon) => wishes.ijon = true,
                Some(Instead(how)) => wishes
                    .notes
                    .push(format!("{name} is not acted upon: {how}")),
                Some(Instrument) => {
                    let contexts = ["CTX", "CALLER"].iter().any(|kind| value.contains(kind));
                    let how = match contexts {
                        true => Some("use the profile `context`"),
                        false => value
                            .contains("NGRAM")
                            .then_some("fz counts edges, not paths"),
                    };
                    let note = how.map(|how| format!("{name}={value} is not acted upon: {how}"));
                    wishes.notes.extend(note);
                }
                Some(Nothing | Sanitizer(_)) => {}
                None if name.starts_with("AFL_LLVM_") || name.starts_with("AFL_USE_") => {
                    wishes
                        .notes
                        .push(format!("{name} is not known to fz, and is not acted upon"));
                }
                // The fuzzer's own, at run time.
                None => {}
            }
        }
        if quiet {
            wishes.notes.clear();
        }
        wishes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wishes(afl: &[(&str, &str)]) -> Wishes {
        let afl = afl
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect();
        Wishes::read(&Environment {
            afl,
            ..Environment::default()
        })
    }

    #[test]
    fn the_table_names_each_once() {
        for (i, (name, _)) in VARIABLES.iter().enumerate() {
            assert!(name.starts_with("AFL_"));
            assert!(VARIABLES[i + 1..].iter().all(|(n, _)| n != name), "{name}");
        }
    }

    #[test]
    fn known_are_done_or_promised_unknown_are_named() {
        let w = wishes(&[
            ("AFL_LLVM_ALLOWLIST", "list"),
            ("AFL_LLVM_LAF_ALL", "1"),
            ("AFL_LLVM_NOVELTY", "1"),
            ("AFL_SKIP_CPUFREQ", "1"),
            ("AFL_USE_ASAN", "1"),
        ]);
        assert_eq!(w.sanitizers, ["address"]);
        assert_eq!(w.allow_lists, ["list"]);
        assert_eq!(w.notes.len(), 2, "{:?}", w.notes);
        assert!(w.notes[0].contains("`split`"));
        assert!(w.notes[1].contains("AFL_LLVM_NOVELTY"));
        let of_kind = |kind| wishes(&[("AFL_LLVM_INSTRUMENT", kind)]).notes;
        assert!(of_kind("CLASSIC,CTX")[0].contains("`context`"));
        assert!(of_kind("NGRAM-4")[0].contains("not paths"));
        let ijon = wishes(&[("AFL_LLVM_IJON", "1")]);
        assert!(ijon.ijon && ijon.notes.is_empty(), "{:?}", ijon.notes);
        assert!(of_kind("PCGUARD").is_empty());
        assert!(
            wishes(&[("AFL_LLVM_NOVELTY", "1"), ("AFL_QUIET", "1")])
                .notes
                .is_empty()
        );
    }
}
