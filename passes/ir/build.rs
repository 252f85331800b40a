//! Compiles `llvm.cpp`, what LLVM's C interface lacks, against the headers of this release.

fn main() {
    // For unit tests. At run time the tool that loads the plugin brings LLVM.
    println!(
        "cargo:rustc-link-search=native={}",
        fz_pinned::llvm_config("--libdir").trim()
    );
    fz_pinned::cpp("llvm.cpp").compile("fz_llvm");
}
