//! `-m`, `--memory`

use super::units;

#[derive(Clone, clap::Args)]
pub struct Memory {
    /// Memory limit of one run, as 512M or 2G; a plain number is in MiB
    #[arg(
        id = "memory",
        short = 'm',
        long = "memory",
        value_name = "SIZE",
        value_parser = units::mebibytes
    )]
    pub mebibytes: Option<u64>,
}
