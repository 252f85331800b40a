//! `fz doctor --engines`: what programs can be linked for, what this machine has of it, and what fits each.

use std::io::Write;

use anyhow::Result;
use fz_base::{env::Environment, layout::Layout, line, terminal};
use fz_driver::machine::find_clang;
use fz_engines::{ENGINES, Engine, Parts, installed, launch::machine};
use fz_settings::{Flags, Settings, afl_names::Wishes};
use serde::Serialize;

use crate::{args::json, exit::Exit};

/// Sanitizers that people ask for by name; those of `undefined` and `integer` one by one are taken wherever these are.
const SANITIZERS: [&str; 7] = [
    "address",
    "hwaddress",
    "integer",
    "leak",
    "memory",
    "thread",
    "undefined",
];

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Row {
    name: &'static str,
    summary: &'static str,
    /// The one that links are for now.
    chosen: bool,
    link: State,
    /// None: nothing is started beside the program.
    fuzzer: Option<State>,
    sanitizers: Vec<&'static str>,
    refuses: Vec<Refusal>,
    map_limit: Option<u64>,
    profile: &'static str,
    beside: &'static str,
}

#[derive(Serialize)]
struct State {
    ok: bool,
    text: String,
}

#[derive(Serialize)]
struct Refusal {
    sanitizer: &'static str,
    why: &'static str,
}

pub fn run(as_json: bool) -> Result<Exit> {
    let directory = std::env::current_dir()?;
    let environment = Environment::read();
    let settings = Settings::resolve(&Flags::default(), &environment, &directory)?;
    let wishes = Wishes::read(&environment);
    let layout = Layout::of_this_process()?;
    let clang = find_clang(&settings, &wishes, false);
    let folders = fz_engines::folders(&settings, &layout);
    let row = |engine: &'static Engine| {
        let link = match &clang {
            Ok(clang) => Parts::find(engine, &settings, &layout, clang)
                .1
                .map_err(|e| e.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let refused = |name: &&str| engine.refuses.iter().any(|(n, _)| n == name);
        Row {
            name: engine.name,
            summary: engine.summary,
            chosen: settings.engine.value == engine.name,
            link: state(link.map(|()| "programs can be linked for it".to_owned())),
            fuzzer: fuzzer(engine, &folders),
            sanitizers: SANITIZERS.into_iter().filter(|s| !refused(s)).collect(),
            refuses: engine
                .refuses
                .iter()
                .map(|&(sanitizer, why)| Refusal { sanitizer, why })
                .collect(),
            map_limit: engine.map_limit,
            profile: engine.profile,
            beside: engine.beside,
        }
    };
    let rows: Vec<Row> = ENGINES.iter().map(row).collect();
    match as_json {
        true => json::print(&rows)?,
        false => {
            let mut out = terminal::out();
            rows.iter().try_for_each(|row| print(row, &mut out))?;
        }
    }
    Ok(Exit::Done)
}

fn state(state: Result<String, String>) -> State {
    match state {
        Ok(text) => State { ok: true, text },
        Err(text) => State { ok: false, text },
    }
}

/// The program that `fz fuzz` would start, with its version.
fn fuzzer(engine: &'static Engine, folders: &[std::path::PathBuf]) -> Option<State> {
    let launcher = engine.launcher()?;
    let name = launcher.fuzzer?;
    let found = installed::fuzzer(engine.name, name, folders);
    Some(state(match found {
        Some(path) => {
            let version = launcher.version.and_then(|v| v(&machine::help(&path)));
            let version = version.map_or(String::new(), |v| format!(" {v}"));
            Ok(format!("{}{version}", path.display()))
        }
        None => Err(format!("{name}: {}", launcher.how_to_get)),
    }))
}

fn print(row: &Row, out: &mut impl Write) -> Result<()> {
    let mark = if row.chosen { '*' } else { ' ' };
    line!(out, "{mark} {}: {}", row.name, row.summary)?;
    let with_state = |state: &State| match state.ok {
        true => state.text.clone(),
        false => format!("MISSING: {}", state.text),
    };
    let mut lines = vec![("link", with_state(&row.link))];
    lines.extend(row.fuzzer.iter().map(|f| ("fuzzer", with_state(f))));
    lines.push(("sanitizers", row.sanitizers.join(", ")));
    let refused: Vec<_> = row
        .refuses
        .iter()
        .map(|r| format!("{} ({})", r.sanitizer, r.why))
        .collect();
    if !refused.is_empty() {
        lines.push(("", format!("not {}", refused.join("; "))));
    }
    if let Some(limit) = row.map_limit {
        lines.push(("map", format!("at most {limit} bytes")));
    }
    lines.push(match row.beside {
        "" => ("profile", row.profile.to_owned()),
        beside => ("profile", format!("{}; {beside}", row.profile)),
    });
    for (name, text) in lines {
        line!(out, "    {name:11} {text}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sanitizers_are_known_by_name() {
        assert!(fz_commandline::sanitizers::check(SANITIZERS).is_ok());
    }
}
