//! Compiles the C++ shim against the pinned LLVM's headers.

use std::process::Command;

/// The release that the workspace pins; the shim includes its headers, the plugin loads into its tools.
const LLVM_CONFIG: &str = "llvm-config-22";

fn main() {
    println!("cargo:rerun-if-changed=shim/shim.cpp");
    println!("cargo:rerun-if-changed=build.rs");
    // For unit tests (see lib.rs): the plugin itself is linked to no LLVM.
    println!(
        "cargo:rustc-link-search=native={}",
        llvm_config("--libdir").trim()
    );
    let flags = llvm_config("--cxxflags");
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .file("shim/shim.cpp")
        .std("c++17")
        .warnings(false);
    // LLVM's own headers only: its -D and -I, and its choice on RTTI and exceptions.
    for flag in flags.split_whitespace() {
        match flag {
            _ if flag.starts_with("-I") => {
                build.flag(format!("-isystem{}", &flag[2..]));
            }
            _ if flag.starts_with("-D") => {
                build.flag(flag);
            }
            _ => {}
        }
    }
    build.flag("-fno-rtti").flag("-fno-exceptions");
    build.compile("fz_shim");
}

fn llvm_config(option: &str) -> String {
    let output = Command::new(LLVM_CONFIG).arg(option).output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8(output.stdout).expect("llvm-config prints UTF-8")
        }
        _ => panic!("{LLVM_CONFIG} does not run; `cargo xtask setup` installs it"),
    }
}
