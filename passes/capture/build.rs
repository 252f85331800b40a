//! Compiles the plugin against the pinned clang's headers.

fn main() {
    for header in ["modules.h", "table.h"] {
        println!("cargo:rerun-if-changed={header}");
    }
    // Unoptimised: clang's headers are 100,000 lines, the plugin itself a few.
    fz_pinned::clang_plugin("capture.cpp", 0, "fz_capture_plugin");
}
