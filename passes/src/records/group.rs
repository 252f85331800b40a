//! The COMDAT groups of arrays that belong to a function, so that linkers keep and drop them correctly.

use super::asm_section::Group;
use crate::ir::{Duplicates, Function, Global, Linkage, Module};

/// How the arrays of a function are linked.
#[derive(Clone, Debug)]
pub struct Held {
    pub group: Group,
    /// Code inlined from a copy that the linker discarded may still refer to the arrays, so their names have to survive.
    pub linkage: Linkage,
    /// What names of arrays and of their groups begin with.
    prefix: &'static str,
}

impl Held {
    /// `shape` distinguishes different bodies that units compile for a function of the same name.
    pub fn of(module: Module, function: Function, prefix: &'static str, shape: &str) -> Held {
        let name = function.name();
        let in_comdat = function.comdat_name().is_some();
        let (group, linkage) = if in_comdat && !function.is_local() {
            let group = Group {
                name: format!("{prefix}{name}.{shape}"),
                deduplicated: true,
                retained: false,
            };
            (group, Linkage::LinkOnceOdr)
        } else if in_comdat {
            // Another unit's group may win over its own, and code inlined from it would then refer to discarded arrays.
            let group = Group {
                name: format!("{prefix}{name}"),
                deduplicated: false,
                retained: false,
            };
            (group, Linkage::Private)
        } else {
            module.put_in_comdat(function.global(), &name, Duplicates::Keep);
            let group = Group {
                name,
                deduplicated: false,
                retained: false,
            };
            (group, Linkage::Private)
        };
        Held {
            group,
            linkage,
            prefix,
        }
    }

    /// Whether the linker may replace the group's function by another unit's copy.
    pub fn may_lose_function(&self) -> bool {
        self.linkage == Linkage::Private && self.group.name.starts_with(self.prefix)
    }

    /// The name of an array. Counters are operands of inline assembly, where LLVM writes a line break as `\n`, which its
    /// assembler then reads as two other characters.
    pub fn array_name(&self, suffix: &str) -> String {
        let stem = self.group.name.strip_prefix(self.prefix);
        let stem = stem.unwrap_or(&self.group.name).replace('\n', "␊");
        format!("{}{stem}{suffix}", self.prefix)
    }

    /// Puts an array into its section and its group.
    pub fn take(&self, module: Module, array: Global, section: &str, align: u32) {
        array.set_linkage(self.linkage);
        if self.linkage != Linkage::Private {
            array.set_hidden();
        }
        array.set_section(section, align);
        let duplicates = match self.group.deduplicated {
            true => Duplicates::Any,
            false => Duplicates::Keep,
        };
        module.put_in_comdat(array, &self.group.name, duplicates);
    }
}
