//! `stage=early`: functions of the C++ library whose bodies are here for inlining alone become functions of the unit's
//! own. The library has them too, without labels; where they are not inlined it is these that are called.

use crate::ir::{Duplicates, Linkage, Module};

/// Begins the symbols of members and functions of `std`.
const LIBRARY: [&str; 9] = [
    "_ZNSt", "_ZNKSt", "_ZSt", "_ZNSs", "_ZNKSs", "_ZNSi", "_ZNSo", "_ZNSd", "_ZNSa",
];

/// Whether there were any.
pub fn keep(module: Module) -> bool {
    let mut any = false;
    for function in module.definitions() {
        let name = function.name();
        let is_here_for_inlining = function.linkage() == Linkage::AvailableExternally;
        if is_here_for_inlining && LIBRARY.iter().any(|begin| name.starts_with(begin)) {
            function.set_linkage(Linkage::LinkOnceOdr);
            module.put_in_comdat(function.global(), &name, Duplicates::Any);
            any = true;
        }
    }
    any
}
