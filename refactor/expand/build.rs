//! Compiles the plugin against the pinned clang's headers.

fn main() {
    println!("cargo:rerun-if-changed=../../passes/capture/table.h");
    // Optimised: every token of every header passes through the plugin.
    fz_pinned::clang_plugin("expand.cpp", 2, "fz_expand_plugin");
}
