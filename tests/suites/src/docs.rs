//! `cargo xtask test docs`: every command that a README prints is run.

use anyhow::Result;

use xtask::{build, repo};

use crate::report::run;

pub fn main() -> Result<()> {
    build::ready()?;
    run(repo::cargo("test").args(["--package", "fz-tests", "--test", "docs"]))
}
