//! The object that says of a link what fz saw of it.

use std::path::{Path, PathBuf};

use fz_base::{
    env::{self, LINK_PATH},
    error::Error,
    tell, terminal,
};
use fz_binary::{
    LinkRecord,
    capture::{Link, VERSION},
};
use fz_commandline::parse;

use crate::{
    inputs,
    invoked::Invoked,
    link_capture::{Taking, words},
    made_here, plan,
};

/// Writes it. A capture that cannot be made is no reason not to link. `state`: where fz remembers things.
pub fn link(name: &str, path: &Path, invoked: &Invoked, state: Option<&Path>) -> Result<(), Error> {
    let environment = env::of_links();
    let named = words::named(
        &invoked.invocation,
        &invoked.parsed,
        &library_path(&environment),
    );
    let mut taking = invoked.captures_links().then(Taking::default);
    let inputs = inputs::survey(&invoked.invocation, &named, taking.as_mut());
    let output = invoked.invocation.link.as_ref().map(|link| &link.path);
    let output = output.map_or(String::new(), |path| path.display().to_string());
    let capture = taking.and_then(|taking| {
        let link = Link {
            version: VERSION,
            fz: env!("CARGO_PKG_VERSION").to_owned(),
            maker: invoked.maker.clone(),
            clang: fz_llvm::RELEASE.to_owned(),
            cxx: invoked.cxx,
            arguments: parse::words(&invoked.parsed),
            directory: std::env::current_dir().unwrap_or_default(),
            output: output.clone(),
            profile: invoked.profile.name.clone(),
            engine: invoked.engine.name.to_owned(),
            environment,
            ..Link::default()
        };
        // A configure script may take whatever is said for a failure: only a person is told.
        for path in taking.lacking.iter().filter(|_| terminal::is_watched()) {
            tell!(
                "{name}: note: {output} does not carry {}, which is not code: `fz emit` needs it where it is now",
                path.display()
            );
        }
        let taken = taking.finish(link, plan::capture::store(&invoked.settings));
        taken
            .inspect_err(|why| {
                tell!("{name}: note: {output} carries no capture of its link: {why:#}")
            })
            .ok()
    });
    if let Some(capture) = &capture {
        made_here::note(state, &capture.record.manifest);
    }
    let record = LinkRecord {
        engine: invoked.engine.name.to_owned(),
        reasons: invoked.link_reasons(),
        inputs,
        counters: None,
    };
    inputs::write(path, &record, capture.as_ref())
}

fn library_path(environment: &[(String, String)]) -> Vec<PathBuf> {
    let list = environment.iter().find(|(name, _)| name == LINK_PATH);
    list.map_or(Vec::new(), |(_, list)| {
        std::env::split_paths(list).collect()
    })
}
