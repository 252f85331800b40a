//! The branches of guards, by which later passes know what they check and which successor is the guard block.

use fz_abi::{functions::events::GUARD_HIT, guards as abi};

use super::Life;
use crate::{
    ir::{Block, Call, Const, Global, Location, Module, Term},
    marks::stub,
};

/// The passes that make and read the mark, and what it is gone after.
pub const LIFE: Life = Life {
    made_by: &["guards"],
    read_by: &["dictionary", "distance", "edges", "select-reedge"],
    gone_after: &["code generation"],
    leftover: None,
};

const MARK: &str = "fz.guard";

/// The guard of a branch.
#[derive(Clone, Copy)]
pub struct Branch {
    record: Global,
    /// The call in the guard block.
    pub hit: Call,
    /// The guard block, as an index into the branch's successors.
    pub failed: usize,
}

/// Marks a guard's branch with the guard's record.
pub fn mark(module: Module, branch: Term, record: Global) {
    module.mark_with(branch, module.metadata_kind(MARK), record);
}

/// Whether a branch is a guard's: such a condition is not split.
pub fn is_marked(terminator: Term) -> bool {
    terminator.has_metadata(terminator.metadata_kind(MARK))
}

/// The guard of a branch, unless optimisations left nothing to report.
pub fn read(terminator: Term) -> Option<Branch> {
    let record = terminator
        .marked_with(terminator.metadata_kind(MARK))?
        .as_global()?;
    let ways = terminator.successors();
    let mut hits = ways.iter().zip(0..);
    let found = hits.find_map(|(block, failed)| {
        let hit = hit(*block, record)?;
        Some(Branch {
            record,
            hit,
            failed,
        })
    });
    // The same call on both ways reports nothing.
    found.filter(|found| {
        ways.iter()
            .all(|w| *w == ways[found.failed] || hit(*w, record).is_none())
    })
}

/// The call in a block that reports a guard.
fn hit(block: Block, record: Global) -> Option<Call> {
    let is_hit = |c: &Call| stub::is_called_by(*c, &GUARD_HIT) && c.operand(0) == record.value();
    block.calls().find(is_hit)
}

impl Branch {
    /// The location of the guarded operation.
    pub fn location(&self) -> Option<Location> {
        let place = self.field(abi::field::PLACE)?;
        Some(Location {
            file: text(self.part(abi::field::FILE)?)?,
            line: place as u32,
            column: (place >> 32) as u32,
        })
    }

    /// A name that tells guards of one location apart: the kind of the operation and its types.
    pub fn name(&self) -> Option<String> {
        let word = self.field(abi::field::SHAPES)?;
        let [kind, a, b, bits] = [0, 16, 32, 48].map(|shift| (word >> shift) as u16);
        let word = abi::kind::NAMES.get(usize::from(kind).checked_sub(1)?)?;
        let mut name = match kind {
            abi::kind::CONVERT => format!("{word} {} to {}", shape(a, 0), shape(b, bits)),
            abi::kind::INDEX => format!("{word} of {}", text(self.part(abi::field::TYPE_B)?)?),
            abi::kind::LOAD => format!("{word} of {}", text(self.part(abi::field::TYPE_A)?)?),
            abi::kind::BUILTIN => {
                let names = abi::builtin::NAMES;
                format!("{word} {}", names.get(usize::from(bits)).unwrap_or(&"?"))
            }
            _ => format!("{word} {}", shape(a, 0)),
        };
        while name.len() > abi::NAME_MAX {
            name.pop();
        }
        Some(name)
    }

    fn part(&self, field: u32) -> Option<Const> {
        self.record.initializer()?.part(field)
    }

    /// A field that is a number.
    fn field(&self, field: u32) -> Option<u64> {
        let part = self.part(field)?;
        match part.is_null() {
            true => Some(0),
            false => Some(part.operand(0).int_constant()? as u64),
        }
    }
}

fn text(global: Const) -> Option<String> {
    let bytes = global.constant_bytes()?;
    let end = bytes.iter().position(|b| *b == 0)?;
    Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
}

/// A type as the runtime prints it.
fn shape(shape: u16, bits: u16) -> String {
    let sign = if shape & abi::SIGNED != 0 {
        "int"
    } else {
        "uint"
    };
    let own = shape & (abi::SIGNED - 1);
    format!("{sign}{}", if bits == 0 { own } else { bits })
}
