//! Compiles the plugin against the pinned clang's headers.

fn main() {
    // Unoptimised: clang's headers are 100,000 lines, the plugin itself a few.
    fz_pinned::clang_plugin("casts.cpp", 0, "fz_casts_plugin");
}
