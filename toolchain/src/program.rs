//! Reading instrumented programs: executables, shared libraries, objects and archives.

mod binding;
mod contexts;
pub mod coverage;
mod edges;
pub mod guards;
mod image;
mod libraries;
pub mod libtool;
pub mod loaded;
mod map;
mod records;
pub mod sites;
mod units;
pub mod words;

pub use contexts::Rows;
pub use coverage::FunctionCoverage;
pub use edges::{CallSite, FunctionEdges, Place, Site, SiteKind};
pub use image::{Image, Kind, Record, Transform, read};
pub use libraries::{with_all_libraries, with_libraries};
pub use map::{At, Map};
pub use sites::{CompareSite, FunctionSites};
pub use units::{NO_FEEDBACK, State, Unit, of_image};
pub use words::FunctionWords;
