//! Reading instrumented programs: executables, shared libraries, objects and archives.

mod binding;
pub mod capture;
mod contexts;
pub mod coverage;
pub mod distances;
mod edges;
pub mod graph;
pub mod guards;
mod image;
pub mod libraries;
pub mod libtool;
mod links;
mod map;
pub mod map_file;
mod mixture;
mod program;
mod records;
mod sealed;
pub mod sites;
pub mod tokens;
mod units;

pub use contexts::Rows;
pub use coverage::FunctionCoverage;
pub use distances::{FunctionBranches, GatedBranch};
pub use edges::{CallSite, FunctionEdges, Place, Site, SiteKind};
pub use graph::FunctionGraph;
pub use image::{Image, Kind, Record, Transform, read, soname};
pub use libraries::{with_all_libraries, with_libraries};
pub use links::{Input, LinkRecord};
pub use map::{At, Map};
pub use mixture::{Mixture, profiles_of};
pub use program::{Context, Counter, Explanation, Program, Sizes};
pub use sealed::{Strip, seal};
pub use sites::{CompareSite, FunctionSites};
pub use tokens::FunctionTokens;
pub use units::{COVERAGE_OFF, LINK_RECORD, NO_FEEDBACK, Owner, State, TAINT, Unit, of_image};
