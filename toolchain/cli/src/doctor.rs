//! `fz doctor`: is the installation whole, which settings won, is the machine fit; with programs: what was instrumented in
//! them.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use anyhow::Result;
use fz_base::{env::Environment, error::Error, layout::Layout};
use fz_driver::{
    machine::{check_version, find_clang, shelf},
    trial::try_out,
};
use fz_engines::Parts;
use fz_settings::{Capture, Flags, Origin, Settings, afl_names::Wishes};

use super::{
    doctor_ccache,
    doctor_check::{self, Check},
    doctor_engines, doctor_machine, doctor_program,
};
use crate::{args::json::Json, exit::Exit};

pub const EXAMPLES: &str = "\
Examples:
  fz doctor
      the machine and the installation
  fz doctor -v
      each check, and where each setting comes from
  fz doctor ./src/.libs/libpng16.so ./pngfix
      what was instrumented in these
  fz doctor --engines
      which fuzzers are installed, and what fits each
  fz doctor --json ./program | jq -r '.complaints[]'

It ends with status 1 if something is wrong.";

#[derive(clap::Args)]
pub struct DoctorArgs {
    /// Executables, shared libraries, objects or archives to look into
    programs: Vec<PathBuf>,
    /// List the engines: which are installed, and what fits each
    #[arg(long, conflicts_with = "programs")]
    engines: bool,
    /// List what is in order, too
    #[arg(short, long, conflicts_with = "json")]
    verbose: bool,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &DoctorArgs) -> Result<Exit> {
    if args.engines {
        return doctor_engines::run(args.json.is_wanted);
    }
    if !args.programs.is_empty() {
        return doctor_program::run(&args.programs, args.json.is_wanted, args.verbose);
    }
    let checks = installation()?;
    doctor_check::print(&checks, args.json.is_wanted, args.verbose)?;
    Ok(Exit::Found.when(checks.iter().any(Check::is_wrong)))
}

fn installation() -> Result<Vec<Check>> {
    let layout = Layout::of_this_process()?;
    let environment = Environment::read();
    let mut wishes = Wishes::read(&environment);
    let directory = std::env::current_dir()?;
    let settings = match Settings::resolve(&Flags::default(), &environment, &directory) {
        Ok(settings) => settings,
        Err(error) => {
            return Ok(vec![Check::new("settings", Err(error.to_string()))]);
        }
    };
    wishes.note_the_profile(&environment, &settings.profile);
    let mut checks = Vec::new();
    let mut add = |name: &str, state: Result<String, String>| checks.push(Check::new(name, state));
    let by = |value: &str, origin: &dyn std::fmt::Display| format!("{value} ({origin})");

    let clang =
        find_clang(&settings, &wishes, false).and_then(|path| Ok((check_version(&path)?, path)));
    let plugin = clang.as_ref().ok().map(|(_, path)| plugin(&layout, path));
    // Without these two a trial would only say again that they are missing.
    let compiler = match (&clang, &plugin) {
        (Ok((_, path)), Some(Ok(_))) => Some(path.as_path()),
        _ => None,
    };
    add(
        "profile",
        profile(&settings, &layout, compiler)
            .map(|()| by(&settings.profile.value, &settings.profile.origin))
            .map_err(|e| e.to_string()),
    );
    let engine = &settings.engine;
    add(
        "engine",
        engine_state(&settings, &wishes, &layout, compiler)
            .map(|()| by(&engine.value, &engine.origin))
            .map_err(|e| e.to_string()),
    );
    let sanitizers = &settings.sanitizers;
    if sanitizers.origin != Origin::Default {
        let list = match sanitizers.value.is_empty() {
            true => "none".to_owned(),
            false => sanitizers.value.join(","),
        };
        add("sanitize", Ok(by(&list, &sanitizers.origin)));
    }
    if !wishes.sanitizers.is_empty() {
        let list = wishes.sanitizers.join(",");
        add("sanitize", Ok(by(&list, &"AFL_USE_…")));
    }
    let capture = &settings.capture;
    if capture.origin != Origin::Default {
        let place = match capture.value {
            Capture::Store => format!("store {}", settings.capture_store.value.display()),
            value => value.name().to_owned(),
        };
        add("capture", Ok(by(&place, &capture.origin)));
    }
    let ignored = &settings.ignored;
    if !ignored.value.is_empty() {
        let list = format!("no tokens from {}", ignored.value.join(", "));
        add("words", Ok(by(&list, &ignored.origin)));
    }
    add(
        "clang",
        clang
            .as_ref()
            .map(|(version, path)| {
                let text = format!("{} {version}", path.display());
                by(&text, &settings.clang.origin)
            })
            .map_err(|e| e.to_string()),
    );
    if let Some(state) = plugin {
        add("plugin", state);
    }
    let runtime = layout.runtime_object();
    add(
        "runtime",
        fz_base::layout::present(runtime)
            .map(|p| p.display().to_string())
            .map_err(|e| e.to_string()),
    );
    add("ccache", doctor_ccache::check(&layout));
    for note in environment.mistyped {
        add("variable", Err(note));
    }
    for note in wishes.notes {
        add("variable", Ok(note));
    }
    if let Ok((_, path)) = &clang {
        checks.extend(doctor_machine::of_compiler(&layout, path));
    }
    checks.extend(doctor_machine::of_fuzzers(&settings, &layout));
    checks.extend(doctor_machine::of_kernel(&settings));
    Ok(checks)
}

/// Whether the profile can be read, and the compiler takes it.
fn profile(settings: &Settings, layout: &Layout, compiler: Option<&Path>) -> Result<(), Error> {
    let name = &settings.profile.value;
    let profile = shelf(settings, layout).resolve(name)?;
    compiler.map_or(Ok(()), |clang| {
        try_out(name, &profile, settings, layout, clang)
    })
}

/// Whether a program can be linked for the engine, with the sanitizers that are asked for.
fn engine_state(
    settings: &Settings,
    wishes: &Wishes,
    layout: &Layout,
    compiler: Option<&Path>,
) -> Result<(), Error> {
    let engine = fz_engines::find(&settings.engine.value)?;
    if let Some(clang) = compiler {
        Parts::find(engine, settings, layout, clang).1?;
    }
    engine.takes(&[&settings.sanitizers.value[..], &wishes.sanitizers].concat())
}

/// Whether clang loads the plugin: a small compilation says so.
fn plugin(layout: &Layout, clang: &Path) -> Result<String, String> {
    let plugin = layout.plugin();
    let mut option = std::ffi::OsString::from("-fpass-plugin=");
    option.push(&plugin);
    let words: Vec<&OsStr> = ["-x", "c", "/dev/null", "-S", "-o", "-", "-Xclang"]
        .iter()
        .map(OsStr::new)
        .chain([option.as_os_str()])
        .chain(["-Xclang", "-mllvm", "-Xclang", "-fz-optimizer-last=edges"].map(OsStr::new))
        .collect();
    match fz_process::output(clang, &words) {
        Ok(output) if output.status.success() => Ok(plugin.display().to_string()),
        Ok(output) => Err(format!(
            "clang does not load {}: {}",
            plugin.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        )),
        Err(error) => Err(error.to_string()),
    }
}
