//! `stage=early`: functions of the C++ library whose bodies are available for inlining only become functions of this
//! unit. The library has them too, but without labels; calls that are not inlined now go to these copies.

use crate::ir::{Duplicates, Linkage, Module};

/// Prefixes of the symbols of members and functions of `std`.
const LIBRARY: [&str; 9] = [
    "_ZNSt", "_ZNKSt", "_ZSt", "_ZNSs", "_ZNKSs", "_ZNSi", "_ZNSo", "_ZNSd", "_ZNSa",
];

/// Returns whether there were any.
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
