//! For those who come from AFL++: the names its compilers go by, and the variables that steer them.

use fz_base::env::Environment;
use fz_commandline::sanitizers;

use crate::Setting;

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
    /// … which wants to hear nothing.
    pub quiet: bool,
}

/// A profile that variables of afl-cc ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    pub variable: &'static str,
    pub profile: &'static str,
}

enum Does {
    Sanitizer(&'static str),
    AllowList,
    DenyList,
    Clang,
    Clangxx,
    Quiet,
    Ijon,
    /// A build by this profile is what it asks for.
    Profile(&'static str),
    /// Kinds of instrumentation, of which some have an equivalent.
    Instrument,
    /// What does it here, or will.
    Instead(&'static str),
    /// Always so, or without meaning for fz; nothing to say.
    Nothing,
}

use Does::*;

/// Of several profiles that are asked for the first here is chosen: a build for `afl-fuzz -c` is no other's.
const CHOICE: [&str; 3] = ["cmplog", "split", "context"];

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
    ("AFL_LLVM_CALLER", Profile("context")),
    ("AFL_LLVM_CMPLOG", Profile("cmplog")),
    ("AFL_LLVM_CTX", Profile("context")),
    ("AFL_LLVM_CTX_K", Profile("context")),
    ("AFL_LLVM_DENYLIST", DenyList),
    (
        "AFL_LLVM_DICT2FILE",
        Instead("`fz dict PROGRAM` prints the words of a program that is linked"),
    ),
    ("AFL_LLVM_DICT2FILE_NO_MAIN", Nothing),
    ("AFL_LLVM_IJON", Ijon),
    ("AFL_LLVM_INSTRUMENT", Instrument),
    ("AFL_LLVM_INSTRUMENT_FILE", AllowList),
    ("AFL_LLVM_INSTRIM", Nothing),
    ("AFL_LLVM_LAF_ALL", Profile("split")),
    ("AFL_LLVM_LAF_SPLIT_COMPARES", Profile("split")),
    ("AFL_LLVM_LAF_SPLIT_COMPARES_BITW", Nothing),
    ("AFL_LLVM_LAF_SPLIT_FLOATS", Profile("split")),
    ("AFL_LLVM_LAF_SPLIT_SWITCHES", Profile("split")),
    ("AFL_LLVM_LAF_TRANSFORM_COMPARES", Profile("split")),
    (
        "AFL_LLVM_MAP_ADDR",
        Instead("the counters lie in the program's own image: there is no address to set"),
    ),
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

/// The variables that change what is compiled.
pub fn shaping(environment: &Environment) -> Vec<(String, String)> {
    let shapes = |name: &str| {
        let found = VARIABLES.iter().find(|(n, _)| *n == name);
        found.is_some_and(|(_, does)| {
            matches!(
                does,
                Sanitizer(_) | AllowList | DenyList | Ijon | Profile(_) | Instrument
            )
        })
    };
    let set = environment.afl.iter();
    set.filter(|(name, value)| !value.is_empty() && shapes(name))
        .cloned()
        .collect()
}

/// Whether a variable changes what is compiled, and names no file.
pub fn shapes_code(name: &str) -> bool {
    let found = VARIABLES.iter().find(|(n, _)| *n == name);
    found.is_some_and(|(_, does)| matches!(does, Sanitizer(_) | Ijon | Profile(_) | Instrument))
}

/// The profiles that variables ask for, the one that is meant first.
pub fn asked_for(environment: &Environment) -> Vec<Asked> {
    let set = environment.afl.iter();
    let set = set.filter(|(_, value)| !matches!(value.as_str(), "" | "0"));
    let mut asked: Vec<Asked> = set
        .filter_map(|(name, value)| {
            let (variable, does) = VARIABLES.iter().find(|(n, _)| n == name)?;
            let profile = match does {
                Profile(profile) => profile,
                Instrument if ["CTX", "CALLER"].iter().any(|kind| value.contains(kind)) => {
                    "context"
                }
                _ => return None,
            };
            Some(Asked { variable, profile })
        })
        .collect();
    asked.sort_by_key(|a| CHOICE.iter().position(|c| *c == a.profile));
    asked
}

impl Wishes {
    /// What to add to every command that compiles or links. `reports`: people read what sanitizers find.
    pub fn flags(&self, reports: bool) -> impl Iterator<Item = String> {
        // As afl-cc does it: a finding ends the run, or the fuzzer would not see it.
        let can_trap = move |s: &&String| !reports && sanitizers::can_trap(s);
        let traps = self.sanitizers.iter().filter(can_trap);
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

    /// Notes which variables ask for another profile than the one that is used.
    pub fn note_the_profile(&mut self, environment: &Environment, used: &Setting) {
        let others = asked_for(environment).into_iter();
        let others = others.filter(|asked| !self.quiet && asked.profile != used.value);
        self.notes.extend(others.map(|asked| {
            format!(
                "{} is ignored: it asks for the profile `{}`, and {} for `{}`",
                asked.variable, asked.profile, used.origin, used.value
            )
        }));
    }

    pub fn read(environment: &Environment) -> Wishes {
        let mut wishes = Wishes::default();
        for (name, value) in environment.afl.iter().filter(|(_, v)| !v.is_empty()) {
            match VARIABLES.iter().find(|(n, _)| n == name).map(|(_, d)| d) {
                Some(Sanitizer(sanitizer)) if value != "0" => {
                    wishes.sanitizers.push((*sanitizer).to_owned());
                }
                Some(AllowList) => wishes.allow_lists.push(value.clone()),
                Some(DenyList) => wishes.deny_lists.push(value.clone()),
                Some(Clang) => wishes.clang = Some(value.clone()),
                Some(Clangxx) => wishes.clangxx = Some(value.clone()),
                Some(Quiet) => wishes.quiet = true,
                Some(Ijon) => wishes.ijon = true,
                // Settings have chosen by them.
                Some(Profile(_)) => {}
                Some(Instead(how)) => wishes
                    .notes
                    .push(format!("{name} is ignored: {how}")),
                Some(Instrument) if value.contains("NGRAM") => wishes.notes.push(format!(
                    "{name}={value} is ignored: fz counts edges, not paths"
                )),
                Some(Instrument) if value.contains("CLASSIC") => wishes.notes.push(format!(
                    "{name}={value} is ignored: each edge has a counter of its own, without collisions; there is \
                     nothing to set"
                )),
                Some(Nothing | Sanitizer(_) | Instrument) => {}
                None if name.starts_with("AFL_LLVM_") || name.starts_with("AFL_USE_") => {
                    wishes
                        .notes
                        .push(format!("{name} is not known to fz, and is ignored"));
                }
                // The fuzzer's own, at run time.
                None => {}
            }
        }
        if wishes.quiet {
            wishes.notes.clear();
        }
        wishes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Origin;

    fn environment(afl: &[(&str, &str)]) -> Environment {
        let afl = afl
            .iter()
            .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
            .collect();
        Environment {
            afl,
            ..Environment::default()
        }
    }

    fn wishes(afl: &[(&str, &str)]) -> Wishes {
        Wishes::read(&environment(afl))
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
        assert_eq!(w.notes.len(), 1, "{:?}", w.notes);
        assert!(w.notes[0].contains("AFL_LLVM_NOVELTY"));
        let of_kind = |kind| wishes(&[("AFL_LLVM_INSTRUMENT", kind)]).notes;
        assert!(of_kind("NGRAM-4")[0].contains("not paths"));
        let ijon = wishes(&[("AFL_LLVM_IJON", "1")]);
        assert!(ijon.ijon && ijon.notes.is_empty(), "{:?}", ijon.notes);
        assert!(of_kind("CLASSIC")[0].contains("without collisions"));
        assert!(of_kind("PCGUARD").is_empty());
        let address = wishes(&[("AFL_LLVM_MAP_ADDR", "0x10000")]).notes;
        assert!(
            address[0].contains("there is no address to set"),
            "{address:?}"
        );
        // So it is anyway.
        assert!(wishes(&[("AFL_LLVM_NOT_ZERO", "1")]).notes.is_empty());
        assert!(
            wishes(&[("AFL_LLVM_NOVELTY", "1"), ("AFL_QUIET", "1")])
                .notes
                .is_empty()
        );
    }
    #[test]
    fn variables_choose_the_profile_that_they_mean() {
        let chosen = |afl: &[(&str, &str)]| {
            let asked = asked_for(&environment(afl));
            asked.first().map(|a| (a.variable, a.profile))
        };
        assert_eq!(
            chosen(&[("AFL_LLVM_LAF_ALL", "1")]),
            Some(("AFL_LLVM_LAF_ALL", "split"))
        );
        assert_eq!(
            chosen(&[("AFL_LLVM_INSTRUMENT", "CLASSIC,CTX")]),
            Some(("AFL_LLVM_INSTRUMENT", "context"))
        );
        assert_eq!(chosen(&[("AFL_LLVM_CMPLOG", "0")]), None);
        let both = [("AFL_LLVM_CTX", "1"), ("AFL_LLVM_CMPLOG", "1")];
        assert_eq!(chosen(&both), Some(("AFL_LLVM_CMPLOG", "cmplog")));
        let noted = |profile: &str, origin, afl: &[(&str, &str)]| {
            let environment = environment(afl);
            let mut wishes = Wishes::read(&environment);
            let value = profile.to_owned();
            wishes.note_the_profile(&environment, &Setting { value, origin });
            wishes.notes
        };
        let by_both = noted("cmplog", Origin::Environment("AFL_LLVM_CMPLOG"), &both);
        assert_eq!(
            by_both,
            [
                "AFL_LLVM_CTX is ignored: it asks for the profile `context`, and AFL_LLVM_CMPLOG for `cmplog`"
            ]
        );
        let quiet = [("AFL_LLVM_CTX", "1"), ("AFL_QUIET", "1")];
        assert!(noted("fuzz", Origin::Flag("--fz-profile"), &quiet).is_empty());
    }
}
