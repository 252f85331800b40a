//! What goes only with link-time optimisation. A profile that drops `-flto` drops all of it: clang refuses some of it alone,
//! and warns of the rest.

/// Options, as a profile's `drop` has them.
const OPTIONS: [&str; 17] = [
    "-Xthinlto-distributor=*",
    "-ffat-lto-objects",
    "-fno-fat-lto-objects",
    "-fno-sanitize-cfi-*",
    "-fno-split-lto-unit",
    "-fno-unified-lto",
    "-fno-virtual-function-elimination",
    "-fno-whole-program-vtables",
    "-fsanitize-cfi-*",
    "-fsplit-lto-unit",
    "-fthin-link-bitcode=*",
    "-fthinlto-distributor=*",
    "-fthinlto-index=*",
    "-funified-lto",
    "-fuse-linker-plugin",
    "-fvirtual-function-elimination",
    "-fwhole-program-vtables",
];

/// Lists of sanitizers, and how those begin that see the whole program.
const SANITIZERS: [&str; 6] = [
    "-fsanitize=",
    "-fno-sanitize=",
    "-fsanitize-recover=",
    "-fno-sanitize-recover=",
    "-fsanitize-trap=",
    "-fno-sanitize-trap=",
];
const WHOLE_PROGRAM: &str = "cfi";

/// Words for the linker, and how those begin that are for what optimises there.
const LINKER: &str = "-Wl,";
const LINKER_WORD: &str = "-Xlinker";
const OPTIMISER: [&str; 3] = ["lto", "thinlto", "plugin-opt="];
/// The next word is its value.
const OPTION_OF_PLUGIN: [&str; 2] = ["-plugin-opt", "--plugin-opt"];

/// Whether an option is one.
pub fn is_one(option: &str) -> bool {
    OPTIONS.iter().any(|pattern| super::fits(pattern, option))
}

/// What is left of an argument and its values.
pub fn without(words: &[String]) -> Vec<String> {
    let all = || words.to_vec();
    match words {
        [list] if let Some(names) = list.strip_prefix(LINKER) => {
            joined(LINKER, names, linker_words(names.split(',')))
        }
        [list] => {
            let named = |prefix: &'static str| Some((prefix, list.strip_prefix(prefix)?));
            let Some((prefix, names)) = SANITIZERS.into_iter().find_map(named) else {
                return all();
            };
            let kept = names.split(',').filter(|n| !n.starts_with(WHOLE_PROGRAM));
            joined(prefix, names, kept.collect())
        }
        [flag, word] if flag == LINKER_WORD && is_for_optimiser(word) => Vec::new(),
        _ => all(),
    }
}

/// A list again, unless nothing is left of it.
fn joined(prefix: &str, names: &str, kept: Vec<&str>) -> Vec<String> {
    match kept.is_empty() && !names.is_empty() {
        true => Vec::new(),
        false => vec![format!("{prefix}{}", kept.join(","))],
    }
}

fn linker_words<'a>(mut words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        if OPTION_OF_PLUGIN.contains(&word) {
            words.next();
        } else if !is_for_optimiser(word) {
            kept.push(word);
        }
    }
    kept
}

fn is_for_optimiser(word: &str) -> bool {
    let name = word.strip_prefix("--").or_else(|| word.strip_prefix('-'));
    name.is_some_and(|name| OPTIMISER.iter().any(|begin| name.starts_with(begin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_it_goes_and_the_rest_stays() {
        for (words, left) in [
            ("-fsanitize=cfi", ""),
            (
                "-fsanitize=cfi-vcall,address,cfi-icall",
                "-fsanitize=address",
            ),
            ("-fsanitize=kcfi", "-fsanitize=kcfi"),
            (
                "-fno-sanitize-trap=cfi,undefined",
                "-fno-sanitize-trap=undefined",
            ),
            ("-Wl,-plugin-opt=O2", ""),
            (
                "-Wl,--lto-O2,--gc-sections,-plugin-opt,O3,-z,now",
                "-Wl,--gc-sections,-z,now",
            ),
            ("-Wl,--thinlto-cache-dir=x", ""),
            ("-Wl,", "-Wl,"),
            ("-Xlinker -plugin-opt=mcpu=x", ""),
            ("-Xlinker --as-needed", "-Xlinker --as-needed"),
            ("-o -fsanitize=cfi", "-o -fsanitize=cfi"),
        ] {
            let words: Vec<String> = words.split(' ').map(String::from).collect();
            assert_eq!(without(&words).join(" "), left, "{words:?}");
        }
        assert!(is_one("-fwhole-program-vtables") && is_one("-fsanitize-cfi-cross-dso"));
        assert!(!is_one("-fstrict-vtable-pointers") && !is_one("-fsanitize=cfi"));
    }
}
