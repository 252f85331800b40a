//! What people call functions: `ns::parse(char const*)` rather than `_ZN2ns5parseEPKc`.

use std::{collections::HashSet, fmt};

use addr2line::gimli::DW_LANG_Rust;
use cpp_demangle::{DemangleOptions, Symbol};

/// Longer names stay as they are. A few letters of a symbol can stand for all that was said before them, twice.
const LONGEST: usize = 1 << 16;

mod library;

/// A symbol as people write it, with the types of its parameters: `std::string` and not the template behind it. What is no
/// mangled name stays as it is.
pub fn demangled(symbol: &str) -> String {
    let of_rust = || addr2line::demangle(symbol, DW_LANG_Rust);
    let of_cxx = || Some(library::short(&of_cxx(symbol, Default::default())?));
    let name = is_mangled(symbol).then(|| of_rust().or_else(of_cxx));
    name.flatten().unwrap_or_else(|| symbol.to_owned())
}

/// A name of C may be one of the letters that types are mangled to: `g` is no `__float128`.
fn is_mangled(symbol: &str) -> bool {
    (symbol.starts_with("_Z") || symbol.starts_with("_R")) && symbol.len() <= LONGEST
}

fn of_cxx(symbol: &str, options: DemangleOptions) -> Option<String> {
    let mut name = Name(String::new());
    let symbol = Symbol::new(symbol).ok()?;
    symbol.structured_demangle(&mut name, &options).ok()?;
    Some(name.0)
}

/// A text that ends in an error where it gets too long.
struct Name(String);

impl fmt::Write for Name {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_str(text);
        match self.0.len() <= LONGEST {
            true => Ok(()),
            false => Err(fmt::Error),
        }
    }
}

/// All that a function may be called by: its symbol, [`demangled`], that without parameters and what returns, and these as
/// other tools demangle them.
pub fn spellings(symbol: &str) -> Vec<String> {
    let mut names = vec![symbol.to_owned(), demangled(symbol)];
    if is_mangled(symbol) {
        let bare = DemangleOptions::new().no_params().no_return_type();
        let bare = of_cxx(symbol, bare);
        let full = of_cxx(symbol, Default::default());
        names.extend(bare.as_deref().map(library::short));
        names.extend(bare.into_iter().chain(full));
    }
    let mut known = HashSet::new();
    names.retain(|name| known.insert(name.clone()));
    names
}

#[cfg(test)]
mod tests {
    use super::{demangled, spellings};

    #[test]
    fn names_that_grow_without_end_stay_as_they_are() {
        // f(T<int, int>, T<T<int, int>, T<int, int>>, …), each of two of the one before.
        let number = |n: usize| char::from_digit(n as u32, 36).unwrap().to_ascii_uppercase();
        let pairs = (0..30).map(|n| format!("S_IS{0}_S{0}_E", number(n)));
        let symbol = format!("_Z1f1TIiiE{}", pairs.collect::<String>());
        assert_eq!(demangled(&symbol), symbol);
        assert!(spellings(&symbol).contains(&"f".to_owned()));
        let short = "_Z1f1TIiiES_IS0_S0_E";
        assert_eq!(
            demangled(short),
            "f(T<int, int>, T<T<int, int>, T<int, int> >)"
        );
    }

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
