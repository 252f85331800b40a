//! For build scripts: what `llvm-config` says of the release that fz is built for, and C++ compiled against its
//! headers.

use std::process::Command;

/// The answer of `llvm-config` to an option.
///
/// # Panics
/// If it does not run: a build script cannot report an error otherwise.
pub fn llvm_config(option: &str) -> String {
    let output = Command::new(fz_llvm::CONFIG).arg(option).output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8(output.stdout).expect("llvm-config prints UTF-8")
        }
        _ => panic!(
            "{} does not run; `cargo xtask setup` installs it",
            fz_llvm::CONFIG
        ),
    }
}

/// A compilation of C++ that includes LLVM's headers: with LLVM's include paths and macros, its choice on RTTI and
/// exceptions, and without warnings about its headers.
pub fn cpp(source: &str) -> cc::Build {
    println!("cargo:rerun-if-changed={source}");
    println!("cargo:rerun-if-changed=build.rs");
    let mut build = cc::Build::new();
    build.cpp(true).file(source).std("c++17").warnings(false);
    for flag in llvm_config("--cppflags").split_whitespace() {
        match flag.strip_prefix("-I") {
            Some(folder) => build.flag(format!("-isystem{folder}")),
            None => build.flag(flag),
        };
    }
    build.flag("-fno-rtti").flag("-fno-exceptions");
    build
}

/// Compiles the one source of a clang plugin into the library of that name.
pub fn clang_plugin(source: &str, optimise: u32, library: &str) {
    cpp(source)
        .opt_level(optimise)
        .debug(false)
        // A plugin registers itself in a constructor; nothing refers to it.
        .link_lib_modifier("+whole-archive")
        .compile(library);
}
