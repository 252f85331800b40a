//! Compiles what LLVM's C interface lacks against the pinned LLVM's headers.

fn main() {
    // For unit tests: whoever loads the plugin brings LLVM.
    println!(
        "cargo:rustc-link-search=native={}",
        fz_pinned::llvm_config("--libdir").trim()
    );
    fz_pinned::cpp("llvm.cpp").compile("fz_llvm");
}
