//! Variants of a captured program: the same sources and links under another profile, engine or sanitizer.
//!
//! [`program`] reads what a program and its libraries carry, [`plan`] makes a [`graph`] of tasks of it, and [`run`] does
//! those whose results are not in the [`cache`] yet. A task is a command: a compile is `fz-cc --fz-replay=…`, a link is
//! `fz-cc` with the captured link's arguments. [`ninja`] writes the same graph for who runs it elsewhere.

mod arguments;
mod cache;
mod graph;
mod ninja;
mod plan;
mod program;
mod run;

use std::path::PathBuf;

use anyhow::Result;
use fz_base::layout::Layout;
use serde::Serialize;

pub use cache::{Cache, private};
pub use graph::{Graph, ToDo};
pub use ninja::text as ninja;
pub use plan::{Bitcode, Linking, bitcode, plan};
pub use program::{Image, Program};
pub use run::{Progress, run};

/// What a program is made into.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variant {
    pub profile: String,
    /// Another engine than the captured link's.
    pub engine: Option<String>,
    pub sanitizers: Vec<String>,
}

impl Variant {
    /// `split`, `fuzz.libfuzzer.address`: what follows the program's name.
    pub fn name(&self) -> String {
        let profile = std::path::Path::new(&self.profile).file_stem();
        let profile = profile.unwrap_or_default().to_string_lossy().into_owned();
        let mut parts = vec![profile];
        parts.extend(self.engine.clone());
        parts.extend(self.sanitizers.iter().cloned());
        parts.join(".")
    }
}

/// What is asked for.
pub struct Request {
    pub variants: Vec<Variant>,
    /// The folder for the programs.
    pub out: PathBuf,
    /// Whether options are taken that load code or start programs.
    pub trusts_options: bool,
    /// Whether compiles and links are shut in.
    pub is_walled: bool,
    /// A command before each compile.
    pub launcher: Option<String>,
}

/// A program that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Emitted {
    #[serde(flatten)]
    pub variant: Variant,
    pub path: PathBuf,
    /// Instrumented libraries beside it.
    pub libraries: Vec<PathBuf>,
}

/// Plans and runs.
pub fn emit(
    program: &Program,
    request: &Request,
    layout: &Layout,
    cache: &Cache,
    jobs: usize,
    progress: &dyn Progress,
) -> Result<Vec<Emitted>> {
    let (graph, emitted) = plan(program, request, layout, cache)?;
    run(&graph, jobs, progress)?;
    Ok(emitted)
}
