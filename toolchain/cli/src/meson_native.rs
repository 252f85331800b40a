//! `fz meson-native`: the compilers, as Meson reads them from a file.

use anyhow::Result;
use fz_builds::meson;

pub use crate::cmake_toolchain::FileArgs;
use crate::{cmake_toolchain, exit::Exit};

pub const EXAMPLES: &str = "\
Examples:
  fz meson-native -o fz.ini && meson setup --native-file fz.ini build
  meson setup --native-file fz.ini --native-file own.ini build

The file names fz-cc and fz-cxx, and LLVM's ar, ranlib and nm, which read the bitcode of link-time optimisation.";

pub fn run(args: &FileArgs) -> Result<Exit> {
    cmake_toolchain::write(args, meson::native)
}
