//! What is fz's own in a program: the harness macros' code ([`fz_abi::harness::MACROS`]), which stands in a user's file and is
//! nobody's to reach. And which functions the compiler makes.

use super::{Place, is_file};
use crate::names::demangled;

/// `__fz_passes`, `__afl_fuzz_ptr`, `fz_loop_`: macros call all that they declare so.
fn is_name(name: &str) -> bool {
    let inner = name.strip_prefix("fz_").and_then(|n| n.strip_suffix('_'));
    name.starts_with("__fz_") || name.starts_with("__afl_") || inner.is_some_and(|n| !n.is_empty())
}

/// A function, by its symbol.
pub fn is_function(symbol: &str) -> bool {
    if !symbol.starts_with("_Z") {
        return is_name(symbol);
    }
    let name = demangled(symbol);
    is_name(name.split('(').next().unwrap_or(&name))
}

/// How names of functions begin that clang makes of nothing in the source, or only calls what is written there: what ends
/// a program, constructors of a unit, of modules and of thread-local variables, thunks.
const COMPILERS: [&str; 11] = [
    "_GLOBAL__",
    "_ZTH",
    "_ZTW",
    "_ZTc",
    "_ZTh",
    "_ZTv",
    "_ZGI",
    "__clang_",
    "__cxx_global_array_dtor",
    "__cxx_global_var_init",
    "__tls_init",
];

/// A function, by its symbol. What of these has a place in the source is the user's all the same: an initializer.
pub fn is_compilers(symbol: &str) -> bool {
    COMPILERS.iter().any(|begin| symbol.starts_with(begin))
}

/// A condition that no file has, by where it was spelled, and that asks for something of fz's.
pub fn is_condition(text: &str, spelled: Option<&Place>) -> bool {
    let is_name_of = |c: char| c == '_' || c.is_ascii_alphanumeric();
    spelled.is_some_and(|place| !is_file(&place.file))
        && text.split(|c| !is_name_of(c)).any(is_name)
}

#[cfg(test)]
mod tests {
    use fz_abi::harness::MACROS;

    use super::*;

    #[test]
    fn what_macros_ask_is_nobodys() {
        let place = |file: &str| Place::new(file, 1, 1);
        let (built_in, file) = (place("<built-in>"), place("a.c"));
        for text in [
            "fz_loop_",
            "&__afl_fuzz_ptr",
            "!fz_ran_++",
            "read_in == pass && fz_x_",
        ] {
            assert!(is_condition(text, Some(&built_in)), "{text}");
            assert!(!is_condition(text, Some(&file)) && !is_condition(text, None));
        }
        // A macro that the user has given on the command line.
        assert!(!is_condition("fz_ > my_fz_loop_x", Some(&built_in)));
        assert!(is_function("fz_test_case_len_") && is_function("__afl_manual_init"));
        assert!(is_function("_ZL17fz_test_case_len_v") && !is_function("_ZN2ns5parseEi"));
        assert!(!is_function("fz_main") && !is_function("main"));
    }

    #[test]
    fn what_clang_makes_is_nobodys() {
        for name in [
            "__clang_call_terminate",
            "_GLOBAL__sub_I_a.cc",
            "__cxx_global_var_init.3",
            "_ZThn8_N1BD0Ev",
        ] {
            assert!(is_compilers(name), "{name}");
        }
        assert!(!is_compilers("main") && !is_compilers("_ZN1BD0Ev"));
        assert!(!is_compilers("_ZN6_TheirE"));
    }

    /// Every function that a macro defines is called so.
    #[test]
    fn macros_define_functions_of_such_names() {
        let mut found = 0;
        for (_, body) in MACROS {
            for (at, _) in body.match_indices("(void) {") {
                let name = body[..at].rsplit([' ', '*']).next().unwrap();
                assert!(is_function(name), "{name}");
                found += 1;
            }
        }
        assert!(found >= 3, "{found}");
    }
}
