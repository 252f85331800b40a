//! `--json`, and how JSON is printed: names in kebab-case, null for what is not known, indented.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

#[derive(Clone, clap::Args)]
pub struct Json {
    /// Print the result as JSON
    #[arg(id = "json", long = "json")]
    pub is_wanted: bool,
}

/// To the standard output.
pub fn print(value: &impl Serialize) -> Result<()> {
    write(value, &mut std::io::stdout().lock())
}

pub fn write(value: &impl Serialize, out: &mut (impl Write + ?Sized)) -> Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string_pretty(value)?)?)
}
