//! Which of the runtimes that fz builds defines a symbol of the ABI, and which symbols each one exports.

use crate::{functions, variables};

/// A set of runtimes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exporters(u8);

/// None: an engine of another project defines it.
pub const NOBODY: Exporters = Exporters(0);
/// All three objects of the AFL runtime: `fz_afl.o`, `fz_afl_classic.o`, `fz_angora.o`.
pub const AFL: Exporters = Exporters(1);
/// `fz_angora.o` alone.
pub const ANGORA: Exporters = Exporters(2);
/// LibAFL's in-process fuzzer.
pub const LIBAFL: Exporters = Exporters(4);
/// `taint.o` and `taint-cxx.o`.
pub const TAINT: Exporters = Exporters(8);
/// `guards.o`
pub const GUARDS: Exporters = Exporters(16);
/// The object that replaces a program's own `main`.
pub const PROGRAM: Exporters = Exporters(32);

impl Exporters {
    pub const fn and(self, other: Exporters) -> Exporters {
        Exporters(self.0 | other.0)
    }

    /// Whether the sets have a runtime in common.
    pub const fn has(self, other: Exporters) -> bool {
        self.0 & other.0 != 0
    }
}

/// How many symbols these runtimes define.
pub const fn count(of: Exporters) -> usize {
    let mut count = 0;
    let mut room = 0;
    while room < functions::ALL.len() {
        let mut at = 0;
        while at < functions::ALL[room].len() {
            count += functions::ALL[room][at].exporters.has(of) as usize;
            at += 1;
        }
        room += 1;
    }
    let mut at = 0;
    while at < variables::ALL.len() {
        count += variables::ALL[at].exporters.has(of) as usize;
        at += 1;
    }
    count
}

/// The symbols that these runtimes define: functions, then variables, each in the order of their declarations.
pub const fn symbols<const COUNT: usize>(of: Exporters) -> [&'static str; COUNT] {
    let mut found = [""; COUNT];
    let mut count = 0;
    let mut room = 0;
    while room < functions::ALL.len() {
        let mut at = 0;
        while at < functions::ALL[room].len() {
            let function = &functions::ALL[room][at];
            if function.exporters.has(of) {
                found[count] = function.name;
                count += 1;
            }
            at += 1;
        }
        room += 1;
    }
    let mut at = 0;
    while at < variables::ALL.len() {
        if variables::ALL[at].exporters.has(of) {
            found[count] = variables::ALL[at].name;
            count += 1;
        }
        at += 1;
    }
    assert!(count == COUNT);
    found
}
