//! `--json`, and how JSON is printed: names in kebab-case, null for what is not known, indented, and
//! nothing in it acts on a terminal.

use std::io::Write;

use anyhow::Result;
use fz_base::terminal::{self, Shown};
use serde::Serialize;

#[derive(Clone, clap::Args)]
pub struct Json {
    /// Print the result as JSON
    #[arg(id = "json", long = "json")]
    pub is_wanted: bool,
}

/// To the standard output.
pub fn print(value: &impl Serialize) -> Result<()> {
    write(value, &mut terminal::out())
}

/// The same in one line.
pub fn print_line(value: &serde_json::Value) -> Result<()> {
    let mut out = Shown::json(terminal::styled());
    writeln!(out, "{value}")?;
    Ok(out.flush()?)
}

pub fn write(value: &impl Serialize, out: &mut (impl Write + ?Sized)) -> Result<()> {
    Ok(writeln!(
        Shown::json(out),
        "{}",
        serde_json::to_string_pretty(value)?
    )?)
}
