//! `cargo xtask bless`: rewrites the expectations of file tests and snapshots. Read the diff before committing it.

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{build, repo};

#[derive(Args)]
pub struct Options {
    /// Only the tests whose names contain this
    filter: Option<String>,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    let mut cargo = repo::cargo("test");
    cargo
        .args(["--workspace", "--no-fail-fast"])
        .args(&options.filter);
    cargo.env("BLESS", "1").env("INSTA_UPDATE", "always");
    let status = cargo.status().context("cannot start cargo test")?;
    if !status.success() {
        bail!("some tests fail for other reasons than their expectations");
    }
    eprintln!("fz: blessed; `git diff` shows what changed");
    Ok(())
}
