//! What passes tell tools of a function, in sections of its object file: of its edges, compare sites, conditions and so on.
//! Each kind of record is a plain structure that is declared here, written by the plugin and read by `fz`.
//!
//! | bytes | |
//! |---|---|
//! | u32 | the magic number of the kind; its last character is the version |
//! | u32 | the size of the whole record, a multiple of [`ALIGN`] |
//! | u32 | how many addresses follow |
//! | u64 each | the [`Address`]es that it names: the linker fills them in |
//! | postcard | the strings that it names, each once |
//! | postcard | the structure, with numbers in the place of strings and addresses |
//! | zeros | up to `ALIGN` |
//!
//! All integers of fixed size are little-endian. [`write()`] and [`read`] are the only code that knows this.
//!
//! A new kind is a structure with [`Record`] in a file of its own, and a line among the kinds below. A pass writes it
//! with its `records::write`; `fz inspect` shows what [`Record::shown`] says.

mod branches;
mod coverage;
mod edges;
mod fox;
mod frame;
mod graph;
mod kinds;
mod names;
mod place;
mod sites;
mod tokens;

pub use branches::{BranchKind, FunctionBranches, GatedBranch};
pub use coverage::{
    Asked, Condition, ConditionKind, Decision, DirectCall, FunctionCoverage, InMacro, Line,
    Outcome, Spelled,
};
pub use edges::{CallSite, FunctionEdges, Site, SiteKind};
pub use fox::{FunctionNodes, Node, Way};
pub use frame::{ALIGN, Record, Written, all, write};
pub use graph::{Block, Call, Callee, DataGraph, Edge, FunctionGraph, Graph};
pub use names::Address;
pub use place::Place;
pub use sites::{CompareSite, FunctionSites};
pub use tokens::{Form, FunctionTokens, Token};

kinds::kinds! {
    edges: FunctionEdges,
    sites: FunctionSites,
    branches: FunctionBranches,
    nodes: FunctionNodes,
    coverage: FunctionCoverage,
    graphs: Graph,
    tokens: FunctionTokens,
}
