//! A source compiled again.
//!
//! Clang reads the captured files under their own paths, through its virtual file system, and no others: what a build did
//! not find is not found here either. Its driver would look for the source on the disk, and for lists that options name. So it
//! is asked for its inner command with an empty file in the place of each, and that command is run with their paths.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
};

use fz_base::error::Error;
use fz_binary::capture::{Group, Search};
use fz_process::Command;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{driver, unwritable, wrong};
use crate::{
    invoked::Invoked,
    plan::{Plan, Step},
};

/// What a captured build says of a source.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Unit {
    /// The source as the command line names it.
    pub source: String,
    /// Where it was compiled.
    pub directory: PathBuf,
    /// Paths as clang knows them, and the files that have the contents.
    pub files: Vec<(PathBuf, PathBuf)>,
    /// Where headers are looked for.
    pub search: Vec<Search>,
    /// The folder of modules that were compiled for it, if it imports any.
    pub modules: Option<PathBuf>,
    /// Where clang's own headers were.
    pub resource: PathBuf,
    /// Rules of the project's `fz.toml`.
    pub allow: Vec<String>,
    pub deny: Vec<String>,
    pub ignored: Vec<String>,
    /// Whether files of this machine take the place of those that were not captured.
    pub falls_through: bool,
}

impl Unit {
    /// The plan by commands that read captured files.
    pub fn plan(&self, plan: Plan, scratch: &Path, invoked: &Invoked) -> Result<Plan, Error> {
        let stage = Stage::new(self, scratch, invoked)?;
        if self.is_stdin()
            && let Some((_, content)) = self.files.first()
        {
            // Clang reads it past its virtual file system.
            fz_process::read_from(content).map_err(|e| wrong(content, e.to_string()))?;
        }
        for step in &plan.steps {
            if let Step::Unit(unit) = step {
                // The driver wants to see it before it is written.
                let folder = unit.text.parent().unwrap_or(scratch);
                fs::create_dir_all(folder)
                    .and_then(|()| fs::write(&unit.text, ""))
                    .map_err(|e| unwritable(&unit.text, &e))?;
            }
        }
        plan.through(|command| stage.replayed(command))
    }

    fn is_stdin(&self) -> bool {
        self.source == "-"
    }
}

/// Where a replay's own files are.
struct Stage<'a> {
    replay: &'a Unit,
    /// The folder in which the driver works.
    folder: PathBuf,
    placeholder: PathBuf,
    overlay: PathBuf,
    /// Folders of this machine that a replay reads, beside clang's own.
    seen: Vec<PathBuf>,
}

impl Stage<'_> {
    fn new<'a>(replay: &'a Unit, scratch: &Path, invoked: &Invoked) -> Result<Stage<'a>, Error> {
        let scratch = scratch
            .canonicalize()
            .map_err(|e| wrong(scratch, e.to_string()))?;
        let folder = scratch.join("replay");
        let name = Path::new(&replay.source).file_name();
        let placeholder = folder.join(name.unwrap_or(OsStr::new("source")));
        let overlay = folder.join("overlay.json");
        fs::create_dir_all(&folder)
            .and_then(|()| fs::write(&placeholder, ""))
            .map_err(|e| unwritable(&folder, &e))?;
        Ok(Stage {
            replay,
            folder,
            placeholder,
            overlay,
            seen: [scratch, invoked.layout.include("")]
                .into_iter()
                .chain(replay.modules.clone())
                .collect(),
        })
    }

    fn replayed(&self, command: Command) -> Result<Command, Error> {
        let mut lists = Vec::new();
        let mut arguments: Vec<OsString> = Vec::with_capacity(command.arguments.len());
        for word in &command.arguments {
            arguments.push(match word {
                // A driver does not look for the standard input.
                word if *word == *self.replay.source && !self.replay.is_stdin() => {
                    self.placeholder.clone().into()
                }
                word => self.without_list(word, &mut lists)?,
            });
        }
        let arguments: Vec<&OsStr> = arguments.iter().map(OsString::as_os_str).collect();
        let refused = |said: &str| {
            Error::file(
                self.replay.source.clone(),
                format!("clang does not compile it in one step: {said}"),
            )
        };
        let all = driver::commands(&command.program, &arguments, &self.folder)?;
        let all = all.map_err(|said| refused(&said))?;
        let mut inner = all
            .iter()
            .filter(|words| words.get(1).is_some_and(|word| word == "-cc1"));
        let (Some(inner), None) = (inner.next(), inner.next()) else {
            return Err(refused(&format!("it would run {} commands", all.len())));
        };
        // Clang by its own path: a name that leads there is no other program.
        let program = PathBuf::from(&inner[0]);
        let is_clang = |path: &Path| path.canonicalize().ok() == program.canonicalize().ok();
        if !is_clang(&command.program) {
            return Err(refused(&format!("it would run {}", program.display())));
        }
        let words = &inner[1..];
        let resource = after(words, "-resource-dir").ok_or_else(|| refused("it has no headers"))?;
        let text = overlay_of(self.replay, &self.seen, Path::new(resource)).to_string();
        fs::write(&self.overlay, text).map_err(|e| unwritable(&self.overlay, &e))?;
        Ok(Command {
            program,
            arguments: self.inner(&named(words, &lists)),
        })
    }

    /// A word in which an option names a captured file: with an empty one in its place. `lists`: these, each with the
    /// captured path.
    fn without_list(
        &self,
        word: &OsStr,
        lists: &mut Vec<(String, String)>,
    ) -> Result<OsString, Error> {
        let option = word.to_str().and_then(|word| word.split_once('='));
        let Some((option, path)) = option.filter(|(option, _)| option.starts_with('-')) else {
            return Ok(word.to_owned());
        };
        let whole = self.replay.directory.join(path);
        if !self.replay.files.iter().any(|(name, _)| *name == whole) {
            return Ok(word.to_owned());
        }
        let place = self.folder.join(format!("list-{}", lists.len()));
        fs::write(&place, "").map_err(|e| unwritable(&place, &e))?;
        let place = place.to_string_lossy().into_owned();
        let word = format!("{option}={place}").into();
        // Some are opened past the folder that clang is told.
        lists.push((place, whole.to_string_lossy().into_owned()));
        Ok(word)
    }

    /// The inner command's arguments, told of the captured files.
    fn inner(&self, words: &[String]) -> Vec<OsString> {
        let placeholder = self.placeholder.to_string_lossy();
        let folder = self.folder.to_string_lossy();
        let is_searched = !self.replay.search.is_empty();
        let has_modules = words.iter().any(|word| word == MODULES);
        let mut inner: Vec<OsString> = Vec::with_capacity(words.len() + 8);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if is_searched && SEARCHES.contains(&word.as_str()) {
                words.next();
                continue;
            }
            if *word == placeholder {
                inner.push(self.replay.source.clone().into());
                continue;
            }
            if word.starts_with(KEEPS_MODULES) {
                continue;
            }
            let of_folder = FOLDERS
                .iter()
                .find(|f| word.strip_prefix(**f) == Some(&folder));
            match of_folder {
                Some(flag) => {
                    let mut word = OsString::from(flag);
                    word.push(&self.replay.directory);
                    inner.push(word);
                }
                None => inner.push(word.into()),
            }
            if word == "-cc1" {
                inner.extend(["-ivfsoverlay".into(), self.overlay.clone().into()]);
                inner.extend([
                    "-working-directory".into(),
                    self.replay.directory.clone().into(),
                ]);
                if has_modules {
                    let mut word = OsString::from(KEEPS_MODULES);
                    word.push(self.folder.join("modules"));
                    inner.push(word);
                }
                for Search { group, path } in &self.replay.search {
                    inner.extend([flag_of(*group).into(), path.into()]);
                }
            }
        }
        inner
    }
}

