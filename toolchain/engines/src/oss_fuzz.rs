//! `fz env oss-fuzz`: what OSS-Fuzz's base-builder sets before it runs a project's `build.sh`, with fz's compilers.

use std::path::{Path, PathBuf};

use fz_base::error::Error;
use fz_profile::is_path;

/// What a build is for.
#[derive(Clone, Debug)]
pub struct Wish {
    pub engine: String,
    pub sanitizer: String,
    /// None: what fits the engine.
    pub profile: Option<String>,
    pub out: PathBuf,
    pub work: PathBuf,
    pub src: PathBuf,
    pub libcxx: bool,
    /// Where the compilers are.
    pub cc: PathBuf,
    pub cxx: PathBuf,
}

/// The checks of `undefined`, as OSS-Fuzz has them: of these a finding ends the program …
const UNDEFINED: &str = "array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size,return,\
                         returns-nonnull-attribute,shift,signed-integer-overflow,unreachable,vla-bound,vptr";

/// The value of `SANITIZER`, and the flags behind it. Sorted.
const SANITIZERS: &[(&str, &[&str])] = &[
    (
        "address",
        &["-fsanitize=address", "-fsanitize-address-use-after-scope"],
    ),
    (COVERAGE, &[]),
    ("hwaddress", &["-fsanitize=hwaddress"]),
    (
        "integer",
        &["-fsanitize=integer", "-fno-sanitize-recover=integer"],
    ),
    ("leak", &["-fsanitize=leak"]),
    (
        "memory",
        &["-fsanitize=memory", "-fsanitize-memory-track-origins"],
    ),
    ("none", &[]),
    ("thread", &["-fsanitize=thread"]),
    // … and this one is only told to the engine (UBSAN_OPTIONS).
    ("undefined", &[UNDEFINED, "unsigned-integer-overflow"]),
];

/// What OSS-Fuzz calls a sanitizer and is none: clang's own coverage, read by its coverage job. fz's profile of that name
/// counts beside it.
pub const COVERAGE: &str = "coverage";

const COVERAGE_FLAGS: &str = "-fprofile-instr-generate -fcoverage-mapping -pthread -Wl,--no-as-needed -Wl,-ldl \
                              -Wl,-lm -Wno-unused-command-line-argument";

/// Old code is no error because the compiler is new.
const LENIENT: &str = "deprecated-declarations implicit-function-declaration implicit-int \
                       incompatible-function-pointer-types int-conversion unknown-warning-option vla-cxx-extension";

/// Names and values, in the order of the base-builder's.
pub fn exports(wish: &Wish) -> Result<Vec<(&'static str, String)>, Error> {
    let engine = crate::find(&wish.engine)?;
    engine.takes(std::slice::from_ref(&wish.sanitizer))?;
    let covers = wish.sanitizer == COVERAGE;
    let called = match covers {
        // There are no builds for coverage there but libFuzzer's.
        true => "libfuzzer",
        false => engine.oss_fuzz,
    };
    let sanitizer = sanitizer_flags(&wish.sanitizer)?;
    // As there: engines that need nothing compiled in get no flag for it.
    let coverage = match called {
        _ if covers => COVERAGE_FLAGS,
        "afl" | "none" => "",
        _ => "-fsanitize=fuzzer-no-link",
    };
    let lenient: Vec<String> = LENIENT
        .split(' ')
        .map(|w| format!("-Wno-error={w}"))
        .collect();
    let base = "-O1 -fno-omit-frame-pointer -gline-tables-only";
    let cflags = [
        base,
        &lenient.join(" "),
        "-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION",
        &sanitizer,
        coverage,
    ];
    let cflags: Vec<&str> = cflags.into_iter().filter(|f| !f.is_empty()).collect();
    let cflags = cflags.join(" ");
    let extra = if wish.libcxx { "-stdlib=libc++" } else { "" };
    let path = |path: &Path| path.display().to_string();
    let link = "-fsanitize=fuzzer".to_owned();
    Ok(vec![
        ("CC", path(&wish.cc)),
        ("CXX", path(&wish.cxx)),
        ("CCC", path(&wish.cxx)),
        ("CFLAGS", cflags.clone()),
        ("CXXFLAGS_EXTRA", extra.to_owned()),
        (
            "CXXFLAGS",
            [cflags.as_str(), extra].join(" ").trim_end().to_owned(),
        ),
        ("LIB_FUZZING_ENGINE", link),
        // Scripts of old link by the library's name, or by what they call a path to it.
        (
            "LIB_FUZZING_ENGINE_DEPRECATED",
            "-lFuzzingEngine".to_owned(),
        ),
        ("FUZZER_LIB", "-lFuzzingEngine".to_owned()),
        ("FUZZER_LDFLAGS", String::new()),
        ("FUZZING_ENGINE", called.to_owned()),
        ("FUZZING_LANGUAGE", "c++".to_owned()),
        ("SANITIZER", wish.sanitizer.clone()),
        ("SANITIZER_FLAGS", sanitizer),
        ("COVERAGE_FLAGS", coverage.to_owned()),
        ("UBSAN_OPTIONS", "silence_unsigned_overflow=1".to_owned()),
        ("ARCHITECTURE", std::env::consts::ARCH.to_owned()),
        ("OUT", path(&wish.out)),
        ("WORK", path(&wish.work)),
        ("SRC", path(&wish.src)),
        ("FZ_ENGINE", engine.name.to_owned()),
        (
            "FZ_PROFILE",
            profile(wish, covers).unwrap_or_else(|| engine.profile.to_owned()),
        ),
    ])
}

