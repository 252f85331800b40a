//! A function's arrays, and where they stand so that linkers treat them right.

use fz_abi::sections;

use crate::{
    ir::{Const, Duplicates, Function, Global, Linkage, Module, Type},
    records::asm_section::Group,
};

/// Begins the names of arrays and of their groups.
const PREFIX: &str = "__fz_edges.";

/// How many counters, in how many rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub row: usize,
    pub rows: usize,
}

impl Size {
    pub fn counters(self) -> usize {
        self.row * self.rows
    }
}

/// Makes a function's arrays.
pub struct Arrays {
    module: Module,
    function: Function,
    pub group: Group,
    /// The linkage of counters and addresses: what a discarded twin of the function may refer to has a name that
    /// survives.
    linkage: Linkage,
    size: Size,
}

impl Arrays {
    /// `shape` tells apart what units make of one function of the same name.
    pub fn new(module: Module, function: Function, shape: u64, size: Size) -> Self {
        let name = function.name();
        let in_comdat = function.comdat_name().is_some();
        let (group, linkage) = if in_comdat && !function.is_local() {
            let group = Group {
                name: format!("{PREFIX}{name}.{shape:016x}.{}", size.counters()),
                deduplicated: true,
            };
            (group, Linkage::LinkOnceOdr)
        } else if in_comdat {
            // Its own group may lose to another unit's; code inlined from it would then refer to nothing.
            let group = Group {
                name: format!("{PREFIX}{name}"),
                deduplicated: false,
            };
            (group, Linkage::Private)
        } else {
            module.put_in_comdat(function.global(), &name, Duplicates::Keep);
            let group = Group {
                name,
                deduplicated: false,
            };
            (group, Linkage::Private)
        };
        Arrays {
            module,
            function,
            group,
            linkage,
            size,
        }
    }

    pub fn counters(&self) -> Global {
        let ty = self.module.int(8);
        self.add(ty, self.size.counters(), None, "", sections::COUNTERS, 1)
    }

    /// Whether the group's function may be another twin's.
    pub fn may_lose_function(&self) -> bool {
        self.linkage == Linkage::Private && self.group.name.starts_with(PREFIX)
    }

    /// libFuzzer's table: an address per counter, unique in a row. Here all are near `base`; where code is that tells of
    /// itself, the image's constructor writes it in ([`super::pcs`]). Addresses of the blocks would pin the blocks in code
    /// generation and refer into discarded twins.
    ///
    /// `base`: the function, each of whose counters takes more than a byte. Where inlining may leave no use of that, it
    /// has to go, with what it calls; then the counters' own addresses are as unique, and hold nothing.
    pub fn pcs(&self, base: Global, entry_is_first: bool) -> Global {
        let flag = |index| match index {
            0 if entry_is_first => self.module.const_pointer(sections::PC_FUNCTION_ENTRY),
            _ => self.module.null_ptr(),
        };
        let pair = |i| [self.module.address_in(base, i), flag(i)];
        let row: Vec<_> = (0..self.size.row).flat_map(pair).collect();
        let table = row.repeat(self.size.rows);
        let align = self.module.pointer_bytes();
        let ty = self.module.ptr();
        self.add(ty, table.len(), Some(&table), ".pcs", sections::PCS, align)
    }

    /// The record by which the runtime lays out the function's rows ([`fz_abi::contexts::Function`]).
    pub fn callee_record(&self, most: usize) -> Global {
        let m = self.module;
        let here = m.add_private_alias(
            self.function,
            &format!("{PREFIX}{}.here", self.function.name()),
        );
        let limits = self.size.row as u64 | (most as u64) << 32;
        let here = here.into();
        let fields = [m.null_ptr(), m.null_ptr(), here, m.const_pointer(limits)];
        self.add_private(&fields, ".rows", sections::FUNCTIONS)
    }

    /// The records of calls that the runtime gives tokens to ([`fz_abi::contexts::Call`]).
    pub fn calls(&self, callees: impl Iterator<Item = Function>) -> Global {
        let record = |callee: Function| [self.module.null_ptr(), callee.global().into()];
        let fields: Vec<_> = callees.flat_map(record).collect();
        self.add_private(&fields, ".calls", sections::CALLS)
    }

    /// Only the function's own code refers to it: it shares its fate.
    fn add_private(&self, fields: &[Const], suffix: &str, section: &str) -> Global {
        let m = self.module;
        let name = format!("{PREFIX}{}{suffix}", self.function.name());
        let array = m.add_array(m.ptr(), fields.len(), Some(fields), &name);
        array.set_linkage(Linkage::Private);
        array.set_section(section, m.pointer_bytes());
        array.set_externally_initialized();
        array.join_comdat(self.function.global());
        array
    }

    fn add(
        &self,
        ty: Type,
        len: usize,
        init: Option<&[Const]>,
        suffix: &str,
        section: &str,
        align: u32,
    ) -> Global {
        let stem = self.group.name.strip_prefix(PREFIX);
        let name = format!("{PREFIX}{}{suffix}", stem.unwrap_or(&self.group.name));
        let array = self.module.add_array(ty, len, init, &name);
        array.set_linkage(self.linkage);
        if self.linkage != Linkage::Private {
            array.set_hidden();
        }
        array.set_section(section, align);
        let duplicates = match self.group.deduplicated {
            true => Duplicates::Any,
            false => Duplicates::Keep,
        };
        self.module
            .put_in_comdat(array, &self.group.name, duplicates);
        array
    }
}