/// Words with the paths of captured files in the place of those that stood for them.
fn named(words: &[String], lists: &[(String, String)]) -> Vec<String> {
    let word = |word: &String| {
        let of = lists.iter().find(|(place, _)| word.ends_with(place));
        match of.and_then(|(place, path)| Some((word.strip_suffix(place)?, path))) {
            Some((option, path)) => format!("{option}{path}"),
            None => word.clone(),
        }
    };
    words.iter().map(word).collect()
}

/// Flags of clang's inner command that end in the folder where its driver works.
const FOLDERS: [&str; 2] = ["-fdebug-compilation-dir=", "-fcoverage-compilation-dir="];

/// Has clang compile modules on its own, and where it keeps them.
const MODULES: &str = "-fmodules";
const KEEPS_MODULES: &str = "-fmodules-cache-path=";

/// Flags of clang's inner command that name a folder of headers.
const SEARCHES: [&str; 11] = [
    "-I",
    "-iquote",
    "-isystem",
    "-internal-isystem",
    "-internal-externc-isystem",
    "-c-isystem",
    "-cxx-isystem",
    "-objc-isystem",
    "-objcxx-isystem",
    "-idirafter",
    "-isystem-after",
];

fn flag_of(group: Group) -> &'static str {
    match group {
        Group::Quoted => "-iquote",
        Group::Angled => "-I",
        // Not `-isystem`, so that their order among the others is kept.
        Group::System => "-internal-isystem",
        Group::ExternCSystem => "-internal-externc-isystem",
        Group::CSystem => "-c-isystem",
        Group::CxxSystem => "-cxx-isystem",
        Group::ObjcSystem => "-objc-isystem",
        Group::ObjcxxSystem => "-objcxx-isystem",
        Group::After => "-idirafter",
    }
}

/// Clang's virtual file system: captured files, and folders of this machine that stay as they are.
/// `resource`: where the clang of this machine has its own headers.
fn overlay_of(replay: &Unit, seen: &[PathBuf], resource: &Path) -> Value {
    let mut roots: Vec<Value> = replay
        .files
        .iter()
        .map(|(name, content)| json!({"type": "file", "name": name, "external-contents": content}))
        .collect();
    let mut remap = |name: &Path, folder: &Path| {
        roots.push(json!({
            "type": "directory-remap", "name": name, "external-contents": folder,
        }));
    };
    for folder in seen {
        remap(folder, folder);
    }
    remap(resource, resource);
    if resource != replay.resource {
        remap(&replay.resource, resource);
    }
    let mode = match replay.falls_through {
        true => "fallthrough",
        false => "redirect-only",
    };
    json!({
        "version": 0,
        "case-sensitive": true,
        "use-external-names": false,
        "redirecting-with": mode,
        "roots": roots,
    })
}

/// The word that follows a flag.
fn after<'a>(words: &'a [String], flag: &str) -> Option<&'a str> {
    let mut words = words.iter();
    words.find(|word| *word == flag)?;
    words.next().map(String::as_str)
}
