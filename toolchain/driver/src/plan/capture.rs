//! Objects carry what makes them again: clang's plugin writes down what it has read, and the pass `capture` puts that into
//! the object, with what is known here of the command line.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use fz_binary::capture::{Unit, VERSION};
use fz_commandline::{
    flags::Meaning,
    invocation::{Input, Language, Outcome, Why},
    parse::Arg,
};
use fz_schema::{PassText, passes::capture};
use fz_settings::{Capture, Origin, Settings};

use super::{File, Request, cc1};

/// Names in a folder of this run's.
const HEAD: &str = "capture";
const TABLE: &str = "capture.table";
/// Where the plugin says which units it has left, and why.
pub const LEFT: &str = "capture.table.left";

/// What the pass and the plugin are told.
#[derive(Clone, Debug)]
pub struct Capturing {
    /// Written before the commands run.
    pub head: File,
    /// Written by the plugin.
    table: PathBuf,
    store: Option<PathBuf>,
    /// Files that the passes read, and clang does not.
    lists: Vec<String>,
}

/// Whether anything of this command line may be captured. What does nothing to sources leaves no traces either, but for
/// those who ask.
pub fn is_wanted(request: &Request) -> bool {
    let setting = &request.settings.capture;
    let asks = setting.origin != Origin::Default || !request.profile.is_empty();
    setting.value != Capture::Off && asks
}

/// Whether any unit is captured.
pub fn captures(request: &Request) -> bool {
    matches!(of(request), Some(Ok(_)))
}

/// How the units of a command line are captured, or why they are not. `None`: nobody wants it.
pub(super) fn of(request: &Request) -> Option<Result<Capturing, &'static str>> {
    if !is_wanted(request) {
        return None;
    }
    let invocation = request.invocation;
    let is_source = |input: &Input| input.language.is_some_and(|l| l != Language::Ir);
    let why_not = match invocation.outcome {
        // The reason stands in the log already.
        Outcome::NotACompile(_) => return None,
        Outcome::PassThrough(why) if why != Why::UserCoverage => Some(why.slug()),
        // It may bring a capture with it, and has no sources of its own.
        _ if !invocation.inputs.iter().any(is_source) => Some("ir"),
        _ if request.arguments.iter().any(|a| a.to_str().is_none()) => Some("arguments"),
        _ => request.parsed.iter().find_map(|a| splits(&a.text)),
    };
    Some(match why_not {
        Some(why) => Err(why),
        None => Ok(capturing(request)),
    })
}

/// Whether the preprocessor is a command of its own, which knows no plugins.
fn splits(flag: &str) -> Option<&'static str> {
    let flag = flag.trim_start_matches('-');
    match flag.split('=').next() {
        Some("save-temps") => Some("save-temps"),
        Some("no-integrated-cpp" | "fno-integrated-cpp") => Some("no-integrated-cpp"),
        _ => None,
    }
}

fn capturing(request: &Request) -> Capturing {
    let (settings, wishes, invocation) = (request.settings, request.wishes, request.invocation);
    let word = |a: &Arg| std::iter::once(a.text.clone()).chain(a.rest.clone());
    let is_kept = |a: &&Arg| a.meaning() != Some(Meaning::Config);
    let outputs = request.parsed.iter().rev();
    let mut outputs = outputs.filter(|a| a.meaning() == Some(Meaning::Output));
    let unit = Unit {
        version: VERSION,
        fz: env!("CARGO_PKG_VERSION").to_owned(),
        maker: request.maker.to_owned(),
        cxx: request.cxx,
        // What files of arguments say stands in their places, and those of --config in front.
        arguments: request
            .parsed
            .iter()
            .filter(is_kept)
            .flat_map(word)
            .collect(),
        output: match &invocation.link {
            Some(_) => None,
            None => outputs.next().map(|a| a.value().to_owned()),
        },
        profile: request.profile.name.clone(),
        environment: request.clangs.to_vec(),
        allow: settings.allow.clone(),
        deny: settings.deny.clone(),
        ignored: settings.ignored.value.clone(),
        afl: request.afl.to_vec(),
        ..Unit::default()
    };
    let text = serde_json::to_string(&unit).expect("text by text");
    let lists = [
        &invocation.allow_lists,
        &invocation.deny_lists,
        &wishes.allow_lists,
        &wishes.deny_lists,
    ];
    Capturing {
        head: File {
            path: request.scratch.join(HEAD),
            text,
        },
        table: request.scratch.join(TABLE),
        store: store(settings),
        lists: lists.into_iter().flatten().cloned().collect(),
    }
}

/// The folder that contents are put into, if they are not put into the objects.
pub fn store(settings: &Settings) -> Option<PathBuf> {
    let is_store = settings.capture.value == Capture::Store;
    is_store.then(|| settings.capture_store.value.clone())
}

impl Capturing {
    /// Has clang's plugin write the table.
    pub(super) fn tell_clang(&self, request: &Request, add: &mut Vec<OsString>) {
        cc1(
            add,
            ["-load".into(), request.layout.capture_plugin().into()],
        );
        self.tell("-plugin-arg-fz-capture", add);
    }

    /// Tells a plugin where the table is to be.
    pub(super) fn tell(&self, plugin: &str, add: &mut Vec<OsString>) {
        let mut table = OsString::from("table=");
        table.push(&self.table);
        let lists = self.lists.iter().map(|list| format!("file={list}").into());
        for word in std::iter::once(table).chain(lists) {
            cc1(add, [plugin.into(), word]);
        }
    }

    /// The pass.
    pub(super) fn text(&self) -> String {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let text = PassText::new(capture::PASS.name)
            .with(capture::HEAD.name(), path(&self.head.path))
            .with(capture::TABLE.name(), path(&self.table));
        match &self.store {
            Some(store) => text.with(capture::STORE.name(), path(store)),
            None => text,
        }
        .to_string()
    }
}
