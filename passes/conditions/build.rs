//! Compiles the plugin against the pinned clang's headers.

fn main() {
    println!("cargo:rerun-if-changed=macros.h");
    // Unoptimised: clang's headers are 100,000 lines, the plugin itself a few.
    fz_pinned::clang_plugin("conditions.cpp", 0, "fz_conditions_plugin");
}
