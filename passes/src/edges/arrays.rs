//! A function's arrays, and the COMDAT groups that make linkers keep and drop them correctly.

use fz_abi::sections;

use crate::{
    ir::{Const, Function, Global, Linkage, Module, Type},
    records::{asm_section::Group, group::Held},
};

/// Prefix of the names of arrays and of their groups.
const PREFIX: &str = "__fz_edges.";

/// The number of counters in a row, and of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub row: usize,
    pub rows: usize,
}

impl Size {
    /// The number of counters in all rows.
    pub fn counters(self) -> usize {
        self.row * self.rows
    }
}

/// Makes a function's arrays.
pub struct Arrays {
    module: Module,
    function: Function,
    /// The group of counters and addresses, and their linkage.
    held: Held,
    size: Size,
}

impl Arrays {
    /// `shape` distinguishes different bodies that units compile for a function of the same name.
    pub fn new(module: Module, function: Function, shape: u64, size: Size) -> Self {
        let shape = format!("{shape:016x}.{}", size.counters());
        let held = Held::of(module, function, PREFIX, &shape);
        Arrays {
            module,
            function,
            held,
            size,
        }
    }

    /// The group of the function's record.
    pub fn group(&self) -> &Group {
        &self.held.group
    }

    /// Adds the array of counters.
    pub fn counters(&self) -> Global {
        let ty = self.module.int(8);
        self.add(ty, self.size.counters(), None, "", sections::COUNTERS, 1)
    }

    /// Adds the array for evaluations of decisions ([`fz_abi::decisions`]).
    pub fn evaluations(&self, bytes: u64) -> Global {
        let ty = self.module.int(8);
        let bytes = bytes as usize;
        self.add(ty, bytes, None, ".evaluations", sections::COUNTERS, 1)
    }

    /// Whether the linker may replace the group's function by another unit's copy.
    pub fn may_lose_function(&self) -> bool {
        self.held.may_lose_function()
    }

    /// libFuzzer's table: an address for every counter, unique in a row. The table starts out with addresses near
    /// `base`; where a counter's code reports its address, the image's constructor writes that instead
    /// ([`super::pcs`]). Addresses of basic blocks would keep the blocks alive in code generation, and refer into
    /// discarded copies.
    ///
    /// `base` is the function, which has more bytes of code than counters. Where inlining may remove its last use, the
    /// function and what it calls must not be kept alive; the addresses of the counters themselves are as unique and
    /// keep nothing alive.
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

    /// The record from which the runtime lays out the function's rows ([`fz_abi::contexts::Function`]).
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

    /// The records of calls whose context arguments the runtime fills in ([`fz_abi::contexts::Call`]).
    pub fn calls(&self, callees: impl Iterator<Item = Function>) -> Global {
        let record = |callee: Function| [self.module.null_ptr(), callee.global().into()];
        let fields: Vec<_> = callees.flat_map(record).collect();
        self.add_private(&fields, ".calls", sections::CALLS)
    }

    /// Only the function's own code refers to the array: it joins the function's COMDAT.
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
        let name = self.held.array_name(suffix);
        let array = self.module.add_array(ty, len, init, &name);
        self.held.take(self.module, array, section, align);
        array
    }
}
