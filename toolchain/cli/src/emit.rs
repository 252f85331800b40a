//! `fz emit`: other builds of a program, out of the program.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{env, error::Error, layout::Layout, say, tell, words::visible};
use fz_commandline::sanitizers;
use fz_emit::{Cache, Emitted, Graph, Program, Request, ToDo, Variant};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::{
    args::{
        Says,
        jobs::Jobs,
        json::{self, Json},
        output::{self, Output},
        trust,
    },
    exit::Exit,
    place,
};

pub const EXAMPLES: &str = "\
Examples:
  fz emit ./program split cmplog coverage -o builds
  fz emit ./program split fuzz.address fuzz.undefined -o builds
  fz emit ./program fuzz.address.undefined -o builds
      one build with both sanitizers
  fz emit ./program fuzz.libfuzzer -o builds
      linked for another engine
  fz emit ./program split --ninja build.ninja -o builds
  ninja -f build.ninja
  FZ_LAUNCHER='nice -n 10' fz emit ./program taint -o builds

The program was built with fz-cc, and carries its sources: the source tree need
not be there any more. What was made is kept in ~/.cache/fz/emit: the next time
it is there at once, and after a change of one unit only that unit is compiled.
The folder may be deleted at any time.";

#[derive(clap::Args)]
#[command(
    mut_arg("output", |a| a.value_name("DIR").says(": the folder for the builds, DIR/PROGRAM.PROFILE [default: this one]")),
    mut_arg("jobs", |a| a.says(" [default: the processors]"))
)]
pub struct EmitArgs {
    /// A program, a shared library, or libtool's script around a program
    program: PathBuf,
    /// What to build: a profile, or PROFILE.ENGINE.SANITIZER, of which any but the profile may be missing; the build is
    /// called so
    #[arg(value_name = "BUILD", required = true)]
    builds: Vec<String>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    jobs: Jobs,
    /// An instrumented library of the program that the loader would not find. May be repeated
    #[arg(long = "library", value_name = "FILE")]
    libraries: Vec<PathBuf>,
    /// Write what is to be done to a file for Ninja, and do nothing of it
    #[arg(long, value_name = "FILE", value_parser = output::more())]
    ninja: Option<PathBuf>,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &EmitArgs) -> Result<Exit> {
    let program = fz_binary::Program::open(&args.program)?;
    let program = Program::read(&program, &args.libraries)?;
    let variants = args.builds.iter().map(|name| variant(name));
    let variants: Vec<Variant> = variants.collect::<Result<_>>()?;
    let out = args.output.place("a folder")?;
    let out = out.unwrap_or(Path::new(".")).to_owned();
    let cache = Cache::open()?;
    let request = Request {
        variants: distinct(variants.into_iter()),
        out: folder(&out)?,
        trusts_options: trust::is_given(),
        is_walled: !trust::is_given(),
        launcher: env::read(&env::LAUNCHER),
    };
    check_names(&request.variants)?;
    let layout = Layout::of_this_process()?;
    let (graph, emitted) = fz_emit::plan(&program, &request, &layout, &cache)?;
    say_notes(&graph);
    if let Some(file) = &args.ninja {
        let text = fz_emit::ninja(&graph)?;
        place::write(Some(file), |to| Ok(to.write_all(text.as_bytes())?))?;
        return Ok(Exit::Done);
    }
    let to_do = graph.to_do();
    let bar = Bar::new(&graph);
    fz_emit::run(&graph, args.jobs.or_processors(), &bar)?;
    bar.end();
    if fz_process::is_interrupted() {
        return Ok(Exit::interrupted());
    }
    print(args, &emitted, to_do)?;
    Ok(Exit::Done)
}

/// What there is to know before anything is done.
pub fn say_notes(graph: &Graph) {
    for note in &graph.notes {
        tell!("fz: note: {note}");
    }
}

/// A build by its name, `fuzz.libfuzzer.address`.
fn variant(name: &str) -> Result<Variant> {
    let mut variant = Variant {
        profile: name.to_owned(),
        engine: None,
        sanitizers: Vec::new(),
    };
    // A profile's file has dots of its own.
    if name.contains('/') || name.ends_with(".toml") {
        return Ok(variant);
    }
    let mut parts = name.split('.').peekable();
    variant.profile = parts.next().unwrap_or_default().to_owned();
    let engine = parts.next_if(|part| fz_engines::find(part).is_ok());
    variant.engine = engine.map(str::to_owned);
    let is_sanitizer = |part: &str| sanitizers::check([part]).is_ok();
    if let (None, Some(part)) = (engine, parts.peek().filter(|part| !is_sanitizer(part))) {
        let engines = fz_engines::ENGINES.iter().map(|e| e.name.to_owned());
        let known = engines.chain(["address", "undefined"].map(str::to_owned));
        bail!(Error::Unknown {
            what: "engine or sanitizer",
            name: (*part).to_owned(),
            known: known.collect(),
        });
    }
    variant.sanitizers =
        sanitizers::check(parts).map_err(|message| anyhow::anyhow!("{name}: {message}"))?;
    Ok(variant)
}

