//! For build scripts: what the release of LLVM that fz is built for says of itself, and C++ that is compiled against its headers.

use std::process::Command;

/// What `llvm-config` answers.
///
/// # Panics
/// Where it does not run: a build script has no other way to end.
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

/// C++ that includes LLVM's headers: with their folders and macros, without warnings about them, and with LLVM's choice on
/// RTTI and exceptions.
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

/// Compiles the one source of a plugin that clang loads into the library of that name.
pub fn clang_plugin(source: &str, optimise: u32, library: &str) {
    cpp(source)
        .opt_level(optimise)
        .debug(false)
        // Nothing refers to what registers itself.
        .link_lib_modifier("+whole-archive")
        .compile(library);
}
