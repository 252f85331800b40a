//! The drop-in C compiler.

fn main() -> std::process::ExitCode {
    fz_toolchain::driver::run::main(false)
}
