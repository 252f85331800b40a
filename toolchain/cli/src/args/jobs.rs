//! `-j`, `--jobs`

#[derive(Clone, clap::Args)]
pub struct Jobs {
    /// How many processes run at a time
    #[arg(
        id = "jobs",
        short = 'j',
        long = "jobs",
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=fz_process::MOST as i64)
    )]
    pub given: Option<u32>,
}

impl Jobs {
    /// As many as there are processors, unless the user says another number.
    pub fn or_processors(&self) -> usize {
        self.given
            .map_or_else(fz_process::processors, |jobs| jobs as usize)
    }
}
