//! `--trust-options`

#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Trust {
    /// Take all options of the captured build, also those that load code, start programs, or read and write files
    #[arg(id = "trust_options", long = "trust-options")]
    pub is_given: bool,
}
