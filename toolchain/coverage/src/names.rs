//! What people call functions: `ns::parse(char const*)` rather than `_ZN2ns5parseEPKc`.

use std::borrow::Cow;

use cpp_demangle::{DemangleOptions, Symbol};

/// A symbol as source has it, with the types of its parameters; what is no mangled name stays as it is.
pub fn demangled(symbol: &str) -> String {
    if !is_mangled(symbol) {
        return symbol.to_owned();
    }
    addr2line::demangle_auto(Cow::from(symbol), None).into_owned()
}

/// A name of C may be one of the letters that types are mangled to: `g` is no `__float128`.
fn is_mangled(symbol: &str) -> bool {
    symbol.starts_with("_Z") || symbol.starts_with("_R")
}

/// All that a function may be called by: its symbol, [`demangled`], and that without parameters and what returns.
pub fn spellings(symbol: &str) -> Vec<String> {
    let mut names = vec![symbol.to_owned(), demangled(symbol)];
    let options = DemangleOptions::new().no_params().no_return_type();
    let bare = is_mangled(symbol)
        .then(|| Symbol::new(symbol).ok())
        .flatten();
    names.extend(bare.and_then(|s| s.demangle_with_options(&options).ok()));
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::{demangled, spellings};

    #[test]
    fn functions_have_a_name_for_linkers_and_one_for_people() {
        for name in ["main", "g", "i", "v"] {
            assert_eq!(demangled(name), name);
            assert_eq!(spellings(name), [name]);
        }
        assert_eq!(demangled("_ZN2ns5parseEPKc"), "ns::parse(char const*)");
        assert_eq!(spellings("main"), ["main"]);
        assert_eq!(
            spellings("_ZN2ns5parseEPKc"),
            ["_ZN2ns5parseEPKc", "ns::parse(char const*)", "ns::parse"]
        );
        // A member with qualifiers, an operator, and a template with the type that it returns.
        for (symbol, bare) in [
            ("_ZNK2ns6Reader4peekEv", "ns::Reader::peek"),
            ("_ZN2ns6ReaderclEi", "ns::Reader::operator()"),
            ("_ZN2ns3getIiEET_S1_", "ns::get<int>"),
        ] {
            assert_eq!(spellings(symbol)[2], bare);
        }
    }
}
