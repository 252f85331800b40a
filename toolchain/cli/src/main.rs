//! Everything that a person types beside the compilers.

fn main() -> std::process::ExitCode {
    fz_cli::main()
}
