//! The drop-in C compiler.

fn main() -> std::process::ExitCode {
    fz_driver::run::main(false)
}
