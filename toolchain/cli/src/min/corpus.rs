//! `fz min corpus`: a smallest set of inputs that reaches what all of them reach.

use std::{
    collections::HashSet,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use fz_base::{
    numbers, say,
    scratch::Scratch,
    tell,
    words::{many, visible, were},
};
use fz_coverage::{
    corpus,
    identities::Kind,
    smallest::{Candidates, Promise, Smallest},
    store::Store,
};
use serde_json::json;

use crate::{
    args::{
        self, Says,
        input::Inputs,
        json::{self, Json},
        kind::Kinds,
        output::Output,
    },
    exit::Exit,
};

pub const EXAMPLES: &str = "\
Examples:
  fz cov collect ./program -i out -o run.fzcov -- @@
      what each input reaches
  fz min corpus run.fzcov -i out -o seeds
      seeds for the next campaign
  fz min corpus run.fzcov -i out -o seeds --without-failing
      without inputs that crash or take too long
  fz min corpus run.fzcov -i out --kind line --kind function
      print the inputs, for these alone

The store knows what each input reaches, so nothing is run. The set has as few
inputs as possible; of inputs that serve as well, it has smaller ones. If the
time ends before that is proven, the message has the least number of inputs
that any set needs.";

/// So long is searched, unless the user says otherwise.
const USUAL: Duration = Duration::from_secs(20);

#[derive(clap::Args)]
#[command(
    mut_arg("input", |a| a.required(true).value_name("CORPUS").says(
        ": files, folders of files, and folders that fuzzers have left; the store knows what they reach"
    )),
    mut_arg("output", |a| a.value_name("DIR").says(
        ": a folder that is new or empty, for copies of the inputs [default: their paths are printed]"
    )),
    mut_arg("kind", |a| a.says(" [default: all; line is implied by region, function and outcome]"))
)]
pub struct CorpusArgs {
    /// The store that `fz cov collect` has made of the corpus
    #[arg(value_name = "FILE.fzcov")]
    store: PathBuf,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    kinds: Kinds,
    /// Leave out inputs that crash or take too long. What only they reach is lost
    #[arg(long)]
    without_failing: bool,
    /// Search no longer than this, as 10s or 5m; a plain number is in seconds [default: 20s]
    #[arg(long, value_name = "TIME", value_parser = args::seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    json: Json,
}

pub fn run(args: &CorpusArgs) -> Result<Exit> {
    let folder = args.output.place("a folder")?;
    if let Some(folder) = folder {
        check(folder)?;
    }
    let store = Store::open(&args.store)?;
    let corpus = corpus::list(&args.inputs.inputs, &Default::default())?;
    if let Some((path, why)) = corpus.troubles.first() {
        bail!("{}: {why}", path.display());
    }
    for kind in &args.kinds.given {
        let identities = &store.catalogue.identities;
        ensure!(
            *kind == Kind::Line || identities.iter().any(|i| i.kind == *kind),
            "--kind {}: {} has nothing of that kind",
            kind.name(),
            store.path().display()
        );
    }
    let promise = Promise {
        kinds: args.kinds.given.clone(),
        without_failing: args.without_failing,
    };
    let candidates = Candidates::of(&store, &corpus, &promise)?;
    if let Some(first) = candidates.unknown.first() {
        let shown = args.store.display();
        bail!(
            "{} not in {shown} (the first is {}), so what they reach is not known: collect the corpus with `-o {shown}` again, \
             which runs only these",
            were(candidates.unknown.len(), "file"),
            first.display()
        );
    }
    let until = Instant::now() + args.time.unwrap_or(USUAL);
    let mut go_on = || Instant::now() < until && !fz_process::is_interrupted();
    let found = candidates.smallest(&mut go_on)?;
    if fz_process::is_interrupted() {
        return Ok(Exit::interrupted());
    }
    if let Some(folder) = folder {
        copy(&candidates, &found, folder)?;
    }
    say(args, &candidates, &found)?;
    Ok(Exit::Done)
}

/// Refuses a folder with something in it, before anything takes time.
fn check(folder: &Path) -> Result<()> {
    match fs::read_dir(folder) {
        Ok(mut entries) => ensure!(
            entries.next().is_none(),
            "-o {}: it has files already: name a folder that is new or empty",
            folder.display()
        ),
        Err(_) => ensure!(
            !folder.exists(),
            "-o {}: it is not a folder: name one that is new or empty",
            folder.display()
        ),
    }
    Ok(())
}

/// Copies inputs into a folder beside its place, which is moved there when it has all.
fn copy(candidates: &Candidates, found: &Smallest, folder: &Path) -> Result<()> {
    let failed = || format!("{}: cannot be written", folder.display());
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let beside = Scratch::in_folder(parent).with_context(failed)?;
    // What is made for one user alone is for whoever may look into new folders.
    let inner = beside.path().join("inputs");
    fs::create_dir(&inner).with_context(failed)?;
    let mut names: HashSet<OsString> = HashSet::new();
    for file in &found.chosen {
        let path = &candidates.files[*file].path;
        let name = path.file_name().unwrap_or_default();
        // Inputs of several instances may have one name.
        let mut free = name.to_owned();
        for number in 2.. {
            if names.insert(free.clone()) {
                break;
            }
            free = name.to_owned();
            free.push(format!(".{number}"));
        }
        fs::copy(path, inner.join(free)).with_context(|| path.display().to_string())?;
    }
    fs::rename(&inner, folder).with_context(failed)
}

fn say(args: &CorpusArgs, candidates: &Candidates, found: &Smallest) -> Result<()> {
    let Smallest { chosen, bound } = found;
    let paths = chosen.iter().map(|file| &candidates.files[*file].path);
    let all = 0..candidates.files.len();
    let all_bytes = candidates.bytes(all.collect::<Vec<_>>().iter()) + candidates.double_bytes;
    let is_smallest = chosen.len() == *bound;
    if args.json.is_wanted {
        let paths: Vec<String> = paths.map(|p| p.to_string_lossy().into_owned()).collect();
        return json::print(&json!({
            "files": candidates.files.len() + candidates.doubles,
            "different": candidates.files.len(),
            "failing": candidates.failing,
            "unstable": candidates.unstable,
            "chosen": chosen.len(),
            "bound": bound,
            "is-smallest": is_smallest,
            "bytes": candidates.bytes(chosen),
            "all-bytes": all_bytes,
            "inputs": paths,
        }));
    }
    if !args.output.is_given() {
        for path in paths {
            say!("{}", visible(&path.to_string_lossy()))?;
        }
    }
    let proof = match is_smallest {
        true => "no smaller set reaches the same".to_owned(),
        false => format!(
            "the time ended: any set has at least {bound}, so this one has at most {} too many (--time gives it longer)",
            numbers::share(numbers::percent(chosen.len() - bound, *bound))
        ),
    };
    tell!(
        "fz: {} of {} ({} of {all_bytes} bytes): {proof}",
        chosen.len(),
        many(candidates.files.len() + candidates.doubles, "input"),
        candidates.bytes(chosen),
    );
    if candidates.unstable > 0 {
        tell!(
            "fz: {} reached in some runs of an input only: several inputs are kept for each, and still the next run may miss it",
            were(candidates.unstable, "thing")
        );
    }
    match (candidates.failing, args.without_failing) {
        (0, _) => {}
        (n, true) => tell!("fz: {n} that crash or take too long were left out"),
        (_, false) => {}
    }
    Ok(())
}