/// Two builds of one name would be one file.
fn check_names(variants: &[Variant]) -> Result<()> {
    let mut names = HashSet::new();
    for variant in variants {
        let name = variant.name();
        ensure!(
            names.insert(name.clone()),
            "two of these builds would be called `{name}`: make them in two folders"
        );
    }
    Ok(())
}

/// In their order, each once.
fn distinct(variants: impl Iterator<Item = Variant>) -> Vec<Variant> {
    let mut all: Vec<Variant> = Vec::new();
    for variant in variants {
        if !all.contains(&variant) {
            all.push(variant);
        }
    }
    all
}

/// The folder, made, by its whole path.
fn folder(path: &Path) -> Result<PathBuf> {
    fs::create_dir_all(path).with_context(|| format!("{}: cannot be made", path.display()))?;
    Ok(path.canonicalize()?)
}

fn print(args: &EmitArgs, emitted: &[Emitted], done: ToDo) -> Result<()> {
    if args.json.is_wanted {
        return json::print(&json!({ "emitted": emitted, "done": done }));
    }
    for one in emitted {
        say!("{}", one.path.display())?;
    }
    Ok(())
}

const PATIENCE: Duration = Duration::from_secs(2);
/// Between two lines.
const SILENCE: Duration = Duration::from_secs(10);

/// How far it is, for those who wait: at a terminal a bar, elsewhere a line now and then.
pub struct Bar {
    bar: ProgressBar,
    began: Instant,
    /// When there was a line.
    last: Mutex<Instant>,
    said: Mutex<Vec<String>>,
}

impl Bar {
    pub fn new(graph: &Graph) -> Bar {
        let style = "fz: {wide_bar} {pos} of {len}, {eta} left, {msg}";
        let style = ProgressStyle::with_template(style).expect("a template of ours");
        let hidden = ProgressDrawTarget::hidden();
        let bar = ProgressBar::with_draw_target(Some(graph.to_do().all() as u64), hidden);
        Bar {
            bar: bar.with_style(style),
            began: Instant::now(),
            last: Mutex::new(Instant::now()),
            said: Mutex::default(),
        }
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
        let mut said = self.said.lock().expect("no thread panics with it").clone();
        said.sort();
        said.dedup();
        for note in said {
            tell!("fz: note: {note}");
        }
    }
}

impl fz_emit::Progress for Bar {
    fn done(&self, label: &str) {
        if self.bar.is_hidden() && self.began.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(visible(label));
        self.bar.inc(1);
        let mut last = self.last.lock().expect("no thread panics with it");
        // A bar that was to be drawn is hidden where there is no terminal.
        if self.bar.is_hidden() && last.elapsed() > SILENCE {
            let (done, all) = (self.bar.position(), self.bar.length().unwrap_or(0));
            tell!("fz: {done} of {all} steps done, {}", visible(label));
            *last = Instant::now();
        }
    }

    fn note(&self, text: &str) {
        self.said
            .lock()
            .expect("no thread panics with it")
            .push(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_are_called_what_they_are_asked_for_by() {
        let made = |name: &str| variant(name).map_err(|e| e.to_string());
        for name in [
            "split",
            "fuzz.address",
            "fuzz.libfuzzer",
            "fuzz.libfuzzer.address.undefined",
        ] {
            assert_eq!(made(name).unwrap().name(), name);
        }
        let file = made("my/own.profile.toml").unwrap();
        assert_eq!(file.profile, "my/own.profile.toml");

        let two = [made("a/own.toml"), made("b/own.toml")];
        let two: Vec<Variant> = two.into_iter().map(Result::unwrap).collect();
        let said = check_names(&two).unwrap_err().to_string();
        assert!(
            said.contains("two of these builds would be called `own`"),
            "{said}"
        );
        assert!(check_names(&two[..1]).is_ok());

        let said = made("fuzz.adress").unwrap_err();
        assert!(said.contains("`address`"), "{said}");
        let said = made("fuzz.address.adress").unwrap_err();
        assert!(said.contains("unknown sanitizer `adress`"), "{said}");
    }
}
