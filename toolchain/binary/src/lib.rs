//! Reading instrumented programs: executables, shared libraries, objects and archives.

pub mod archive;
mod binding;
pub mod capture;
mod contexts;
pub mod elf;
pub mod fox;
pub mod guards;
mod image;
pub mod libraries;
pub mod libtool;
mod links;
mod map;
pub mod map_file;
mod mapped;
mod mixture;
mod program;
mod records;
mod sealed;
mod units;

pub use contexts::Rows;
pub use fz_records::{
    Address, CallSite, Callee, CompareSite, ConditionKind, DataGraph, FunctionBranches,
    FunctionCoverage, FunctionEdges, FunctionGraph, FunctionSites, FunctionTokens, GatedBranch,
    Place, Site, SiteKind,
};
pub use image::{Image, Kind, Record, Transform, soname};
pub use libraries::Libraries;
pub use links::{ASSEMBLY, Input, LinkRecord};
pub use map::{At, Map};
pub use mapped::{Context, Counter, Explanation, Mapped, Sizes};
pub use mixture::{Mixture, profiles_of};
pub use program::Program;
pub use sealed::{Strip, seal};
pub use units::{COVERAGE_OFF, LINK_RECORD, NO_FEEDBACK, Owner, State, TAINT, Unit, of_image};
