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

/// As it is printed: indented, in lines that end.
pub fn text(value: &impl Serialize) -> Result<String> {
    let mut out = Vec::new();
    write(value, &mut out)?;
    Ok(String::from_utf8(out)?)
}

/// The same in one line.
pub fn line(value: &serde_json::Value) -> Result<String> {
    let mut out = Vec::new();
    writeln!(Shown::json(&mut out), "{value}")?;
    Ok(String::from_utf8(out)?)
}

/// To the standard output, in one line.
pub fn print_line(value: &serde_json::Value) -> Result<()> {
    let mut out = terminal::styled();
    out.write_all(line(value)?.as_bytes())?;
    Ok(out.flush()?)
}

pub fn write(value: &impl Serialize, out: &mut (impl Write + ?Sized)) -> Result<()> {
    Ok(writeln!(
        Shown::json(out),
        "{}",
        serde_json::to_string_pretty(value)?
    )?)
}
