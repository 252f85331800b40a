//! Arguments that a program brings with it, and what becomes of each when the program is built again. Whoever wrote the
//! program may have written anything there.

use super::{
    flags::Meaning,
    parse::{Arg, Kind},
};

/// What becomes of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Keep,
    /// It says where something is written, or how far the compiler goes: whoever builds again decides that.
    Drop,
    /// It does what nobody may do unasked: it has the compiler load code, or start another program.
    Ask(&'static str),
}

const LOADS: Fate = Fate::Ask("has the compiler load code");
const RUNS: Fate = Fate::Ask("says which programs the compiler starts");
const WRITES: Fate = Fate::Ask("may have files written");

/// Beginnings of arguments; the longest that fits counts. `$` at the end: the whole argument.
#[rustfmt::skip]
const TABLE: &[(&str, Fate)] = &[
    // Where output goes, and what it is.
    ("-emit-llvm$", Fate::Drop),
    ("--output", Fate::Drop),
    ("-o", Fate::Drop),
    ("-M", Fate::Drop),
    ("-Wp,-M", Fate::Drop),
    ("-dumpbase", Fate::Drop),
    ("-dumpdir", Fate::Drop),
    ("--save-temps", Fate::Drop),
    ("-save-temps", Fate::Drop),
    ("--serialize-diagnostics", Fate::Drop),
    ("-serialize-diagnostics", Fate::Drop),
    ("-gen-cdb-fragment-path", Fate::Drop),
    ("-gsplit-dwarf", Fate::Drop),
    ("-fcrash-diagnostics", Fate::Drop),
    ("-fdiagnostics-format=", Fate::Drop),
    ("-fmodules-cache-path=", Fate::Drop),
    ("-foptimization-record-file=", Fate::Drop),
    ("-foptimization-record-passes=", Fate::Drop),
    ("-fproc-stat-report", Fate::Drop),
    ("-fsave-optimization-record", Fate::Drop),
    ("-fstack-usage", Fate::Drop),
    ("-ftime-report", Fate::Drop),
    ("-ftime-trace", Fate::Drop),
    ("-v$", Fate::Drop),
    ("-###$", Fate::Drop),
    // A precompiled header is of another profile; its text is among the sources.
    ("-include-pch", Fate::Drop),
    ("-fno-validate-pch", Fate::Drop),
    // What is loaded.
    ("-fplugin", LOADS),
    ("-fpass-plugin", LOADS),
    ("-load", LOADS),
    ("-Xarch_", LOADS),
    ("-Xassembler", WRITES),
    ("-Xclangas", WRITES),
    ("-Xopenmp-target", LOADS),
    ("-Xoffload-linker", LOADS),
    ("-Xcuda", LOADS),
    ("--config", LOADS),
    ("@", Fate::Ask("names a file of arguments that was not captured")),
    // What is run.
    ("-B", RUNS),
    ("--prefix", RUNS),
    ("--ld-path", RUNS),
    ("-specs", RUNS),
    ("--specs", RUNS),
    ("-ccc-", RUNS),
    ("-fno-integrated-as", RUNS),
    ("-no-integrated-as", RUNS),
    ("-fno-integrated-cc1", Fate::Drop),
    ("-wrapper", RUNS),
    ("-resource-dir", RUNS),
    ("--gcc-toolchain", RUNS),
    ("--gcc-install-dir", RUNS),
    ("-fthinlto-index=", WRITES),
];

/// Of clang's inner command: what asks nobody. The others are for LLVM, for debugging clang, or write.
const INNER: &[(&str, Fate)] = &[
    ("-include$", Fate::Keep),
    ("-include-pch", Fate::Drop),
    ("-fno-pch-timestamp", Fate::Drop),
    ("-fno-validate-pch", Fate::Drop),
    ("-fsanitize-coverage-", Fate::Keep),
    ("-disable-O0-optnone", Fate::Keep),
    ("-disable-llvm-passes", Fate::Keep),
    ("-disable-llvm-optzns", Fate::Keep),
    ("-target-feature", Fate::Keep),
    ("-target-cpu", Fate::Keep),
    ("-fdebug-compilation-dir=", Fate::Keep),
];

/// Of the linker: where it writes, what it loads or runs.
const LINKER: &[(&str, Fate)] = &[
    ("-Map", Fate::Drop),
    ("--Map", Fate::Drop),
    ("-M$", Fate::Drop),
    ("--print-map", Fate::Drop),
    ("--cref", Fate::Drop),
    ("--dependency-file", Fate::Drop),
    ("-dependency-file", Fate::Drop),
    ("-o", Fate::Drop),
    ("--output", Fate::Drop),
    ("--out-implib", Fate::Drop),
    ("--reproduce", Fate::Drop),
    ("-t$", Fate::Drop),
    ("--trace$", Fate::Drop),
    ("--verbose", Fate::Drop),
    ("--time-trace", Fate::Drop),
    ("--save-temps", Fate::Drop),
    ("-plugin", LOADS),
    ("--plugin", LOADS),
    ("--load-pass-plugin", LOADS),
    ("-mllvm", WRITES),
    ("--mllvm", WRITES),
    ("--lto-obj-path", Fate::Drop),
    ("--thinlto-cache-dir", Fate::Drop),
    ("--thinlto-index-only", WRITES),
    ("--thinlto-emit", WRITES),
    ("--emit-llvm", WRITES),
    ("--print-", Fate::Drop),
    ("--why-extract", Fate::Drop),
    ("--warn-backrefs", Fate::Keep),
];

