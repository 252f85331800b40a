//! `fz env`.

use std::process::ExitCode;

use anyhow::Result;
use serde_json::json;

use crate::{env, layout::Layout};

pub const EXAMPLES: &str =
    "Examples:\n  eval \"$(fz env)\" && ./configure && make\n  fz env --list";

#[derive(clap::Args)]
pub struct EnvArgs {
    /// List the variables that fz reads instead
    #[arg(long)]
    list: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &EnvArgs) -> Result<ExitCode> {
    if args.list && args.json {
        let list: Vec<_> = env::VARIABLES
            .iter()
            .map(|v| json!({"name": v.name, "summary": v.summary}))
            .collect();
        println!("{}", serde_json::to_string_pretty(&list)?);
        return Ok(ExitCode::SUCCESS);
    }
    if args.list {
        let width = env::VARIABLES.iter().map(|v| v.name.len()).max();
        for variable in env::VARIABLES {
            println!(
                "{:w$}  {}",
                variable.name,
                variable.summary,
                w = width.unwrap_or(0)
            );
        }
        return Ok(ExitCode::SUCCESS);
    }
    let layout = Layout::of_this_process()?;
    let exports = [
        ("CC", layout.bin("fz-cc").display().to_string()),
        ("CXX", layout.bin("fz-cxx").display().to_string()),
        // ccache sees neither environment nor plugins: profile and plugin go into its key by this.
        (
            env::CCACHE_COMPILERCHECK.name,
            super::doctor::COMPILERCHECK.to_owned(),
        ),
    ];
    if args.json {
        let map: serde_json::Map<_, _> = exports
            .into_iter()
            .map(|(k, v)| (k.to_owned(), json!(v)))
            .collect();
        println!("{}", serde_json::to_string_pretty(&map)?);
        return Ok(ExitCode::SUCCESS);
    }
    for (name, value) in exports {
        println!("export {name}={}", shlex::try_quote(&value)?);
    }
    Ok(ExitCode::SUCCESS)
}