/// What the user asks for. Coverage wants a profile for coverage, whatever else is built in this shell.
fn profile(wish: &Wish, covers: bool) -> Option<String> {
    let asked = wish.profile.clone();
    match covers {
        true => Some(
            asked
                .filter(|p| is_path(p) || p.starts_with(COVERAGE))
                .unwrap_or_else(|| COVERAGE.to_owned()),
        ),
        false => asked,
    }
}

fn sanitizer_flags(name: &str) -> Result<String, Error> {
    let found = SANITIZERS.iter().find(|(n, _)| *n == name);
    let (_, flags) = found.ok_or_else(|| Error::Unknown {
        what: "sanitizer",
        name: name.to_owned(),
        known: SANITIZERS.iter().map(|(n, _)| (*n).to_owned()).collect(),
    })?;
    Ok(match (name, flags) {
        ("undefined", [stop, go_on]) => {
            format!("-fsanitize={stop},{go_on} -fno-sanitize-recover={stop}")
        }
        _ => flags.join(" "),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(engine: &str, sanitizer: &str) -> Wish {
        Wish {
            engine: engine.to_owned(),
            sanitizer: sanitizer.to_owned(),
            profile: None,
            out: "/b/out".into(),
            work: "/b/work".into(),
            src: "/b".into(),
            libcxx: false,
            cc: "/fz/bin/fz-cc".into(),
            cxx: "/fz/bin/fz-cxx".into(),
        }
    }

    fn value(wish: &Wish, name: &str) -> String {
        let exports = exports(wish).unwrap();
        exports.into_iter().find(|(n, _)| *n == name).unwrap().1
    }

    #[test]
    fn sanitizers_are_sorted_and_engines_are_called_what_scripts_know() {
        assert!(SANITIZERS.is_sorted_by(|(a, _), (b, _)| a < b));
        let known = ["afl", "honggfuzz", "libfuzzer", "none"];
        let mut called = crate::ENGINES.iter().map(|e| e.oss_fuzz);
        assert!(called.all(|name| known.contains(&name)));
    }

    #[test]
    fn sanitizers_are_flags_of_compiles() {
        let address = wish("afl", "address");
        assert!(
            value(&address, "CFLAGS")
                .ends_with(" -fsanitize=address -fsanitize-address-use-after-scope")
        );
        assert_eq!(value(&address, "COVERAGE_FLAGS"), "");
        let undefined = value(&wish("afl", "undefined"), "CXXFLAGS");
        assert!(
            undefined
                .contains(",vptr,unsigned-integer-overflow -fno-sanitize-recover=array-bounds,"),
            "{undefined}"
        );
        assert!(undefined.ends_with(",vptr"), "{undefined}");
        assert_eq!(value(&wish("afl", "none"), "SANITIZER_FLAGS"), "");
    }

    #[test]
    fn coverage_is_clangs_and_ours() {
        let mut coverage = wish("afl", "coverage");
        let flags = value(&coverage, "CFLAGS");
        assert!(
            flags.contains(" -fprofile-instr-generate -fcoverage-mapping "),
            "{flags}"
        );
        assert_eq!(value(&coverage, "FUZZING_ENGINE"), "libfuzzer");
        assert_eq!(value(&coverage, "FZ_ENGINE"), "afl");
        // A profile that stands in the environment for other builds is not meant.
        for (asked, chosen) in [
            ("fuzz", "coverage"),
            ("coverage-bytes", "coverage-bytes"),
            ("./mine.toml", "./mine.toml"),
        ] {
            coverage.profile = Some(asked.to_owned());
            assert_eq!(value(&coverage, "FZ_PROFILE"), chosen);
        }
    }

    #[test]
    fn libcxx_is_for_cxx_alone() {
        let mut wish = wish("afl", "none");
        assert!(!value(&wish, "CXXFLAGS").contains("libc++"));
        wish.libcxx = true;
        assert!(value(&wish, "CXXFLAGS").ends_with(" -stdlib=libc++"));
        assert!(!value(&wish, "CFLAGS").contains("libc++"));
    }

    #[test]
    fn what_is_not_there_is_said_with_what_is() {
        let error = exports(&wish("afl", "adress")).unwrap_err().to_string();
        assert!(error.contains("did you mean `address`?"), "{error}");
        let error = exports(&wish("libafl", "memory")).unwrap_err().to_string();
        assert!(
            error.contains("cannot take the sanitizer memory"),
            "{error}"
        );
        let error = exports(&wish("alf", "address")).unwrap_err().to_string();
        assert!(error.contains("unknown engine `alf`"), "{error}");
    }
}