fn look_up(table: &[(&str, Fate)], word: &str) -> Option<Fate> {
    let fits = |spelling: &str| match spelling.strip_suffix('$') {
        Some(whole) => word == whole,
        None => word.starts_with(spelling),
    };
    let rows = table.iter().filter(|(spelling, _)| fits(spelling));
    rows.max_by_key(|(spelling, _)| spelling.len())
        .map(|(_, fate)| *fate)
}

/// What becomes of each of a compilation's or a link's arguments. Inputs are kept.
pub fn fates(arguments: &[Arg]) -> impl Iterator<Item = (&Arg, Fate)> {
    // `-Xclang -include-pch -Xclang FILE`: a value goes where its option goes.
    let mut of_value: Option<Fate> = None;
    arguments.iter().map(move |argument| {
        let fate = match (&argument.kind, argument.meaning()) {
            (Kind::Input, _) if argument.text.starts_with('@') => fate_of(argument),
            (Kind::Input, _) => Fate::Keep,
            (_, Some(Meaning::Cc1)) => {
                let word = argument.value();
                let fate = match of_value.take() {
                    Some(fate) if !word.starts_with('-') => fate,
                    _ => look_up(INNER, word).unwrap_or(LOADS),
                };
                of_value = word.starts_with('-').then_some(fate);
                return (argument, fate);
            }
            _ => fate_of(argument),
        };
        of_value = None;
        (argument, fate)
    })
}

fn fate_of(argument: &Arg) -> Fate {
    match argument.meaning() {
        Some(Meaning::Stop(_) | Meaning::Query | Meaning::Output | Meaning::Database) => Fate::Drop,
        Some(Meaning::Own(_)) => Fate::Drop,
        // A name; a path is another program.
        Some(Meaning::LinkerName)
            if argument.value().contains('/') || argument.text.starts_with("--ld-path") =>
        {
            RUNS
        }
        Some(Meaning::LinkerName) => Fate::Keep,
        _ if argument.text == "-mllvm" => of_llvm(argument.value()),
        _ => look_up(TABLE, &argument.text).unwrap_or(Fate::Keep),
    }
}

/// Options of LLVM's are without number. Those that load, write or print say so in their names.
fn of_llvm(option: &str) -> Fate {
    const TELLING: [&str; 11] = [
        "load", "file", "output", "record", "dir", "print", "dump", "view", "trace", "plugin",
        "path",
    ];
    let is_telling = option.contains('/') || TELLING.iter().any(|word| option.contains(word));
    match is_telling {
        true => WRITES,
        false => Fate::Keep,
    }
}

/// What becomes of a word for the linker.
pub fn fate_at_link(word: &str) -> Fate {
    look_up(LINKER, word).unwrap_or(Fate::Keep)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn fates_of(words: &str) -> Vec<Fate> {
        let words: Vec<String> = words.split(' ').map(String::from).collect();
        let parsed = parse::parse(&words, &|_| None);
        fates(&parsed).map(|(_, fate)| fate).collect()
    }

    #[test]
    fn what_writes_is_left_out_and_what_loads_is_asked_for() {
        for words in [
            "-o x.o",
            "-ox.o",
            "-c",
            "-S",
            "-emit-llvm",
            "-E",
            "-MD",
            "-MF x.d",
            "-MJ x.json",
            "-MMD",
            "-Wp,-MD,x.d",
            "-save-temps=obj",
            "-ftime-trace=x",
            "--output=x",
            "-dumpdir x",
            "-include-pch x.pch",
            "--serialize-diagnostics x",
            "-gsplit-dwarf",
            "-fcrash-diagnostics-dir=x",
            "--fz-replay=x",
        ] {
            assert_eq!(fates_of(words), [Fate::Drop], "{words}");
        }
        for words in [
            "-fplugin=x.so",
            "-fpass-plugin=x.so",
            "-Xclang -load",
            "-B x",
            "-Bx",
            "-specs=x",
            "-fuse-ld=/x/ld",
            "--ld-path=x",
            "-mllvm -load=x.so",
            "-mllvm -stats-file=x",
            "-no-integrated-as",
            "-wrapper x",
            "@gone",
            "--config=x",
            "-Xclang -emit-pch",
        ] {
            let all = fates_of(words);
            assert!(matches!(all[0], Fate::Ask(_)), "{words}: {all:?}");
        }
        for words in [
            "-O2",
            "-Iinclude",
            "-DX=1",
            "-fuse-ld=lld",
            "a.c",
            "-mllvm -inline-threshold=9",
            "-Wl,-z,now",
            "-std=c11",
            "-fsanitize=address",
            "-lm",
            "-march=native",
        ] {
            assert_eq!(fates_of(words), [Fate::Keep], "{words}");
        }
    }

    #[test]
    fn values_for_clang_go_where_their_options_go() {
        use Fate::{Drop, Keep};
        // As CMake includes a precompiled header.
        let words = "-Xclang -include-pch -Xclang h.pch -Xclang -include -Xclang h.hxx";
        assert_eq!(fates_of(words), [Drop, Drop, Keep, Keep]);
        let fates = fates_of("-Xclang -load -Xclang x.so");
        assert!(fates.iter().all(|f| matches!(f, Fate::Ask(_))), "{fates:?}");
        // A value of another option is none of the first.
        let fates = fates_of("-Xclang -include -O2 -Xclang x.so");
        assert!(matches!(fates[2], Fate::Ask(_)), "{fates:?}");
    }

    #[test]
    fn words_for_the_linker_have_fates_too() {
        assert_eq!(fate_at_link("-Map=x"), Fate::Drop);
        assert_eq!(fate_at_link("--dependency-file=x"), Fate::Drop);
        assert_eq!(fate_at_link("--gc-sections"), Fate::Keep);
        assert!(matches!(
            fate_at_link("-plugin-opt=save-temps"),
            Fate::Ask(_)
        ));
    }
}
