//! `fz profiles`.

use std::io::Write;

use anyhow::Result;
use fz_base::{
    env::Environment,
    layout::{Layout, present},
    line, tell, terminal,
};
use fz_driver::{
    machine::{find_clang, shelf},
    trial::try_out,
};
use fz_profile::Profile;
use fz_settings::{Flags, Settings, afl_names::Wishes};
use serde_json::json;

use super::profile_options;
use crate::{
    args::json::{self, Json},
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz profiles
  fz profiles fuzz                       with all that it inherits
  fz profiles ./mine.toml --json
  fz profiles --options                  the passes
  fz profiles --options edges            what one of them takes";

#[derive(clap::Args)]
pub struct ProfilesArgs {
    /// A profile's name, or the path of its file; it is tried out before it is printed
    name: Option<String>,
    /// Show the options of a pass, with defaults and limits; without a name, list the passes
    #[arg(long, value_name = "PASS", num_args = 0..=1, conflicts_with = "name")]
    options: Option<Option<String>>,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &ProfilesArgs) -> Result<Exit> {
    if let Some(pass) = &args.options {
        return profile_options::run(pass.as_deref(), args.json.is_wanted);
    }
    let directory = std::env::current_dir()?;
    let environment = Environment::read();
    let settings = Settings::resolve(&Flags::default(), &environment, &directory)?;
    let layout = Layout::of_this_process()?;
    let shelf = shelf(&settings, &layout);
    let mut out = terminal::out();
    if let Some(name) = &args.name {
        let profile = shelf.resolve(name)?;
        // What a compile would refuse, if there is what it takes to ask.
        let clang = find_clang(&settings, &Wishes::read(&environment), false)
            .and_then(|clang| present(layout.plugin()).map(|_| clang));
        match clang {
            Ok(clang) => try_out(name, &profile, &settings, &layout, &clang)?,
            Err(error) => tell!("fz: note: the profile was not tried out: {error}"),
        }
        match args.json.is_wanted {
            true => json::write(&profile, &mut out)?,
            false => print(&profile, &mut out)?,
        }
        return Ok(Exit::Done);
    }
    let mut rows = Vec::new();
    for name in shelf.names() {
        rows.push(shelf.resolve(&name)?);
    }
    if args.json.is_wanted {
        let list: Vec<_> = rows
            .iter()
            .map(|p| json!({"name": p.name, "summary": p.summary, "design": p.design.name()}))
            .collect();
        json::write(&list, &mut out)?;
        return Ok(Exit::Done);
    }
    let width = rows.iter().map(|p| p.name.len()).max().unwrap_or(0);
    for p in &rows {
        let mark = if p.name == settings.profile.value {
            '*'
        } else {
            ' '
        };
        line!(out, "{mark} {:width$}  {}", p.name, p.summary)?;
    }
    Ok(Exit::Done)
}

fn print(profile: &Profile, out: &mut impl Write) -> Result<()> {
    line!(out, "{}: {}", profile.name, profile.summary)?;
    line!(out, "design      {}", profile.design.name())?;
    list("add", &profile.frontend_add, out)?;
    list("drop", &profile.frontend_drop, out)?;
    list("link", &profile.frontend_link, out)?;
    if profile.reports {
        line!(out, "{:11} sanitizers do, and do not trap", "reports")?;
    }
    for pass in &profile.passes {
        line!(out, "{:11} {} at {}", "pass", pass.text(), pass.at)?;
    }
    for plugin in &profile.plugins {
        line!(
            out,
            "{:11} {} from {}",
            "pass",
            plugin.pass,
            plugin.library.display()
        )?;
    }
    if let Some(edges) = &profile.edges {
        let options: Vec<_> = edges
            .options
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        line!(out, "{:11} {} at {}", "edges", options.join(" "), edges.at)?;
    }
    if let Some(compares) = &profile.compares {
        let options = compares.lowering.iter().chain(&compares.sites);
        let options: Vec<_> = options.map(|(k, v)| format!("{k}={v}")).collect();
        line!(out, "{:11} {}", "compares", options.join(" "))?;
    }
    list("codegen", &profile.codegen, out)?;
    if profile.keep_o0 {
        line!(out, "{:11} true", "keep-O0")?;
    }
    if !profile.pipeline.is_empty() {
        line!(out, "pipeline")?;
        line!(out, "  {}", profile.pipeline)?;
    }
    Ok(())
}

fn list(what: &str, items: &[String], out: &mut impl Write) -> Result<()> {
    for item in items {
        line!(out, "{what:11} {item}")?;
    }
    Ok(())
}
