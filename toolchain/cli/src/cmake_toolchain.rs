//! `fz cmake-toolchain`: the compilers, as CMake reads them from a file.

use anyhow::Result;
use fz_base::{env::Environment, layout::Layout};
use fz_builds::{Tools, cmake};
use fz_driver::machine::find_clang;
use fz_settings::{Flags, Settings, afl_names::Wishes};

use crate::{
    args::{Says, output::Output},
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cmake-toolchain -o fz.cmake && cmake -DCMAKE_TOOLCHAIN_FILE=$PWD/fz.cmake -B build
  cmake -DCMAKE_TOOLCHAIN_FILE=$PWD/fz.cmake -DFZ_CHAINLOAD_TOOLCHAIN_FILE=$PWD/own.cmake -B build
  cmake -DCMAKE_TOOLCHAIN_FILE=$PWD/own.cmake -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=$PWD/fz.cmake -B build

The file names fz-cc and fz-cxx, and LLVM's ar, ranlib and nm, which read the bitcode of link-time optimisation. If the
project has a toolchain file of its own, own.cmake, the second and the third line use both.";

/// What subcommands take that write a build system's file.
#[derive(clap::Args)]
#[command(mut_arg("output", |a| a.says(": a file, whole or not at all [default: the standard output]")))]
pub struct FileArgs {
    #[command(flatten)]
    output: Output,
}

pub fn run(args: &FileArgs) -> Result<Exit> {
    write(args, cmake::toolchain)
}

/// Writes a file that names the compilers.
pub fn write(args: &FileArgs, text: fn(&Tools) -> String) -> Result<Exit> {
    let layout = Layout::of_this_process()?;
    let environment = Environment::read();
    let settings = Settings::resolve(&Flags::default(), &environment, &std::env::current_dir()?)?;
    let clang = find_clang(&settings, &Wishes::read(&environment), false)?;
    let text = text(&Tools::find(&layout, Some(&clang)));
    place::write(args.output.file(), |to| Ok(to.write_all(text.as_bytes())?))?;
    Ok(Exit::Done)
}
