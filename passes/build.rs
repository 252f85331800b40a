//! Compiles the C++ that registration needs against the pinned LLVM's headers.

fn main() {
    // For unit tests (see lib.rs): the plugin itself is linked to no LLVM.
    println!(
        "cargo:rustc-link-search=native={}",
        fz_pinned::llvm_config("--libdir").trim()
    );
    fz_pinned::cpp("shim/registration.cpp").compile("fz_shim");
}
