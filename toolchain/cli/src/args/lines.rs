//! `--lines`: whose lines count.

use clap::ValueEnum;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Of {
    /// Lines with code
    Code,
    /// Each line of a region, as llvm-cov and pages such as OSS-Fuzz's count
    Llvm,
}

#[derive(Clone, clap::Args)]
pub struct Lines {
    /// Which lines count
    #[arg(
        id = "lines",
        long = "lines",
        value_name = "OF",
        default_value = "code"
    )]
    pub of: Of,
}

impl Lines {
    pub fn are_llvms(&self) -> bool {
        self.of == Of::Llvm
    }
}
