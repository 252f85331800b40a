//! Compiles the plugin against the pinned clang's headers.

fn main() {
    // Every token of every header goes through it.
    fz_pinned::clang_plugin("expand.cpp", 2, "fz_expand_plugin");
}
