//! Compiles the plugin against the pinned clang's headers.

use std::process::Command;

const LLVM_CONFIG: &str = "llvm-config-22";

fn main() {
    println!("cargo:rerun-if-changed=expand.cpp");
    println!("cargo:rerun-if-changed=build.rs");
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .file("expand.cpp")
        .std("c++17")
        .warnings(false)
        // Every token of every header goes through it.
        .opt_level(2)
        .debug(false)
        // Nothing refers to what registers itself.
        .link_lib_modifier("+whole-archive");
    for flag in cppflags().split_whitespace() {
        match flag.strip_prefix("-I") {
            Some(folder) => build.flag(format!("-isystem{folder}")),
            None => build.flag(flag),
        };
    }
    build.flag("-fno-rtti").flag("-fno-exceptions");
    build.compile("fz_expand_plugin");
}

fn cppflags() -> String {
    let output = Command::new(LLVM_CONFIG).arg("--cppflags").output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8(output.stdout).expect("llvm-config prints UTF-8")
        }
        _ => panic!("{LLVM_CONFIG} does not run; `cargo xtask setup` installs it"),
    }
}
