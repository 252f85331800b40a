//! Reading instrumented programs: executables, shared libraries, objects and archives.

mod image;
mod libraries;
mod units;

pub use image::{Image, Kind, read};
pub use libraries::with_libraries;
pub use units::{State, Unit, of_image};
