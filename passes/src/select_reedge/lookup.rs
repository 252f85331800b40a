//! Loads from the tables that LLVM makes of small switches (`switch-to-lookup`) become switches again.
//!
//! ```text
//! %p = getelementptr [3 x i32], ptr @switch.table.f, i64 0, i64 %i        switch i64 %i, label %last [
//! %v = load i32, ptr %p                                              →      i64 0, label %way0
//!                                                                           i64 1, label %way1 ]
//!                                                                         tail:
//!                                                                           %v = phi i32 [ 7, %way0 ], …
//! ```

use crate::ir::{Block, Builder, Const, Inst, Module, Op, Value};

/// Prefix of the names of these tables.
const TABLE: &str = "switch.table.";
/// A larger table is data.
const MOST: usize = 64;

/// A load from a table.
pub struct Lookup {
    load: Inst,
    index: Value,
    elements: Vec<Const>,
}

/// The lookup that a load is, if it is one.
pub fn find(load: Inst) -> Option<Lookup> {
    if !load.is(Op::Load) || load.is_volatile() {
        return None;
    }
    let address = load.operand(0);
    if !address.is(Op::GetElementPtr) || !address.operand(0).name().starts_with(TABLE) {
        return None;
    }
    let table = address.operand(0);
    let elements = table.constant_elements()?;
    // The indices are either `[n x T], 0, i` or `T, i`.
    let index = address.operand(address.operand_count() - 1);
    let leading = (1..address.operand_count() - 1).all(|i| address.operand(i).is_null());
    let right = address.gep_source_type() == Some(load.ty()) || address.operand_count() == 3;
    let fits = (2..=MOST).contains(&elements.len()) && elements[0].ty() == load.ty();
    let counts = index.ty().int_bits().is_some_and(|bits| bits <= 64) && !index.is_constant();
    (leading && right && fits && counts).then_some(Lookup {
        load,
        index,
        elements,
    })
}

impl Lookup {
    /// Replaces the load by a switch.
    pub fn replace(self, module: Module) {
        let Lookup {
            load,
            index,
            elements,
        } = self;
        let head = load.block();
        let tail = Block::split_before(load);
        let builder = Builder::new(module);
        builder.locate(load);
        let ways: Vec<Block> = elements
            .iter()
            .map(|_| {
                let way = tail.new_before();
                builder.go_to_end(way);
                builder.br(tail);
                way
            })
            .collect();
        let terminator = head.terminator().expect("made by the split");
        builder.go_before(terminator);
        builder.locate(load);
        let asked = match index.is_well_defined(terminator) {
            true => index,
            false => builder.freeze(index),
        };
        // An index beyond the table is undefined behaviour, so the last entry can be the default.
        let (last, others) = ways.split_last().expect("tables are not empty");
        let case = |(n, block): (usize, &Block)| (index.ty().constant(n as u128), *block);
        let cases: Vec<_> = others.iter().enumerate().map(case).collect();
        builder.switch(asked, *last, &cases);
        terminator.erase();
        builder.go_before(load);
        let incoming: Vec<_> = elements.into_iter().map(Const::value).zip(ways).collect();
        let phi = builder.phi(load.ty(), &incoming);
        load.replace_uses(phi);
        load.erase();
    }
}
