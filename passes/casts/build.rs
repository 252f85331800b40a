//! Compiles the plugin against the pinned clang's headers.

fn main() {
    // Headers of 100,000 lines in front of a few lines of code.
    fz_pinned::clang_plugin("casts.cpp", 0, "fz_casts_plugin");
}
