//! `fz profiles`.

use std::process::ExitCode;

use anyhow::Result;
use fz_base::{
    env::Environment,
    layout::{Layout, present},
};
use fz_driver::{
    machine::{find_clang, shelf},
    trial::try_out,
};
use fz_profile::Profile;
use fz_settings::{Flags, Settings, afl_names::Wishes};
use serde_json::json;

use super::profile_options;

pub const EXAMPLES: &str = "Examples:\n  fz profiles\n  fz profiles fuzz\n  fz profiles ./mine.toml --json\n  fz profiles --options edges";

#[derive(clap::Args)]
pub struct ProfilesArgs {
    /// A profile's name, or the path of its file: printed if a compile takes it
    name: Option<String>,
    /// Show what a pass takes, with defaults and limits; without a name, list the passes
    #[arg(long, value_name = "PASS", num_args = 0..=1, conflicts_with = "name")]
    options: Option<Option<String>>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ProfilesArgs) -> Result<ExitCode> {
    if let Some(pass) = &args.options {
        return profile_options::run(pass.as_deref(), args.json);
    }
    let directory = std::env::current_dir()?;
    let environment = Environment::read();
    let settings = Settings::resolve(&Flags::default(), &environment, &directory)?;
    let layout = Layout::of_this_process()?;
    let shelf = shelf(&settings, &layout);
    if let Some(name) = &args.name {
        let profile = shelf.resolve(name)?;
        // What a compile would refuse, if there is what it takes to ask.
        let clang = find_clang(&settings, &Wishes::read(&environment), false)
            .and_then(|clang| present(layout.plugin()).map(|_| clang));
        match clang {
            Ok(clang) => try_out(name, &profile, &settings, &layout, &clang)?,
            Err(error) => eprintln!("fz: note: the profile was not tried out: {error}"),
        }
        match args.json {
            true => println!("{}", serde_json::to_string_pretty(&profile)?),
            false => print(&profile),
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = Vec::new();
    for name in shelf.names() {
        rows.push(shelf.resolve(&name)?);
    }
    if args.json {
        let list: Vec<_> = rows
            .iter()
            .map(|p| json!({"name": p.name, "summary": p.summary, "design": p.design.name()}))
            .collect();
        println!("{}", serde_json::to_string_pretty(&list)?);
        return Ok(ExitCode::SUCCESS);
    }
    let width = rows.iter().map(|p| p.name.len()).max().unwrap_or(0);
    for p in &rows {
        let mark = if p.name == settings.profile.value {
            '*'
        } else {
            ' '
        };
        println!("{mark} {:width$}  {}", p.name, p.summary);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(profile: &Profile) {
    println!("{}: {}", profile.name, profile.summary);
    println!("design      {}", profile.design.name());
    let list = |what: &str, items: &[String]| {
        for item in items {
            println!("{what:11} {item}");
        }
    };
    list("add", &profile.frontend_add);
    list("drop", &profile.frontend_drop);
    for pass in &profile.passes {
        println!("{:11} {} at {}", "pass", pass.text(), pass.at);
    }
    for plugin in &profile.plugins {
        println!(
            "{:11} {} from {}",
            "pass",
            plugin.pass,
            plugin.library.display()
        );
    }
    if let Some(edges) = &profile.edges {
        let options: Vec<_> = edges
            .options
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        println!("{:11} {} at {}", "edges", options.join(" "), edges.at);
    }
    if let Some(compares) = &profile.compares {
        let options = compares.lowering.iter().chain(&compares.sites);
        let options: Vec<_> = options.map(|(k, v)| format!("{k}={v}")).collect();
        println!("{:11} {}", "compares", options.join(" "));
    }
    list("codegen", &profile.codegen);
    if profile.keep_o0 {
        println!("{:11} true", "keep-O0");
    }
    if !profile.pipeline.is_empty() {
        println!("pipeline\n  {}", profile.pipeline);
    }
}
