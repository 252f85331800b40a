//! `--limit`

#[derive(clap::Args)]
pub struct Limit {
    /// List at most N entries, or all with 0
    #[arg(id = "limit", long = "limit", value_name = "N")]
    given: Option<usize>,
}

impl Limit {
    /// So many, unless the user says otherwise.
    pub fn or_usual(&self) -> usize {
        self.or(20)
    }

    pub fn or(&self, usual: usize) -> usize {
        match self.given {
            Some(0) => usize::MAX,
            Some(most) => most,
            None => usual,
        }
    }
}
