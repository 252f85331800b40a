//! Every environment variable that fz reads, declared once. No other file reads the environment.

use std::{ffi::OsString, path::PathBuf};

use fz_abi::{guards::env as guards, taint::env as taint};

use crate::error::nearest;

/// A variable and what it is for (`fz env variables` prints them).
pub struct Variable {
    pub name: &'static str,
    pub summary: &'static str,
}

const fn variable(name: &'static str, summary: &'static str) -> Variable {
    Variable { name, summary }
}

/// A constant for each, with what it is for.
macro_rules! variables {
    ($($(#[$doc:meta])* $visibility:vis $constant:ident = $name:expr, $summary:literal;)*) => {
        $($(#[$doc])* $visibility const $constant: Variable = variable($name, $summary);)*
    };
}

variables! {
    pub PROFILE = "FZ_PROFILE", "the profile: a built-in name, one from `profile-path`, or the path of a file";
    pub ENGINE = "FZ_ENGINE", "the fuzzer that programs are linked for; `fz doctor --engines` lists them";
    pub ENGINE_PATH = "FZ_ENGINE_PATH", "folders with engines that are not part of fz (honggfuzz, LibAFL), separated by colons";
    pub CLANG = "FZ_CLANG", "the clang to use, of the release that fz is built for";
    pub SANITIZE = "FZ_SANITIZE", "sanitizers for every compile and link, separated by commas: address,undefined; or none";
    pub CAPTURE = "FZ_CAPTURE", "where what makes a program again is kept: embed (in its objects), store (in a folder), or off";
    pub CAPTURE_STORE = "FZ_CAPTURE_STORE", "the folder of FZ_CAPTURE=store, ~/.cache/fz/store if there is none";
    pub LOG = "FZ_LOG", "report what was passed through to clang, and why: 1 for stderr, or a path (with a slash) of a file to append to";
    pub VERIFY = "FZ_VERIFY", "1: verify the module after each of fz's passes, their order, and that none of their marks is left at the end (for developers)";
    pub LAUNCHER = "FZ_LAUNCHER", "a command that `fz emit` puts before each of its compiles, such as `nice` or one that finds another machine";
    /// Read by `cargo xtask` alone.
    CACHE = "FZ_CACHE", "the folder of what `cargo xtask` downloads";
    /// Set by dpkg-buildpackage for what it runs: what is built there is given to others.
    PACKAGE_BUILD = "DEB_RULES_REQUIRES_ROOT", "a Debian package is being built";
    /// Set while fz asks a program what clang it is: an answer must not come from fz.
    pub INSIDE = "FZ_INSIDE", "fz is asking which clang this is";
    /// Read by programs under test, as all of [`TESTED`] are.
    CHECK = "FZ_CHECK", "the folder that a program compiled with `check = true` writes its findings into";
    GUARD = guards::MODE, "what a guard does that fails: report, count, trap, signal";
    GUARD_MAP = guards::MAP, "off: keep guards out of the map";
    GUARD_LOG = guards::LOG, "the file that guards append their reports to, as JSON lines";
    TAINT_INPUT = taint::INPUT, "the input whose bytes a taint build follows: a path, or - for the standard input";
    TAINT_OUT = taint::OUT, "the trace that a taint build writes; the file must not exist yet";
    TAINT_HITS = taint::HITS, "how many executions of a site a trace records; later ones only by the bytes that flow into them";
    TAINT_NODES = taint::NODES, "the most sets of bytes that a taint build keeps apart";
    TAINT_EVENTS = taint::EVENTS, "the most executions that a trace records";
    /// Read by the custom mutator `libfz_od.so`, in afl-fuzz's process, as are the two below.
    pub OD_PROGRAM = "FZ_OD_PROGRAM", "the program whose tokens are tried, if afl-fuzz is not started with that program itself";
    pub OD_TAINT = "FZ_OD_TAINT", "the output of `fz taint --map --json`, or a folder of such files: tokens are tried only at bytes that decide something";
    /// afl-fuzz's map, which it sets for its target.
    pub AFL_MAP = "__AFL_SHM_ID", "the map: a number or a name of shared memory";
    /// ccache's, read by `fz doctor` alone, as is the next.
    pub CCACHE_COMPILERCHECK = "CCACHE_COMPILERCHECK", "ccache: what it takes into its key from the compiler";
    pub CCACHE_COMPILERTYPE = "CCACHE_COMPILERTYPE", "ccache: the kind of a compiler that it does not know";
    /// Set by `fz build` for sccache.
    pub SCCACHE_BUSTER = "SCCACHE_C_CUSTOM_CACHE_BUSTER", "sccache: what else it takes into its key";
    /// Set by `fz doctor` for ccache.
    pub CCACHE_STATSLOG = "CCACHE_STATSLOG", "ccache: the file that it writes each command's result into";
    /// Read by `fz doctor` alone.
    pub CC = "CC", "the compiler that builds use";
    /// Where the user's programs keep what they remember.
    STATE_HOME = "XDG_STATE_HOME", "where programs keep what they remember";
    /// Where the user's programs keep what can be made again.
    CACHE_HOME = "XDG_CACHE_HOME", "where programs keep what can be made again";
    HOME = "HOME", "the user's folder";
    TERMINAL = "TERM", "the kind of terminal";
    /// As no-color.org has it.
    NO_COLOR = "NO_COLOR", "set to anything: no colours";
}

const TESTED: &[&Variable] = &[
    &CHECK,
    &GUARD,
    &GUARD_MAP,
    &GUARD_LOG,
    &TAINT_INPUT,
    &TAINT_OUT,
    &TAINT_HITS,
    &TAINT_NODES,
    &TAINT_EVENTS,
];

/// Sanitizers' own, read by `fz fuzz` alone: what it adds to.
pub const SANITIZER_OPTIONS: &[Variable] = &[
    variable("ASAN_OPTIONS", "options of AddressSanitizer"),
    variable("HWASAN_OPTIONS", "options of HWAddressSanitizer"),
    variable("LSAN_OPTIONS", "options of LeakSanitizer"),
    variable("MSAN_OPTIONS", "options of MemorySanitizer"),
    variable("TSAN_OPTIONS", "options of ThreadSanitizer"),
    variable("UBSAN_OPTIONS", "options of UndefinedBehaviorSanitizer"),
];

/// fz's own, in the order of the documentation.
pub const VARIABLES: &[&Variable] = &[
    &PROFILE,
    &ENGINE,
    &ENGINE_PATH,
    &CLANG,
    &SANITIZE,
    &CAPTURE,
    &CAPTURE_STORE,
    &LOG,
    &VERIFY,
    &LAUNCHER,
];

/// Of the environment, what clang reads and a compilation follows from.
const CLANGS: [&str; 7] = [
    "C_INCLUDE_PATH",
    "CPATH",
    "CPLUS_INCLUDE_PATH",
    "GCC_EXEC_PREFIX",
    "OBJCPLUS_INCLUDE_PATH",
    "OBJC_INCLUDE_PATH",
    "SOURCE_DATE_EPOCH",
];

/// The environment as the driver sees it: what is set and not empty.
#[derive(Debug, Default, Clone)]
pub struct Environment {
    pub profile: Option<String>,
    pub engine: Option<String>,
    pub engine_path: Option<String>,
    pub clang: Option<String>,
    pub sanitize: Option<String>,
    pub capture: Option<String>,
    pub capture_store: Option<String>,
    /// What is built goes into a package.
    pub is_package_build: bool,
    pub log: Option<String>,
    pub verify: bool,
    /// What clang reads of it, sorted.
    pub clangs: Vec<(String, String)>,
    /// The folder for what fz can make again, if the user has one.
    pub cache: Option<PathBuf>,
    /// The folder for what fz remembers, if the user has one.
    pub state: Option<PathBuf>,
    /// `AFL_*`, for those who come from AFL++, sorted.
    pub afl: Vec<(String, String)>,
    /// Names that look like one of fz's own, mistyped; sorted.
    pub mistyped: Vec<String>,
}

impl Environment {
    pub fn read() -> Self {
        let mut afl: Vec<_> = all()
            .filter_map(|(k, v)| Some((k.into_string().ok()?, v.to_string_lossy().into_owned())))
            .filter(|(k, _)| k.starts_with("AFL_"))
            .collect();
        afl.sort();
        let mut mistyped: Vec<_> = all()
            .filter_map(|(name, _)| mistyped(&name.into_string().ok()?))
            .collect();
        mistyped.sort();
        Environment {
            profile: read(&PROFILE),
            engine: read(&ENGINE),
            engine_path: read(&ENGINE_PATH),
            clang: read(&CLANG),
            sanitize: read(&SANITIZE),
            capture: read(&CAPTURE),
            capture_store: read(&CAPTURE_STORE),
            is_package_build: read(&PACKAGE_BUILD).is_some(),
            log: read(&LOG),
            clangs: clangs(),
            cache: cache_folder(),
            state: state_folder(),
            verify: read(&VERIFY).is_some_and(|v| v != "0"),
            afl,
            mistyped,
        }
    }
}

fn clangs() -> Vec<(String, String)> {
    let all = all().filter_map(|(k, v)| Some((k.into_string().ok()?, v)));
    let clangs = all.filter(|(name, _)| CLANGS.contains(&name.as_str()));
    let mut clangs: Vec<_> = clangs
        .map(|(name, value)| (name, value.to_string_lossy().into_owned()))
        .collect();
    clangs.sort();
    clangs
}

/// What to say of a variable that is none of fz's, and nearly one.
fn mistyped(name: &str) -> Option<String> {
    let others = [&INSIDE, &CACHE, &OD_PROGRAM, &OD_TAINT];
    let known = [VARIABLES, &others, TESTED].concat();
    if !name.starts_with("FZ_") || known.iter().any(|v| v.name == name) {
        return None;
    }
    let names: Vec<_> = known.iter().map(|v| v.name.to_owned()).collect();
    let nearest = nearest(name, &names);
    (!nearest.is_empty()).then(|| format!("fz reads no variable {name}{nearest}"))
}

/// A variable's value, if it is set and not empty.
#[expect(clippy::disallowed_methods, reason = "the one place that reads")]
pub fn read(variable: &Variable) -> Option<String> {
    let value = std::env::var_os(variable.name)?;
    (!value.is_empty()).then(|| value.to_string_lossy().into_owned())
}

/// What clang and linkers read where they link.
const OF_LINKS: [&str; 6] = [
    "COMPILER_PATH",
    "GNUTARGET",
    "LDEMULATION",
    "LD_RUN_PATH",
    LINK_PATH,
    "SOURCE_DATE_EPOCH",
];
/// Folders of libraries that are linked, after those that arguments name.
pub const LINK_PATH: &str = "LIBRARY_PATH";

/// The variables that change what a link makes.
#[expect(clippy::disallowed_methods, reason = "the one place that reads")]
pub fn of_links() -> Vec<(String, String)> {
    let value = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
    let set = |name: &str| Some((name.to_owned(), value(name)?.to_string_lossy().into_owned()));
    OF_LINKS.into_iter().filter_map(set).collect()
}

/// The folder for what fz can make again, if the user has one.
pub fn cache_folder() -> Option<PathBuf> {
    home(&CACHE_HOME, ".cache")
}

/// The folder in which fz remembers things, if the user has one.
pub fn state_folder() -> Option<PathBuf> {
    home(&STATE_HOME, ".local/state")
}

/// fz's in a base directory of XDG's: a variable names that, if it has an absolute path, or it is in the user's folder.
fn home(variable: &Variable, otherwise: &str) -> Option<PathBuf> {
    let named = read(variable).map(PathBuf::from);
    let named = named.filter(|path| path.is_absolute());
    let base = named.or_else(|| Some(PathBuf::from(read(&HOME)?).join(otherwise)))?;
    Some(base.join("fz"))
}

/// Whether the terminal, if it is one, moves its cursor: lines can be drawn over others.
pub fn has_moving_cursor() -> bool {
    read(&TERMINAL).is_some_and(|kind| kind != "dumb")
}

/// Whether the user lets terminals that have colours show them.
pub fn wants_colors() -> bool {
    has_moving_cursor() && read(&NO_COLOR).is_none()
}

/// The dynamic linker's.
pub const LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// The directories that the dynamic linker searches first.
#[expect(clippy::disallowed_methods, reason = "the one place that reads")]
pub fn library_path() -> Vec<PathBuf> {
    std::env::var_os(LIBRARY_PATH)
        .map(|p| std::env::split_paths(&p).collect())
        .unwrap_or_default()
}

/// The folders that programs are looked for in.
pub const PATH: &str = "PATH";

/// Those of this process.
#[expect(clippy::disallowed_methods, reason = "the one place that reads")]
pub fn path() -> Vec<PathBuf> {
    std::env::var_os(PATH)
        .map(|p| std::env::split_paths(&p).collect())
        .unwrap_or_default()
}

/// Whether a variable is set, be it to nothing.
#[expect(clippy::disallowed_methods, reason = "the one place that reads")]
pub fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some()
}

#[expect(clippy::disallowed_methods, reason = "the one place that reads")]
fn all() -> impl Iterator<Item = (OsString, OsString)> {
    std::env::vars_os()
}

/// What compilers and linkers need of it, which is no secret: where they find what, and how they speak.
pub fn of_tools() -> impl Iterator<Item = (OsString, OsString)> {
    const NAMES: [&str; 6] = [
        PATH,
        LIBRARY_PATH,
        "LANG",
        "LC_ALL",
        "LC_MESSAGES",
        "TMPDIR",
    ];
    let is_one = |name: &OsString| NAMES.iter().chain(&OF_LINKS).any(|known| name == known);
    all().filter(move |(name, _)| is_one(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_nearly_a_variable_is_called_mistyped() {
        let said = mistyped("FZ_PROFLIE").unwrap();
        assert!(
            said.contains("FZ_PROFLIE (did you mean `FZ_PROFILE`?)"),
            "{said}"
        );
        assert_eq!(mistyped("FZ_PROFILE"), None);
        assert_eq!(mistyped("FZ_CHECK"), None);
        assert_eq!(mistyped("FZ_CACHE"), None);
        assert_eq!(mistyped("FZ_CACHE_OF_THE_DOWNLOADS"), None);
        assert_eq!(mistyped("PROFILE"), None);
    }
}
